"""The page's stepper is a second implementation of the kernel: both take every step alike."""

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from explored import MODELS, Numbers, data_of, exactly, fraction, node, page_file

from conftest import needs_program, sampled
from ogd_exact.training.numbers.powers import plain
from ogd_exact.training.runs.simulation import Simulation
from reductions import reduction

RUNS: list[list[str]] = [
    *(["counter:2", "--model", model] for model in MODELS if model != "svm-reg"),
    ["counter:2", "--model", "perceptron"],
    ["gray:2", "--model", "svm-eta", "--eta", "1/3"],
    ["counter:1", "--model", "svm-eta-reg", "--eta", "1/3"],
    ["counter:1", "--model", "svm-eta-reg", "--eta", "4/9"],
    ["rule110:3", "--model", "dense-relu"],
    ["johnson:2", "--model", "svm-reg", "--lambda", "1/7"],
    ["lfsr:3", "--model", "svm", "--tables", "compact"],
    ["johnson:2", "--model", "svm-bias-reg", "--tables", "compact", "--lambda", "1/7"],
    ["collatz:2", "--max-passes", "3"],
    ["counter:2", "--target", "01"],
]


@pytest.mark.parametrize("arguments", sampled(RUNS, 3), ids=" ".join)
def test_every_step_is_that_of_the_kernel(tmp_path: Path, arguments: list[str]) -> None:
    needs_program("node", package="nodejs")
    data = data_of(page_file(tmp_path, *arguments))
    (tmp_path / "data.json").write_text(json.dumps(data))
    problem = reduction(*arguments)
    alpha = problem.parameters.get("alpha")
    numbers = Numbers(None if alpha is None else fraction(plain(alpha)))
    run = Simulation(problem)
    (threshold,) = map(int, data["step"]["kinks"])
    steps = node("trace.mjs", tmp_path / "data.json")
    assert len(steps) == data["outcome"]["steps"] > 0
    for (score, fired, kink, weights), moment in zip(steps, run.stepwise(), strict=False):
        place = f"step {moment.number}"
        assert numbers.read(score) == exactly(moment.margin + threshold), place
        assert (fired, kink) == (moment.fired, False), place
        assert [numbers.read(text) for text in weights] == [exactly(w) for w in run.weights.values()], place
    assert run.steps == len(steps)


def test_a_late_moment_costs_no_more_than_a_pass(tmp_path: Path) -> None:
    """A run of a million steps: the page goes to its end by the circuit, and steps through the last pass alone."""
    needs_program("node", package="nodejs")
    data = data_of(page_file(tmp_path, "counter:10"))
    (tmp_path / "data.json").write_text(json.dumps(data))
    outcome = data["outcome"]
    assert outcome["verdict"] == "accepted" and outcome["steps"] > 1_000_000
    last = outcome["passes"] - 1
    found = node("trace.mjs", tmp_path / "data.json", last, outcome["steps"] - last * data["examples"])
    assert found["computed"] <= 2 * data["examples"]
    assert found["weights"][data["accept"]] == "1"
    assert len(page_file(tmp_path, "counter:10").read_bytes()) < 200_000


FIELDS: dict[str, dict[str, str]] = {
    "rationals": {"kind": "rationals"},
    "powers": {"kind": "powers", "name": "alpha", "base": "3/4"},
    "surds": {"kind": "surds", "name": "root", "square": "6"},
}


def grown(source: random.Random, names: list[str], depth: int) -> str:
    if depth == 0 or source.random() < 0.15:
        return source.choice([*names, str(source.randint(0, 9))])
    left, right = grown(source, names, depth - 1), grown(source, names, depth - 1)
    shape = source.choice(["({}) + ({})", "({}) - ({})", "({}) * ({})", "({}) / ({})", "-({0})", "({0})^2", "({0})^-1"])
    return shape.format(left, right)


class Root:
    """a + b*sqrt(6), to compare with: nothing but the definitions."""

    def __init__(self, a: Fraction, b: Fraction = Fraction(0)) -> None:
        self.a, self.b = a, b

    def __add__(self, other: Any) -> Any:
        return Root(self.a + other.a, self.b + other.b)

    def __sub__(self, other: Any) -> Any:
        return Root(self.a - other.a, self.b - other.b)

    def __mul__(self, other: Any) -> Any:
        return Root(self.a * other.a + 6 * self.b * other.b, self.a * other.b + self.b * other.a)

    def __truediv__(self, other: Any) -> Any:
        norm = other.a**2 - 6 * other.b**2
        return self * Root(other.a / norm, -other.b / norm)

    def sign(self) -> int:
        near = float(self.a) + float(self.b) * 6**0.5
        assert abs(near) > 1e-6 or self.a == self.b == 0
        return (near > 0) - (near < 0) if self.a or self.b else 0


def worth(text: str, names: dict[str, Root]) -> Root:
    """The value of what `grown` wrote, read back by its brackets."""
    if text in names:
        return names[text]
    if text.isdigit():
        return Root(Fraction(text))
    if text.startswith("-("):
        return Root(Fraction(0)) - worth(text[2:-1], names)
    depth = 0
    for place, character in enumerate(text):  # noqa: B007
        depth += (character == "(") - (character == ")")
        if depth == 0:
            break
    left, rest = worth(text[1:place], names), text[place + 1 :]
    if rest == "^2":
        return left * left
    if rest == "^-1":
        return Root(Fraction(1)) / left
    right = worth(rest[4:-1], names)
    operations = {"+": left.__add__, "-": left.__sub__, "*": left.__mul__, "/": left.__truediv__}
    result = operations[rest[1]](right)
    assert isinstance(result, Root)
    return result


@pytest.mark.parametrize("kind", FIELDS)
def test_the_page_computes_exactly(tmp_path: Path, kind: str) -> None:
    needs_program("node", package="nodejs")
    names = {"powers": {"alpha": Root(Fraction(3, 4))}, "surds": {"root": Root(Fraction(0), Fraction(1))}}.get(kind, {})
    source = random.Random(7)
    texts = [grown(source, [*names] * 3, 4) for _ in range(400)]
    (tmp_path / "asked.json").write_text(json.dumps([[FIELDS[kind], text] for text in texts]))
    numbers, divided = Numbers(Fraction(3, 4)), 0
    for text, (found, *about) in zip(texts, node("evaluate.mjs", tmp_path / "asked.json"), strict=True):
        try:
            expected = worth(text, names)
        except ZeroDivisionError:
            assert found == "division by zero", text
            divided += 1
            continue
        assert numbers.read(found) == (expected.a, expected.b), text
        sign, approx = about
        assert sign == expected.sign(), text
        assert approx == pytest.approx(float(expected.a) + float(expected.b) * 6**0.5, rel=1e-9, abs=1e-9), text
    assert 0 < divided < 200
