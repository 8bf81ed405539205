"""What a walk reads from the contract of a gadget."""

from dataclasses import replace

from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.data import Bound, Step
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.model import ENCODING, Model
from ogd_exact.core.tables.rules import RULES
from ogd_exact.core.tables.table import Table
from ogd_exact.training.constructions.called import called
from ogd_exact.training.constructions.terms import function

ROWS = (("0", "0"),)
CONTRACT = Contract("g", "", ("i1", "i2"), {"i1": "bit", "i2": "unset"})
TABLE = Table("m", "g", "tab:g", ("i1", "i2"), ROWS, (Step(ROWS, x=("0", "0"), y="1"),), contract=CONTRACT)
MODEL = Model("m", RULES["hinge"], encoding=ENCODING)


def test_only_functions_of_the_gadgets_own_coordinates_are_values() -> None:
    """What is fixed is no value: else true and false would be the same one."""
    assert function("nand(i2, i1)", ("i1", "i2")) == ("1110", (1, 0))
    assert function("or(i2, and(i1, i2))", ("i1", "i2")) == ("01", (1,))
    assert function("or(i1, not(i1))", ("i1", "i2")) == ("1", ())
    for text in ("true", "false", "1", "", "copy(i3)", "nand(i1, i3)"):
        assert function(text, ("i1", "i2")) is None


def test_a_region_is_of_symbols_and_says_nothing_where_there_are_none() -> None:
    bounds = (Bound("2 > 1"),)
    for model, expected in ((MODEL, ()), (replace(MODEL, symbols=("a",), region=(Bound("a > 1"),)), ("a > 1",))):
        table = replace(TABLE, region=None if model.symbols else bounds)
        gadget = called(Library({"m": model}, {("m", "g"): table}), "m", "g")
        assert tuple(bound.text for bound, _ in gadget.bounds) == expected
