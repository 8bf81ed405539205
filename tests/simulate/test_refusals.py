"""Files that collide, checkpoints whose fields do not fit, limits already passed, numbers beyond doubles."""

import json
import os
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from simulate_command import simulate, simulated

from circuits.circuit_files import write_aiger
from conftest import Answer, sampled
from ogd_exact.circuits.machines.machines import machine
from ogd_exact.commands.command_line import command
from ogd_exact.commands.shell import run
from ogd_exact.training.runs.checkpoint import digest

FORGED = [
    ("frame", "x"),
    ("frame", 10**30),
    ("steps", -5),
    ("steps", 1),
    ("weights", {}),
    ("weights", None),
    ("kept", "x"),
    ("distance", -3),
    ("distance", 6),
    ("distance", 3),
    ("reach", 0),
    ("reach", 3),
    ("reach", 8),
    ("frame", 6),
]
NOT_COME_TO = "is not what a run comes to: pass "
# Weights of counter:4 by svm: bot, box, diamond, five inputs, sixteen gates.
FORGED_WEIGHTS = [
    ("0", "1", "the answer was yes already"),
    ("1", "1", "box is unset between passes"),
    ("8", "1", "gates are unset between passes"),
    ("3", "2", "no bit"),
    ("3", "1*sqrt(2)", "no rational"),
    ("3", "2/2", "not as we write it"),
    ("3", "-01", "not as we write it"),
    ("3", "1" * 1_000_000, "would take long to read"),
]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("kept") / "run.json"
    assert simulate("counter:4", "--max-passes", 5, "--checkpoint", path).code == 3 and path.exists()
    return path


@pytest.mark.parametrize(("key", "value"), FORGED)
def test_fields_that_do_not_fit_are_refused_though_the_digest_is_right(
    kept: Path, tmp_path: Path, key: str, value: Any
) -> None:
    data = json.loads(kept.read_text())
    assert data["body"][key] != value
    data["body"][key] = value
    check_refused(data, tmp_path)


def forged(data: Any, folder: Path, *call: object) -> Answer:
    """What simulate makes of a checkpoint whose digest is right."""
    data["digest"] = digest(data["body"])
    (folder / "forged.json").write_text(json.dumps(data))
    return simulate(*call, "--checkpoint", folder / "forged.json")


def check_refused(data: Any, folder: Path) -> None:
    answer = forged(data, folder, "counter:4")
    assert answer.code == 2 and "is not a checkpoint, or damaged; name another file" in answer.err


@pytest.mark.parametrize("which", ["weights", "kept"])
@pytest.mark.parametrize(("key", "value", "why"), FORGED_WEIGHTS, ids=[why for _, _, why in FORGED_WEIGHTS])
def test_weights_that_cannot_be_are_refused(
    kept: Path, tmp_path: Path, which: str, key: str, value: str, why: str
) -> None:
    data = json.loads(kept.read_text())
    assert data["body"][which][key] != value, why
    data["body"][which][key] = value
    check_refused(data, tmp_path)


def test_kept_weights_are_those_of_the_pass_when_they_were_kept(tmp_path: Path) -> None:
    assert simulate("counter:4", "--max-passes", 1, "--checkpoint", tmp_path / "run.json").code == 3
    data = json.loads((tmp_path / "run.json").read_text())
    assert data["body"]["distance"] == 0 and data["body"]["kept"] == data["body"]["weights"]
    data["body"]["kept"]["4"] = "1"
    check_refused(data, tmp_path)


def written(call: tuple[str, ...], passes: int, folder: Path) -> Any:
    """The checkpoint of a run after so many passes."""
    assert simulate(*call, "--max-passes", passes, "--checkpoint", folder / "run.json").code in (0, 3)
    return json.loads((folder / "run.json").read_text())


def come_round(body: Any, other: Any) -> None:
    body["kept"] = dict(body["weights"])
    body |= {"distance": 1, "frame": body["reach"]}


def come_round_at_once(body: Any, other: Any) -> None:
    come_round(body, other)
    body |= {"reach": 1, "frame": 1}


def come_round_late(body: Any, other: Any) -> None:
    body["kept"] = dict(body["weights"])
    body |= {"distance": body["reach"], "frame": 2 * body["reach"] - 1}


def another_state(body: Any, other: Any) -> None:
    body["weights"] = other["weights"]


def another_kept_state(body: Any, other: Any) -> None:
    body["kept"] = other["weights"]


def another_time(body: Any, other: Any) -> None:
    """Both states are those of the run, but for when."""
    body |= {"weights": other["weights"], "kept": other["kept"]}


def unset(body: Any, other: Any) -> None:
    body["weights"] = dict.fromkeys(body["weights"], "0")


def much_later(body: Any, other: Any) -> None:
    body |= {"reach": 1 << 50, "frame": (1 << 50) - 1 + body["distance"]}


def just_too_late(body: Any, other: Any) -> None:
    """As far as there are states for it: 5 bits."""
    body |= {"reach": 1 << 6, "frame": (1 << 6) - 1 + body["distance"]}


Forger = Callable[[Any, Any], None]
FORGERS: list[Forger] = [come_round, come_round_at_once, come_round_late, another_state, another_kept_state]
FORGERS += [another_time, unset, much_later, just_too_late]
RUNS = [("counter:4",), ("counter:4", "--model", "svm-reg"), ("lfsr:4", "--target", "1111"), ("collatz:4",)]
RUNS += [("counter:4", "--tables", "compact"), ("counter:4", "--question", "fixed-point")]


@pytest.mark.parametrize(("call", "forger"), sampled(product(RUNS, FORGERS), 12))
def test_what_no_run_comes_to_is_refused(call: tuple[str, ...], forger: Forger, tmp_path: Path) -> None:
    """Each field is one that a run could have, and the digest is right."""
    wanted = simulate(*call)
    for passes, other in sampled(((4, 5), (5, 6), (6, 5), (7, 9)), 2, lambda _: ()):
        data, body = written(call, passes, tmp_path), written(call, other, tmp_path)["body"]
        before = json.dumps(data)
        forger(data["body"], body)
        data["body"]["steps"] = data["body"]["frame"] * (body["steps"] // body["frame"])
        if json.dumps(data) == before:
            continue
        answer = forged(data, tmp_path, *call)
        if answer.code == 2:
            assert answer.out == "" and (NOT_COME_TO in answer.err or "is not a checkpoint, or damaged" in answer.err)
        else:  # the run was at its end before, and the checkpoint is one that it comes to
            assert call == ("collatz:4",) and answer == wanted


def test_a_cycle_that_no_run_enters_is_refused(tmp_path: Path) -> None:
    """Of two bits, one turns and one stays at 0; where it is 1, nothing turns, and a checkpoint would say never."""
    (tmp_path / "two.aag").write_text("aag 4 0 2 1 2\n2 7 0\n4 4 0\n8\n6 2 5\n8 2 5\n")
    call = (str(tmp_path / "two.aag"), "--model", "svm")
    assert "accepted in frame 1 " in simulate(*call).out
    data = written(call, 1, tmp_path)
    stuck = str(3 + 1)  # after three special coordinates
    for name in ("weights", "kept"):
        data["body"][name] |= {"3": "1", stuck: "1"}
    data["body"] |= {"distance": 1, "reach": 2, "frame": 2, "steps": 2 * data["body"]["steps"]}
    answer = forged(data, tmp_path, *call)
    assert answer.code == 2 and NOT_COME_TO in answer.err


@pytest.fixture
def dear(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if frames were many: nothing is cheap."""
    monkeypatch.setattr("ogd_exact.training.runs.checkpoint.CHEAP", 0)


def test_what_is_not_confirmed_is_said(tmp_path: Path, dear: None) -> None:
    call = ("counter:4", "--checkpoint", tmp_path / "run.json")
    assert simulate(*call, "--max-passes", 14).code == 3
    kept = (tmp_path / "run.json").read_text()
    said = "it leads to accepted in frame 15, but the first 7 passes are the checkpoint's word"
    answer = simulate(*call)
    assert answer.code == 3 and "\naccepted" not in answer.out and "\nundecided after 16 passes" in answer.out
    ends = f"run by the circuit engine unconfirmed: {said}; --confirm confirms"
    assert " ".join(answer.out.split()).endswith(ends)
    (tmp_path / "run.json").write_text(kept)
    data = json.loads(simulate(*call, "--format", "json").out)
    assert data["confirmed"] is False and "confirmed_by" not in data
    assert (data["verdict"], data["frame"], data["unconfirmed"]) == ("undecided", None, [said])
    (tmp_path / "run.json").write_text(kept)
    data = json.loads(simulate(*call, "--format", "json", "--confirm").out)
    assert data["confirmed"] is True and data["frame"] == 15 and "unconfirmed" not in data


def test_passes_before_a_checkpoint_are_confirmed_if_the_run_did_as_many_itself(tmp_path: Path, dear: None) -> None:
    call = ("counter:4", "--checkpoint", tmp_path / "run.json")
    for passes, confirmed in ((9, True), (10, False)):  # of 16 passes 7 or 6 more are done
        (tmp_path / "run.json").unlink(missing_ok=True)
        assert simulate(*call, "--max-passes", passes).code == 3
        assert json.loads(simulate(*call, "--format", "json").out)["confirmed"] is confirmed


def test_a_forged_state_that_is_believed_at_first_is_found_out(tmp_path: Path, dear: None) -> None:
    """After pass 7 the counter is at 7; the checkpoint says 10."""
    data = written(("counter:4",), 7, tmp_path)
    for name in ("weights", "kept"):
        data["body"][name] |= {"3": "-1", "4": "1", "5": "-1", "6": "1"}
    answer = forged(data, tmp_path, "counter:4", "--confirm")
    assert answer.code == 2 and NOT_COME_TO in answer.err
    answer = forged(data, tmp_path, "counter:4")  # accepted 3 passes too early, after 6 passes more: nothing is decided
    assert answer.code == 3 and "\nundecided after 13 passes" in answer.out
    assert "\nunconfirmed: it leads to accepted in frame 12, but the first 7 passes are" in answer.out
    for name in ("weights", "kept"):
        data["body"][name] |= {"4": "-1", "6": "-1"}
    answer = forged(data, tmp_path, "counter:4")  # 0, so that 16 passes more are done
    assert answer.code == 2 and answer.out == "" and NOT_COME_TO in answer.err


BY_NORM = ("lfsr:3", "--model", "dense-relu", "--question", "norm", "--norm-bound")


def beyond_a_yes(folder: Path) -> Any:
    """All states are those of the circuit, and the norm was above 73/10 in pass 2 already, but never above 8."""
    assert simulated(*BY_NORM, "73/10")["frame"] == 1
    data = written((*BY_NORM, "8"), 4, folder)
    (folder / "run.json").unlink()
    data["body"]["problem"] = written((*BY_NORM, "73/10"), 1, folder)["body"]["problem"]
    return data


@pytest.mark.parametrize("more", [(), ("--confirm",)])
def test_a_checkpoint_beyond_a_yes_that_only_the_norm_gives_is_refused(more: tuple[str, ...], tmp_path: Path) -> None:
    answer = forged(beyond_a_yes(tmp_path), tmp_path, *BY_NORM, "73/10", *more)
    assert (answer.code, answer.out) == (2, "")
    assert f"{NOT_COME_TO}2: the answer is yes there, and the checkpoint goes on" in answer.err


def test_what_only_the_kernel_could_confirm_is_the_checkpoints_word(tmp_path: Path, dear: None) -> None:
    data = beyond_a_yes(tmp_path)
    answer = forged(data, tmp_path, *BY_NORM, "73/10")
    assert answer.code == 3 and "confirmed by" not in answer.out and "\nundecided after" in answer.out
    assert "\nunconfirmed: it leads to accepted in frame 4, but the first 4 passes are" in answer.out
    answer = forged(data, tmp_path, *BY_NORM, "73/10", "--confirm")
    assert (answer.code, answer.out) == (2, "") and NOT_COME_TO in answer.err


def test_passes_that_a_norm_does_not_tell_apart_go_on_from_a_checkpoint(tmp_path: Path) -> None:
    call = (*BY_NORM, "73/10", "--checkpoint", tmp_path / "run.json")
    assert simulate(*call, "--max-passes", 1).code == 3
    assert simulated(*call) == simulated(*BY_NORM, "73/10")


def test_other_names_of_one_file_are_seen_through(tmp_path: Path) -> None:
    circuit, link = tmp_path / "c.aag", tmp_path / "link"
    circuit.write_bytes(write_aiger(machine("counter:1"), binary=False))
    link.symlink_to(circuit)
    (tmp_path / "hard").hardlink_to(circuit)
    (tmp_path / "sub").mkdir()
    before = circuit.read_bytes()
    for option in ("-o", "--trace", "--checkpoint"):
        for name in (link, tmp_path / "hard", tmp_path / "sub" / ".." / "c.aag"):
            answer = simulate(circuit, option, name)
            assert answer.code == 2 and "name the same file" in answer.err and circuit.read_bytes() == before


@pytest.mark.parametrize("option", ["-o", "--trace", "--checkpoint"])
def test_files_that_cannot_be_written_are_refused_before_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    monkeypatch.setattr("ogd_exact.commands.simulate.run_of", None)
    os.mkfifo(tmp_path / "pipe")
    for name in (tmp_path, tmp_path / "pipe", tmp_path / "no" / "where"):
        answer = simulate("counter:1", option, name)
        assert answer.code == 2 and "name another" in answer.err and len(answer.err.splitlines()) == 1


def test_a_limit_that_was_passed_before_still_stops_the_run(kept: Path, tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text(kept.read_text())
    assert simulate("counter:4", "--max-steps", 1, "--checkpoint", tmp_path / "run.json").code == 3


@pytest.mark.parametrize("pair", [("--trace", "-o"), ("--trace", "--checkpoint"), ("--checkpoint", "-o")])
def test_two_options_for_one_file_are_refused(tmp_path: Path, pair: tuple[str, str]) -> None:
    answer = simulate("counter:1", pair[0], tmp_path / "f", pair[1], tmp_path / "f")
    assert answer.code == 2 and "name the same file" in answer.err and not (tmp_path / "f").exists()


def test_a_number_beyond_doubles_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call = ["counter:16", "--model", "svm-reg", "--format", "svmlight", "--lossy", "-o", str(tmp_path / "f")]
    assert run(command("reduce"), call) == 2
    assert "is too large for a double" in capsys.readouterr().err and not (tmp_path / "f").exists()
