"""How long the numbers of svm-reg are: the bounds of docs/bounds.md, on tables, machines and random circuits."""

import re
from collections.abc import Callable
from typing import Any

import pytest

import bit_lengths
from bit_lengths import Wrong, check_circuit, check_shape
from conftest import ROOT, sampled
from ogd_exact.commands.shell import run
from ogd_exact.core.kernel.numbers import rational
from reductions import reduction

PAGE = (ROOT / "docs" / "bounds.md").read_text()
ONE = {0: rational(1)}


def test_the_page_shows_real_output(capsys: pytest.CaptureFixture[str]) -> None:
    ((words, shown),) = re.findall(r"```\n\$ python scripts/bit_lengths.py (.*?)\n(.*?)```", PAGE, re.S)
    assert run(bit_lengths.main, words.split()) == 0
    assert capsys.readouterr().out == shown


@pytest.mark.parametrize("circuit", sampled(["gray:2", "johnson:3", "rule110:4", "collatz:2", "lfsr:4", "mult:3"], 2))
@pytest.mark.parametrize("regularizer", ["1/3000", "7/24"])
def test_circuits_keep_to_them(circuit: str, regularizer: str) -> None:
    """Even at a prime denominator of alpha, and near both ends of its range."""
    assert check_circuit(reduction(circuit, "--model", "svm-reg", "--lambda", regularizer)).bits > 0


@pytest.mark.parametrize(
    ("over", "under"),
    [
        ({-63: rational(1)}, ONE),
        ({100: rational(1)}, ONE),
        ({0: rational(1, 16)}, ONE),
        ({0: rational(5), 1: rational(-4)}, ONE),
        (ONE, ONE | {64: rational(-1)}),
        (ONE, ONE | {1: rational(-1, 8)}),
        (ONE, ONE | {1: rational(-2)}),
        (ONE, ONE | {1: rational(1, 4)}),
        (ONE, {0: rational(2)}),
        (ONE, ONE | {1: rational(-1, 4), 2: rational(-1, 4)}),
    ],
)
def test_a_number_beyond_them_is_told(over: bit_lengths.Sum, under: bit_lengths.Sum) -> None:
    """With T = 64: exponents from -62 to 99, below the line up to 63."""
    check_shape({-62: rational(4), 99: rational(-4)}, ONE | {63: rational(-1)}, 64, "")
    with pytest.raises(Wrong):
        check_shape(over, under, 64, "")


def test_a_bound_on_magnitudes_that_is_too_small_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """T - 4 is reached, by the input that no gate reads."""
    monkeypatch.setitem(bit_lengths.SINCE, "reset", 5)
    assert run(bit_lengths.main, ["counter:1"]) == 1
    assert "reset is called at magnitude alpha^121/2" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("circuit", "regularizer", "reached"),
    [
        ("counter:1", "1/4", lambda a, t: a ** (2 - t) + a ** (t - 3) / 2),  # reset of the input that no gate reads
        ("counter:3", "1/541", lambda a, t: a / (2 * (1 - a**9)) + (1 - a**9) / a**2),  # reset in copy2 at alpha^4
    ],
)
def test_the_largest_number_is_as_large_as_is_said(
    circuit: str, regularizer: str, reached: Callable[[Any, int], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Worked out by hand: a bound by what is reached holds, and one a trifle smaller is exceeded."""
    made = reduction(circuit, "--model", "svm-reg", "--lambda", regularizer)
    monkeypatch.setattr(bit_lengths, "largest", reached)
    check_circuit(made)
    monkeypatch.setattr(bit_lengths, "largest", lambda a, t: reached(a, t) - rational(1, 10**99))
    with pytest.raises(Wrong, match="exceeds the largest"):
        check_circuit(made)


def test_with_a_regularizer_of_one_over_t_weights_stay_small() -> None:
    """max(11, T/18 + 1/2), from the smallest T on."""
    for total in range(64, 2000):
        most = bit_lengths.largest(1 - rational(1, total), total)
        assert most < max(11, rational(total, 18) + rational(1, 2)), total


def test_a_larger_power_in_a_table_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """One example fewer since copy2 wrote, and its rows come to alpha^(3 T - 90)."""
    monkeypatch.setitem(bit_lengths.SINCE, "copy2", 32)
    with pytest.raises(Wrong, match="copy2"):
        bit_lengths.check_tables()
