"""Whether the steps of a model have momentum, and what this is called."""

from ogd_exact.core.tables.model import Model


def has_momentum(model: Model) -> bool:
    return model.momentum != "0"


def erases_nothing(model: Model) -> bool:
    """The heavy ball: no two states become the same, so that no gadget brings both bits to unset (docs/rules.md)."""
    return has_momentum(model) and not model.nesterov


def momentum_kind(model: Model) -> str:
    return "nesterov" if model.nesterov else "heavy-ball"
