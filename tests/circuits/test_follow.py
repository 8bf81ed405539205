"""A netlist from frame to frame: the same in Python, compiled, and by its own step."""

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_circuits import sequentials

from conftest import needs, sampled
from ogd_exact.circuits.closing.close import settled
from ogd_exact.circuits.machines.machines import machine
from ogd_exact.circuits.netlists import follow
from ogd_exact.circuits.netlists.follow import Follower
from ogd_exact.circuits.netlists.nand import Netlist, to_nand


def followed(
    netlist: Netlist, frames: int, kept: tuple[bool, ...] | None = None, most_python: int = 10**9
) -> tuple[int, tuple[bool, ...]]:
    follower = Follower(netlist, (False,) * netlist.inputs, most_python)
    return follower.go(frames, kept), follower.state


@settings(max_examples=60)
@given(st.data())
def test_it_stops_at_a_yes_and_at_the_kept_state_and_nowhere_else(data: st.DataObject) -> None:
    circuit = data.draw(sequentials(inputs=0, resets=(0, 1)))
    width = len(circuit.latches)
    netlist = to_nand(
        settled(circuit, {}, 0, 0).closed().circuit, data.draw(st.text("01", min_size=width, max_size=width))
    )
    frames = data.draw(st.integers(0, 12))
    steps = list(islice(netlist.run(), frames + 1))
    yes = next((k for k, step in enumerate(steps[:frames]) if step.accepted), frames)
    assert followed(netlist, frames) == (yes, steps[yes].bits)
    kept = steps[data.draw(st.integers(0, frames))].bits
    back = next((k for k, step in enumerate(steps[: yes + 1]) if k and step.bits == kept), yes)
    assert followed(netlist, frames, kept) == (back, steps[back].bits)


@pytest.mark.parametrize("text", sampled(["counter:5", "lfsr:6", "collatz:5", "johnson:7"], 4))
@pytest.mark.parametrize("chunk", [1, 10**9])
def test_compiled_it_does_the_same(text: str, chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    needs("numba", "numba")
    monkeypatch.setattr(follow, "CHUNK", chunk)
    netlist = to_nand(machine(text))
    kept = next(islice(netlist.run(), 9, None)).bits
    found = []
    for most in (10**9, 0):
        found.append([followed(netlist, frames, k, most) for frames in range(40) for k in (None, kept)])
    assert found[0] == found[1]
