"""All numbers that an implementation of a step may form, exactly, whatever its order of operations.

Sums are over terms in any order and any grouping, so that what is formed are the sums of subsets; products likewise.
A rounding-free computation of w.x, of the residual, of the gradient by the chain rule and of the new weight forms
nothing else (the value of the loss itself is not needed). Products and sums that are fused are exact where both are.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import Number
from ogd_exact.core.kernel.step import Example, Step, velocity
from ogd_exact.gadgets.properties.traits import is_relu, is_threshold
from ogd_exact.training.numbers.field import sign_of

Quantity = tuple[str, Number]
Weights = Mapping[str, Number]


def sums(name: str, terms: Iterable[Number]) -> Iterator[Quantity]:
    """The sums of all subsets; equal ones are formed once, so that there are few."""
    found: dict[Number, None] = {0: None}
    for term in terms:
        found.update(dict.fromkeys([total + term for total in found]))
    return ((name, total) for total in found)


def products(name: str, factors: Iterable[Number]) -> Iterator[Quantity]:
    found: dict[Number, None] = {}
    for factor in factors:
        found.update(dict.fromkeys([factor, *(product * factor for product in found)]))
    return ((name, product) for product in found)


def given(weights: Weights, example: Example, terms: Weights) -> Iterator[Quantity]:
    """The numbers that a step starts from, and the terms of w.x."""
    yield "y", example.y
    for name, values in (("x", example.x), ("weight", weights), ("w x", terms)):
        yield from ((f"{name} of {c}", value) for c, value in values.items())


def threshold(
    weights: Weights, example: Example, rate: Number, regularizer: Number, bar: Number, state: tuple[str, ...]
) -> Iterator[Quantity]:
    """The hinge, whose bar is 1, and the perceptron, whose bar is 0; a bias has x = 1 and does not decay."""
    x, y = {**example.x, **dict.fromkeys(state, 1)}, example.y
    terms = {c: weights[c] * value for c, value in x.items()}
    yield from given(weights, example, terms)
    yield from sums(f"y w.x - {bar}" if bar != 0 else "y w.x", [-bar, *(y * term for term in terms.values())])
    yield from products("decay", [rate, regularizer])
    decay = 1 - rate * regularizer
    fired = sign_of(y * sum(terms.values()) - bar) < 0
    for c, w in weights.items():
        value = x.get(c, 0) if fired else 0
        yield from products(f"update of {c}", [rate, y, value])
        decays = [-rate * regularizer * w] if c not in state else []
        yield from products(f"decay of {c}", [decay, w] if c not in state else [])
        yield from sums(f"new weight of {c}", [w, *decays, rate * y * value])


def relu(
    weights: Weights, example: Example, rate: Number, regularizer: Number, state: tuple[str, ...]
) -> Iterator[Quantity]:
    """Under squared loss; also with a second layer, if there is one."""
    (x, y), v = example, weights[state[0]] if state else None
    terms = {c: weights[c] * value for c, value in x.items()}
    yield from given(weights, example, terms)
    yield from sums("w.x", terms.values())
    margin = sum(terms.values())
    fired = sign_of(margin) > 0
    active = margin if fired else 0
    second = [] if v is None else [v]
    output = active if v is None else v * active
    yield "output", output
    residual = output - y
    yield "residual", residual
    if v is None and fired:
        yield from sums("residual", [-y, *terms.values()])
    for c, value in x.items():
        yield from products(f"update of {c}", [rate, 2, residual, *second, *([value] if fired else [])])
        if fired:
            slope = -rate * 2 * residual * value * (1 if v is None else v)
            yield from sums(f"new weight of {c}", [weights[c], slope])
    if v is not None and fired:
        yield from products(f"update of {state[0]}", [rate, 2, residual, margin])
        yield from sums(f"new weight of {state[0]}", [v, -rate * 2 * residual * margin])


def with_momentum(
    weights: Weights, example: Example, rate: Number, regularizer: Number, plain: "Forming", step: Step
) -> Iterator[Quantity]:
    """What the rule alone forms, then velocities; these are the optimizer's own, as the rate is 1."""
    alone = {c: w for c, w in weights.items() if velocity(c) in weights}
    yield from plain(alone, example, rate, regularizer)
    after = step.take(weights, example, sign_of).weights
    for c, w in alone.items():
        damped = step.momentum * weights[velocity(c)]
        move, ahead = after[velocity(c)] - damped, step.momentum * after[velocity(c)]
        yield from sums(f"new velocity of {c}", [damped, move])
        yield from sums(f"new weight of {c}", [w, move, ahead] if step.nesterov else [w, damped, move])


Forming = Callable[[Weights, Example, Number, Number], Iterator[Quantity]]


def is_known(step: Step) -> bool:
    """Whether `intermediate_values_of` knows what a step forms on its way."""
    return (is_threshold(step.rule) or is_relu(step.rule)) and (step.momentum is None or step.rate == 1)


def intermediate_values_of(step: Step) -> Forming:
    rule = step.rule
    if is_threshold(rule):
        plain: Forming = partial(threshold, bar=step.kinks[0], state=rule.state)
    elif is_relu(rule):
        plain = partial(relu, state=rule.state)
    else:
        known = "rules that add y*x below a threshold, and of a ReLU under squared loss"
        raise InputError(f"what a step of the rule {rule.name} forms on its way is known only of {known}")
    if step.momentum is None:
        return plain
    if step.rate != 1:
        raise InputError("what a step with momentum forms on its way is known only at the rate 1")
    return partial(with_momentum, plain=plain, step=step)
