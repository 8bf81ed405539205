"""A sequential circuit: named inputs, latches, two-input ands with free inverters, outputs, bads and constraints.

A literal is 2 * variable + 1 if inverted; the variables are the constant false, then the inputs, the
latches and the ands. So literal 0 is false, literal 1 is true, and `literal ^ 1` is the opposite.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ogd_exact.core.kernel.errors import InputError

FALSE, TRUE = 0, 1
SHOWN = 5
MAX_VARIABLES = 4_000_000


class Latch(NamedTuple):
    """A bit of state; a reset of None is an uninitialised latch, which may start as either."""

    name: str
    next: int
    reset: int | None = 0


class Named(NamedTuple):
    name: str
    literal: int


@dataclass(frozen=True)
class Sequential:
    """An and-inverter graph with latches; an and refers only to variables before its own.

    A bad or an output counts in a frame only if all constraints held in every frame up to that one, itself included.
    """

    inputs: tuple[str, ...] = ()
    latches: tuple[Latch, ...] = ()
    ands: tuple[tuple[int, int], ...] = ()
    outputs: tuple[Named, ...] = ()
    bads: tuple[Named, ...] = ()
    clocks: tuple[str, ...] = field(default=(), compare=False)  # known to the file, but no inputs
    constraints: tuple[Named, ...] = ()

    def __post_init__(self) -> None:
        seen: set[str] = set()
        for name in self.inputs:
            if name in seen:
                raise InputError(f"two inputs are named {name!r}; rename one")
            seen.add(name)
        for kind, names in [("input", self.inputs), *self.named_signals()]:
            for name in names:
                check_name(kind, name)
        variable = self.first_and
        for left, right in self.ands:
            if not 0 <= min(left, right) <= max(left, right) < 2 * variable:
                raise InputError(f"the and of variable {variable} refers to ({left}, {right}), which is not before it")
            variable += 1
        for latch in self.latches:
            if latch.reset not in (0, 1, None):
                raise InputError(f"latch {latch.name!r} resets to {latch.reset}; use 0, 1 or None")
        for literal in self.roots():
            if not 0 <= literal < 2 * variable:
                raise InputError(f"literal {literal} does not exist; the last one is {2 * variable - 1}")

    @property
    def first_and(self) -> int:
        """The variable of the first and."""
        return 1 + len(self.inputs) + len(self.latches)

    def named_signals(self) -> list[tuple[str, list[str]]]:
        kinds = {"output": self.outputs, "bad": self.bads, "constraint": self.constraints}
        named = [(kind, [thing.name for thing in things]) for kind, things in kinds.items()]
        return [("latch", [latch.name for latch in self.latches]), *named]

    def roots(self) -> list[int]:
        """The literals that matter outside: of the latches' next values, the outputs, the bads, the constraints."""
        return [x.next for x in self.latches] + [x.literal for x in (*self.outputs, *self.bads, *self.constraints)]


def some(names: Sequence[str]) -> str:
    """A few of the names, and how many more there are."""
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(name[:40] for name in names[:SHOWN]) + more


def check_name(kind: str, name: str) -> None:
    """Names can be written to every format, in one line."""
    if not name or not name.isascii() or not name.isprintable():
        raise InputError(f"the {kind} name {name[:40]!r} is not allowed; use printable ASCII characters, at least one")


def unused_name(wanted: str, taken: set[str]) -> str:
    """The wanted name, or the first of wanted_2, wanted_3... that is not taken; takes it."""
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted}_{number}"
    taken.add(name)
    return name
