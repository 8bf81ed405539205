"""Binary arithmetic on lists of signals, lowest bit first."""

from collections.abc import Sequence

from ogd_exact.circuits.netlists.builder import Circuit, Signal, all_of

Bits = Sequence[Signal]


def added(a: Bits, b: Bits, carry: Signal | None = None) -> list[Signal]:
    """The sum, as wide as its terms, and so modulo a power of two."""
    total = []
    for x, y in zip(a, b, strict=True):
        carry = x.circuit.constant(0) if carry is None else carry
        differ = x ^ y
        total.append(differ ^ carry)
        carry = (x & y) | (differ & carry)
    return total


def squared(circuit: Circuit, x: Bits) -> list[Signal]:
    """The square, as wide as x; a product of two different bits occurs twice, so it moves up one place."""
    zero = circuit.constant(0)
    total = [zero] * len(x)
    for i, bit in enumerate(x):
        row = [zero] * (2 * len(x) + 1)
        row[2 * i] = bit
        for j in range(i + 1, len(x)):
            row[i + j + 1] = bit & x[j]
        total = added(total, row[: len(x)])
    return total


def none_of(circuit: Circuit, signals: Bits) -> Signal:
    return all_of(circuit, [~signal for signal in signals])


def any_of(circuit: Circuit, signals: Bits) -> Signal:
    return ~none_of(circuit, signals)
