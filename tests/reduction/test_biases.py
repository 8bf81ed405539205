"""Biases are -1 in every example and brought back to 0 after each; what that takes is asked for, each by itself."""

from dataclasses import replace
from typing import Any

import pytest

from ogd_exact.circuits.netlists.nand import Netlist
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.data import Bound, Step
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.model import ENCODING, Model
from ogd_exact.core.tables.rules import RULES
from ogd_exact.core.tables.table import Table
from ogd_exact.training.constructions.construction import Construction, Pattern, Phase
from ogd_exact.training.constructions.program import Program
from ogd_exact.training.constructions.proof import check_biases

ENTRY, FINAL = (("-1", "-1"), ("0", "0")), (("0", "0"), ("0", "0"))
CORRECT = Contract("correct", "tab:correct", ("b1", "b2"), entry=ENTRY, final=FINAL)
MODEL = Model("m", RULES["hinge"], encoding=ENCODING, contracts={"correct": CORRECT})
STEP = Step(FINAL, x=("-1", "-1"), y="1")
TABLE = Table("m", "correct", "tab:correct", ("b1", "b2"), ENTRY, (STEP,))
RESET = Table("m", "reset", "tab:reset", ("i1",), (("0",),), (Step((("0",),), x=("0",), y="1"),))
AFTER = Pattern("correct", ("b1", "b2"))
PHASE = Phase("gates", (Pattern("reset", ("i",)),), ())
BUILT = Construction(
    "m", "m", ("bot", "b1", "b2"), "bot", "bit or unset", {}, {"b1": "-1", "b2": "-1"}, AFTER, (PHASE,)
)
PLAIN = "biases are -1 in every example, and brought back to 0 after each"


def biases(model: Model = MODEL, table: Table = TABLE, reset: Table = RESET, **changes: Any) -> None:
    program = Program(replace(BUILT, **changes), Netlist(1, ((0, 0),), (1,), ()))
    tables = {("m", "correct"): table, ("m", "reset"): reset}
    parameters = {name: rational(1) for name in model.symbols}
    check_biases(program, Library({"m": model}, tables), parameters)


def promising(**changes: Any) -> Model:
    return replace(MODEL, contracts={"correct": replace(CORRECT, **changes)})


def test_biases_that_are_corrected() -> None:
    biases()
    biases(always={}, after_each=None)
    biases(after_each=Pattern("correct", ("b2", "b1")))
    biases(promising(entry=ENTRY[::-1]))


@pytest.mark.parametrize(
    "changes",
    [
        {"after_each": Pattern("reset", ("b1", "b2"))},  # which promises nothing of the kind
        {"after_each": Pattern("correct", ("b1", "bot"))},
        {"always": {}},
        {"always": {"b1": "-1"}},
        {"always": {"b1": "-1", "b2": "1"}},
        {"always": {"b1": "1", "b2": "1"}},
        {"accept": "b1"},
        {"start": {"b2": "-1"}},
        {"phases": (PHASE, replace(PHASE, calls=(Pattern("reset", ("b2",)),)))},
        {"model": replace(MODEL, rule=RULES["dense-relu"])},  # a bias would change what fires, and how far weights move
        {"model": replace(MODEL, learning_rate="1/2")},
        {"model": replace(MODEL, regularizer="1/2")},
        {"model": promising(entry=ENTRY[:1], final=FINAL[:1])},
        {"model": promising(entry=(("-1", "-1"), ("0", "-1")))},
        {"model": promising(final=(("0", "0"), ("0", "-1")))},
        {"model": promising(final=ENTRY)},
    ],
    ids=str,
)
def test_biases_that_are_not(changes: Any) -> None:
    with pytest.raises(InputError, match=PLAIN):
        biases(**changes)


def test_without_a_correction_gadgets_have_the_biases_themselves() -> None:
    with pytest.raises(InputError, match="an example of reset has not -1 at b1 and -1 at b2, as every one must"):
        biases(after_each=None)


def test_a_correction_is_made_inside_its_region_by_examples_with_the_biases_and_y_1() -> None:
    model = replace(MODEL, symbols=("a",), region=(Bound("a > 0"),))
    biases(model)
    with pytest.raises(InputError, match="correct, after each example, is outside the region .* a > 1"):
        biases(replace(model, region=(Bound("a > 1"),)))
    for wrong in (replace(STEP, x=("-1", "0")), Step(FINAL, call="reset", on=("b1",))):
        for steps in ((STEP, wrong), (wrong, STEP)):
            with pytest.raises(InputError, match="so they must be in those of correct"):
                biases(table=replace(TABLE, steps=steps))
    with pytest.raises(InputError, match="reset has an example with y other than 1"):
        biases(reset=replace(RESET, steps=(replace(RESET.steps[0], y="-1"),)))
