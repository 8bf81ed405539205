"""What a single pass did, as JSON and in words, and its training set with the rate of each example."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from ogd_exact.core.kernel.errors import one_line
from ogd_exact.gadgets.reading.step_data import step_data
from ogd_exact.text.wording import argument, counted, wrapped
from ogd_exact.training.annealed.single_pass import AnnealedFrame, SinglePass
from ogd_exact.training.constructions.formats import asked_data, state_data
from ogd_exact.training.runs.report import asked_lines

FEW = 16  # frames that text shows


def report_data(single: SinglePass, done: Sequence[AnnealedFrame], circuit: str, rates: str) -> dict[str, Any]:
    """All that is reported of the frames that were done; circuit and rates are named as the user did."""
    program, accepted, steps = single.made.program, done[-1].accepted, len(done) * single.examples
    return {
        "format": "ogd-exact-annealed-run/1",
        "verdict": "accepted" if accepted else "not accepted",
        "frame": len(done) - 1 if accepted else None,
        "frames": len(done),
        "steps": steps,
        "property": single.made.asked.wanted,
        "model": single.made.model.name,
        "circuit": circuit,
        "sha256": single.made.asked.sha256,
        "assumptions": single.made.asked.assumptions.data(),
        "latches": list(single.made.asked.latches),
        "inputs": program.netlist.inputs,
        "gates": len(program.netlist.gates),
        "dimension": program.dimension,
        "examples": single.examples,
        "rates": rates,
        "first_rate": str(single.rates[0]),
        "last_rate": str(single.rates[steps - 1]),
        "size": str(single.size),
        "states": [bits(program.netlist.latches((False,) * program.netlist.inputs)), *(bits(f.state) for f in done)],
    }


def report_json(single: SinglePass, done: Sequence[AnnealedFrame], circuit: str, rates: str) -> str:
    return json.dumps(report_data(single, done, circuit, rates), indent=2)


def report_text(single: SinglePass, done: Sequence[AnnealedFrame], circuit: str, rates: str) -> str:
    data = report_data(single, done, circuit, rates)
    frames, states = data["frames"], data["states"]
    latches = counted(len(data["latches"]), "latch", "latches")
    said = [
        f"{one_line(data['circuit'], 60)} by {data['model']}: n = {data['inputs']} ({latches} and the answer), "
        f"m = {counted(data['gates'], 'NAND gate')}, {data['dimension']} weights, {data['examples']} examples a frame.",
        f"rates {one_line(data['rates'], 60)}, from {one_line(data['first_rate'], 40)} "
        f"to {one_line(data['last_rate'], 40)}; "
        f"bits are plus or minus {one_line(data['size'], 40)}; proved for these rates.",
        *asked_lines(single.made.asked),
    ]
    for k in range(min(frames, FEW)):
        answer = "yes" if k == data["frame"] else "no"
        moved = f"{one_line(states[k], 60)} -> {one_line(states[k + 1], 60)}, " if states[k] else ""
        said.append(f"frame {k}: {moved}the answer is {answer}")
    said += [f"and {frames - FEW} frames more; {argument('format', 'json')} has them all"] if frames > FEW else []
    assuming = f", {one_line(str(single.made.asked.assumptions))}" if str(single.made.asked.assumptions) else ""
    done_steps = f"{counted(frames, 'frame')}, {data['steps']} steps{assuming}"
    said.append(f"{data['verdict']} in {done_steps}; the circuit itself agrees")
    return "\n".join(line for paragraph in said for line in wrapped(paragraph))


def bits(state: Sequence[bool]) -> str:
    """A word, as --target has it: the last latch of the file stands first, as in a number."""
    return "".join("01"[bit] for bit in reversed(state))


def training_lines(single: SinglePass, frames: int) -> Iterator[bytes]:
    """The training set of so many frames: a header, then each example with its rate."""
    program, steps = single.made.program, frames * single.examples
    header = {
        **asked_data(single.made.asked, single.made.model.name, "ogd-exact-annealed/1"),
        "step": step_data(replace(single.reduction.values.step, rate=None)),
        "dimension": program.dimension,
        "coordinates": program.coordinates(),
        "accept": program.special(program.construction.accept),
        "state": state_data(program),
        "examples": steps,
    }
    yield json.dumps(header).encode() + b"\n"
    for example, rate in islice(single.training(), steps):
        x = {key: str(value) for key, value in example.x.items()}
        yield json.dumps({"x": x, "y": str(example.y), "rate": str(rate)}).encode() + b"\n"
