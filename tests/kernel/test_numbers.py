import decimal
import importlib.util
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest

from conftest import in_full, needs, typed
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import BACKEND, rational, sign


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


def read_anew() -> ModuleType:
    """Another copy of the module, as the environment now has it; the one in use stays."""
    spec = importlib.util.find_spec("ogd_exact.core.kernel.numbers")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("backend", ["gmpy2", "fraction"])
def test_the_backend_is_chosen_by_the_environment(backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OGD_EXACT_NUMBERS", backend)
    assert type(read_anew().rational(1)).__module__ == {"gmpy2": "gmpy2", "fraction": "fractions"}[backend]


def test_a_backend_that_there_is_not_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OGD_EXACT_NUMBERS", "float")
    with pytest.raises(InputError, match="'float'; set it to gmpy2 or fraction"):
        read_anew()


@in_full
def test_sympys_numbers_may_be_of_any_kind(tmp_path: Path) -> None:
    """Whatever other libraries in the process chose, the report and every certificate are the same."""
    needs("flint", "python-flint")
    found = set()
    for kind, name in (("python", "PythonMPQ"), ("gmpy", "mpq"), ("flint", "fmpq")):
        code = "import sys, sympy; print(type(sympy.QQ(1, 2)).__name__); from ogd_exact.commands.entry import entry;"
        words = [
            "verify",
            "--printed",
            "--model",
            "svm-reg",
            "--gadget",
            "set_false_if_unset",
            "--certificates",
            str(tmp_path / kind),
        ]
        answer = typed("-c", f"{code} sys.argv[1:] = {words}; entry()", SYMPY_GROUND_TYPES=kind)
        chosen, _, report = answer.out.partition("\n")
        assert (answer.code, chosen) == (1, name)
        found.add((report, (tmp_path / kind).read_text()))
    assert len(found) == 1


def test_an_unknown_backend_is_one_line_and_exit_2() -> None:
    answer = typed("-m", "ogd_exact.verify", OGD_EXACT_NUMBERS="float64")
    assert answer.code == 2 and len(answer.err.splitlines()) == 1
    assert "set it to gmpy2 or fraction" in answer.err


def test_this_run_uses_a_known_backend() -> None:
    assert BACKEND in ("gmpy2", "fraction")
