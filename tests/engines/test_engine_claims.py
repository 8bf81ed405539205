"""Engines are not trusted: what one says that is not so ends with exit code 1 and the pass, never with a verdict."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from runs import reduction
from simulate_command import simulate, simulated

from conftest import in_full, needs, sampled
from ogd_exact.circuits.netlists import follow
from ogd_exact.training.constructions.abstract_run import BoundCall
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.constructions.training import Training
from ogd_exact.training.runs.coding import Weights
from ogd_exact.training.runs.confirm import LockstepCheck, confirm_outcome
from ogd_exact.training.runs.engine import Claim, advance
from ogd_exact.training.runs.engines import circuit
from ogd_exact.training.runs.engines.circuit import CircuitEngine
from ogd_exact.training.runs.simulation import Mismatch, Outcome, Simulation

ACCEPTED, NEVER = ("counter:4",), ("rule110:4",)  # in frame 15; with period 2, seen after pass 5
COMPACT = ("--tables", "compact", "--model", "svm")
UNDECIDED = ("counter:4", "--max-passes", "9")
OTHERS = [(*ACCEPTED, "--model", "dense-relu-dense"), (*NEVER, "--model", "svm-reg"), (*ACCEPTED, *COMPACT)]
OTHERS += [(*call, "--question", kind) for call in (ACCEPTED, NEVER) for kind in ("fixed-point", "norm")]
ALL = [ACCEPTED, NEVER, UNDECIDED, *OTHERS]

Lie = Callable[["Liar", Claim, Weights, int], Claim]  # about a claim, from the kept weights and the most that was asked


class Liar(CircuitEngine):
    """The circuit engine, whose claims are changed."""

    lie: Lie

    def __init__(self, reduction: Reduction) -> None:
        super().__init__(reduction)
        self.reduction, self.passes = reduction, 0

    def advance(self, weights: Weights, kept: Weights, most: int) -> Claim:
        self.before = weights
        claim = type(self).lie(self, super().advance(weights, kept, most), kept, most)
        self.passes += claim.moved
        return claim

    def beyond(self, weights: Weights, passes: int) -> dict[str, Any]:
        """So many passes on, whatever they answer."""
        state = self.coding.state(weights)
        for _ in range(passes):
            state = self.coding.netlist.evaluate(state)
        return self.coding.weights(state)

    def changed(self, claim: Claim, key: str) -> Claim:
        return claim._replace(weights=claim.weights | {key: claim.weights[key] + 2})


def one_pass_less_far(self: Liar, claim: Claim, kept: Weights, most: int) -> Claim:
    return claim._replace(weights=self.beyond(self.before, claim.moved - 1)) if claim.moved > 1 else claim


def too_many(self: Liar, claim: Claim, kept: Weights, most: int) -> Claim:
    return claim._replace(moved=most + 1)


def backwards(self: Liar, claim: Claim, kept: Weights, most: int) -> Claim:
    return claim._replace(moved=-1)


def one_pass_fewer(self: Liar, claim: Claim, kept: Weights, most: int) -> Claim:
    return claim._replace(moved=claim.moved - 1) if claim.moved > 1 else claim


def one_pass_further(self: Liar, claim: Claim, kept: Weights, most: int) -> Claim:
    return claim._replace(weights=self.beyond(claim.weights, 1)) if self.passes >= 1 and claim.moved else claim


def over_the_answer(self: Liar, claim: Claim, kept: Weights, most: int) -> Claim:
    return Claim(1, self.beyond(claim.weights, 1)) if claim.moved == 0 else claim


def before_the_answer(self: Liar, claim: Claim, kept: Weights, most: int) -> Claim:
    return Claim(0, claim.weights) if self.passes >= 3 else claim


def never(self: Liar, claim: Claim, kept: Weights, most: int) -> Claim:
    return Claim(1, dict(kept)) if self.passes >= 3 else claim


def never_at_once(self: Liar, claim: Claim, kept: Weights, most: int) -> Claim:
    return Claim(1, dict(kept))


def round_later(self: Liar, claim: Claim, kept: Weights, most: int) -> Claim:
    """The first return is passed by, and the second is a multiple of the period."""
    return Claim(most, self.beyond(kept, 4)) if claim.weights == kept and most == 4 else claim


def another_bit(self: Liar, claim: Claim, kept: Weights, most: int) -> Claim:
    key = str(self.reduction.program.signal(0))
    code = self.coding.codes[key]
    other = code[claim.weights[key] != code[1]]
    return claim._replace(weights=claim.weights | {key: other}) if claim.moved else claim


def no_bit(self: Liar, claim: Claim, kept: Weights, most: int) -> Claim:
    return self.changed(claim, str(self.reduction.program.signal(1))) if claim.moved else claim


def a_gate_that_is_set(self: Liar, claim: Claim, kept: Weights, most: int) -> Claim:
    return self.changed(claim, str(self.reduction.program.dimension - 1)) if claim.moved else claim


def a_special_weight(self: Liar, claim: Claim, kept: Weights, most: int) -> Claim:
    return self.changed(claim, "1") if claim.moved else claim


def the_answer(self: Liar, claim: Claim, kept: Weights, most: int) -> Claim:
    return self.changed(claim, "0") if claim.moved else claim


EVERYWHERE: list[Lie] = [too_many, backwards, one_pass_fewer, one_pass_further, before_the_answer, never_at_once]
EVERYWHERE += [another_bit, no_bit, a_gate_that_is_set, a_special_weight, the_answer]
CASES = [(lie, call) for lie in EVERYWHERE for call in ALL]
CASES += [(lie, call) for lie in (one_pass_less_far, never, over_the_answer) for call in ALL if "counter:4" in call]
CASES = [(lie, call) for lie, call in CASES if lie is not over_the_answer or call != UNDECIDED]
CASES += [(lie, NEVER) for lie in (round_later,)]


def lying(monkeypatch: pytest.MonkeyPatch, lie: Lie) -> None:
    engine = type("Liar", (Liar,), {"lie": lie})
    monkeypatch.setattr("ogd_exact.training.runs.conclude.choose", lambda name, reduction, *_: engine(reduction))


def name(value: Any) -> str:
    return " ".join(value) if isinstance(value, tuple) else str(value.__name__)


@pytest.mark.parametrize(("lie", "call"), sampled(CASES, 6), ids=name)
def test_a_lie_fails_and_names_the_pass(lie: Lie, call: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    lying(monkeypatch, lie)
    answer = simulate(*call)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith("ogd-exact: pass ") and len(answer.err.splitlines()) == 1


@pytest.mark.parametrize("call", sampled(ALL, 6), ids=name)
def test_the_truth_is_told(call: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine that lies does nothing else."""
    wanted = simulate(*call, "--format", "json")
    lying(monkeypatch, lambda self, claim, kept, most: claim)
    assert simulate(*call, "--format", "json") == wanted and wanted.code in (0, 3)


@pytest.mark.parametrize("lie", [one_pass_fewer, one_pass_further, another_bit, no_bit, the_answer, never_at_once])
def test_weights_at_a_step_are_confirmed_too(lie: Lie, monkeypatch: pytest.MonkeyPatch) -> None:
    lying(monkeypatch, lie)
    for call in ((*ACCEPTED, "--at-step", 4000), (*NEVER, "--at-step", 10**9)):
        answer = simulate(*call)
        assert (answer.code, answer.out) == (1, "") and answer.err.startswith("ogd-exact: pass ")


NOT_SEPARATED = ("lfsr:3", "--model", "dense-relu", "--question", "norm", "--norm-bound", "73/10")  # yes in frame 1


@pytest.mark.parametrize("lie", sampled([*EVERYWHERE, lambda self, claim, kept, most: claim], 4), ids=name)
def test_no_engine_is_asked_where_frames_do_not_decide(lie: Lie, monkeypatch: pytest.MonkeyPatch) -> None:
    """The circuit answers yes in frame 6, which is what an engine would say: the norm exceeds the bound before."""
    for call in (NOT_SEPARATED, (*NOT_SEPARATED, "--at-step", "2000")):
        wanted = simulate(*call)
        assert wanted.code == 0 and "accepted in frame 1 " in wanted.out
        with monkeypatch.context() as patch:
            lying(patch, lie)
            assert simulate(*call) == wanted


def test_a_claim_beyond_a_yes_that_only_the_norm_gives_is_refused() -> None:
    problem = reduction(*NOT_SEPARATED)
    run = Simulation(problem)
    beside, engine = LockstepCheck(run), CircuitEngine(problem)
    with pytest.raises(Mismatch, match="^pass 2: the answer is yes there, and the engine goes on to pass "):
        for _ in advance(run, engine, None, None):
            beside.confirm(run, "the engine")


MUTATIONS = [
    ("== 1", "== 5"),
    ("moved += 1", "moved += 2"),
    ("moved = 0", "moved = 1"),
    ("moved = 0", "moved = -1"),
    ("moved < most", "moved <= most"),
    ("moved < most", "moved + 1 < most"),
    ("1 ^ (", "0 ^ ("),
    (" & ", " | "),
    ("values[right[k]]", "values[left[k]]"),
    ("range(gates)", "range(gates - 1)"),
    ("range(inputs)", "range(1, inputs)"),
    ("values[answer] == 1", "values[answer] == 0"),
    ("same = True", "same = False"),
    ("bit == kept[i]", "bit != kept[i]"),
    ("values[i] = bit", "values[i] = 1 ^ bit"),
    ("values[i] = bit", "pass"),
    ("if same:", "if not same:"),
    ("if same:", "if False:"),
]


@pytest.mark.parametrize(("text", "other"), sampled(MUTATIONS, 4, lambda change: [change[0]]))
def test_no_slip_in_the_loop_of_the_circuit_engine_changes_a_verdict(
    text: str, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, failed = Path(follow.__file__).read_text(), 0
    assert text in source
    calls = [ACCEPTED, NEVER, UNDECIDED, ("collatz:4",), ("johnson:4", "--target", "0101")]
    wanted = [simulate(*call) for call in calls]
    scope: dict[str, Any] = {}
    exec(compile(source.replace(text, other), "mutated", "exec"), scope)  # noqa: S102
    monkeypatch.setattr(circuit, "Follower", scope["Follower"])  # what confirms has its own
    for call, right in zip(calls, wanted, strict=True):
        answer = simulate(*call)
        assert answer == right or (answer.code == 1 and answer.out == "" and "ogd-exact: pass" in answer.err)
        failed += answer != right
    assert failed


SPOILED: list[tuple[str, dict[str, Any]]] = [
    ("counter:3", {"frame": 6, "passes": 7}),
    ("counter:3", {"frame": 8, "passes": 9}),
    ("counter:3", {"steps": 2068}),
    ("counter:3", {"steps": 2066}),
    ("counter:3", {"verdict": "undecided", "frame": None}),
    ("counter:3", {"verdict": "never", "frame": None, "period": 1}),
    ("rule110:4", {"period": 1}),
    ("rule110:4", {"period": 4}),
    ("rule110:4", {"passes": 4, "steps": 4 * 639}),
    ("rule110:4", {"passes": 7, "steps": 7 * 639}),
    ("rule110:4", {"verdict": "accepted", "frame": 4, "period": None}),
    ("rule110:4", {"verdict": "undecided", "period": None}),
]


SPOILED += [(" ".join(NOT_SEPARATED), {"frame": frame, "passes": frame + 1}) for frame in (0, 2, 4, 6)]
SPOILED += [(" ".join(NOT_SEPARATED), {"verdict": "undecided", "frame": None, "passes": 4, "steps": 4 * 350})]


@pytest.mark.parametrize(("text", "spoiled"), SPOILED)
def test_an_outcome_is_confirmed_by_itself(text: str, spoiled: dict[str, Any]) -> None:
    """As a trace of the gadget engine needs it, and a replay."""
    problem = reduction(*text.split())
    *_, outcome = Simulation(problem).moments(None, None)
    assert isinstance(outcome, Outcome)
    confirm_outcome(problem, outcome, "the engine")
    with pytest.raises(Mismatch, match="^pass "):
        confirm_outcome(problem, replace(outcome, **spoiled), "the engine")


@in_full
def test_passes_of_the_kernel_that_would_take_long_are_left_out_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    call, steps = (*NEVER, "--model", "svm-reg"), []
    step = Simulation.step
    monkeypatch.setattr("ogd_exact.training.runs.confirm.MOST_STEPS", 0)
    monkeypatch.setattr(Simulation, "step", lambda self, example: steps.append(1) or step(self, example))
    said = "that the weights come round is the netlist's word, not the kernel's"
    data = simulated(*call)
    assert not steps and (data["verdict"], data["confirmed"], data["unconfirmed"]) == ("never", False, [said])
    text = " ".join(simulate(*call).out.split())
    assert text.endswith(f"run by the circuit engine unconfirmed: {said}; --confirm confirms")
    data = simulated(*call, "--confirm")
    assert len(steps) == 2 * data["examples"] and data["confirmed"] is True
    assert simulated(*call, "--engine", "kernel")["confirmed"] is True
    answer = simulate("counter:2", "--model", "svm-reg", "--max-passes", 2)
    assert answer.code == 3 and answer.out.endswith("run by the circuit engine, confirmed by netlist\n")
    assert simulated(*NEVER)["confirmed"] is True  # without decay a step moves few weights


KINKS = [("svm", "set_false_if_unset", 2, 2), ("svm", "destructive_nand", 2, 3), ("dense-relu", "copy", 0, -1)]


@pytest.mark.parametrize("engine", ["gadget", "native"])
@pytest.mark.parametrize(("model", "gadget", "row", "factor"), KINKS)
def test_a_kink_that_an_engine_meets_fails(
    model: str, gadget: str, row: int, factor: int, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An example is spoiled after the proof, so that a step stands on the kink: no other engine passes that by."""
    needs("numba", "numba")
    of_call = Training.of_call

    def spoiled(self: Training, bound: BoundCall) -> Iterator[Any]:
        for k, (x, y) in enumerate(of_call(self, bound)):
            wrong = bound.call.gadget == gadget and k == row
            yield tuple((place, value * factor if wrong else value) for place, value in x), y

    monkeypatch.setattr(Training, "of_call", spoiled)
    right = simulate("counter:3", "--model", model, "--engine", "kernel")
    assert right.code == 1 and re.match(r"ogd-exact: pass \d, step \d+: the margin is exactly 0", right.err)
    assert simulate("counter:3", "--model", model, "--engine", engine) == right


def test_a_pass_that_an_engine_is_unable_to_do_is_done_by_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that what goes wrong in it is not passed by; from there on another engine goes on."""

    def unable(self: Liar, claim: Claim, kept: Weights, most: int) -> Claim:
        return Claim(0, claim.weights, "it is late") if self.passes >= 3 else claim

    wanted = simulated(*ACCEPTED)
    lying(monkeypatch, unable)
    answer = simulate(*ACCEPTED)
    assert answer.code == 0 and f"accepted in frame {wanted['frame']} " in answer.out
    assert (
        answer.err == "ogd-exact: the circuit engine cannot go on at pass 4, as it is late; the circuit engine does\n"
    )
    step = Simulation.step

    def kinked(self: Simulation, example: Any) -> Any:
        if self.frame == 3 and (name := str(self.reduction.program.signal(0))) in self.weights:
            self.weights[name] *= 2
        return step(self, example)

    monkeypatch.setattr(Simulation, "step", kinked)
    answer = simulate(*ACCEPTED)
    assert (answer.code, answer.out) == (1, "") and answer.err.startswith("ogd-exact: pass 4")
