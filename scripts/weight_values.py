"""How many values a weight takes, which coordinates a pass touches, and how long entries are, in all cases of calls.

python scripts/weight_values.py CIRCUIT ... [--model MODEL] [--lambda R]

A call is run from every case of its table, by the kernel, while all other coordinates rest: so this is what may happen
in any pass up to a yes, whatever the state. docs/bounds.md proves for all circuits what is checked here for some.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from bit_lengths import Wrong
from ogd_exact.commands.parser import Parser
from ogd_exact.commands.shell import FAILED, HOLDS, complain, run, write
from ogd_exact.core.kernel.numbers import sign
from ogd_exact.core.kernel.step import Example
from ogd_exact.gadgets.properties.exact_value import exactly, with_constants
from ogd_exact.text.text_table import text_table
from ogd_exact.training.constructions.abstract_run import AbstractRun, BoundCall
from ogd_exact.training.constructions.reduction import Reduction, reduced
from ogd_exact.training.constructions.request import Request, number
from ogd_exact.training.constructions.training import flat
from ogd_exact.training.constructions.values import ModelValues
from ogd_exact.training.numbers.powers import plain
from ogd_exact.training.numbers.sums import bits

MODELS = ("svm", "svm-reg", "dense-relu", "dense-relu-dense")
AT_ONCE = 3  # values that a weight may have at one example: no column of a table has more
HEAD = ("circuit", "n", "m", "T", "values at once", "values of a weight", "touched", "bits")


class Values:
    """What is met in a pass: the values of each weight, which of them examples name, and the longest number."""

    def __init__(self, reduction: Reduction) -> None:
        self.program, self.library = reduction.program, reduction.training.library
        self.parameters = {name: plain(value) for name, value in reduction.parameters.items()}
        self.walk = AbstractRun(self.program, self.library, self.parameters)
        self.step = ModelValues(self.walk.model, self.parameters).step
        self.magnitudes = {index: plain(value) for index, value in reduction.proved.magnitudes.items()}
        self.taken: list[set[Any]] = [set() for _ in self.walk.start(self.magnitudes)]
        self.touched: set[int] = set()
        self.at_once = self.bits = 0
        for call in self.walk.steps(self.magnitudes, check_regions=False):
            self.follow(call)

    def follow(self, call: BoundCall) -> None:
        """The values after each example of a call, of the coordinates that it names and of those that rest."""
        table, names, places = call.table, {**self.parameters, **call.magnitudes}, self.walk.places(call.call)
        scope, examples = with_constants(table, names), list(flat(table, names, self.library))
        cases = [{c: exactly(t, scope) for c, t in zip(table.coordinates, line, strict=True)} for line in table.cases]
        resting = {index: self.at_rest(index) for index in range(len(self.taken)) if index not in places}
        for x, y in examples:
            self.touched |= {places[table.coordinates.index(c)] for c, _ in x}
            cases = [self.step.take(weights, Example(dict(x), y), sign)[2] for weights in cases]
            resting = {index: {self.walk.decay * weight for weight in rest} for index, rest in resting.items()}
            called = {place: {w[c] for w in cases} for c, place in zip(table.coordinates, places, strict=True)}
            for index, found in (resting | called).items():
                self.taken[index] |= found
                self.at_once = max(self.at_once, len(found))
            self.bits = max(self.bits, *(bits(value) for value in (y, *dict(x).values())))

    def at_rest(self, index: int) -> set[Any]:
        return {self.walk.weights[truth] * self.walk.magnitude(index) for truth in self.walk.held[index].truths}


def row(circuit: str, reduction: Reduction) -> list[Any]:
    found, total, dimension = Values(reduction), reduction.examples, reduction.program.dimension
    most, touched = max(map(len, found.taken)), len(found.touched)
    if found.at_once > AT_ONCE or most > AT_ONCE * total:
        raise Wrong(f"{circuit}: a weight takes more than {AT_ONCE} values at an example")
    if touched < dimension:
        raise Wrong(f"{circuit}: a pass touches {touched} of {dimension} coordinates")
    counts = (reduction.netlist.inputs, len(reduction.netlist.gates), total)
    return [circuit, *counts, found.at_once, most, f"{touched} of {dimension}", found.bits]


def lines(circuits: Iterable[str], model: str, regularizer: str | None) -> Iterator[str]:
    given = {} if regularizer is None else {"lambda": number("--lambda", regularizer)}
    rows = [row(circuit, reduced(Request(circuit, model, parameters=given))) for circuit in circuits]
    yield text_table(HEAD, rows, range(1, len(HEAD)))
    most = f"at most {AT_ONCE} values of a weight at an example, so {AT_ONCE} T"
    yield f"{model}: {most}; every coordinate is touched in a pass"


def main(arguments: Sequence[str]) -> int:
    parser = Parser(prog="python scripts/weight_values.py", description="How many values weights take in a pass.")
    parser.add_argument("circuits", nargs="+", metavar="CIRCUIT")
    parser.add_argument("--model", choices=MODELS, default="svm-reg", help="default: svm-reg")
    parser.add_argument("--lambda", dest="regularizer", metavar="R", help="of svm-reg; default: 1/4")
    options = parser.parse_args(arguments)
    try:
        write("\n".join(lines(options.circuits, options.model, options.regularizer)), None)
    except Wrong as problem:
        return complain(str(problem), FAILED)
    return HOLDS


if __name__ == "__main__":
    sys.exit(run(main, sys.argv[1:]))
