"""With biases every example has y = 1: in the gadgets that a construction calls, and in those that these call."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.tables.data import Step
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.model import Model
from ogd_exact.core.tables.rules import RULES
from ogd_exact.core.tables.table import Table
from ogd_exact.training.constructions.construction import Pattern
from ogd_exact.training.constructions.proof import check_labels

ROWS = (("0",),)
CALLED = Table("m", "h", "tab:h", ("i1",), ROWS, (Step(ROWS, x=("0",), y="1"), Step(ROWS, x=("0",), y="1")))
CALLER = replace(CALLED, gadget="g", steps=(Step(ROWS, x=("0",), y="1"), Step(ROWS, call="h", on=("i1",))))
WRONG = (CALLED.steps[0], Step(ROWS, x=("0",), y="-1"))


def labels(*tables: Table) -> None:
    patterns = [Pattern("g", ("i1",)), Pattern("g", ("i1",))]
    program: Any = SimpleNamespace(construction=SimpleNamespace(patterns=patterns, gadgets="m"))
    check_labels(program, Library({"m": Model("m", RULES["hinge"])}, {("m", table.gadget): table for table in tables}))


def test_all_labels_are_1() -> None:
    labels(CALLER, CALLED)
    labels(CALLER)  # a gadget that is not there is refused elsewhere
    with pytest.raises(InputError, match="g has an example with y other than 1"):
        labels(replace(CALLER, steps=WRONG))
    with pytest.raises(InputError, match="h has an example with y other than 1"):
        labels(CALLER, replace(CALLED, steps=WRONG))
