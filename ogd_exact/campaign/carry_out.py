"""Does tasks: one, as a worker does it; and all that a plan asks for and the results do not have yet."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from ogd_exact.campaign.cluster import Failure
from ogd_exact.campaign.plan import KINDS
from ogd_exact.campaign.results import Results
from ogd_exact.campaign.tally import Tally
from ogd_exact.campaign.task import FAILED, FORMAT, Answer, Task, stamp_of

Line = dict[str, Any]
Answers = Callable[[Callable[[Task], Line], Iterable[tuple[str, Task]]], Iterator[tuple[str, Line | Failure]]]
SEEN: dict[str | None, str] = {}  # tables are read once in a process, so that they must not change


class Elsewhere(Exception):
    """This worker has another version or other tables than the driver; its answer would be about something else."""


def carried_out(task: Task) -> Line:
    """Does a task on this machine; returns the line of the results that answers it."""
    check_same(task)
    began = time.perf_counter()
    answer = KINDS[task.kind].run(task.asked)
    seconds = time.perf_counter() - began
    check_same(task)
    return line_of(task, replace(answer, seconds=round(seconds, 3)))


def check_same(task: Task) -> None:
    now = stamp_of(task.tables)
    if now != task.stamp or SEEN.setdefault(task.tables, now) != now:
        raise Elsewhere(
            "this worker has another version of ogd-exact, or other tables; give it the same, and restart it"
        )


def line_of(task: Task, answer: Answer) -> Line:
    line = {"format": FORMAT, "key": task.key, "kind": task.kind, "task": task.asked, "stamp": task.stamp}
    return line | {name: value for name, value in vars(answer).items() if value != ()}


def carry_on(results: Results, tally: Tally, answers: Answers, progress: Callable[..., None]) -> None:
    """Does what is not done; whenever this ends, all answers that came are in the results and in the tally."""
    done = tally.done
    under_way: dict[str, Task] = {}

    def todo() -> Iterator[tuple[str, Task]]:
        for _, task in tally.plan.tasks():
            if task.key not in done:
                under_way[task.key] = task
                yield task.key, task

    progress(len(done), len(tally.works))
    for answered, (key, answer) in enumerate(answers(carried_out, todo()), len(done) + 1):
        task = under_way.pop(key)
        line = line_of(task, Answer(FAILED, said=(answer.reason,))) if isinstance(answer, Failure) else answer
        results.append(line)
        tally.add(line)
        progress(answered, len(tally.works))
