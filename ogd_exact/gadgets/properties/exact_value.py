"""Values of expressions of verified tables at numbers of our own making, however large."""

from collections.abc import Mapping
from typing import Any

from ogd_exact.core.tables.arithmetic import arithmetic
from ogd_exact.core.tables.data import TableData
from ogd_exact.core.tables.expressions import evaluate, parse


def exactly(text: str, environment: Mapping[str, Any]) -> Any:
    return evaluate(parse(text), environment, arithmetic(()).number, limited=False)


def with_constants(table: TableData, names: Mapping[str, Any]) -> dict[str, Any]:
    """The names, and the constants that a table makes of them."""
    return {**names, **{name: exactly(text, names) for name, text in table.constants.items()}}
