"""The file of results: whole lines whatever happens, nobody else's file cut, nothing counted that is not ours."""

import errno
import json
import math
import os
from pathlib import Path
from typing import Any

import pytest
from campaigns import CIRCUITS, Here, done, kept, plan_file

from conftest import called
from ogd_exact.campaign.cluster import Failure
from ogd_exact.campaign.results import Results
from ogd_exact.campaign.task import sum_of
from ogd_exact.core.kernel.errors import InputError


@pytest.fixture
def plan(tmp_path: Path) -> str:
    return plan_file(tmp_path, CIRCUITS)


@pytest.fixture
def whole(plan: str, tmp_path: Path) -> Path:
    done(plan, tmp_path / "whole.jsonl")
    return tmp_path / "whole.jsonl"


def test_a_rerun_does_nothing_again(plan: str, whole: Path) -> None:
    before, engine = whole.read_bytes(), Here()
    assert done(plan, whole, engine).verdict == "holds" and engine.did == [] and whole.read_bytes() == before
    answer = called("campaign", plan, "--results", whole)  # which starts no worker
    assert answer.code == 0 and answer.err == "ogd-exact: 6 of 6 tasks are done already\n"


@pytest.mark.parametrize("cut", [1, 2, 30, 200])
def test_a_last_line_that_was_cut_is_done_again(plan: str, whole: Path, tmp_path: Path, cut: int) -> None:
    results, engine = tmp_path / "cut.jsonl", Here()
    results.write_bytes(whole.read_bytes()[:-cut])
    with Results(str(results)) as opened:
        assert opened.dropped > 0 and len(list(opened.lines())) == 5
    done(plan, results, engine)
    assert len(engine.did) == 1 and kept(results) == kept(whole)


def test_a_first_line_that_was_cut_is_dropped_too(plan: str, whole: Path, tmp_path: Path) -> None:
    for length in (5, 100):
        results = tmp_path / f"{length}.jsonl"
        results.write_bytes(whole.read_bytes()[:length])
        done(plan, results)
        assert kept(results) == kept(whole)


@pytest.mark.parametrize("text", ["precious", "precious\n", '{"precious": 1}\n', "\n", '{"format": "ogd-exact/1"}\n'])
def test_a_file_of_something_else_is_left_alone(plan: str, tmp_path: Path, text: str) -> None:
    path = tmp_path / "precious.jsonl"
    path.write_text(text)
    answer = called("campaign", plan, "--results", path)
    assert answer.code == 2 and answer.err.startswith(f"ogd-exact: {path}:1: ") and "move the file away" in answer.err
    assert path.read_text() == text


def change(path: Path, number: int, **other: Any) -> None:
    lines = path.read_text().splitlines()
    lines[number] = json.dumps(json.loads(lines[number]) | other)
    path.write_text("\n".join(lines) + "\n")


CHANGES = [
    {"key": "0" * 64}, {"task": {"seeds": [1, 99]}}, {"stamp": "other"}, {"verdict": "fine"}, {"kind": "search"},
    {"counts": {"runs": "many"}}, {"counts": 3}, {"said": [1]}, {"seconds": "long"}, {"format": "other"},
    {"verdict": "refuted"}, {"counts": {"runs": 10**6}}, {"sha256": "0" * 64}, {"said": ["all is well"]}, {"more": 1},
]  # fmt: skip


@pytest.mark.parametrize("other", CHANGES, ids=str)
def test_a_line_that_was_changed_is_refused(plan: str, whole: Path, other: dict[str, Any]) -> None:
    change(whole, 2, **other)
    answer = called("campaign", plan, "--results", whole)
    assert answer.code == 2 and answer.err.startswith(f"ogd-exact: {whole}:3: is no line of results"), answer.err


@pytest.mark.parametrize("seconds", ["1", math.nan, math.inf, -1, 10**400, True, None, []])
def test_a_time_that_is_none_is_refused_whatever_its_sum(plan: str, whole: Path, seconds: Any) -> None:
    line = json.loads(whole.read_text().splitlines()[2]) | {"seconds": seconds}
    del line["sha256"]
    change(whole, 2, seconds=seconds, sha256=sum_of(line))
    answer = called("campaign", plan, "--results", whole)
    assert answer.code == 2 and f"{whole}:3: is no line of results (a time that is none)" in answer.err


def test_what_failed_cannot_be_made_to_hold_by_hand(plan: str, tmp_path: Path) -> None:
    """Nor can a line be made up for a task that nobody did: its sum would be missing."""
    results = tmp_path / "r.jsonl"
    done(plan, results, Here({1: {"verdict": "undecided"}, 2: Failure("killed 3 workers, one after the other")}))
    for number in (1, 2):
        spoiled = tmp_path / f"{number}.jsonl"
        spoiled.write_bytes(results.read_bytes())
        change(spoiled, number, verdict="holds")
        answer = called("campaign", plan, "--results", spoiled)
        assert answer.code == 2 and f"{spoiled}:{number + 1}: " in answer.err
        assert "it was changed after it was written" in answer.err
    made_up = json.loads(results.read_text().splitlines()[0])
    del made_up["sha256"]
    (tmp_path / "made.jsonl").write_text(json.dumps(made_up) + "\n")
    assert called("campaign", plan, "--results", tmp_path / "made.jsonl").code == 2


def test_lines_of_other_plans_stay_and_do_not_count(whole: Path, tmp_path: Path) -> None:
    other = plan_file(tmp_path, CIRCUITS.replace("[1, 12]", "[11, 14]"), "other.toml")
    engine = Here()
    tally = done(other, whole, engine)
    assert tally.others == 5 and len(engine.did) == 1 and len(kept(whole)) == 7
    assert "5 lines of other plans, versions or tables stay there" in called("campaign", other, "--results", whole).err


def test_two_campaigns_cannot_write_to_one_file(plan: str, whole: Path) -> None:
    with Results(str(whole)):
        answer = called("campaign", plan, "--results", whole)
    assert answer.code == 2 and "another campaign is writing there" in answer.err


def test_files_that_cannot_be_written(plan: str, tmp_path: Path) -> None:
    for path in ("/dev/full", "/proc/x", tmp_path, tmp_path / "no" / "folder", "", "a\0b"):
        answer = called("campaign", plan, "--results", path)
        assert answer.code == 2 and answer.err.count("\n") == 1, (path, answer)
    assert called("campaign", plan, "--results", plan).err.count("name the same file") == 1
    assert called("campaign", plan, "--results", tmp_path / "r", "-o", tmp_path / "r").code == 2


class Full:
    """A file on a disk on which there is room for so many bytes."""

    def __init__(self, file: Any, room: int) -> None:
        self.file, self.room = file, room

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)

    def write(self, data: bytes) -> int:
        if not self.room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = min(self.room, len(data), 50)
        self.room -= written
        return int(self.file.write(data[:written]))


def test_a_full_disk_leaves_whole_lines(whole: Path, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in whole.read_text().splitlines()]
    for line in lines:
        del line["sha256"]
    path = tmp_path / "full.jsonl"
    with Results(str(path)) as results:
        results.append(lines[0])
        results.file = Full(results.file, 130)  # type: ignore[assignment]
        with pytest.raises(InputError, match="No space left on device; what is there is kept"):
            results.append(lines[1])
    (kept_line,) = [json.loads(line) for line in path.read_text().splitlines()]
    assert kept_line.pop("sha256") and kept_line == lines[0]
