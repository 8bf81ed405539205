"""Which names are those of weights that rules have besides the coordinates."""

from ogd_exact.kernel.rules import RULES


def is_state(name: str) -> bool:
    """Whether some rule has a weight of this name."""
    return any(name in rule.state for rule in RULES.values())
