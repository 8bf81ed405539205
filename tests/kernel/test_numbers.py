import decimal
from fractions import Fraction
from itertools import product

import pytest

from conftest import sampled, typed
from ogd_exact.kernel.numbers import BACKEND, rational, sign


def test_integers_and_rationals_are_kept_exactly() -> None:
    assert rational(1, 3) + rational(1, 6) == rational(1, 2)
    assert rational(Fraction(2, 4)) == rational(1, 2)
    assert rational(rational(7, 5)) == rational(7, 5)
    assert rational(10**40 + 1, 10**40) != 1


@pytest.mark.parametrize("value", [0.5, 1.0, float("nan"), decimal.Decimal("0.5"), "1/2", None])
def test_everything_that_is_not_an_exact_number_is_refused(value: object) -> None:
    with pytest.raises(TypeError, match="not an exact number"):
        rational(value)
    with pytest.raises(TypeError, match="not an exact number"):
        rational(1, value)


def test_sign() -> None:
    assert [sign(rational(k, 7)) for k in (-3, 0, 3)] == [-1, 0, 1]


FIRST = ("kernel.numbers", "commands.verify", "commands.barrier", "commands.simulate")


@pytest.mark.parametrize(("backend", "first"), sampled(product(["gmpy2", "fraction"], FIRST), 2))
def test_the_backend_is_chosen_by_the_environment(backend: str, first: str) -> None:
    """For sympy's coefficients, too, even where python-flint is installed, and whatever is imported first."""
    code = (
        f"import ogd_exact.{first}; from ogd_exact.kernel.numbers import rational; from sympy import QQ;"
        "print(type(rational(1)).__module__, type(QQ(1, 2)).__module__)"
    )
    answer = typed("-c", code, OGD_EXACT_NUMBERS=backend)
    ours, sympys = answer.out.split()
    assert ours == {"gmpy2": "gmpy2", "fraction": "fractions"}[backend]
    assert ("gmpy2" in sympys) == (backend == "gmpy2")


def test_an_unknown_backend_is_one_line_and_exit_2() -> None:
    answer = typed("-m", "ogd_exact.verify", OGD_EXACT_NUMBERS="float64")
    assert answer.code == 2 and len(answer.err.splitlines()) == 1
    assert "set it to gmpy2 or fraction" in answer.err


def test_this_run_uses_a_known_backend() -> None:
    assert BACKEND in ("gmpy2", "fraction")
