"""What reduce and simulate are asked: a circuit, a model with its parameters, a question; and the proved answer."""

from argparse import Namespace
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ogd_exact.circuits.close import close
from ogd_exact.circuits.load import load
from ogd_exact.circuits.nand import Netlist, asked, checked, to_nand
from ogd_exact.kernel.errors import InputError
from ogd_exact.kernel.numbers import rational
from ogd_exact.reduction.construction import construction
from ogd_exact.reduction.options import KNOWN, model_parameters, tied_inputs
from ogd_exact.reduction.powers import plain
from ogd_exact.reduction.program import Program
from ogd_exact.reduction.proof import Proved, prove
from ogd_exact.reduction.training import Training
from ogd_exact.tables.arithmetic import arithmetic
from ogd_exact.tables.library import PAPER, Library, folder_of, paper, read_library
from ogd_exact.tables.model import Model
from ogd_exact.verify.run import Verification


@dataclass(frozen=True)
class Assembled:
    """A program of verified tables for a circuit, before its parameters are known."""

    latches: tuple[str, ...]  # their names, in the order of --target
    wanted: str  # such as: bad b0
    model: Model
    library: Library
    program: Program


@dataclass(frozen=True)
class Problem:
    """A netlist, and a training set that is proved to run it in every pass."""

    circuit: str
    latches: tuple[str, ...]  # their names, in the order of --target
    wanted: str  # such as: bad b0
    netlist: Netlist
    model: Model
    parameters: Mapping[str, Any]
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

    @property
    def shown(self) -> dict[str, str]:
        """The parameters as users know them."""
        rates = {"lambda": self.model.regularizer, "eta": self.model.learning_rate}
        known = {name: str(plain(arithmetic(()).exactly(text, self.parameters))) for name, text in rates.items()}
        return known | {name: str(plain(value)) for name, value in self.parameters.items() if name not in KNOWN}

    @property
    def chosen(self) -> dict[str, str]:
        """Those parameters that the model leaves open."""
        fixed = {"lambda": "alpha" not in self.parameters, "eta": not {"sqrt_eta", "eta"} & set(self.parameters)}
        return {name: text for name, text in self.shown.items() if not fixed.get(name)}

    def start(self) -> dict[str, Any]:
        """The weights before the first pass."""
        weights = {str(i): rational(0) for i in range(self.program.dimension)}
        for name, text in self.program.construction.start.items():
            key = name if name == "v" else str(self.program.special(name))
            weights[key] = arithmetic(()).exactly(text, self.parameters)
        return weights


def problem(options: Namespace) -> Problem:
    """Reads, reduces and proves; raises InputError where any of it fails."""
    made = assembled(options)
    parameters = model_parameters(options, made.model)
    proved = prove(made.program, made.library, parameters)
    training = Training(proved, made.library, parameters)
    netlist = made.program.netlist
    return Problem(options.circuit, made.latches, made.wanted, netlist, made.model, parameters, proved, training)


def assembled(options: Namespace, state: str | None = None) -> Assembled:
    """Reads the circuit, to be started in its reset state or in another, and the construction."""
    closed = close(load(options.circuit), tied_inputs(options), options.inputs, options.uninitialised)
    if state is not None:
        bits = zip(closed.latches, checked(state, closed, "state"), strict=True)
        closed = replace(closed, latches=tuple(latch._replace(reset=int(bit)) for latch, bit in bits))
    netlist = to_nand(closed, options.target, options.property)
    chosen = None if options.target is not None else asked(closed, options.property)
    wanted = f"{chosen.kind} {chosen.name}" if chosen else f"target {options.target}"
    library, folders = paper(), [PAPER]
    if options.tables is not None:
        folders.insert(0, folder_of(options.tables))
        library = read_library(folders[0], behind=library)
    built = construction(library, options.model, *folders)
    model = library.models[options.model]
    program = Program(built, netlist)
    check_tables(library, program)
    return Assembled(tuple(latch.name for latch in closed.latches), wanted, model, library, program)


def check_tables(library: Library, program: Program) -> None:
    """The proof rests on the tables, so they are verified first."""
    built, verification = program.construction, Verification(library)
    called = [(built.gadgets, pattern.gadget) for phase in built.phases for pattern in phase.all]
    for model, gadget in [*called, *([(built.model, built.after_each.gadget)] if built.after_each else [])]:
        table = library.find(model, gadget)
        assert table is not None
        library.examples(table)  # refuses calls in a ring, and too many examples
        if not verification.result(table).verified:
            wrong = next((r.table for r in verification.results.values() if not r.verified), table)  # callees are first
            raise InputError(f"the table {wrong.model} {wrong.gadget} is not verified; see verify")
