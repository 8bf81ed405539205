"""Circuits that cannot be, and graphs that fold."""

import pytest

from ogd_exact.circuits.netlists.graph import Graph
from ogd_exact.circuits.netlists.sequential import Latch, Named, Sequential
from ogd_exact.core.kernel.errors import InputError


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
