"""Which member of a slot fires, and the weights that contracts allow."""

from collections.abc import Mapping
from typing import NamedTuple

from ogd_exact.core.kernel.numbers import Number
from ogd_exact.core.tables.effects import KINDS
from ogd_exact.gadgets.properties.exact_value import exactly
from ogd_exact.training.any_order.table import Line

CONDITIONS = {
    1: "every call finds what its contract asks for, and a period leaves the circuit's next state",
    2: "in each turn no member of another slot can fire, nor another of the slot whose turn it is",
    3: "turns follow one another: each slot fires exactly once in a period",
    4: "no margin is ever on the kink, by residues",
    5: "the drift fires in every epoch",
}


class Chosen(NamedTuple):
    """The w.x of the member that fires, and how much more the next one has (nothing where there is no other)."""

    value: Number
    gap: Number | None


def chosen(members: tuple[Line, ...], weights: Line) -> Chosen:
    ranked = sorted(sum(a * b for a, b in zip(x, weights, strict=True)) for x in members)
    return Chosen(ranked[0], ranked[1] - ranked[0] if len(ranked) > 1 else None)


def weights_of(text: str, encoding: Mapping[str, Number]) -> Number:
    """The weight of a truth value, or the fixed weight that a contract names."""
    return encoding[text] if text in encoding else exactly(text, {})


def allowed(kind: str, encoding: Mapping[str, Number]) -> frozenset[Number]:
    """The weights that a precondition allows."""
    return frozenset(weights_of(truth, encoding) for truth in KINDS.get(kind, (kind,)))
