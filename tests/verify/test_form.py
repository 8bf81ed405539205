"""The checker itself refuses a table whose names do not fit, whoever made it: no reader stands before it here."""

from dataclasses import replace
from typing import Any

import pytest

from ogd_exact.core.checker.form import check_form
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.data import Step, TableData
from ogd_exact.core.tables.model import ENCODING, Model
from ogd_exact.core.tables.rules import RULES

MODEL = Model("m", RULES["hinge"], symbols=("a",), magnitudes=("e",), encoding=ENCODING)
LAYERS = Model("m", RULES["dense-relu-dense"], encoding=ENCODING)
ROWS = (("0", "0"),)
TABLE = TableData("m", "g", "tab:g", ("i1", "i2"), ROWS, (Step(ROWS, call="h", on=("i1",)),))
DEEP = replace(TABLE, coordinates=("i1", "v"), state=("v",))
CONTRACT = Contract("g", "tab:g", ("i1", "i2"), before={"i1": "bit", "i2": "bit"})
FIXED = Contract("g", "tab:g", ("i1", "i2"), entry=ROWS, final=ROWS)

MOVING = replace(MODEL, momentum="1/2")
AT_REST = Contract("g", "tab:g", ("i1", "v_i1"), before={"i1": "bit", "v_i1": "0"})
RESTING = replace(
    TABLE, coordinates=("i1", "v_i1"), state=("v_i1",), steps=(Step(ROWS, x=("0",), y="1"),), contract=AT_REST
)


def calling(*on: str) -> tuple[Step, ...]:
    return (*TABLE.steps, Step(ROWS, call="h", on=on))


def promising(contract: Contract, **changes: Any) -> TableData:
    return replace(TABLE, contract=replace(contract, **changes))


GOOD = {
    "plain": (TABLE, MODEL),
    "a second layer": (DEEP, LAYERS),
    "no coordinate but the second layer": (replace(DEEP, coordinates=("v",), cases=(("0",),), steps=()), LAYERS),
    "a call on all": (replace(TABLE, steps=calling("i1", "i2")), MODEL),
    "a constant of its own": (replace(TABLE, constants={"c": "1"}), MODEL),
    "a rate of a symbol": (TABLE, replace(MODEL, learning_rate="a", regularizer="a")),
    "a rate for each step": (TABLE, replace(MODEL, learning_rate="a", per_step=("a",))),
    "all returned": (replace(TABLE, returns={"i1": "1", "i2": "1"}), MODEL),
    "a contract": (promising(CONTRACT), MODEL),
    "a contract that names all": (
        promising(
            CONTRACT,
            after={"i1": "not(i2)", "i2": "nand(i1, i2)"},
            untouched={"i1": "not(i2)", "i2": "true"},
            never_positive={"i1": "nand(i1, i2)", "i2": "true"},
            magnitudes={"i1": "e", "i2": "e"},
            returns=("i1", "i2"),
        ),
        MODEL,
    ),
    "a contract by its lines": (promising(FIXED), MODEL),
    "an example": (replace(TABLE, steps=(Step(ROWS, x=("0", "0"), y="1", before=ROWS),)), MODEL),
}
GOOD |= {
    "velocities that rest": (RESTING, MOVING),
    "velocities that are said to rest": (
        replace(RESTING, contract=replace(AT_REST, after={"i1": "not(i1)", "v_i1": "0"})), MOVING,
    ),
}  # fmt: skip
BAD = {
    "velocities without a contract": (replace(RESTING, contract=None), MOVING),
    "a velocity before": (replace(RESTING, contract=replace(AT_REST, before={"i1": "bit", "v_i1": "1"})), MOVING),
    "a velocity after": (replace(RESTING, contract=replace(AT_REST, after={"v_i1": "1"})), MOVING),
    "a call while something moves": (replace(RESTING, steps=TABLE.steps), MOVING),
    "velocities and a regularizer": (RESTING, replace(MOVING, regularizer="1/2")),
    "velocities and a second layer": (RESTING, replace(LAYERS, momentum="1/2")),
    "no case": (replace(TABLE, cases=(), steps=()), MODEL),
    "a line too many": (replace(TABLE, cases=ROWS * 2), MODEL),
    "a weight too few": (replace(TABLE, cases=(("0",),)), MODEL),
    "a step that starts from too few": (replace(TABLE, steps=(replace(TABLE.steps[0], before=()),)), MODEL),
    "a step that ends with too many": (replace(TABLE, steps=(replace(TABLE.steps[0], after=ROWS * 2),)), MODEL),
    "neither an example nor a call": (replace(TABLE, steps=(Step(ROWS),)), MODEL),
    "an example without a label": (replace(TABLE, steps=(Step(ROWS, x=("0", "0")),)), MODEL),
    "a label alone": (
        replace(DEEP, coordinates=("v",), cases=(("0",),), steps=(Step((("0",),), y="1"),)), LAYERS,
    ),
    "two contracts": (replace(TABLE, contract=CONTRACT), replace(MODEL, contracts={"g": replace(CONTRACT)})),
    "an example and a call": (replace(TABLE, steps=(replace(TABLE.steps[0], x=("0", "0"), y="1"),)), MODEL),
    "a call on nothing at all": (replace(TABLE, steps=calling()), MODEL),
    "an example that is too short": (replace(TABLE, steps=(Step(ROWS, x=("0",), y="1"),)), MODEL),
    "an example with a magnitude": (
        replace(TABLE, steps=(Step(ROWS, x=("0", "0"), y="1", magnitudes={"e": "1"}),)), MODEL,
    ),
    "a symbol that is a magnitude": (TABLE, replace(MODEL, magnitudes=("a",))),
    "chosen anew, but no symbol": (TABLE, replace(MODEL, per_step=("b",))),
    "an encoding without unset": (TABLE, replace(MODEL, encoding={"true": "1", "false": "-1"})),
    "a contract under another name": (TABLE, replace(MODEL, contracts={"k": CONTRACT})),
    "untouched by a truth value that is no condition": (promising(CONTRACT, untouched={"i1": "false"}), MODEL),
    "never positive by what is no condition": (promising(CONTRACT, never_positive={"i1": "unset"}), MODEL),
    "of another model": (replace(TABLE, model="n"), MODEL),
    "a coordinate twice": (replace(TABLE, coordinates=("i1", "i1")), MODEL),
    "state that the rule lacks": (replace(TABLE, state=("i2",)), MODEL),
    "state that is not declared": (replace(DEEP, state=()), LAYERS),
    "state that is no coordinate": (replace(DEEP, coordinates=("i1", "i2")), LAYERS),
    "a constant called like a symbol": (replace(TABLE, constants={"a": "1"}), MODEL),
    "a constant called like a magnitude": (replace(TABLE, constants={"e": "1"}), MODEL),
    "a call on nothing that is there": (replace(TABLE, steps=calling("i3")), MODEL),
    "a call on the second layer": (replace(DEEP, steps=calling("v")), LAYERS),
    "a rate of a magnitude": (TABLE, replace(MODEL, learning_rate="e")),
    "a regularizer of a magnitude": (TABLE, replace(MODEL, regularizer="e")),
    "a rate for each step, and a regularizer": (TABLE, replace(MODEL, per_step=("a",), regularizer="1/2")),
    "returned from nowhere": (replace(TABLE, returns={"i3": "1"}), MODEL),
    "an effect elsewhere": (promising(CONTRACT, after={"i3": "true"}), MODEL),
    "untouched elsewhere": (promising(CONTRACT, untouched={"i3": "true"}), MODEL),
    "never positive elsewhere": (promising(CONTRACT, never_positive={"i3": "true"}), MODEL),
    "a magnitude elsewhere": (promising(CONTRACT, magnitudes={"i3": "e"}), MODEL),
    "a contract that returns elsewhere": (promising(CONTRACT, returns=("i3",)), MODEL),
    "a contract with a coordinate twice": (promising(CONTRACT, coordinates=("i1", "i2", "i1")), MODEL),
    "a contract of nothing": (promising(CONTRACT, before={}), MODEL),
    "a contract of both kinds": (promising(CONTRACT, entry=ROWS, final=ROWS), MODEL),
    "a contract with lines at its start": (promising(CONTRACT, entry=ROWS), MODEL),
    "a contract with lines at its end": (promising(CONTRACT, final=ROWS), MODEL),
    "a symbol twice": (TABLE, replace(MODEL, symbols=("a", "a"))),
    "a contract by its lines, and an effect": (promising(FIXED, returns=("i1",)), MODEL),
    "a contract that starts with a weight too few": (promising(FIXED, entry=(("0",),)), MODEL),
    "a contract that ends with a weight too few": (promising(FIXED, final=(("0",),)), MODEL),
    "a contract without an end": (promising(FIXED, final=()), MODEL),
    "a contract with too many ends": (promising(FIXED, final=ROWS * 2), MODEL),
    "an unknown effect": (promising(CONTRACT, after={"i1": "magic(i2)"}), MODEL),
    "an effect of too few": (promising(CONTRACT, after={"i1": "nand(i2)"}), MODEL),
    "an effect of too many": (promising(CONTRACT, after={"i1": "not(i1, i2)"}), MODEL),
    "an effect of a stranger": (promising(CONTRACT, after={"i1": "not(i3)"}), MODEL),
    "untouched by an unknown effect": (promising(CONTRACT, untouched={"i1": "magic(i2)"}), MODEL),
    "never positive by an unknown effect": (promising(CONTRACT, never_positive={"i1": "magic(i2)"}), MODEL),
    "a contract by its lines, and never positive": (promising(FIXED, never_positive={"i1": "true"}), MODEL),
    "not of what may be unset": (
        promising(CONTRACT, before={"i1": "bit or unset", "i2": "bit"}, after={"i2": "not(i1)"}),
        MODEL,
    ),
    "false_if_unset of a fixed weight": (
        promising(CONTRACT, before={"i1": "7", "i2": "bit"}, after={"i2": "false_if_unset(i1)"}),
        MODEL,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", GOOD)
def test_what_fits_is_let_through(name: str) -> None:
    check_form(*GOOD[name])


@pytest.mark.parametrize("name", BAD)
def test_what_does_not_fit_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="not well-formed"):
        check_form(*BAD[name])


def test_a_model_with_momentum_steps_by_it() -> None:
    assert MODEL.step(str).momentum is None
    assert MOVING.step(str) == replace(MODEL.step(str), momentum=MOVING.momentum, nesterov=MOVING.nesterov)
