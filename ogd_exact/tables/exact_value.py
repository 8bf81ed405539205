"""Values of expressions of verified tables at numbers of our own making, however large."""

from collections.abc import Mapping
from typing import Any

from ogd_exact.tables.arithmetic import arithmetic
from ogd_exact.tables.expressions import evaluate, parse


def exactly(text: str, environment: Mapping[str, Any]) -> Any:
    return evaluate(parse(text), environment, arithmetic(()).number, limited=False)
