"""The certificates that the command writes, re-checked by other arithmetic than our own."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import sympy

from ogd_exact.core.checker.sign_oracle import SignOracle
from ogd_exact.core.kernel.errors import SignVaries, Undecided
from ogd_exact.core.tables.arithmetic import arithmetic
from ogd_exact.gadgets.prover.proposals import Prover


def polynomial(text: str) -> Any:
    return sympy.sympify(text.replace("^", "**"))


def test_every_written_certificate_is_an_identity_of_positive_terms(verify: Any, tmp_path: Path) -> None:
    target = tmp_path / "proofs.json"
    assert verify("--certificates", target).code == 0
    data = json.loads(target.read_text())
    assert data["format"] == "ogd-exact-certificates/1" and len(data["certificates"]) > 60
    longest = 0
    for entry in data["certificates"]:
        bounds = []
        for bound in entry["region"]:
            left, sign, right = bound.partition(">") if ">" in bound else bound.partition("<")
            bounds.append(polynomial(f"({left}) - ({right})") * (1 if sign == ">" else -1))

        def total(terms: Any, bounds: Any = bounds) -> Any:
            assert terms and all(sympy.Rational(t["coefficient"]) > 0 and min(t["powers"]) >= 0 for t in terms)
            products = [
                sympy.Rational(t["coefficient"]) * sympy.prod(b**k for b, k in zip(bounds, t["powers"], strict=True))
                for t in terms
            ]
            return sum(products)

        left_side = entry["sign"] * polynomial(entry["polynomial"]) * total(entry["multiplier"])
        assert sympy.expand(left_side - total(entry["proof"])) == 0
        longest = max(longest, len(entry["proof"]))
    assert longest < 30


def test_every_margin_is_a_quotient_of_polynomials_with_certificates(verify: Any, tmp_path: Path) -> None:
    target = tmp_path / "proofs.json"
    verify("--certificates", target)
    data = json.loads(target.read_text())
    signs = {(tuple(c["region"]), c["polynomial"]): c["sign"] for c in data["certificates"]}
    for margin in data["margins"]:
        region = tuple(margin["region"])
        sign = signs[region, margin["numerator"]] * signs[region, margin["denominator"]]
        assert margin["fires"] == (sign < 0)
    counts = Counter(margin["model"] for margin in data["margins"])
    assert counts == {"svm-reg": 53, "svm-eta": 42}


A = arithmetic(("a", "b"))


def sides(*bounds: str) -> SignOracle:
    return SignOracle(A, [A.read(bound).numer for bound in bounds], Prover)


@pytest.mark.parametrize(
    ("bounds", "value", "sign"),
    [
        (("a", "b"), "a + b", 1),
        (("a - 1", "b - a"), "b - 1", 1),
        (("a - 1", "b - a"), "1/(1 - b)", -1),
        (("a", "1 - a"), "a^2 - a", -1),
        (("a", "2*a^2 - 1"), "2*a - 1", 1),
        (("a", "b", "1 - a - b"), "a*b - 1/3", -1),
        (("a", "b", "1 - a^2 - b^2"), "2 - a - b", 1),
        (("a", "3*a^2 - 1", "1 - a"), "9*a^4 - 1", 1),
        (("a", "b"), "-7", -1),
        (("a - 2",), "a^3 - 7", 1),
    ],
)
def test_certificates_are_found_for_tables_that_users_might_bring(bounds: Any, value: str, sign: int) -> None:
    assert sides(*bounds).proved(A.read(value)) == sign


def test_no_sign_is_claimed_without_a_certificate() -> None:
    with pytest.raises(SignVaries):
        sides("a", "b").proved(A.read("a - b"))
    with pytest.raises((Undecided, SignVaries)):
        sides("a").proved(A.read("(97*a - 89)^2"))
    assert sides("a").proved(A.read("a - a")) == 0


def test_a_finder_that_lies_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the search returns, the kernel's checker has the last word."""
    from ogd_exact.core.kernel.certificate import Certificate, Term
    from ogd_exact.core.kernel.errors import BadCertificate

    lie = Certificate(1, (Term(1, (0,)),), (Term(1, (1,)),))
    monkeypatch.setattr("ogd_exact.gadgets.prover.proposals.find_certificate", lambda *_: lie)
    with pytest.raises(BadCertificate):
        sides("a").proved(A.read("a + 1"))
