"""Progress on a terminal, such as: table 12 of 30, 8/s, 2 s left."""

import sys
import time
from typing import Self

CLEAR = "\r\x1b[K"
SOON = 0.5  # seconds, before which there is no rate worth showing
PAUSE = 0.1  # seconds from one line to the next, after that


class Progress:
    """Shows how much is done, and of how much if that is known; leaves the terminal as it was."""

    def __init__(self, word: str) -> None:
        self.word, self.shown = word, sys.stderr is not None and sys.stderr.isatty()
        self.began, self.first, self.next = 0.0, 0, 0.0

    def __call__(self, done: int, total: int | None = None) -> None:
        if not self.shown or (now := time.monotonic()) < self.next:
            return
        if not self.began:
            self.began, self.first = now, done
        passed = now - self.began
        text = f"{self.word} {done}" + (f" of {total}" if total else "")
        if passed > SOON and done > self.first:
            self.next = now + PAUSE
            rate = (done - self.first) / passed
            text += f", {rate:.3g}/s" if rate < 100 else f", {rate:.0f}/s"
            text += f", {duration((total - done) / rate)} left" if total and total >= done else ""
        print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.shown:
            print(CLEAR, end="", file=sys.stderr, flush=True)


def duration(seconds: float) -> str:
    """The largest unit of which there are at least two, such as: 90 s, 2 min."""
    for size, unit in ((86400, "days"), (3600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"
