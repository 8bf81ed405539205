"""Refutations: what exists is never refuted, and no evidence that was tampered with is believed."""

import copy
import json
import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from conftest import called, everything, needs
from ogd_exact.core.kernel.errors import BadCertificate, InputError
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.rules import RULES
from ogd_exact.gadgets.reading.folder import paper
from ogd_exact.gadgets.synthesis.evidence import check_evidence, problem_words
from ogd_exact.gadgets.synthesis.problem import Problem, mirrored
from ogd_exact.gadgets.synthesis.reason import find_reason


@pytest.fixture(autouse=True)
def solvers() -> None:
    needs("z3", "z3-solver")


def hinge(w: list[Fraction], x: list[Fraction], _: Fraction) -> tuple[bool, list[Fraction]] | None:
    margin = sum(a * b for a, b in zip(w, x, strict=True)) - 1
    return None if margin == 0 else (margin < 0, [a + b for a, b in zip(w, x, strict=True)] if margin < 0 else w)


def relu(w: list[Fraction], x: list[Fraction], y: Fraction) -> tuple[bool, list[Fraction]] | None:
    margin = sum(a * b for a, b in zip(w, x, strict=True))
    moved = [a - 2 * (margin - y) * b for a, b in zip(w, x, strict=True)]
    return None if margin == 0 else (margin > 0, moved if margin > 0 else w)


@pytest.mark.parametrize(("model", "step"), [("svm", hinge), ("dense-relu", relu)])
@pytest.mark.parametrize("seed", range(40 if everything else 8))
def test_what_examples_do_is_never_refuted(model: str, step: Callable[..., Any], seed: int) -> None:
    """Random examples keep the contract that lists where they lead, by a second implementation of the rule."""
    luck = random.Random(f"{model} {seed}")
    steps, width, cases = luck.randint(1, 2), luck.randint(1, 2), luck.randint(1, 2)
    xs = [[Fraction(luck.randint(-4, 4), 2) for _ in range(width)] for _ in range(steps)]
    ys = [Fraction(luck.randint(-4, 4), 2) for _ in range(steps)]
    starts = [[Fraction(luck.randint(-3, 3), 2) for _ in range(width)] for _ in range(cases)]
    ends, pattern = [], []
    for w in starts:
        fired = []
        for x, y in zip(xs, ys, strict=True):
            done = step(w, x, y)
            if done is None:
                return  # on the kink, which no table may be
            fired.append(done[0])
            w = done[1]
        pattern.append(tuple(fired))
        ends.append(w)
    names = tuple("ab"[:width])
    lines = [tuple(tuple(map(str, line)) for line in block) for block in (starts, ends)]
    problem = Problem(paper().models[model], Contract("g", "", names, entry=lines[0], final=lines[1]), steps)
    values = {f"x{t + 1}_{c}": xs[t][k] for t in range(steps) for k, c in enumerate(names)}
    values |= {f"y{t + 1}": y for t, y in enumerate(ys)}
    system = problem.system(tuple(pattern))
    if not problem.names_margins:
        assert all(at(problem, equation, values) == 0 for equation in system.equations)
        assert all(at(problem, value, values) > 0 for value in system.positive)
    for length in range(cases + 1):
        assert find_reason(problem, tuple(pattern[:length])) is None


def at(problem: Problem, polynomial: Any, values: dict[str, Fraction]) -> Any:
    total = rational(0)
    for powers, coefficient in polynomial.terms():
        term = rational(int(coefficient.numerator), int(coefficient.denominator))
        for name, power in zip(problem.names, powers, strict=True):
            term *= rational(values.get(name, Fraction(0))) ** power if power else 1
        total += term
    return total


def test_labels_of_the_hinge_mirror_each_other() -> None:
    assert mirrored(RULES["hinge"]) and not mirrored(RULES["dense-relu"])


@cache
def evidence() -> str:
    import ogd_exact as ogd

    return ogd.synthesize("copy", "svm", minimal=True).evidence()


def test_evidence_counts_every_pattern_once() -> None:
    _, counts, nonzeros = check_evidence(json.loads(evidence()))
    assert {steps: found.total for steps, found in counts.items()} == {1: 4, 2: 16} and nonzeros == 0
    assert not any(found.solvers for found in counts.values())


def drop(data: Any) -> None:
    data["claims"][1]["refuted"].pop()


def twice(data: Any) -> None:
    data["claims"][1]["refuted"].append(data["claims"][1]["refuted"][0])


def below(data: Any) -> None:
    one = data["claims"][1]["refuted"][0]
    data["claims"][1]["refuted"].append({**one, "pattern": [*one["pattern"], [1, 1]]})


def certified(data: Any) -> Any:
    return next(one for one in data["claims"][1]["refuted"] if any(any(t[1]) for t in one["terms"]))


def negative(data: Any) -> None:
    term = certified(data)["terms"][0]
    term[0] = "-" + term[0]


def zero(data: Any) -> None:
    for one in data["claims"][1]["refuted"]:
        one |= {"terms": [["0", t[1]] for t in one["terms"]], "squares": [], "multipliers": []}


def nothing(data: Any) -> None:
    certified(data).update(terms=[], squares=[], multipliers=[])


def negative_square(data: Any) -> None:
    """1 - 1 * 1^2 = 0 would refute everything."""
    one = data["claims"][1]["refuted"][0]
    count = len(one["terms"][0][1])
    one |= {"terms": [["1", [0] * count]], "squares": [["-1", [["1", [0] * 4]]]], "multipliers": []}


def multiplier(data: Any) -> None:
    one = next(one for one in data["claims"][1]["refuted"] if one["multipliers"])
    one["multipliers"][0][1][0][0] = "12345/7"


def other_equation(data: Any) -> None:
    one = next(one for one in data["claims"][1]["refuted"] if one["multipliers"])
    one["multipliers"][0][0] = -1


def other_pattern(data: Any) -> None:
    first, second = data["claims"][1]["refuted"][-2:]
    first["pattern"], second["pattern"] = second["pattern"], first["pattern"]


def easier_contract(data: Any) -> None:
    data["contract"]["after"] = {}


def other_encoding(data: Any) -> None:
    data["model"]["encoding"] = {"true": "2", "false": "0", "unset": "0"}


def fewer_solvers(data: Any) -> None:
    one = data["claims"][1]["refuted"][0]
    one.clear()
    one |= {"pattern": [[1, 1], [1, 1]], "solvers": ["z3 1", "z3 2"]}


def no_claims(data: Any) -> None:
    data["claims"] = []


def supports(data: Any) -> None:
    data["nonzeros"] = 1


@pytest.mark.parametrize(
    "spoil",
    [drop, twice, below, negative, zero, nothing, negative_square, multiplier, other_equation, other_pattern,
     easier_contract, other_encoding, fewer_solvers, no_claims, supports],
)  # fmt: skip
def test_evidence_that_was_tampered_with_is_refused(spoil: Callable[[Any], None]) -> None:
    data = copy.deepcopy(json.loads(evidence()))
    spoil(data)
    with pytest.raises(BadCertificate):
        check_evidence(data)


@pytest.mark.parametrize(
    "data",
    [
        None, [], {}, {"format": "ogd-exact-synthesis/1"}, {"format": "other"}, "text", 7,
    ],
)  # fmt: skip
def test_what_is_no_evidence_is_refused(data: Any) -> None:
    with pytest.raises(InputError, match="is no evidence of format"):
        check_evidence(data)


@pytest.mark.parametrize(
    ("key", "value"),
    [("steps", 10**9), ("steps", True), ("steps", "2"), ("refuted", [{"pattern": [[2]]}]), ("refuted", 5),
     ("refuted", [{"pattern": [], "terms": [["1", [10**9]]], "squares": [], "multipliers": []}]),
     ("refuted", [{"pattern": [], "terms": [["1e9", []]], "squares": [], "multipliers": []}]),
     ("refuted", [{"pattern": [], "terms": [["1/0", []]], "squares": [], "multipliers": []}])],
)  # fmt: skip
def test_hostile_values_in_evidence_are_refused(key: str, value: Any) -> None:
    data = copy.deepcopy(json.loads(evidence()))
    data["claims"][1][key] = value
    with pytest.raises((InputError, BadCertificate)):
        check_evidence(data)


def test_the_command_says_that_evidence_does_not_hold(tmp_path: Any) -> None:
    data = json.loads(evidence())
    drop(data)
    file = tmp_path / "evidence.json"
    file.write_text(json.dumps(data))
    answer = called("synthesize", "--check", file)
    assert answer.code == 1 and "does not hold: nothing refutes the pattern" in answer.err


def test_what_two_solvers_say_is_not_called_proved(tmp_path: Any) -> None:
    data = json.loads(evidence())
    for one in data["claims"][1]["refuted"]:
        for key in ("terms", "squares", "multipliers"):
            del one[key]
        one["solvers"] = ["z3 1", "cvc5 2"]
    file = tmp_path / "evidence.json"
    file.write_text(json.dumps(data))
    answer = called("synthesize", "--check", file)
    assert answer.code == 3 and "16 by two solvers" in answer.out and "not proved" in answer.out.splitlines()[-1]


@pytest.mark.parametrize(
    ("place", "key", "value"),
    [
        (("model",), "name", "svm (proved)\nnand(a bit)"),
        ((), "gadget", "copy\nchecked and proved"),
        (("model", "encoding"), "true", "x1_i1"),  # the name of an unknown
        (("model", "encoding"), "1", "2"),
        (("contract", "after"), "i2", "any"),  # without being among the free ends
        (("always",), "i1", "x1_i2"),
        ((), "nonzeros", float("inf")),
        ((), "nonzeros", -1),
        (("model",), "momentum", "1/2"),  # of which the reasons say nothing
        (("model",), "rule", "perceptron"),  # whose step is another
        (("model",), "learning_rate", "2"),
        (("model", "step"), "kinks", ["0"]),
        (("model", "step"), "along", "sign"),
        (("contract",), "note", "proved"),
        ((), "version", "2"),
        ((), "momentum", "1/2"),
        (("claims", 0), "region", "alpha > 0"),
        (("claims", 0, "refuted", 0), "solvers", ["z3 1", "cvc5 2"]),  # beside an identity: which of them counts?
    ],
)
def test_evidence_says_nothing_but_what_is_checked(place: tuple[Any, ...], key: str, value: Any) -> None:
    data = json.loads(evidence())
    at_place = data
    for name in place:
        at_place = at_place[name]
    at_place[key] = value
    with pytest.raises(InputError):
        check_evidence(data)


def test_what_evidence_says_stays_in_its_line() -> None:
    data = json.loads(evidence())
    data["model"]["learning_rate"] = data["model"]["step"]["rate"] = "1\n+0"
    assert len(problem_words(check_evidence(data)[0]).splitlines()) == 2


def test_patterns_of_many_steps_are_not_listed() -> None:
    data = json.loads(evidence())
    data["claims"] = [{"steps": 300, "supports": [], "refuted": [{"pattern": [[1] * 300], "solvers": ["z3", "cvc5"]}]}]
    with pytest.raises(BadCertificate, match="nothing refutes the pattern"):
        check_evidence(data)


def test_momentum_is_not_searched() -> None:
    """The search would take velocities for weights that examples name, and refute what momentum can do."""
    answer = called("synthesize", "--contract", "not", "--tables", "rules", "--model", "svm-momentum", "--steps", "1")
    assert answer.code == 2 and "has momentum" in answer.err


BIASED = ["--tables", "compact", "--model", "svm-bias", "--always", "b1=-1", "--always", "b2=-1"]


def test_with_a_bias_labels_of_both_kinds_are_searched(tmp_path: Any) -> None:
    """With an entry that is given, x cannot be turned round: a shipped table has labels 1, 1, -1."""
    file = tmp_path / "evidence.json"
    answer = called("synthesize", *BIASED, "--contract", "move_if_true", "--minimal", "--evidence", file)
    assert answer.code == 0 and answer.out.endswith("found: 3 steps, verified, proved least\n")
    assert "2 steps: none of 64 firing patterns" in answer.out  # 16 for each of four choices of labels
    assert called("synthesize", "--check", file).code == 0
    data = json.loads(file.read_text())
    assert {tuple(claim["labels"]) for claim in data["claims"] if claim["steps"] == 1} == {(1,), (-1,)}
    for claims in ([one for one in data["claims"] if one["labels"] != [-1]],
                   [{**one, "labels": [1] * one["steps"]} for one in data["claims"]],
                   [{**one, "labels": []} for one in data["claims"] if set(one["labels"]) == {1}]):  # fmt: skip
        with pytest.raises(BadCertificate):
            check_evidence({**data, "claims": claims})


@pytest.mark.parametrize("more", [{"always": {"i1": "-1"}}, {"nonzeros": 1}])
def test_kinds_of_many_steps_are_not_listed(more: dict[str, Any]) -> None:
    refuted = [{"pattern": [], "solvers": ["z3", "cvc5"]}]
    claims = [{"steps": 300, "supports": [], "labels": [], "refuted": refuted}]
    with pytest.raises(BadCertificate, match="leave out which coordinates or labels"):
        check_evidence({**json.loads(evidence()), **more, "claims": claims})
