"""An entry of a plan, and the values that entries have: numbers, spans, names and sets of tables."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ogd_exact.gadgets.reading.document import Section
from ogd_exact.gadgets.reading.folder import folder_of
from ogd_exact.text.paths import is_dir


@dataclass(frozen=True)
class Work:
    """One entry of a plan: how many tasks it makes, and what each of them is asked."""

    kind: str
    title: str
    tables: str | None
    number: int
    asked: Callable[[], Iterator[Mapping[str, Any]]]
    total: str  # the count of which the others are a part


def whole(section: Section, key: str, least: int, most: int, default: int | None = None) -> int:
    if key not in section.data and default is not None:
        return default
    section.require(key, f"{key} = {least}")
    value = section.integer(key)
    if not least <= value <= most:
        raise section.error(f"{key} is {str(value)[:40]}; choose from {least} to {most}", key)
    return value


def span(section: Section, key: str, least: int, most: int, default: tuple[int, int] | None = None) -> tuple[int, int]:
    """A pair such as [1, 100]."""
    if key not in section.data and default is not None:
        return default
    section.require(key, f"{key} = [{least}, {min(most, least + 9)}], from and to")
    pair = section.data[key]
    if not isinstance(pair, list) or len(pair) != 2 or any(type(number) is not int for number in pair):
        raise section.error(f"expected two whole numbers, from and to, such as [{least}, {min(most, least + 9)}]", key)
    if not least <= pair[0] <= pair[1] <= most:
        raise section.error(f"{key} must rise, and lie between {least} and {most}", key)
    return pair[0], pair[1]


def table_set(section: Section) -> str | None:
    """The name of a set that is there; None, where none is named, for the paper's."""
    if "tables" not in section.data:
        return None
    name = section.text("tables")
    if not name or not name.isprintable() or not is_dir(folder_of(name)):
        raise section.error(
            f"there are no tables {name[:60]!r}; name a shipped set such as compact, or a folder", "tables"
        )
    return name


def chosen(section: Section, key: str, known: tuple[str, ...], what: str) -> tuple[str, ...]:
    """Some of the known names, each once; all of them where the key is left out."""
    if key not in section.data:
        return known
    names = section.texts(key)
    if not names:
        raise section.error(f"an empty list asks for nothing; name some, or drop {key!r} for all", key)
    for k, name in enumerate(names):
        if name not in known:
            raise section.error(f"there is no {what} {name[:40]!r} here; there is {', '.join(known)}", key, k)
        if name in names[:k]:
            raise section.error(f"{name!r} is there twice; drop one", key, k)
    return names
