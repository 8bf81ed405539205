"""Real worker processes, some of which are killed: nothing is lost, and nothing counts that was not done."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from campaigns import CIRCUITS, HEAD, done, kept, plan_file

from conftest import ROOT, Answer, called, in_full, needs
from ogd_exact.campaign.cluster import Cluster, Failure, Lost, cluster

WAIT = 200  # seconds, on a machine that others use
SLOW = HEAD + '[[circuits]]\nseeds = [1, 24]\ninputs = [3, 4]\ngates = [8, 16]\nmodels = ["svm"]\nbatch = 3\n'
BUSY = {"DASK_DISTRIBUTED__DEPLOY__LOST_WORKER_TIMEOUT": "1s"}  # as if it took long to start a worker


@pytest.fixture(autouse=True)
def dask() -> None:
    needs("distributed", "distributed")


class Driver:
    """The command in a process group of its own."""

    def __init__(self, plan: str, results: Path, *options: str) -> None:
        self.results = results
        words = [sys.executable, "-m", "ogd_exact", "campaign", plan, "--results", str(results), *options]
        self.process = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
            env={**os.environ, "PYTHONPATH": str(ROOT), **BUSY},
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # background jobs ignore it
        )  # fmt: skip

    def after(self, lines: int) -> None:
        """Returns once so many answers are kept."""
        until = time.monotonic() + WAIT
        while not self.results.exists() or self.results.read_bytes().count(b"\n") < lines:
            assert time.monotonic() < until and self.process.poll() is None, self.process.communicate()
            time.sleep(0.05)

    def workers(self) -> list[int]:
        found = []
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                parent = int(path.read_text().rpartition(")")[2].split()[1])
                words = (path.parent / "cmdline").read_text()
            except OSError:
                continue
            if parent == self.process.pid and "spawn_main" in words:
                found.append(int(path.parent.name))
        return found

    def end(self) -> Answer:
        try:
            out, err = self.process.communicate(timeout=WAIT)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            raise
        return Answer(self.process.returncode, out, err)


def test_a_killed_worker_costs_nothing_but_time(tmp_path: Path) -> None:
    plan = plan_file(tmp_path, SLOW)
    driver = Driver(plan, tmp_path / "killed.jsonl", "-o", str(tmp_path / "report.html"))
    driver.after(2)
    victims = driver.workers()
    assert len(victims) == 2
    for victim in victims:
        os.kill(victim, signal.SIGKILL)
    answer = driver.end()
    assert answer.code == 0 and answer.out.endswith("\nall of 8 tasks hold\n"), answer
    assert answer.err == f"wrote {tmp_path / 'report.html'}\n"
    lines = kept(tmp_path / "killed.jsonl")
    assert len({line["key"] for line in lines}) == len(lines) == 8


@in_full
def test_a_killed_driver_goes_on_and_the_results_are_those_of_one_process(tmp_path: Path) -> None:
    plan, results = plan_file(tmp_path, SLOW), tmp_path / "killed.jsonl"
    driver = Driver(plan, results)
    driver.after(3)
    workers = driver.workers()
    driver.process.kill()
    driver.end()
    until = time.monotonic() + WAIT
    while any(Path(f"/proc/{pid}").exists() for pid in workers):  # they end with it
        assert time.monotonic() < until
        time.sleep(0.05)
    before = results.read_bytes()
    results.write_bytes(before[:-20])  # as if it had been killed within a line
    again = Driver(plan, results, "--workers", "1").end()
    assert again.code == 0 and "the last line was not whole, and is dropped" in again.err
    done(plan, tmp_path / "alone.jsonl")
    assert kept(results) == kept(tmp_path / "alone.jsonl")


@in_full
@pytest.mark.parametrize(("sent", "word", "code"), [("SIGINT", "interrupted", 130), ("SIGTERM", "terminated", 143)])
def test_a_stop_is_one_line_that_says_how_to_go_on(tmp_path: Path, sent: str, word: str, code: int) -> None:
    """Ctrl-C goes to all processes of the terminal, the workers among them."""
    plan = plan_file(tmp_path, SLOW)
    driver = Driver(plan, tmp_path / "r.jsonl")
    driver.after(1)
    number = getattr(signal, sent)
    os.killpg(driver.process.pid, number) if sent == "SIGINT" else driver.process.send_signal(number)
    answer = driver.end()
    assert (answer.code, answer.out) == (code, "")
    line = rf"ogd-exact: {word}; \d of 8 tasks done; to go on: (ogd-exact campaign .*)\n"
    assert (match := re.fullmatch(line, answer.err)), answer.err
    again = called(*match[1].split()[1:])
    assert again.code == 0 and "all of 8 tasks hold" in again.out


@pytest.fixture(scope="module")
def two() -> Iterator[Cluster]:
    needs("distributed", "distributed")
    with cluster(2) as workers:
        yield workers


def deadly(item: int) -> int:
    if item == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    if item == 5:
        raise ValueError("no such thing")
    return 10 * item


@in_full
def test_a_task_that_kills_its_workers_is_named_and_the_others_go_on(two: Cluster) -> None:
    found = dict(two.answers(deadly, ((str(item), item) for item in range(8))))
    assert found.pop("3") == Failure("killed 3 workers, one after the other")
    assert found.pop("5") == Failure("ValueError: no such thing")
    assert found == {str(item): 10 * item for item in (0, 1, 2, 4, 6, 7)}


def sleepy(item: int) -> int:
    time.sleep(10**4 if item else 0)
    return item


@in_full
def test_a_map_that_is_left_early_leaves_no_worker_busy(two: Cluster) -> None:
    assert next(two.mapped(sleepy, [0, 1, 2])) == 0
    assert list(two.mapped(deadly, [1, 2, 4])) == [10, 20, 40]  # or this would wait for hours


@in_full
def test_a_map_keeps_the_order_and_may_be_left(two: Cluster) -> None:
    assert list(two.mapped(deadly, [2, 1, 0, 4])) == [20, 10, 0, 40]
    assert next(iter(two.mapped(deadly, iter([1, 2, 4])))) == 10
    with pytest.raises(Lost, match="a task has no answer: ValueError: no such thing"):
        list(two.mapped(deadly, [1, 5, 2]))
    assert list(two.mapped(deadly, [7])) == [70]


def test_workers_that_never_come_back_are_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ogd_exact.campaign.cluster.BETWEEN", 2.0)
    plan, results = plan_file(tmp_path, CIRCUITS), tmp_path / "r.jsonl"
    with cluster(1) as workers:
        workers.client.retire_workers()
        with pytest.raises(Lost, match=r"no worker is left, and none came in 2 s; see that"):
            list(workers.answers(deadly, [("1", 1)]))
        others = Cluster(workers.client, own=False)
        monkeypatch.setattr("ogd_exact.commands.campaign.cluster", lambda *_: contextlib.nullcontext(others))
        answer = called("campaign", plan, "--results", results)
    again = f"ogd-exact campaign {plan} --results {results}"
    line = f"no worker is left, and none came in 2 s; start some with: dask worker ADDRESS; to go on: {again}"
    assert (answer.code, answer.err) == (3, f"ogd-exact: {line}\n")
    assert "undecided: 6 of 6 tasks not done" in answer.out


@in_full
def test_a_scheduler_that_is_there_already(two: Cluster, tmp_path: Path) -> None:
    plan, address = plan_file(tmp_path, CIRCUITS), two.client.scheduler.address
    answer = called("campaign", plan, "--results", tmp_path / "r.jsonl", "--scheduler", address)
    assert answer.code == 0 and "all of 6 tasks hold" in answer.out
    done(plan, tmp_path / "alone.jsonl")
    assert kept(tmp_path / "r.jsonl") == kept(tmp_path / "alone.jsonl")


def test_no_scheduler_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ogd_exact.campaign.cluster.PATIENCE", 0.8)
    plan = plan_file(tmp_path, CIRCUITS)
    for address in ("tcp://127.0.0.1:9", "nonsense://x", "127.0.0.1:99999999", "", "tls://127.0.0.1:9"):
        answer = called("campaign", plan, "--results", tmp_path / "r.jsonl", "--scheduler", address)
        assert answer.code == 2 and answer.err.count("\n") == 1, answer.err


@in_full
def test_the_page_shows_what_the_small_plan_gives(tmp_path: Path) -> None:
    answer = called("campaign", ROOT / "docs" / "campaign" / "small.toml", "--results", tmp_path / "r.jsonl")
    page = (ROOT / "docs" / "campaign.md").read_text()
    assert answer.code == 0 and f"```text\n{answer.out}```" in page


CONTRACT = ("synthesize", "--contract", "copy", "--minimal")


@in_full
def test_workers_find_and_refute_the_same(tmp_path: Path) -> None:
    answers: list[Any] = []
    for workers in ("1", "2"):
        evidence = tmp_path / f"{workers}.json"
        answer = called(*CONTRACT, "--workers", workers, "--evidence", evidence, "-o", tmp_path / f"{workers}.toml")
        assert answer.code == 0 and "proved least" in answer.out
        answers.append((answer.out, evidence.read_text(), (tmp_path / f"{workers}.toml").read_text()))
    assert answers[0] == answers[1]
