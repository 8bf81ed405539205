"""The options that reduce and simulate share, and what they mean."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ogd_exact.circuits.machines import MACHINES
from ogd_exact.kernel.errors import InputError
from ogd_exact.reduction.request import QUESTIONS, Request, number
from ogd_exact.tables.folder import MODELS


def add_circuit_options(parser: ArgumentParser) -> None:
    """A circuit and a question about it."""
    machines = ", ".join(f"{name}:{machine.least}..{machine.most}" for name, machine in MACHINES.items())
    parser.epilog = f"Machines, with the sizes they take: {machines}. What each asks: docs/circuits.md."
    parser.add_argument("circuit", help="an AIGER or BLIF file, or a machine such as counter:4")
    parser.add_argument(
        "--property", metavar="NAME", help="ask for this bad or output (default: the first bad, else output)"
    )
    parser.add_argument(
        "--target",
        metavar="BITS",
        help="ask for this state instead, one bit per latch in file order; frame k is asked about the state after it, "
        "that is, after k + 1 applications of the circuit (a bad or output: about the state in frame k itself)",
    )
    parser.add_argument("--input", action="append", default=[], metavar="NAME=0|1", help="tie an input (repeatable)")
    parser.add_argument("--inputs", type=int, choices=(0, 1), help="value for all inputs not named by --input")
    parser.add_argument("--uninitialised", type=int, choices=(0, 1), help="start value of latches without one")


def add_options(parser: ArgumentParser) -> None:
    add_circuit_options(parser)
    parser.add_argument("--model", default="svm", help=f"{', '.join(MODELS)}, or one of --tables (default: svm)")
    parser.add_argument(
        "--tables", metavar="DIR", help="your own gadgets and constructions, or a shipped set: short, norm, annealed"
    )
    parser.add_argument(
        "--lambda", dest="regularizer", metavar="R", help="for svm-reg: above 0, below 0.2928 (default: 1/4)"
    )
    parser.add_argument("--eta", metavar="R", help="for svm-eta: a learning rate above 0 (default: 1/4)")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=R", help="another symbol of your own model")
    parser.add_argument(
        "--question",
        choices=QUESTIONS,
        default=QUESTIONS[0],
        help="how OGD is asked: does the first weight ever become positive (the default), does a pass ever end with "
        "the weights that it began with, or does the norm of the weights ever exceed a bound?",
    )
    parser.add_argument(
        "--norm-bound", metavar="R", help="for --question norm (default: the least integer that only a yes exceeds)"
    )


def check_files(*named: tuple[str, str | None]) -> None:
    """No two of the files that a command reads and writes are the same, and none has an empty name."""
    seen: dict[object, str] = {}
    for option, text in named:
        if text == "" or (text == "-" and option in ("--trace", "--checkpoint")):
            raise InputError(f"{option} needs a file, not {text!r}")
        if text is None or text == "-":
            continue
        path = identity(text)
        if path in seen:
            raise InputError(f"{seen[path]} and {option} name the same file; name two", text)
        seen[path] = option


def identity(text: str) -> object:
    """The same for all names of a file, by whatever links or folders they lead there."""
    try:
        path = Path(text).resolve()
        found = path.stat() if path.exists() else None
    except (ValueError, RuntimeError, OSError):  # no path; whoever opens it says so
        return text
    return (found.st_dev, found.st_ino) if found else path


def pairs(option: str, texts: Sequence[str], form: str) -> list[tuple[str, str]]:
    """The names and values of an option of the form NAME=VALUE."""
    found = [text.rpartition("=") for text in texts]
    for text, (name, _, _) in zip(texts, found, strict=True):
        if not name:
            raise InputError(f"{option} {text[:40]!r} is not of the form {form}")
        if [n for n, _, _ in found].count(name) > 1:
            raise InputError(f"{option} names {name[:40]!r} twice")
    return [(name, value) for name, _, value in found]


def tied_inputs(options: Namespace) -> dict[str, int]:
    form = "NAME=0 or NAME=1"
    tied = pairs("--input", options.input, form)
    for text, (_, bit) in zip(options.input, tied, strict=True):
        if bit not in ("0", "1"):
            raise InputError(f"--input {text[:40]!r} is not of the form {form}")
    return {name: int(bit) for name, bit in tied}


def request(options: Namespace) -> Request:
    """What the options ask for."""
    bound = None
    if options.norm_bound is not None:
        if options.question != "norm":
            raise InputError("--norm-bound is for --question norm; drop it, or give that too")
        bound = number("--norm-bound", options.norm_bound)
        if bound < 0:
            raise InputError("--norm-bound must not be negative, as no norm is")
    return replace(
        circuit_request(options),
        question=options.question,
        norm_bound=bound,
        parameters=parameters(options),
    )


def circuit_request(options: Namespace) -> Request:
    return Request(
        circuit=options.circuit,
        model=options.model,
        tables=options.tables,
        property=options.property,
        target=options.target,
        tied=tied_inputs(options),
        inputs=options.inputs,
        uninitialised=options.uninitialised,
    )


def parameters(options: Namespace) -> dict[str, Any]:
    """The numbers of --set, --lambda and --eta."""
    given = {name: number(f"--set {name}", text) for name, text in pairs("--set", options.set, "NAME=R")}
    rates = {"lambda": options.regularizer, "eta": options.eta}
    for name in rates:
        if name in given and rates[name] is not None:
            raise InputError(f"--set {name} and --{name} say the same; drop one")
    return given | {name: number(f"--{name}", text) for name, text in rates.items() if text is not None}
