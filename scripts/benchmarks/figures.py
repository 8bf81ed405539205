"""A measured figure beside what is wanted of it; and the sizes of a run."""

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from found_again import GADGETS

MISSING = "not here yet"


class Figure(NamedTuple):
    key: str
    what: str
    measured: float | None
    unit: str = "x"
    at_least: float | None = None
    at_most: float | None = None
    note: str = ""

    @property
    def reached(self) -> bool | None:
        """None where nothing was measured, or nothing is wanted."""
        if self.measured is None or self.at_least is self.at_most is None:
            return None
        return self.measured >= (self.at_least or 0) and (self.at_most is None or self.measured <= self.at_most)

    @property
    def wanted(self) -> str:
        if self.at_least is not None:
            return f">= {short(self.at_least)}"
        return "" if self.at_most is None else f"<= {short(self.at_most)}"

    @property
    def verdict(self) -> str:
        if self.measured is None:
            return self.note or MISSING
        return {None: "", True: "reached", False: "NOT REACHED"}[self.reached]


class Sizes(NamedTuple):
    """How much is measured; a quick run only shows that everything works."""

    seconds: float  # of CPU for each rate
    warm: float  # before that, in which engines may compile
    rounds: int  # of commands
    small: str
    large: str
    decided: str
    register: str
    gates: tuple[int, ...]
    regularized: tuple[int, ...]  # counters for svm-reg
    counters: tuple[int, ...]  # for growth
    flat: tuple[int, ...]  # gates, for the step of svm-reg
    yes: int  # gates of the circuit that says yes
    million: int  # gates of the largest
    any_order: str
    searched: tuple[str, int]  # a contract of svm, and a number of steps that do not keep it
    found: Sequence[tuple[str, str]]  # gadgets, by their models
    given: tuple[int, int]  # examples and weights of a training set that someone gives


FULL = Sizes(
    seconds=2,
    warm=2,
    rounds=5,
    small="counter:8",
    large="counter:16",
    decided="counter:24",
    register="lfsr:24",
    gates=(1000, 10_000, 100_000),
    regularized=(4, 16, 64),
    counters=(2, 4, 8, 16, 32),
    flat=(100, 1000, 10_000, 100_000),
    yes=10_000,
    million=1_000_000,
    any_order="counter:4",
    searched=("both(a bit, b bit, c unset, d unset): c = copy(a); d = copy(b)", 4),
    found=GADGETS,
    given=(1000, 100),
)
QUICK = Sizes(
    0.01,
    0,
    1,
    "counter:2",
    "counter:3",
    "counter:4",
    "lfsr:4",
    (200, 400),
    (2, 3),
    (2,),
    (100, 200),
    100,
    200,
    "counter:1",
    ("not", 1),
    GADGETS[:1],
    (20, 10),
)


def rate(work: Callable[[], int], seconds: float, warm: float = 0) -> float | None:
    """How much work is done in a second of CPU; None if it does none. Done once and for `warm` seconds beforehand."""
    began = time.process_time()
    while work() and time.process_time() - began < warm:
        pass
    began, done, spent = time.process_time(), 0, 0.0
    while spent < seconds:
        more = work()
        if not more:
            return None
        done += more
        spent = time.process_time() - began
    return done / spent


def ratio(above: float | None, below: float | None) -> float | None:
    return above / below if above and below else None


def short(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
