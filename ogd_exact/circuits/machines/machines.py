"""Machines to try things with, by name and size, such as counter:8. Each asks a natural question with its bad."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ogd_exact.circuits.machines import life
from ogd_exact.circuits.machines.arithmetic import Bits, added, none_of, squared
from ogd_exact.circuits.machines.turing import busy_beaver
from ogd_exact.circuits.netlists.builder import Circuit, all_of, mux
from ogd_exact.circuits.netlists.sequential import Sequential
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.text.suggestion import did_you_mean

COLLATZ_START = 27
# x^N + x^a + ... + 1 is primitive modulo 2 for these a, the fewest and smallest there are.
TAPS = {
    2: (1,), 3: (1,), 4: (1,), 5: (2,), 6: (1,), 7: (1,), 8: (1, 2, 7), 9: (4,), 10: (3,), 11: (2,), 12: (1, 2, 8),
    13: (1, 2, 5), 14: (1, 2, 12), 15: (1,), 16: (1, 3, 12), 17: (3,), 18: (7,), 19: (1, 2, 5), 20: (3,), 21: (2,),
    22: (1,), 23: (5,), 24: (1, 2, 7), 25: (3,), 26: (1, 2, 6), 27: (1, 2, 5), 28: (3,), 29: (2,), 30: (1, 2, 23),
    31: (3,), 32: (1, 2, 22), 33: (13,), 34: (1, 2, 27), 35: (2,), 36: (11,), 37: (1, 2, 9), 38: (1, 3, 13), 39: (4,),
    40: (1, 2, 35), 41: (3,), 42: (1, 2, 29), 43: (1, 2, 12), 44: (1, 3, 38), 45: (1, 3, 4), 46: (1, 3, 9), 47: (5,),
    48: (1, 3, 28), 49: (9,), 50: (1, 2, 16), 51: (1, 2, 28), 52: (3,), 53: (1, 2, 6), 54: (1, 2, 17), 55: (24,),
    56: (1, 2, 42), 57: (7,), 58: (19,), 59: (1, 2, 24), 60: (1,), 61: (1, 2, 5), 62: (1, 3, 28), 63: (1,),
    64: (1, 2, 11),
}  # fmt: skip


def finished(circuit: Circuit, state: Bits, follows: Bits) -> None:
    for bit, signal in zip(state, follows, strict=True):
        circuit.set_next(bit, signal)


def counter(circuit: Circuit, size: int) -> None:
    """counts up in binary; bad when all N bits are true, after 2^N - 1 steps"""
    x = circuit.register("x", size)
    finished(circuit, x, added(x, [circuit.constant(0)] * size, carry=circuit.constant(1)))
    circuit.bad(all_of(circuit, x), "all_true")


def lfsr(circuit: Circuit, size: int) -> None:
    """shifts in the opposite of its taps' parity; bad in the last of 2^N - 1 states, with only the first bit true"""
    x = circuit.register("x", size)
    # Shifting in the opposite of the parity (XNOR) makes all true the one state off the long cycle, not all false.
    parity = x[0]
    for tap in TAPS[size]:
        parity ^= x[tap]
    finished(circuit, x, [*x[1:], ~parity])
    circuit.bad(x[0] & none_of(circuit, x[1:]), "last_state")


def gray(circuit: Circuit, size: int) -> None:
    """counts in the Gray code, one bit changing at a time; bad at the last of 2^N words, with only the top bit true"""
    x = circuit.register("x", size)
    odd = circuit.constant(0)
    for bit in x:
        odd ^= bit
    # With an even number of true bits the lowest changes, else the one above the lowest true one, or the top.
    flips = [~odd, *(odd & x[i - 1] & none_of(circuit, x[: i - 1]) for i in range(1, size))]
    flips[-1] = odd & none_of(circuit, x[: max(size - 2, 0)]) if size > 1 else circuit.constant(1)
    finished(circuit, x, [bit ^ flip for bit, flip in zip(x, flips, strict=True)])
    circuit.bad(x[-1] & none_of(circuit, x[:-1]), "last_word")


def johnson(circuit: Circuit, size: int) -> None:
    """shifts in the opposite of its last bit; bad in the last of its 2N states, with only the last bit true"""
    x = circuit.register("x", size)
    finished(circuit, x, [~x[-1], *x[:-1]])
    circuit.bad(x[-1] & none_of(circuit, x[:-1]), "last_state")


def rule110(circuit: Circuit, size: int) -> None:
    """runs rule 110 on a ring of N cells, from the rightmost one true; bad when all are true, after which all die"""
    cells = circuit.register("c", size, reset=1)
    row = cells[::-1]  # from left to right, since a word has c0 last
    right = [*row[1:], row[0]]
    after = [(c | r) & ~(row[i - 1] & c & r) for i, (c, r) in enumerate(zip(row, right, strict=True))]
    finished(circuit, cells, after[::-1])
    circuit.bad(all_of(circuit, row), "all_true")


def collatz(circuit: Circuit, size: int) -> None:
    """halves, or takes 3x + 1 if odd, from 27 modulo 2^N; too large a number becomes 0 for good; bad at 1"""
    x = circuit.register("x", size, reset=COLLATZ_START % 2**size)
    zero, one = circuit.constant(0), circuit.constant(1)
    # 3x + 1 is x + (2x + 1), and x ends in 1.
    tripled = added([one, *x[1:], zero, zero], [one, one, *x[1:], zero])
    fits = none_of(circuit, tripled[size:])
    halved = [*x[1:], zero]
    finished(circuit, x, [mux(x[0], bit & fits, half) for bit, half in zip(tripled, halved, strict=False)])
    circuit.bad(x[0] & none_of(circuit, x[1:]), "came_to_1")


def mult(circuit: Circuit, size: int) -> None:
    """multiplies x by itself: x + (x*x or 5) modulo 2^N, which meets every number; bad when all bits are true"""
    x = circuit.register("x", size)
    square = squared(circuit, x)
    five = [circuit.constant(5 >> i & 1) for i in range(size)]
    finished(circuit, x, added(x, [bit | fixed for bit, fixed in zip(square, five, strict=True)]))
    circuit.bad(all_of(circuit, x), "all_true")


@dataclass(frozen=True)
class Machine:
    build: Callable[[Circuit, Any], None]
    least: int
    most: int
    read: Callable[[str], Any] | None = None  # what a specification says besides a size

    @property
    def description(self) -> str:
        return self.build.__doc__ or ""


MACHINES = {
    "counter": Machine(counter, 1, 64),
    "lfsr": Machine(lfsr, min(TAPS), max(TAPS)),
    "gray": Machine(gray, 1, 64),
    "johnson": Machine(johnson, 1, 64),
    "rule110": Machine(rule110, 3, 64),
    "collatz": Machine(collatz, 1, 64),
    "busybeaver": Machine(busy_beaver, 1, 64),
    "mult": Machine(mult, 1, 32),
    "life": Machine(life.life, life.LEAST, life.MOST, life.board),
}


def machine(spec: str) -> Sequential:
    """The circuit of a specification NAME:SIZE."""
    name, _, size = spec.partition(":")
    if name not in MACHINES:
        known = ", ".join(f"{name}:{m.least}..{m.most}" for name, m in MACHINES.items())
        raise InputError(f"there is no machine {name[:40]!r}; there are {known}{did_you_mean(name, MACHINES)}")
    chosen = MACHINES[name]
    circuit = Circuit()
    if chosen.read:
        chosen.build(circuit, chosen.read(size))
        return circuit.sequential()
    if not re.fullmatch("[0-9]{1,4}", size) or not chosen.least <= int(size) <= chosen.most:
        message = f"{name} takes a size from {chosen.least} to {chosen.most}, as in {name}:{max(chosen.least, 4)}"
        raise InputError(f"{message}, not {size[:40]!r}")
    chosen.build(circuit, int(size))
    return circuit.sequential()
