"""reduce: turns a circuit into a training set, and proves that online gradient descent on it runs the circuit."""

import os
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ogd_exact.api.any_order import AnyOrderRun
from ogd_exact.api.arguments import check_argument_types
from ogd_exact.api.logistic import LogisticRun
from ogd_exact.api.run import Run
from ogd_exact.circuits.closing.close import Bits
from ogd_exact.circuits.netlists.builder import Circuit
from ogd_exact.circuits.netlists.sequential import Sequential
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.gadgets.reading.folder import default_model, is_any_order, is_logistic
from ogd_exact.training.any_order import from_zero as zero
from ogd_exact.training.any_order.reduction import slot_reduction
from ogd_exact.training.constructions.asked import NetlistQuestion as AskedCircuit
from ogd_exact.training.constructions.reduction import reduced
from ogd_exact.training.constructions.request import Request, number, parameter
from ogd_exact.training.logistic.reduction import logistic_reduction

CircuitLike = str | os.PathLike[str] | Circuit | Sequential
Number = str | int | Fraction


@check_argument_types
def reduce(
    circuit: CircuitLike,
    model: str | None = None,
    *,
    tables: str | os.PathLike[str] | None = None,
    property: str | None = None,
    target: str | None = None,
    inputs: Bits | Mapping[str, Bits] | None = None,
    stimulus: str | os.PathLike[str] | None = None,
    start: Mapping[str, int] | None = None,
    uninitialised: int | None = None,
    search: int | None = None,
    question: str = "first-coordinate",
    norm_bound: Number | None = None,
    parameters: Mapping[str, Number] | None = None,
) -> Run | AnyOrderRun | LogisticRun:
    """The training set of a circuit, proved right for every pass; raises InputError where it cannot be.

    circuit       a machine such as "counter:3", an AIGER or BLIF file, or a Circuit made in Python
    model         one of the paper's, svm unless you say, or of tables
    tables        a folder of your own gadgets and constructions, or a shipped set; those of slots, such as any-order,
                  give an AnyOrderRun, whose examples may come in any order; the model logistic gives a LogisticRun
    property      the bad or output to ask for; or else
    target        a state, one bit for each latch, that of the last first
    inputs        a bit for all inputs of the circuit, or by name for each; in place of a bit, bits over time: "1,0"
                  holds the last, "(0,1)" repeats
    stimulus      a file that drives inputs: a witness of a model checker, or CSV
    start         where latches start, by name
    uninitialised the bit that latches without a start value start with
    search        over how many frames to try all that is open: inputs, and starts of latches
    question      how the weights are asked: first-coordinate, fixed-point or norm
    norm_bound    for the question norm
    parameters    of the model, such as {"lambda": "1/4"}: texts, integers or fractions
    """
    folder = None if tables is None else os.fspath(tables)
    by_name = inputs if isinstance(inputs, Mapping) else {}
    if not all(isinstance(name, str) for name in (*by_name, *(start or ()), *(parameters or ()))):
        raise InputError("inputs, latches and parameters are named by texts")
    request = Request(
        circuit=circuit_given(circuit),
        model=model or default_model(folder),
        tables=folder,
        property=property,
        target=target,
        driven=by_name,
        stimulus=None if stimulus is None else os.fspath(stimulus),
        inputs=None if isinstance(inputs, Mapping) else inputs,
        start=start or {},
        uninitialised=uninitialised,
        search=None if search is None else int(search),
        question=question,
        norm_bound=None if norm_bound is None else exact_number("norm_bound", norm_bound),
        parameters={name: exact_number(parameter(name), value) for name, value in (parameters or {}).items()},
    )
    return run_of(request)


def run_of(
    request: Request, from_zero: bool = False, asked: AskedCircuit | None = None
) -> Run | AnyOrderRun | LogisticRun:
    """Makes the training set that is asked for, and proves it; `asked` is its closed circuit, if at hand."""
    if is_logistic(request.tables, request.model):
        return LogisticRun(logistic_reduction(request, asked))
    if not is_any_order(request.tables):
        return Run(reduced(request, asked))
    found = slot_reduction(request, asked)
    return AnyOrderRun(zero.from_zero(found) if from_zero else found)


def circuit_given(circuit: CircuitLike) -> str | Sequential:
    if isinstance(circuit, Circuit):
        return circuit.sequential()
    return circuit if isinstance(circuit, Sequential) else os.fspath(circuit)


def exact_number(name: str, value: Any) -> Any:
    """An exact number; a float is refused with the fraction that was meant."""
    return rational(value) if isinstance(value, int | Fraction) else number(name, str(value))
