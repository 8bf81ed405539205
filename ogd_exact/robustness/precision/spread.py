"""How far roundings carry, to first order, along the exact run: the bits that it should take.

Errors are in units of 2^-p, those of different roundings independent of each other. What is carried from step to step
is their covariance; a decision is safe while the error of its margin is smaller than the margin.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import gmpy2

from ogd_exact.core.kernel.step import Example, Step
from ogd_exact.robustness.precision.dyadic import bits_of
from ogd_exact.robustness.precision.forms import Parts, RoundedForm, Roundings
from ogd_exact.robustness.precision.rounded import nearest
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.numbers.field import sign_of
from ogd_exact.training.numbers.powers import Powers, plain
from ogd_exact.training.runs.simulation import Simulation

BITS = 512  # of the covariances, far more than they lose
SHORT = 53  # numbers of so few bits are taken to need no rounding
Vector = dict[str, Any]


class Carried(NamedTuple):
    """What a step does to errors, which are in units of 2^-p."""

    margin: Any
    error: Any  # of the margin
    moves: dict[str, dict[str, Any]]  # how each weight that the example names follows the errors before
    swerve: dict[str, Any]  # how far the other decision would move each of them

    @property
    def factor(self) -> Any:
        """The most that the step can multiply errors by, in the largest-coordinate norm."""
        return max(sum(map(abs, row.values())) for row in self.moves.values())


def short(value: Any) -> bool:
    if isinstance(value, Powers):  # of alpha, which is a fraction: high powers are long, and negative ones not dyadic
        if max(value.over) > SHORT or min(value.over) < 0:
            return False
        value = plain(value)
    return (bits_of(value) or SHORT + 1) <= SHORT


def approximately(value: Any) -> Any:
    return nearest(value, BITS)


class Spread:
    """The errors of an exact run; `steps` carries them on, without end."""

    def __init__(self, reduction: Reduction) -> None:
        self.run, self.reduction = Simulation(reduction), reduction
        self.rule, self.values = reduction.model.rule, reduction.values
        self.covariance: dict[str, Vector] = {key: {} for key in self.run.weights}

    def error(self, key: str) -> Any:
        return gmpy2.sqrt(self.covariance[key].get(key, gmpy2.mpfr(0)))

    def steps(self) -> Iterator[Carried]:
        while True:
            for example in self.reduction.training.examples():
                with gmpy2.context(precision=BITS):
                    carried = self.step(example)
                yield carried

    def step(self, example: Example) -> Carried:
        run, roundings = self.run, Roundings(short)
        given = Example({c: roundings.form(x, {}) for c, x in example.x.items()}, roundings.form(example.y, {}))
        rate, regularizer = (roundings.form(value, {}) for value in (self.values.rate, self.values.regularizer))
        rounded = Step(self.rule, rate, regularizer, self.values.step.constants)
        touched = [*example.x, *self.rule.state]
        forms = {c: RoundedForm(run.weights[c], {c: 1}, roundings) for c in touched}
        step = rounded.take(forms, given, lambda margin: sign_of(margin.value))
        after = {c: {n: approximately(part) for n, part in form.parts.items()} for c, form in step.weights.items()}
        margin = {name: approximately(part) for name, part in step.margin.parts.items()}
        error = gmpy2.sqrt(self.variance(margin))
        swerve = self.swerve(example, touched)
        run.step(example)
        self.carry(after, approximately(self.values.decay))
        moves = {c: {n: p for n, p in parts.items() if isinstance(n, str)} for c, parts in after.items()}
        return Carried(approximately(step.margin.value), error, moves, swerve)

    def swerve(self, example: Example, touched: list[str]) -> dict[str, Any]:
        """How far apart the two decisions take each weight."""
        step, weights = self.values.step, {c: self.run.weights[c] for c in touched}
        values = step.values(weights, example)
        one, other = (step.moved(weights, example.x, values, interval) for interval in (1, 0))
        return {c: abs(approximately(one[c] - other[c])) for c in touched}

    def variance(self, parts: Parts) -> Any:
        total = gmpy2.mpfr(0)
        for name, part in parts.items():
            if isinstance(name, int):
                total += part * part
            else:
                row = self.covariance[name]
                total += part * sum(other * row[n] for n, other in parts.items() if n in row)
        return total

    def carry(self, after: Mapping[str, Parts], decay: Any) -> None:
        """The covariance after a step: J C J' and the new roundings; weights of no example only decay."""
        if decay != 1:
            kept = {key: gmpy2.mpfr(1) if key in after else decay for key in self.covariance}
            for key, row in self.covariance.items():
                self.covariance[key] = {other: kept[key] * kept[other] * value for other, value in row.items()}
                if key not in after and not short(self.run.weights[key]):
                    new = approximately(self.run.weights[key]) ** 2
                    self.covariance[key][key] = self.covariance[key].get(key, 0) + new
        half: dict[str, Vector] = {}
        for key, parts in after.items():
            half[key] = {}
            for name, part in parts.items():
                for other, value in self.covariance[name].items() if isinstance(name, str) else ():
                    half[key][other] = half[key].get(other, 0) + part * value
        for key, parts in after.items():
            row = {other: value for other, value in half[key].items() if other not in after}
            for other, more in after.items():
                value = sum((p * half[key][n] for n, p in more.items() if n in half[key]), gmpy2.mpfr(0))
                value += sum(p * more[n] for n, p in parts.items() if isinstance(n, int) and n in more)
                if value:
                    row[other] = value
            for other in {*self.covariance[key], *row} - set(after):
                if other in row:
                    self.covariance[other][key] = row[other]
                else:
                    self.covariance[other].pop(key, None)
            self.covariance[key] = row
