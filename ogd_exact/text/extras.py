"""Optional libraries, and what to type where one is missing."""

from importlib import import_module
from importlib.metadata import requires
from pathlib import Path
from typing import Any

from ogd_exact.core.kernel.errors import InputError

CHECKOUT = Path(__file__).parents[2]


def optional_module(name: str, purpose: str, extra: str) -> Any:
    """The module of that name; raises InputError, with what to type, where it is not installed."""
    try:
        return import_module(name)
    except ImportError:
        raise InputError(f"{name} is missing, which {purpose}; {install(extra)}") from None


def install(extra: str) -> str:
    """What to type; as no index has the project, extras have names in a checkout alone, and packages else."""
    if (CHECKOUT / "pyproject.toml").is_file():
        return f"install it with: pip install '.[{extra}]' in a checkout of ogd-exact"
    parts = [requirement.partition(";") for requirement in requires("ogd-exact") or []]
    wanted = [f"'{name.strip()}'" for name, _, marker in parts if marker.strip() == f"extra == '{extra}'"]
    return f"install it with: pip install {' '.join(wanted)}"
