"""Exact numbers as texts that the page reads, the field in which it computes with them, and the step that it takes."""

from collections.abc import Iterable, Mapping
from typing import Any

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import Number
from ogd_exact.core.kernel.step import Rule, Step
from ogd_exact.gadgets.reading.step_data import step_data
from ogd_exact.training.numbers.powers import Powers
from ogd_exact.training.numbers.sums import NAME
from ogd_exact.training.numbers.surd import Surd

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


def rule_words(rule: Rule) -> dict[str, Any]:
    """The words of a rule, which pages show and decide nothing by."""
    return {"noun": rule.noun, "words": rule.words, "state": dict(zip(rule.state, rule.state_words, strict=True))}


def shown_step(step: Step) -> dict[str, Any]:
    """What every example of a page does, and how it is called."""
    if step.momentum is not None:
        raise InputError("the page shows no velocities, and this model has momentum; take a model without")
    return {"rule": rule_words(step.rule), "step": step_data(step, exact)}
