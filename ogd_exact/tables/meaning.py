"""What a call does by its contract, said once: the verifier of tables and the proof of constructions both ask here.

A coordinate holds a truth value (or a fixed weight) times a magnitude. A call finds each coordinate with the magnitude
that its contract names, or 1. What `after` names, v included, it leaves with the magnitude that the table returns, or
1 where the contract returns none; what `after` does not name keeps its value and decays as all else does.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from ogd_exact.tables.contract import Contract, Truth


class Holding(NamedTuple):
    truth: Truth
    magnitude: Any


@dataclass(frozen=True)
class Meaning:
    """A contract under given magnitudes; values are of any arithmetic."""

    contract: Contract
    found_magnitudes: Mapping[str, Any]
    left_magnitudes: Mapping[str, Any]

    def found(self, assignment: Mapping[str, Truth]) -> dict[str, Holding]:
        """What each coordinate holds before the call, where these are the truth values."""
        return {name: Holding(assignment[name], self.found_magnitudes[name]) for name in self.contract.coordinates}

    def left(self, assignment: Mapping[str, Truth]) -> dict[str, Holding]:
        """What each coordinate holds after the call."""
        return {
            name: Holding(self.contract.effect(name, assignment), self.left_magnitudes[name])
            for name in self.contract.coordinates
        }


def meaning(contract: Contract, returns: Mapping[str, str], decay: Any, value: Callable[[str], Any]) -> Meaning:
    """Of a call of a table that returns these magnitudes; decay: what is left of a weight over the whole call."""
    one, found, left = value("1"), {}, {}
    for name in contract.coordinates:
        found[name] = value(contract.magnitudes[name]) if name in contract.magnitudes else one
        if name not in contract.after:
            left[name] = decay * found[name]
        else:
            left[name] = value(returns[name]) if name in contract.returns and name in returns else one
    return Meaning(contract, found, left)
