"""Shared by the tests of engines: problems without the command line, and runs pass by pass."""

from argparse import ArgumentParser
from typing import Any, NamedTuple

from hypothesis import strategies as st

from ogd_exact.circuits.closing.close import settled
from ogd_exact.circuits.netlists.nand import to_nand
from ogd_exact.circuits.netlists.sequential import Sequential
from ogd_exact.commands.circuit_options import request
from ogd_exact.commands.options.read import add_options
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.gadgets.reading.folder import BEYOND, MODELS, PAPER, SHIPPED, library_in
from ogd_exact.training.constructions.asked import NetlistQuestion
from ogd_exact.training.constructions.construction import construction
from ogd_exact.training.constructions.program import Program
from ogd_exact.training.constructions.proof import prove
from ogd_exact.training.constructions.reduction import Reduction, reduced
from ogd_exact.training.constructions.request import Request
from ogd_exact.training.constructions.training import Training
from ogd_exact.training.runs.coding import Weights
from ogd_exact.training.runs.engine import Claim, Engine, advance
from ogd_exact.training.runs.engines.circuit import CircuitEngine
from ogd_exact.training.runs.simulation import Outcome, Simulation

COMPACT = ("svm", "svm-bias", "svm-reg", "svm-bias-reg", "dense-relu", "dense-relu-dense", "dense-relu-reg")
ALL = (*MODELS, "perceptron", *(f"{model} compact" for model in COMPACT))  # of our shorter ones, the name goes on
NATIVE = (
    *("svm", "svm-bias", "svm-eta", "perceptron", "dense-relu"),
    *("svm compact", "svm-bias compact", "dense-relu compact"),
)
FOLDERS = {**dict.fromkeys(MODELS, PAPER), "perceptron": BEYOND}
LIBRARIES = {folder: library_in(folder) for folder in (PAPER, BEYOND, SHIPPED / "compact")}
PYTHON, NUMBA = 10**18, 0  # gates that the circuit engine evaluates before it compiles
REGULARIZED = ("svm-reg", "svm-reg compact", "svm-bias-reg compact", "dense-relu-reg compact")
GIVEN = {**dict.fromkeys(REGULARIZED, {"alpha": rational(3, 4)}), "svm-eta": {"sqrt_eta": rational(1, 3)}}


def reduction(text: str, *options: str) -> Reduction:
    parser = ArgumentParser()
    add_options(parser, "model")
    return reduced(request(parser.parse_args([text, *options])))


def of_model(text: str, model: str) -> Reduction:
    return reduction(text, *options(model))


def options(model: str) -> tuple[str, ...]:
    name = model.removesuffix(" compact")
    return ("--model", name, *(("--tables", "compact") if name != model else ()))


def of_circuit(circuit: Sequential, target: str, model: str) -> Reduction:
    netlist, given = to_nand(settled(circuit, {}, 0, 0).closed().circuit, target), GIVEN.get(model, {})
    name = model.removesuffix(" compact")
    folder = FOLDERS.get(model, SHIPPED / "compact")
    library = LIBRARIES[folder]
    proved = prove(Program(construction(library, name, folder), netlist), library, given)
    training = Training(proved, library, given)
    asked = NetlistQuestion("random", (), "", netlist)
    return Reduction(Request("random", name), asked, netlist, library.models[name], given, proved, training)


@st.composite
def targets(draw: st.DrawFn, circuit: Sequential) -> str:
    width = len(circuit.latches)
    return draw(st.text("01", min_size=width, max_size=width))


class Boundary(NamedTuple):
    """All that a run knows between two passes."""

    passes: int
    steps: int
    weights: dict[str, Any]
    kept: dict[str, Any]
    distance: int
    reach: int


def boundary(run: Simulation) -> Boundary:
    passes = run.steps // run.reduction.examples
    return Boundary(passes, run.steps, dict(run.weights), dict(run.cycle.kept), run.cycle.distance, run.cycle.reach)


def reference(reduction: Reduction, most: int | None = None) -> tuple[list[Boundary], Outcome]:
    run, found = Simulation(reduction), []
    for moment in run.moments(most, None):
        if isinstance(moment, Outcome):
            return found, moment
        if run.between_passes:
            found.append(boundary(run))
    raise AssertionError("no outcome")


def by_engine(reduction: Reduction, engine: Engine, most: int | None = None) -> tuple[list[Boundary], Outcome]:
    """The same, one pass at a time."""
    run, found = Simulation(reduction), []
    while not run.cycle_closed and run.frame != most and moved(run, engine, 1):
        found.append(boundary(run))
    return found, finished(run, most)


def moved(run: Simulation, engine: Engine, most: int) -> int:
    """By how many passes an engine moves a run on."""
    before = run.frame
    for _ in advance(run, engine, before + most, None):
        pass
    return run.frame - before


def in_one_go(reduction: Reduction, engine: Engine, passes: int | None = None, steps: int | None = None) -> Outcome:
    run = Simulation(reduction)
    for _ in advance(run, engine, passes, steps):
        pass
    return finished(run, passes, steps)


def finished(run: Simulation, passes: int | None = None, steps: int | None = None) -> Outcome:
    *_, last = run.moments(passes, steps)
    assert isinstance(last, Outcome)
    return last


class Broken(CircuitEngine):
    """The circuit engine, but for one bit after pass 5."""

    def __init__(self, reduction: Reduction) -> None:
        super().__init__(reduction)
        self.passes, self.bit = 0, str(reduction.program.signal(1))

    def advance(self, weights: Weights, kept: Weights, most: int) -> Claim:
        self.passes = 0 if weights == self.coding.reduction.start() else self.passes
        claim = super().advance(weights, kept, min(most, 1))
        self.passes += claim.moved
        if claim.moved and self.passes == 5:
            claim.weights[self.bit] *= -1
        return claim
