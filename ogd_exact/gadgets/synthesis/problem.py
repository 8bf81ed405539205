"""What is asked of a table that is not yet known: its examples are unknowns, and a pattern says how each of them moves.

Given the pattern, the kernel's rule makes polynomials of the unknowns: equations that vanish, and margins (and returned
magnitudes) that are positive. Whoever searches and whoever checks a refutation ask here, so that both mean the same.
A pattern numbers the intervals of the score, those in which nothing moves first: for a loss that is flat on one side of
its only kink, 1 says that an example fires.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import prod
from typing import Any, NamedTuple

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.step import Example, Rule, Step
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.meaning import meaning
from ogd_exact.core.tables.model import Model
from ogd_exact.gadgets.properties.traits import moves_alone, pieces, scaled_by_output, with_coefficients
from ogd_exact.gadgets.properties.update import has_momentum
from ogd_exact.text.wording import argument

Pattern = tuple[int, ...]  # of one case: for each step the number of an interval
Prefix = tuple[Pattern, ...]  # of the first cases
Values = dict[str, Fraction]  # of the unknowns


MAX_TERMS = 100_000  # of a polynomial that is multiplied out


class System(NamedTuple):
    """A pattern holds for some examples just where all equations are 0, and all else is positive, or 0 in `weak`."""

    equations: list[Any]
    positive: list[Any]
    weak: list[Any]

    @property
    def bounds(self) -> list[Any]:
        """What is not negative."""
        return self.positive + self.weak

    def is_strict(self, powers: Sequence[int]) -> bool:
        """Whether a product of powers of the bounds is positive, as it has none that may be 0."""
        return not any(powers[len(self.positive) :])

    def __add__(self, other: "System") -> "System":  # type: ignore[override]
        return System(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


@dataclass(frozen=True)
class Problem:
    """Examples for a contract, so many of them. An end that is free may be anything."""

    model: Model
    contract: Contract
    steps: int
    free: frozenset[str] = frozenset()
    always: Mapping[str, str] = field(default_factory=dict)  # coordinate -> its entry in every example
    supports: tuple[tuple[str, ...], ...] = ()  # for each step, the coordinates that may be named; () for all
    labels: tuple[Any, ...] = ()  # for each step, where a rule has but some; () for 1 throughout

    def __getstate__(self) -> dict[str, Any]:
        """What is sent to others: they work out the rest, as sympy's rings cannot be sent."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    @property
    def rule(self) -> Rule:
        return self.model.rule

    @cached_property
    def inputs(self) -> tuple[str, ...]:
        return tuple(c for c in self.contract.coordinates if c not in self.rule.state)

    def unknown_entries(self, step: int) -> list[str]:
        named = self.supports[step] if self.supports else self.inputs
        return [c for c in self.inputs if c in named and c not in self.always]

    @cached_property
    def names(self) -> list[str]:
        """The unknowns: entries of examples, labels where these are free, and magnitudes that are returned."""
        names = [f"x{t + 1}_{c}" for t in range(self.steps) for c in self.unknown_entries(t)]
        names += [f"y{t + 1}" for t in range(self.steps) if not self.rule.labels]
        names += [f"returned_{c}" for c in self.contract.returns]
        named = len(self.cases_in_words) if self.names_margins else 0
        return names + [f"m{t + 1}_{k + 1}" for t in range(self.steps) for k in range(named)]

    @property
    def names_margins(self) -> bool:
        return any(self.named(piece) for piece in range(len(self.pieces)))

    def named(self, piece: int) -> bool:
        """Where weights are no longer linear in the unknowns, margins get names, which keeps degrees low."""
        return scaled_by_output(self.rule, self.pieces[piece])

    @cached_property
    def pieces(self) -> list[int]:
        return pieces(self.rule)

    @cached_property
    def harmless(self) -> set[int]:
        return harmless_kinks(self.model)[0]

    @cached_property
    def off_kinks(self) -> bool:
        """Whether tables are left out that stand on a kink: where moves meet for some examples alone, they may."""
        harmless, harmful = harmless_kinks(self.model)
        return harmless | harmful != {*range(len(self.rule.kinks))}

    @cached_property
    def cases_in_words(self) -> list[Any]:
        return list(self.contract.entry or self.contract.assignments())

    @cached_property
    def ring(self) -> Any:
        return ring_of(self.names or ["none"])

    @cached_property
    def unknowns(self) -> dict[str, Any]:
        return dict(zip(self.names, self.ring.gens, strict=False))

    def polynomial(self, text: str) -> Any:
        """The constant that a text of the contract or the model stands for, or a returned magnitude."""
        if text in self.unknowns:
            return self.unknowns[text]
        return self.ring.ground_new(in_sympy(self.model.arithmetic.read(text)))

    def weight(self, truth: str) -> Any:
        return self.polynomial(self.model.encoding.get(truth, truth))

    @cached_property
    def step(self) -> Step:
        return replace(self.model.step(self.polynomial), rule=with_coefficients(self.rule, in_sympy))

    @cached_property
    def decay(self) -> Any:
        return 1 - self.step.rate * self.step.regularizer

    def example(self, step: int, unknowns: Mapping[str, Any]) -> Example:
        """That of a step; a label of 1 will do where they are given and x may be turned round, as `mirrored` holds."""
        x = {c: self.polynomial(text) for c, text in self.always.items()}
        x |= {c: unknowns[f"x{step + 1}_{c}"] for c in self.unknown_entries(step)}
        label = self.labels[step] if self.labels else 1
        return Example(x, label if self.rule.labels else unknowns[f"y{step + 1}"])

    @cached_property
    def cases(self) -> list[tuple[dict[str, Any], dict[str, Any], list[str]]]:
        """The weights of each case at the start, those at the end that are not free, and what never moves."""
        contract = self.contract
        if contract.entry:
            lines = [
                [dict(zip(contract.coordinates, map(self.polynomial, line), strict=True)) for line in pair]
                for pair in zip(contract.entry, contract.final, strict=True)
            ]
            return [(start, {c: w for c, w in end.items() if c not in self.free}, []) for start, end in lines]
        returns = {c: f"returned_{c}" for c in contract.returns}
        does = meaning(contract, returns, self.decay**self.steps, self.polynomial)
        found = []
        for truths in self.cases_in_words:
            start = {c: self.weight(truths[c]) * does.found_magnitudes[c] for c in contract.coordinates}
            end = {
                c: self.weight(contract.effect(c, truths)) * does.left_magnitudes[c]
                for c in contract.coordinates
                if c not in self.free
            }
            found.append((start, end, [c for c in contract.coordinates if contract.never_moves(c, truths)]))
        return found

    def system(self, prefix: Prefix) -> System:
        """What must hold if the first cases go by a pattern: that of each case, in order."""
        found = System([], [self.unknowns[f"returned_{c}"] for c in self.contract.returns], [])
        for case, pattern in enumerate(prefix):
            found += self.case_system(case, pattern)
        return found

    def case_system(self, case: int, pattern: Pattern) -> System:
        """What must hold in one case: the steps in order, then its end."""
        start, end, still = self.cases[case]
        weights, resting = dict(start), {c: start[c] for c in still}
        found = System([], [], [])
        for step, piece in enumerate(pattern):
            example, interval = self.example(step, self.unknowns), self.pieces[piece]
            example = example._replace(y=in_sympy(example.y)) if self.rule.labels else example
            values = self.step.values(weights, example)
            if self.named(piece):
                name = self.unknowns[f"m{step + 1}_{case + 1}"] + example.y
                found.equations.append(name - values["p"])
                values["p"] = name
            check_affordable(self.rule, interval, values)
            for kink, margin in enumerate(self.step.margins(values)):
                if kink in (interval - 1, interval):  # the kinks at its ends; from below the one above it is negative
                    kept = found.weak if kink in self.harmless else found.positive
                    kept.append(self.ring.zero + (margin if kink < interval else -margin))
            weights = self.step.moved(weights, example.x, values, interval)
            resting = {c: self.decay * weight for c, weight in resting.items()}
            found.equations.extend(weights[c] - weight for c, weight in resting.items())
        found.equations.extend(weights[c] - weight for c, weight in end.items())
        return found._replace(equations=[e for e in found.equations if e != 0])


def ring_of(names: Sequence[str]) -> Any:
    """The polynomials in these unknowns."""
    from sympy import QQ
    from sympy.polys.rings import PolyRing

    return PolyRing(names, QQ, "lex")


def in_sympy(number: Any) -> Any:
    """The same rational for its polynomials, which leave terms of coefficient 0 where they meet other rationals."""
    from sympy import QQ

    return QQ(int(number.numerator), int(number.denominator))


def check_affordable(rule: Rule, interval: int, values: Mapping[str, Any]) -> None:
    """Raises InputError, before they are multiplied out, for polynomials that would be too large."""
    size = {name: len(value) if hasattr(value, "ring") else 1 for name, value in values.items()}
    for part in (rule.score, *(move for _, move in rule.moves[interval])):
        if sum(prod(size[name] for name in names) for _, names in part.terms) > MAX_TERMS:
            raise InputError(f"weights under {rule.name} are polynomials too large for so many steps; ask for fewer")


def harmless_kinks(model: Model) -> tuple[set[int], set[int]]:
    """The kinks on which the moves that meet are the same for every example, and those where they are for none."""
    step = model.step(lambda text: in_sympy(model.arithmetic.read(text)))
    step = replace(step, rule=with_coefficients(step.rule, in_sympy))
    names = ["p", "y", *step.rule.state]
    known = dict(zip(names, ring_of(names).gens, strict=True))
    harmless, harmful = {*range(len(step.kinks))}, {*range(len(step.kinks))}
    for label in map(in_sympy, step.rule.labels) if step.rule.labels else (known["y"],):
        values = known | dict(step.constants) | {"y": label}
        for kink, margin in enumerate(step.margins(values)):
            below, above = step.moves(kink, values), step.moves(kink + 1, values)
            apart = [known["p"] * 0 + below.get(to, 0) - above.get(to, 0) for to in {*below, *above}]
            divisor = known["p"] * 0 + margin
            left = [part.rem(divisor) if divisor else part for part in apart]
            if any(left):
                harmless.discard(kink)
            if not any(part and part.is_ground for part in left):  # which no example makes 0
                harmful.discard(kink)
    return harmless, harmful


def mirrored(rule: Rule) -> bool:
    """Whether labels are 1 and -1, and an example of label -1 is one of label 1 with x turned round."""
    rule = with_coefficients(rule, in_sympy)
    names = ["p", *rule.state, *dict(rule.constants)]
    known = dict(zip(names, ring_of(names).gens, strict=True))
    one, other = known | {"y": -1}, known | {"y": 1, "p": -known["p"]}
    moves = [(-1 if name == "x" else 1, move) for moves in rule.moves for name, move in moves]
    same = [(1, rule.score), *moves]  # where x is turned round, a move along it must be, too
    return sorted(rule.labels) == [-1, 1] and all(part.at(one) == sign * part.at(other) for sign, part in same)


def check_supported(model: Model) -> None:
    """Raises InputError, with the reason, for a model in which nothing can be searched for."""
    if has_momentum(model):
        raise InputError(f"{model.name} has momentum, and examples are found without it only; take another model")
    if model.symbols or model.magnitudes:
        names = ", ".join(model.symbols + model.magnitudes)
        remedy = f"give it some, as in {argument('at', '1/2', key='alpha')}, or in a model.toml of your own"
        raise InputError(f"{model.name} leaves {names} open, and examples are found for numbers only; {remedy}")
    if not moves_alone(model.rule):
        raise InputError(f"{model.name} moves weights along signs, or again after a step, which is not searched")
    taken = model.step(model.arithmetic.read)
    if any(not below < above for below, above in pairwise(taken.kinks)):
        raise InputError(f"the kinks of {model.rule.name} are not in increasing order; sort them")
    if not taken.rate > 0 or not 1 - taken.rate * taken.regularizer > 0:
        raise InputError(f"the learning rate of {model.name}, and what a step leaves of a weight, must be positive")
    if taken.regularizer != 0 and not model.rule.regularized:
        raise InputError(f"{model.rule.name} has no regularizer; drop it")
