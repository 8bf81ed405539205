"""Makes a circuit closed: no inputs, and every latch with a reset, so that it runs by itself from one start."""

from collections.abc import Mapping

from ogd_exact.circuits.sequential import Latch, Named, Sequential
from ogd_exact.kernel.errors import InputError

SHOWN = 5


def close(
    circuit: Sequential,
    tied: Mapping[str, int] | None = None,
    all_inputs: int | None = None,
    uninitialised: int | None = None,
) -> Sequential:
    """The circuit with inputs tied by name, the others to `all_inputs`, and open resets set to `uninitialised`."""
    tied = tied or {}
    for bit in (*tied.values(), all_inputs, uninitialised):
        if bit not in (0, 1, None):
            raise InputError(f"a signal is tied to 0 or to 1, not to {bit}")
    if unknown := [name for name in tied if name not in set(circuit.inputs)]:
        if unknown[0] in circuit.clocks:
            raise InputError(f"{unknown[0][:40]} is the clock, which ticks by itself and is no input; do not tie it")
        has = f"its inputs are {some(circuit.inputs)}" if circuit.inputs else "it has none"
        raise InputError(f"the circuit has no input {some(unknown)}; {has}")
    free = [name for name in circuit.inputs if name not in tied]
    if free and all_inputs is None:
        raise InputError(
            f"the circuit has inputs: {some(free)}; tie each with --input NAME=0|1, or all with --inputs 0|1"
        )
    unset = [latch.name for latch in circuit.latches if latch.reset is None]
    if unset and uninitialised is None:
        raise InputError(f"latches without a reset: {some(unset)}; start them all with --uninitialised 0|1")
    others = all_inputs or 0
    values = [tied.get(name, others) for name in circuit.inputs]

    def literal(old: int) -> int:
        variable = old >> 1
        if 0 < variable <= len(values):
            return values[variable - 1] ^ (old & 1)
        return old - 2 * len(values) if variable else old

    return Sequential(
        (),
        tuple(Latch(x.name, literal(x.next), uninitialised if x.reset is None else x.reset) for x in circuit.latches),
        tuple((literal(left), literal(right)) for left, right in circuit.ands),
        tuple(Named(name, literal(old)) for name, old in circuit.outputs),
        tuple(Named(name, literal(old)) for name, old in circuit.bads),
    )


def some(names: list[str] | tuple[str, ...]) -> str:
    """A few of the names, and how many more there are."""
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(name[:40] for name in names[:SHOWN]) + more
