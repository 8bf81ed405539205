"""A campaign: what a plan asks for and the results do not have yet is done, and each answer kept as it comes."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ogd_exact.campaign.cluster import Failure
from ogd_exact.campaign.plan import Plan
from ogd_exact.campaign.results import Results
from ogd_exact.campaign.tally import Tally
from ogd_exact.campaign.task import FAILED, Found, Task
from ogd_exact.campaign.worker import carried_out, line_of

Line = dict[str, Any]
Answers = Callable[[Callable[[Task], Line], Iterable[tuple[str, Task]]], Iterator[tuple[str, Line | Failure]]]


def tally_of(plan: Plan, results: Results) -> Tally:
    """What is known so far: of each task that the plan asks for what the results say."""
    tally = Tally(plan, {task.key: number for number, task in plan.tasks()})
    for line in results.lines():
        tally.add(line)
    return tally


def carry_on(plan: Plan, results: Results, tally: Tally, answers: Answers, progress: Callable[..., None]) -> None:
    """Does what is not done; whenever this ends, all answers that came are in the results and in the tally."""
    done = tally.done
    under_way: dict[str, Task] = {}

    def todo() -> Iterator[tuple[str, Task]]:
        for _, task in plan.tasks():
            if task.key not in done:
                under_way[task.key] = task
                yield task.key, task

    progress(len(done), len(tally.works))
    answered = len(done)
    for key, answer in answers(carried_out, todo()):
        task = under_way.pop(key)
        line = line_of(task, Found(FAILED, said=(answer.reason,))) if isinstance(answer, Failure) else answer
        results.append(line)
        tally.add(line)
        answered += 1
        progress(answered, len(tally.works))
