"""A circuit's run as data for the page: the netlist, the training set by calls, and where the run goes."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ogd_exact.circuits.machines.machines import MACHINES
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import Number
from ogd_exact.documents.explorer.number_texts import exact, field, shown_step, texts
from ogd_exact.documents.explorer.outline import Outline
from ogd_exact.documents.explorer.table_data import Address, addresses, table_json, with_callees
from ogd_exact.training.constructions.asked import NetlistQuestion
from ogd_exact.training.constructions.construction import Phase
from ogd_exact.training.constructions.program import Program
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.runs.coding import Coding

FORMAT = "ogd-exact-explorer/1"
MOST_GATES = 4000  # that can still be drawn


def title(reduction: Reduction) -> str:
    """The circuit and the model, and whose tables it is run by unless it is the paper's."""
    tables = reduction.request.tables
    return f"{shown_name(reduction.asked.circuit)} by {reduction.model.name}" + (
        f" ({Path(tables).name})" if tables else ""
    )


def shown_name(source: str) -> str:
    """What a circuit is called on a page: a file without its folders, alone or as a machine's pattern."""
    return re.sub(r"[^:]*[/\\]", "", source)


def circuit_data(reduction: Reduction, outline: Outline) -> dict[str, Any]:
    program, model = reduction.program, reduction.model
    library = reduction.training.library
    built = program.construction
    called = with_callees([table for key in built.called if (table := library.find(*key))], library)
    blocks, calls = training_data(reduction)
    return {
        "format": FORMAT,
        "title": title(reduction),
        "source": shown_name(reduction.asked.circuit),
        "machine": machine_name(reduction.asked.circuit),
        **shown_step(reduction.values.step),
        "field": field(reduction.parameters.values()),
        "symbols": texts(reduction.parameters),
        "parameters": reduction.chosen,
        "encoding": dict(model.encoding),
        "coordinates": coordinates(program, built.state),
        "accept": program.accept,
        "property": reduction.asked.wanted,
        "assuming": str(reduction.asked.assumptions),
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
    """The name of the machine that the circuit is, such as counter of counter:3; None if it comes from a file."""
    name, colon, size = source.partition(":")
    return name if name in MACHINES and colon and size[:1].isdigit() else None


def check_size(reduction: Reduction) -> None:
    reduction.program.construction.lift.refuse("a page or a picture")
    if reduction.netlist.cells:
        raise InputError("a page or a picture draws NAND gates alone; choose tables without [[gate]]")
    gates = len(reduction.netlist.gates)
    if gates > MOST_GATES:
        raise InputError(
            f"the circuit has {gates} NAND gates; at most {MOST_GATES} can be drawn, so take a smaller one"
        )


def circuit_json(program: Program, asked: NetlistQuestion) -> dict[str, Any]:
    netlist = asked.netlist
    return {
        "inputs": netlist.inputs,
        "gates": netlist.gates,
        "outputs": netlist.outputs,
        "state": [{"latch": name, **s._asdict()} for name, s in zip(asked.latches, netlist.state, strict=True)],
        "first": program.signal(0),
    }


def coordinates(program: Program, state: Sequence[str] = ()) -> list[dict[str, str]]:
    """What each weight is called and stands for; the rule's own state comes last."""
    netlist, names = program.netlist, [*program.coordinates(), *state]
    sizes = {"special": len(program.construction.special), "input": netlist.inputs, "gate": len(netlist.gates)}
    kinds = [kind for kind, size in (sizes | {"state": len(state)}).items() for _ in range(size)]
    return [{"name": name, "kind": kind} for name, kind in zip(names, kinds, strict=True)]


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
            assert len(places) == len(block.examples)
            blocks.append(block_data(bound.call.gadget, bound.magnitudes, block.examples, places))
        calls.append([phase, known[key], row])
    return blocks, calls


def block_data(
    gadget: str, magnitudes: Mapping[str, Number], examples: Iterable[Any], rows: Iterable[Address]
) -> dict[str, Any]:
    """The examples of a call, by the places of their entries, and the row of a table that each comes from."""
    shown = [example_json(x, y) for x, y in examples]
    return {"gadget": gadget, "magnitudes": texts(magnitudes), "examples": shown, "rows": list(rows)}


def example_json(x: Iterable[tuple[int, Number]], y: Number) -> list[Any]:
    """The entries of an example by their places, in a call or among all coordinates; and its label."""
    return [[[place, exact(value)] for place, value in x], exact(y)]


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
