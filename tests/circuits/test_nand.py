"""Netlists of NANDs: they run as the circuit runs, answer the question, and waste nothing."""

from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_circuits import Bits, bits, sequentials, shown

from conftest import examples
from ogd_exact.circuits.netlists.builder import Circuit, mux
from ogd_exact.circuits.netlists.nand import Netlist, Stored, asked_property, to_nand
from ogd_exact.circuits.netlists.sequential import Latch, Named, Sequential
from ogd_exact.core.kernel.errors import InputError

CLOSED = sequentials(inputs=0, resets=(0, 1))


def value(netlist: Netlist, signal: int, given: Bits) -> bool:
    """A signal by recursion, without the evaluator under test."""
    if signal < netlist.inputs:
        return given[signal]
    a, b = netlist.gates[signal - netlist.inputs]
    return not (value(netlist, a, given) and value(netlist, b, given))


def check_form(netlist: Netlist, latches: int) -> None:
    """Gates refer to what comes before, none repeats, none is idle; outputs are gates."""
    assert netlist.inputs == len(netlist.outputs) == latches + 1
    assert len(set(netlist.gates)) == len(netlist.gates)
    end = netlist.inputs + len(netlist.gates)
    used = set(netlist.outputs)
    assert all(netlist.inputs <= output < end for output in netlist.outputs)
    for own, (a, b) in reversed(list(enumerate(netlist.gates, netlist.inputs))):
        assert own in used, f"gate {own} serves nothing"
        assert 0 <= a <= b < own
        used |= {a, b}


def check(circuit: Sequential, netlist: Netlist, target: str | None) -> None:
    """Frame by frame against the circuit, with every value of the ignored input."""
    check_form(netlist, len(circuit.latches))
    state = tuple(latch.reset == 1 for latch in circuit.latches)
    for step in islice(netlist.run(), 20):
        assert netlist.latches(step.bits) == state
        outputs, bads, follows = shown(circuit, state)
        accepted = (bads + outputs)[0] if target is None else follows == tuple(c == "1" for c in reversed(target))
        for ignored in (False, True):
            given = (*step.bits[:-1], ignored)
            result = tuple(value(netlist, output, given) for output in netlist.outputs)
            assert result == netlist.evaluate(given) and result[-1] == accepted == step.accepted
            assert netlist.latches(result) == follows
        state = follows


@given(CLOSED)
@settings(max_examples=examples(300))
def test_random_circuits_and_their_own_property(circuit: Sequential) -> None:
    if circuit.bads or circuit.outputs:
        check(circuit, to_nand(circuit), None)
    else:
        with pytest.raises(InputError, match="neither a bad nor an output to ask about; give target=BITS"):
            to_nand(circuit)


@given(CLOSED, st.data())
@settings(max_examples=examples(300))
def test_random_circuits_and_a_target(circuit: Sequential, data: st.DataObject) -> None:
    width = len(circuit.latches)
    target = data.draw(st.text("01", min_size=width, max_size=width))
    check(circuit, to_nand(circuit, target), target)


@given(CLOSED)
def test_states_that_are_never_reached_step_right_too(circuit: Sequential) -> None:
    netlist = to_nand(circuit, "0" * len(circuit.latches))
    for number in range(2 ** len(circuit.latches)):
        state = bits(number, len(circuit.latches))
        given = (*(bit != stored.inverted for bit, stored in zip(state, netlist.state, strict=True)), False)
        assert netlist.latches(netlist.evaluate(given)) == shown(circuit, state)[2]


def latch(follows: int, reset: int = 0) -> Latch:
    return Latch("x", follows, reset)


SHAPES: dict[str, tuple[Sequential, str | None, int]] = {
    "nothing but true": (Sequential(outputs=(Named("o", 1),)), None, 2),
    "nothing but false": (Sequential(outputs=(Named("o", 0),)), None, 3),
    "no latch, empty target": (Sequential(), "", 2),
    "a latch that stays": (Sequential(latches=(latch(2),), outputs=(Named("o", 2),)), None, 2),
    "a latch that toggles": (Sequential(latches=(latch(3),), outputs=(Named("o", 3),)), None, 1),
    "both forms of a latch": (Sequential(latches=(latch(3),), outputs=(Named("o", 2),)), None, 2),
    "reset 1": (Sequential(latches=(latch(3, 1),), bads=(Named("b", 3),)), None, 2),
    "latch feeding latch": (Sequential(latches=(latch(4), latch(2, 1)), bads=(Named("b", 2),)), None, 3),
    "all constant": (Sequential(latches=(latch(0), latch(1), latch(0, 1)), bads=(Named("b", 1),)), None, 3),
}


@pytest.mark.parametrize("name", SHAPES)
def test_odd_shapes_and_what_they_cost(name: str) -> None:
    circuit, target, gates = SHAPES[name]
    netlist = to_nand(circuit, target)
    check(circuit, netlist, target)
    assert len(netlist.gates) == gates, netlist


COSTS = {
    "nand": (lambda a, b, c: [~(a & b)], 1),
    "and": (lambda a, b, c: [a & b], 2),
    "or": (lambda a, b, c: [a | b], 3),
    "xor": (lambda a, b, c: [a ^ b], 4),
    "xnor": (lambda a, b, c: [~(a ^ b)], 5),
    "xor written as a choice": (lambda a, b, c: [mux(a, ~b, b)], 4),
    "xor of an and": (lambda a, b, c: [~((a & b) ^ c)], 5),
    "mux": (lambda a, b, c: [mux(a, b, c)], 4),
    "half adder": (lambda a, b, c: [a ^ b, a & b], 5),
    "full adder": (lambda a, b, c: [a ^ b ^ c, (a & b) | ((a ^ b) & c)], 9),
    "and of and": (lambda a, b, c: [~(a & b & c)], 3),
    "opposite made of a shared gate": (lambda a, b, c: [~(a & b), ~(a & ~b)], 2),
    "absorbed": (lambda a, b, c: [~(a & ~(a & ~b))], 1),
}


@pytest.mark.parametrize("name", COSTS)
def test_usual_functions_cost_what_they_should(name: str) -> None:
    make, gates = COSTS[name]
    circuit = Circuit()
    a, b, c = states = [circuit.state(name) for name in "abc"]
    for state in states:
        circuit.set_next(state, circuit.constant(1))
    for signal in make(a, b, c):
        circuit.set_next(circuit.state(f"f{signal.literal}"), signal)
    circuit.output(circuit.constant(1))
    netlist = to_nand(circuit.sequential())
    check(circuit.sequential(), netlist, None)
    assert len(netlist.gates) - 2 == gates, "besides the two of the constant"


def test_the_layout_of_a_netlist() -> None:
    circuit = Sequential(latches=(Latch("a", 4, 1), Latch("b", 3, 0)), bads=(Named("bad", 4),))
    netlist = to_nand(circuit)
    # a is stored inverted, so both latches follow each other through one inversion.
    assert netlist.inputs == 3 and netlist.state == (Stored(0, True), Stored(1, False))
    assert [step.bits[:2] for step in islice(netlist.run(), 3)] == [(False, False), (True, False), (True, True)]


def test_a_property_by_name() -> None:
    circuit = Sequential((), (latch(3),), (), (Named("o", 2), Named("p", 3)), (Named("b", 0),))
    assert not next(to_nand(circuit).run()).accepted
    assert next(to_nand(circuit, name="p").run()).accepted


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"target": "0"}, "the target '0' must be 2 characters 0 or 1, one per latch: "),
        ({"target": "0x"}, "must be 2 characters 0 or 1"),
        ({"name": "zz"}, "no bad or output is called 'zz'; there are o"),
        ({"name": "o", "target": "00"}, "exclude each other"),
    ],
)
def test_wrong_properties_are_refused(options: dict[str, str], reason: str) -> None:
    circuit = Sequential((), (latch(3), latch(2)), (), (Named("o", 2),))
    with pytest.raises(InputError, match=reason):
        to_nand(circuit, **options)


@pytest.mark.parametrize("circuit", [Sequential(("a",)), Sequential((), (Latch("x", 0, None),))])
def test_open_circuits_are_refused(circuit: Sequential) -> None:
    with pytest.raises(InputError, match="is not closed"):
        to_nand(circuit, "")


def test_a_netlist_refuses_the_wrong_number_of_bits() -> None:
    with pytest.raises(InputError, match="has 1 inputs, not 2"):
        to_nand(Sequential(), "").evaluate((True, False))


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ((2, ((0, 1),), (2,), ()), "as many outputs as inputs"),
        ((1, ((0, 1),), (1,), ()), "gate 0 reads"),
        ((1, ((0, 0), (-1, 0)), (1,), ()), "gate 1 reads"),
        ((1, ((0, 0),), (0,), ()), "output 0 is not a gate"),
        ((1, ((0, 0),), (2,), ()), "output 2 is not a gate"),
        ((1, ((0, 0),), (1,), (Stored(1, False),)), "a latch is stored in input 1"),
    ],
)
def test_what_is_no_netlist_is_refused(parts: tuple[Any, ...], reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        Netlist(*parts)


def test_a_name_that_means_two_things_is_refused() -> None:
    twice = Sequential((), (), (), (Named("x", 0), Named("x", 1)), ())
    with pytest.raises(InputError, match="2 bads or outputs are called 'x'; rename them"):
        asked_property(twice, "x")
    assert asked_property(twice, None).literal == 0
    assert asked_property(Sequential((), (), (), (Named("x", 1), Named("x", 1)), ()), "x").literal == 1
