"""Checks of one table again and again, with other cells: rows that were met before are not run again."""

from copy import copy
from dataclasses import replace
from typing import Any

from ogd_exact.core.checker.evaluated_table import Weights
from ogd_exact.core.checker.table_check import TableCheck
from ogd_exact.core.kernel.step import Side
from ogd_exact.core.tables.cells import Line
from ogd_exact.core.tables.data import Step
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.table import Table


class RepeatedCheck(TableCheck):
    """What its rows lead to is remembered here and nowhere else, as it depends on the model and the region, too."""

    def __init__(self, table: Table, library: Library) -> None:
        super().__init__(table, library)
        self.known = dict[Any, Weights | Exception]()

    def outcome(self, step: Step, before: Line, side: Side) -> Weights | Exception:
        if step.call:
            return super().outcome(step, before, side)
        constants = tuple(sorted(self.table.constants.items()))
        key = (constants, step.x, step.y, step.members, before, side == self.oracle.proved)
        if key not in self.known:
            self.known[key] = super().outcome(step, before, side)
        return self.known[key]


def with_table(check: TableCheck, table: Table) -> TableCheck:
    """The same check of a table with other cells."""
    other, values = copy(check), check.values
    other.table, other.promised_cases = table, None
    if table.constants == check.table.constants:
        other.values = replace(values, table=table)
    else:
        other.values = replace(values, table=table, names=check.model.environment(table), values={})
    return other
