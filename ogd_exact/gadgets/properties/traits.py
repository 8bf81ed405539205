"""What can be said of a rule by its polynomials alone; programs that cannot serve every rule ask here."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ogd_exact.core.kernel.polynomial import Polynomial
from ogd_exact.core.kernel.step import Rule


def named(name: str) -> Polynomial:
    return Polynomial(((1, (name,)),))


P, Y = named("p"), named("y")


def moves_alone(rule: Rule) -> bool:
    """Whether a step is along x, and nothing follows it."""
    return rule.along == "x" and rule.after is None


def is_threshold(rule: Rule) -> bool:
    """Whether y*x is added, and y to each state, where y times the sum of w.x and all states is below a number."""
    total = sum((named(name) for name in rule.state), P)
    below = tuple((name, Y) for name in ("x", *rule.state))
    return moves_alone(rule) and len(rule.kinks) == 1 and (rule.score, rule.moves) == (Y * total, (below, ()))


def is_additive(rule: Rule) -> bool:
    """Whether an example adds rate*y*x where y w.x is below a number, and else nothing."""
    return is_threshold(rule) and not rule.state


def is_relu(rule: Rule) -> bool:
    """Whether the loss is (y - v relu(w.x))^2, or the same without a state v."""
    v = named(rule.state[0]) if rule.state else Polynomial.number(1)
    slope = Polynomial.number(2) * (Y - v * P)
    moves = (("x", slope * v), *((name, slope * P) for name in rule.state))
    return moves_alone(rule) and (rule.score, rule.kinks, rule.moves) == (P, (Polynomial(),), ((), moves))


def is_affine(rule: Rule) -> bool:
    """Whether score and moves are, in w.x and the state together, and nothing follows."""
    parts = [rule.score, *(move for moves in rule.moves for _, move in moves)]
    return moves_alone(rule) and all(
        sum(name in ("p", *rule.state) for name in names) < 2 for part in parts for _, names in part.terms
    )


def with_coefficients(rule: Rule, number: Callable[[Any], Any]) -> Rule:
    """The rule in another arithmetic, which need not know the kernel's rationals."""

    def each(polynomial: Polynomial) -> Polynomial:
        return Polynomial(tuple((number(c), names) for c, names in polynomial.terms))

    moves = tuple(tuple((to, each(move)) for to, move in moves) for moves in rule.moves)
    return replace(rule, score=each(rule.score), kinks=tuple(map(each, rule.kinks)), moves=moves)


def pieces(rule: Rule) -> list[int]:
    """The intervals between kinks, those in which nothing moves first."""
    return sorted(range(len(rule.moves)), key=lambda interval: bool(rule.moves[interval]))


def scaled_by_output(rule: Rule, interval: int) -> bool:
    """Whether some move there depends on w.x."""
    return any("p" in names for _, move in rule.moves[interval] for _, names in move.terms)
