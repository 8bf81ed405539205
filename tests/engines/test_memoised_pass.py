"""Passes by calls are passes by steps: the same weights after every call, and the same end."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_circuits import sequentials
from runs import ALL, of_circuit, of_model, reduction, targets

from conftest import examples
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.constructions.training import Block
from ogd_exact.training.runs.memoised_pass import memoised_pass
from ogd_exact.training.runs.simulation import Mismatch, Outcome, Simulation


def same_all_the_way(problem: Reduction, most_passes: int) -> None:
    calls, plain = Simulation(problem), Simulation(problem)
    steps = plain.moments(most_passes, None)
    for told in calls.moments(most_passes, None, memoised_pass(calls)):
        if isinstance(told, Outcome):
            assert told == next(steps)
            return
        while plain.steps < calls.steps:
            next(steps)
        assert (plain.steps, plain.frame, plain.weights) == (calls.steps, calls.frame, calls.weights)


@pytest.mark.parametrize("model", ALL)
@settings(max_examples=examples(10))
@given(data=st.data())
def test_random_circuits(model: str, data: st.DataObject) -> None:
    sequential = data.draw(sequentials(inputs=0, resets=(0, 1)))
    same_all_the_way(of_circuit(sequential, data.draw(targets(sequential)), model), 3)


@pytest.mark.parametrize("question", ["fixed-point", "norm"])
def test_other_questions(question: str) -> None:
    same_all_the_way(reduction("counter:2", "--question", question), 5)


def test_a_limit_of_steps_is_kept_to_the_step() -> None:
    problem = of_model("counter:2", "svm")
    for most in (1, 17, problem.examples, problem.examples + 5):
        run = Simulation(problem)
        *_, outcome = run.moments(None, most, memoised_pass(run, most))
        assert outcome == list(Simulation(problem).moments(None, most))[-1]


def spoil(problem: Reduction, monkeypatch: pytest.MonkeyPatch, x: Any) -> None:
    """The last call of a pass has one more example."""
    *most, (row, block) = problem.training.blocks()
    spoiled = (*most, (row, Block((*block.examples[:-1], (x, rational(1))))))
    monkeypatch.setattr(type(problem.training), "blocks", lambda _: iter(spoiled))


def test_a_call_that_does_something_else_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = of_model("counter:2", "svm")
    spoil(problem, monkeypatch, ((0, rational(-5)),))
    with pytest.raises(Mismatch, match="must be"):
        list(memoised_pass(Simulation(problem)))


def test_a_kink_within_a_call_is_noticed_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """An example of label 1 that the weights meet with w.x = 1."""
    problem = of_model("counter:2", "svm")
    before = Simulation(problem)
    while before.steps < problem.examples - 1:
        next(before.stepwise())
    *_, (row, _) = problem.training.blocks()
    place, weight = next((k, before.weights[str(c)]) for k, c in enumerate(row) if before.weights[str(c)] != 0)
    spoil(problem, monkeypatch, ((place, 1 / weight),))
    with pytest.raises(Mismatch, match=f"pass 1, step {problem.examples}: .* kink"):
        list(memoised_pass(Simulation(problem)))


def test_a_velocity_that_a_call_leaves_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though the next call is worked out at rest, and may come to the same weights."""
    problem = of_model("counter:2", "svm-nesterov")
    (row, block), *most = problem.training.blocks()
    left = (((0, rational(1)),), rational(1))
    spoiled = ((row, Block((*block.examples[:-1], left))), *most)
    monkeypatch.setattr(type(problem.training), "blocks", lambda _: iter(spoiled))
    with pytest.raises(Mismatch, match=f"pass 1, step {len(block.examples)}: a call leaves velocities"):
        list(memoised_pass(Simulation(problem)))
