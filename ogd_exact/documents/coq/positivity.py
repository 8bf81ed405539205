"""Why values are positive on a region: numbers of themselves, others by the certificates that the prover finds."""

from collections.abc import Mapping, Sequence
from typing import Any

from ogd_exact.core.checker.sign_oracle import SignOracle
from ogd_exact.core.kernel.certificate import Term
from ogd_exact.core.kernel.errors import SignVaries, Undecided
from ogd_exact.core.tables.arithmetic import Arithmetic
from ogd_exact.core.tables.data import Bound
from ogd_exact.documents.coq.coq_text import formula, grouped, number


def bound_text(bound: Bound, names: Mapping[str, str]) -> str:
    """What a bound says is positive, as Coq reads it."""
    greater, less = (side.strip() for side in bound.sides)
    if less == "0":
        return formula(greater, names)
    if greater == "0":
        return f"-{grouped(formula(less, names))}"
    right = formula(less, names)
    return f"{formula(greater, names)} - {right if set('+- ').isdisjoint(right) else f'({right})'}"


def all_positive(texts: Sequence[str]) -> str:
    return " /\\ ".join(f"0 < {text}" for text in texts) or "True"


class Positivity:
    """Certificates over one region, whose bounds are given as polynomials and as Coq texts."""

    def __init__(self, oracle: SignOracle, bounds: Sequence[str]) -> None:
        self.oracle, self.bounds = oracle, tuple(bounds)

    @property
    def numbers(self) -> Arithmetic:
        return self.oracle.numbers

    def sign(self, value: Any) -> int:
        """The sign of a value on the whole region; raises Undecided or SignVaries."""
        return self.oracle.proved(value)

    def is_positive(self, value: Any) -> bool:
        """Whether a value is known to be positive on the whole region."""
        try:
            return self.sign(value) > 0
        except (Undecided, SignVaries):
            return False

    def certificate(self, value: Any) -> str:
        """A text that equals the value, or its opposite where that is positive, and shows that it is positive."""
        if not self.numbers.symbols:
            return number(abs(value))
        value = value + self.numbers.number(0)
        if sign_of := self.sign(value):
            above, below = (self.oracle.certificates[part] for part in (value.numer, value.denom))
            assert above.sign * below.sign == sign_of
            # A polynomial is its proof divided by its multiplier, but for the sign.
            over = [self.sum_text(terms) for terms in (above.proof, below.multiplier)]
            return quotient(over, [self.sum_text(terms) for terms in (above.multiplier, below.proof)])
        return "0"

    def sum_text(self, terms: Sequence[Term]) -> str:
        texts = [self.term_text(term) for term in terms]
        alone = next((bound for bound in self.bounds if texts == [grouped(bound)]), None)
        return alone or " + ".join(texts)

    def term_text(self, term: Term) -> str:
        powers = [
            grouped(bound) + (f"^{power}" if power > 1 else "")
            for bound, power in zip(self.bounds, term.powers, strict=True)
            if power
        ]
        scale = [number(term.coefficient)] if term.coefficient != 1 or not powers else []
        return "*".join([*scale, *powers])


def quotient(above: Sequence[str], below: Sequence[str]) -> str:
    """The product of some positive texts, divided by that of others."""
    over, under = ([text for text in texts if text != "1"] for texts in (above, below))
    product = over[0] if len(over) == 1 else "*".join(map(grouped, over)) or "1"
    divisor = grouped(under[0] if len(under) == 1 else "*".join(map(grouped, under))) if under else ""
    return f"{grouped(product)}/{divisor}" if divisor else product
