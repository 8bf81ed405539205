"""Searching: the closed circuit does in each frame what the open one does there on each sequence, by brute force."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_circuits import Bits, sequentials, shown

from conftest import examples
from ogd_exact.circuits.closing.close import settled
from ogd_exact.circuits.closing.search import Search
from ogd_exact.circuits.closing.stimulus import Stimulus, stimulus
from ogd_exact.circuits.netlists.builder import Circuit
from ogd_exact.circuits.netlists.nand import properties
from ogd_exact.circuits.netlists.sequential import Latch, Named, Sequential
from ogd_exact.core.kernel.errors import InputError

STIMULI = st.builds(stimulus, st.text("01", max_size=3), st.text("01", min_size=1, max_size=2))


def sequences(circuit: Sequential, length: int, driven: dict[str, Stimulus], starts: dict[int, int]) -> Iterator[tuple]:
    """The starts and the inputs in each frame, in the order in which they are tried: what is first varies fastest."""
    latches = [i for i, latch in enumerate(circuit.latches) if latch.reset is None and i not in starts]
    free = [name for name in circuit.inputs if name not in driven]
    for backwards in product((False, True), repeat=len(latches) + length * len(free)):
        bits = iter(backwards[::-1])
        first = dict(enumerate(latch.reset == 1 for latch in circuit.latches)) | {i: b == 1 for i, b in starts.items()}
        for place in latches:
            first[place] = next(bits)
        rows = []
        for frame in range(length):
            row = {name: bits_.bits(frame + 1)[frame] == "1" for name, bits_ in driven.items()}
            for name in free:
                row[name] = next(bits)
            rows.append(tuple(row[name] for name in circuit.inputs))
        yield tuple(first[i] for i in range(len(circuit.latches))), rows


def tried(circuit: Sequential, start: Bits, rows: list[Bits]) -> Iterator[tuple[Bits, Bits, Bits, bool]]:
    """Frame by frame the state, what bads and outputs show, the next state, and whether constraints held so far."""
    watched = replace(circuit, outputs=circuit.constraints, bads=(*circuit.bads, *circuit.outputs), constraints=())
    state, held = start, True
    for row in rows:
        constraints, asked, follows = shown(watched, state, row)
        held = held and all(constraints)
        yield state, asked, follows, held
        state = follows


def text(bits: Bits) -> str:
    return "".join("01"[bit] for bit in bits)


@settings(max_examples=examples(200))
@given(sequentials(inputs=2, constraints=2), st.integers(1, 3), st.data())
def test_every_sequence_has_its_turn(circuit: Sequential, length: int, data: st.DataObject) -> None:
    driven = {name: data.draw(STIMULI) for name in circuit.inputs if data.draw(st.booleans())}
    starts = {i: data.draw(st.integers(0, 1)) for i in range(len(circuit.latches)) if data.draw(st.booleans())}
    found = Search(settled(circuit, driven, None, None, starts), length)
    closed = found.closed()
    every = list(sequences(circuit, length, driven, starts))
    expected = [one for start, rows in every for one in tried(circuit, start, rows)]
    assert len(expected) == closed.assumptions.searched.passes == length * len(every)
    target = text(data.draw(st.sampled_from(expected))[2][::-1])  # as --target has it
    asked = {k: closed.netlist(name=k) for k in range(len(properties(circuit)))} | {target: closed.netlist(target)}
    for key, netlist in asked.items():
        # Then all begins anew.
        for frame, one in zip(islice(netlist.run(), len(expected) + 1), [*expected, expected[0]], strict=True):
            state, bads, follows, held = one
            assert netlist.latches(frame.bits) == state
            assert frame.accepted == (held and (bads[key] if isinstance(key, int) else text(follows[::-1]) == key))
    number = data.draw(st.integers(0, len(expected) - 1))
    check_alone(found, number, every[number // length][1], target, expected[number - number % length : number + 1])


def check_alone(found: Search, number: int, rows: list[Bits], target: str, expected: list[tuple]) -> None:
    """What a frame of the search was given does the same by itself."""
    one, names = found.found(number), found.settled.circuit.inputs
    assert (one.sequence, one.frame) == divmod(number, found.length)
    for name, bits in one.inputs.items():
        assert bits.bits(one.frame + 1) == text(tuple(row[names.index(name)] for row in rows[: one.frame + 1]))
    netlist = found.alone(one).netlist(target)
    for frame, (state, _, follows, held) in zip(netlist.run(), expected, strict=False):
        assert netlist.latches(frame.bits) == state
        assert frame.accepted == (held and text(follows[::-1]) == target)


def twice() -> Sequential:
    """Bad when `go` holds, and held in a frame before."""
    circuit = Circuit()
    go, seen = circuit.input("go"), circuit.state("seen")
    circuit.set_next(seen, seen | go)
    circuit.bad(seen & go)
    return circuit.sequential()


def test_by_hand() -> None:
    """Of two frames: sequences 00, 10, 01 and 11 (frame 0 first), of which the last is bad in its frame 1."""
    found = Search(settled(twice()), 2)
    frames = list(islice(found.closed().netlist().run(), 16))
    assert [k for k, frame in enumerate(frames) if frame.accepted] == [7, 15]
    one = found.found(7)
    assert (one.sequence, one.frame, one.inputs, one.starts) == (3, 1, {"go": Stimulus("", "1")}, {})
    assert not any(frame.accepted for frame in islice(Search(settled(twice()), 1).closed().netlist().run(), 4))
    assert found.closed().added == ("sequence0", "sequence1", "frame_of_2_0")


def test_a_failed_constraint_is_forgotten_by_the_next_sequence() -> None:
    """Bad in frame 1, unless `go` was 1 in frame 0 or is; so sequences 1 to 3 fail, and 0 does again after them."""
    later = Sequential(("go",), (Latch("later", 1, 0),), (), (), (Named("b", 4),), constraints=(Named("c", 3),))
    frames = list(islice(Search(settled(later), 2).closed().netlist().run(), 16))
    assert [k for k, frame in enumerate(frames) if frame.accepted] == [1, 9]


def test_starts_of_latches_of_one_name_are_told_apart() -> None:
    circuit = Sequential((), (Latch("x", 2, None), Latch("x", 4, None)))
    found = Search(settled(circuit), 1).found(2)
    assert found.starts == {"x": 0, "x_2": 1} and found.places == {0: 0, 1: 1}


REFUSED = {
    0: "search goes over 1 to 1000 frames, not 0",
    1001: "search goes over 1 to 1000 frames, not 1001",
    # 7 inputs over 5 frames and a start are 36 bits, and 5 * 2^36 is below 10^12; 6 * 2^43 is not.
    6: "search=6 would run 6*2^43 frames, more than 10^12; tie inputs with inputs={...}, start latches with start, "
    "or search 5 at most",
}


@pytest.mark.parametrize("length", REFUSED)
def test_absurd_lengths_are_refused(length: int) -> None:
    circuit = Sequential(tuple(f"a{i}" for i in range(7)), (Latch("x", 2, None),))
    with pytest.raises(InputError) as raised:
        Search(settled(circuit), length)
    assert str(raised.value) == REFUSED[length]
    assert Search(settled(circuit), 5).frames(5) == 5 * 2**36


def test_too_many_inputs_are_refused() -> None:
    with pytest.raises(InputError) as raised:
        Search(settled(Sequential(tuple(f"a{i}" for i in range(64)))), 1)
    refused = "search=1 would run 2^64 frames, more than 10^12; tie inputs with inputs={...}, start latches with start"
    assert str(raised.value) == refused
