"""Netlists of gates of other kinds: mapped so that they do what the netlist does, and refused where they do not."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from random_circuits import Bits, bits, sequentials, shown

from conftest import examples
from ogd_exact.circuits.netlists.cells import Cell
from ogd_exact.circuits.netlists.cuts import Kind
from ogd_exact.circuits.netlists.mapping import mapping
from ogd_exact.circuits.netlists.nand import Netlist, to_nand
from ogd_exact.circuits.netlists.sequential import Sequential
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.training.constructions.reduction import chosen_construction

KINDS = [gate.as_kind for gate in chosen_construction("svm", "shortest", "first-coordinate")[1].kinds]
FEW = [Kind("01", 4), Kind("10", 4), Kind("1110", 4)]


def mapped(netlist: Netlist, kinds: list[Kind]) -> Netlist:
    return netlist.with_cells(*mapping(netlist, kinds))


def done(netlist: Netlist, state: Bits) -> tuple[list[bool], bool]:
    """The inputs after the cells have written, one after the other, and the answer; what is written over is gone."""
    held: dict[object, bool] = dict(enumerate(state))
    places: dict[int, object] = {i: i for i in range(netlist.inputs)}
    for cell in netlist.cells:
        row = "".join("01"[held[places[operand]]] for operand in cell.operands)
        place: object = ("gate", cell.signal) if cell.onto is None else cell.onto
        held[place] = cell.table[int(row or "0", 2)] == "1"
        if places.get(cell.signal) != ("gate", cell.signal):
            places[cell.signal] = place
    return [held[i] for i in range(netlist.inputs)], held["gate", netlist.answer]


def random_netlist(seed: int) -> Netlist:
    chance = Random(seed)
    inputs, gates = chance.randint(1, 6), chance.randint(1, 30)
    wired = tuple((chance.randrange(inputs + k), chance.randrange(inputs + k)) for k in range(gates))
    outputs = tuple(chance.randrange(inputs, inputs + gates) for _ in range(inputs))
    return Netlist(inputs, wired, outputs, (), chance.choice(outputs))


@pytest.mark.parametrize("kinds", [KINDS, FEW], ids=["shortest", "few"])
def test_cells_write_what_the_netlist_says(kinds: list[Kind]) -> None:
    """All states of random netlists of odd shapes: gates that read one signal twice, outputs that are one gate."""
    for seed in range(examples(1000)):
        netlist = random_netlist(seed)
        found = mapped(netlist, kinds)
        for state in product((False, True), repeat=netlist.inputs):
            outputs, answer = netlist.step(state)
            assert done(found, state) == ([*outputs], answer) and found.step(state) == (outputs, answer), seed


@given(sequentials(inputs=0, resets=(0, 1)))
@settings(max_examples=examples(200))
def test_cells_step_as_the_circuit(circuit: Sequential) -> None:
    if not circuit.bads and not circuit.outputs:
        return
    netlist = mapped(to_nand(circuit), KINDS)
    flips = [latch.reset == 1 for latch in circuit.latches]
    for number in range(1 << len(circuit.latches)):
        state = bits(number, len(circuit.latches))
        outputs, bads, follows = shown(circuit, state)
        stored = tuple(bit != flip for bit, flip in zip((*state, False), (*flips, False), strict=True))
        after, answer = done(netlist, stored)
        assert netlist.latches(after) == follows and answer == (bads + outputs)[0]


def spoiled(netlist: Netlist, chance: Random) -> Netlist:
    """With one cell changed: its table at a row, an operand, the signal that it stands for; or dropped."""
    place = chance.randrange(len(netlist.cells))
    cell, rest = netlist.cells[place], [*netlist.cells]
    way = chance.randrange(4)
    if way == 0:
        row = chance.randrange(len(cell.table))
        rest[place] = cell._replace(table=f"{cell.table[:row]}{1 - int(cell.table[row])}{cell.table[row + 1 :]}")
    elif way == 1 and cell.operands:
        other = chance.randrange(netlist.inputs + len(netlist.gates))
        rest[place] = cell._replace(operands=(other, *cell.operands[1:]))
    elif way == 2:
        rest[place] = cell._replace(signal=netlist.inputs + chance.randrange(len(netlist.gates)))
    else:
        del rest[place]
    return replace(netlist, cells=tuple(rest))


def test_a_spoiled_mapping_is_refused_or_does_the_same() -> None:
    refused = 0
    for seed in range(examples(400)):
        netlist = mapped(random_netlist(seed), KINDS)
        try:
            found = spoiled(netlist, Random(seed))
        except InputError as error:
            refused += "cell" in str(error)
            continue
        for state in product((False, True), repeat=netlist.inputs):  # every cell has the value of its signal
            values, held = found.values(state), dict(enumerate(state))
            for cell in found.cells:
                held[cell.signal] = cell.table[int("".join("01"[held[s]] for s in cell.operands) or "0", 2)] == "1"
                assert held[cell.signal] == values[cell.signal]
    assert refused > examples(400) / 2


NAND = Netlist(2, ((0, 1), (2, 2)), (2, 3), ())


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ([Cell(2, "1000", (0, 1)), Cell(3, "10", (2,))], "cell 0 is not the gate 0 of the netlist"),
        ([Cell(2, "1110", (0, 1)), Cell(3, "01", (2,))], "cell 1 is not the gate 1 of the netlist"),
        ([Cell(3, "10", (2,)), Cell(2, "1110", (0, 1))], "cell 0 reads (2,), which are not all made before it"),
        ([Cell(2, "1110", (0,))], "cell 0 reads (0,), which"),
        ([Cell(2, "1110", (0, 1))], "output 3 of the netlist has no cell"),
        ([Cell(1, "01", (0,))], "cell 0 has no gate or no input to write to"),
        ([Cell(2, "1110", (0, 1)), Cell(2, "1110", (0, 1))], "cell 1 gives gate 0 a second place"),
        ([Cell(2, "1110", (0, 1), 2)], "cell 0 has no gate or no input to write to"),
    ],
)
def test_wrong_cells(cells: list[Cell], reason: str) -> None:
    right = replace(NAND, cells=(Cell(2, "1110", (0, 1)), Cell(3, "0001", (0, 1))))
    assert right.size == 2
    with pytest.raises(InputError) as caught:
        replace(NAND, cells=tuple(cells))
    assert reason in str(caught.value)


@pytest.mark.parametrize(("missing", "reason"), [(0, "copies a bit"), (1, "negates one"), (2, "a NAND of two")])
def test_kinds_that_do_not_do(missing: int, reason: str) -> None:
    with pytest.raises(InputError) as caught:
        mapped(NAND, FEW[:missing] + FEW[missing + 1 :])
    assert reason in str(caught.value)


def test_a_proposal_that_does_something_else_is_not_taken() -> None:
    """Compared in every state: other gates of one meaning, of another, another answer, more inputs than are tried."""
    same = replace(NAND, gates=((1, 0), (2, 2)))
    assert NAND.does_as(same) and NAND.does_as(replace(NAND, gates=((0, 1), (2, 0), (2, 2)), outputs=(2, 4)))
    assert not NAND.does_as(replace(NAND, gates=((0, 0), (2, 2))))
    assert not NAND.does_as(replace(NAND, named_answer=2))
    wide = Netlist(17, ((0, 1),), (17,) * 17, ())
    assert not wide.does_as(wide)
