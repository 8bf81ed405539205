"""simulate --engine invariant, as users call it: never without a run, or else the line that says why not, and a run."""

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest
from simulate_command import direct
from test_abc import random_circuit

import ogd_exact as ogd
import ogd_exact.training.runs.never
from circuits.circuit_files import write_aiger
from conftest import called, in_full, needs_program, sampled
from ogd_exact.circuits.machines.machines import TAPS
from ogd_exact.circuits.netlists.builder import Circuit

LFSR = ("lfsr:64", "--target", "1" * 64, "--engine", "invariant")
NEVER = "never: an invariant excludes a yes in every pass"
INSTEAD = "; it is run instead\n"
PROPOSAL = "printf '.ilb s0\\n1 1\\n' > invariant.pla"


@pytest.fixture
def programs() -> None:
    needs_program("berkeley-abc", "abc", "yosys-abc")
    needs_program("cadical")


def xor_register(size: int) -> Circuit:
    """The other kind of shift register: it starts at 1, and only the zero state is off its cycle."""
    circuit = Circuit()
    x = circuit.register("x", size, reset=1)
    parity = x[0]
    for tap in TAPS[size]:
        parity ^= x[tap]
    for bit, follows in zip(x, [*x[1:], parity], strict=True):
        circuit.set_next(bit, follows)
    bad = circuit.constant(1)
    for bit in x:
        bad &= ~bit
    circuit.bad(bad)
    return circuit


@in_full
@pytest.mark.usefixtures("programs")
@pytest.mark.parametrize("model", ["svm-bias", "svm-eta", "svm-reg", "dense-relu", "dense-relu-dense"])
def test_other_models(tmp_path: Path, model: str) -> None:
    test_a_register_that_cannot_be_run(tmp_path, model)


@pytest.mark.usefixtures("programs")
def test_a_register_that_cannot_be_run(tmp_path: Path, model: str = "svm") -> None:
    path = tmp_path / "never.cert"
    answer = called("simulate", *LFSR, "--model", model, "--certificate", path)
    assert answer.code == 0 and NEVER in answer.out and answer.err == f"wrote {path}\n", answer
    answer = called("check", path, *LFSR[:3], "--format", "json")
    data = json.loads(answer.out)
    assert (answer.code, data["verdict"], data["model"], data["compared"]) == (0, "never", model, True)
    assert data["invariant"]["clauses"] == 1 and data["invariant"]["literals"] == 64  # not all of them are true
    assert (data["passes"], data["steps"], data["period"], data["confirmed_by"]) == (0, 0, None, "unit propagation")


@pytest.mark.usefixtures("programs")
@pytest.mark.parametrize("question", ["first-coordinate", "fixed-point", "norm"])
def test_a_start_at_1_and_every_question_by_the_library(tmp_path: Path, question: str) -> None:
    run = ogd.reduce(xor_register(32), question=question)
    verdict = ogd.simulate(run, engine="invariant")
    assert (verdict.verdict, verdict.engine, verdict.confirmed, verdict.notes) == ("never", "invariant", True, ())
    (tmp_path / "never.cert").write_text(verdict.certificate() or "")
    again = ogd.check(tmp_path / "never.cert", run)
    assert again.explain() == verdict.explain() and NEVER in verdict.explain()


@pytest.mark.usefixtures("programs")
@pytest.mark.parametrize("seed", sampled(range(60), 10))
def test_it_agrees_with_the_circuit_and_with_abc(seed: int, tmp_path: Path) -> None:
    """ABC proposes an invariant of ours if and only if the circuit never says yes, by running it."""
    circuit = random_circuit(seed)
    (tmp_path / "c.aag").write_bytes(write_aiger(circuit, binary=False))
    expected = direct(circuit)
    answer = called("simulate", tmp_path / "c.aag", "--engine", "invariant", "--format", "json")
    data = json.loads(answer.out)
    assert (data["verdict"], data["frame"]) == expected[:2]
    if data["verdict"] == "never":
        assert data["engine"] == "invariant" and answer.err == ""
    else:
        assert data["engine"] == "circuit"
        assert answer.err.endswith(f"says that the answer is yes in frame {data['frame']}{INSTEAD}")


def test_without_the_programs_a_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    answer = called("simulate", "counter:3", "--engine", "invariant", "--certificate", tmp_path / "none.cert")
    needed = "(install what is needed with: apt-get install berkeley-abc cadical)"
    said = f"ogd-exact: no invariant: berkeley-abc is missing {needed}{INSTEAD}"
    assert answer.err == said + "ogd-exact: without an invariant there is no certificate to write\n"
    assert answer.code == 0 and "accepted in frame 7" in answer.out and not (tmp_path / "none.cert").exists()
    program(tmp_path / "abc", "")
    assert "no invariant: cadical is missing (" in called("simulate", "counter:3", "--engine", "invariant").err


def program(path: Path, body: str) -> None:
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)


@pytest.mark.parametrize(
    ("abc", "cadical", "said"),
    [
        ("while :; do :; done", "", "berkeley-abc found nothing in 1 s"),
        ("exit 1", "", "berkeley-abc found no invariant in 1 s"),
        ("printf '.ilb s0\\n11 1\\n' > invariant.pla", "", "berkeley-abc wrote an invariant that cannot be read"),
        ("printf '.ilb x\\n1 1\\n' > invariant.pla", "", "berkeley-abc wrote an invariant that cannot be read"),
        (PROPOSAL, "exit 10", "what was proposed is none, as cadical says"),
        (PROPOSAL, "exit 0", "cadical found no proof of the invariant in 1 s"),
        (
            "printf '.ilb s99\\n1 1\\n' > invariant.pla",
            "exit 20",
            "berkeley-abc wrote an invariant that cannot be read",
        ),
        (
            PROPOSAL,
            "printf '1 0\\n0\\n' > proof; exit 20",
            "the proof that a frame keeps the invariant fails: clause 1 does not follow, or is not needed",
        ),
        (
            PROPOSAL,
            "echo x 0 > proof; exit 20",
            "cadical wrote no proof that can be read",
        ),
        (PROPOSAL, "exit 20", "cadical wrote no proof that can be read"),
    ],
)
def test_programs_that_fail_or_lie_only_lead_to_a_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, abc: str, cadical: str, said: str
) -> None:
    program(tmp_path / "berkeley-abc", abc)
    program(tmp_path / "cadical", cadical)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    began = time.monotonic()
    answer = called("simulate", "counter:3", "--engine", "invariant", "--limit", "1")
    assert answer.err == f"ogd-exact: no invariant: {said}{INSTEAD}"
    assert answer.code == 0 and "accepted in frame 7" in answer.out and time.monotonic() - began < 30


def test_whatever_is_proposed_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that says anything, of a circuit that does say yes."""
    monkeypatch.setattr(ogd_exact.training.runs.never, "installed", lambda names: names[0])
    for invariant in ([], [[-1]], [[-1], [1]], [[1]], [[-1, -2, -3]]):
        for proof in ([], [[1]], [[-1], [1]]):
            monkeypatch.setattr(ogd_exact.training.runs.never, "proposed", lambda *_, found=invariant: found)
            monkeypatch.setattr(ogd_exact.training.runs.never, "refutation", lambda *_, found=proof: found)
            verdict = ogd.simulate("counter:3", engine="invariant")
            assert verdict.verdict == "accepted" and verdict.notes[0].startswith("no invariant: the proof that")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--limit", "3"], "--limit is for --engine invariant; give that too, or drop --limit"),
        (["--certificate", "c"], "--certificate is for --engine invariant; give that too, or drop --certificate"),
        (["--engine", "invariant", "--audit", "3"], "--engine invariant runs no passes to audit"),
        (["--engine", "invariant", "--at-step", "3"], "--engine invariant takes no steps; drop it, or --at-step"),
        (["--engine", "invariant", "--trace", "t"], "--engine invariant shows no steps to --trace"),
        (["--engine", "invariant", "--no-simulate", "--certificate", "c"], "--no-simulate runs nothing"),
        (["--engine", "invariant", "--certificate", "/nowhere/c"], "there is no such folder"),
        (["--engine", "invariant", "--certificate", "-"], "--certificate needs a file, not '-'"),
    ],
)
def test_what_has_no_use_is_refused(
    options: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = called("simulate", "counter:3", *options)
    assert answer.code == 2 and said in answer.err and answer.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_bound_that_does_not_separate_needs_a_run() -> None:
    options: Any = ("--question", "norm", "--norm-bound", "2", "--engine", "invariant")
    answer = called("simulate", "counter:2", *options)
    assert "no invariant: ordinary passes may exceed the bound; it is run instead" in answer.err
