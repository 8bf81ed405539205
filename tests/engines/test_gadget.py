"""The gadget engine against the reference: every step of a trace, and the state of the run after every pass."""

import json
from itertools import islice, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from runs import moved, reduction

from circuits.circuit_files import write_aiger
from circuits.random_circuits import sequentials
from conftest import examples, in_full, sampled
from ogd_exact.core.kernel.errors import Kink
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.numbers.powers import Powers
from ogd_exact.training.runs.engines.gadget import GadgetEngine
from ogd_exact.training.runs.report import moment_json
from ogd_exact.training.runs.simulation import Outcome, Simulation

MODELS = ["svm", "svm-bias", "svm-eta", "svm-reg", "dense-relu", "dense-relu-dense"]
COMPACT = ("--tables", "compact", "--model", "svm")
ALL = [*(("--model", model) for model in MODELS), COMPACT]
MOST = 12  # passes


def shown(run: Simulation) -> tuple[Any, ...]:
    return run.weights, run.frame, run.steps, run.cycle.kept, run.cycle.distance, run.cycle.reach


def between_passes(problem: Reduction, most: int) -> list[tuple[Any, ...]]:
    """What the reference is like after 0, 1, 2, ... passes, up to an answer, a return or a limit."""
    run = Simulation(problem)
    states = [(dict(run.weights), 0, 0, dict(run.cycle.kept), 0, 1)]
    for moment in run.moments(most, None):
        if not isinstance(moment, Outcome) and run.between_passes:
            weights, frame, steps, kept, *counts = shown(run)
            states.append((dict(weights), frame + 1, steps, dict(kept), *counts))
    return states


def check_passes(problem: Reduction, most: int = MOST) -> int:
    """The engine is where the reference is, pass by pass and in one leap; returns how many passes."""
    wanted = between_passes(problem, most)
    engine = GadgetEngine(problem)
    run = Simulation(problem)
    for state in wanted[1:]:
        assert moved(run, engine, 1) == 1
        assert shown(run) == state
    if len(wanted) <= most:  # the reference stopped before the limit, and so does the engine
        assert moved(run, engine, 5) == 0
        assert shown(run) == wanted[-1]
    leap = Simulation(problem)
    assert moved(leap, GadgetEngine(problem), most) == len(wanted) - 1
    assert shown(leap) == wanted[-1]
    return len(wanted) - 1


def check_steps(problem: Reduction, most: int) -> None:
    """The same lines of a trace, to the letter."""
    plain, fast = Simulation(problem), Simulation(problem)
    steps = zip(plain.stepwise(), GadgetEngine(problem).stepwise(fast), strict=True)
    for a, b in islice(steps, most):
        assert json.dumps(moment_json(a)) == json.dumps(moment_json(b))
        assert plain.weights == fast.weights and plain.frame == fast.frame


@pytest.mark.parametrize(
    ("circuit", "options"), sampled(product(["counter:2", "johnson:3", "lfsr:3", "collatz:2", "rule110:3"], ALL), 5)
)
def test_after_every_pass(circuit: str, options: tuple[str, ...]) -> None:
    assert check_passes(reduction(circuit, *options)) > 0


@pytest.mark.parametrize(
    ("circuit", "most", "options"),
    sampled(((*run, options) for run in (("counter:2", 10_000), ("collatz:2", 1000)) for options in ALL), 8),
)
def test_every_step(circuit: str, most: int, options: tuple[str, ...]) -> None:
    """Of the counter up to its answer."""
    check_steps(reduction(circuit, *options), most)


@pytest.mark.parametrize("options", ALL, ids=lambda o: o[-1])
@settings(max_examples=examples(8))
@given(circuit=sequentials(inputs=0, resets=(0, 1)).filter(lambda c: c.outputs or c.bads), data=st.data())
def test_random_circuits(options: tuple[str, ...], circuit: Any, data: st.DataObject, tmp_path_factory: Any) -> None:
    path = tmp_path_factory.mktemp("circuit") / "c.aag"
    path.write_bytes(write_aiger(circuit, binary=False))
    problem = reduction(str(path), *options)
    check_passes(problem, 5)
    check_steps(problem, data.draw(st.integers(1, 2 * problem.examples)))


@pytest.mark.parametrize(
    "options", sampled([("--model", "svm-reg", "--lambda", "1/7"), ("--model", "svm-eta", "--eta", "2")], 2)
)
def test_other_parameters(options: tuple[str, ...]) -> None:
    problem = reduction("johnson:2", *options)
    check_passes(problem)
    check_steps(problem, 10_000)


@pytest.mark.parametrize("model", MODELS)
def test_a_long_run_ends_as_the_circuit_says(model: str) -> None:
    problem = reduction("counter:6", "--model", model)
    run = Simulation(problem)
    assert moved(run, GadgetEngine(problem), 1000) == 63  # and in the pass after these all six bits are true
    assert problem.netlist.evaluate(run.bits())[-1]


@in_full
def test_a_period_is_found_by_look_up() -> None:
    problem = reduction("collatz:4", "--model", "svm-reg")
    run = Simulation(problem)
    moved(run, GadgetEngine(problem), 1000)
    *_, outcome = Simulation(problem).moments(None, None)
    assert isinstance(outcome, Outcome) and outcome.verdict == "never"
    assert (run.frame, run.steps, run.cycle.distance) == (outcome.passes, outcome.steps, outcome.period)


def test_states_that_were_met_cost_no_step(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = reduction("counter:3", "--model", "dense-relu-dense")
    engine = GadgetEngine(problem)
    moved(Simulation(problem), engine, 7)
    monkeypatch.setattr(Simulation, "step", None)
    assert moved(Simulation(problem), engine, 7) == 7


def test_weights_outside_all_tables_go_through_the_kernel() -> None:
    """A weight that no table expects at some coordinates: the engine does what the steps do, or leaves them alone."""
    problem = reduction("counter:2", "--model", "svm")
    for index in range(problem.program.dimension):
        start = problem.start() | {str(index): rules_value(problem, index)}
        plain, fast = Simulation(problem, dict(start)), Simulation(problem, dict(start))
        done = moved(fast, GadgetEngine(problem), 1)
        try:
            accepted = any(plain.step(e) and plain.accepted for e in problem.training.examples())
        except Kink:
            accepted = True
        assert done == (not accepted)
        if done:
            assert fast.weights == plain.weights


def rules_value(problem: Reduction, index: int) -> Any:
    return problem.start()["0"] - index - 5


def test_the_sizes_of_weights_do_not_grow_with_the_training_set() -> None:
    """Flatness, by terms instead of by seconds."""
    most = []
    for circuit in ("counter:2", "counter:8"):
        problem = reduction(circuit, "--model", "svm-reg")
        engine = GadgetEngine(problem)
        moved(Simulation(problem), engine, 2)
        values = [value for value in engine.contents.values if isinstance(value, Powers)]
        assert values and all(len(v.over) == len(v.under) == 1 for v in values)
        sums = [v for site in engine.sites for call in site.calls for x, _ in call.block.examples for _, v in x]
        most.append(max(len(v.over) + len(v.under) for v in sums if isinstance(v, Powers)))
    assert most[0] == most[1] <= 12
