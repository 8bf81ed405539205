"""Which engine runs a problem."""

import sys
from collections.abc import Callable

from ogd_exact.engines.circuit import CircuitEngine
from ogd_exact.engines.gadget import GadgetEngine
from ogd_exact.engines.native import NativeEngine
from ogd_exact.reduction.problem import Problem
from ogd_exact.simulate.engine import Engine, KernelEngine, Unfit

NAMES = ("auto", "kernel", "gadget", "native", "circuit")
EVERY_STEP = ("kernel", "gadget")  # engines that a trace can follow


MAKERS: dict[str, Callable[[Problem], Engine]] = {
    "kernel": lambda asked: KernelEngine(),
    "gadget": GadgetEngine,
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
