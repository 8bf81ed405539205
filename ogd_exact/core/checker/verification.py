"""The verdict about every table of a library, callees before their callers count on them."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from pathlib import Path

from ogd_exact.core.checker.conditions import violations
from ogd_exact.core.checker.table_check import TableCheck
from ogd_exact.core.checker.violation import Violation, undecided
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.tables.cells import Cell
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.core.tables.reread import check_folder
from ogd_exact.core.tables.table import Table

confirm = lru_cache(maxsize=8)(check_folder)  # a library never changes, so that it is compared with its files once


class Verification:
    """What violates the conditions, by table; a table that calls an unverified gadget is not verified itself."""

    def __init__(self, library: Library, folders: Sequence[Path | None] = (), printed: bool = False,
                 models: Collection[str] = ()) -> None:  # fmt: skip
        """If it is said from which folders a library, and what lies behind it, were read, that is confirmed."""
        self.library = library
        self.known: dict[tuple[str, str], tuple[Violation, ...]] = {}
        for number, folder in enumerate(folders):
            if folder is not None:
                confirm(library, folder, printed and number == 0, tuple(models))
            library = library.fallback or library

    def verified(self, table: Table) -> bool:
        return bool(table.steps) and not self.violations(table)

    def violations(self, table: Table) -> tuple[Violation, ...]:
        key = (table.model, table.gadget)
        if key not in self.known:
            self.library.examples(table)  # refuses calls in a ring
            called = {k: self.library.find(table.model, step.call) for k, step in enumerate(table.steps) if step.call}
            wrong = [(k, callee) for k, callee in called.items() if callee and not self.verified(callee)]
            try:
                own = tuple(violations(TableCheck(table, self.library)))
            except ExpressionError as error:  # a value that only arises in the proof is too large
                raise InputError(f"{table.gadget}: {error}; simplify it", str(table.path)) from None
            self.known[key] = own + tuple(
                Violation(4, "undecided" if undecided(self.violations(callee)) else "call", Cell(k, "call"), callee)
                for k, callee in wrong
            )
        return self.known[key]
