"""The checker of proofs against brute force: whatever it accepts is unsatisfiable, and what it must accept, it does."""

from itertools import combinations, product
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from conftest import needs_program
from ogd_exact.circuits.invariants.propagation import Clause, Propagation, first_wrong
from ogd_exact.circuits.invariants.solver import as_needed, refutation

VARIABLES = 5
LITERAL = st.integers(1, VARIABLES).flatmap(lambda v: st.sampled_from([v, -v]))
CLAUSE = st.lists(LITERAL, min_size=1, max_size=4)
FORMULA = st.lists(CLAUSE, max_size=24)
ALL = [list(signs) for signs in product((1, -1), repeat=3)]
CUBES = [[sign * v for sign, v in zip(signs, (1, 2, 3), strict=True)] for signs in ALL]  # all clauses of 3 variables


def models(formula: list[Clause], variables: int = VARIABLES) -> list[tuple[bool, ...]]:
    rows = product((False, True), repeat=variables)
    return [row for row in rows if all(any(row[abs(x) - 1] == (x > 0) for x in clause) for clause in formula)]


def closure(formula: list[Clause], assumed: Clause) -> set[int] | None:
    """All that unit propagation makes true, by going through all clauses again and again; None at a contradiction."""
    true = set(assumed)
    while not any(-x in true for x in true):
        units = [{x for x in clause if -x not in true} for clause in formula if not true & set(clause)]
        if any(not rest for rest in units):
            return None
        new = {x for rest in units if len(rest) == 1 for x in rest}
        if not new:
            return true
        true |= new
    return None


@given(FORMULA, st.lists(CLAUSE, max_size=6))
def test_it_concludes_what_plain_propagation_concludes(formula: list[Clause], questions: list[Clause]) -> None:
    """Question after question, as watched literals move and nothing else may."""
    known = Propagation(VARIABLES)
    for number, clause in enumerate(formula, 1):
        known.add(clause)
        root = closure(formula[:number], [])
        assert known.contradiction == (root is None)
        assert root is None or {x for x in range(-VARIABLES, VARIABLES + 1) if x and known.true[x]} == root
        for question in questions:
            assert known.follows(question) == (closure(formula[:number], [-x for x in question]) is None)


@given(FORMULA, st.lists(CLAUSE, max_size=8))
def test_what_it_accepts_is_unsatisfiable(formula: list[Clause], proof: list[Clause]) -> None:
    if first_wrong(VARIABLES, formula, proof) is None:
        assert not models(formula)
    known = Propagation(VARIABLES)
    for clause in formula:
        known.add(clause)
    for clause in proof:
        if known.follows(clause):
            assert models(formula) == models([*formula, clause])


def resolvents(formula: list[Clause]) -> list[Clause]:
    """All clauses that can be had by resolution, shortest last, each after what it came from."""
    found = [frozenset(clause) for clause in formula]
    for a, b in ((found[j], found[i]) for i in range(len(found)) for j in range(i)):
        for x in a:
            rest = (a - {x}) | (b - {-x})
            if -x in b and rest not in found and not any(-y in rest for y in rest):
                found.append(rest)
    return [sorted(clause) for clause in found[len(formula) :] if clause]


def saturated(formula: list[Clause]) -> list[Clause]:
    """A proof, if there is one: resolvents, round after round, until they contradict each other."""
    proof = list[Clause]()
    while first_wrong(3, formula, proof) is not None and (more := resolvents([*formula, *proof])):
        for clause in more:
            if first_wrong(3, formula, proof) is not None:
                proof.append(clause)
    return proof


def test_proofs_by_resolution_are_accepted_and_no_others_can_be() -> None:
    """All eight clauses of three variables contradict each other, and no seven of them do."""
    assert first_wrong(3, CUBES, saturated(CUBES)) is None and not models(CUBES, 3)
    for chosen in combinations(CUBES, 7):
        assert models(list(chosen), 3)
        assert first_wrong(3, chosen, saturated(CUBES)) is not None


def test_wrong_proofs_fail_at_the_place() -> None:
    formula = [[1, 2], [-1, 2], [1, -2], [-1, -2]]
    assert first_wrong(2, formula, [[1]]) is None
    assert first_wrong(2, formula, []) == 0, "nothing follows yet"
    assert first_wrong(2, formula, [[2], [1]]) == 1, "the contradiction came before"
    assert first_wrong(2, formula[:3], [[1]]) == 1, "no contradiction"
    assert first_wrong(2, formula[:3], [[-1]]) == 0, "does not follow"
    assert first_wrong(2, formula, [[3]]) == 0 and first_wrong(2, formula, [[0]]) == 0, "no such variable"
    assert first_wrong(2, formula, [[1, 5]]) == 0 and first_wrong(2, formula, [[1, -3]]) == 0, "nor these"
    assert first_wrong(2, formula[:3], [[0, 0], [0]]) == 0, "0 has no opposite"
    assert first_wrong(3, [[1, 2, 3], [-1, 2, 3], [1, -2, 3], [-1, -2, 3], [-3]], []) == 0
    assert first_wrong(1, [[]], []) is None and first_wrong(1, [[1], [-1]], []) is None


@given(st.permutations(CUBES))
def test_a_proof_is_cut_where_it_is_done(formula: list[Clause]) -> None:
    proof = saturated(formula)
    assert as_needed(3, formula, [*proof, *CUBES]) == proof


def test_the_proofs_of_a_solver(tmp_path: Path) -> None:
    """Pigeons do not fit into too few holes, which takes a proof of some length."""
    needs_program("cadical")
    for holes in (2, 3, 4):
        at = {(p, h): 1 + p * holes + h for p in range(holes + 1) for h in range(holes)}
        formula: list[Clause] = [[at[p, h] for h in range(holes)] for p in range(holes + 1)]
        formula += [[-at[p, h], -at[q, h]] for h in range(holes) for p in range(holes + 1) for q in range(p)]
        proof = refutation(len(at), formula, tmp_path, 60)
        assert proof and first_wrong(len(at), formula, proof) is None
        for place in range(len(formula)):  # each clause is needed, so that no proof can do without it
            assert first_wrong(len(at), formula[:place] + formula[place + 1 :], proof) is not None


def test_a_contradiction_stays_one_whatever_comes_after_it() -> None:
    assert first_wrong(2, [(1,), (-1,), (2,)], []) is None
