"""The options that reduce and simulate share, and what they mean."""

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from ogd_exact.circuits.machines import MACHINES
from ogd_exact.kernel.errors import InputError
from ogd_exact.reduction.powers import power_of
from ogd_exact.reduction.surd import Surd, square_root
from ogd_exact.tables.arithmetic import arithmetic
from ogd_exact.tables.expressions import ExpressionError
from ogd_exact.tables.library import MODELS
from ogd_exact.tables.model import Model

QUESTIONS = ("first-coordinate", "fixed-point", "norm")


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


def model_parameters(options: Namespace, model: Model, **chosen: Any) -> dict[str, Any]:
    """The values of a model's symbols, but for those chosen already; alpha and sqrt_eta are known by lambda and eta."""
    given = {name: number(f"--set {name}", text) for name, text in pairs("--set", options.set, "NAME=R")}
    for name in chosen:
        if name in given:
            raise InputError(f"--set {name}: --question {options.question} chooses it; drop this")
    given |= chosen
    for name, value, symbol, owner in (
        ("lambda", options.regularizer, "alpha", "svm-reg"),
        ("eta", options.eta, "sqrt_eta", "svm-eta"),
    ):
        if symbol in given:
            raise InputError(f"--set {symbol}: say it by --{name}")
        if symbol in model.symbols:
            given[symbol] = KNOWN[symbol](number(f"--{name}", "1/4" if value is None else value))
        elif value is not None:
            raise InputError(f"--{name} is for {owner}, not for {model.name}")
    for name in {*given, *model.symbols}:
        if name not in model.symbols:
            raise InputError(f"--set {name}: {model.name} has no such symbol")
        if name not in given:
            raise InputError(f"{model.name} has the symbol {name}; give it a value with --set {name}=R")
    # Weights have as many digits as there are examples where each multiplies them by alpha, unless alpha is kept apart.
    if "alpha" in given and not any(isinstance(value, Surd) for value in given.values()):
        given["alpha"] = power_of(given["alpha"])
    return given


def norm_bound(options: Namespace) -> Any:
    """The bound that is asked about, or None."""
    if options.norm_bound is None:
        return None
    if options.question != "norm":
        raise InputError("--norm-bound is for --question norm; drop it, or give that too")
    bound = number("--norm-bound", options.norm_bound)
    if bound < 0:
        raise InputError("--norm-bound must not be negative, as no norm is")
    return bound


def alpha_of(regularizer: Any) -> Any:
    if not (regularizer > 0 and 2 * (1 - regularizer) ** 2 > 1 and regularizer < 1):
        raise InputError("--lambda must lie between 0 and 1 - 1/sqrt(2) = 0.2928..., both excluded")
    return 1 - regularizer


def root_of(eta: Any) -> Any:
    if eta <= 0:
        raise InputError("--eta must be positive, such as 1/4")
    return square_root(eta)


KNOWN: dict[str, Callable[[Any], Any]] = {"alpha": alpha_of, "sqrt_eta": root_of}


def number(option: str, text: str) -> Any:
    try:
        return arithmetic(()).read(text)
    except ExpressionError as error:
        if re.fullmatch(r"[0-9]{1,20}\.[0-9]{1,20}", text):
            raise InputError(f"{option} {text}: write {Fraction(text)}, as numbers are exact") from None
        reason = "" if re.search("[A-Za-z]", text) else f": {error}"
        raise InputError(f"{option} {text[:40]!r} is not a number such as 1/4{reason}") from None
