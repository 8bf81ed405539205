"""The three formulas, by brute force: each can be satisfied if and only if what it says can happen."""

import random
from itertools import product

import pytest

from conftest import examples
from ogd_exact.circuits.invariants.check import formulas, variables
from ogd_exact.circuits.invariants.propagation import Clause
from ogd_exact.circuits.netlists.nand import Netlist


def random_case(seed: int) -> tuple[Netlist, list[Clause]]:
    """Two or three inputs, a few gates, and clauses on the inputs; some of the answers are never yes."""
    chosen = random.Random(seed)
    inputs, gates = chosen.randint(2, 3), chosen.randint(3, 5)
    pairs = tuple((chosen.randrange(inputs + k), chosen.randrange(inputs + k)) for k in range(gates))
    outputs = tuple(chosen.randrange(inputs, inputs + gates) for _ in range(inputs))
    literals = [sign * v for v in range(1, inputs + 1) for sign in (1, -1, -1, -1)]  # most are true at the start
    invariant = [chosen.sample(literals, chosen.randint(1, 2)) for _ in range(chosen.randint(0, 3))]
    signal = inputs + chosen.randrange(gates)
    answer = chosen.choice([None, inputs + gates])
    return Netlist(inputs, (*pairs, (signal, signal)), outputs, (), answer), invariant


def satisfiable(formula: list[Clause], count: int) -> bool:
    rows = product((False, True), repeat=count)
    return any(all(any(row[abs(x) - 1] == (x > 0) for x in clause) for clause in formula) for row in rows)


def holds(invariant: list[Clause], bits: tuple[bool, ...]) -> bool:
    return all(any(bits[abs(x) - 1] == (x > 0) for x in clause) for clause in invariant)


@pytest.mark.parametrize("seed", range(examples(100)))
def test_they_say_what_they_mean(seed: int) -> None:
    netlist, invariant = random_case(seed)
    count = variables(netlist, invariant)
    found = {name: satisfiable(formula, count) for name, formula in formulas(netlist, invariant).items()}
    good = [s for s in product((False, True), repeat=netlist.inputs) if holds(invariant, s)]
    frames = [netlist.step(state) for state in good]
    assert found == {
        "start": not holds(invariant, (False,) * netlist.inputs),
        "frame": any(not answer and not holds(invariant, follows) for follows, answer in frames),
        "answer": any(answer for _, answer in frames),
    }
    if not any(found.values()):
        state = (False,) * netlist.inputs
        for _ in range(2**netlist.inputs):
            state, answer = netlist.step(state)
            assert not answer


def test_some_cases_are_proved_and_some_fail_each_way() -> None:
    """So that the test above has something to say."""
    seen = set()
    for seed in range(100):
        netlist, invariant = random_case(seed)
        count = variables(netlist, invariant)
        seen.add(tuple(satisfiable(formula, count) for formula in formulas(netlist, invariant).values()))
    assert {(False, False, False), (True, False, False), (False, True, False), (False, False, True)} <= seen


def test_what_chooses_a_clause_is_no_signal() -> None:
    """Or a gate could forbid the choice of a clause that is violated, and a false invariant would have its proof."""
    netlist, _ = random_case(0)
    signals, invariant = netlist.inputs + len(netlist.gates), [(-1,), (-2,)]
    for name in ("start", "frame"):
        assert formulas(netlist, invariant)[name][-1] == (signals + 1, signals + 2)
    assert variables(netlist, invariant) == signals + 2
