"""Each kind of work: what is right holds, and a defect in what it checks is found."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from campaigns import HEAD, done, plan_file
from random_circuits import shown

from conftest import ROOT, called, needs
from ogd_exact.campaign import random_circuits
from ogd_exact.campaign.plan import KINDS, read_plan
from ogd_exact.campaign.random_circuits import first_frame, random_circuit
from ogd_exact.campaign.searches import problem_in
from ogd_exact.circuits.formats.aiger import read_aiger
from ogd_exact.core.kernel.errors import BadCertificate
from ogd_exact.gadgets.synthesis.refutation import Reason, check
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.runs.conclude import RunOptions, conclude
from ogd_exact.training.runs.simulation import Mismatch

RUN: dict[str, Any] = {"seeds": [1, 6], "inputs": [1, 3], "gates": [1, 8]}
RUN |= {"model": "svm", "tables": "paper", "set": {}, "engines": ["circuit"]}


def by_frames(seed: int) -> int | None:
    """The evaluator of the other tests, frame by frame."""
    circuit = random_circuit(seed, (1, 4), (1, 12))
    state, seen = tuple(bool(latch.reset) for latch in circuit.latches), list[Any]()
    while state not in seen:
        _, (bad,), following = shown(circuit, state)
        if bad:
            return len(seen)
        seen.append(state)
        state = following
    return None


def test_the_direct_evaluation_and_its_circuits() -> None:
    found = [first_frame(random_circuit(seed, (1, 4), (1, 12))) for seed in range(300)]
    assert found == [by_frames(seed) for seed in range(300)]
    assert found.count(None) > 30 and found.count(0) < 250 and len({*found}) > 4


def test_a_circuit_is_named_so_that_it_can_be_read(tmp_path: Path) -> None:
    for seed in range(20):
        circuit = random_circuit(seed, (1, 4), (1, 12))
        text = random_circuits.written(circuit).replace(" / ", "\n") + "\n"
        again = read_aiger(text.encode())
        assert (again.ands, [bad.literal for bad in again.bads]) == (
            tuple((max(pair), min(pair)) for pair in circuit.ands),
            [bad.literal for bad in circuit.bads],
        ) or sorted(map(sorted, again.ands)) == sorted(map(sorted, circuit.ands))
        assert [(latch.next, latch.reset) for latch in again.latches] == [(x.next, x.reset) for x in circuit.latches]


def test_runs_hold_and_a_wrong_engine_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    found = KINDS["circuits"].run(RUN)
    assert found.verdict == "holds" and found.counts["runs"] == 6 == found.counts["accepted"] + found.counts["never"]
    monkeypatch.setattr(random_circuits, "first_frame", lambda circuit: 17)
    found = KINDS["circuits"].run(RUN)
    assert found.verdict == "refuted" and len(found.said) == 6
    assert found.said[0].startswith(
        "seed 1, svm (paper), engine circuit: the circuit says yes in frame 17, and the run"
    )
    assert "; aag " in found.said[0]


def test_runs_are_counted_by_the_engines_that_did_them() -> None:
    """And what an engine that was named did not do is not done: native cannot run dense-relu-dense."""
    found = KINDS["circuits"].run({**RUN, "engines": ["kernel", "circuit"]})
    assert (found.verdict, found.counts["by kernel"], found.counts["by circuit"]) == ("holds", 6, 6)
    asked = {**RUN, "seeds": [1, 2], "model": "dense-relu-dense", "engines": ["native", "circuit"]}
    found = KINDS["circuits"].run(asked)
    assert (found.verdict, found.counts["by circuit"], "by native" in found.counts) == ("undecided", 4, False)
    assert len(found.said) == 2 and "engine native: it was run by circuit instead; aag " in found.said[0]


def test_without_an_invariant_never_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a circuit that says yes there is none to be found; of others it is what was asked for."""

    def without(made: Reduction, options: RunOptions) -> Any:
        return conclude(made, RunOptions())

    monkeypatch.setattr(random_circuits, "conclude", without)
    found = KINDS["circuits"].run({**RUN, "engines": ["invariant"]})
    assert found.counts["never"] > 0 < found.counts["accepted"]
    assert found.verdict == "undecided" and len(found.said) == found.counts["never"]


def test_runs_are_at_the_numbers_that_the_plan_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {**RUN, "seeds": [1, 2], "model": "svm-reg", "tables": "compact", "set": {"lambda": "2/3"}}
    seen: set[str] = set()

    def concluded(made: Reduction, options: RunOptions) -> Any:
        seen.add(str(made.shown["lambda"]))
        return conclude(made, options)

    monkeypatch.setattr(random_circuits, "conclude", concluded)
    assert KINDS["circuits"].run(asked).verdict == "holds" and seen == {"2/3"}


def test_a_mismatch_is_a_refutation(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise Mismatch("pass 5: the engine and the kernel disagree")

    monkeypatch.setattr(random_circuits, "conclude", broken)
    found = KINDS["circuits"].run(RUN)
    assert found.verdict == "refuted" and "a mismatch: pass 5" in found.said[0] and conclude is not broken


def search(folder: Path, contract: str, steps: int, more: str = "") -> Any:
    text = HEAD + f'[[search]]\ncontract = "{contract}"\nsteps = {steps}\n{more}'
    return done(plan_file(folder, text), folder / f"{steps}.jsonl")


def test_a_search_finds_or_refutes(tmp_path: Path) -> None:
    needs("z3", "z3-solver")
    contract = "turn(a bit, b unset): a = not(a)"
    one, two = search(tmp_path, contract, 1), search(tmp_path, contract, 2)
    assert one.verdict == two.verdict == "holds" and not one.shown() and two.shown()
    counts = one.counts(0)
    assert counts["patterns"] == 4 == counts["by equations"] + counts["by certificate"]
    (tmp_path / "mine" / "svm").mkdir(parents=True)
    (tmp_path / "mine" / "svm" / "turn.toml").write_text(two.shown()[0][1])
    assert called("verify", "--tables", tmp_path / "mine").code == 0


def test_a_search_without_time_is_undecided(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    needs("z3", "z3-solver")
    clock = iter(range(0, 10**9, 1000))
    monkeypatch.setattr("ogd_exact.campaign.searches.time.monotonic", lambda: float(next(clock)))
    assert search(tmp_path, "turn(a bit): a = not(a)", 2, "seconds = 1\n").verdict == "undecided"


def test_a_solver_that_refutes_what_there_is_decides_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No reason is found for a pattern that is possible, and the other solver does not agree."""
    needs("z3", "z3-solver")
    monkeypatch.setattr("ogd_exact.gadgets.synthesis.solver.Solver.satisfiable", lambda *_: False)
    tally = search(tmp_path, "turn(a bit): a = not(a)", 2)
    assert tally.verdict == "undecided" and not tally.shown() and tally.counts(0)["open"] > 0


def test_what_two_solvers_say_is_not_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As synthesize --check has it, which exits with 3."""
    needs("z3", "z3-solver")
    said = lambda _, claimed: [(claimed[1], ("z3 1", "cvc5 1"))]  # noqa: E731
    monkeypatch.setattr("ogd_exact.campaign.searches.Reasoned.__call__", said)
    tally = search(tmp_path, "turn(a bit): a = not(a)", 1)
    assert tally.verdict == "undecided" and not tally.done and tally.counts(0)["by solvers"] > 0
    assert "rest on two solvers, which is not proved" in tally.failures()[0][1].said[0]


def test_a_reason_that_does_not_hold_is_refuted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    needs("z3", "z3-solver")
    nothing = Reason((), (), ())
    monkeypatch.setattr("ogd_exact.campaign.searches.Reasoned.__call__", lambda _, claimed: [(claimed[1], nothing)])
    tally = search(tmp_path, "turn(a bit): a = not(a)", 1)
    assert tally.verdict == "refuted" and not tally.done


def test_reasons_must_cover_all_below_their_prefix() -> None:
    problem = replace(problem_in({"tables": "paper", "model": "svm", "contract": "not"}, 1)[0], steps=1)
    yes, no, solvers = (True,), (False,), ("z3 1", "cvc5 1")
    assert check(problem, [((yes, yes), solvers), ((yes, no), solvers)], (yes,)).solvers == 2
    assert check(problem, [((yes,), solvers)], (yes,)).solvers == 2
    for claims in (
        [],
        [((yes, yes), solvers)],
        [((no,), solvers)],
        [((yes,), solvers), ((no,), solvers)],
        [((), solvers)],
    ):
        with pytest.raises(BadCertificate):
            check(problem, claims, (yes,))


def test_the_small_plan_of_the_docs_is_one() -> None:
    plan = read_plan(str(ROOT / "docs" / "campaign" / "small.toml"))
    assert {work.kind for work in plan.works} == {*KINDS} and sum(work.number for work in plan.works) < 40
