"""Formulas as training sets of least squares: against a SAT solver, plain steps of fractions, and by hand."""

import dataclasses
import json
import random
import re
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from barrier_command import barrier

from conftest import examples as so_many
from conftest import needs
from ogd_exact.core.kernel.errors import BadCertificate
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.limits.quadratic.step import LeastSquares, Quadratic
from ogd_exact.limits.sat.formula import Formula, failures, split, true_in_pass
from ogd_exact.limits.sat.proof import check
from ogd_exact.limits.sat.run import NotAsProved, first_pass, followed, period
from ogd_exact.limits.sat.training import RATE, Plan, examples, plan


def random_formula(choose: random.Random, most: int) -> Formula:
    variables = choose.randint(2, most)
    return Formula(
        variables,
        tuple(
            tuple(
                v * choose.choice((1, -1))
                for v in choose.sample(range(1, variables + 1), min(variables, choose.choice((1, 2, 2, 3, 3, 3, 4))))
            )
            for _ in range(choose.randint(2, 5 * variables))
        ),
    )


def dimacs(formula: Formula) -> str:
    lines = [" ".join(map(str, (*clause, 0))) for clause in formula.clauses]
    return "\n".join([f"p cnf {formula.variables} {len(formula.clauses)}", *lines, ""])


def made(formula: Formula) -> Plan:
    return plan(split(formula))


def proved(formula: Formula) -> Plan:
    short = split(formula)
    found = plan(short)
    check(formula, short, found, RATE, examples(found))
    return found


def test_a_formula_by_hand(tmp_path: Path) -> None:
    """(1) and (not 2) have the primes 2 and 3: pass 2 is the first that 2 divides and 3 does not."""
    (tmp_path / "f.cnf").write_text("p cnf 2 2\n1 0\n-2 0\n")
    answer = barrier("sat", tmp_path / "f.cnf", "--format", "json", "-o", tmp_path / "f.jsonl")
    assert (answer.code, answer.err) == (0, f"wrote {tmp_path / 'f.jsonl'}\n")
    found = json.loads(answer.out)
    assert (found["verdict"], found["pass"], found["step"], found["assignment"]) == ("satisfiable", "2", "11", [1, -2])
    # Weight 0, two cells (1 fails in pass 1), three cells (not 2 fails in pass 0), and five more to make eight read.
    head, read, again, *swaps = map(json.loads, (tmp_path / "f.jsonl").read_text().splitlines())
    assert (head["dimension"], head["examples"], head["rule"], head["accept"]) == (11, 5, "quadratic", 0)
    assert read == again == {"x": {str(i): "1/2" for i in (0, 1, 3, 6, 7, 8, 9, 10)}, "y": "-1/4"}
    assert swaps == [
        {"x": {"1": "1", "2": "-1"}, "y": "1"},
        {"x": {"3": "1", "4": "-1"}, "y": "-1"},
        {"x": {"4": "1", "5": "-1"}, "y": "0"},
    ]


def first_positive(lines: list[str], passes: int) -> int | None:
    """The first step after which weight 0 is positive, by the gradient of half the loss at rate 1, in fractions."""
    head, *training = map(json.loads, lines)
    w = [Fraction(0)] * head["dimension"]
    rows = [({int(i): Fraction(v) for i, v in e["x"].items()}, Fraction(e["y"])) for e in training]
    for step in range(passes * len(rows)):
        x, y = rows[step % len(rows)]
        residual = y - sum(w[i] * v for i, v in x.items())
        for i, v in x.items():
            w[i] += residual * v
        if w[0] > 0:
            return step + 1
    assert not any(w)
    return None


@pytest.mark.parametrize("seed", range(12))
def test_the_file_does_what_is_said_of_it_through_a_whole_period(tmp_path: Path, seed: int) -> None:
    formula = random_formula(random.Random(seed), 3)
    (tmp_path / "f.cnf").write_text(dimacs(formula))
    found = json.loads(barrier("sat", tmp_path / "f.cnf", "--format", "json", "-o", tmp_path / "f.jsonl").out)
    step = first_positive((tmp_path / "f.jsonl").read_text().splitlines(), int(found["period"]))
    assert found["step"] == (None if step is None else str(step))
    if step:
        assert formula.holds(frozenset(v for v in found["assignment"] if v > 0))


def test_verdicts_are_those_of_a_solver() -> None:
    z3 = needs("z3", "z3-solver")
    choose, verdicts = random.Random(7), set()
    for _ in range(so_many(200)):
        formula = random_formula(choose, 7)
        found = proved(formula)
        first = first_pass(found)
        names = [z3.Bool(str(v)) for v in range(formula.variables + 1)]
        solver = z3.Solver()
        solver.add([z3.Or([names[v] if v > 0 else z3.Not(names[-v]) for v in clause]) for clause in formula.clauses])
        assert (first is not None) == (solver.check() == z3.sat)
        assert first is None or formula.holds(true_in_pass(first, found.primes))
        verdicts.add(first is None)
    assert verdicts == {True, False}


def test_no_earlier_pass_satisfies() -> None:
    choose = random.Random(3)
    for _ in range(so_many(100)):
        formula = random_formula(choose, 4)
        found = made(formula)
        short = Formula(0, found.clauses)
        passes = [t for t in range(min(period(found), 400)) if short.holds(true_in_pass(t, found.primes))]
        first = first_pass(found)
        assert passes[:1] == ([first] if first is not None and first < 400 else [])


def test_splitting_keeps_what_can_be_satisfied() -> None:
    formula = Formula(5, ((1, -2, 3, 4, -5), (1, 1, 2), (), (2, -2)))
    short = split(formula)
    assert [[len(clause) for clause in group] for group in short] == [[3, 3, 3], [2], [0], [2]]
    long, new = Formula(5, formula.clauses[:1]), Formula(7, short[0])
    for values in product((False, True), repeat=5):
        true = frozenset(v for v, value in enumerate(values, 1) if value)
        extended = [new.holds(true | {*more}) for more in ((), (6,), (7,), (6, 7))]
        assert long.holds(true) == any(extended)


@pytest.mark.parametrize("clause", [(), (1,), (-1,), (1, -2), (-1, -3, 2), (1, -1)])
def test_a_cell_says_whether_its_clause_fails(clause: tuple[int, ...]) -> None:
    primes = {1: 3, 2: 2, 3: 5}
    cells = failures(clause, primes)
    one = Formula(3, (clause,))
    assert all(cells[t % len(cells)] == (not one.holds(true_in_pass(t, primes))) for t in range(60))


@pytest.mark.parametrize("text", ["p cnf 0 0\n", "p cnf 2 1\n0\n", "p cnf 1 2\n1 -1 0 1 1 0\n", "c\np cnf 1 1 1 0 %\n"])
def test_degenerate_formulas(tmp_path: Path, text: str) -> None:
    (tmp_path / "f.cnf").write_text(text.replace("%", "\n%\n0"))
    answer = barrier("sat", tmp_path / "f.cnf")
    assert answer.code == 0 and ("unsatisfiable" in answer.out) == ("\n0\n" in text)


FORMULA = Formula(4, ((1, -2, 3, 4), (-1, 2), (-3, -4)))
Change = Callable[[list[Any]], object]


def at(place: int, **given: Callable[[LeastSquares], Any]) -> Change:
    """Changes fields of the example there."""

    def change(training: list[Any]) -> None:
        old = training[place]
        training[place] = dataclasses.replace(old, **{name: make(old) for name, make in given.items()})

    return change


START = rational(int(made(FORMULA).start()[1]))  # the label with which w0 and the first cell are swapped
CHANGES: dict[str, tuple[int, Change]] = {
    "no second read": (4, lambda es: es.pop(1)),
    "another threshold": (4, at(0, y=lambda e: e.y + 1)),
    "another threshold at the second read": (4, at(1, y=lambda e: e.y * 2)),
    "a cell of another size": (4, at(0, x=lambda e: {**e.x, 1: e.x[1] * 2})),
    "a cell less": (4, at(0, x=lambda e: {i: v for i, v in e.x.items() if i != 1})),
    "cells twice": (4, at(0, x=lambda e: {i: 2 * v for i, v in e.x.items()}, y=lambda e: 2 * e.y)),
    "the other side": (4, at(0, x=lambda e: {i: -v for i, v in e.x.items()}, y=lambda e: -e.y)),
    "a weight": (4, at(0, weight=lambda _: rational(2))),
    "no least squares": (4, lambda es: es.__setitem__(0, Quadratic({}))),
    "a swap of three": (5, at(5, x=lambda e: {**e.x, 0: rational(1)})),
    "a swap with a sign": (5, at(5, x=lambda e: {i: abs(v) for i, v in e.x.items()})),
    "a longer swap": (5, at(5, x=lambda e: {i: 2 * v for i, v in e.x.items()}, y=lambda e: 2 * e.y)),
    "a swap of weight 0, and back": (
        5,
        lambda es: es.extend([LeastSquares({0: rational(1), 1: rational(-1)}, START)] * 2),
    ),
    "a swap beyond all weights": (5, lambda es: es.append(LeastSquares({1: rational(1), 999: rational(-1)}, START))),
    "no examples": (4, lambda es: es.clear()),
    "one example": (4, lambda es: es.__delitem__(slice(1, None))),
    "a label": (5, at(5, y=lambda e: e.y + 1)),
    "a swap less": (6, lambda es: es.pop()),
    "a swap twice": (6, lambda es: es.append(es[-1])),
    "swaps in another order": (6, lambda es: es.__setitem__(slice(2, 4), es[3:1:-1])),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_training_set_is_not_proved(name: str) -> None:
    condition, change = CHANGES[name]
    short = split(FORMULA)
    found = plan(short)
    training = list(examples(found))
    check(FORMULA, short, found, RATE, training)
    change(training)
    with pytest.raises(BadCertificate, match=f"^condition {condition}: "):
        check(FORMULA, short, found, RATE, training)


def replaced(**given: Any) -> Callable[[Plan], Plan]:
    return lambda found: dataclasses.replace(found, **{name: make(found) for name, make in given.items()})


PLANS: dict[str, tuple[int, Callable[[Plan], Plan]]] = {
    "other clauses": (2, replaced(clauses=lambda p: p.clauses[::-1])),
    "no prime": (2, replaced(primes=lambda p: {**p.primes, 1: 9})),
    "a prime twice": (2, replaced(primes=lambda p: {**p.primes, 1: p.primes[2]})),
    "a variable less": (2, replaced(primes=lambda p: {v: q for v, q in p.primes.items() if v != 1})),
    "another prime": (3, replaced(primes=lambda p: {**p.primes, 1: 97})),
    "blocks apart": (3, replaced(blocks=lambda p: tuple(range(b.start + 1, b.stop + 1) for b in p.blocks))),
    "padding apart": (3, replaced(padding=lambda p: range(p.padding.start - 1, p.padding.stop))),
}


@pytest.mark.parametrize("name", PLANS)
def test_a_wrong_plan_is_not_proved(name: str) -> None:
    condition, change = PLANS[name]
    short = split(FORMULA)
    found = plan(short)
    with pytest.raises(BadCertificate, match=f"^condition {condition}: "):
        check(FORMULA, short, change(found), RATE, examples(found))


@pytest.mark.parametrize(
    "pieces",
    [
        (((1, -2, 5), (-5, 3, 4)), ((-1, 2),)),  # a clause less
        (((1, -2, 5), (-5, 3)), ((-1, 2),), ((-3, -4),)),  # a literal less
        (((1, -2, 3, 4),), ((-1, 2),), ((-3, 4),)),  # another literal
        (((1, -2, 5), (5, 3, 4)), ((-1, 2),), ((-3, -4),)),  # no resolvent
        (((1, -2, 5), (-5, 3, 4)), ((-1, 2),), ((-3, -4, 5), (-5,))),  # the new variable occurs elsewhere
        (((1, -2, 4), (-4, 3, 4)), ((-1, 2),), ((-3, -4),)),  # the shared variable is an old one
    ],
)
def test_a_wrong_split_is_not_proved(pieces: Any) -> None:
    with pytest.raises(BadCertificate, match=r"^condition 1: "):
        check(FORMULA, pieces, plan(pieces), RATE, ())


def test_plain_steps_would_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    found = made(FORMULA)
    assert followed(found, 2) == 2
    monkeypatch.setattr("ogd_exact.limits.sat.run.RATE", rational(1, 3))
    with pytest.raises(NotAsProved, match="pass 0, step 1: weight 0 is"):
        followed(found, 2)


@pytest.mark.parametrize("text", ["p cnf 2 2\n1 0\n-2 0\n", "p cnf 2 3\n1 0\n-1 2 0 -2 0\n", dimacs(FORMULA)])
def test_scikit_learn_computes_exactly_the_same(tmp_path: Path, text: str) -> None:
    needs("sklearn", "scikit-learn")
    (tmp_path / "f.cnf").write_text(text)
    answer = barrier("sat", tmp_path / "f.cnf", "--replay", "sklearn", "--format", "json")
    found = json.loads(answer.out)
    assert answer.code == 0 and found["replayed"]["equal"] == found["replayed"]["passes"] > 0
    expected = found["pass"] and int(found["pass"])
    assert found["replayed"]["positive"] == expected


def test_a_library_that_rounds_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    needs("sklearn", "scikit-learn")
    (tmp_path / "f.cnf").write_text("p cnf 2 2\n1 0\n-2 0\n")
    monkeypatch.setattr("ogd_exact.commands.barrier_sat.RATE", 0.5000000001)
    monkeypatch.setattr("ogd_exact.commands.barrier_sat.check", lambda *_: None)
    answer = barrier("sat", tmp_path / "f.cnf", "--replay", "sklearn")
    assert answer.code == 1 and "exactly equal in 0 of 3 passes" in answer.out


REFUSED = {
    "empty": ("", "1:1", "expected the header"),
    "no header": ("1 2 0\n", "1:1", "expected the header"),
    "another problem": ("p sat 3\n", "1:3", "found 'sat'"),
    "half a header": ("c\np cnf 3\n1 0", "3:1", "expected the header"),
    "an end": ("p cnf 3", "1:7", "found the end of the file"),
    "negative": ("p cnf -3 1\n1 0", "1:7", "found '-3'"),
    "many variables": ("p cnf 10001 1\n1 0", "1:7", "more than 10000"),
    "many clauses": ("p cnf 3 10001\n1 0", "1:9", "more than 10000"),
    "a word": ("p cnf 3 1\n1 x 0", "2:3", "expected a literal"),
    "a fraction": ("p cnf 3 1\n1.5 0", "2:1", "expected a literal"),
    "other digits": ("p cnf 3 1\n\u0661 0", "2:1", "expected a literal"),
    "a long number": ("p cnf 3 1\n" + "1" * 5000 + " 0", "2:1", "expected a literal"),
    "beyond": ("p cnf 3 1\n1 -4 0", "2:3", "-4 is beyond the 3 variables"),
    "no end": ("p cnf 3 1\n1 2", "2:3", "does not end; add 0"),
    "too few": ("c\np cnf 3 2\n1 2 0", "2:1", "says 2 clauses, and there are 1"),
    "too many": ("p cnf 3 1\n1 2 0\n3 0", "3:3", "says 1 clauses, and there are more"),
    "bytes": (b"p cnf 3 1\n\xff 0", "2:1", "expected a literal"),
    "a control character": ("p cnf 3 1\n\x1b[2J 0", "2:1", "expected a literal"),
    "large": (b"c" * ((1 << 20) + 1), "", "is larger than 1048576 bytes"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_a_malformed_formula_is_refused_for_its_own_reason(tmp_path: Path, name: str) -> None:
    content, place, reason = REFUSED[name]
    path = tmp_path / "f.cnf"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    answer = barrier("sat", path)
    assert (answer.code, answer.out) == (2, "") and answer.err.count("\n") == 1
    assert re.match(rf"ogd-exact: {path}{':' + place if place else ''}: ", answer.err) and reason in answer.err


@pytest.mark.parametrize("name", ["example:", "example:3", "example:0x2", "example:3x2:x", "example:3x99999"])
def test_random_formulas_that_are_none(name: str) -> None:
    answer = barrier("sat", name)
    assert (answer.code, answer.out) == (2, "") and "example:KxC" in answer.err


def test_random_formulas_are_the_same_each_time() -> None:
    found = [json.loads(barrier("sat", name, "--format", "json").out) for name in ("example:4x20", "example:4x20:1")]
    assert [f["verdict"] for f in found] == ["satisfiable"] * 2 or [f["verdict"] for f in found] == [
        "unsatisfiable"
    ] * 2
    assert found[0]["primes"] == found[1]["primes"] and found[0]["clauses"] == 20
    assert json.loads(barrier("sat", "example:4x20:2", "--format", "json").out) != found[0]


def test_what_is_too_large_is_said(tmp_path: Path) -> None:
    units = "".join(f"{v} 0\n" for v in range(1, 26))
    (tmp_path / "wide.cnf").write_text(f"p cnf 25 25\n{units}")
    answer = barrier("sat", tmp_path / "wide.cnf")
    assert answer.code == 3 and "undecided: 2^25 assignments are too many" in answer.out
    clauses = "".join(f"{v} {v + 1} {v + 2} 0\n" for v in range(1, 98))
    (tmp_path / "large.cnf").write_text(f"p cnf 99 97\n{clauses}")
    answer = barrier("sat", tmp_path / "large.cnf")
    assert answer.code == 2 and "would have more than 4194304 weights; take a smaller formula" in answer.err
    assert barrier("sat", tmp_path / "wide.cnf", "-o", tmp_path / "wide.cnf").code == 2
