"""What to type where an optional library is missing."""

from importlib.metadata import requires
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]


def install(extra: str) -> str:
    """No index has the project: in a checkout its extras have names; from a wheel one installs what they stand for."""
    if (CHECKOUT / "pyproject.toml").is_file():
        return f"install it with: pip install '.[{extra}]' in a checkout of ogd-exact"
    parts = [requirement.partition(";") for requirement in requires("ogd-exact") or []]
    wanted = [f"'{name.strip()}'" for name, _, marker in parts if marker.strip() == f"extra == '{extra}'"]
    return f"install it with: pip install {' '.join(wanted)}"
