"""Rewired netlists stand still exactly where the answer is yes, and elsewhere do what the circuit does."""

from itertools import islice, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_circuits import sequentials, shown

from conftest import examples
from ogd_exact.circuits.netlists.nand import Netlist, to_nand
from ogd_exact.circuits.netlists.rewiring import stationary
from ogd_exact.circuits.netlists.sequential import Sequential
from ogd_exact.core.kernel.errors import InputError


@settings(max_examples=examples(150))
@given(sequentials(inputs=0, resets=(0, 1)), st.data())
def test_every_state_of_random_circuits(circuit: Sequential, data: st.DataObject) -> None:
    wanted = tuple(data.draw(st.booleans()) for _ in circuit.latches)
    plain = to_nand(circuit, "".join(str(int(bit)) for bit in reversed(wanted)))
    rewired = stationary(plain)
    assert rewired.inputs == plain.inputs and rewired.state == plain.state
    assert len(rewired.gates) == len(plain.gates) + 3 * len(circuit.latches) + 5
    for bits in product((False, True), repeat=rewired.inputs):
        state = rewired.latches(bits)
        follows = shown(circuit, state)[2]
        after, answer = rewired.step(bits)
        assert answer == (follows == wanted) == (after == bits)
        if not answer:
            assert rewired.latches(after) == follows and after[-1] != bits[-1]


def test_the_answer_is_a_gate_of_its_own() -> None:
    plain = to_nand(Sequential(), "")
    assert plain.answer == plain.outputs[-1] and stationary(plain).answer == plain.answer
    assert stationary(plain).outputs[-1] != plain.answer
    assert next(stationary(plain).run()).accepted


def test_a_netlist_that_reads_its_last_input_is_refused() -> None:
    """Its answer is that x and not y, where x flips and y is the last answer: yes in frame 1. If y flipped, never."""
    netlist = Netlist(2, ((0, 0), (1, 1), (0, 3), (4, 4)), (2, 5), ())
    assert [frame.accepted for frame in islice(netlist.run(), 2)] == [False, True]
    with pytest.raises(InputError, match="outputs of the netlist depend on input 1"):
        stationary(netlist)
