"""A TOML file with its places: every complaint about a value names file, line and column."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.gadgets.reading.toml_positions import Address, positions
from ogd_exact.text.paths import contents

MAX_BYTES = 1 << 18
MAX_LINE = 10_000
MAX_ITEMS = 2000


class Section:
    """One table of a TOML file; values are fetched with their type checked, unknown keys refused."""

    def __init__(self, path: Path, places: dict[Address, tuple[int, int]], address: Address, data: Any) -> None:
        self.path, self.places, self.address, self.data = path, places, address, data
        if not isinstance(data, dict):
            raise self.error('expected keys and values, such as { bound = "alpha < 1" } or [[step]] with its keys')

    def error(self, message: str, *below: str | int, offset: int = 0) -> InputError:
        """A complaint about the value at an address below this section (or the nearest place known)."""
        address = self.address + below
        if not self.places:  # it stands in no file
            names = [str(part + 1) if isinstance(part, int) else part for part in address]
            return InputError(message, " ".join([str(self.path), *names]))
        while address and address not in self.places:
            address = address[:-1]
        line, column = self.places.get(address, (1, 1))
        return InputError(message, str(self.path), line, column + offset)

    def known(self, *keys: str) -> None:
        for key in self.data:
            if key not in keys:
                raise self.error(f"unknown key {key!r}; the keys here are {', '.join(keys)}", key)

    def require(self, key: str, hint: str) -> None:
        if key not in self.data:
            raise self.error(f"the key {key!r} is missing; add {hint}")

    def text(self, key: str, default: str | None = None, hint: str = "") -> str:
        if default is None:
            self.require(key, hint or f'{key} = "..."')
        return self.checked_text(self.data.get(key, default), key)

    def checked_text(self, value: Any, *below: str | int) -> str:
        if not isinstance(value, str):
            raise self.error(f'expected text in quotes, such as "1/2", not {type(value).__name__}', *below)
        return value

    def integer(self, key: str) -> int:
        value = self.data[key]
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.error("expected an integer", key)
        return value

    def flag(self, key: str) -> bool:
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            raise self.error("expected true or false, without quotes", key)
        return value

    def texts(self, key: str, hint: str = '["...", "..."]') -> tuple[str, ...]:
        self.require(key, f"{key} = {hint}")
        return self.optional_texts(key)

    def optional_texts(self, key: str) -> tuple[str, ...]:
        return self.text_list(self.data.get(key, []), key)

    def text_list(self, value: Any, *below: str | int) -> tuple[str, ...]:
        if not isinstance(value, list) or len(value) > MAX_ITEMS:
            raise self.error(f"expected a list of at most {MAX_ITEMS} texts", *below)
        return tuple(self.checked_text(item, *below, i) for i, item in enumerate(value))

    def lines(self, key: str) -> tuple[tuple[str, ...], ...]:
        self.require(key, f'{key} = [["...", "..."], ...], one line per case')
        return self.optional_lines(key)

    def optional_lines(self, key: str) -> tuple[tuple[str, ...], ...]:
        value = self.data.get(key, [])
        if not isinstance(value, list) or len(value) > MAX_ITEMS:
            raise self.error(f"expected a list of at most {MAX_ITEMS} lines", key)
        return tuple(self.text_list(line, key, i) for i, line in enumerate(value))

    def mapping(self, key: str) -> dict[str, str]:
        value = self.data.get(key, {})
        if not isinstance(value, dict):
            raise self.error('expected keys with texts, such as { eps1 = "1" }', key)
        return {name: self.checked_text(item, key, name) for name, item in value.items()}

    def section(self, key: str) -> "Section":
        return Section(self.path, self.places, (*self.address, key), self.data[key])

    def sections(self, key: str) -> Iterator["Section"]:
        value = self.data.get(key, [])
        if not isinstance(value, list) or len(value) > MAX_ITEMS:
            raise self.error(f"expected at most {MAX_ITEMS} entries [[{key}]]", key)
        for i, item in enumerate(value):
            yield Section(self.path, self.places, (*self.address, key, i), item)


def read_document(path: Path) -> Section:
    """The top section of a TOML file; raises InputError for anything that is not small, valid TOML."""
    raw = contents(path, MAX_BYTES, smaller="split it")
    for number, bytes_of_line in enumerate(raw.split(b"\n"), 1):
        if len(bytes_of_line) > MAX_LINE:
            raise InputError(f"this line is longer than {MAX_LINE} bytes; break it", str(path), number)
    try:
        text = raw.decode("utf-8").replace("\r\n", "\n")
        data = tomllib.loads(text)
        places = positions(text)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InputError("is not UTF-8 text; save it as UTF-8", str(path), line) from None
    except tomllib.TOMLDecodeError as error:
        message, _, place = str(error).rpartition(" (at ")
        numbers = [int(word) for word in place.rstrip(")").replace(",", "").split() if word.isdigit()]
        line, column = numbers if len(numbers) == 2 else (text.count("\n") + 1, 1)
        raise InputError(f"is not valid TOML: {message or error}", str(path), line, column) from None
    except (RecursionError, ValueError, IndexError) as error:
        raise InputError(f"is not TOML that can be read: {type(error).__name__}", str(path), 1) from None
    return Section(path, places, (), data)
