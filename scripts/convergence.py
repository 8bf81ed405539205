"""How far the iterates of svm-reg are from the regularized ERM solution of their training set, exactly.

python scripts/convergence.py CIRCUIT [--lambda R] [--passes N] [--hindsight N ...] [--plot FILE]   and those of reduce
python scripts/convergence.py CIRCUIT --model svm-eta-reg --eta R --lambda R    with a learning rate, too

Needs the environment that scripts/test.py makes; --plot also needs matplotlib, as in pip install '.[plot]'.
"""

import sys
from collections.abc import Sequence
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

from erm.certificate import Optimum, Row, objective, problems, squared
from erm.distances import Pass, follow, hindsight, regularizer_of, root, rows, training_set
from erm.search import find
from ogd_exact.commands.circuit_options import request
from ogd_exact.commands.options.read import add_options
from ogd_exact.commands.parser import Parser, count_between
from ogd_exact.commands.shell import FAILED, HOLDS, complain, run, write
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.text.extras import install
from ogd_exact.text.files import check_writable
from ogd_exact.training.constructions.reduction import reduced
from ogd_exact.training.numbers.surd import Surd

MODELS = ("svm-reg", "svm-eta-reg")
HEAD = f"{'pass':>4} {'after it':>9} {'nearest':>9} {'farthest':>10} {'objective':>9} {'regret':>9}  state"


def main(arguments: Sequence[str]) -> int:
    parser = Parser(prog="python scripts/convergence.py", description="Distances of OGD to the optimum, exactly.")
    codes = "0 the distances are exact; 1 a check failed; 2 the input or the call is wrong"
    parser.epilog = f"example: python scripts/convergence.py lfsr:4 --passes 4\n\nexit codes: {codes}"
    add_options(parser, "model")
    parser.add_argument(
        "--passes", type=count_between(1, 9999), default=8, metavar="N", help="at most so many (default: 8)"
    )
    parser.add_argument(
        "--hindsight",
        type=count_between(1, 9999),
        nargs="+",
        default=[],
        metavar="N",
        help="find the optimum of the first N steps, too",
    )
    parser.add_argument("--plot", metavar="FILE", help="draw the distances there, as PNG")
    parser.set_defaults(model="svm-reg")
    options = parser.parse_args(arguments)
    check_writable(options.plot)
    if options.plot is not None and find_spec("matplotlib") is None:
        raise InputError(f"--plot needs matplotlib; {install('plot')}")
    if options.model not in MODELS:
        raise InputError(f"without a regularizer there is no single optimum; use --model {' or '.join(MODELS)}")
    reduction = reduced(request(options))
    if any(isinstance(value, Surd) for value in reduction.parameters.values()):
        raise InputError("--eta must be the square of a rational here, such as 1/100")
    examples, regularizer = training_set(reduction), regularizer_of(reduction)
    pulls = rows(examples)
    optimum = find(pulls, reduction.program.dimension, regularizer)
    for wrong in problems(pulls, regularizer, optimum):
        return complain(f"the optimum is not proved: {wrong}", FAILED)
    passes = list(islice(follow(reduction, examples, optimum), options.passes))
    far, nothing = root(hindsight(pulls, regularizer, optimum)), [rational(0)] * reduction.program.dimension
    given = ", ".join(f"{name} = {value}" for name, value in reduction.chosen.items())
    name = f"{options.circuit} by {options.model}, {given}"
    lines = [
        f"{name}: {reduction.program.dimension} weights, {len(examples)} examples",
        f"objective {float(objective(pulls, regularizer, optimum.weights)):.6g} at the optimum w* (certified), "
        f"{float(objective(pulls, regularizer, nothing)):.6g} at 0; |w*| = {root(squared(optimum.weights)):.6g}",
        f"the optimum of the first N steps is within {far:.6g}/N of w*, for every N",
        *(measured(pulls, regularizer, optimum, steps) for steps in options.hindsight),
        "distances to w*, the objective after a pass, the regret of a step in the mean (exact, shown rounded):",
        HEAD,
        *(line(number, done) for number, done in enumerate(passes, 1)),
    ]
    write("\n".join(lines), None)
    if options.plot is not None:
        from erm.picture import draw

        draw(name, passes, optimum.weights, Path(options.plot))
    return HOLDS


def measured(pulls: Sequence[Row], regularizer: Any, optimum: Optimum, steps: int) -> str:
    """How far the optimum of so many steps is from that of the set, found by itself, and proved."""
    passes, more = divmod(steps, len(pulls))
    first = [*pulls * passes, *pulls[:more]]
    found = find(first, len(optimum.weights), regularizer)
    assert not list(problems(first, regularizer, found))
    apart = squared([one - other for one, other in zip(found.weights, optimum.weights, strict=True)])
    return f"that of the first {steps} (certified) is {root(apart):.6g} from it"


def line(number: int, done: Pass) -> str:
    ends = [root(square) for square in (done.squares[-1], min(done.squares), max(done.squares))]
    answer = ", the answer is yes" if done.accepted else ""
    costs = f"{float(done.objective):9.6g} {float(done.regret):9.6g}"
    return f"{number:4} {ends[0]:9.6g} {ends[1]:9.6g} {ends[2]:10.6g} {costs}  {done.state}{answer}"


if __name__ == "__main__":
    sys.exit(run(main, sys.argv[1:]))
