"""What counts as done, what a report says, and that a task is done by those who have the same."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from campaigns import CIRCUITS, Here, done, kept, plan_file

from conftest import called
from ogd_exact.campaign import carry_out
from ogd_exact.campaign.campaign_report import percent, ratios, report_json, report_page, report_text
from ogd_exact.campaign.carry_out import Elsewhere, carried_out
from ogd_exact.campaign.cluster import Failure
from ogd_exact.campaign.plan import read_plan
from ogd_exact.campaign.tally import TWICE
from ogd_exact.campaign.task import Task, program_files, stamp_of

WRONG = {"verdict": "refuted", "said": ["seed 3: <b>the run gives another answer</b>"]}
OPEN = {"verdict": "undecided", "said": ["4 of 16 patterns are open after 1 s"]}


@pytest.fixture
def plan(tmp_path: Path) -> str:
    return plan_file(tmp_path, CIRCUITS)


def test_only_what_holds_is_done(plan: str, tmp_path: Path) -> None:
    results = tmp_path / "r.jsonl"
    first = Here({1: WRONG, 2: OPEN, 4: Failure("killed 3 workers, one after the other")})
    tally = done(plan, results, first)
    assert tally.verdict == "refuted" and len(tally.done) == 3
    second = Here()
    done(plan, results, second)
    assert second.did == [first.did[k] for k in (1, 2, 4)]


def test_what_was_refuted_once_is_never_done(plan: str, tmp_path: Path) -> None:
    """Though the same task holds another time: that is two answers, and one of them is wrong."""
    results = tmp_path / "r.jsonl"
    done(plan, results, Here({1: WRONG}))
    for _ in range(2):
        engine = Here()
        tally = done(plan, results, engine)
        assert tally.verdict == "refuted" and len(tally.done) == 5 and len(engine.did) == 1
        assert report_text(tally).count(TWICE) == 1


def test_failures_that_hold_later_are_forgotten(plan: str, tmp_path: Path) -> None:
    results = tmp_path / "r.jsonl"
    assert done(plan, results, Here({0: OPEN, 3: Failure("gone")})).verdict == "undecided"
    tally = done(plan, results)
    assert tally.verdict == "holds" and not tally.failures() and len(kept(results)) == 8


def test_a_stop_keeps_what_came(plan: str, tmp_path: Path) -> None:
    results = tmp_path / "r.jsonl"
    with pytest.raises(KeyboardInterrupt):
        done(plan, results, Here(stop_after=2))
    assert len(kept(results)) == 2
    engine = Here()
    done(plan, results, engine)
    done(plan, tmp_path / "alone.jsonl")
    assert len(engine.did) == 4 and kept(results) == kept(tmp_path / "alone.jsonl")


def test_the_report_has_counts_ratios_and_what_reproduces_each_failure(plan: str, tmp_path: Path) -> None:
    tally = done(plan, tmp_path / "r.jsonl", Here({1: WRONG, 2: OPEN, 4: Failure("killed 3 workers")}))
    text, data, page = report_text(tally), json.loads(report_json(tally)), report_page(tally)
    assert re.search(r"^1 circuits +6 +3 +1 +1 +1 +0$", text, re.M)
    assert re.search(r"^  10 runs: \d+ accepted \(\d+\.0 %\), \d+ never \(\d+\.0 %\), 10 by circuit ", text, re.M)
    assert text.endswith("\nREFUTED: 1 task of 6")
    assert [failure["verdict"] for failure in data["failures"]] == ["refuted", "failed", "undecided"]
    for failure in data["failures"]:
        assert failure["command"] in text and all(said in text for said in failure["said"])
        assert f"<code>{failure['command']}</code>" in page
        words = failure["command"].split()
        assert words[:2] == ["ogd-exact", "campaign"]
        again = called(*words[1:])  # the claims hold, of course
        assert again.code == 0 and json.loads(again.out)["key"] == failure["task"]
    assert data["verdict"] == "refuted" and data["works"][0]["refuted"] == 1
    assert "&lt;b&gt;the run" in page and "<b>the run" not in page and "<script" not in page


def test_ratios_are_never_rounded_to_all_or_none() -> None:
    assert ratios({"runs": 3000, "never": 1, "accepted": 2999}, "runs") == (
        "3000 runs: 1 never (0.1 %), 2999 accepted (99.9 %)"
    )
    assert (percent(0, 7), percent(7, 7), percent(1, 3)) == ("0 %", "100 %", "33.3 %")


def test_one_task_needs_a_key_that_is_there(plan: str) -> None:
    for key in ("", "zz", "0" * 64):
        answer = called("campaign", plan, "--task", key)
        assert (
            answer.code == 2 and answer.err.count("\n") == 1 and "have such a key" in answer.err.replace("has", "have")
        )


def first_task(plan: str) -> Task:
    return next(task for _, task in read_plan(plan).tasks())


def test_a_worker_with_another_version_refuses(plan: str, monkeypatch: pytest.MonkeyPatch) -> None:
    task = first_task(plan)
    monkeypatch.setattr("ogd_exact.campaign.task.program_digest", lambda: "another")
    with pytest.raises(Elsewhere, match="another version of ogd-exact, or other tables"):
        carried_out(task)


def test_the_program_is_its_code_and_its_losses() -> None:
    """A loss that someone edits while they work on it changes what tasks find, as an edit of the code does."""
    names = {path.name for path in program_files()}
    assert {"step.py", "hinge.toml", "perceptron.toml"} <= names


def test_a_worker_that_read_the_tables_before_they_changed_refuses(plan: str, monkeypatch: pytest.MonkeyPatch) -> None:
    task = first_task(plan)
    monkeypatch.setattr(carry_out, "SEEN", {None: "0.1.0 of yesterday"})
    with pytest.raises(Elsewhere):
        carried_out(task)


def test_tables_that_change_during_a_task_spoil_its_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(carry_out, "SEEN", {})
    task = first_task(plan_file(tmp_path, CIRCUITS))
    said = iter([task.stamp, task.stamp + "!"])
    monkeypatch.setattr(carry_out, "stamp_of", lambda _: next(said))
    with pytest.raises(Elsewhere):
        carried_out(task)


def test_a_task_that_raises_is_named(plan: str, tmp_path: Path) -> None:
    tally = done(plan, tmp_path / "r.jsonl", Here({0: Failure("ValueError: no such thing")}))
    assert tally.verdict == "undecided" and "failed: task" in report_text(tally)
    assert "  ValueError: no such thing\n" in report_text(tally) and stamp_of("paper") == first_task(plan).stamp


def test_dask_that_is_missing_is_one_line(plan: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import builtins

    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name in ("dask", "distributed"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    for words in (
        ["campaign", plan, "--results", tmp_path / "r.jsonl"],
        ["synthesize", "--contract", "not", "--workers", 2],
    ):
        answer = called(*words)
        assert answer.code == 2 and answer.err == (
            "ogd-exact: distributed is missing, which spreads the work; install it with: "
            "pip install '.[cluster]' in a checkout of ogd-exact\n"
        )
