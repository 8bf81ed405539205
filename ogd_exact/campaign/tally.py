"""What the answers come to: how many tasks of each work are done, what they counted, and what went wrong."""

import shlex
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Any

from ogd_exact.campaign.plan import Plan
from ogd_exact.campaign.task import HOLDS, REFUTED, UNDECIDED, VERDICTS, Answer

TWICE = "held another time: the same task has two answers"


@dataclass
class Tally:
    plan: Plan
    works: dict[str, int]  # of each key, the number of the work that asks for it
    answers: dict[str, Answer] = field(default_factory=dict)  # the last, or the last of those that refute a claim
    others: int = 0  # lines of tasks that the plan does not ask for, or not by this version and these tables

    def add(self, line: dict[str, Any]) -> None:
        key = line["key"]
        if key not in self.works:
            self.others += 1
            return
        now = Answer(**{part.name: line[part.name] for part in fields(Answer) if part.name in line})
        before = self.answers.get(key)
        if before is not None and before.verdict == REFUTED != now.verdict:  # what was refuted once is never done
            twice = now.verdict == HOLDS and TWICE not in before.said
            now = replace(before, said=(*before.said, TWICE)) if twice else before
        self.answers[key] = now

    @property
    def done(self) -> set[str]:
        """The keys of what holds: all else is done again."""
        return {key for key, answer in self.answers.items() if answer.verdict == HOLDS}

    def of_work(self, number: int) -> list[Answer]:
        return [answer for key, answer in self.answers.items() if self.works[key] == number]

    @property
    def verdict(self) -> str:
        """Refuted if any claim is; it holds if every task does."""
        if any(answer.verdict == REFUTED for answer in self.answers.values()):
            return REFUTED
        return HOLDS if len(self.done) == len(self.works) else UNDECIDED

    def counts(self, work: int) -> Counter[str]:
        """What the tasks of a work counted, together."""
        found: Counter[str] = Counter()
        for answer in self.of_work(work):
            found.update(answer.counts)
        return found

    def failures(self) -> list[tuple[str, Answer]]:
        """The answers that do not hold with their keys, the worst first."""
        bad = [(key, answer) for key, answer in self.answers.items() if answer.verdict != HOLDS]
        return sorted(bad, key=lambda item: VERDICTS.index(item[1].verdict))

    def shown(self) -> list[tuple[str, str]]:
        """What was found, with its task."""
        return [(key, text) for key, answer in self.answers.items() for text in answer.shown]

    def command(self, key: str) -> str:
        """The command that does one task again, here, and writes nothing."""
        return f"ogd-exact campaign {shlex.quote(self.plan.path)} --task {key[:16]}"


def tally_of(plan: Plan, lines: Iterable[dict[str, Any]]) -> Tally:
    """What is known so far of the tasks that a plan asks for, from the lines of results."""
    tally = Tally(plan, {task.key: number for number, task in plan.tasks()})
    for line in lines:
        tally.add(line)
    return tally
