"""A circuit's run as data for the page: the netlist, the training set by calls, and where the run goes."""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ogd_exact.circuits.machines import MACHINES
from ogd_exact.explorer.gadgets import Address, addresses, table_json, with_callees
from ogd_exact.explorer.numbers import exact, field, shown_step, texts
from ogd_exact.explorer.outline import Outline
from ogd_exact.kernel.errors import InputError
from ogd_exact.reduction.closing import Asked
from ogd_exact.reduction.construction import Phase
from ogd_exact.reduction.program import Program
from ogd_exact.reduction.reduction import Reduction
from ogd_exact.reduction.training import Block
from ogd_exact.run.coding import Coding

FORMAT = "ogd-exact-explorer/1"
MOST_GATES = 2000  # that can still be drawn


def title(reduction: Reduction) -> str:
    """The circuit and the model, and whose tables it is run by unless it is the paper's."""
    tables = reduction.request.tables
    return f"{reduction.circuit} by {reduction.model.name}" + (f" ({Path(tables).name})" if tables else "")


def circuit_data(reduction: Reduction, outline: Outline) -> dict[str, Any]:
    program, model = reduction.program, reduction.model
    library = reduction.training.library
    built = program.construction
    called = with_callees([table for key in built.called if (table := library.find(*key))], library)
    blocks, calls = training_data(reduction)
    return {
        "format": FORMAT,
        "title": title(reduction),
        "source": reduction.circuit,
        "machine": machine_name(reduction.circuit),
        **shown_step(reduction.values.step),
        "field": field(reduction.parameters.values()),
        "symbols": texts(reduction.parameters),
        "parameters": reduction.chosen,
        "encoding": dict(model.encoding),
        "coordinates": all_coordinates(reduction),
        "accept": program.accept,
        "property": reduction.wanted,
        "assuming": str(reduction.assumptions),
        "circuit": {**circuit_json(program, reduction.asked), "lasting": lasting(reduction)},
        "start": [exact(weight) for weight in reduction.start().values()],
        "magnitudes": texts(reduction.proved.magnitudes),
        "tables": {gadget: table_json(table, library) for gadget, table in sorted(called.items())},
        "phases": [{"over": phase.over, "clears": clears(reduction, phase)} for phase in built.phases],
        "afterEach": {"on": [program.special(name) for name in built.after_each.names]} if built.after_each else None,
        "blocks": blocks,
        "calls": calls,
        "examples": reduction.examples,
        "stride": outline.stride,
        "states": ["".join("01"[bit] for bit in bits) for bits in outline.states],
        "outcome": asdict(outline.outcome),
    }


def lasting(reduction: Reduction) -> list[int]:
    """The gates whose weights still hold their bits when the next pass begins, as signals."""
    coding, proved = Coding(reduction), reduction.proved
    return [k for k in coding.lasting if coding.gates_last and reduction.program.signal(k) not in proved.spent]


def machine_name(source: str) -> str | None:
    """Which of our machines the circuit is, such as counter of counter:3; none if it comes from a file."""
    name, colon, size = source.partition(":")
    return name if name in MACHINES and colon and size.isdigit() else None


def check_size(reduction: Reduction) -> None:
    gates = len(reduction.netlist.gates)
    if gates > MOST_GATES:
        raise InputError(
            f"the circuit has {gates} NAND gates; at most {MOST_GATES} can be drawn, so take a smaller one"
        )


def circuit_json(program: Program, asked: Asked) -> dict[str, Any]:
    netlist = asked.netlist
    return {
        "inputs": netlist.inputs,
        "gates": netlist.gates,
        "outputs": netlist.outputs,
        "state": [{"latch": name, **s._asdict()} for name, s in zip(asked.latches, netlist.state, strict=True)],
        "first": program.signal(0),
    }


def coordinates(program: Program) -> list[dict[str, str]]:
    """What each weight is called and stands for, but for the rule's own state."""
    netlist = program.netlist
    sizes = {"special": len(program.construction.special), "input": netlist.inputs, "gate": len(netlist.gates)}
    kinds = [kind for kind, size in sizes.items() for _ in range(size)]
    return [{"name": name, "kind": kind} for name, kind in zip(program.coordinates(), kinds, strict=True)]


def all_coordinates(reduction: Reduction) -> list[dict[str, str]]:
    """The rule's state comes last."""
    state = [{"name": name, "kind": "state"} for name in reduction.program.construction.state]
    return coordinates(reduction.program) + state


def training_data(reduction: Reduction) -> tuple[list[dict[str, Any]], list[list[Any]]]:
    """The distinct blocks of examples; and the calls, each with its phase, its block and its coordinates."""
    training, library = reduction.training, reduction.training.library
    blocks: list[dict[str, Any]] = []
    known: dict[tuple[Any, ...], int] = {}
    calls: list[list[Any]] = []
    for phase, bound, (row, block) in zip(phases(reduction), training.calls(), training.blocks(), strict=True):
        key = (bound.call.gadget, tuple(sorted(texts(bound.magnitudes).items())))
        if key not in known:
            known[key] = len(blocks)
            places = list(with_corrections(reduction, addresses(bound.table, library)))
            blocks.append(
                {
                    "gadget": bound.call.gadget,
                    "magnitudes": texts(bound.magnitudes),
                    "examples": block_examples(block),
                    "rows": places,
                }
            )
            assert len(places) == len(block.examples)
        calls.append([phase, known[key], row])
    return blocks, calls


def block_examples(block: Block) -> list[Any]:
    return [[[[place, exact(value)] for place, value in x], exact(y)] for x, y in block.examples]


def with_corrections(reduction: Reduction, places: Iterator[Address]) -> Iterator[Address]:
    """Each example's address, then those of the gadget that follows every single example."""
    pattern, library = reduction.program.construction.after_each, reduction.training.library
    table = library.find(reduction.model.name, pattern.gadget) if pattern else None
    after = list(addresses(table, library)) if table else []
    for place in places:
        yield place
        yield from after


def phases(reduction: Reduction) -> Iterator[int]:
    """The number of its phase, for each call of a pass."""
    return (group.phase for group in reduction.program.groups() for _ in group.calls)


def clears(reduction: Reduction, phase: Phase) -> bool:
    """Whether a phase does nothing but make what it ranges over unset."""
    library, built = reduction.training.library, reduction.program.construction
    for pattern in phase.all:
        table = library.find(built.gadgets, pattern.gadget)
        contract = library.models[table.model].contract(table) if table else None
        if contract is None or pattern.names[0] != "i" or contract.after.get(contract.coordinates[0]) != "unset":
            return False
    return True
