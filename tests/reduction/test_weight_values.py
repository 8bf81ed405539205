"""How many values weights take in a pass, which coordinates it touches, and how long entries are."""

import re

import pytest

import weight_values
from conftest import ROOT
from ogd_exact.commands.shell import run
from ogd_exact.core.kernel.numbers import rational
from reductions import reduction

PAGE = (ROOT / "docs" / "bounds.md").read_text()


def test_the_page_shows_real_output(capsys: pytest.CaptureFixture[str]) -> None:
    ((words, shown),) = re.findall(r"```\n\$ python scripts/weight_values.py (.*?)\n(.*?)```", PAGE, re.S)
    assert run(weight_values.main, words.split()) == 0
    assert capsys.readouterr().out == shown


def test_an_input_of_the_svm_takes_ten_values() -> None:
    """By hand: bits and unset; -5/4, -1/4, 3/4 and -13/4 in set_false_if_unset; 3, -3 and 2 in not and in copy."""
    found = weight_values.Values(reduction("counter:1")).taken[3]
    quarters = (-4, 0, 4, -5, -1, 3, -13, 12, -12, 8)
    assert found == {rational(k, 4) for k in quarters}


@pytest.mark.parametrize(("model", "bits"), [("svm", 7), ("dense-relu", 7), ("dense-relu-dense", 28)])
def test_entries_are_as_long_in_every_circuit(model: str, bits: int) -> None:
    """9/4 has 4 + 3 bits, 7/8 has 3 + 4, and (rho + 1)/2 = 49569/2048 has 16 + 12."""
    for circuit in ("counter:1", "gray:2", "lfsr:3"):
        assert weight_values.Values(reduction(circuit, "--model", model)).bits == bits


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda found: found.touched.discard(3), "a pass touches 6 of 7 coordinates"),
        (lambda found: setattr(found, "at_once", 4), "a weight takes more than 3 values at an example"),
        (lambda found: found.taken[0].update(range(300)), "a weight takes more than 3 values at an example"),
    ],
)
def test_what_is_not_as_proved_is_told(
    spoil: object, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = weight_values.Values

    def spoiled(of: object) -> object:
        found = made(of)
        spoil(found)
        return found

    monkeypatch.setattr(weight_values, "Values", spoiled)
    assert run(weight_values.main, ["counter:1", "--model", "svm"]) == 1
    assert f"counter:1: {said}" in capsys.readouterr().err
