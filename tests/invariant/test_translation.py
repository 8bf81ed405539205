"""reduce --netlist: the NAND gates do what the circuit does, in every state; and a netlist that does not is refused."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from conftest import called
from ogd_exact.circuits.closing.close import Closed, settled
from ogd_exact.circuits.formats.load import load
from ogd_exact.circuits.invariants.equivalence import equivalence
from ogd_exact.circuits.invariants.sweep import Sweep
from ogd_exact.circuits.netlists.nand import Netlist, asked_property
from ogd_exact.circuits.netlists.nand_gates import most_gates
from ogd_exact.circuits.netlists.sequential import Latch, Named, Sequential

MACHINES = ("counter:3", "lfsr:4", "gray:3", "johnson:3", "mult:3")


def stepped(made: Closed, state: tuple[bool, ...]) -> tuple[list[bool], bool]:
    """The next state of the circuit and its answer, by the meaning of its graph alone."""
    values = [False, *state]
    for a, b in made.circuit.ands:
        values.append((values[a >> 1] != (a & 1)) and (values[b >> 1] != (b & 1)))

    def value(literal: int) -> bool:
        return values[literal >> 1] != (literal & 1)

    return [value(latch.next) for latch in made.circuit.latches], value(asked_property(made.circuit, None).literal)


def is_equal(made: Closed, netlist: Netlist) -> bool:
    """By all states, and both values of the spare input."""
    flips = [latch.reset == 1 for latch in made.circuit.latches]
    for state in product((False, True), repeat=len(flips)):
        follows, answer = stepped(made, state)
        stored, wanted = ([bit != flip for bit, flip in zip(bits, flips, strict=True)] for bits in (state, follows))
        for spare in (False, True):
            outputs, said = netlist.step((*stored, spare))
            if (list(outputs[:-1]), said) != (wanted, answer):
                return False
    return True


def is_proved(made: Closed, netlist: Netlist) -> bool:
    asked = equivalence(made, netlist, None, None)
    return asked is not None and asked.refuted_by(Sweep(asked).proof)


def spoiled(netlist: Netlist) -> Iterator[Netlist]:
    """With one gate that reads something else, or one output that is another gate."""
    for place, (a, b) in enumerate(netlist.gates):
        for pair in ((a, a), (b, b), (a, 0), (max(0, a - 1), b)):
            gates = (*netlist.gates[:place], pair, *netlist.gates[place + 1 :])
            yield replace(netlist, gates=gates)
    for place, output in enumerate(netlist.outputs):
        if output > netlist.inputs:
            yield replace(netlist, outputs=(*netlist.outputs[:place], output - 1, *netlist.outputs[place + 1 :]))


@pytest.mark.parametrize("machine", MACHINES)
def test_a_netlist_is_proved_equal_where_it_is_and_nowhere_else(machine: str) -> None:
    made = settled(load(machine)).closed()
    netlist = made.netlist()
    assert is_equal(made, netlist) and is_proved(made, netlist)
    wrong = 0
    for other in spoiled(netlist):
        equal = is_equal(made, other)
        wrong += not equal
        assert is_proved(made, other) == equal
    assert wrong >= len(netlist.gates)


def test_a_netlist_that_keeps_latches_otherwise_is_refused() -> None:
    made = settled(load("counter:2")).closed()
    netlist = made.netlist()
    (first, *others) = netlist.state
    assert not is_proved(made, replace(netlist, state=(first._replace(inverted=True), *others)))
    assert not is_proved(made, replace(netlist, named_answer=netlist.outputs[0]))


@pytest.mark.parametrize(
    ("circuit", "n", "claims"),
    [
        (["counter:4"], 4, 10),
        (["counter:4", "--target", "0110"], 4, 10),
        (["lfsr:5", "--target", "11111"], 5, 12),
        (["mult:16"], 16, 34),
        (["docs/gallery/lock.blif", "--search", "1"], 12, 26),
    ],
)
def test_the_command_says_how_large_and_why(circuit: list[str], n: int, claims: int) -> None:
    """Two claims for each latch, and two for the answer."""
    answer = called("reduce", *circuit, "--netlist")
    assert answer.code == 0 and f"C   n = {n}, " in answer.out and f"C'  n' = {n + 1}, " in answer.out
    assert f"equal in every state, whatever the additional input: {claims} claims, proved by " in answer.out


def test_another_netlist_is_refused_with_a_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first gate of the counter inverts its lowest bit; without it the bit stays."""
    made = Closed.netlist

    def broken(self: Closed, *asked: str | int | None) -> Netlist:
        right = made(self, *asked)
        return replace(right, gates=((1, 1), *right.gates[1:]))

    monkeypatch.setattr(Closed, "netlist", broken)
    answer = called("reduce", "counter:2", "--netlist")
    assert answer.code == 1
    assert answer.out.splitlines()[-1].startswith("C' does something else where the latches are ")


def random_circuit(chance: Random) -> Sequential:
    latches, ands = chance.randint(1, 4), chance.randint(0, 25)
    gates = [(chance.randrange(2 * v), chance.randrange(2 * v)) for v in range(1 + latches, 1 + latches + ands)]
    most = 2 * (1 + latches + ands)
    states = [Latch(f"x{i}", chance.randrange(most), chance.randrange(2)) for i in range(latches)]
    return Sequential((), tuple(states), tuple(gates), bads=(Named("bad", chance.randrange(most)),))


@pytest.mark.parametrize("seed", range(40))
def test_random_circuits_are_equal_to_their_netlists_and_within_the_bound(seed: int) -> None:
    circuit = random_circuit(Random(seed))
    made = settled(circuit).closed()
    netlist = made.netlist()
    assert is_equal(made, netlist) and is_proved(made, netlist)
    assert len(netlist.gates) <= most_gates(len(circuit.latches), len(circuit.ands))


@pytest.mark.parametrize("option", [["--model", "svm"], ["--lambda", "1/4"], ["--symbolic"], ["--tables", "compact"]])
def test_what_is_of_models_is_refused(option: list[str]) -> None:
    answer = called("reduce", "counter:2", "--netlist", *option)
    assert (answer.code, answer.out) == (2, "") and f"drop {option[0]}" in answer.err
