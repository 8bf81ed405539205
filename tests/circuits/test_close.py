"""Closing: a closed circuit does what the open one does on those inputs, and nothing is tied silently."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_circuits import bits, sequentials, shown

from ogd_exact.circuits.closing.close import settled
from ogd_exact.circuits.formats.blif import read_blif
from ogd_exact.circuits.netlists.sequential import Latch, Sequential
from ogd_exact.core.kernel.errors import InputError


@given(sequentials(), st.data())
def test_closed_circuits_compute_the_same(circuit: Sequential, data: st.DataObject) -> None:
    some = data.draw(st.lists(st.sampled_from(circuit.inputs), unique=True)) if circuit.inputs else []
    tied = {name: data.draw(st.integers(0, 1)) for name in some}
    others, start = data.draw(st.integers(0, 1)), data.draw(st.integers(0, 1))
    found = settled(circuit, tied, others, start).closed().circuit
    assert found.inputs == ()
    for old, new in zip(circuit.latches, found.latches, strict=True):
        assert new.reset == (start if old.reset is None else old.reset) and new.name == old.name
    inputs = tuple(bool(tied.get(name, others)) for name in circuit.inputs)
    for number in range(16):
        state = bits(number, len(circuit.latches))
        assert shown(found, state) == shown(circuit, state, inputs)


OPEN = Sequential(tuple(f"a{i}" for i in range(7)), (Latch("x", 2, None), Latch("y", 4, 0)))
REFUSED = {
    "the circuit has inputs: a1, a2, a3, a4, a5 and 1 more; tie each with inputs['NAME']=0|1, or all with inputs=0|1, "
    "or try all that they can be over K frames with search=K, in 64 frames for K = 1 and 8192 for K = 2": (
        {"a0": 1},
        None,
        0,
    ),
    "the circuit has inputs: a0, a1, a2, a3, a4 and 2 more; tie each with inputs['NAME']=0|1, or all with inputs=0|1, "
    "or try all that they can be over K frames with search=K, in 256 frames for K = 1 and 65536 for K = 2": (
        {},
        None,
        None,
    ),
    "the circuit has no input zz; its inputs are a0, a1, a2, a3, a4 and 2 more": ({"zz": 1}, 0, 0),
    "latches without a reset: x; start them all with uninitialised=0|1, "
    "or try all that they can be over K frames with search=K, in 2 frames for K = 1 and 4 for K = 2": ({}, 0, None),
    "a signal is tied to 0 or to 1, not to 2": ({"a0": 2}, 0, 0),
    "a signal is tied to 0 or to 1, not to -1": ({}, -1, 0),
}


@pytest.mark.parametrize("message", REFUSED)
def test_what_stays_open_is_refused(message: str) -> None:
    with pytest.raises(InputError) as raised:
        settled(OPEN, *REFUSED[message]).closed()
    assert str(raised.value) == message


def test_a_clock_is_not_tied() -> None:
    with pytest.raises(InputError, match="^clk is the clock, which ticks by itself and is no input; do not tie it$"):
        settled(read_blif(b".model m\n.inputs clk\n.latch q q re clk 0\n"), {"clk": 0}).closed()


def test_a_circuit_without_inputs_says_so() -> None:
    with pytest.raises(InputError, match="the circuit has no input a; it has none"):
        settled(Sequential(), {"a": 0}).closed()
    assert settled(Sequential()).closed().circuit == Sequential()
