"""Readers are not trusted: without their complaints nothing malformed is verified, and what they misread is found."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT, edit, sampled
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.tables.data import Bound
from ogd_exact.core.tables.model import Model
from ogd_exact.core.tables.rules import RULES
from ogd_exact.core.tables.table import Table
from ogd_exact.gadgets.reading import folder, form, read

MALFORMED = sorted((ROOT / "tests" / "tables" / "malformed").glob("*.toml"))
# What is refused only because it looks odd, and would be verified rightly: a bound 2 > 1 excludes nothing, a name is
# escaped where it is shown, and v is an ordinary coordinate under a rule that has no state.
HARMLESS = {"bound_in_a_model_without_symbols", "name_with_markup", "v_in_a_model_without_it"}


@pytest.mark.parametrize("path", sampled(MALFORMED, 8), ids=lambda path: path.stem)
def test_without_complaints_nothing_malformed_is_verified(
    verify: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: Path
) -> None:
    for room in (read, folder):
        for name in vars(form):
            if name.startswith("check_") and hasattr(room, name) and name != "check_derived":
                monkeypatch.setattr(room, name, lambda *_, **__: None)
    target = tmp_path / path.read_text().split("\n")[0].removeprefix("#").split("|")[0].strip() / path.name
    target.parent.mkdir()
    shutil.copy(path, target)
    try:
        answer = verify("--tables", tmp_path)
    except Exception:  # noqa: BLE001  whatever it is, it is no verdict
        return
    assert answer.code != 0 or path.stem in HARMLESS, answer.out


def other_weight(table: Table) -> Table:
    first, *rest = table.steps
    return replace(table, steps=(replace(first, after=tuple(reversed(first.after))), *rest))


MISREADINGS: dict[str, Callable[[Table], Table]] = {
    "lines in another order": other_weight,
    "a step less": lambda table: replace(table, steps=table.steps[:-1]),
    "a case less": lambda table: replace(
        table,
        cases=table.cases[:1],
        steps=tuple(replace(step, after=step.after[:1]) for step in table.steps),
    ),
    "another region": lambda table: replace(table, region=(Bound("eps1 > 5"),)),
    "no bounds": lambda table: replace(table, region=()),
    "another gadget": lambda table: replace(table, gadget="reset"),
    "another label": lambda table: replace(table, label="tab:other"),
    "no corrections": lambda table: replace(table, corrections=()),
    "another constant": lambda table: replace(table, constants={**table.constants, "rho": "1"}),
    "another model": lambda table: replace(table, model="svm-bias"),
    "no file": lambda table: replace(table, path=None),
}


@pytest.mark.parametrize("misreading", sampled(MISREADINGS, 3))
@pytest.mark.parametrize("printed", [False, True])
def test_a_table_that_is_misread_gets_no_verdict(
    verify: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, misreading: str, printed: bool
) -> None:
    source = ROOT / "gadget_tables" / "paper" / "svm-reg"
    shutil.copytree(source, tmp_path / "svm-reg")
    reader, wrong = folder.read_table, MISREADINGS[misreading]

    def misread(path: Path, model: Model, printed: bool) -> Table:
        table = reader(path, model, printed)
        return wrong(table) if path.stem == "set_false_if_unset" else table

    monkeypatch.setattr(folder, "read_table", misread)
    call = ["--tables", tmp_path, "--gadget", "set_false_if_unset", *(["--printed"] if printed else [])]
    if misreading == "another gadget":
        call[3] = "reset"
    answer = verify(*call)
    assert answer.code == 2, answer.out
    assert any(said in answer.err for said in ("was not read as it is written", "a second table", "there is no")), (
        answer
    )


@pytest.mark.parametrize(
    "change",
    [
        {"learning_rate": "2"},
        {"regularizer": "1/2"},
        {"encoding": {"true": "1", "false": "1", "unset": "0"}},
        {"region": (Bound("alpha > 0"),)},
        {"contracts": {}},
        {"symbols": ("alpha", "beta")},
        {"magnitudes": ("eps1", "eps2", "eps3", "eps4")},
        {"rule": RULES["dense-relu"]},
        {"scale_w": "2"},
        {"path": None},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_model_that_is_misread_gets_no_verdict(
    verify: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any]
) -> None:
    shutil.copytree(ROOT / "gadget_tables" / "paper" / "svm-reg", tmp_path / "svm-reg")
    reader = folder.read_model
    monkeypatch.setattr(folder, "read_model", lambda path, name: replace(reader(path, name), **change))
    answer = verify("--tables", tmp_path, "--gadget", "reset")
    assert answer.code == 2 and "was not read as it is written" in answer.err, answer


def test_a_file_that_changes_meanwhile_gets_no_verdict(tmp_path: Path) -> None:
    from ogd_exact.core.checker.verification import Verification

    shutil.copytree(ROOT / "gadget_tables" / "paper" / "svm", tmp_path / "svm")
    library = folder.read_library(tmp_path)
    edit(tmp_path / "svm" / "reset.toml", 'label = "tab:reset"', 'label = "tab:other"')
    with pytest.raises(InputError, match="has changed since"):
        Verification(library, [tmp_path])


def test_a_file_that_is_left_out_is_missed(verify: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "gadget_tables" / "paper" / "svm", tmp_path / "svm")
    files = folder.table_files
    monkeypatch.setattr(folder, "table_files", lambda place: [p for p in files(place) if p.stem != "not"])
    answer = verify("--tables", tmp_path)
    assert answer.code == 2 and "not.toml: was not read as it is written" in answer.err


def test_corrections_that_are_left_out_are_missed(verify: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = folder.read_table
    monkeypatch.setattr(folder, "read_table", lambda path, model, printed: reader(path, model, False))
    folder.paper.cache_clear()
    answer = verify("--printed", "--model", "svm-reg")
    folder.paper.cache_clear()
    assert answer.code == 2 and "was not read as it is written" in answer.err


def test_a_derived_table_is_made_of_what_is_written(verify: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    derive = folder.derived_table
    monkeypatch.setattr(folder, "derived_table", lambda table, model: replace(derive(table, model), steps=table.steps))
    folder.paper.cache_clear()
    answer = verify("--model", "svm-eta")
    folder.paper.cache_clear()
    assert answer.code == 2 and "was not read as it is written" in answer.err
