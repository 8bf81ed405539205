"""Whether a library's own step is the kernel's: steps of both from random weights, in every interval of the rule."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ogd_exact.core.kernel.errors import InputError, Kink, one_line
from ogd_exact.core.kernel.numbers import rational, sign
from ogd_exact.core.kernel.step import Example, Rule, Step
from ogd_exact.core.tables.rules import polynomial
from ogd_exact.gadgets.reading.library_entries import KNOWN, NUMBER, problems
from ogd_exact.libraries.compare import exactly
from ogd_exact.libraries.learner import Learner, Same, Setting, rounded
from ogd_exact.training.numbers.powers import plain

RATE, REGULARIZER = rational(1, 2), rational(1, 4)  # a rule that is the same at these is so at all
SIZES = [rational(2) ** (k // 2 if k % 2 else -k // 2) for k in range(48)]  # of weights and labels: kinks are anywhere
TRIES, EACH, HALVED = 100, 8, 12  # at each size, until each kink was met so often, after halving what is around it
ROUNDING = 2.0**-18  # of single precision, where the rule's constants take many bits; other numbers take few
Weights = dict[str, Any]


def unsaid(library: str, rule: Rule) -> str | None:
    if library in rule.library:
        return None
    return f"the rule {rule.name} has no library.{library}, which would name what is the same there"


def same_in(library: str, step: Step) -> Same:
    """What the rule says of a library, with numbers for expressions; raises InputError for what is not known."""
    if reason := unsaid(library, step.rule):
        raise InputError(f"{library} cannot train it: {reason}")
    for place, problem in problems(step.rule):
        raise InputError(f"{step.rule.name}: library.{'.'.join(place)}: {problem}")
    constants = {name: plain(value) for name, value in step.constants}
    return {
        key: rounded(polynomial(text, constants).at(constants), key) if KNOWN[library][key] is NUMBER else text
        for key, text in step.rule.library[library].items()
    }


def check_same(name: str, step: Step, same: Same, starts: bool, train: Callable[..., Learner]) -> None:
    """Raises InputError unless the library, told what is the same there, does what the kernel does.

    Libraries that start at 0 alone are led elsewhere by an example.
    """
    constants = tuple((constant, exactly(rounded(value, constant))) for constant, value in step.constants)
    decay = REGULARIZER if step.regularizer != 0 else 0
    taken = Step(step.rule, RATE, decay, constants)
    told = " ".join(f"{key}={value}" for key, value in same.items())
    for start, examples, wanted in trials(taken, starts):
        try:
            learner = train(trial_setting(taken, same, start, examples))
            learner.one_pass()
        except (ArithmeticError, TypeError, ValueError) as error:
            raise InputError(f"{name} does not take {told}: {one_line(str(error))}") from None
        found = dict(zip(wanted, learner.weights(), strict=True))
        moved = max(abs(wanted[c] - start[c]) for c in wanted)
        if not all(abs(found[c] - float(wanted[c])) <= ROUNDING * moved for c in wanted):
            trained = "; ".join(f"x = {listed(x)}, y = {y}" for x, y in examples)
            became = f"from {listed(start)} by {trained} to {listed(found)}, and the rule to {listed(wanted)}"
            raise InputError(f"{told} of {name} is not the rule {step.rule.name}: it moves weights {became}")


def listed(weights: Mapping[str, Any]) -> str:
    return f"({', '.join(map(str, weights.values()))})"


def trials(step: Step, starts: bool) -> Iterator[tuple[Weights, list[Example], Weights]]:
    """Weights, examples, and the weights after them: often, and close to each kink on either side."""
    rng, met = random.Random(step.rule.name), Counter[Any]()
    sides: list[Any] = [(kink, above) for kink in range(len(step.kinks)) for above in (0, 1)] or [0]

    def drawn(size: Any) -> Any:
        return size * rng.randint(-8, 8) / 4

    def example(size: Any) -> Example:
        return Example({c: drawn(1) for c in "01"}, rng.choice(step.rule.labels) if step.rule.labels else drawn(size))

    for size in (size for size in SIZES for _ in range(TRIES)):
        start = {c: drawn(size) if starts else rational(0) for c in ("0", "1", *step.rule.state)}
        led = [] if starts else [example(size)]
        try:
            before = step.take(start, led[0], sign).weights if led else start
            for side, last in beside_a_kink(step, before, example(size), rng):
                after = step.take(before, last, sign).weights
                met[side] += 1
                if met[side] <= EACH:
                    yield start, [*led, last], after
        except Kink:
            continue
        if all(met[side] >= EACH for side in sides):
            return
    raise InputError(f"{step.rule.name} was not met on either side of each kink, and so not compared")


def beside_a_kink(step: Step, weights: Weights, example: Example, rng: random.Random) -> list[tuple[Any, Example]]:
    """The example made longer or shorter, just below a kink and just above; and as it is, in some interval."""

    def scaled(factor: Any) -> Example:
        return Example({c: factor * x for c, x in example.x.items()}, example.y)

    def interval(factor: Any) -> int:
        return sum(margin > 0 for margin in step.margins(step.values(weights, scaled(factor))))

    low, high = sorted((rational(-8), rational(8)), key=interval)
    if interval(low) == interval(high):
        return [(interval(1), example)]
    kink = rng.randrange(interval(low), interval(high))
    for _ in range(HALVED):
        middle = (low + high) / 2
        low, high = (low, middle) if interval(middle) > kink else (middle, high)
    apart = high - low  # one of them may be on the kink, but not when taken further away
    return [((kink, 0), scaled(low - apart)), ((kink, 1), scaled(high + apart)), (interval(1), example)]


def trial_setting(step: Step, same: Same, start: Weights, examples: list[Example]) -> Setting:
    given = tuple(({int(c): float(x) for c, x in e.x.items()}, float(e.y)) for e in examples)
    state = {name: float(start[name]) for name in step.rule.state}
    weights = (float(start["0"]), float(start["1"]))
    return Setting(same, float(step.rate), float(step.regularizer), given, weights, state)
