"""A step and the examples of a pass in machine integers over common denominators, with a bound that excludes overflow.

Weights are W / weight_unit, entries X / unit and labels Y / label_unit, so that w.x is P / (weight_unit*unit), and the
polynomials of a rule are polynomials in P and Y, whose coefficients are made whole. All here is Python's own
arithmetic, which does not overflow.
"""

import importlib
from bisect import bisect
from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import chain
from math import lcm, prod
from typing import Any, NamedTuple

from ogd_exact.core.kernel.errors import Kink
from ogd_exact.core.kernel.numbers import rational, sign
from ogd_exact.core.kernel.polynomial import Polynomial
from ogd_exact.core.kernel.step import After, Example, Step
from ogd_exact.gadgets.properties.traits import named
from ogd_exact.training.runs.coding import Weights
from ogd_exact.training.runs.engine import Unfit

Terms = tuple[tuple[int, int, int], ...]  # c, i, j for c * P^i * Y^j; no two have the same powers
WORD = 1 << 62  # no sum or product that is computed is above it, in absolute value
LONG = 8  # entries of a dense example that are worth vector code
DEEPEST = 16  # kinks, and terms of a polynomial: each is a closure in another when they are compiled
TOO_LARGE = "its numbers do not fit machine integers"
W = named("w")


class Pieces(NamedTuple):
    """A value for each interval of a score, over a divisor."""

    score: Terms
    kinks: tuple[int, ...]
    values: tuple[Terms, ...]
    divisor: int

    def largest(self, p: int, y: int) -> tuple[int, int]:
        """What no score or kink exceeds, and no value, where P and Y do not exceed these."""
        score, *values = (sum(abs(c) * p**i * y**j for c, i, j in terms) for terms in (self.score, *self.values))
        return max(score, *map(abs, self.kinks), 0), max(values)


class Pass(NamedTuple):
    """What a compiled loop takes: W becomes W * moves.divisor + X * move, and then what `after` makes of it."""

    moves: Pieces  # in P and Y
    after: Pieces  # in W, where P is said
    signs: bool  # of X, rather than X
    dense: bool  # each example names all coordinates, in their order
    arrays: tuple[Any, ...]  # where each example begins, coordinates, values, labels
    weight_unit: int
    limit: int  # no weight is larger


def common(values: Iterable[Any]) -> int:
    """The least common denominator."""
    found = 1
    for value in values:
        if not hasattr(value, "denominator"):
            raise Unfit("its numbers are not rational")
        found = lcm(found, int(value.denominator))
        if found > WORD:
            raise Unfit(TOO_LARGE)
    return found


def whole_pass(step: Step, given: Iterable[Example], between: Iterable[Any]) -> Pass:
    """The same for any examples, and weights such as those between passes."""
    rule, constants, signs = step.rule, dict(step.constants), step.rule.along == "sign"
    examples, dense = spread(given)
    labels, entries = {y for _, y in examples}, {value for x, _ in examples for value in x.values()}
    unit, label_unit = common(chain([step.rate, *constants.values(), *step.kinks], entries)), common(labels)
    moves, after = tuple(dict(m).get("x", Polynomial()) for m in rule.moves), rule.after or After(W, (), (W,))
    added = [step.rate * move.at({**constants, "p": 0, "y": y}) / unit for move in moves for y in labels]
    weight_unit = lcm(unit * unit, common(chain(between, labels, added, resting_places(step, after))))
    turned = labels <= {1, -1} and comes_with_label(rule.score, *moves)
    sizes = {**constants, "p": rational(1, weight_unit * unit), "y": rational(1, label_unit)}
    rate = step.rate * weight_unit / (1 if signs else unit)
    moved = pieces(After(rule.score, rule.kinks, moves), sizes, ("p", "" if turned else "y"), rate)
    followed = pieces(after, {**constants, "w": rational(1, weight_unit * moved.divisor)}, ("w", ""), weight_unit)
    longest = max(len(terms) for part in (moved, followed) for terms in (part.score, *part.values))
    if len(moved.kinks) + len(followed.kinks) + longest > DEEPEST:
        raise Unfit("its rule has too many kinks and terms to be compiled")
    known = {value: int(value * unit) for value in entries}
    x = [[-known[v] if turned and y < 0 else known[v] for v in x.values()] for x, y in examples]
    y = [int(y * label_unit) for _, y in examples]
    limit, numpy = largest_weight(moved, followed, signs, x, y), importlib.import_module("numpy")
    first = numpy.cumsum([0, *map(len, x)], dtype=numpy.uint32)
    index = numpy.array([int(c) for x, _ in examples for c in x], dtype=numpy.uint32)
    value, label = numpy.fromiter(chain.from_iterable(x), dtype=numpy.int64), numpy.array(y, dtype=numpy.int64)
    return Pass(moved, followed, signs, dense, (first, index, value, label), weight_unit, limit)


def spread(given: Iterable[Example]) -> tuple[list[tuple[Mapping[str, Any], Any]], bool]:
    """Examples that each have a first coordinate; if they are half full, all in order, each 0 too; and whether so."""
    zero = rational(0)
    examples = [(x or {"0": zero}, y) for x, y in given]
    row = [*map(str, range(max(int(c) for x, _ in examples for c in x) + 1))]
    if len(row) < LONG or 2 * sum(len(x) for x, _ in examples) < len(row) * len(examples):
        return examples, False
    return [({c: x.get(c, zero) for c in row}, y) for x, y in examples], True


def resting_places(step: Step, after: After) -> Iterable[Any]:
    """What is put in the place of weights after a step; raises Unfit unless they stay there."""
    puts = [value for value in after.values if value != W]
    found = {str(k): value.at({**dict(step.constants), "w": rational(0)}) for k, value in enumerate(puts)}
    if any("w" in names for value in puts for _, names in value.terms) or not at_rest(step, found):
        raise Unfit("what follows its steps is no projection")
    return found.values()


def at_rest(step: Step, weights: Weights) -> bool:
    """Whether weights stay as they are that no example names."""
    with suppress(Kink):
        return step.follow(dict(weights), sign) == weights
    return False


def comes_with_label(score: Polynomial, *moves: Polynomial) -> bool:
    """Whether x and a label, 1 or -1, matter only as y*x, so that 1 will do for y."""
    odd = [{(names.count("p") + names.count("y")) % 2 for _, names in part.terms} for part in (score, *moves)]
    return odd[0] <= {0} and all(part <= {1} for part in odd[1:])


def pieces(said: After, sizes: Mapping[str, Any], free: tuple[str, str], scale: Any) -> Pieces:
    """The same in whole numbers, values times a scale; a name is so large, or so large a unit if it is free."""

    def whole(polynomials: Iterable[Polynomial], scale: Any) -> tuple[int, list[Terms]]:
        sums = [collected(polynomial, sizes, free, scale) for polynomial in polynomials]
        divisor = common(c for found in sums for c in found.values())
        return divisor, [tuple((int(c * divisor), *powers) for powers, c in found.items() if c) for found in sums]

    _, (score, *kinks) = whole((said.score, *said.kinks), rational(1))
    divisor, values = whole(said.values, rational(scale))
    return Pieces(score, tuple(sum(c for c, _, _ in kink) for kink in kinks), tuple(values), divisor)


def collected(
    polynomial: Polynomial, sizes: Mapping[str, Any], free: tuple[str, str], scale: Any
) -> dict[tuple[int, int], Any]:
    """The coefficient of each power of the free names; terms that differ in constants alone are one."""
    found: dict[tuple[int, int], Any] = {}
    for c, names in polynomial.terms:
        powers = names.count(free[0]), names.count(free[1])
        found[powers] = found.get(powers, 0) + c * scale * prod(sizes[name] for name in names)
    return found


def largest_weight(moves: Pieces, after: Pieces, signs: bool, x: list[list[int]], y: list[int]) -> int:
    """The largest |W| from which nothing that a step computes is above a word."""
    reach, size = max((sum(map(abs, row)) for row in x), default=1), max((abs(v) for row in x for v in row), default=1)
    label = max([1, *map(abs, y)])

    def met(weight: int) -> int:
        p = max(1, reach * weight)
        scores, move = moves.largest(p, label)
        moved = weight * moves.divisor + move * (1 if signs else size)
        return max(p, label, scores, moved, *after.largest(moved, 1))

    limit = bisect(range(WORD), WORD, key=met) - 1
    if limit < 1:
        raise Unfit(TOO_LARGE)
    return limit
