"""Counts with their nouns, arguments as one gives them, and paragraphs as wide as the terminal that shows them."""

import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from decimal import Decimal
from typing import Any

NARROW = 40  # columns: no text is made narrower than that
Spelling = Callable[[str, object, str], str]
spelling: ContextVar[Spelling | None] = ContextVar("spelling", default=None)  # of arguments; that of commands differs


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun, such as: 1 pass, 2 passes."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def argument(name: str, value: object = None, key: str = "") -> str:
    """An argument, such as max_passes or search=K; with a value engine='kernel', or at={'alpha': '1/2'}."""
    if (spelled := spelling.get()) is not None:
        return spelled(name, value, key)
    if key:
        return f"{name}[{key!r}]" if value is None else f"{name}={ {key: value} }"
    return name if value is None else f"{name}={value!r}"


def columns() -> int:
    """How wide text may be: what COLUMNS says, or the terminal's width; a pipe or a file has no edge."""
    if "COLUMNS" in os.environ or (sys.stdout is not None and sys.stdout.isatty()):
        return max(NARROW, shutil.get_terminal_size((sys.maxsize, 0)).columns)
    return sys.maxsize


def wrapped(text: str, indent: str = "", further: str | None = None) -> list[str]:
    """A paragraph as lines that fit, the first after `indent`, the others after `further`; words stay whole."""
    return textwrap.wrap(
        text,
        columns(),
        initial_indent=indent,
        subsequent_indent=indent if further is None else further,
        break_long_words=False,
        break_on_hyphens=False,
    )


def labelled(items: Mapping[str, str], width: int) -> list[str]:
    """The lines of a report: each name in a column of so many characters, and its text beside it."""
    return [line for name, text in items.items() for line in wrapped(text, f"{name:<{width}}", " " * width)]


def short_number(value: Any, most: int, digits: int) -> str:
    """A rational whole if it has at most so many characters, else its first digits."""
    text = str(value)
    if len(text) <= most:
        return text
    return f"{Decimal(int(value.numerator)) / Decimal(int(value.denominator)):.{digits}g}..."
