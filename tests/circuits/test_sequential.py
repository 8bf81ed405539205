"""The direct evaluator against a recursive one, and circuits that cannot be."""

import pytest
from hypothesis import given
from random_circuits import bits, sequentials, shown

from ogd_exact.circuits.graph import Graph
from ogd_exact.circuits.sequential import Latch, Named, Sequential
from ogd_exact.kernel.errors import InputError


@given(sequentials())
def test_the_evaluator_agrees_with_a_recursive_one(circuit: Sequential) -> None:
    for number in range(8):
        state, inputs = bits(number, len(circuit.latches)), bits(number * 5, len(circuit.inputs))
        assert tuple(circuit.evaluate(state, inputs)) == shown(circuit, state, inputs)


@pytest.mark.parametrize(
    ("circuit", "reason"),
    [
        ({"inputs": ("a", "a")}, "two inputs are named 'a'"),
        ({"inputs": ("a\nb",)}, "use printable ASCII"),
        ({"latches": (Latch("", 0),)}, "the latch name '' is not allowed"),
        ({"latches": (Latch("a", 4),)}, "literal 4 does not exist"),
        ({"latches": (Latch("a", 0, 2),)}, "use 0, 1 or None"),
        ({"ands": ((0, 2),)}, "which is not before it"),
        ({"bads": (Named("b", -1),)}, "literal -1 does not exist"),
    ],
)
def test_what_is_no_circuit_is_refused(circuit: dict, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        Sequential(**circuit)


def test_a_state_of_the_wrong_width_is_refused() -> None:
    with pytest.raises(InputError, match="give 1 bits of state and 0 inputs"):
        Sequential(latches=(Latch("a", 2),)).evaluate(())


def test_the_graph_folds_and_shares() -> None:
    graph = Graph(2)
    a, b = 2, 4
    ab = graph.conjunction(a, b)
    assert graph.conjunction(b, a) == ab
    assert [graph.conjunction(a, x) for x in (0, 1, a, a ^ 1)] == [0, a, a, 0]
    assert graph.conjunction(a, ab) == ab and graph.conjunction(ab, a ^ 1) == 0
    assert graph.conjunction(a ^ 1, ab ^ 1) == a ^ 1
    assert graph.conjunction(ab ^ 1, a) == graph.conjunction(a, b ^ 1)
    assert graph.choice(1, a, b) == a and graph.choice(0, a, b) == b
    assert graph.parity(a, a) == 0 and graph.parity(a, 1) == a ^ 1
    assert graph.all_of([]) == 1
