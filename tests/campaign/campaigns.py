"""Shared by the tests of campaigns: plans, and an engine without processes that can be told to fail."""

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from ogd_exact.campaign.carry_out import carry_on
from ogd_exact.campaign.cluster import Failure
from ogd_exact.campaign.plan import read_plan
from ogd_exact.campaign.results import Results
from ogd_exact.campaign.tally import Tally, tally_of
from ogd_exact.campaign.task import Task

HEAD = 'format = "ogd-exact-plan/1"\n'
CIRCUITS = HEAD + '[[circuits]]\nseeds = [1, 12]\nmodels = ["svm"]\nengines = ["circuit"]\nbatch = 2\n'
SEARCH = HEAD + '[[search]]\ncontract = "turn(a bit): a = not(a)"\n'


class Here:
    """Does tasks in this process, but for those whose numbers have another answer."""

    def __init__(self, other: dict[int, Any] | None = None, stop_after: int = 10**9) -> None:
        self.other, self.stop_after, self.did = other or {}, stop_after, list[str]()

    def answers(
        self, function: Callable[[Task], dict[str, Any]], items: Iterable[tuple[str, Task]]
    ) -> Iterator[tuple[str, dict[str, Any] | Failure]]:
        for number, (key, task) in enumerate(items):
            if number == self.stop_after:
                raise KeyboardInterrupt
            self.did.append(key)
            other = self.other.get(number)
            if isinstance(other, Failure):
                yield key, other
            else:
                yield key, function(task) | (other or {})


def plan_file(folder: Path, text: str, name: str = "plan.toml") -> str:
    path = folder / name
    path.write_text(text)
    return str(path)


def done(plan: str, results: Path, engine: Here | None = None) -> Tally:
    """What a campaign comes to, by this process alone."""
    read = read_plan(plan)
    with Results(str(results)) as kept:
        tally = tally_of(read, kept.lines())
        carry_on(kept, tally, (engine or Here()).answers, lambda *_: None)
    return tally


def kept(results: Path) -> list[dict[str, Any]]:
    """The lines without the time that they took, and the sums over it, in the order of their keys."""
    lines = [json.loads(line) for line in results.read_text().splitlines()]
    return sorted(({**line, "seconds": 0, "sha256": ""} for line in lines), key=lambda line: str(line["key"]))
