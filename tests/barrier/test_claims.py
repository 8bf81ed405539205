"""What is possible and what is not, against evaluations of its own; and wrong claims are refused."""

import copy
import itertools
import json
import math
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from barrier_command import barrier, claims, descend
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Matrix, Rational, Symbol, eye, simplify, zeros

from conftest import examples, in_full, sampled, typed
from ogd_exact.core.kernel.errors import BadCertificate
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.limits.barrier.checker import check
from ogd_exact.limits.barrier.claim import claim
from ogd_exact.limits.barrier.least_squares import by_shears, dilation_examples, merged
from ogd_exact.limits.barrier.realise import symmetric_factors
from ogd_exact.limits.barrier.requirement import FUNCTIONS, Requirement

SMALL = st.builds(rational, st.integers(-3, 3), st.integers(1, 3))


def holds_by_itself(found: dict[str, Any]) -> bool:
    """Whether the map and all examples of a claim end where the cases say, by difference quotients of the loss."""
    for case in found["cases"]:
        before, after = [Fraction(w) for w in case["before"]], case["after"]
        rows = zip(found["map"]["matrix"], found["map"]["shift"], strict=True)
        ends = [[sum((Fraction(m) * w for m, w in zip(row, before, strict=True)), Fraction(c)) for row, c in rows]]
        ends += [descend(before, examples, Fraction(found["rate"])) for examples in found["examples"].values()]
        if any(a != "*" and Fraction(a) != e for end in ends for a, e in zip(after, end, strict=True)):
            return False
    return True


@st.composite
def requirements(draw: st.DrawFn) -> Requirement:
    """Cases that an affine map made, some weights after of which may be anything, and some wrong."""
    size, count = draw(st.integers(1, 3)), draw(st.integers(1, 6))
    matrix = [[draw(SMALL) for _ in range(size)] for _ in range(size)]
    before = [tuple(draw(SMALL) for _ in range(size)) for _ in range(count)]
    after = []
    for line in before:
        image = [sum(m * w for m, w in zip(row, line, strict=True)) + 1 for row in matrix]
        after.append(tuple(draw(st.sampled_from([w, w, w, w, w, None, w + 1])) for w in image))
    return Requirement("random", tuple(f"i{k}" for k in range(size)), tuple(before), tuple(after))


@given(requirements())
@settings(max_examples=examples(50))
def test_a_verdict_is_that_of_ranks(required: Requirement) -> None:
    found = claim(required)
    fits = True
    for k in range(len(required.coordinates)):
        lines = [(b, a[k]) for b, a in zip(required.before, required.after, strict=True) if a[k] is not None]
        plain = Matrix([[1, *(Rational(str(w)) for w in b)] for b, _ in lines])
        both = Matrix([[1, *(Rational(str(w)) for w in b), Rational(str(a))] for b, a in lines])
        fits = fits and plain.rank() == both.rank()
    assert found["verdict"] == ("possible" if fits else "impossible")
    assert not fits or holds_by_itself(found)


@given(st.integers(1, 4).flatmap(lambda n: st.lists(st.lists(SMALL, min_size=n, max_size=n), min_size=n, max_size=n)))
@settings(max_examples=examples(30))
def test_every_matrix_is_made_of_symmetric_ones_and_of_least_squares(matrix: list[list[Any]]) -> None:
    size = len(matrix)
    left, right = (
        Matrix([[Rational(str(v)) for v in row] for row in part]) for part in symmetric_factors(matrix, rational(1))
    )
    assert left.is_symmetric() and right.is_symmetric()
    assert left * right == Matrix([[Rational(str(v)) for v in row] for row in matrix])
    shift = [rational(k) for k in range(size)]
    examples = [e for part in merged(list(by_shears(matrix, shift))) for e in dilation_examples(part)]
    assert all(e.weight > 0 for e in examples)
    lines = [{"x": {str(i): str(v) for i, v in e.x.items()}, "y": str(e.y), "weight": str(e.weight)} for e in examples]
    for point in ([Fraction(0)] * size, *([Fraction(i == k) for i in range(size)] for k in range(size))):
        image = [sum(Fraction(str(m)) * w for m, w in zip(row, point, strict=True)) + k for k, row in enumerate(matrix)]
        assert descend(point, lines, Fraction(1)) == image


def test_a_shear_is_three_dilations_for_every_number() -> None:
    t = Symbol("t")
    s = 9 / (18 + 4 * t**2)
    last = Matrix([[1 - 2 * t**2 / 9, -2 * t / 3], [-2 * t / 3, -1]])
    first = Matrix([[1 - 4 * s * t**2 / 9, 2 * s * t / 3], [2 * s * t / 3, 1 - s]])
    assert simplify(last * Matrix([[1, 0], [0, -2]]) * first - Matrix([[1, t], [0, 1]])) == zeros(2, 2)
    for matrix, v, factor in ((last, Matrix([t / 3, 1]), -1 - 2 * t**2 / 9), (first, Matrix([-2 * t / 3, 1]), s)):
        assert simplify(matrix - eye(2) - (factor - 1) / v.dot(v) * v * v.T) == zeros(2, 2)


def test_a_function_of_two_bits_is_possible_exactly_if_opposite_corners_agree() -> None:
    """An affine f has f(T, T) + f(F, F) = f(T, F) + f(F, T), and these four points bind it in no other way."""
    meaning = {name: [] for name in FUNCTIONS}
    for a, b in itertools.product((True, False), repeat=2):
        words = {"a": a, "b": b, "true": True, "false": False}
        for name in FUNCTIONS:
            meaning[name].append(truth(name.split(), words))
    assert len({tuple(values) for values in meaning.values()}) == 16
    found = {one["name"]: one for one in claims() if ", " in one["name"]}
    assert len(found) == 32
    for name, values in meaning.items():
        possible = values[0] + values[3] == values[1] + values[2]
        for way, kept in (("kept", True), ("freed", False)):
            one = found[f"{name}, {way}"]
            assert one["verdict"] == ("possible" if possible else "impossible")
            pairs = itertools.product(["1", "-1"], repeat=2)
            wanted = [
                ([a, b, "0"], [a if kept else "0", b if kept else "0", "1" if value else "-1"])
                for (a, b), value in zip(pairs, values, strict=True)
            ]
            assert [(case["before"], case["after"]) for case in one["cases"]] == wanted
            assert not possible or holds_by_itself(one)
    assert sum(one["verdict"] == "possible" for one in found.values()) == 12


def truth(words: list[str], values: dict[str, bool]) -> bool:
    if words[0] == "not":
        return not truth(words[1:], values)
    if len(words) == 1:
        return values[words[0]]
    left, right = values[words[0]], truth(words[2:], values)
    return {
        "and": left and right, "or": left or right, "xor": left != right,
        "nand": not (left and right), "nor": not (left or right), "xnor": left == right,
    }[words[1]]  # fmt: skip


@pytest.mark.parametrize(
    "model", sampled(["svm", "svm-bias", "svm-eta", "svm-reg", "dense-relu", "dense-relu-dense"], 2)
)
def test_the_apis_need_more_than_affine_maps_where_three_or_more_cases_bend(model: str) -> None:
    found = {one["name"]: one for one in claims("--model", model) if ", " not in one["name"]}
    for name, one in found.items():
        bends = "nand" in name or name == "set_false_if_unset"
        assert one["verdict"] == ("impossible" if bends else "possible"), name
        assert bends or all(one["untouched_kept"].values())
        assert bends or one["symbols"] or holds_by_itself(one)


def test_what_stays_where_it_is_does_so_on_the_way() -> None:
    """-1 stays while 1 goes to 3: two least squares examples, the first of which turns about -1."""
    ends = [[(rational(a),), (rational(b),)] for a, b in ((-1, -1), (1, 3))]
    before, after = zip(*ends, strict=True)
    found = claim(Requirement("away", ("a",), before, after, untouched=((0, 0),)))
    assert found["untouched_kept"] == {"quadratic": True, "least_squares": True}
    assert len(found["examples"]["least_squares"]) == 2


def test_other_encodings_and_other_constructions() -> None:
    for arguments in (["--true", "2", "--false", "0"], ["--tables", "compact"]):
        verdicts = [one["verdict"] for one in claims(*arguments) if ", " in one["name"]]
        assert verdicts.count("possible") == 12 and len(verdicts) == 32


SYMBOLIC = """[contract]
coordinates = ["a", "b"]
entry = [["0", "0"], ["sqrt_eta", "0"], ["0", "1"]]
final = [["0", "0"], ["sqrt_eta", "0"], ["%s", "1"]]
"""


def test_contracts_with_symbols_are_decided_for_all_values_or_not_at_all(tmp_path: Path) -> None:
    (tmp_path / "shear.toml").write_text(SYMBOLIC % "sqrt_eta")
    (shear,) = claims("--model", "svm-eta", "--contract", tmp_path / "shear.toml")
    assert shear["verdict"] == "possible" and len(shear["examples"]["quadratic"]) == 2
    # The same end from the same start is asked for only where sqrt_eta is 1.
    varies = '[contract]\ncoordinates = ["a"]\nentry = [["0"], ["0"]]\nfinal = [["1"], ["sqrt_eta"]]\n'
    (tmp_path / "varies.toml").write_text(varies)
    answer = barrier("--model", "svm-eta", "--contract", tmp_path / "varies.toml")
    assert answer.code == 3 and answer.out == "" and "varies" in answer.err and "plain numbers" in answer.err


def tampered(data: Any) -> Iterator[Any]:
    """The data with one number changed, in all ways."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        if isinstance(value, str):
            spoiled = [str(Fraction(value) + 1)] if value.lstrip("-")[:1].isdigit() else []
        else:
            spoiled = list(tampered(value)) if isinstance(value, dict | list) else []
        for other in spoiled:
            result = copy.copy(data)
            result[key] = other
            yield result


def test_tampered_certificates_and_examples_are_refused() -> None:
    refused = {"impossible": 0, "possible": 0}
    for one in claims("--gadget", "destructive_nand") + claims("--gadget", "copy_if_true"):
        parts = ["certificate"] if one["verdict"] == "impossible" else ["map", "examples"]
        for part in parts:
            for other in tampered(one[part]):
                spoiled = {**one, part: other}
                # What an unset weight is multiplied by does not matter, so that a few changes do no harm.
                if part != "certificate" and holds_by_itself(spoiled):
                    continue
                with pytest.raises(BadCertificate):
                    check(spoiled)
                refused[one["verdict"]] += 1
    assert refused["impossible"] == 4 and refused["possible"] > 10


def ending(weight: str) -> dict[str, list[dict[str, list[str]]]]:
    """The cases of NAND with another end of the last."""
    return {"cases": [*NAND["cases"][:3], {"before": ["1", "1", "0"], "after": ["0", "0", weight]}]}


def certificate(*coefficients: str) -> dict[str, Any]:
    return {"certificate": {"coordinate": "i3", "coefficients": list(coefficients)}}


NAND = claims("--gadget", "destructive_nand")[0]
COPY = claims("--gadget", "copy_if_true")[0]
REGULARIZED = claims("--model", "svm-reg", "--gadget", "copy2")[0]
DILATION = {
    "name": "w becomes 3w", "symbols": [], "coordinates": ["a"], "untouched": [], "verdict": "possible", "rate": "1",
    "cases": [{"before": ["1"], "after": ["3"]}, {"before": ["-1"], "after": ["-3"]}],
    "map": {"matrix": [["3"]], "shift": ["0"]}, "untouched_kept": {"least_squares": True, "quadratic": True},
    "examples": {"least_squares": [{"x": {"0": "1"}, "y": "0"}]},
}  # fmt: skip  # with a rate of -1 the example would do it
WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "zeros": ({**NAND, **certificate("0", "0", "0", "0")}, "cancel, too"),
    "another coordinate": ({**NAND, "certificate": {**NAND["certificate"], "coordinate": "i1"}}, "cancel, too"),
    "too few": ({**NAND, **certificate("1", "-1")}, "for each case"),
    "no sum of 0": ({**NAND, **certificate("1", "-1", "-1", "2")}, "do not add up to 0"),
    "no cancelling": ({**NAND, **certificate("1", "-1", "0", "0")}, "the weights i2 before"),
    "anything": ({**NAND, **ending("*")}, "may be anything"),
    "an affine function": ({**NAND, **ending("1")}, "cancel, too"),
    "no verdict": ({**NAND, "verdict": "perhaps"}, "possible or impossible"),
    "nothing": ({}, "malformed (KeyError"),
    "no number": ({**NAND, **certificate("1.0", "-1", "-1", "1")}, "malformed (InputError"),
    "a short case": ({**NAND, "cases": [{"before": ["1"], "after": ["1"]}] * 4}, "for each coordinate"),
    "no examples": ({**COPY, "examples": {}}, "no examples"),
    "untouched": ({**COPY, "untouched_kept": {"quadratic": False, "least_squares": True}}, "untouched"),
    "moved on the way": ({**COPY, "untouched": [{"case": 2, "coordinate": "i2"}]}, "untouched"),
    "index": ({**COPY, "examples": {"quadratic": [{"A": {"0,7": "1"}, "b": {}}]}}, "not the index"),
    "negative weight": (
        {**COPY, "examples": {"least_squares": [{"x": {"0": "1"}, "y": "0", "weight": "-1"}]}},
        "weight above 0",
    ),
    "a rate below 0": ({**DILATION, "rate": "-1"}, "above 0"),
    "another kind": ({**DILATION, "examples": {"least_squares": [{"A": {"0,0": "-1"}, "b": {}}]}}, "of its kind"),
    "an unknown kind": ({**DILATION, "examples": {"magic": [{"A": {"0,0": "-1"}, "b": {}}]}}, "of its kind"),
    "an index twice": (
        {**DILATION, "examples": {"quadratic": [{"A": {"0,0": "5", "00,0": "-1"}, "b": {}}]}},
        "not the index",
    ),
    "a case from the end": ({**COPY, "untouched": [{"case": -1, "coordinate": "i2"}]}, "counts from 1"),
    "a case that is no number": ({**COPY, "untouched": [{"case": True, "coordinate": "i2"}]}, "counts from 1"),
    "a name twice": ({**NAND, "coordinates": ["i1", "i1", "i3"]}, "different names"),
    "symbols as a text": ({**NAND, "symbols": "a"}, "different names"),
    "about nothing": ({**COPY, "cases": []}, "no cases"),
    "symbols that may cancel": ({**NAND, "symbols": ["a"], **ending("a")}, "cancel, too"),
    "division by a sum": (
        {**REGULARIZED, "map": {**REGULARIZED["map"], "shift": ["0", "0", "1/(eps1 - 1)"]}},
        "divides by a sum",
    ),
    "division by a sum that cancels": (
        {**REGULARIZED, "map": {**REGULARIZED["map"], "shift": ["0", "0", "0/(eps1 - 1)"]}},
        "divides by a sum",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_wrong_claims_are_refused_for_the_right_reason(name: str, tmp_path: Path) -> None:
    found, reason = WRONG[name]
    file = tmp_path / "claims.json"
    file.write_text(json.dumps({"format": "ogd-exact-barrier/1", "claims": [NAND, found]}))
    answer = barrier("check", file)
    assert answer.code == 1 and answer.out == "1 of 2 claims checked and proved.\n"
    assert answer.err.startswith(f"ogd-exact: {file}: claim 2 does not hold: ") and reason in answer.err


@in_full
def test_claims_of_all_models_pass_the_checker_in_a_process_of_its_own(tmp_path: Path) -> None:
    for model, count in (("svm", 38), ("svm-reg", 37)):
        file = tmp_path / f"{model}.json"
        assert barrier("--model", model, "--format", "json", "-o", file) == (0, "", f"wrote {file}\n")
        answer = typed("-m", "ogd_exact.barrier", "check", file, OGD_EXACT_NUMBERS="fraction")
        assert answer == (0, f"{count} of {count} claims checked and proved.\n", "")


def test_how_far_every_map_stays_away_is_the_least_distance() -> None:
    """The best affine approximation of NAND is (1 - a - b)/2, which is off by 1/2 everywhere."""
    assert "misses some case by 1/2 or more" in " ".join(barrier("--gadget", "destructive_nand").out.split())
    for a, b in itertools.product((1, -1), repeat=2):
        nand = -1 if a == b == 1 else 1
        assert abs(Fraction(1 - a - b, 2) - nand) == Fraction(1, 2)


@given(st.lists(st.fractions(max_denominator=50).filter(bool), min_size=1, max_size=4))
def test_no_rational_steps_with_one_weight_multiply_by_three(xs: list[Fraction]) -> None:
    """Each multiplies by 1 - 2x^2, which contains the prime 3 an even number of times; 3 contains it once."""
    product = math.prod(1 - 2 * x * x for x in xs)
    threes = 0
    while product.numerator % 3 == 0 or product.denominator % 3 == 0:
        product, threes = (product / 3, threes + 1) if product.numerator % 3 == 0 else (product * 3, threes - 1)
    assert threes % 2 == 0


@pytest.mark.parametrize(
    ("last", "holds"), [("-b", True), ("-b - 1", True), ("b", False), ("a", False), ("b - 1", False)]
)
def test_what_is_above_0_for_all_symbols_is_told_from_what_is_not(last: str, holds: bool) -> None:
    """Two cases begin alike and end a - last apart: a + b and a + b + 1 are nowhere 0, and a - b is where a = b."""
    found = {"coordinates": ["x"], "symbols": ["a", "b"], "verdict": "impossible"}
    found |= {"cases": [{"before": ["1"], "after": ["a"]}, {"before": ["1"], "after": [last]}]}
    for coefficients in (["1", "-1"], ["-1", "1"], ["a", "-a"]):
        certified = found | {"certificate": {"coordinate": "x", "coefficients": coefficients}}
        if holds:
            check(certified)
        else:
            with pytest.raises(BadCertificate, match="the weights after cancel, too"):
                check(certified)
