"""Passes over a given set in machine integers, by the compiled loop of the native engine."""

import importlib
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from math import isqrt
from operator import mul
from typing import Any

from ogd_exact.circuits.netlists.compiled import available
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.core.kernel.polynomial import Polynomial
from ogd_exact.core.kernel.step import Example, Rule
from ogd_exact.gadgets.properties.traits import named
from ogd_exact.text.extras import install
from ogd_exact.training.runs.engine import Claim, Unfit
from ogd_exact.training.runs.engines.integers import at_rest, whole_pass
from ogd_exact.training.runs.engines.native import INEXACT, LARGE
from ogd_exact.training.sets.given import GivenSet, Weights


class NativePasses:
    """Runs passes from weights to weights; the last place is of a weight that is 0, for questions of no weight."""

    name = "native"

    def __init__(self, given: GivenSet, examples: Sequence[Example]) -> None:
        if not available():
            raise Unfit(f"the native engine needs numba; {install('fast')}")
        step = given.step
        rule = without_state(step.rule)
        if rule is None:
            raise Unfit(f"the native engine has no {given.model}, which has a state that moves otherwise than a weight")
        there = {"a regularizer": step.regularizer != 0, "momentum": step.momentum is not None}
        for what in filter(there.get, there):
            raise Unfit(f"the native engine has no {given.model}, which has {what}")
        self.given, self.step = given, replace(step, rule=rule)
        self.keys = {c: place for place, c in enumerate(given.names)}
        ones = {str(self.keys[name]): rational(1) for name in step.rule.state}
        placed = [Example({**x, **ones}, y) for x, y in examples] if ones else examples
        self.data = whole_pass(self.step, placed, given.start.values())
        self.limit, unit = self.data.limit, self.data.weight_unit
        if given.bound is not None:  # weights so small, each, that the norm does not exceed it
            square: Any = given.bound * given.bound * unit * unit / len(self.keys)
            self.limit = min(self.limit, isqrt(int(square.numerator) // int(square.denominator)))
        self.accept = self.keys[given.accept] if given.question == "first-coordinate" else len(self.keys)
        self.loops = importlib.import_module("ogd_exact.training.runs.engines.loops")
        self.one_pass = self.loops.pass_of(*self.data[:4])

    def advance(self, weights: Weights, kept: Weights | None, most: int) -> Claim:
        """At most so many passes on; it stops after one that ends with the kept weights, and before a yes or a kink."""
        now, known = self.integers(weights), None if kept is None else self.integers(kept)
        if now is None or not at_rest(self.step, {**weights, "": rational(0)}):
            return Claim(0, dict(weights), LARGE)
        if known is None:  # no weights are these
            known = now.copy()
            known[-1] = 1
        still = self.given.question == "fixed-point"
        loops, arrays = self.loops, self.data.arrays
        moved, why = loops.passes(self.one_pass, arrays, self.limit, self.accept, still, now, now.copy(), known, most)
        unable = {loops.LARGE: LARGE, loops.INEXACT: INEXACT}.get(why, "")
        return Claim(int(moved), self.rationals(now), unable)

    def integers(self, weights: Weights) -> Any:
        """The weights in their unit, and a 0; nothing if they are no such numbers, or larger than the bound."""
        scaled: list[Any] = [weights[key] * self.data.weight_unit for key in self.keys]
        if any(value.denominator != 1 or abs(value) > self.limit for value in scaled):
            return None
        numpy = importlib.import_module("numpy")
        return numpy.array([*map(int, scaled), 0], dtype=numpy.int64)

    def rationals(self, weights: Any) -> dict[str, Any]:
        unit = self.data.weight_unit
        return {key: rational(int(w), unit) for key, w in zip(self.keys, weights[:-1], strict=True)}


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
