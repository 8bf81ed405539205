"""Every cell of every table, spoiled: the checker must refuse it, or a second run must find the table right."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from typing import Any

from ogd_exact.campaign.replayed import NotKnown, check_same
from ogd_exact.campaign.second import Refuted
from ogd_exact.campaign.spoiled import Mutant, describe, mutants
from ogd_exact.campaign.task import HOLDS, REFUTED, UNDECIDED, Found
from ogd_exact.campaign.work.work import Work, at, chosen, table_set, whole
from ogd_exact.checker.conditions import violations
from ogd_exact.checker.table_check import TableCheck
from ogd_exact.kernel.errors import InputError
from ogd_exact.tables.document import Section
from ogd_exact.tables.folder import folder_of, library_in
from ogd_exact.tables.library import Library
from ogd_exact.tables.limits import ExpressionError

CELLS = 40  # of a table that one task goes through, about


class Spoil:
    total = "spoiled tables"

    def read(self, section: Section) -> Work:
        section.known("tables", "models", "every")
        tables, every = table_set(section), whole(section, "every", 1, 10**6, 1)
        try:
            library = library_of(tables)
        except InputError as error:
            raise at(section, error, "tables") from None
        models = chosen(section, "models", tuple(dict.fromkeys(model for model, _ in library.tables)), "model")
        wanted = [table for (model, _), table in library.tables.items() if model in models]
        parts = [-(-len(list(table.cells())) // (CELLS * every)) for table in wanted]

        def asked() -> Iterator[Mapping[str, Any]]:
            for table, number in zip(wanted, parts, strict=True):
                of_table = {"tables": tables, "model": table.model, "gadget": table.gadget, "every": every}
                yield from ({**of_table, "part": [part, number]} for part in range(number))

        often = f", one in {every}" if every > 1 else ""
        return Work("spoil", f"tables spoiled, {', '.join(models)} ({tables}){often}", tables, sum(parts), asked)

    def run(self, asked: Mapping[str, Any]) -> Found:
        library = library_of(asked["tables"])
        model, (part, parts), every = asked["model"], asked["part"], asked["every"]
        original = library.tables[model, asked["gadget"]]
        counts = dict.fromkeys((self.total, "refused", "right by a second run"), 0)
        wrong, unknown = list[str](), list[str]()
        for mutant in islice(mutants(original, library.models[model]), part * every, None, parts * every):
            counts[self.total] += 1
            if refused(mutant, library):
                counts["refused"] += 1
                continue
            try:
                check_same(mutant.table, original, library)
                counts["right by a second run"] += 1
            except Refuted as error:
                wrong.append(f"verified, and wrong: {describe(mutant)}: {error}")
            except NotKnown as error:
                unknown.append(f"verified, and not run again: {describe(mutant)}: {error}")
        verdict = REFUTED if wrong else UNDECIDED if unknown else HOLDS
        return Found(verdict, counts, tuple(wrong + unknown))


@cache
def library_of(tables: str) -> Library:
    """Once in a process; a worker looks that the files stay the same."""
    return library_in(folder_of(tables))


def refused(mutant: Mutant, library: Library) -> bool:
    """By the checker, which explains nothing."""
    try:
        return any(True for _ in violations(TableCheck(mutant.table, library)))
    except (InputError, ExpressionError):
        return True
