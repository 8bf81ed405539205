"""AIGER: what is written is read back, and every form of the format is understood."""

from dataclasses import replace

import pytest
from hypothesis import given
from random_circuits import sequentials, shown

from circuits.circuit_files import write_aiger
from ogd_exact.circuits.formats.aiger import read_aiger
from ogd_exact.circuits.netlists.sequential import Latch, Named, Sequential
from ogd_exact.core.kernel.errors import InputError


def in_order(circuit: Sequential) -> Sequential:
    """The same circuit with the greater operand of each and first, as AIGER has them."""
    ands = tuple((max(pair), min(pair)) for pair in circuit.ands)
    return replace(circuit, ands=ands)


@given(sequentials(constraints=2))
def test_both_forms_round_trip(circuit: Sequential) -> None:
    for binary in (False, True):
        written = write_aiger(circuit, binary)
        assert written.startswith(b"aig " if binary else b"aag ")
        assert read_aiger(written) == in_order(circuit)
        assert write_aiger(read_aiger(written), binary) == written


def test_toggle_and_enable() -> None:
    text = b"""aag 7 2 1 2 4
2
4
6 8
6
7
8 4 10
10 13 15
12 2 6
14 3 7
i0 enable
i1 reset
o0 Q
c
anything \xff here
"""
    circuit = read_aiger(text)
    assert circuit.inputs == ("enable", "reset")
    assert circuit.outputs == (Named("Q", 6), Named("o1", 7))
    # Ands may come before their operands: 12 and 14 are needed first.
    assert circuit.ands == ((2, 6), (3, 7), (9, 11), (4, 12))
    assert circuit.latches == (Latch("l0", 14, 0),)
    assert shown(circuit, (False,), (True, True)).next == (True,)


def test_resets_bads_and_gaps() -> None:
    circuit = read_aiger(b"aag 9 0 3 0 1 1 0 0 0\n2 3\n8 2 1\n10 18 10\n19\n18 3 8\nb0 oops\n")
    assert circuit.latches == (Latch("l0", 3, 0), Latch("l1", 2, 1), Latch("l2", 8, None))
    assert circuit.bads == (Named("oops", 9),) and circuit.ands == ((3, 4),)


def test_binary_by_hand() -> None:
    # One input, one latch that may start as either, and the and of both: 6 = 4 & 3, so the differences are 2 and 1.
    circuit = read_aiger(b"aig 3 1 1 1 1\n6 4\n7\n\x02\x01i0 a b\nc\n")
    assert circuit == Sequential(("a b",), (Latch("l0", 6, None),), ((4, 3),), (Named("o0", 7),))


def test_default_names_keep_clear_of_given_ones() -> None:
    assert read_aiger(b"aag 2 2 0 0 0\n2\n4\ni1 i0\n").inputs == ("i0_2", "i0")


def test_line_ends_of_other_systems_and_a_missing_last_one() -> None:
    assert read_aiger(b"aag 1 1 0 1 0\r\n2\r\n3").outputs == (Named("o0", 3),)


def test_a_deep_circuit_needs_no_deep_stack() -> None:
    depth = 20_000
    gates = "".join(f"{2 * v} {2 * v - 2} 2\n" for v in range(depth, 1, -1))
    circuit = read_aiger(f"aag {depth} 1 0 1 {depth - 1}\n2\n{2 * depth}\n{gates}".encode())
    assert shown(circuit, (), (True,)).outputs == (True,)


@pytest.mark.parametrize("binary", [False, True])
def test_every_truncation_and_every_changed_byte_is_read_or_refused(binary: bool) -> None:
    latches = (Latch("x", 10, 1), Latch("y", 9, None))
    written = write_aiger(Sequential(("a",), latches, ((2, 5), (7, 8)), (Named("o", 10),), (Named("b", 3),)), binary)
    for i in range(len(written)):
        for damaged in (written[:i], *(written[:i] + bytes([c]) + written[i + 1 :] for c in (0, 10, 32, 57, 255))):
            try:
                read_aiger(damaged, "f")
            except InputError as error:
                assert str(error).startswith("f:") and str(error).isprintable()


def test_constraints_and_their_names() -> None:
    text = b"aag 2 2 0 0 0 1 2\n2\n4\n2\n4\n3\nb0 y\nc1 not a\nc\nc0 a comment\n"
    circuit = read_aiger(text)
    assert circuit.bads == (Named("y", 2),) and circuit.constraints == (Named("c0", 4), Named("not a", 3))
