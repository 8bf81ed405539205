"""Exact numbers as texts that the page reads, and the field in which it computes with them."""

from collections.abc import Iterable, Mapping
from typing import Any

from ogd_exact.kernel.number import Number
from ogd_exact.numbers.powers import Powers
from ogd_exact.numbers.sums import NAME
from ogd_exact.numbers.surd import Surd

ROOT = "root"  # the square root that numbers of the field have a multiple of; no symbol of ours is called so


def exact(value: Number) -> str:
    """The number in the grammar of cells, over alpha or the root where the field has one."""
    if isinstance(value, Surd):
        return f"{value.a} + {value.b}*{ROOT}"
    return str(value)


def field(values: Iterable[Number]) -> dict[str, str]:
    """The smallest of the page's three fields that holds these numbers and what is computed from them."""
    for value in values:
        if isinstance(value, Powers):
            return {"kind": "powers", "name": NAME, "base": str(value.base.alpha)}
        if isinstance(value, Surd):
            return {"kind": "surds", "name": ROOT, "square": str(value.d)}
    return {"kind": "rationals"}


def texts(values: Mapping[Any, Number]) -> dict[str, str]:
    return {str(key): exact(value) for key, value in values.items()}
