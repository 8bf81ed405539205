"""The builder: operators mean what they say, and mistakes are refused where they are made."""

from itertools import product

import pytest
from random_circuits import shown

from ogd_exact.circuits.netlists.builder import Circuit, mux
from ogd_exact.circuits.netlists.sequential import Latch, Named
from ogd_exact.core.kernel.errors import InputError


def test_operators() -> None:
    circuit = Circuit()
    a, b, c = (circuit.state(name) for name in "abc")
    for signal in (a & b, a | b, a ^ b, ~a, mux(a, b, c), a & circuit.constant(0), a ^ circuit.constant(1)):
        circuit.output(signal)
    for state in (a, b, c):
        circuit.set_next(state, state)
    finished = circuit.sequential()
    for x, y, z in product((False, True), repeat=3):
        expected = (x and y, x or y, x != y, not x, y if x else z, False, not x)
        assert shown(finished, (x, y, z)).outputs == expected


def test_names_resets_and_states_made_late() -> None:
    circuit = Circuit()
    a = circuit.state("a", reset=1)
    circuit.output(~a, "opposite")
    both = a & circuit.state("b", reset=None)
    late = circuit.register("n", 2, reset=2)
    circuit.bad(both)
    for i, state in enumerate([a, circuit.signal(4), *late]):
        circuit.set_next(state, late[0] if i else a)
    finished = circuit.sequential()
    assert finished.latches == (Latch("a", 2, 1), Latch("b", 6, None), Latch("n0", 6, 0), Latch("n1", 6, 1))
    assert finished.outputs == (Named("opposite", 3),) and finished.bads == (Named("b0", 10),)


def test_mistakes() -> None:
    circuit, other = Circuit(), Circuit()
    a, foreign = circuit.state("a"), other.state("a")
    with pytest.raises(InputError, match="built of its own signals"):
        a & foreign
    with pytest.raises(InputError, match="use circuit.constant"):
        a & True  # type: ignore[operator]
    with pytest.raises(InputError, match="instead of and, or, not, if"):
        assert a and a
    with pytest.raises(InputError, match="takes a signal made by state"):
        circuit.set_next(~a, a)
    with pytest.raises(InputError, match="state 'a' has no next value; use set_next"):
        circuit.sequential()
    circuit.set_next(a, a)
    with pytest.raises(InputError, match="has a next value already"):
        circuit.set_next(a, a)


def test_a_name_is_given_once() -> None:
    circuit = Circuit()
    first = circuit.state("a")
    circuit.input("a")  # which is another matter
    with pytest.raises(InputError, match="^there is state 'a' already; choose another name$"):
        circuit.state("a")
    with pytest.raises(InputError, match="^there is input 'a' already; choose another name$"):
        circuit.input("a")
    circuit.register("n", 1)
    with pytest.raises(InputError, match="^there is state 'n0' already"):
        circuit.register("n", 2)
    circuit.set_next(first, first)


def test_circuits_and_signals_are_shown_by_their_names() -> None:
    circuit = Circuit()
    assert repr(circuit) == "Circuit(0 ands)"
    low, high, enable = circuit.state("low"), circuit.state("hi\ngh"), circuit.input("en")
    both = low & enable
    shown = [low, ~high, enable, both, ~(both & high), circuit.constant(0), circuit.constant(1)]
    names = ["low", r"~hi\ngh", "en", "and0", "~and1", "0", "1"]
    assert [repr(signal) for signal in shown] == [f"Signal({name})" for name in names]
    assert repr(circuit) == r"Circuit(latches low, hi\ngh; inputs en; 2 ands)"
    circuit.register("x", 100)
    assert repr(circuit) == r"Circuit(latches low, hi\ngh, x0, x1, x2 and 97 more; inputs en; 2 ands)"


def test_inputs_and_constraints() -> None:
    circuit = Circuit()
    state = circuit.state("x")
    late = circuit.input("late")
    circuit.set_next(state, late)
    circuit.constraint(state)
    circuit.constraint(~late & state, "both")
    finished = circuit.sequential()
    assert finished.inputs == ("late",) and finished.latches == (Latch("x", 2, 0),)
    assert finished.constraints == (Named("c0", 4), Named("both", 6)) and finished.ands in (((4, 3),), ((3, 4),))
