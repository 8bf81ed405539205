"""Passes over a given set in machine integers, by the compiled loop of the native engine."""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from math import isqrt
from operator import mul
from typing import Any

from ogd_exact.core.kernel.numbers import rational
from ogd_exact.core.kernel.polynomial import Polynomial
from ogd_exact.core.kernel.step import Example, Rule
from ogd_exact.gadgets.properties.traits import named
from ogd_exact.training.runs.engine import Unfit
from ogd_exact.training.runs.engines.native import CompiledPasses
from ogd_exact.training.sets.given import GivenSet


class NativePasses(CompiledPasses):
    """The passes of a set that is given."""

    def __init__(self, given: GivenSet, examples: Sequence[Example]) -> None:
        rule = without_state(given.step.rule)
        if rule is None:
            raise Unfit(f"the native engine has no {given.model}, which has a state that moves otherwise than a weight")
        places = {c: place for place, c in enumerate(given.names)}
        ones = {str(places[name]): rational(1) for name in given.step.rule.state}
        placed = [Example({**x, **ones}, y) for x, y in examples] if ones else examples
        super().__init__(given.model, replace(given.step, rule=rule), placed, [*places], given.start.values())
        if given.bound is not None:  # weights so small, each, that the norm does not exceed it
            unit = self.data.weight_unit
            square: Any = given.bound * given.bound * unit * unit / len(places)
            self.limit = min(self.limit, isqrt(int(square.numerator) // int(square.denominator)))
        if given.question == "first-coordinate":
            self.accept = places[given.accept]
        self.to_stop = given.question == "fixed-point"


def without_state(rule: Rule) -> Rule | None:
    """The same rule of a weight for each state whose entry is always 1, if it is such a rule, as that of a bias is."""
    if not rule.state:
        return rule
    values = {name: named(name) for name in ("p", "y", *rule.state, *(name for name, _ in rule.constants))}
    values["p"] = reduce(lambda rest, name: rest - values[name], rule.state, values["p"])

    def of_sum(part: Polynomial) -> Polynomial:
        """What a polynomial is of p and the states together, which p stands for then."""
        terms = [reduce(mul, (values[n] for n in names), Polynomial.number(c)) for c, names in part.terms]
        return sum(terms, Polynomial())

    moves = [{name: of_sum(move) for name, move in moves} for moves in rule.moves]
    parts = [score := of_sum(rule.score), *(move for found in moves for move in found.values())]
    alike = all(not found or {*found} == {"x", *rule.state} and len({*found.values()}) == 1 for found in moves)
    left = any(name in rule.state for part in parts for _, names in part.terms for name in names)
    if rule.after is not None or not alike or left:
        return None
    kept = tuple(tuple((name, move) for name, move in found.items() if name == "x") for found in moves)
    return replace(rule, score=score, moves=kept, state=(), state_words=())
