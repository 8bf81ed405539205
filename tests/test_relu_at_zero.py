"""What holds of the all-zeroes vector under which derivative of the ReLU at 0."""

from fractions import Fraction

import pytest

import relu_at_zero
from ogd_exact.commands.shell import run


def path(weight: Fraction, derivative: Fraction, examples: list[tuple[int, Fraction]]) -> list[Fraction]:
    """Where examples lead, by the definition of (y - relu(w x))^2 and a derivative at 0."""
    weights = []
    for x, y in examples:
        product = weight * x
        slope = derivative if product == 0 else Fraction(product > 0)
        weight -= 2 * (max(product, Fraction(0)) - y) * slope * x
        weights.append(weight)
    return weights


def by_hand(weight: Fraction, derivative: Fraction) -> Fraction:
    return path(weight, derivative, relu_at_zero.START)[-1]


@pytest.mark.parametrize("c", [Fraction(1, 100), Fraction(1, 3), Fraction(1, 2), Fraction(1), Fraction(5, 2)])
def test_four_examples_for_any_positive_derivative(c: Fraction) -> None:
    """As docs/divergences.md has them, which come to the others at 1."""
    half = 1 / (2 * c)
    ys = [-half, (1 + half) / 2, Fraction(0), (half - 1) / 2]
    examples = [((-1) ** place, y) for place, y in enumerate(ys)]
    assert path(Fraction(0), c, examples) == [-1, -half, -half, 1]
    assert path(Fraction(1), c, examples) == [-1 - 1 / c, half, -half, 1]
    assert (examples == relu_at_zero.START) is (c == 1)


def test_four_examples_lead_join_to_1_from_0_and_from_1() -> None:
    assert [by_hand(Fraction(w), Fraction(1)) for w in (0, 1)] == [1, 1]
    assert [relu_at_zero.started(w) for w in (0, 1)] == [1, 1]


def test_another_derivative_leads_elsewhere() -> None:
    ends = [by_hand(Fraction(0), derivative) for derivative in (Fraction(0), Fraction(1, 3), Fraction(1, 2))]
    assert ends == [0, Fraction(5, 3), Fraction(3, 2)]


def test_the_script_says_what_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(relu_at_zero.main, ["counter:1"]) == 0
    assert "counter:1 from all zeroes: yes in pass 2, 1 step on the kink" in capsys.readouterr().out


def test_other_examples_are_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(relu_at_zero, "START", [*relu_at_zero.START[:3], (-1, Fraction(0))])
    assert run(relu_at_zero.main, ["counter:1"]) != 0
    assert "yes in pass 2" not in capsys.readouterr().out
