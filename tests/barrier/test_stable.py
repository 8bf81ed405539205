"""Stability: bounds by hand, the theorem on random runs, definiteness against floating point, contracts, files."""

import json
import math
import operator
import random
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from barrier_command import barrier

from conftest import called, needs
from conftest import examples as so_many
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.limits.stable.examples import LOSSES, read_training
from ogd_exact.limits.stable.steps import definite, form

SLOPES: dict[str, Callable[[Any, Any], Any]] = {
    "squared": lambda z, y: 2 * (z - y),
    "squared-hinge": lambda z, y: -2 * y * max(0, 1 - y * z),
    "logistic": lambda z, y: -y / (1 + math.exp(y * z)),
    "huber": lambda z, y: max(Fraction(-3, 4), min(Fraction(3, 4), z - y)),
}


@pytest.mark.parametrize("loss", LOSSES)
def test_the_constant_is_the_least_bound_on_the_slope_of_the_derivative(loss: str) -> None:
    slope, bound = SLOPES[loss], float(LOSSES[loss].lipschitz)
    points = [Fraction(k, 64) for k in range(-256, 257)]
    for y in (-1, 1):
        changes = [float((slope(b, y) - slope(a, y)) * 64) for a, b in zip(points, points[1:], strict=False)]
        assert min(changes) >= 0 and 0.999 * bound < max(changes) <= bound * (1 + 1e-9)


def asked(path: Path, text: str, *options: str) -> dict[str, Any]:
    path.write_text(text)
    answer = barrier("stable", path, "--format", "json", *options)
    found: dict[str, Any] = json.loads(answer.out)
    assert answer.code == (0 if found["stable"] else 1) and answer.err == ""
    return found


def test_bounds_by_hand(tmp_path: Path) -> None:
    """|x|^2 is 5/4, 17/16 and 45/16."""
    text = "height,width,y\n0.5,1,1\n-1,0.25,-1\n0.75,-15e-1,1\n"
    found = asked(tmp_path / "t.csv", text, "--eta", "1/3")
    assert found["largest"] == {"bound": "15/8", "line": 4} and found["stable_rates_below"] == "16/45"
    assert asked(tmp_path / "t.csv", text, "--eta", "16/45")["stable"] is False  # the edge itself
    found = asked(tmp_path / "t.csv", text, "--eta", "1", "--loss", "logistic")
    assert found["stable"] and found["largest"]["bound"] == "45/64"
    assert asked(tmp_path / "t.csv", text, "--eta", "1", "--loss", "huber")["unstable"] == 1


def test_a_swap_is_on_the_edge_and_cycles(tmp_path: Path) -> None:
    text = "1,-1,0\n"
    assert not asked(tmp_path / "t.csv", text, "--eta", "1/2")["stable"]
    assert asked(tmp_path / "t.csv", text, "--eta", "499/1000")["stable"]
    assert not asked(tmp_path / "t.csv", text, "--eta", "1/2", "--batch", "mean")["stable"]


def test_a_batch_by_hand(tmp_path: Path) -> None:
    """x x^T of (1, 0), (1, 0), (0, 2) add up to the diagonal (2, 4): stable below eta = 1/4, or 3/4 for the mean."""
    text = "1,0,1\n1,0,2\n0,2,1\n"
    for eta, kind, stable in (("6/25", "sum", True), ("1/4", "sum", False), ("74/100", "mean", True)):
        assert asked(tmp_path / "t.csv", text, "--eta", eta, "--batch", kind)["stable"] is stable
    found = asked(tmp_path / "t.csv", text, "--eta", "3/10", "--batch", "sum")
    assert found["direction"] == {"1": "1"}
    # Apart, steps are stable up to 1/4 as well; together with the same direction they would not be.
    assert not asked(tmp_path / "t.csv", "1,1\n1,1\n", "--eta", "1/2", "--batch", "sum")["stable"]
    assert asked(tmp_path / "t.csv", "1,1\n1,1\n", "--eta", "1/2")["stable"]


@pytest.mark.parametrize("loss", LOSSES)
def test_stable_steps_never_drive_states_apart(tmp_path: Path, loss: str) -> None:
    choose = random.Random(loss)
    for _ in range(so_many(60)):
        rows = [([choose.randint(-4, 4) / 4 for _ in range(3)], choose.choice((-1, 1))) for _ in range(5)]
        path = tmp_path / "t.csv"
        path.write_text("".join(f"{','.join(map(str, x))},{y}\n" for x, y in rows))
        most = max(sum(v * v for v in x) for x, _ in rows)
        eta = 0.999 * 2 / (float(LOSSES[loss].lipschitz) * most) if most else 1.0
        u, v = ([choose.uniform(-3, 3) for _ in range(3)] for _ in range(2))
        for x, y in rows * 3:
            before = math.dist(u, v)
            slopes = [float(SLOPES[loss](sum(map(operator.mul, w, x)), y)) for w in (u, v)]
            u, v = ([a - eta * s * b for a, b in zip(w, x, strict=True)] for w, s in zip((u, v), slopes, strict=True))
            assert math.dist(u, v) <= before + 1e-9


def test_definiteness_agrees_with_eigenvalues() -> None:
    numpy = needs("numpy", "numpy")
    choose, seen = random.Random(1), set()
    for _ in range(so_many(300)):
        count = choose.randint(1, 6)
        half = [[choose.randint(-3, 3) for _ in range(count)] for _ in range(count)]
        shift = choose.randint(0, 12)
        matrix = [[half[i][j] + half[j][i] + shift * (i == j) for j in range(count)] for i in range(count)]
        least = min(numpy.linalg.eigvalsh(numpy.array(matrix, dtype=float)))
        exact = [[rational(v) for v in row] for row in matrix]
        pivots, direction = definite(exact)
        seen.add(direction is None)
        if abs(least) > 1e-6:
            assert (direction is None) == (least > 0)
        if direction is None:
            assert math.prod(map(Fraction, pivots)) == round(numpy.linalg.det(numpy.array(matrix, dtype=float)))
        else:
            assert any(direction) and not form(exact, direction) > 0
    assert seen == {True, False}


def test_contracts_of_the_paper() -> None:
    answer = barrier("stable", "--format", "json")
    found = {c["name"]: (c.get("why"), c.get("distance_squared")) for c in json.loads(answer.out)["contracts"]}
    assert answer.code == 0 and found == {
        "reset": (None, None),
        "not": ("turned", {"before": "4", "after": "4"}),
        "copy": ("driven apart", {"before": "4", "after": "8"}),
        "destructive_nand": ("turned", {"before": "4", "after": "4"}),
        "set_false_if_unset": ("driven apart", {"before": "1", "after": "4"}),
        "copy_if_true": ("driven apart", {"before": "4", "after": "5"}),
    }


@pytest.mark.parametrize(
    ("entry", "final", "why"),
    [
        ([["0"], ["1"]], [["5"], ["6"]], None),  # a translation
        ([["0"], ["1"]], [["0"], ["1/2"]], None),
        ([["0"], ["1"]], [["0"], ["9/8"]], "driven apart"),
        ([["0"], ["1"]], [["6"], ["5"]], "turned"),
        ([["0"], ["1"]], [["*"], ["5"]], None),
        ([["0", "0"], ["1", "0"]], [["*", "0"], ["*", "2"]], "driven apart"),
        ([["0", "0"], ["1", "0"]], [["*", "0"], ["*", "1"]], "turned"),
    ],
)
def test_contracts_by_hand(tmp_path: Path, entry: Any, final: Any, why: str | None) -> None:
    names = json.dumps(["a", "b"][: len(entry[0])])
    path = tmp_path / "mine.toml"
    path.write_text(f"[contract]\ncoordinates = {names}\nentry = {json.dumps(entry)}\nfinal = {json.dumps(final)}\n")
    (found,) = json.loads(barrier("stable", "--contract", path, "--format", "json").out)["contracts"]
    assert found.get("why") == why


def test_symbols_are_decided_for_all_values_or_not_at_all() -> None:
    found = json.loads(barrier("stable", "--model", "svm-eta", "--format", "json").out)["contracts"]
    assert [c["impossible"] for c in found] == [False, True, True, True, True, True]
    assert not any(
        c["impossible"]
        for c in json.loads(barrier("stable", "--model", "svm-reg", "--format", "json").out)["contracts"]
    )


def test_training_sets_of_circuits_are_read(tmp_path: Path) -> None:
    assert called("reduce", "counter:2", "-o", tmp_path / "c.jsonl").code == 0
    lines = [json.loads(line) for line in (tmp_path / "c.jsonl").read_text().splitlines()]
    most = max(sum(Fraction(v) ** 2 for v in line["x"].values()) for line in lines[1:])
    found = json.loads(barrier("stable", tmp_path / "c.jsonl", "--loss", "squared-hinge", "--format", "json").out)
    assert found["largest"]["bound"] == str(2 * most) and found["examples"] == len(lines) - 1 and found["rate"] == "1"


HEAD = '{"format": "ogd-exact/1", "parameters": {"eta": "1"}}\n'
RULED = '}, "step": {%s, "rate": "1", "regularizer": "0", "momentum": null, "nesterov": false}}'
STEP = '{"rate": "%s", "state": "%s", "regularizer": "0", "momentum": null, "nesterov": false}'
REFUSED: dict[str, tuple[str | bytes, list[str], str]] = {
    "empty": ("", ["--eta", "1"], "has no examples"),
    "one column": ("1\n", ["--eta", "1"], ":1:1: expected features and then a label"),
    "names alone": ("a,b\n", ["--eta", "1"], "has no examples"),
    "a word": ("1,2,3\n1,x,3\n", ["--eta", "1"], ":2:3: expected a number, found 'x'"),
    "not a number": ("1,2,3\n1,nan,3\n", ["--eta", "1"], ":2:3: expected a number, found 'nan'"),
    "a gap": ("1,2,3\n1,,3\n", ["--eta", "1"], ":2:3: expected a number"),
    "a zero below": ("1,2,3\n1,1/0,3\n", ["--eta", "1"], ":2:3: expected a number"),
    "fewer": ("1,2,3\n1,3\n", ["--eta", "1"], ":2:1: expected 3 columns as in the first, found 2"),
    "names beside a number": (
        "a,2,3\n",
        ["--eta", "1"],
        ":1:1: expected a number, found 'a'; the first line is of names only if",
    ),
    "a name and no number beside it": ("1,2,3\na,b,c\n", ["--eta", "1"], ":2:1: expected a number, found 'a'"),
    "names with a gap": (",a,b\n0,1,2\n", ["--eta", "1"], ":1:1: expected a number, found ''"),
    "a quote": ('1,"2,3\n', ["--eta", "1"], ":1:3: a cell in quotes ends with a quote"),
    "labels": ("1,2,0\n", ["--eta", "1", "--loss", "logistic"], ":1: the labels of log"),
    "no rate": ("1,2,0\n", [], "has no learning rate above 0; give --eta"),
    "negative rate": ("1,2,0\n", ["--eta", "0"], "--eta is above 0"),
    "a rate in words": ("1,2,0\n", ["--eta", "x"], "--eta 'x' is not a number"),
    "bytes": (b"1,2,0\n\xff", ["--eta", "1"], ":2: is not UTF-8"),
    "a header": ("{}\n", [], ':1: expected a header with "format": "ogd-exact/1"'),
    "an open header": ('{"format"\n', [], ":1: expected a header"),
    "deep": ("{" + '"a":[' * 100_000 + "\n", [], ":1: expected a header"),
    "a regularizer": (HEAD.replace("}}", ', "lambda": "3"}}'), [], ":1: is of steps with a regularizer"),
    "momentum": (HEAD.replace("}}", '}, "momentum": "nesterov"}'), [], ":1: is of steps with a regularizer"),
    "signs": (HEAD.replace("}}", RULED % '"along": "sign"'), [], ":1: is of steps along signs"),
    "a box": (HEAD.replace("}}", RULED % '"after": {}'), [], ":1: is of steps along signs, or that something follows"),
    "mu": (HEAD.replace("}}", ', "mu": "1/2"}}'), [], ":1: is of steps with a regularizer or momentum"),
    "bias": (
        HEAD.replace("}}", '}, "rule": "hinge-bias"}'),
        [],
        ":1: has a weight that is not in its x, such as a bias",
    ),
    "a state": (
        HEAD.replace("}}", f'}}, "step": {STEP % ("1", "hidden")}}}'),
        [],
        ":1: has a weight that is not in its x",
    ),
    "another rate": (HEAD.replace("}}", f'}}, "step": {STEP % ("2", "")}}}'), [], ":1: the step is not that of the"),
    "another rule": (HEAD.replace("}}", f'}}, "rule": "hinge", "step": {STEP % ("1", "")}}}'), [], "the step is not"),
    "a step in words": (HEAD.replace("}}", '}, "step": "hinge"}'), [], ":1: the step is not that of the rule"),
    "no examples": (HEAD.strip(), [], "has no examples"),
    "a float": (HEAD + '{"x": {"0": 0.5}, "y": "1"}', [], ":2: 0.5 is a number without quotes"),
    "an index": (HEAD + '{"x": {"-1": "1"}, "y": "1"}', [], ":2: '-1' is not an index"),
    "a matrix": (HEAD + '{"A": {}}', [], ":2: unknown key 'A'"),
    "a weight": (HEAD + '{"x": {}, "y": "1", "weight": "0"}', [], ":2: a weight is above 0"),
    "a model": ("1,2,0\n", ["--eta", "1", "--model", "svm"], "--model is for contracts"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_wrong_is_refused_for_its_own_reason(tmp_path: Path, name: str) -> None:
    content, options, reason = REFUSED[name]
    path = tmp_path / "t"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    answer = barrier("stable", path, *options)
    assert (answer.code, answer.out) == (2, "") and answer.err.count("\n") == 1 and reason in answer.err


@pytest.mark.parametrize("command", [["stable"], []])
def test_contracts_with_momentum_are_of_other_steps(command: list[str]) -> None:
    answer = barrier(*command, "--tables", "rules", "--model", "svm-nesterov")
    assert (answer.code, answer.out) == (2, "") and "svm-nesterov has momentum" in answer.err


def test_options_for_training_need_one() -> None:
    assert "--loss is for a training set" in barrier("stable", "--loss", "squared").err


def test_a_large_batch_is_decided_by_its_trace_or_refused(tmp_path: Path) -> None:
    text = "".join(f'{{"x": {{"{i}": "1"}}, "y": "1"}}\n' for i in range(201))
    assert asked(tmp_path / "t", HEAD + text, "--eta", "1/300", "--batch", "sum")["trace"] == "67/50"
    answer = barrier("stable", tmp_path / "t", "--batch", "sum")
    assert answer.code == 2 and "at most 200 weights, not 201" in answer.err


NUMERALS = {
    "0.1": "1/10", "-2.50": "-5/2", "1e-3": "1/1000", "3/4": "3/4", "1E2": "100", "+2": "2", "2.": "2", ".5": "1/2",
    '"2"': "2", ' "+.25e+1" ': "5/2", "+3/4": "3/4", "007": "7", "1e3": "1000", "0.1e-1": "1/100", "-.5": "-1/2",
}  # fmt: skip
NO_NUMERALS = [
    "nan", "NaN", "inf", "-inf", "+Infinity", "1e", "1e1000", "0x10", "1_000", "1 000", '"1,5"', "++2", "+-2",
    "2+", ".", "+", "1/0", "1/-2", "1.5/2", "(2)", "$2", "2%", "\u22122", "\u0662", "\u00bd", "\u221e", "-", "?", "NA",
    "#N/A", "null", "True", "", '""', "1;2",
]  # fmt: skip


def test_numbers_are_exactly_what_they_say_and_the_first_line_may_hold_them(tmp_path: Path) -> None:
    for number, value in NUMERALS.items():
        (tmp_path / "t").write_text(f"{number},1\r\n1,1\r\n")
        found = read_training(str(tmp_path / "t"), LOSSES["squared"])
        assert [str(row.x[0]) for row in found.rows] == [value, "1"] and found.names is None


@pytest.mark.parametrize("cell", NO_NUMERALS)
def test_what_could_be_a_number_and_is_not_understood_is_refused_where_it_stands(tmp_path: Path, cell: str) -> None:
    """Nor is it taken for a name, be all its neighbours names."""
    for line in (f"{cell},1", f"{cell},{cell}", f"{cell},name"):
        (tmp_path / "t").write_text(f"{line}\n1,1\n")
        answer = barrier("stable", tmp_path / "t", "--eta", "1/9")
        assert (answer.code, answer.out) == (2, "") and ":1:1: expected a number, found " in answer.err


def test_a_first_row_is_not_taken_for_names(tmp_path: Path) -> None:
    """w goes 1 -> 1 - 2/4 * 2 * 2 * 1 = -1 -> 1 by the first row; the second has nothing at that weight."""
    found = asked(tmp_path / "cycle.csv", "+2,+0,+0\n0,0.5,0\n", "--eta", "1/4")
    assert (found["stable"], found["examples"], found["names"]) == (False, 2, None)


@pytest.mark.parametrize(
    ("names", "read"),
    [
        ("height,width,label", ["height", "width", "label"]),
        ('x1,"a, b",_2', ["x1", "a, b", "_2"]),
        ("\ufeff# height (m), \u00b0C ,e5", ["# height (m)", "\u00b0C", "e5"]),
    ],
)
def test_the_report_says_what_the_first_line_was_taken_for(tmp_path: Path, names: str, read: list[str]) -> None:
    found = asked(tmp_path / "t.csv", f"{names}\n1,0,1\n0,1,1\n", "--eta", "1/9")
    assert (found["examples"], found["names"], found["largest"]["line"]) == (2, read, 2)
    assert ": 2 examples after a line of names, 2 weights;" in barrier("stable", tmp_path / "t.csv", "--eta", "1/9").out
    (tmp_path / "t.csv").write_text("1,0,1\n0,1,1\n")
    assert ": 2 examples from the first line on," in barrier("stable", tmp_path / "t.csv", "--eta", "1/9").out


def test_a_long_cell_takes_no_long_time(tmp_path: Path) -> None:
    for text in ('"' * 2_000_001, '"' + '""' * 10**6, " " * 2_000_000 + '"', "1" * 2_000_000 + "x", '1,"' * 500_000):
        (tmp_path / "t").write_text(f"{text}\n")
        began = time.monotonic()
        assert barrier("stable", tmp_path / "t", "--eta", "1").code == 2 and time.monotonic() - began < 5
