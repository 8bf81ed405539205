"""Each misprint of the paper, put back into its cell, makes coqc refuse the lemma of that row, by name."""

import re
from dataclasses import replace

import pytest
from coq import checked, on_rows

from conftest import sampled
from ogd_exact.core.checker.table_check import TableCheck
from ogd_exact.core.tables.data import Correction
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.table import Table
from ogd_exact.documents.coq.model_file import HEAD, variables
from ogd_exact.documents.coq.table_lemmas import TableLemmas
from ogd_exact.gadgets.reading.folder import paper

MISPRINTS = [(table, correction) for table in paper().tables.values() for correction in table.corrections]


def with_table(table: Table) -> Library:
    """The paper's tables, one of them replaced."""
    library = paper()
    return replace(library, tables={**library.tables, (table.model, table.gadget): table}, sizes={})


def called_first(table: Table, library: Library) -> list[Table]:
    """The tables that this one calls, each after those that it calls itself."""
    found: list[Table] = []
    for step in table.steps:
        callee = library.find(table.model, step.call) if step.call else None
        if callee is not None:
            found += [other for other in [*called_first(callee, library), callee] if other not in found]
    return found


def rows_text(table: Table) -> str:
    """The rows of a table with their proofs; those of the tables that it calls are taken for granted."""
    library = with_table(table)
    model = library.models[table.model]
    granted = "\n".join(line for t in called_first(table, library) for line in TableLemmas(t, library).lines())
    granted = re.sub(r"^Proof\..*?\bQed\.$", "Admitted.", granted, flags=re.M | re.S)
    return on_rows(
        "\n".join(
            [HEAD, *variables(model, model.symbols), granted, *TableLemmas(table, library).lines(), "End Tables."]
        )
    )


def first_wrong_row(table: Table) -> str:
    """The name of the first lemma that the kernel's own run of the table contradicts."""
    check = TableCheck(table, with_table(table))
    failed = [(f.case, k) for k in range(len(table.steps)) for f in check.failures(k, check.oracle.proved)]
    case, step = min(failed)
    return f"{table.gadget}_step{step + 1}_case{case + 1}"


def features(item: tuple[Table, Correction]) -> list[str]:
    return [item[0].model]


@pytest.mark.parametrize(
    ("table", "correction"),
    sampled(MISPRINTS, 4, features),
    ids=lambda item: item.gadget if isinstance(item, Table) else item.cell.field,
)
def test_coq_refuses_the_row_of_each_misprint(table: Table, correction: Correction) -> None:
    spoiled = table.put(correction.cell, correction.printed)
    wrong = first_wrong_row(spoiled)
    if correction.cell.step is not None:
        assert wrong.startswith(f"{table.gadget}_step{correction.cell.step + 1}_case")
    answer = checked("spoiled", rows_text(spoiled))
    assert not answer.accepted and answer.refused == wrong, answer.complaint


@pytest.mark.parametrize("gadget", sampled(["reset", "set_false_if_unset"], 2))
def test_the_rows_as_they_are_corrected_are_accepted(gadget: str) -> None:
    answer = checked("corrected", rows_text(paper().tables["svm-reg", gadget]))
    assert answer.accepted, answer.complaint


def test_there_are_eight() -> None:
    assert len(MISPRINTS) == 8
