"""BLIF: what is written computes the same when read back, and every form of the format is understood."""

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given
from random_circuits import bits, sequentials, shown

from circuits.circuit_files import write_blif
from ogd_exact.circuits.formats import blif_cells
from ogd_exact.circuits.formats.blif import read_blif
from ogd_exact.circuits.netlists.sequential import Latch, Named, Sequential
from ogd_exact.core.kernel.errors import InputError


@given(sequentials())
def test_round_trip(circuit: Sequential) -> None:
    written = write_blif(circuit)
    again = read_blif(written)
    assert again.inputs == circuit.inputs and again.bads == ()
    assert [(x.name, x.reset) for x in again.latches] == [(x.name, x.reset) for x in circuit.latches]
    assert [x.name for x in again.outputs] == [x.name for x in (*circuit.bads, *circuit.outputs)]
    for number in range(16):
        state, inputs = bits(number, len(circuit.latches)), bits(number * 5, len(circuit.inputs))
        outputs, bads, follows = shown(circuit, state, inputs)
        assert shown(again, state, inputs) == (bads + outputs, (), follows)
    settled = read_blif(write_blif(again))  # without the gates that nothing reads any more
    assert read_blif(write_blif(settled)) == settled


def test_names_that_clash_or_cannot_be_written() -> None:
    latches = (Latch("q", 3), Latch("q", 2), Latch("a b#\\", 4))
    outputs = (Named("q", 2), Named("q", 2), Named("n4", 5), Named("false", 1))
    again = read_blif(write_blif(Sequential((), latches, ((2, 4),), outputs), "my model"))
    assert [latch.name for latch in again.latches] == ["q", "q_2", "a_b__"]
    assert [output.name for output in again.outputs] == ["q", "q_3", "n4", "false"]
    assert shown(again, (True, False, False)).outputs == (True, True, True, True)


COVERS = {
    "": lambda a, b, c: False,
    "111 1": lambda a, b, c: a and b and c,
    "1-0 1\n-11 1": lambda a, b, c: (a and not c) or (b and c),
    "1-0 0\n-11 0": lambda a, b, c: not ((a and not c) or (b and c)),
    "--- 1": lambda a, b, c: True,
    "--- 0": lambda a, b, c: False,
    "010 1\n010 1": lambda a, b, c: not a and b and not c,
}


@pytest.mark.parametrize("rows", COVERS)
def test_covers(rows: str) -> None:
    circuit = read_blif(f".model m\n.inputs a b c\n.outputs y\n.names a b c y\n{rows}\n.end\n".encode())
    for abc in product((False, True), repeat=3):
        assert shown(circuit, (), abc).outputs == (bool(COVERS[rows](*abc)),)


@pytest.mark.parametrize(("rows", "value"), [("", 0), ("1\n", 1), ("0\n", 0)])
def test_constants(rows: str, value: int) -> None:
    assert read_blif(f".model m\n.outputs y\n.names y\n{rows}".encode()).outputs == (Named("y", value),)


LATCHES = {"": None, "0": 0, "1": 1, "2": None, "3": None, "re clk 1": 1, "fe clk": None, "re NIL 0": 0}


@pytest.mark.parametrize("rest", LATCHES)
def test_latches_with_and_without_clock(rest: str) -> None:
    circuit = read_blif(f".model m\n.inputs clk d\n.outputs q\n.latch d q {rest}\n".encode())
    assert circuit.inputs == (("d",) if "clk" in rest else ("clk", "d")), "a clock is no input"
    assert circuit.latches == (Latch("q", 2 * len(circuit.inputs), LATCHES[rest]),)


def test_a_declared_clock_is_no_input() -> None:
    assert read_blif(b".model m\n.inputs a c\n.clock c\n.latch a q re c 0\n").inputs == ("a",)


def test_comments_and_continued_lines() -> None:
    head = b"# first\n.model m # \\\n.inputs a \\\n  b \\  # rest\n c\r\n.outputs \\\n\\\ny\n"
    circuit = read_blif(head + b".names a b c \\\ny\n1-1 1 # row\n.area 3\n.end\n# last \\")
    assert circuit.inputs == ("a", "b", "c") and shown(circuit, (), (True, False, True)).outputs == (True,)


HIERARCHY = b""".model top
.inputs clk a
.outputs q1 carry
.subckt bit clock=clk toggle=a q=q1 carry=c1
.subckt bit clock=clk toggle=c1 q=q2 carry=carry
.end

.model bit
.inputs clock toggle
.outputs q carry
.subckt half x=q y=toggle s=d c=carry
.latch d q re clock 0
.latch q last 1
.end

.model half
.inputs x y
.outputs s c
.names x y s
10 1
01 1
.names x y c
11 1
"""


def test_models_are_flattened_with_names_that_tell_the_instance() -> None:
    circuit = read_blif(HIERARCHY)
    assert circuit.inputs == ("a",)
    assert [latch.name for latch in circuit.latches] == ["q1", "bit.1/last", "q2", "bit.2/last"]
    state, values = (False, True, False, True), []
    for _ in range(5):
        values.append(state[0] + 2 * state[2])
        state = shown(circuit, state, (True,)).next
    assert values == [0, 1, 2, 3, 0]


def test_gates_in_any_order_and_nets_that_nobody_reads() -> None:
    text = b".model m\n.inputs a\n.outputs y a\n.names x y\n0 1\n.names a x\n0 1\n.names a unread\n1 1\n"
    assert read_blif(text).outputs == (Named("y", 2), Named("a", 2))


def test_what_nothing_relevant_reads_may_be_undriven_or_the_clock() -> None:
    """As yosys leaves it where it flattens a hierarchy."""
    text = b".model m\n.inputs c a\n.outputs y\n.latch a y re c 0\n.names nowhere x\n1 1\n.names c part.c\n1 1\n"
    assert read_blif(text).latches == (Latch("y", 2, 0),)


def test_a_deep_circuit_needs_no_deep_stack() -> None:
    gates = "".join(f".names n{i + 1} n{i}\n0 1\n" for i in range(20_000))
    circuit = read_blif(f".model m\n.inputs n20000\n.outputs n0\n{gates}".encode())
    assert circuit.outputs == (Named("n0", 2),)


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "gbk"])
def test_comments_in_any_encoding(encoding: str) -> None:
    comment = {"utf-8": "für 電路", "latin-1": "für \x85", "gbk": "電路"}[encoding].encode(encoding)
    text = b"# " + comment + b"\n.model m\n.inputs a # " + comment + b"\n.outputs y\n.names a y\n0 1\n"
    assert read_blif(text).outputs == (Named("y", 3),)


GATES: dict[str, Callable[..., bool]] = {
    "$_BUF_": lambda A: A,
    "$_NOT_": lambda A: not A,
    "$_AND_": lambda A, B: A and B,
    "$_NAND_": lambda A, B: not (A and B),
    "$_OR_": lambda A, B: A or B,
    "$_NOR_": lambda A, B: not (A or B),
    "$_XOR_": lambda A, B: A != B,
    "$_XNOR_": lambda A, B: A == B,
    "$_ANDNOT_": lambda A, B: A and not B,
    "$_ORNOT_": lambda A, B: A or not B,
    "$_MUX_": lambda A, B, S: B if S else A,
    "$_NMUX_": lambda A, B, S: not (B if S else A),
    "$_AOI3_": lambda A, B, C: not ((A and B) or C),
    "$_OAI3_": lambda A, B, C: not ((A or B) and C),
    "$_AOI4_": lambda A, B, C, D: not ((A and B) or (C and D)),
    "$_OAI4_": lambda A, B, C, D: not ((A or B) and (C or D)),
}


@pytest.mark.parametrize("gate", GATES)
def test_gates_of_yosys(gate: str) -> None:
    pins = GATES[gate].__code__.co_varnames
    nets = " ".join(f"{pin}=n{pin}" for pin in reversed(pins))
    head = f".model m\n.inputs {' '.join(f'n{pin}' for pin in pins)}\n.outputs y\n"
    for keyword in (".gate", ".subckt"):
        circuit = read_blif(f"{head}{keyword} {gate} Y=y {nets}\n".encode())
        for on in product((False, True), repeat=len(pins)):
            assert shown(circuit, (), on).outputs == (bool(GATES[gate](*on)),)


def test_all_gates_of_yosys_are_tested() -> None:
    assert {*GATES} == {*blif_cells.GATES}


@pytest.mark.parametrize(("flop", "clock"), [("$_DFF_P_", "C=c"), ("$_DFF_N_", "C=c"), ("$_FF_", "")])
def test_flops_of_yosys(flop: str, clock: str) -> None:
    circuit = read_blif(f".model m\n.inputs c a\n.outputs q\n.gate {flop} {clock} D=a Q=q\n".encode())
    assert circuit.inputs == (("a",) if clock else ("c", "a"))
    assert circuit.latches == (Latch("q", 2 * len(circuit.inputs), None),)


def test_gates_that_are_models_wires_and_parameters() -> None:
    """A model of the file is what its name means, also if yosys has a cell of that name."""
    top = b".model m\n.inputs a b\n.outputs y\n.gate $_AND_ A=a B=b Y=x\n.param WIDTH 1\n.conn x y\n.end\n"
    own = b".model $_AND_\n.inputs A B\n.outputs Y\n.names A B Y\n1- 1\n-1 1\n.end\n"
    for text, expected in ((top, [False, False, False, True]), (top + own, [False, True, True, True])):
        circuit = read_blif(text)
        assert [shown(circuit, (), ab).outputs[0] for ab in product((False, True), repeat=2)] == expected


def test_a_blackbox_that_nothing_uses() -> None:
    text = b".model m\n.inputs a\n.outputs a\n.end\n.model ram\n.inputs a\n.outputs y\n.blackbox\n.end\n"
    assert read_blif(text).outputs == (Named("a", 2),)


def test_wide_covers_without_rows_are_bounded_in_all_instances_together() -> None:
    """A small file whose hundred instances would have eight million operands, though no row names one."""
    names = [f"a{k}" for k in range(4000)]
    covers = "".join(f".names {' '.join(names)} o{k}\n" for k in range(20))
    models = [f".model leaf\n.inputs {' '.join(names)}\n{covers}.end\n"]
    for model, part in (("middle", "leaf"), ("top", "middle")):
        used = f".subckt {part} {' '.join(f'{name}={name}' for name in names)}\n" * 10
        models.append(f".model {model}\n.inputs {' '.join(names)}\n{used}.end\n")
    with pytest.raises(InputError, match="cells of covers when flattened"):
        read_blif("".join(reversed(models)).encode())
