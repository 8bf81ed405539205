"""Inputs over time, started latches and constraints as latches of a closed circuit, against a run of the open one."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_circuits import Bits, sequentials, shown

from conftest import examples
from ogd_exact.circuits.closing.close import Closed, settled
from ogd_exact.circuits.closing.stimulus import Stimulus, stimulus
from ogd_exact.circuits.netlists.builder import Circuit
from ogd_exact.circuits.netlists.nand import properties, to_nand
from ogd_exact.circuits.netlists.sequential import Latch, Named, Sequential
from ogd_exact.core.kernel.errors import InputError

FRAMES = 25
STIMULI = st.builds(stimulus, st.text("01", max_size=5), st.text("01", min_size=1, max_size=4))


def word(state: Bits) -> str:
    """As --target has it: the last latch of the file first."""
    return "".join("01"[bit] for bit in reversed(state))


def open_run(circuit: Sequential, start: Bits, given: list[Stimulus]) -> Iterator[tuple[Bits, Bits, Bits, bool]]:
    """Frame by frame the state, what bads and outputs show, the next state, and whether the constraints held so far."""
    watched = replace(circuit, outputs=circuit.constraints, bads=(*circuit.bads, *circuit.outputs), constraints=())
    state, held = start, True
    for frame in range(FRAMES):
        inputs = tuple(bits.bits(frame + 1)[frame] == "1" for bits in given)
        constraints, asked, follows = shown(watched, state, inputs)
        held = held and all(constraints)
        yield state, asked, follows, held
        state = follows


@settings(max_examples=examples(300))
@given(sequentials(constraints=2), st.data())
def test_a_driven_circuit_does_what_the_open_one_does(circuit: Sequential, data: st.DataObject) -> None:
    given = [data.draw(STIMULI) for _ in circuit.inputs]
    starts = {i: data.draw(st.integers(0, 1)) for i in range(len(circuit.latches)) if data.draw(st.booleans())}
    others = data.draw(st.integers(0, 1))
    found = settled(circuit, dict(zip(circuit.inputs, given, strict=True)), None, others, starts).closed()
    first = tuple(
        bool(starts.get(i, others if latch.reset is None else latch.reset)) for i, latch in enumerate(circuit.latches)
    )
    expected = list(open_run(circuit, first, given))
    target = word(data.draw(st.sampled_from([follows for _, _, follows, _ in expected])))
    for k in range(len(properties(circuit))):
        netlist = found.netlist(name=k)
        for frame, (state, asked, _, held) in zip(islice(netlist.run(), FRAMES), expected, strict=True):
            assert netlist.latches(frame.bits) == state and frame.accepted == (asked[k] and held)
    netlist = found.netlist(target)
    for frame, (_, _, follows, held) in zip(islice(netlist.run(), FRAMES), expected, strict=True):
        assert frame.accepted == (held and word(follows) == target)
    check_latches(found, circuit, given)


def check_latches(found: Closed, circuit: Sequential, given: list[Stimulus]) -> None:
    """As many are added as the longest stimulus of each period needs to count, and one to remember constraints."""
    periods = {len(bits.repeated) for bits in given}
    last = [max(len(b.once) for b in given if len(b.repeated) == p) + p - 1 for p in periods]
    assert len(found.added) == sum(number.bit_length() for number in last) + bool(circuit.constraints)
    assert found.own == len(circuit.latches) and found.circuit.inputs == found.circuit.constraints == ()
    assert len({*found.added}) == len(found.added)


def counter_with_reset() -> Sequential:
    """Counts where `en` holds, from 0 after `rst`; bad at 3, unless it is just being reset."""
    circuit = Circuit()
    rst, en = circuit.input("rst"), circuit.input("en")
    low, high = circuit.state("low", None), circuit.state("high", None)
    circuit.set_next(low, ~rst & (low ^ en))
    circuit.set_next(high, ~rst & (high ^ (low & en)))
    circuit.bad(low & high & ~rst)
    return circuit.sequential()


def test_by_hand() -> None:
    """rst is 1 0 0 0 0 0 0 and en is 0 1 0 1 0 1 0: from 3, the counter is 0 1 1 2 2 3 in frames 1 to 6."""
    found = settled(counter_with_reset(), {"rst": "1,0", "en": "(0,1)"}, None, 1).closed()
    assert found.added == ("frame0", "frame_of_2_0")
    netlist = found.netlist()
    assert netlist.inputs == 2 + 2 + 1
    frames = list(islice(netlist.run(), 7))
    counts = [2 * high + low for low, high in (netlist.latches(frame.bits) for frame in frames)]
    assert counts == [3, 0, 1, 1, 2, 2, 3] and [frame.accepted for frame in frames] == [False] * 6 + [True]
    assert str(found.assumptions) == "with rst = 1,0, en = (0,1) and 2 latches started at 1"


@pytest.mark.parametrize("bits", ["1,0", "(1,0,0)"])
def test_a_constraint_that_failed_once_excludes_all_later_frames(bits: str) -> None:
    """A shift register of two latches; the constraint is that the first is false, and it fails in frame 1."""
    latches = (Latch("a", 2, 0), Latch("b", 4, 0))
    circuit = Sequential(("in",), latches, (), (), (Named("late", 6), Named("now", 4)), constraints=(Named("c", 5),))
    found = settled(circuit, {"in": bits}).closed()
    for name in ("late", "now"):  # in frames 2 and 1
        assert not any(frame.accepted for frame in islice(found.netlist(name=name).run(), 9))
    free = settled(replace(circuit, constraints=()), {"in": bits}).closed()
    for name, frame in (("late", 2), ("now", 1)):
        assert [frame.accepted for frame in islice(free.netlist(name=name).run(), 4)].index(True) == frame
    assert str(found.assumptions) == f"with in = {bits}, while 1 constraint holds"


def test_constraints_are_not_lost_on_the_way() -> None:
    circuit = Sequential(outputs=(Named("y", 1),), constraints=(Named("c", 0),))
    with pytest.raises(InputError, match="the circuit is not closed"):
        to_nand(circuit)
    assert not next(settled(circuit).closed().netlist().run()).accepted


def test_long_stimuli_cost_few_latches_and_about_a_gate_a_bit() -> None:
    """A thousand frames of noise on four inputs: ten latches count them."""
    noise = random.Random(1)
    bits = {name: ",".join(noise.choice("01") for _ in range(1000)) for name in "abcd"}
    circuit = Sequential(tuple("abcd"), (), (), tuple(Named(name, 2 * i) for i, name in enumerate("abcd", 1)))
    for k, name in enumerate("abcd"):
        netlist = settled(circuit, bits).closed().netlist(name=k)
        assert netlist.inputs == 11 and len(netlist.gates) < 1500
        shows = "".join("01"[frame.accepted] for frame in islice(netlist.run(), 1000))
        assert ",".join(shows) == bits[name]


def test_names_of_added_latches_are_new() -> None:
    circuit = Sequential(
        ("in",), (Latch("frame0", 2, 0), Latch("failed", 2, 0)), (), (), (), constraints=(Named("c", 1),)
    )
    assert settled(circuit, {"in": "1,0"}).closed().added == ("failed_2", "frame0_2")
