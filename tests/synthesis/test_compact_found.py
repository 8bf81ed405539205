"""Gadgets of the compact constructions are found again from their contracts alone, in a moment, and are no longer."""

from functools import cache
from pathlib import Path

import pytest

import ogd_exact as ogd
from conftest import called, in_full, needs, sampled
from ogd_exact.reduction.construction import Construction, read_construction
from ogd_exact.synthesis.at_numbers import at_numbers
from ogd_exact.tables.folder import SHIPPED, paper, read_library
from ogd_exact.tables.library import Library

COMPACT = SHIPPED / "compact"
GADGETS = sorted(
    (path.parent.name, path.stem) for path in COMPACT.glob("*/*.toml") if path.stem not in ("model", "construction")
)
# Made by hand: the search takes minutes for the first, and found nothing in a minute for the others.
BY_HAND = {("svm-reg", "not"), ("svm-reg", "copy"), ("svm-reg", "nand")}
ALPHA = {"alpha": "3/4"}
SECONDS = 60  # of the clock, which others may share; a second of the processor will do


@pytest.fixture(autouse=True)
def solvers() -> None:
    needs("z3", "z3-solver")


@cache
def library() -> Library:
    return read_library(COMPACT, behind=paper())


@cache
def construction(model: str) -> Construction:
    return read_construction(COMPACT / model / "construction.toml", library())


def synthesis(model: str, gadget: str, steps: int | None = None, seed: int = 0) -> ogd.Synthesis:
    at = ALPHA if library().models[model].symbols else {}
    always = {} if construction(model).after_each else construction(model).always
    return ogd.synthesize(gadget, model, tables=COMPACT, steps=steps, at=at, always=always, limit=SECONDS, seed=seed)


@pytest.mark.parametrize(
    ("model", "gadget"), sampled([gadget for gadget in GADGETS if gadget not in BY_HAND], 2, lambda _: ())
)
def test_compact_gadgets_are_found_again(model: str, gadget: str) -> None:
    shipped = library().find(model, gadget)
    assert shipped is not None
    steps = library().examples(shipped)
    at_numbers_less = [steps - 1] if library().models[model].symbols and steps > 2 else []
    found = next(filter(lambda one: one.found, (synthesis(model, gadget, k) for k in [*at_numbers_less, steps])), None)
    assert found is not None and found.table is not None and len(found.table.steps) <= steps
    for entry in construction(model).always.values() if not construction(model).after_each else ():
        assert all(step.x.count(entry) for step in found.table.steps)


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
