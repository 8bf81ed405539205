"""Looks for certificates of sign. Untrusted: whatever is found here, the kernel's checker decides.

A margin p is to be written as a positive combination of products of the region's polynomials, perhaps
after multiplication by one. Which products can matter is found from p itself: a product is of use only
if it holds a monomial that is still to be balanced. Then linear programming finds the combination.
"""

import itertools
from collections.abc import Sequence
from typing import Any

from ogd_exact.core.kernel.certificate import Certificate, Term
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.gadgets.prover.simplex import solve

# How many bounds a product may have, how often the set of monomials grows, how many bounds p is multiplied by.
EFFORTS = ((1, 1, 0), (1, 2, 0), (2, 2, 0), (2, 2, 1), (1, 60, 0), (3, 3, 1), (2, 2, 2))
MAX_PRODUCTS = 500
Powers = tuple[int, ...]
Monomial = tuple[int, ...]


def find_certificate(polynomial: Any, region: Sequence[Any], sign: int) -> Certificate | None:
    """A certificate that sign * polynomial > 0 on the region, or None if this search finds none."""
    helped = list(region)
    lemmas: list[tuple[Term, ...]] = []  # proofs that symbols are positive where no bound says so by itself
    for symbol in polynomial.ring.gens:
        if variables(symbol) <= variables(polynomial) and symbol not in region:
            lemma = search(symbol, region, 1)
            if lemma and len(lemma.multiplier) == 1 and not any(lemma.multiplier[0].powers):
                scale = lemma.multiplier[0].coefficient
                helped.append(symbol)
                lemmas.append(tuple(Term(t.coefficient / scale, t.powers) for t in lemma.proof))
    certificate = search(polynomial, helped, sign)
    if certificate is None:
        return None
    multiplier = expanded(certificate.multiplier, lemmas, len(region))
    return Certificate(sign, multiplier, expanded(certificate.proof, lemmas, len(region)))


def search(polynomial: Any, region: Sequence[Any], sign: int) -> Certificate | None:
    near = [i for i, g in enumerate(region) if variables(g) <= variables(polynomial)]
    for size, rounds, multiplied in EFFORTS:
        for chosen in (near, list(range(len(region)))):
            bounds = [region[i] for i in chosen]
            certificate = attempt(sign * polynomial, bounds, sign, size, rounds, multiplied)
            if certificate:
                return widened(certificate, chosen, len(region))
    return None


def expanded(terms: Sequence[Term], lemmas: Sequence[tuple[Term, ...]], size: int) -> tuple[Term, ...]:
    """Terms over the region alone: each symbol that a lemma proves positive is replaced by its proof."""
    total: dict[Powers, Any] = {}
    for term in terms:
        product = {term.powers[:size]: term.coefficient}
        for lemma, power in zip(lemmas, term.powers[size:], strict=True):
            for _ in range(power):
                grown: dict[Powers, Any] = {}
                for powers, c in product.items():
                    for t in lemma:
                        key = tuple(a + b for a, b in zip(powers, t.powers, strict=True))
                        grown[key] = grown.get(key, 0) + c * t.coefficient
                product = grown
        for powers, c in product.items():
            total[powers] = total.get(powers, 0) + c
    return tuple(Term(c, powers) for powers, c in sorted(total.items()))


def variables(polynomial: Any) -> set[int]:
    return {place for monomial in polynomial for place, exponent in enumerate(monomial) if exponent}


def widened(certificate: Certificate, chosen: Sequence[int], size: int) -> Certificate:
    """The certificate, found over some bounds of the region, as one over all of them."""

    def wide(term: Term) -> Term:
        powers = [0] * size
        for i, power in zip(chosen, term.powers, strict=True):
            powers[i] = power
        return Term(term.coefficient, tuple(powers))

    multiplier, proof = (tuple(wide(t) for t in terms) for terms in (certificate.multiplier, certificate.proof))
    return Certificate(certificate.sign, multiplier, proof)


def attempt(
    positive: Any, region: Sequence[Any], sign: int, size: int, rounds: int, multiplied: int
) -> Certificate | None:
    ring = positive.ring
    left = {powers: positive * g for powers, g in products_of(region, range(len(region)), multiplied, ring)}
    products = useful_products(list(left.values()), region, size, rounds)
    if products is None:
        return None
    # Unknowns: the proof's coefficients, then the multipliers', which sum to 1.
    columns: list[dict[Any, Any]] = [coefficients(g) for g in products.values()]
    for g in left.values():
        columns.append({m: -c for m, c in coefficients(g).items()} | {"sum": rational(1)})
    solution = solve(columns, {"sum": rational(1)})
    if solution is None:
        return None
    names = list(products) + list(left)
    terms = [(j, Term(in_domain(c, ring), names[j])) for j, c in sorted(solution.items())]
    proof = tuple(term for j, term in terms if j < len(products))
    return Certificate(sign, tuple(term for j, term in terms if j >= len(products)), proof)


def useful_products(targets: Sequence[Any], region: Sequence[Any], size: int, rounds: int) -> dict[Powers, Any] | None:
    """Products of bounds that hold a monomial of the targets, or of a product found before."""
    symbols = {g.LM: i for i, g in enumerate(region) if len(g) == 1 and sum(g.LM) == 1 and g.LC == 1}
    others = [i for i in range(len(region)) if region[i].LM not in symbols or len(region[i]) > 1]
    bases = products_of(region, others, size, targets[0].ring)
    found: dict[Powers, Any] = {}
    active = {m for p in targets for m in p}
    seen: set[Monomial] = set()
    for _ in range(rounds):
        fresh, seen = active - seen, active
        for monomial in sorted(fresh):
            for powers, base in bases:
                for inner in base:
                    quotient = tuple(a - b for a, b in zip(monomial, inner, strict=True))
                    extra = symbol_powers(quotient, symbols)
                    if extra is not None:
                        found.setdefault(add(powers, extra), base.mul_monom(quotient))
            if len(found) > MAX_PRODUCTS:
                return None
        active = seen | {m for p in found.values() for m in p}
    return found


def products_of(region: Sequence[Any], chosen: Sequence[int], size: int, ring: Any) -> list[tuple[Powers, Any]]:
    """All products of at most so many of the chosen bounds, the empty product first."""
    products = []
    for count in range(size + 1):
        for factors in itertools.combinations_with_replacement(chosen, count):
            product = ring.one
            for i in factors:
                product = product * region[i]
            products.append((add((0,) * len(region), factors), product))
    return products


def symbol_powers(monomial: Monomial, symbols: dict[Monomial, int]) -> tuple[int, ...] | None:
    """The monomial as a list of bounds of the region (repeated), if it is a product of positive symbols."""
    chosen: list[int] = []
    for place, exponent in enumerate(monomial):
        if exponent:
            unit = tuple(int(k == place) for k in range(len(monomial)))
            if exponent < 0 or unit not in symbols:
                return None
            chosen += [symbols[unit]] * exponent
    return tuple(chosen)


def add(powers: Powers, bounds: Sequence[int]) -> Powers:
    result = list(powers)
    for i in bounds:
        result[i] += 1
    return tuple(result)


def coefficients(polynomial: Any) -> dict[Any, Any]:
    return {m: rational(int(c.numerator), int(c.denominator)) for m, c in polynomial.terms()}


def in_domain(value: Any, ring: Any) -> Any:
    return ring.domain(int(value.numerator)) / ring.domain(int(value.denominator))
