"""Formulas and names as Coq reads them."""

import pytest

from ogd_exact.documents.coq.coq_text import RESERVED, formula, identifier, shown

NAMES = {"alpha": "alpha", "eps1": "eps1", "rho": "#3/#4"}


@pytest.mark.parametrize(
    ("text", "coq"),
    [
        ("-1/(2*eps1) - eps1*alpha^3", "-1/(#2*eps1) - eps1*alpha^3"),
        ("1 - -alpha", "1 - -alpha"),
        ("1 - (2 - 3)", "1 - (#2 - #3)"),
        ("1/eps1*alpha", "1/eps1*alpha"),
        ("1/(eps1*alpha)", "1/(eps1*alpha)"),
        ("-1^2", "-(1^2)"),  # -1 is a name of its own
        ("-(-3)", "-(-#3)"),
        ("alpha^-2", "(1/alpha^2)"),
        ("rho*2", "(#3/#4)*#2"),
        ("(alpha + 1)^2", "(alpha + 1)^2"),
    ],
)
def test_formulas_mean_the_same(text: str, coq: str) -> None:
    assert formula(text, NAMES) == coq


def test_names_are_those_of_coq() -> None:
    assert [identifier(name) for name in ("svm-reg", "fun", "2nd", "é")] == ["svm_reg", "fun_", "n2nd", "n__"]
    assert not any(identifier(word) in RESERVED for word in RESERVED)


def test_no_two_names_become_one() -> None:
    """Two special coordinates of one name would be one in Coq, and the theorem about another construction."""
    names = [*RESERVED, *(f"{word}_" for word in RESERVED), *(f"{word}__" for word in RESERVED), "x", "x_", "x__"]
    assert len({identifier(name) for name in names}) == len({*names})


def test_no_name_ends_a_comment() -> None:
    assert "*)" not in shown("x *) Axiom wrong : False. (*")
