"""What reduce and simulate are asked: a circuit, a model with its parameters, a question; and the proved answer."""

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ogd_exact.circuits.close import close
from ogd_exact.circuits.load import load
from ogd_exact.circuits.nand import Netlist, to_nand
from ogd_exact.kernel.errors import InputError
from ogd_exact.kernel.numbers import rational
from ogd_exact.reduction.construction import construction
from ogd_exact.reduction.program import Program
from ogd_exact.reduction.proof import Proved, prove
from ogd_exact.reduction.surd import square_root
from ogd_exact.reduction.training import Training
from ogd_exact.tables.arithmetic import arithmetic
from ogd_exact.tables.expressions import ExpressionError
from ogd_exact.tables.library import MODELS, PAPER, Library, paper
from ogd_exact.tables.model import Model
from ogd_exact.verify.run import verify


@dataclass(frozen=True)
class Problem:
    """A netlist, and a training set that is proved to run it in every pass."""

    circuit: str
    netlist: Netlist
    model: Model
    parameters: Mapping[str, Any]
    shown: Mapping[str, str]  # the parameters as the user knows them
    proved: Proved
    training: Training

    @property
    def program(self) -> Program:
        return self.proved.program

    @property
    def examples(self) -> int:
        """How many examples a pass has, those after each example included."""
        pattern = self.program.construction.after_each
        if pattern is None:
            return self.proved.examples
        extra = self.training.library.find(self.model.name, pattern.gadget)
        assert extra is not None
        return self.proved.examples * (1 + self.training.library.examples(extra))

    def start(self) -> dict[str, Any]:
        """The weights before the first pass."""
        weights = {str(i): rational(0) for i in range(self.program.dimension)}
        for name, text in self.program.construction.start.items():
            key = name if name == "v" else str(self.program.special(name))
            weights[key] = arithmetic(()).exactly(text, self.parameters)
        return weights


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("circuit", help="an AIGER or BLIF file, or a machine such as counter:4")
    parser.add_argument("--model", choices=MODELS, default="svm")
    parser.add_argument("--lambda", dest="regularizer", metavar="R", help="for svm-reg, such as 1/4")
    parser.add_argument("--eta", metavar="R", help="for svm-eta: a learning rate, such as 1/10")
    parser.add_argument("--target", metavar="BITS", help="ask for this state, one bit per latch in file order")
    parser.add_argument("--input", action="append", default=[], metavar="NAME=0|1", help="tie an input (repeatable)")
    parser.add_argument("--inputs", type=int, choices=(0, 1), help="tie all other inputs")
    parser.add_argument("--uninitialised", type=int, choices=(0, 1), help="start latches without a reset so")


def check_files(*named: tuple[str, str | None]) -> None:
    """No two of the files that a command reads and writes are the same, and none has an empty name."""
    seen: dict[Path, str] = {}
    for option, text in named:
        if text == "" or (text == "-" and option in ("--trace", "--checkpoint")):
            raise InputError(f"{option} names no file")
        if text is None or text == "-":
            continue
        path = Path(text).absolute()
        if path in seen:
            raise InputError(f"{seen[path]} and {option} name the same file; name two", text)
        seen[path] = option


def problem(options: Namespace) -> Problem:
    """Reads, reduces and proves; raises InputError where any of it fails."""
    tied = {}
    for text in options.input:
        name, _, bit = text.rpartition("=")
        if not name or bit not in ("0", "1"):
            raise InputError(f"--input {text!r} is not of the form NAME=0 or NAME=1")
        if name in tied:
            raise InputError(f"--input ties {name[:40]!r} twice")
        tied[name] = int(bit)
    closed = close(load(options.circuit), tied, options.inputs, options.uninitialised)
    netlist = to_nand(closed, options.target)
    library = paper()
    parameters, shown = model_parameters(options)
    program = Program(construction(library, options.model, PAPER), netlist)
    check_tables(library, program)
    proved = prove(program, library, parameters)
    training = Training(proved, library, parameters)
    return Problem(options.circuit, netlist, library.models[options.model], parameters, shown, proved, training)


def check_tables(library: Library, program: Program) -> None:
    """The proof rests on the tables, so they are verified first."""
    names = {program.construction.model, program.construction.gadgets}
    for result in verify(library, names):
        if not result.verified:
            raise InputError(f"the table {result.table.model} {result.table.gadget} is not verified; see verify")


def model_parameters(options: Namespace) -> tuple[dict[str, Any], dict[str, str]]:
    for name, value, model in (("lambda", options.regularizer, "svm-reg"), ("eta", options.eta, "svm-eta")):
        if value is not None and options.model != model:
            raise InputError(f"--{name} is for {model}, not for {options.model}")
    if options.model == "svm-reg":
        value = number("--lambda", "1/4" if options.regularizer is None else options.regularizer)
        if not (value > 0 and 2 * (1 - value) ** 2 > 1 and value < 1):
            raise InputError("--lambda must lie between 0 and 1 - 1/sqrt(2) = 0.2928..., both excluded")
        return {"alpha": 1 - value}, {"lambda": str(value), "eta": "1"}
    if options.model == "svm-eta":
        value = number("--eta", "1/4" if options.eta is None else options.eta)
        if value <= 0:
            raise InputError("--eta must be positive, such as 1/4")
        return {"sqrt_eta": square_root(value)}, {"lambda": "0", "eta": str(value)}
    return {}, {"lambda": "0", "eta": "1"}


def number(option: str, text: str) -> Any:
    try:
        return arithmetic(()).read(text)
    except ExpressionError as error:
        raise InputError(f"{option} {text!r}: {error}") from None
