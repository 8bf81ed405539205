"""Checks a proof that a polynomial has one sign on a region; how the proof was found does not matter.

A region is a list of polynomials g1, g2, ... and means: all of them are > 0. A term is a positive
rational times a product of powers of the g's, hence positive on the region. A certificate for p is
a sign s and two non-empty lists of terms with

    s * p * (sum of the multiplier terms) = sum of the proof terms,

an identity of polynomials. Both sums are positive on the region, so p has sign s everywhere on it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ogd_exact.core.kernel.errors import BadCertificate

Polynomial = Any  # anything with exact +, *, ** and ==; in practice an element of a sympy ring over QQ


@dataclass(frozen=True)
class Term:
    coefficient: Any
    powers: tuple[int, ...]  # one exponent for each polynomial of the region


@dataclass(frozen=True)
class Certificate:
    sign: int
    multiplier: tuple[Term, ...]
    proof: tuple[Term, ...]


def total(terms: Sequence[Term], region: Sequence[Polynomial], zero: Polynomial) -> Polynomial:
    """The sum of the terms as a polynomial; refuses any term that is not positive on the region."""
    if not terms:
        raise BadCertificate("an empty sum is not positive")
    result = zero
    for term in terms:
        if not term.coefficient > 0:
            raise BadCertificate(f"coefficient {term.coefficient} is not positive")
        if len(term.powers) != len(region) or any(not isinstance(k, int) or k < 0 for k in term.powers):
            raise BadCertificate(f"powers {term.powers} do not fit a region of {len(region)} bounds")
        product = zero + term.coefficient
        for bound, power in zip(region, term.powers, strict=True):
            product = product * bound**power
        result = result + product
    return result


def check(polynomial: Polynomial, region: Sequence[Polynomial], certificate: Certificate) -> int:
    """The proved sign of the polynomial on the region, +1 or -1; raises BadCertificate otherwise."""
    if certificate.sign not in (1, -1):
        raise BadCertificate(f"sign {certificate.sign} is neither 1 nor -1")
    zero = polynomial - polynomial
    left = certificate.sign * polynomial * total(certificate.multiplier, region, zero)
    if left != total(certificate.proof, region, zero):
        raise BadCertificate("the two sides of the identity differ")
    return certificate.sign
