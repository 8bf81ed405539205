"""What barrier rule says of a rule given as data, against steps by fractions that know nothing of the package."""

import json
import random
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from conftest import called, examples

AFFINE, FALLING = "the rule is affine", "the rule never rises"
RULES = {
    "plain": ('[rule]\nscore = "y - p"\nkinks = []\nmoves = [{ x = "3*(y - p) + 1" }]\n', 0, AFFINE),
    "bias": (
        '[rule]\nscore = "y - p - b"\nkinks = ["1"]\nstate = { b = "bias" }\n'
        'moves = [{ x = "y - p - b", b = "p + y^2" }, { b = "p + y*y", x = "y - b - p" }]\n',
        0,
        AFFINE,
    ),
    "decay": (
        'regularizer = "1/4"\n[rule]\nregularized = true\nscore = "p"\nkinks = []\nmoves = [{ x = "y" }]\n',
        0,
        AFFINE,
    ),
    "momentum": ('momentum = "1/2"\n[rule]\nscore = "p"\nkinks = []\nmoves = [{ x = "y - p" }]\n', 0, AFFINE),
    "label": ('[rule]\nscore = "p"\nkinks = ["0"]\nmoves = [{ x = "p" }, { x = "y*p" }]\nlabels = ["1"]\n', 0, AFFINE),
    "labels": ('[rule]\nscore = "p"\nkinks = ["0"]\nmoves = [{}, { x = "y" }]\nlabels = ["1", "-1"]\n', 1, "case 5"),
    "product": ('[rule]\nscore = "p"\nkinks = []\nstate = { b = "" }\nmoves = [{ x = "b*p" }]\n', 3, "a state"),
    "square": ('[rule]\nscore = "p"\nkinks = []\nmoves = [{ x = "p^2 + y" }]\n', 3, "affine between kinks"),
    "nothing": ('[rule]\nscore = "p"\nkinks = ["0"]\nmoves = [{}, { x = "p - p" }]\n', 0, AFFINE),
    "falling": ('[rule]\nscore = "p - y"\nkinks = ["1"]\nmoves = [{ x = "p - y" }, { x = "9*(p - y)" }]\n', 0, FALLING),
    "jump": ('[rule]\nscore = "p - y"\nkinks = ["1"]\nmoves = [{ x = "p - y" }, { x = "p - y - 1" }]\n', 3, "no end"),
    "growing": (
        '[rule]\nscore = "y*p"\nkinks = ["1"]\nmoves = [{}, { x = "y*(y*p - 1)" }]\nlabels = ["1", "-1"]\n',
        0,
        FALLING,
    ),
}  # fmt: skip


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name / "model.toml"
    path.parent.mkdir()
    path.write_text(text)
    return path


@pytest.mark.parametrize("name", RULES)
def test_the_premise_is_checked_of_the_rule_as_it_stands(name: str, tmp_path: Path) -> None:
    text, code, reason = RULES[name]
    path = written(tmp_path, name, text)
    answer = called("barrier", "rule", path)
    assert (
        (answer.code, answer.err) == (code, "")
        and answer.out.startswith(f"{name}: ")
        and reason in " ".join(answer.out.split())
    )
    data = json.loads(called("barrier", "rule", path, "--format", "json").out)
    assert (
        data["reason"] in " ".join(answer.out.split())
        and data["verdict"] == ["cannot", "constructed", "", "open"][code]
    )


def test_a_rule_that_is_nowhere(tmp_path: Path) -> None:
    answer = called("barrier", "rule", tmp_path / "concave")
    assert (answer.code, answer.out) == (2, "") and answer.err.count("\n") == 1


@pytest.mark.parametrize("seed", range(examples(40)))
def test_what_never_rises_drives_weights_apart(seed: int, tmp_path: Path) -> None:
    """Random pieces: no step brings two weight vectors nearer where barrier says so; elsewhere some step does."""
    chance = random.Random(seed)
    breaks = sorted(Fraction(t, 2) for t in chance.sample(range(-6, 7), chance.randint(1, 3)))
    least = -4 if seed % 2 else -2
    slopes = [Fraction(chance.randint(least, 0 if seed % 2 else 1)) for _ in range(len(breaks) + 1)]
    jumps = [Fraction(chance.randint(least, 0 if seed % 2 else 1)) for _ in breaks]
    lines = [(slopes[0], Fraction(0))]
    for t, slope, jump in zip(breaks, slopes[1:], jumps, strict=True):
        a, b = lines[-1]
        lines.append((slope, a * t + b + jump - slope * t))

    def h(u: Fraction) -> Fraction:
        a, b = lines[sum(t < u for t in breaks)]
        return a * u + b

    kinks = ", ".join(f'"{t}"' for t in breaks)
    moves = ", ".join(f'{{ x = "({a})*(y - p) + {b}" }}' for a, b in lines)
    rule = f'[rule]\nscore = "y - p"\nkinks = [{kinks}]\nmoves = [{moves}]\n'
    code, out, _ = called("barrier", "rule", written(tmp_path, "loss", rule))
    if AFFINE in " ".join(out.split()):
        assert code == 0 and len({*lines}) == 1
        return
    assert (code == 0) == (FALLING in " ".join(out.split())) == (not nearer(h, breaks)), rule


def nearer(h: Callable[[Fraction], Fraction], breaks: list[Fraction]) -> bool:
    """Whether some step along a short x brings two weight vectors nearer, of many beside and between breaks."""
    near = [t + Fraction(k, 100) for t in [*breaks, breaks[0] - 3, breaks[-1] + 3] for k in (-2, -1, 1, 2)]
    for low, high in ((low, high) for low in near for high in near if low < high):
        x = Fraction(1, 100)  # w.x is -low/x and -high/x at weights -u/x on one coordinate, with the label 0
        before, change = (high - low) / x, (h(high) - h(low)) * x
        if abs(before - change) < before:
            return True
    return False
