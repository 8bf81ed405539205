"""Which derivative of the ReLU at 0 lets its models leave the all-zeroes vector: section 1 of docs/divergences.md.

python scripts/relu_at_zero.py CIRCUIT

The kernel is asked for a step on the kink as for one beside it: above, if the derivative at 0 is 1, below, if it is 0.
"""

import sys
from fractions import Fraction
from typing import Any

import sympy

from ogd_exact.commands.parser import Parser
from ogd_exact.commands.shell import FAILED, HOLDS, run, write
from ogd_exact.core.kernel.numbers import rational, sign
from ogd_exact.core.kernel.step import Example, Step
from ogd_exact.core.tables.rules import RULES
from ogd_exact.training.constructions.reduction import Reduction, reduced
from ogd_exact.training.constructions.request import Request

# On join alone: from 0, if the derivative at 0 is 1, and from 1, they lead to 1.
START = [(1, Fraction(-1, 2)), (-1, Fraction(3, 4)), (1, Fraction(0)), (-1, Fraction(-1, 4))]


def leaves_zero(model: str, at_kink: int) -> bool:
    """Whether some example moves some weight from all zeroes: x and y are symbols."""
    rule, x, y = RULES[model], *sympy.symbols("x y")
    zeroes = dict.fromkeys(("w", *rule.state), sympy.Integer(0))
    done = Step(rule, sympy.Integer(1)).take(zeroes, Example({"w": x}, y), lambda _: at_kink)
    return any(sympy.expand(weight) != 0 for weight in done.weights.values())


def started(weight: int) -> Any:
    """Where the examples lead join, with 1 as the derivative at 0."""
    step, weights = Step(RULES["dense-relu"], rational(1)), {"join": rational(weight)}
    for x, y in START:
        weights = step.take(weights, Example({"join": rational(x)}, rational(y)), lambda m: sign(m) or 1).weights
    return weights["join"]


def from_zero(reduction: Reduction) -> tuple[int, int]:
    """The first pass in which bot becomes positive, from all zeroes, and how many steps were on the kink until then."""
    program, step, kinks = reduction.program, Step(RULES["dense-relu"], rational(1)), 0
    join, accept = (str(program.special(name)) for name in ("join", program.construction.accept))
    examples = [Example({join: rational(x)}, rational(y)) for x, y in START]
    examples += reduction.training.examples()
    weights = dict.fromkeys(reduction.start(), rational(0))

    def side(margin: Any) -> int:
        nonlocal kinks
        kinks += margin == 0
        return sign(margin) or 1

    for number in range(1, 1000):
        for example in examples:
            weights = step.take(weights, example, side).weights
            if weights[accept] > 0:
                return number, kinks
    raise ValueError("no yes in 999 passes; give a circuit that says it sooner")


def main(arguments: list[str]) -> int:
    parser = Parser(prog="python scripts/relu_at_zero.py", description="Which derivative of the ReLU at 0 leaves zero.")
    parser.add_argument("circuit")
    options = parser.parse_args(arguments)
    lines, holds = [], True
    for model, at_kink, expected in (
        ("dense-relu", -1, False),
        ("dense-relu", 1, True),
        ("dense-relu-dense", -1, False),
        ("dense-relu-dense", 1, False),
    ):
        moves = leaves_zero(model, at_kink)
        holds = holds and moves == expected
        said = "some example moves a weight" if moves else "no example moves any weight"
        lines.append(f"{model}, relu'(0) = {int(at_kink > 0)}: from all zeroes {said}")
    ends = [started(weight) for weight in (0, 1)]
    lines.append(f"dense-relu, relu'(0) = 1: four examples lead join from 0 to {ends[0]}, and from 1 to {ends[1]}")
    reduction = reduced(Request(options.circuit, model="dense-relu"))
    number, kinks = from_zero(reduction)
    lines.append(f"with them first, {options.circuit} from all zeroes: yes in pass {number}, {kinks} step on the kink")
    write("\n".join(lines), None)
    return HOLDS if holds and ends == [1, 1] and kinks == 1 else FAILED


if __name__ == "__main__":
    sys.exit(run(main, sys.argv[1:]))
