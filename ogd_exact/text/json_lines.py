"""Lines of JSON, an object each, with no numbers but texts and short whole ones; every fault is told with its line."""

import json
import re
from collections.abc import Callable
from typing import Any

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.text.paths import contents

Members = dict[str, Any]
MAX_DIGITS = 100_000
RATIONAL = re.compile(rf"(-?[0-9]{{1,{MAX_DIGITS}}})(?:/([0-9]{{1,{MAX_DIGITS}}}))?")


def number(text: str) -> Any:
    """A rational from its text, p or p/q in decimal digits and nothing else."""
    match = RATIONAL.fullmatch(text)
    if match is None:
        limit = f"of at most {MAX_DIGITS} digits"
        raise InputError(f'{text[:40]!r} is not a rational number {limit}; write "-3" or "1/2"')
    if match[2] is not None and int(match[2]) == 0:
        raise InputError(f"{text[:40]!r} divides by zero")
    return rational(int(match[1]), int(match[2] or 1))


def lines_of(path: str, most: int, remedy: str) -> list[str]:
    """The lines of a file, which may have so many bytes."""
    raw = contents(path, most, remedy, "use fewer examples")
    try:
        return raw.decode("utf-8").removesuffix("\n").split("\n")
    except UnicodeDecodeError as error:
        raise InputError("is not UTF-8 text; save it as UTF-8", path, raw.count(b"\n", 0, error.start) + 1) from None


def bare(text: str) -> int:
    """A number without quotes: a short whole one, since json would round others."""
    if re.fullmatch("[0-9]{1,9}", text):
        return int(text)
    raise ValueError(f'{text[:40]} is a number without quotes; write a text, such as "1/2", so that it stays exact')


def once(pairs: list[tuple[str, Any]]) -> Members:
    """An object, in which json would take the last of two values for a key."""
    members: Members = {}
    for key, value in pairs:
        if key in members:
            raise ValueError(f"a second {key[:40]!r}; keep one")
        members[key] = value
    return members


READ = json.JSONDecoder(object_pairs_hook=once, parse_int=bare, parse_float=bare, parse_constant=bare).decode


class Line:
    """One line of a file as an object."""

    def __init__(self, path: str, line: int, text: str) -> None:
        self.path, self.line = path, line
        try:
            self.top = READ(text)
        except json.JSONDecodeError as error:
            raise InputError(f"is not JSON: {error.msg}; write an object to a line", path, line, error.colno) from None
        except ValueError as error:
            raise self.error(str(error)) from None
        except RecursionError:
            raise self.error("is nested too deep; an example is an object of numbers") from None

    def error(self, message: str) -> InputError:
        return InputError(message, self.path, self.line)

    def members(self, value: Any, *known: str) -> Members:
        """The keys and values of an object; with known keys, no others."""
        if not isinstance(value, dict):
            raise self.error(f'expected an object, such as {{"0": "1/2"}}, not {type(value).__name__}')
        for key in value:
            if known and key not in known:
                raise self.error(f"unknown key {key[:40]!r}; the keys here are {', '.join(known)}")
        return value

    def get(self, members: Members, key: str, hint: str) -> Any:
        if key not in members:
            raise self.error(f'the key "{key}" is missing; add "{key}": {hint}')
        return members[key]

    def whole(self, members: Members, key: str, most: int, hint: str) -> int:
        value = self.get(members, key, hint)
        if type(value) is not int or not 1 <= value <= most:
            raise self.error(f'"{key}" is a whole number from 1 to {most}, without quotes')
        return value

    def number(self, members: Members, key: str, hint: str = '"1"') -> Any:
        value = self.get(members, key, hint)
        if not isinstance(value, str):
            raise self.error(f'{key[:40]!r}: a number is a text, so that it stays exact; write "1/2"')
        try:
            return number(value)
        except InputError as error:
            raise self.error(f"{key[:40]!r}: {error.message}") from None

    def weight(self, members: Members) -> Any:
        """The weight of an example's loss; 1 where none is said."""
        weight = self.number({"weight": "1"} | members, "weight")
        if weight <= 0:
            raise self.error("a weight is above 0")
        return weight

    def indexed(self, value: Any, index: Callable[[str], Any], hint: str) -> dict[Any, Any]:
        """An object from indices to numbers."""
        members, result = self.members(value), dict[Any, Any]()
        for key in members:
            place = index(key)
            if place is None:
                raise self.error(f"{key[:40]!r} is not {hint}")
            result[place] = self.number(members, key)
        return result
