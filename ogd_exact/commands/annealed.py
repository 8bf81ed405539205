"""python -m ogd_exact.annealed: evaluates a circuit by one pass of OGD under rates that differ from step to step."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from ogd_exact.commands.circuit_options import add_circuit_options, check_files, circuit_request
from ogd_exact.commands.shell import FAILED, HOLDS, Parser, Progress, complain, count, write, write_pieces
from ogd_exact.kernel.errors import one_line
from ogd_exact.output.files import check_writable
from ogd_exact.output.wording import counted, wrapped
from ogd_exact.reduction.reduction import assembled
from ogd_exact.run.schedule import formula, listed
from ogd_exact.run.simulation import Mismatch
from ogd_exact.run.single_pass import SinglePass

FEW = 16  # frames that text shows


def parser() -> Parser:
    result = Parser(
        prog="python -m ogd_exact.annealed",
        description="Evaluate a circuit by one pass of exact OGD, each step with a learning rate of its own.",
    )
    add_circuit_options(result)
    rates = result.add_mutually_exclusive_group()
    rates.add_argument(
        "--schedule", metavar="RATE", default="1/sqrt(t)", help="the rate of step t, from 1 (default: 1/sqrt(t))"
    )
    rates.add_argument("--rates", metavar="FILE", help="the rates instead, one positive rational in each line")
    result.add_argument("--frames", type=count, default=1, metavar="K", help="as many in one pass (default: 1)")
    result.add_argument("--state", metavar="BITS", help="start there, one bit per latch (default: their resets)")
    result.add_argument("--tables", metavar="DIR", default="annealed", help="your own instead, with model svm-annealed")
    result.add_argument("--training", metavar="FILE", help="write the examples with their rates, a line of JSON each")
    result.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    result.add_argument("--output", "-o", metavar="FILE", help="write the result there instead of to stdout")
    result.set_defaults(model="svm-annealed")
    return result


def main(arguments: Sequence[str]) -> int:
    options = parser().parse_args(arguments)
    files = {"--rates": options.rates, "--training": options.training, "--output": options.output}
    check_files(("circuit", options.circuit), *files.items())
    for name in ("--training", "--output"):
        check_writable(files[name])
    schedule = formula(options.schedule) if options.rates is None else listed(options.rates)
    single = SinglePass(assembled(replace(circuit_request(options), state=options.state)), schedule, options.frames)
    progress = Progress("step")
    try:
        frames = list(single.run(progress))
    except Mismatch as mismatch:
        return complain(str(mismatch), FAILED)
    progress.clear()
    program, accepted, steps = single.made.program, frames[-1].accepted, len(frames) * single.examples
    if options.training is not None:
        write_pieces(lines(single, steps), options.training)
    data = {
        "verdict": "accepted" if accepted else "not accepted",
        "frame": len(frames) - 1 if accepted else None,
        "frames": len(frames),
        "steps": steps,
        "property": single.made.wanted,
        "model": single.made.model.name,
        "circuit": options.circuit,
        "latches": list(single.made.latches),
        "inputs": program.netlist.inputs,
        "gates": len(program.netlist.gates),
        "dimension": program.dimension,
        "examples": single.examples,
        "rates": options.rates or options.schedule,
        "first_rate": str(single.rates[0]),
        "last_rate": str(single.rates[steps - 1]),
        "size": str(single.size),
        "states": [bits(program.netlist.latches((False,) * program.netlist.inputs)), *(bits(f.state) for f in frames)],
    }
    write(json.dumps(data, indent=2) if options.format == "json" else text(data), options.output)
    return HOLDS


def bits(state: Sequence[bool]) -> str:
    return "".join("01"[bit] for bit in state)


def lines(single: SinglePass, steps: int) -> Iterator[bytes]:
    """The training set of the steps that were taken: a header, then each example with its rate."""
    program = single.made.program
    header = {
        "format": "ogd-exact-annealed/1",
        "model": single.made.model.name,
        "dimension": program.dimension,
        "coordinates": program.coordinates(),
        "accept": program.special(program.construction.accept),
        "state": [{"coordinate": program.signal(s.input), "inverted": s.inverted} for s in program.netlist.state],
        "examples": steps,
    }
    yield json.dumps(header).encode() + b"\n"
    for example, rate in islice(single.training(), steps):
        x = {key: str(value) for key, value in example.x.items()}
        yield json.dumps({"x": x, "y": str(example.y), "rate": str(rate)}).encode() + b"\n"


def text(data: dict[str, Any]) -> str:
    frames, states = data["frames"], data["states"]
    latches = counted(len(data["latches"]), "latch", "latches")
    said = [
        f"{one_line(data['circuit'], 60)} by {data['model']}: n = {data['inputs']} ({latches} and the answer), "
        f"m = {counted(data['gates'], 'NAND gate')}, {data['dimension']} weights, {data['examples']} examples a frame.",
        f"rates {one_line(data['rates'], 60)}, from {one_line(data['first_rate'], 40)} "
        f"to {one_line(data['last_rate'], 40)}; "
        f"bits are plus or minus {one_line(data['size'], 40)}; proved for these rates.",
        f"asks for {one_line(data['property'], 60)}",
    ]
    for k in range(min(frames, FEW)):
        answer = "yes" if k == data["frame"] else "no"
        moved = f"{one_line(states[k], 60)} -> {one_line(states[k + 1], 60)}, " if states[k] else ""
        said.append(f"frame {k}: {moved}the answer is {answer}")
    said += [f"and {frames - FEW} frames more; --format json has them all"] if frames > FEW else []
    said.append(f"{data['verdict']} in {counted(frames, 'frame')}, {data['steps']} steps; the circuit itself agrees")
    return "\n".join(line for paragraph in said for line in wrapped(paragraph))
