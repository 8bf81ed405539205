"""Where no identity is found, z3 and cvc5 are both asked; if both refute a pattern it counts, and not as proved."""

import time
from pathlib import Path
from typing import Any

import pytest

from conftest import called, needs
from ogd_exact.core.kernel.errors import BadCertificate
from ogd_exact.core.tables.contract import Contract
from ogd_exact.gadgets.reading.folder import paper
from ogd_exact.gadgets.synthesis import search
from ogd_exact.gadgets.synthesis.problem import Prefix, Problem
from ogd_exact.gadgets.synthesis.reason import find_reason
from ogd_exact.gadgets.synthesis.refutation import check
from ogd_exact.gadgets.synthesis.search import Reasoned
from ogd_exact.gadgets.synthesis.solver import Solver, refuted_by_cvc5

COPY = ("synthesize", "--contract", "copy", "--steps", "1")


@pytest.fixture(autouse=True)
def solvers() -> None:
    needs("z3", "z3-solver")
    needs("cvc5", "cvc5")


def hard() -> tuple[Problem, Prefix]:
    """-2 to -1 by steps 1 and 2, 1 to -2 by steps 1 and 3.

    So x2 = 1 - x1, and as step 2 rests in the second case, (1 + x1)(1 - x1) > 1: a square would be below 0.
    """
    contract = Contract("g", "", ("a",), entry=(("-2",), ("1",)), final=(("-1",), ("-2",)))
    return Problem(paper().models["svm"], contract, 3), ((True, True, False), (True, False, True))


def test_a_pattern_that_no_identity_of_ours_refutes_is_refuted_by_both() -> None:
    problem, pattern = hard()
    assert find_reason(problem, pattern) is None
    found = Reasoned(20, time.monotonic() + 60)((problem, pattern))
    assert found is not None
    ((prefix, why),) = found
    assert prefix == pattern and isinstance(why, tuple) and [name.split()[0] for name in why] == ["z3", "cvc5"]
    with pytest.raises(BadCertificate, match="nothing refutes the pattern"):
        check(problem, found)  # as others are left


@pytest.mark.parametrize("answer", [False, None])
def test_where_cvc5_does_not_agree_it_stays_open(answer: bool | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "refuted_by_cvc5", lambda *_: answer)
    assert Reasoned(20, time.monotonic() + 60)(hard()) is None


def test_where_z3_does_not_agree_cvc5_is_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Solver, "satisfiable", lambda *_: None)
    assert Reasoned(20, time.monotonic() + 60)(hard()) is None


def test_cvc5_reads_what_z3_writes() -> None:
    """Equations of one term among them; and it is as ready to find a pattern possible."""
    problem, pattern = hard()
    script = Solver(problem.names, problem.system(pattern)).script()
    assert refuted_by_cvc5(script, 20) is True
    assert refuted_by_cvc5(Solver(problem.names, problem.system(pattern[:1])).script(), 20) is False
    assert refuted_by_cvc5(script.replace("(check-sat)", ""), 20) is None


def test_the_command_says_by_two_solvers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(search, "find_reason", lambda *_: None)
    file = tmp_path / "evidence.json"
    answer = called(*COPY, "--evidence", file)
    assert answer.code == 1 and answer.out.endswith("keeps the contract, by two solvers, not proved\n")
    assert "none of 4 firing patterns is possible: 4 by two solvers" in answer.out
    checked = called("synthesize", "--check", file)
    assert checked.code == 3 and "4 by two solvers" in checked.out and checked.out.endswith("is not proved\n")


@pytest.mark.parametrize("answer", [False, None])
def test_the_command_is_undecided_if_one_of_them_is(answer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "find_reason", lambda *_: None)
    monkeypatch.setattr(search, "refuted_by_cvc5", lambda *_: answer)
    done = called(*COPY)
    assert done.code == 3 and done.out.splitlines()[-1].startswith("undecided: ")
