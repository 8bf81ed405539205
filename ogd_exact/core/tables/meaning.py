"""What a call does by its contract, said once: the verifier of tables and the proof of constructions both ask here.

A coordinate holds a truth value (or a fixed weight) times a magnitude. A call finds each coordinate with the magnitude
that its contract names, or 1. What `after` names, v included, it leaves with the magnitude that the table returns, or
1 where the contract returns none; what `after` does not name keeps its value and decays as all else does.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ogd_exact.core.tables.contract import Contract


@dataclass(frozen=True)
class Meaning:
    """The magnitudes of all coordinates before and after a call, in any arithmetic."""

    found_magnitudes: Mapping[str, Any]
    left_magnitudes: Mapping[str, Any]


def meaning(contract: Contract, returns: Mapping[str, str], decay: Any, value: Callable[[str], Any]) -> Meaning:
    """What a call of a table that returns these magnitudes does; decay: what it leaves of other weights."""
    one, found, left = value("1"), {}, {}
    for name in contract.coordinates:
        found[name] = value(contract.magnitudes[name]) if name in contract.magnitudes else one
        if name not in contract.after:
            left[name] = decay * found[name]
        else:
            left[name] = value(returns[name]) if name in contract.returns and name in returns else one
    return Meaning(found, left)
