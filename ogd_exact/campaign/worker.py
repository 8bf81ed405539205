"""What a worker does with a task: looks whether it has what the driver has, does it, and looks again."""

import time
from dataclasses import replace
from typing import Any

from ogd_exact.campaign.task import FORMAT, Found, Task, stamp_of
from ogd_exact.campaign.work.kinds import KINDS

SEEN: dict[str | None, str] = {}  # tables are read once in a process, so that they must not change


class Elsewhere(Exception):
    """This worker has another version or other tables than the driver; its answer would be about something else."""


def carried_out(task: Task) -> dict[str, Any]:
    """The line of the results that answers a task."""
    check_same(task)
    began = time.perf_counter()
    found = KINDS[task.kind].run(task.asked)
    seconds = time.perf_counter() - began
    check_same(task)
    return line_of(task, replace(found, seconds=round(seconds, 3)))


def line_of(task: Task, found: Found) -> dict[str, Any]:
    line = {"format": FORMAT, "key": task.key, "kind": task.kind, "task": task.asked, "stamp": task.stamp}
    line |= {"verdict": found.verdict, "counts": dict(found.counts)}
    line |= {"said": list(found.said)} if found.said else {}
    line |= {"shown": list(found.shown)} if found.shown else {}
    return {**line, "seconds": found.seconds}


def check_same(task: Task) -> None:
    now = stamp_of(task.tables)
    if now != task.stamp or SEEN.setdefault(task.tables, now) != now:
        raise Elsewhere(
            "this worker has another version of ogd-exact, or other tables; give it the same, and restart it"
        )
