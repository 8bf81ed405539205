"""numba, if it is installed; it is imported when first needed, as that takes a second."""

import importlib
from collections.abc import Callable
from functools import cache
from typing import Any


def available() -> bool:
    try:
        importlib.import_module("numba")
    except ImportError:
        return False
    return True


@cache
def compiled(function: Callable[..., Any], keep: bool = True, inner: bool = False) -> Any:
    """The function as machine code; `keep` writes it to disk for the next run, if there is a place for it.

    An inner function is called by machine code alone, and is compiled sooner without the ways in that Python needs.
    """
    numba = importlib.import_module("numba")
    ways_in = {"no_cpython_wrapper": inner, "no_cfunc_wrapper": inner}
    try:
        return numba.njit(function, cache=keep, **ways_in)
    except RuntimeError:  # no folder that can be written
        return numba.njit(function, **ways_in)
