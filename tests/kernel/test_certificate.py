"""The checker accepts what is true, and nothing that has been tampered with."""

from dataclasses import replace
from typing import Any

import pytest
from sympy import QQ, ring

from ogd_exact.core.kernel.certificate import Certificate, Term, check, total
from ogd_exact.core.kernel.errors import BadCertificate

R, a, e = ring("a,e", QQ)
REGION = [a, 2 * a**2 - 1, e]
# (2a - 1)(2a + 1) = 2(2a^2 - 1) + 1
GOOD = Certificate(
    1, (Term(QQ(2), (1, 0, 0)), Term(QQ(1), (0, 0, 0))), (Term(QQ(2), (0, 1, 0)), Term(QQ(1), (0, 0, 0)))
)


def test_a_right_certificate_is_accepted() -> None:
    assert check(2 * a - 1, REGION, GOOD) == 1
    assert check(1 - 2 * a, REGION, replace(GOOD, sign=-1)) == -1


def spoiled() -> list[tuple[str, Certificate]]:
    negative = Term(QQ(-1), (0, 0, 0))
    return [
        ("not positive", replace(GOOD, proof=(*GOOD.proof, negative))),
        ("not positive", replace(GOOD, proof=(*GOOD.proof, replace(negative, coefficient=QQ(0))))),
        ("empty sum", replace(GOOD, proof=())),
        ("empty sum", replace(GOOD, multiplier=())),
        ("neither 1 nor -1", replace(GOOD, sign=0)),
        ("differ", replace(GOOD, sign=-1)),
        ("differ", replace(GOOD, proof=GOOD.proof[:1])),
        ("differ", replace(GOOD, multiplier=GOOD.multiplier[:1])),
        ("do not fit", replace(GOOD, proof=(Term(QQ(1), (0, 0)),))),
        ("do not fit", replace(GOOD, proof=(Term(QQ(1), (0, 0, 0, 0)),))),
        ("do not fit", replace(GOOD, proof=(Term(QQ(1), (0, -1, 0)),))),
        ("do not fit", replace(GOOD, proof=(Term(QQ(1), (0, 0.5, 0)),))),  # type: ignore[arg-type]
    ]


@pytest.mark.parametrize(("reason", "certificate"), spoiled())
def test_a_spoiled_certificate_is_refused_for_the_right_reason(reason: str, certificate: Any) -> None:
    with pytest.raises(BadCertificate, match=reason):
        check(2 * a - 1, REGION, certificate)


def test_a_certificate_does_not_carry_over_to_another_polynomial_or_region() -> None:
    with pytest.raises(BadCertificate):
        check(2 * a - 2, REGION, GOOD)
    with pytest.raises(BadCertificate):
        check(2 * a - 1, [a, a**2 - 1, e], GOOD)


def test_the_zero_polynomial_has_no_certificate() -> None:
    with pytest.raises(BadCertificate, match="differ"):
        check(R.zero, REGION, GOOD)


def test_terms_are_coefficients_times_powers_of_the_bounds_and_are_added() -> None:
    terms = [Term(QQ(2), (1, 0, 0)), Term(QQ(3), (0, 0, 2)), Term(QQ(1, 2), (1, 0, 1))]
    assert total(terms, REGION, R.zero) == 2 * a + 3 * e**2 + QQ(1, 2) * a * e
