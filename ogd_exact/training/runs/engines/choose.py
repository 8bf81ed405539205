"""Which engine runs a problem."""

from collections.abc import Callable

from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.runs.engine import Engine, KernelEngine, Unfit
from ogd_exact.training.runs.engines.circuit import CircuitEngine
from ogd_exact.training.runs.engines.gadget import GadgetEngine
from ogd_exact.training.runs.engines.native import NativeEngine

NAMES = ("auto", "kernel", "gadget", "native", "circuit", "invariant")  # the last one runs nothing

MAKERS: dict[str, Callable[[Reduction], Engine]] = {
    "kernel": lambda reduction: KernelEngine(),
    "gadget": GadgetEngine,
    "native": NativeEngine,
    "circuit": CircuitEngine,
}


def choose(
    name: str, reduction: Reduction, traced: bool = False, tell: Callable[[str], None] = lambda _: None
) -> Engine:
    """The engine of this name, or the circuit engine where that one cannot run the problem, which is told."""
    if name == "auto":
        name = "kernel" if traced else "circuit"
    try:
        return MAKERS[name](reduction)
    except Unfit as reason:
        tell(f"{reason}; the circuit engine is used instead")
        return CircuitEngine(reduction)
