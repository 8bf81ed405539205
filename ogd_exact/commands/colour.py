"""Colours, where a terminal shows them; NO_COLOR and FORCE_COLOR are obeyed, as Python itself does."""

import os
import re
from typing import TextIO

GREEN, YELLOW, RED = 32, 33, 31
VERDICTS = {
    RED: re.compile(r"\b(?:FAILED|CONTRADICTS)\b"),
    GREEN: re.compile(r"(?<!not )\b(?:verified|accepted)\b"),
    YELLOW: re.compile(r"\b(?:never(?=:|, )|not reachable|undecided)\b"),
}


def has_colour(stream: TextIO | None) -> bool:
    if stream is None or os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (stream.isatty() and os.environ.get("TERM") != "dumb")


def painted(text: str, colour: int, stream: TextIO | None) -> str:
    return f"\x1b[{colour}m{text}\x1b[0m" if has_colour(stream) else text


def verdicts_painted(report: str, stream: TextIO | None) -> str:
    """A report in words with its verdicts in colour."""
    for colour, words in VERDICTS.items():
        report = words.sub(lambda found, colour=colour: painted(found[0], colour, stream), report)  # type: ignore[misc]
    return report
