"""What no reader lets through, the checker refuses by itself: malformed tables get no verdict, whoever made them."""

from dataclasses import replace
from typing import Any

import pytest

from ogd_exact.checker.form import check_form
from ogd_exact.checker.sign_oracle import SignOracle
from ogd_exact.kernel.errors import InputError
from ogd_exact.tables.arithmetic import arithmetic
from ogd_exact.tables.contract import Contract
from ogd_exact.tables.data import Bound
from ogd_exact.tables.folder import paper
from ogd_exact.tables.model import Model, positive_part
from ogd_exact.tables.table import Table

TABLE = paper().tables["svm-reg", "copy2"]
MODEL = paper().models["svm-reg"]
FIRST = TABLE.steps[0]
OWN = Contract("copy2", "", TABLE.coordinates, dict.fromkeys(TABLE.coordinates, "bit"))


def with_first(**changes: Any) -> Table:
    return replace(TABLE, steps=(replace(FIRST, **changes), *TABLE.steps[1:]))


def with_contract(**changes: Any) -> Model:
    contract = replace(MODEL.contracts["copy2"], **changes)
    return replace(MODEL, contracts={**MODEL.contracts, "copy2": contract})


WRONG: dict[str, tuple[Table, Model]] = {
    "a step that starts from fewer cases": (with_first(before=TABLE.cases[:1]), MODEL),
    "a step that ends with fewer cases": (with_first(after=FIRST.after[:1]), MODEL),
    "a line that is too short": (replace(TABLE, cases=tuple(line[:1] for line in TABLE.cases)), MODEL),
    "no case at all": (replace(TABLE, cases=(), steps=()), MODEL),
    "an example and a call": (with_first(call="reset", on=("i1",)), MODEL),
    "neither an example nor a call": (with_first(x=(), y=""), MODEL),
    "magnitudes of an example": (with_first(magnitudes={"eps1": "1"}), MODEL),
    "a coordinate twice": (replace(TABLE, coordinates=("i1", "i1")), MODEL),
    "a constant called like a symbol": (replace(TABLE, constants={"alpha": "1"}), MODEL),
    "a returned coordinate that is not there": (replace(TABLE, returns={"i9": "1"}), MODEL),
    "a state that the rule has not": (replace(TABLE, state=("i1",)), MODEL),
    "a table of another model": (replace(TABLE, model="svm"), MODEL),
    "a symbol twice": (TABLE, replace(MODEL, symbols=("alpha", "alpha"))),
    "a rate that is a magnitude": (TABLE, replace(MODEL, learning_rate="eps1")),
    "an encoding of other words": (TABLE, replace(MODEL, encoding={**MODEL.encoding, "1": "5"})),
    "steps that choose what is no symbol": (TABLE, replace(MODEL, per_step=("eta",), regularizer="0")),
    "steps that choose rates, and decay": (TABLE, replace(MODEL, per_step=("alpha",))),
    "a contract under another name": (TABLE, replace(MODEL, contracts={"copy2": MODEL.contracts["reset"]})),
    "two contracts": (replace(TABLE, contract=OWN), MODEL),
    "an effect of what is no coordinate": (TABLE, with_contract(after={"i9": "true"})),
    "an effect that is not known": (TABLE, with_contract(after={"i2": "majority(i1)"})),
    "a function of bits of what may be unset": (TABLE, with_contract(after={"i1": "not(i2)"})),
    "a condition that never holds": (TABLE, with_contract(untouched={"i1": "not (i1)"})),
    "cases by both ways": (TABLE, with_contract(entry=(("1", "0"),), final=(("1", "1"),))),
}


def test_the_table_itself_is_well_formed() -> None:
    check_form(TABLE, MODEL)


@pytest.mark.parametrize("name", WRONG)
def test_what_is_malformed_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="is not well-formed"):
        check_form(*WRONG[name])


def test_points_of_a_region_are_exact() -> None:
    """Rounded, a point may seem to lie in a region that is empty."""
    numbers = arithmetic(("t",))
    oracle = SignOracle(numbers, [positive_part(Bound("0 > (t - 1)^4"), numbers)])
    oracle.prover.points = [{"t": 1.0000001}]
    with pytest.raises(TypeError, match="not an exact number"):
        oracle.check_inhabited("here")
