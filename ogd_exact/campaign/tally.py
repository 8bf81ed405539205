"""What the answers come to: how many tasks of each work are done, what they counted, and what went wrong."""

import shlex
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from ogd_exact.campaign.plan import Plan
from ogd_exact.campaign.task import FAILED, HOLDS, REFUTED, UNDECIDED, Found

TWICE = "held another time: the same task has two answers"


@dataclass
class Tally:
    plan: Plan
    works: dict[str, int]  # of each key, the number of the work that asks for it
    answers: dict[str, Found] = field(default_factory=dict)  # the last, or the last of those that refute a claim
    others: int = 0  # lines of tasks that the plan does not ask for, or not by this version and these tables

    def add(self, line: dict[str, Any]) -> None:
        key = line["key"]
        if key not in self.works:
            self.others += 1
            return
        said, shown = tuple(line.get("said", ())), tuple(line.get("shown", ()))
        now, before = Found(line["verdict"], line["counts"], said, shown, line["seconds"]), self.answers.get(key)
        if before is not None and before.verdict == REFUTED != now.verdict:  # what was refuted once is never done
            twice = now.verdict == HOLDS and TWICE not in before.said
            now = replace(before, said=(*before.said, TWICE)) if twice else before
        self.answers[key] = now

    @property
    def done(self) -> set[str]:
        """The keys of what holds: all else is done again."""
        return {key for key, answer in self.answers.items() if answer.verdict == HOLDS}

    def number(self, verdict: str, work: int | None = None) -> int:
        return sum(
            answer.verdict == verdict and work in (None, self.works[key]) for key, answer in self.answers.items()
        )

    @property
    def verdict(self) -> str:
        """Refuted if any claim is; it holds if every task does."""
        if self.number(REFUTED):
            return REFUTED
        return HOLDS if len(self.done) == len(self.works) else UNDECIDED

    @property
    def seconds(self) -> float:
        """Of all workers together."""
        return sum(answer.seconds for answer in self.answers.values())

    def counts(self, work: int) -> Counter[str]:
        found: Counter[str] = Counter()
        for key, answer in self.answers.items():
            if self.works[key] == work:
                found.update(answer.counts)
        return found

    def failures(self) -> list[tuple[str, Found]]:
        """What is not as it should be, the worst first."""
        order = (REFUTED, FAILED, UNDECIDED)
        bad = [(key, answer) for key, answer in self.answers.items() if answer.verdict in order]
        return sorted(bad, key=lambda item: order.index(item[1].verdict))

    def shown(self) -> list[tuple[str, str]]:
        """What was found, with its task."""
        return [(key, text) for key, answer in self.answers.items() for text in answer.shown]

    def command(self, key: str) -> str:
        """What does one task again, here, and writes nothing."""
        return f"ogd-exact campaign {shlex.quote(self.plan.path)} --task {key[:16]}"
