"""Colours, where a terminal shows them; NO_COLOR and FORCE_COLOR are obeyed, as Python itself does."""

import os
import re
from typing import TextIO

BOLD, GREEN, YELLOW, RED = 1, 32, 33, 31
VERDICTS = {
    BOLD: re.compile(r"(?m)^\S.*, step \d+.* \[condition \d+\]$"),  # the heading of a finding
    RED: re.compile(r"\b(?:FAILED|CONTRADICTS)\b|(?m:^  printed(?=   )|^ {12} *\^$)"),
    GREEN: re.compile(r"(?<!not )\b(?:verified|accepted)\b|(?m:^  (?:must|could) be(?=   ))"),
    YELLOW: re.compile(r"\b(?:never(?=:|, )|not reachable|undecided)\b"),
}


def has_colour(stream: TextIO | None) -> bool:
    if stream is None or os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (stream.isatty() and os.environ.get("TERM") != "dumb")


def painted(text: str, colour: int, stream: TextIO | None) -> str:
    return f"\x1b[{colour}m{text}\x1b[0m" if has_colour(stream) else text


def verdicts_painted(report: str, stream: TextIO | None) -> str:
    """A report in words with its verdicts in colour, and the headings and cells of findings."""
    for colour, words in VERDICTS.items():
        report = words.sub(lambda found, colour=colour: painted(found[0], colour, stream), report)  # type: ignore[misc]
    return report
