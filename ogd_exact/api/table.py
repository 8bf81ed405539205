"""A gadget's table written in Python, read by the same code as one in a file."""

import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from ogd_exact.api.arguments import check_argument_types
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.tables import reread
from ogd_exact.core.tables import table as tables
from ogd_exact.core.tables.library import Library
from ogd_exact.gadgets.reading import read
from ogd_exact.gadgets.reading.document import Section
from ogd_exact.gadgets.reading.folder import order, paper
from ogd_exact.text.suggestion import unknown

Cells = Sequence[Sequence[str | int | Fraction]]  # one line for each case, one cell for each coordinate


@dataclass(frozen=True, init=False, eq=False)
class Table:
    """A gadget, with the fields of a table file (docs/tables.md); raises InputError where one is wrong.

    Cells are texts such as "1/2" or "alpha*eps1", integers or fractions; a step is a mapping with x, y and after,
    or with call, on and after.
    """

    _read: tables.Table

    @check_argument_types
    def __init__(
        self,
        model: str,
        gadget: str,
        coordinates: Sequence[str],
        cases: Cells,
        steps: Sequence[Mapping[str, Any]],
        *,
        contract: Mapping[str, Any] | None = None,
        label: str | None = None,
        region: Sequence[Mapping[str, Any]] | None = None,
        constants: Mapping[str, Any] | None = None,
        returns: Mapping[str, Any] | None = None,
    ) -> None:
        fields: dict[str, Any] = {"gadget": gadget, "label": label or f"tab:{gadget}", "coordinates": coordinates}
        fields |= {"cases": cases, "step": steps, "contract": contract}
        fields |= {"region": region, "constants": constants, "returns": returns}
        data = {key: texts(value) for key, value in fields.items() if value is not None}
        models = paper().models
        if model not in models:
            raise unknown("model", model, sorted(models))
        section = Section(Path(f"{model} {gadget}"), {}, (), data)
        table = read.table_in(section, models[model], printed=False)
        if table != reread.table_in(section.path, data, models[model], table, printed=False):
            raise reread.misread(section.path)  # the reader is not trusted
        object.__setattr__(self, "_read", replace(table, path=None))

    def __repr__(self) -> str:
        return f"Table({self.model!r}, {self.gadget!r}, ...)"

    @property
    def checked(self) -> tables.Table:
        """All that was read, as a copy, so that a change to it changes no table."""
        return copy.deepcopy(self._read)

    @property
    def model(self) -> str:
        return self._read.model

    @property
    def gadget(self) -> str:
        return self._read.gadget


def texts(value: Any) -> Any:
    """The lists of texts that a file would hold; the reader refuses what is neither number nor text."""
    if isinstance(value, str):
        return str.__str__(value)  # a text and nothing more, whatever class it is of
    if isinstance(value, Mapping):
        if not all(isinstance(key, str) for key in value):
            raise InputError("the keys of a table are texts, as in a file")
        return {texts(key): texts(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [texts(item) for item in value]
    if isinstance(value, int) and not isinstance(value, bool):
        return int.__repr__(value)
    return Fraction.__str__(value) if isinstance(value, Fraction) else value


def library_of(given: Iterable[Table]) -> Library:
    """Tables written in Python, before those of the paper, which they may call."""
    fallback = paper()
    found: dict[tuple[str, str], tables.Table] = {}
    for table in given:
        if not isinstance(table, Table):
            raise InputError(f"tables are a folder, or of the kind ogd_exact.Table, not {type(table).__name__}")
        if (table.model, table.gadget) in found:
            raise InputError(f"a second table with gadget {table.gadget!r} for {table.model}; rename one")
        found[table.model, table.gadget] = table.checked
    if not found:
        raise InputError("there is no table; give at least one")
    ordered = dict(sorted(found.items(), key=lambda item: order(item[1], fallback.models)))
    return Library(fallback.models, ordered, fallback, prover=fallback.prover)
