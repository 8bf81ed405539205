"""Weights after a step, however late, are those of the reference that runs every step and does not stop at a yes."""

import random
import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from runs import ALL, NATIVE, of_model
from simulate_command import simulate, simulated

from conftest import needs, sampled
from ogd_exact.core.kernel.errors import Kink
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.runs import at_step
from ogd_exact.training.runs.at_step import OutOfReach, RunPastYes
from ogd_exact.training.runs.engine import Engine, KernelEngine
from ogd_exact.training.runs.engines.circuit import CircuitEngine
from ogd_exact.training.runs.engines.native import NativeEngine
from ogd_exact.training.runs.simulation import Mismatch, Simulation


def every_step(reduction: Reduction, most: int) -> tuple[list[dict[str, Any]], str]:
    """The weights after each step until the last, a kink, or numbers that grow without end; and which it was."""
    run, found = Simulation(reduction), []
    while True:
        for example in reduction.training.examples():
            if len(found) == most:
                return found, "enough"
            try:
                run.step(example)
            except Kink:
                return found, "kink"
            found.append(dict(run.weights))
            if reduction.model.name == "dense-relu-dense" and any(
                w.numerator.bit_length() > 500 for w in run.weights.values()
            ):
                return found, "large"
        run.frame += 1


@pytest.mark.parametrize(("model", "text"), sampled(product(ALL, ["lfsr:2", "counter:2", "collatz:2"]), 9))
def test_at_many_steps(model: str, text: str) -> None:
    reduction = of_model(text, model)
    wanted, end = every_step(reduction, (5 if model == "svm-reg" else 12) * reduction.examples)
    accepted = next((k for k, w in enumerate(wanted, 1) if w["0"] > 0), None)
    chance = random.Random(f"{model} {text}")
    steps = {1, reduction.examples, reduction.examples + 1, len(wanted), *chance.sample(range(1, len(wanted) + 1), 12)}
    steps |= {accepted - 1, accepted, accepted + 1} if accepted else set()
    engines: list[Engine] = [CircuitEngine(reduction), KernelEngine()]
    if model in NATIVE:
        needs("numba", "numba")
        engines.append(NativeEngine(reduction))
    for step in sampled(sorted(steps), 3):
        for engine in engines[: None if step % 4 == 0 else 1]:
            weights, outcome = RunPastYes(reduction, engine).after(step)
            assert weights == wanted[step - 1], (engine.name, step)
            assert (outcome.verdict == "accepted") == (accepted is not None and step >= accepted)
            assert outcome.verdict != "accepted" or outcome.steps == accepted
    if end == "kink":
        with pytest.raises(Mismatch, match=f"step {len(wanted) + 1} is not defined: the margin is exactly 0"):
            RunPastYes(reduction, CircuitEngine(reduction)).after(len(wanted) + 1)
    if end == "large":
        with pytest.raises(OutOfReach, match=r"accepted in step \d+, after which nothing is proved; by step \d+ a we"):
            RunPastYes(reduction, CircuitEngine(reduction)).after(10**15)


def test_after_a_yes_the_engine_goes_on_only_if_a_pass_does_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the check made to fail all is run by the kernel, to the same weights."""
    reduction = of_model("lfsr:2", "svm")
    step = 8 * reduction.examples + 11
    late = RunPastYes(reduction, CircuitEngine(reduction))
    wanted = late.after(step)
    few = late.evidence.passes
    monkeypatch.setattr(RunPastYes, "same", lambda *_: False)
    late = RunPastYes(reduction, CircuitEngine(reduction))
    assert late.after(step) == wanted and late.evidence.passes > few


@pytest.mark.parametrize("engine", ["auto", "kernel"])
def test_a_step_that_only_the_kernel_could_come_to_is_out_of_reach(engine: str) -> None:
    """Under a regularizer the accepting weight decays for ever after a yes, and no engine goes on from there."""
    call = ("counter:2", "--target", "01", "--model", "svm-reg", "--engine", engine, "--at-step")
    answer = simulate(*call, 10**18, "--limit", 0.5)
    assert answer.code == 3 and answer.out == ""
    assert re.fullmatch(
        r"ogd-exact: accepted in step 322, after which nothing is proved; the kernel came to step \d+ in 0.5 s; "
        "ask for an earlier step, or raise --limit\n",
        answer.err,
    )
    assert simulate(*call, 400, "--limit", 600).code == 0


def test_how_far_it_has_come_is_told() -> None:
    reduction, told = of_model("lfsr:2", "svm"), list[tuple[int, int | None]]()
    RunPastYes(reduction, CircuitEngine(reduction), progress=lambda *now: told.append(now)).after(1000)
    steps, ends = zip(*told, strict=True)
    assert list(steps) == sorted(steps) and steps[-1] in (999, 1000) and {*ends} == {1000}


def test_denominators_are_bounded_as_well() -> None:
    """With lambda = 1/2 numerators of what decays stay 1."""
    assert at_step.size(rational(1, 1 << 5000)) > 5000 < at_step.size(rational(1 << 5000))


def test_a_pass_that_does_not_do_the_same_is_noticed() -> None:
    reduction = of_model("lfsr:2", "svm")
    late = RunPastYes(reduction, CircuitEngine(reduction))
    plain = reduction.start()
    assert late.apart and late.same(plain, 3)
    assert not late.same(plain, -30)  # the gadget that moves the answer would fire
    assert not RunPastYes(of_model("lfsr:2", "svm-reg"), KernelEngine()).apart


def test_a_cycle_is_gone_round_as_often_as_there_is_room() -> None:
    reduction = of_model("collatz:3", "svm")
    period = simulated("collatz:3")["period"]
    step, many = 20 * reduction.examples + 5, 10**15
    steps = (step + many * period * reduction.examples, step)
    late, early = (RunPastYes(reduction, CircuitEngine(reduction)).after(s) for s in steps)
    assert late[0] == early[0] and late[1].verdict == "never" and late[1].period == period


@pytest.mark.parametrize("question", ["first-coordinate", "norm"])
def test_after_a_yes_in_the_first_pass(question: str, tmp_path: Path) -> None:
    path = tmp_path / "turns.aag"
    path.write_text("aag 1 0 1 1 0\n2 3 1\n2\n")
    call = (path, "--model", "svm-bias", "--question", question, "--at-step")
    examples = simulated(*call, 1)["examples"]
    for step in (examples, 2 * examples, 2 * examples + 9):
        fast, slow = (simulated(*call, step, "--engine", engine) for engine in ("circuit", "kernel"))
        assert fast["weights"] == slow["weights"] and fast["verdict"] == slow["verdict"] == "accepted"


@pytest.mark.usefixtures("eighty_columns")
def test_the_command() -> None:
    data = simulated("counter:2", "--at-step", 160)
    assert data["at_step"] == 160 and data["engine"] == "circuit" and data["verdict"] == "undecided"
    reduction = of_model("counter:2", "svm")
    names = reduction.program.coordinates()
    assert data["weights"] == dict(zip(names, map(str, every_step(reduction, 160)[0][-1].values()), strict=True))
    assert "v" in simulated("counter:2", "--at-step", 1, "--model", "dense-relu-dense")["weights"]
    lines = simulate("counter:2", "--at-step", 600).out.splitlines()
    assert lines[3:6] == [
        "accepted in frame 3 (pass 4, step 592)",
        "run by the circuit engine, confirmed by netlist and kernel",
        "weights after step 600, but for those that are 0:",
    ]
    assert lines[6].startswith("bot = 1, x1 = 1, spare = -1, gate0 = ") and max(map(len, lines)) <= 80
    assert simulate("counter:2", "--at-step", 10**18).code == 1  # a kink, in the end
    assert simulate("counter:2", "--at-step", 10**18 + 1).code == 2
    answer = simulate("lfsr:2", "--model", "dense-relu-dense", "--at-step", 10**12)
    assert answer.code == 3 and answer.out == "" and "accepted in step" in answer.err


@pytest.mark.parametrize("other", ["--max-passes", "--max-steps", "--audit", "--trace", "--checkpoint"])
def test_options_that_would_be_ignored_are_refused(other: str, tmp_path: Path) -> None:
    value = tmp_path / "file" if other in ("--trace", "--checkpoint") else 5
    answer = simulate("counter:2", "--at-step", 7, other, value)
    assert answer.code == 2 and f"drop it, or {other}" in answer.err
    assert simulate("counter:2", "--at-step", 7, "--no-simulate").code == 2
