"""What a call of a gadget does to errors: for each case of its table a matrix, while every example fires as it should.

Errors are counted in units of delta, the most that noise adds to each weight after each step.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ogd_exact.core.kernel.errors import InputError, Kink
from ogd_exact.core.kernel.numbers import Number, Rational, rational, sign
from ogd_exact.core.kernel.step import Example, Step
from ogd_exact.gadgets.properties.exact_value import exactly, with_constants
from ogd_exact.gadgets.properties.traits import is_affine
from ogd_exact.gadgets.properties.update import has_momentum
from ogd_exact.robustness.precision.forms import Form
from ogd_exact.text.wording import argument
from ogd_exact.training.constructions.abstract_run import BoundCall
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.numbers.powers import plain


class Linear(NamedTuple):
    """At most this much: the errors before, each times its coefficient, and what noise adds on the way."""

    of_errors: tuple[Number, ...]
    of_noise: Number

    def at(self, errors: Sequence[Number]) -> Number:
        return sum((a * e for a, e in zip(self.of_errors, errors, strict=True) if a != 0), self.of_noise)


class Room(NamedTuple):
    """An example fires as it should while the error of its margin is below the margin itself."""

    step: int  # in the call, from 1
    margin: Number
    error: Linear


@dataclass(frozen=True)
class Case:
    rooms: tuple[Room, ...]
    after: tuple[Linear, ...]  # for each coordinate


@dataclass(frozen=True)
class Transfer:
    examples: int
    cases: tuple[Case, ...]


def transfer(reduction: Reduction, bound: BoundCall) -> Transfer:
    """What a call makes of errors, by its table's cases and the kernel's steps."""
    if reduction.model.rule.state:
        words = ", ".join(reduction.model.rule.state_words)
        raise refused(reduction, f"errors are followed in the weights of coordinates, not in {words}")
    if not is_affine(reduction.model.rule):
        raise refused(reduction, "errors are followed where moves are affine in w.x")
    if has_momentum(reduction.model):
        raise refused(reduction, "errors are followed in weights, not in velocities")
    training, scope = reduction.training, with_constants(bound.table, {**reduction.parameters, **bound.magnitudes})
    examples = [(tuple((str(c), exact(v)) for c, v in x), exact(y)) for x, y in training.of_call(bound)]
    others = [rational(0)] * len(training.shared)  # biases are 0 between calls
    starts = ([*(exact(exactly(text, scope)) for text in case), *others] for case in bound.table.cases)
    try:
        return Transfer(len(examples), tuple(of_case(reduction, start, examples) for start in starts))
    except Kink:
        raise refused(reduction, f"{bound.table.gadget} stands on a kink, where the least noise decides") from None


def refused(reduction: Reduction, why: str) -> InputError:
    return InputError(f"{argument('noise')} is not for {reduction.model.name}: {why}; take another model")


def exact(value: Any) -> Any:
    found = plain(value)
    if not isinstance(found, Rational):
        raise InputError(f"{argument('noise')} takes rational numbers, not {str(found)[:40]}; give another rate")
    return found


def exact_step(reduction: Reduction) -> Step:
    step = reduction.values.step
    constants = tuple((name, exact(value)) for name, value in step.constants)
    return replace(step, rate=exact(step.rate), regularizer=exact(step.regularizer), constants=constants)


def of_case(reduction: Reduction, start: Sequence[Number], examples: Sequence[tuple[Any, Number]]) -> Case:
    taken, one = exact_step(reduction), rational(1)
    keys = [str(c) for c in range(len(start))]
    weights = {c: Form(value, {c: one}) for c, value in zip(keys, start, strict=True)}
    rooms = []
    for number, (x, y) in enumerate(examples, 1):
        margins, _, after = taken.take(weights, Example(dict(x), y), lambda margin: sign(margin.value))
        rooms += [Room(number, abs(margin.value), linear(margin, keys)) for margin in margins]
        weights = {c: form + Form(rational(0), {(number, c): one}) for c, form in after.items()}
    return Case(tuple(rooms), tuple(linear(weights[c], keys) for c in keys))


def linear(form: Form, keys: Sequence[str]) -> Linear:
    sizes: dict[Any, Any] = {unknown: max(value, -value) for unknown, value in form.parts.items()}
    errors = tuple(sizes.pop(c, rational(0)) for c in keys)
    return Linear(errors, sum(sizes.values(), rational(0)))
