"""Gadgets of the compact constructions are found again from their contracts alone, in a moment, and are no longer."""

from fractions import Fraction
from pathlib import Path

import pytest

import ogd_exact as ogd
from conftest import called, in_full, needs, sampled
from found_again import COMPACT, GADGETS, asked, construction, found_again, library, steps_of
from ogd_exact.gadgets.synthesis.at_numbers import at_numbers


@pytest.fixture(autouse=True)
def solvers() -> None:
    needs("z3", "z3-solver")


@pytest.mark.parametrize(("model", "gadget"), sampled(GADGETS, 2, lambda _: ()))
def test_compact_gadgets_are_found_again(model: str, gadget: str) -> None:
    found = found_again(model, gadget)
    assert found.found and found.table is not None and len(found.table.steps) == steps_of(model, gadget)
    for entry in asked(model)["always"].values():
        assert all(step.x.count(entry) for step in found.table.steps)


def test_where_labels_matter_both_are_searched() -> None:
    """With a bias an example of label -1 is not one of label 1 with x turned round; with either alone it drifts."""
    found = ogd.synthesize("copy", "svm-bias-reg", steps=5, limit=60, **asked("svm-bias-reg"))
    assert found.found and found.table is not None and {step.y for step in found.table.steps} == {"1", "-1"}


@pytest.mark.parametrize(("alpha", "small"), sampled([("1/10", "1/2"), ("9/10", "1/4"), ("99/100", "1/100")], 3))
def test_small_magnitudes_are_met_by_way_of_large_weights(alpha: str, small: str) -> None:
    """Two examples, which take 0 and what is small to 1 over it alike, and three behind them; whatever the numbers."""
    at = {"alpha": alpha, "eps1": small, "eps2": small}
    found = ogd.synthesize("copy", "svm-reg", tables=COMPACT, steps=5, at=at, limit=60)
    assert found.table is not None and found.found
    weights = {tuple(after[1] for after in step.after) for step in found.table.steps}
    assert (str(1 / Fraction(small)),) * 4 in weights


def test_they_are_those_that_constructions_call() -> None:
    assert len(GADGETS) >= 21 and {model for model, _ in GADGETS} >= {"svm", "svm-bias", "dense-relu", "dense-relu-reg"}
    for model in {model for model, _ in GADGETS}:
        called_there = {pattern.gadget for phase in construction(model).phases for pattern in phase.all}
        assert called_there <= {gadget for other, gadget in GADGETS if other == model}


@in_full
def test_a_number_of_steps_that_stays_open_does_not_keep_from_a_larger_one() -> None:
    """Whether two steps are enough takes longer to say than a table of four to find."""
    found = ogd.synthesize("copy", "dense-relu", tables=COMPACT, limit=30)
    assert found.found and found.tried[-1].steps <= 4, found


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--at", "alpha"], "as in alpha=1/2"),
        (["--at", "beta=1/2"], "does not leave 'beta' open; it has alpha, eps1"),
        (["--at", "alpha=0"], "give it a positive number"),
        (["--at", "alpha=x"], "the number 'x' for alpha"),
        (["--at", "eps1=2"], "leaves alpha open; give it a number"),
        (["--at", "alpha=1/2", "-o", "x.toml"], "drop -o"),
        ([], "as in --at alpha=1/2"),
    ],
)
def test_numbers_for_symbols_are_checked(words: list[str], problem: str) -> None:
    answer = called("synthesize", "--tables", "compact", "--model", "dense-relu-reg", "--contract", "copy", *words)
    assert answer.code == 2 and answer.err.count("\n") == 1 and problem in answer.err


def test_a_model_at_numbers_has_them_in_its_contracts() -> None:
    model = at_numbers(library().models["dense-relu-reg"], {"alpha": "1/2", "eps2": "3"})
    assert (model.regularizer, model.symbols, model.magnitudes) == ("1/2", (), ())
    assert model.contracts["copy"].magnitudes == {"i1": "1", "i2": "3", "i3": "1"}


def test_at_other_numbers_it_is_found_as_well(tmp_path: Path) -> None:
    words = ["--tables", "compact", "--model", "dense-relu-reg", "--contract", "copy_if_true", "--steps", "2"]
    answer = called("synthesize", *words, "--at", "alpha=99/100", "--at", "eps1=5", "--at", "eps3=1/7")
    assert answer.code == 0 and "regularizer 1/100;" in answer.out and "(5, 0, 1/7)" in answer.out


@in_full
def test_a_construction_without_tables_is_found_for_a_model_of_ones_own(tmp_path: Path) -> None:
    """With another encoding and another rate; what is there are contracts and a construction, and no table."""
    folder = tmp_path / "in" / "mymodel"
    folder.mkdir(parents=True)
    model = (COMPACT / "svm" / "model.toml").read_text().replace('true = "2"', 'true = "5"')
    (folder / "model.toml").write_text(model.replace('learning_rate = "1"', 'learning_rate = "1/2"'))
    (folder / "construction.toml").write_text((COMPACT / "svm" / "construction.toml").read_text())
    words = ("--model", "mymodel", "--construction", "--tables", tmp_path / "in", "-o", tmp_path / "out")
    answer = called("synthesize", *words)
    assert answer.code == 0 and "examples a pass, proved to simulate it" in answer.out
    assert called("simulate", "counter:2", "--tables", tmp_path / "out", "--model", "mymodel").code == 0
