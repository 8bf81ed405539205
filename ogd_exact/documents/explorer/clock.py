"""A run in any order as data for its page: the netlist, the examples by slots, the clock, and where the run goes."""

from typing import Any

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.documents.explorer.circuit_data import FORMAT, circuit_json, coordinates, machine_name, shown_name
from ogd_exact.documents.explorer.number_texts import exact, field, rule_words
from ogd_exact.documents.explorer.outline import Kept, Outline
from ogd_exact.text.wording import argument
from ogd_exact.training.any_order.orders import order as placed_by
from ogd_exact.training.any_order.reduction import SlotReduction
from ogd_exact.training.constructions.asked import NetlistQuestion
from ogd_exact.training.runs.cycle import Cycle
from ogd_exact.training.runs.simulation import Outcome

MOST_GATES = 400  # whose slots a page can still run while one looks at it
ORDERS = ("shuffle", "full-batch", "cyclic", "reverse", "batch:7", "adversary")  # of orders.js


def clock_data(reduction: SlotReduction, outline: Outline, order: str, seed: int) -> dict[str, Any]:
    """The order is the one that the page begins with; its reader may choose another."""
    asked, program, rate = reduction.asked, reduction.program, reduction.rate
    calls, called = list(program.calls()), {call.gadget for call in program.calls()}
    phases = [group.phase for group in program.groups() for _ in group.calls]
    tables = reduction.tables.tables
    slots = [(k, part) for k, call in enumerate(calls) for part in range(len(tables[call.gadget].slots))]
    outcome = outline.outcome
    return {
        "format": FORMAT,
        "title": f"{shown_name(asked.circuit)} by {reduction.model} in any order",
        "source": shown_name(asked.circuit),
        "machine": machine_name(asked.circuit),
        "rule": rule_words(reduction.tables.rule),
        "rate": exact(rate),
        "threshold": exact(reduction.threshold),
        "field": field([rate]),
        "symbols": {},
        "parameters": {} if rate == 1 else {"eta": exact(rate)},
        "encoding": {"unset": "0", **{truth: exact(rate * w) for truth, w in reduction.tables.encoding.items()}},
        "coordinates": [
            *coordinates(program),
            *({"name": f"clock{t}", "kind": "clock"} for t in range(len(slots))),
        ],
        "accept": program.accept,
        "property": asked.wanted,
        "assuming": str(asked.assumptions),
        "circuit": circuit_json(program, asked),
        "start": [exact(weight) for weight in reduction.start().values()],
        "clock": {
            "epochs": reduction.epochs,
            "drift": exact(reduction.clock.drift),
            "grip": exact(reduction.clock.grip),
        },
        "tables": {name: table_json(tables[name]) for name in sorted(called)},
        "phases": [{"over": phase.over, "clears": False} for phase in program.construction.phases],
        "calls": [{"gadget": call.gadget, "on": call.on, "phase": p} for call, p in zip(calls, phases, strict=True)],
        "slots": [{"call": call, "part": part} for call, part in slots],
        "examples": [
            {"slot": slot, "x": [[int(c), exact(x)] for c, x in example.x.items()]}
            for slot, example in zip(reduction.slot_of, reduction.examples, strict=True)
        ],
        "order": {"name": order, "seed": seed},
        "stride": outline.stride,
        "states": ["".join("01"[bit] for bit in bits) for bits in outline.states],
        "outcome": {"verdict": outcome.verdict, "passes": outcome.passes, "period": outcome.period},
    }


def table_json(table: Any) -> dict[str, Any]:
    contract = table.contract
    return {
        "coordinates": table.coordinates,
        "slots": len(table.slots),
        "needs": dict(contract.before),
        "leaves": dict(contract.after),
    }


def clock_outline(reduction: SlotReduction, most: int) -> Outline:
    """How the run goes, by the circuit, as every order is proved to go; passes are periods here."""
    netlist, frame = reduction.program.netlist, 0
    bits, answer = (False,) * netlist.inputs, False
    kept, cycle = Kept(bits), Cycle(bits)
    while not answer and not cycle.closed(bits) and frame < most:
        bits, answer = netlist.step(bits)
        frame += 1
        if not answer:
            cycle.move(1, bits)
            kept.offer(frame, bits)
    if answer:
        outcome = Outcome("accepted", frame - 1, frame, 0)
    elif cycle.closed(bits):
        outcome = Outcome("never", None, frame, 0, cycle.distance)
    else:
        outcome = Outcome("undecided", None, frame, 0)
    return Outline(outcome, kept.stride, tuple(kept.states))


def check_shown(asked: NetlistQuestion, order: str) -> None:
    """Refuses what the page cannot show, before it is assembled and proved."""
    gates = len(asked.netlist.gates)
    if gates > MOST_GATES:
        raise InputError(
            f"the circuit has {gates} NAND gates; in any order at most {MOST_GATES} can be shown, so take a smaller one"
        )
    placed_by(order, 1)  # or refused
    if order not in ORDERS:
        raise InputError(f"the page shows {', '.join(ORDERS)}; drop {argument('order', order)}")
