"""What a gadget promises: its precondition, its effect, and what it leaves alone, or low, on the way.

A contract speaks of truth values (true, false, unset) and of fixed weights; the model's encoding and the
magnitudes turn them into weights.
"""

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ogd_exact.core.tables.effects import ANY, KINDS, Truth, apply_effect


@dataclass(frozen=True)
class Contract:
    gadget: str
    label: str
    coordinates: tuple[str, ...]
    before: Mapping[str, str] = field(default_factory=dict)  # coordinate -> a kind, or a fixed weight
    after: Mapping[str, str] = field(default_factory=dict)  # coordinate -> an effect; not named: unchanged
    untouched: Mapping[str, str] = field(default_factory=dict)  # coordinate -> when it never moves
    never_positive: Mapping[str, str] = field(default_factory=dict)  # coordinate -> when it never is, after any example
    any: Mapping[str, str] = field(default_factory=dict)  # coordinate -> when nothing is promised of its end
    magnitudes: Mapping[str, str] = field(default_factory=dict)  # coordinate -> symbol of its magnitude
    returns: tuple[str, ...] = ()  # coordinates whose new magnitude the gadget returns
    entry: tuple[tuple[str, ...], ...] = ()  # or else: the cases themselves, where they are not a product,
    final: tuple[tuple[str, ...], ...] = ()  # and the weights at the end of each
    note: str = ""

    def assignments(self) -> Iterator[dict[str, Truth]]:
        """Each combination of truth values that the precondition allows."""
        choices = [KINDS.get(self.before[c], (self.before[c],)) for c in self.coordinates]
        for values in itertools.product(*choices):
            yield dict(zip(self.coordinates, values, strict=True))

    def effect(self, coordinate: str, assignment: Mapping[str, Truth]) -> Truth:
        """The truth value promised at the end, if one is: what `after` does not name keeps its own."""
        if apply_effect(self.any.get(coordinate, ""), assignment) == "true":
            return ANY
        return apply_effect(self.after.get(coordinate, f"copy({coordinate})"), assignment)

    def never_moves(self, coordinate: str, assignment: Mapping[str, Truth]) -> bool:
        return apply_effect(self.untouched.get(coordinate, ""), assignment) == "true"

    def stays_low(self, coordinate: str, assignment: Mapping[str, Truth]) -> bool:
        return apply_effect(self.never_positive.get(coordinate, ""), assignment) == "true"
