"""Tables that break a condition have no theorem: nothing is written for them, or coqc refuses it."""

import re
import shutil
from pathlib import Path

import pytest
from coq import checked, on_rows
from test_misprints import called_first

from conftest import ROOT, called, in_full, needs_program, sampled
from ogd_exact.core.kernel.errors import InputError, Undecided
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.table import Table
from ogd_exact.documents.coq.contracts import GadgetContract, PlaceContents, contract_of
from ogd_exact.documents.coq.magnitudes import Magnitudes
from ogd_exact.documents.coq.model_file import HEAD, encoding, variables
from ogd_exact.documents.coq.table_lemmas import Refuted, TableLemmas
from ogd_exact.gadgets.reading.folder import paper, read_library

TABLES = ROOT / "tests" / "verify"
# What these break is beyond the theorem, which holds: a case too many is one more lemma, and a bound may be idle.
STILL_TRUE = ("2_case_too_many", "2_case_twice", "7_bound_not_needed", "7_bound_with_a_poor_witness")
INCORRECT = [path for path in sorted((TABLES / "incorrect").glob("*.toml")) if path.stem not in STILL_TRUE]
# Beyond the theorem, and declined: returned magnitudes of a model without any, or of no coordinate; ends left anywhere.
BEYOND = {"half_true": "magnitudes", "set_to_size": "magnitudes", "spent_if_true": "it leaves i1 anywhere"}
DECLINED = [TABLES / "correct" / f"{name}.toml" for name in BEYOND]
CORRECT = [path for path in sorted((TABLES / "correct").glob("*.toml")) if path not in DECLINED]


def contract_text(path: Path, folder: Path) -> str:
    """The rows and the contract of one table; the tables that it calls are taken for granted."""
    model_name = path.read_text().split("\n")[0].removeprefix("#").split("|")[0].strip()
    (folder / model_name).mkdir()
    shutil.copy(path, folder / model_name)
    library = read_library(folder, fallback=paper())
    (table,) = library.tables.values()
    return text_of(table, library)


def text_of(table: Table, library: Library) -> str:
    model, below = library.models[table.model], called_first(table, library)
    granted = "\n".join(line for other in below for line in TableLemmas(other, library).lines())
    rows, held, magnitudes = TableLemmas(table, library), PlaceContents(model), Magnitudes(model, [*below, table])
    granted = re.sub(r"^Proof\..*?\bQed\.$", "Admitted.", granted, flags=re.M | re.S)
    lines = [HEAD, *variables(model, model.symbols), granted, *rows.lines(), *magnitudes.lines()]
    promised = contract_of(rows)
    if promised is not None:
        contract = list(GadgetContract(rows, promised, held, magnitudes).lines())
        lines += [encoding(model, held), *contract]
    return on_rows("\n".join([*lines, "End Tables."]))


@pytest.mark.parametrize("path", sampled(INCORRECT, 10, lambda path: []), ids=lambda path: path.stem)
def test_a_table_that_breaks_a_condition_has_no_theorem(path: Path, tmp_path: Path) -> None:
    try:
        text = contract_text(path, tmp_path)
    except (InputError, Refuted, Undecided):
        return
    answer = checked("incorrect", text)
    assert not answer.accepted and "Error:" in answer.complaint
    assert answer.refused, answer.complaint


@pytest.mark.parametrize("path", DECLINED, ids=lambda path: path.stem)
def test_a_contract_beyond_the_theorem_is_declined(path: Path, tmp_path: Path) -> None:
    with pytest.raises(Undecided, match=BEYOND[path.stem]):
        contract_text(path, tmp_path)


@pytest.mark.parametrize("path", sampled(CORRECT, 4, lambda path: []), ids=lambda path: path.stem)
def test_a_table_that_holds_is_proved(path: Path, tmp_path: Path) -> None:
    answer = checked("correct", contract_text(path, tmp_path))
    assert answer.accepted, answer.complaint


@in_full
@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        ("answer_peeked", 1, "svm: coqc refuses svm_sound"),
        ("second_layer_sapped", 3, "sap (tab:sap): it returns magnitudes, of which its model has none"),
        ("special_halved", 3, "halve (tab:halve): it returns magnitudes, of which its model has none"),
    ],
)
def test_a_construction_that_a_run_contradicts_has_no_theorem(name: str, code: int, said: str, tmp_path: Path) -> None:
    needs_program("coqc", package="coq")
    folder = ROOT / "tests" / "reduction" / "false_proofs" / name
    answer = called("prove", "--tables", folder, "-o", tmp_path / "proofs")
    assert answer.code == code and said in answer.err and "_theorem" not in answer.out
