"""What exact and inexact training do without this project's engines: the loops that anyone would write."""

import importlib
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import cycle, islice
from typing import Any

from benchmarks.figures import Sizes, rate
from ogd_exact.commands.circuit_options import request
from ogd_exact.commands.command_line import parsed
from ogd_exact.training.constructions.reduction import Reduction, reduced
from ogd_exact.training.numbers.powers import plain
from ogd_exact.training.runs.simulation import Simulation

PATIENCE = 30  # times the seconds of a rate
STRONGEST = "plain loop over mpq, sparse"  # of the plain exact ones, and what engines are compared with
CHUNK = 200  # steps between two looks at the clock
Number = Callable[[Any], Any]
Dense = tuple[list[Any], Any]


def reduction(machine: str, model: str = "svm") -> Reduction:
    return reduced(request(parsed("reduce", [machine, "--model", model])))


def exact(value: Any) -> Any:
    """A rational of the kernel's backend, gmpy2.mpq, also where the project keeps numbers in another form."""
    try:
        powers: Any = importlib.import_module("ogd_exact.training.numbers.powers")
    except ImportError:
        return value
    return powers.plain(value)


def fraction(value: Any) -> Fraction:
    return Fraction(int(exact(value).numerator), int(exact(value).denominator))


def dense_examples(of: Reduction, number: Number) -> list[Dense]:
    zero, keys = number(of.start()["0"] * 0), [str(i) for i in range(of.program.dimension)]
    return [([number(e.x[k]) if k in e.x else zero for k in keys], number(e.y)) for e in of.training.examples()]


def dense_loop(of: Reduction, number: Number) -> Iterator[int]:
    """The plain loop over all weights of every example, pass after pass; yields the number of steps so far.

    It starts anew after the answer, from where on nothing bounds the weights.
    """
    weights = {key: number(value) for key, value in of.start().items()}
    first_v = v = weights.pop("v", number(of.start()["0"]))
    first = w = list(weights.values())
    accept, examples = of.program.accept, dense_examples(of, number)
    step_size, decay = number(of.values.rate), number(of.values.decay)
    rule = of.model.rule.name
    for done, (x, y) in enumerate(cycle(examples)):
        if done % len(examples) == 0 and w[accept] > 0:
            w, v = first, first_v
        product = sum(a * b for a, b in zip(w, x, strict=True))
        if rule == "hinge":
            if decay != 1:
                w = [decay * a for a in w]
            if y * product < 1:
                w = [a + step_size * y * b for a, b in zip(w, x, strict=True)]
        elif product > 0:
            slope = 2 * step_size * ((v if rule == "dense-relu-dense" else 1) * product - y)
            if rule == "dense-relu-dense":
                w, v = [a - slope * v * b for a, b in zip(w, x, strict=True)], v - slope * product
            else:
                w = [a - slope * b for a, b in zip(w, x, strict=True)]
        yield done + 1


def loop_rate(of: Reduction, number: Number, sizes: Sizes) -> float | None:
    """Steps in a second; None if that takes too long to find out."""
    loop = dense_loop(of, lambda value: number(plain(value)))
    if not settled(loop, of, sizes):
        return None
    return rate(lambda: sum(1 for _ in islice(loop, CHUNK)), sizes.seconds)


def settled(steps: Iterator[Any], of: Reduction, sizes: Sizes) -> bool:
    """Takes the first pass of a model whose weights grow in it, as later passes are what is compared; if in time."""
    began = time.process_time()
    for _ in islice(steps, of.examples if of.model.regularizer != "0" else 1):
        if time.process_time() - began > PATIENCE * sizes.seconds:
            return False
    return True


def sparse_loop(of: Reduction) -> Iterator[int]:
    """For the hinge without a regularizer: only the weights that an example names, as a careful author writes it."""
    weights, examples = of.start(), [(list(e.x.items()), e.y) for e in of.training.examples()]
    for done, (x, y) in enumerate(cycle(examples), 1):
        if y * sum(weights[key] * value for key, value in x) < 1:
            for key, value in x:
                weights[key] += y * value
        yield done


def scikit_rate(of: Reduction, sizes: Sizes) -> float | None:
    """SGDClassifier.partial_fit on the same training set, as a sparse and as a dense matrix: the faster one."""
    try:
        import numpy
        from scipy.sparse import csr_matrix
        from sklearn.linear_model import SGDClassifier
    except ImportError:
        return None
    examples = dense_examples(of, float)
    matrix = numpy.array([x for x, _ in examples])
    labels = numpy.array([y for _, y in examples])
    options = {"loss": "hinge", "penalty": None, "learning_rate": "constant", "eta0": 1.0}
    best = 0.0
    for data in (matrix, csr_matrix(matrix)):
        model = SGDClassifier(**options, shuffle=False, fit_intercept=False)

        def one_pass(data: Any = data, model: Any = model) -> int:
            model.partial_fit(data, labels, classes=[-1.0, 1.0])
            return len(labels)

        best = max(best, rate(one_pass, sizes.seconds) or 0)
    return best


def baselines(sizes: Sizes) -> dict[str, float | None]:
    """Steps in a second, of each loop, for svm and the small machine."""
    of = reduction(sizes.small)
    sparse = sparse_loop(of)
    steps = (1 for _ in cycle([0]) for _ in Simulation(of).stepwise())
    return {
        "plain loop over Fraction, dense": loop_rate(of, fraction, sizes),
        "plain loop over mpq, dense": loop_rate(of, exact, sizes),
        STRONGEST: rate(lambda: sum(1 for _ in islice(sparse, CHUNK)), sizes.seconds),
        "scikit-learn partial_fit": scikit_rate(of, sizes),
        "the kernel, every step": rate(lambda: sum(islice(steps, CHUNK)), sizes.seconds),
    }
