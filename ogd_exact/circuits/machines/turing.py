"""A Turing machine as a circuit: its cells, one bit per place of the head, and its state in binary."""

from ogd_exact.circuits.machines.arithmetic import any_of
from ogd_exact.circuits.netlists.builder import Circuit, Signal, all_of, mux

RIGHT, LEFT, HALT = True, False, 3
# What to write, where to go and the next state, by state and symbol: of the three-state machines with two symbols
# that halt on an empty tape, the one that runs longest.
BUSY_BEAVER = {
    (0, 0): (1, RIGHT, 1),
    (0, 1): (1, RIGHT, HALT),
    (1, 0): (1, LEFT, 1),
    (1, 1): (0, RIGHT, 2),
    (2, 0): (1, LEFT, 2),
    (2, 1): (1, LEFT, 0),
}


def busy_beaver(circuit: Circuit, size: int) -> None:
    """runs the longest three-state busy beaver on N cells; on fewer than 7 it is stuck at an end; bad if it halts"""
    cells = circuit.register("cell", size)
    head = circuit.register("head", size, reset=1 << size // 2)
    low, high = state = circuit.register("state", 2)
    halted = low & high
    symbol = any_of(circuit, [at & cell for at, cell in zip(head, cells, strict=True)])
    rules = {(q, s): matches(circuit, [*state, symbol], q + 4 * s) for q, s in BUSY_BEAVER}

    def chosen(bit: int, part: int) -> Signal:
        """Whether the rule that applies has this bit in this part."""
        return any_of(circuit, [rules[key] for key, rule in BUSY_BEAVER.items() if rule[part] >> bit & 1])

    write, right = chosen(0, 0), chosen(0, 1)
    nowhere = circuit.constant(0)
    for cell, at in zip(cells, head, strict=True):
        circuit.set_next(cell, mux(at & ~halted, write, cell))
    for at, before, after in zip(head, [nowhere, *head[:-1]], [*head[1:], nowhere], strict=True):
        circuit.set_next(at, mux(halted, at, mux(right, before, after)))
    running = any_of(circuit, head) & ~halted
    for i, bit in enumerate(state):
        circuit.set_next(bit, mux(running, chosen(i, 2), bit))
    circuit.bad(halted, "halted")


def matches(circuit: Circuit, bits: list[Signal], number: int) -> Signal:
    return all_of(circuit, [bit if number >> i & 1 else ~bit for i, bit in enumerate(bits)])
