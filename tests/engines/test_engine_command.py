"""--engine and --audit as users type them: the same report from each engine, and what is said where one cannot run."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from runs import ALL, Broken, by_engine, of_model, options, reduction, reference
from simulate_command import simulate, simulated

from conftest import called, in_full, needs, sampled, typed
from ogd_exact.training.runs.audit import audit
from ogd_exact.training.runs.engines.choose import NAMES, choose
from ogd_exact.training.runs.engines.circuit import CircuitEngine
from ogd_exact.training.runs.simulation import Mismatch, Outcome


def without_engine(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key != "engine"}


@pytest.fixture
def no_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)


@pytest.mark.parametrize("name", ["auto", "kernel", "native", "circuit"])
def test_each_says_the_same(name: str) -> None:
    needs("numba", "numba")
    for circuit in ("counter:3", "collatz:3"):
        data = simulated(circuit, "--engine", name)
        assert data["engine"] == {"auto": "circuit"}.get(name, name)
        assert without_engine(data) == without_engine(simulated(circuit, "--engine", "kernel"))
        said = simulate(circuit, "--engine", name).out.splitlines()
        assert said[-1] == f"run by the {data['engine']} engine, confirmed by netlist and kernel"


@in_full
def test_a_counter_of_twenty_bits_is_decided() -> None:
    data = simulated("counter:20")
    assert (data["verdict"], data["frame"], data["steps"]) == ("accepted", 2**20 - 1, 2203057834)


@in_full
@pytest.mark.usefixtures("eighty_columns")
def test_a_long_period_is_found_and_stays_within_80_columns() -> None:
    lines = simulate("lfsr:16", "--target", "1" * 16).out.splitlines()
    assert lines[3].startswith("never: the weights repeat with period 65535 (seen after pass 131070, step")
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    ("model", "what"), [("svm-reg", "a regularizer"), ("dense-relu-dense", "a state"), ("svm-nesterov", "momentum")]
)
def test_the_next_best_engine_is_used_where_native_cannot(model: str, what: str) -> None:
    needs("numba", "numba")
    answer = simulate("counter:2", "--model", model, "--engine", "native", "--format", "json")
    assert answer.code == 0 and json.loads(answer.out)["engine"] == "circuit"
    reason = f"the native engine has no {model}, which has {what}; the circuit engine is used instead"
    assert answer.err == f"ogd-exact: {reason}\n"


def test_without_numba(no_numba: None) -> None:
    answer = simulate("counter:3", "--engine", "native", "--format", "json")
    assert answer.code == 0 and json.loads(answer.out)["engine"] == "circuit"
    assert (
        "needs numba; install it with: pip install '.[fast]' in a checkout of ogd-exact; the circuit engine is used"
        in answer.err
    )
    assert simulate("counter:3").err == ""
    problem = of_model("lfsr:4", "svm")
    assert by_engine(problem, CircuitEngine(problem, 0)) == reference(problem)


def test_an_engine_that_does_not_exist() -> None:
    answer = simulate("counter:2", "--engine", "warp")
    assert answer.code == 2 and all(name in answer.err for name in NAMES)


def test_a_trace_is_run_by_the_kernel(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    data = simulated("counter:2", "--trace", trace)
    assert data["engine"] == "kernel" and len(trace.read_text().splitlines()) == data["steps"]
    answer = simulate("counter:2", "--trace", trace, "--engine", "circuit")
    assert answer.code == 2 and "--engine circuit shows no steps to --trace; drop one" in answer.err


@pytest.mark.parametrize(
    ("first", "then"), sampled([("circuit", "kernel"), ("kernel", "circuit"), ("circuit", "native")], 3)
)
def test_one_engine_goes_on_where_another_stopped(first: str, then: str, tmp_path: Path) -> None:
    needs("numba", "numba")
    for circuit in ("counter:4", "johnson:4"):
        whole = simulated(circuit, "--engine", then)
        for passes in sampled(range(1, 9), 4):
            path = tmp_path / f"{circuit[0]}{passes}.json"
            call = (circuit, "--checkpoint", path, "--engine")
            assert simulate(*call, first, "--max-passes", passes).code in (0, 3)
            assert simulated(*call, then) == whole


@pytest.mark.parametrize("first", ["circuit", "native"])
def test_the_checkpoint_is_the_kernels(first: str, tmp_path: Path) -> None:
    needs("numba", "numba")
    for passes in (1, 2, 3, 6, 11):
        kept = []
        for engine in (first, "kernel"):
            path = tmp_path / f"{engine}{passes}"
            simulate("counter:4", "--engine", engine, "--checkpoint", path, "--max-passes", passes)
            kept.append(path.read_text())
        assert kept[0] == kept[1]


@pytest.mark.parametrize("model", sampled(ALL, 3))
def test_an_audit(model: str) -> None:
    data = simulated("counter:3", *options(model), "--audit", 4)
    assert data["audited"] == 4 and data["seed"] > 0
    # Where gates last, weights repeat a pass later, and the weights to repeat are kept after passes 1, 3, 7 and so on.
    passes = 4 if model.endswith("compact") else 2
    assert simulated("collatz:2", *options(model), "--audit", 1000, "--seed", 3)["audited"] == passes


@pytest.mark.parametrize("engine", ["kernel", "native"])
def test_other_engines_are_audited_alike(engine: str) -> None:
    needs("numba", "numba")
    assert simulated("counter:3", "--engine", engine, "--audit", 100)["audited"] == 7
    assert simulated("collatz:3", "--engine", engine, "--audit", 100)["audited"] > 1


def test_the_text_of_an_audit() -> None:
    lines = simulate("counter:3", "--audit", 1, "--seed", 7).out.splitlines()
    assert lines[-1] == "audited: 1 pass (seed 7)"
    assert simulate("counter:3", "--seed", 7).code == 2
    assert simulate("counter:3", "--no-simulate", "--audit", 7).code == 2


def test_an_audit_of_all_passes_of_a_run_that_was_stopped_in_the_middle_of_one() -> None:
    answer = simulate("counter:3", "--max-steps", 1000, "--audit", 50, "--format", "json")
    data = json.loads(answer.out)
    assert answer.code == 3 and data["audited"] == 1000 // data["examples"]


def test_an_audit_finds_a_broken_engine() -> None:
    problem = reduction("counter:4")
    with pytest.raises(Mismatch, match="^audit: pass 5: x1 is 1 by the circuit engine, -1 by the kernel$"):
        audit(problem, Broken(problem), Outcome("undecided", None, 8, 8 * problem.examples), 8, 1)


def test_the_library_chooses_too() -> None:
    problem = reduction("counter:2")
    assert choose("auto", problem).name == "circuit" and choose("auto", problem, traced=True).name == "kernel"


@in_full
def test_what_is_too_large_for_machine_integers_goes_on_with_the_circuit() -> None:
    answer = typed(
        "-m", "ogd_exact.simulate", "counter:3", "--model", "svm-eta", "--eta", 68719476736, "--engine", "native"
    )
    assert answer.code == 0 and "accepted in frame 7" in answer.out and "native and circuit" in answer.out
    assert answer.err == (
        "ogd-exact: the native engine cannot go on at pass 1, as weights become too large for machine integers; "
        "the circuit engine does\n"
    )


def test_a_late_step_is_reported_alike_by_all_engines(tmp_path: Path) -> None:
    path = tmp_path / "turns.aag"
    path.write_text("aag 1 0 1 1 0\n2 3 0\n0\n")
    said = []
    for name, by in (("kernel", "kernel"), ("circuit", "netlist and kernel"), ("gadget", "netlist and kernel")):
        out = called("simulate", path, "--at-step", 1000, "--engine", name).out
        how = f"\nrun by the {name} engine, confirmed by {by}\n"
        assert how in out
        said.append(out.replace(how, "\n"))
    assert said[0] == said[1] == said[2] and "undecided after 9 passes, 1000 steps" in said[0]
