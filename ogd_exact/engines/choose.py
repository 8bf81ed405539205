"""Which engine runs a problem."""

import importlib
import sys
from collections.abc import Callable
from typing import Any

from ogd_exact.engines.circuit import CircuitEngine
from ogd_exact.engines.engine import Engine, KernelEngine, Unfit
from ogd_exact.engines.native import NativeEngine
from ogd_exact.reduction.problem import Problem

NAMES = ("auto", "kernel", "gadget", "native", "circuit")
EVERY_STEP = ("kernel",)  # engines that a trace can follow


def gadget(asked: Problem) -> Engine:
    try:
        module: Any = importlib.import_module("ogd_exact.engines.gadget")
    except ImportError:
        raise Unfit("there is no gadget engine yet") from None
    engine: Engine = module.GadgetEngine(asked)
    return engine


MAKERS: dict[str, Callable[[Problem], Engine]] = {
    "kernel": lambda asked: KernelEngine(),
    "gadget": gadget,
    "native": NativeEngine,
    "circuit": CircuitEngine,
}


def choose(name: str, asked: Problem, traced: bool = False) -> Engine:
    """The engine of this name, or, with a word on stderr, the circuit engine where that one cannot run the problem."""
    if name == "auto":
        name = "kernel" if traced else "circuit"
    try:
        return MAKERS[name](asked)
    except Unfit as reason:
        if sys.stderr is not None:
            print(f"ogd-exact: {reason}; the circuit engine is used instead", file=sys.stderr)
        return CircuitEngine(asked)
