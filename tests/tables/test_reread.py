"""A table that is not what its file says is refused, whatever a reader has made of the file."""

import shutil
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conftest import edit
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.tables.cells import Cell
from ogd_exact.core.tables.data import Bound
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.model import Model
from ogd_exact.core.tables.reread import check_folder
from ogd_exact.core.tables.table import Table
from ogd_exact.gadgets.reading.folder import PAPER, paper, read_library

MODEL = """rule = "hinge"
regularizer = "1 - a"
symbols = ["a"]
magnitudes = ["e"]
encoding = { true = "2" }
region = [{ bound = "a > 0", outside = { a = "-1", e = "1" } }, { bound = "e > 0" }]
[[contract]]
gadget = "other"
label = "tab:other"
note = "of the model"
before = { i1 = "bit" }
"""
TABLE = """gadget = "g"
label = "tab:g"
coordinates = ["i1", "i2"]
constants = { c = "5", d = "1" }
region = [{ bound = "a > 0", outside = { a = "-1", e = "1" } }]
cases = [["0", "c"], ["1", "2"]]
returns = { i2 = "3" }
[[step]]
x = ["c", "6"]
y = "1"
note = "first"
after = [["7", "8"], ["9", "10"]]
[[step]]
call = "other"
on = ["i1"]
magnitudes = { e = "e" }
before = [["7", "8"], ["9", "10"]]
after = [["11", "12"], ["13", "14"]]
[contract]
note = "own"
before = { i1 = "bit", i2 = "unset" }
after = { i2 = "copy(i1)" }
untouched = { i1 = "true" }
never_positive = { i2 = "not(i1)" }
magnitudes = { i1 = "e" }
returns = ["i2"]
"""
# what is printed there is named by the correction, and stands in the file
CORRECTED = {
    Cell(None, "constants", name="c"): 'field = "c"\nprinted = "5"',
    Cell(0, "cases", 1, 0): 'step = 1\nfield = "before"\ncase = 2\ncoordinate = "i1"\nprinted = "1"',
    Cell(0, "x2"): 'step = 1\nfield = "x2"\nprinted = "6"',
    Cell(0, "y"): 'step = 1\nfield = "y"\nprinted = "1"',
    Cell(0, "after", 0, 1): 'step = 1\nfield = "after"\ncase = 1\ncoordinate = "i2"\nprinted = "8"',
    Cell(1, "before", 1, 1): 'step = 2\nfield = "before"\ncase = 2\ncoordinate = "i2"\nprinted = "10"',
    Cell(1, "after", 1, 0): 'step = 2\nfield = "after"\ncase = 2\ncoordinate = "i1"\nprinted = "13"',
    Cell(1, "magnitudes", name="e"): 'step = 2\nfield = "e"\nprinted = "e"',
}


def read(folder: Path, rest: str = "", model: str = MODEL, printed: bool = False) -> tuple[Table, Model]:
    (folder / "m").mkdir(exist_ok=True)
    (folder / "m/model.toml").write_text(model)
    (folder / "m/g.toml").write_text(TABLE + rest)
    library = read_library(folder, printed)
    return library.tables["m", "g"], library.models["m"]


def correction(cell: Cell) -> str:
    return f'[[correction]]\n{CORRECTED[cell]}\ncorrected = "4"\nwhy = "so"\n'


def refused(table: Table, model: Model, printed: bool = False) -> bool:
    assert model.path
    try:
        library = Library({model.path.parent.name: model}, {("m", "g"): table}, printed=printed)
        check_folder(library, model.path.parents[1], printed)
    except InputError as error:
        assert "was not read as it is written" in str(error)
        return True
    return False


def other(value: Any) -> Any:
    """Something else of the same kind."""
    match value:
        case str():
            return value + "0"
        case tuple():
            return (*value, *(value[-1:] or ("0",)))
        case dict():
            return {**value, "i1": "77"}
        case int():
            return value + 1
    return (("0", "0"),)


def changes(source: Any, *names: str) -> Iterator[tuple[str, Any]]:
    yield from ((name, replace(source, **{name: other(getattr(source, name))})) for name in names)


def changed_tables(table: Table) -> Iterator[tuple[str, Table]]:
    yield from changes(table, "gadget", "label", "coordinates", "cases", "steps", "constants", "returns")
    yield "region", replace(table, region=None)
    yield "a bound", replace(table, region=(Bound("a > 1", {"a": "-1", "e": "1"}),))
    yield "outside", replace(table, region=(Bound("a > 0"),))
    yield "no contract", replace(table, contract=None)
    for k, names in enumerate((("x", "y", "note", "after", "before"), ("call", "on", "magnitudes", "before", "after"))):
        for name, step in changes(table.steps[k], *names):
            yield f"{name} of step {k + 1}", replace(table, steps=(*table.steps[:k], step, *table.steps[k + 1 :]))
    assert table.contract
    fields = ("gadget", "label", "coordinates", "before", "after", "untouched", "never_positive", "magnitudes")
    for name, contract in changes(table.contract, *fields, "returns", "note", "entry", "final"):
        yield f"{name} of the contract", replace(table, contract=contract)


def changed_models(model: Model) -> Iterator[tuple[str, Model]]:
    yield from changes(model, "rule", "learning_rate", "regularizer", "symbols", "magnitudes", "scale_x", "scale_w")
    yield from changes(model, "per_step", "encoding", "region", "derived_from")
    yield "no bound", replace(model, region=())
    yield "a contract less", replace(model, contracts={})
    (contract,) = model.contracts.values()
    yield from ((n, replace(model, contracts={"other": c})) for n, c in changes(contract, "label", "before", "note"))


def test_what_is_as_written_is_let_through_and_no_change_of_it(tmp_path: Path) -> None:
    table, model = read(tmp_path)
    assert not refused(table, model)
    assert [name for name, changed in changed_tables(table) if not refused(changed, model)] == []
    assert [name for name, changed in changed_models(model) if not refused(table, changed)] == []


def test_every_table_of_the_paper_is_as_written() -> None:
    for printed in (False, True):
        check_folder(paper(printed), PAPER, printed)


def test_a_region_that_is_not_written_is_none(tmp_path: Path) -> None:
    table, model = read(tmp_path)
    path = tmp_path / "m/g.toml"
    path.write_text("\n".join(line for line in TABLE.splitlines() if not line.startswith("region")))
    assert refused(table, model) and refused(replace(table, region=()), model)
    assert not refused(replace(table, region=None), model)


@pytest.mark.parametrize("cell", CORRECTED, ids=lambda cell: f"{cell.kind} of {cell.step}")
def test_a_correction_is_made_where_the_file_says_and_nowhere_else(tmp_path: Path, cell: Cell) -> None:
    table, model = read(tmp_path, correction(cell))
    assert table.get(cell) == "4"
    assert not refused(table, model) and refused(table, model, printed=True)
    plain, _ = read(tmp_path, correction(cell), printed=True)
    assert refused(plain, model) and not refused(plain, model, printed=True)
    assert refused(replace(table, corrections=()), model)
    (made,) = table.corrections
    for name, changed in changes(made, "printed", "corrected", "why"):
        assert refused(replace(table, corrections=(changed,)), model), name
    for elsewhere in CORRECTED.keys() - {cell}:
        assert refused(replace(table, corrections=(replace(made, cell=elsewhere),)), model)


def test_a_table_must_lie_in_the_folder_of_its_model(tmp_path: Path) -> None:
    table, model = read(tmp_path)
    assert refused(replace(table, model="n"), model)


def confirmed(library: Library, folder: Path) -> bool:
    try:
        check_folder(library, folder, False)
    except InputError as error:
        assert "was not read as it is written" in str(error)
        return False
    return True


def test_a_table_is_read_under_the_model_of_its_own_folder(tmp_path: Path) -> None:
    """And not under one of the same name from another folder, which would be what is written there."""
    for name in ("mine", "other"):
        (tmp_path / name).mkdir()
    table, model = read(tmp_path / "mine")
    _, other = read(tmp_path / "other", model=MODEL.replace('"1 - a"', '"0"'))
    assert confirmed(Library({"m": model}, {("m", "g"): table}), tmp_path / "mine")
    assert not confirmed(Library({"m": other}, {("m", "g"): table}), tmp_path / "mine")


def test_a_contract_for_a_table_in_latex_is_as_written(tmp_path: Path) -> None:
    read(tmp_path)
    promise = 'gadget = "h"\n[contract]\nbefore = { i1 = "bit" }\nafter = { i1 = "not(i1)" }\n'
    (tmp_path / "m/h.toml").write_text(promise)
    library = read_library(tmp_path, tables_elsewhere=True)
    promised = library.contracts_only["m", "h"]
    assert promised.contract and confirmed(library, tmp_path)
    changed = [replace(promised, contract=contract) for _, contract in changes(promised.contract, "after", "before")]
    for wrong in ({("m", "h"): table} for table in (*changed, replace(promised, contract=None))):
        assert not confirmed(replace(library, contracts_only=wrong), tmp_path)
    assert not confirmed(replace(library, contracts_only={}), tmp_path)


def test_a_table_goes_by_its_own_name(tmp_path: Path) -> None:
    """Under the name of another, it would be called in its place."""
    table, model = read(tmp_path)
    for key in (("m", "g"), ("m", "other")):
        library = Library({"m": model}, {key: table})
        with nullcontext() if key == ("m", "g") else pytest.raises(InputError, match="m/other: was not read as it is"):
            check_folder(library, tmp_path, printed=False)


def test_of_two_contracts_for_a_gadget_none_is_chosen(tmp_path: Path) -> None:
    table, model = read(tmp_path)
    (tmp_path / "m/model.toml").write_text(MODEL + MODEL[MODEL.index("[[contract]]") :])
    assert refused(table, model)


def test_a_file_that_cannot_be_read_was_not_read(tmp_path: Path) -> None:
    table, model = read(tmp_path)
    for text in ("[", '"', "step = 1", "[[correction]]", "gadget = 'g'\nkey = 'of no table'"):
        (tmp_path / "m/g.toml").write_text(text)
        assert refused(table, model), text


def test_a_file_is_of_one_table_and_a_model_is_none(tmp_path: Path) -> None:
    table, model = read(tmp_path)
    assert table.path
    for path in (table.path, table.path.with_name("model.toml"), table.path.with_name("construction.toml")):
        other = replace(table, gadget="other", steps=table.steps[:1], path=path)
        for tables in ((other, table), (table, other)):
            library = Library({"m": model}, {("m", each.gadget): each for each in tables})
            with pytest.raises(InputError, match="was not read as it is written"):
                check_folder(library, tmp_path, printed=False)


def test_a_table_with_steps_is_not_put_aside(tmp_path: Path) -> None:
    table, model = read(tmp_path)
    with pytest.raises(InputError, match="g.toml: was not read as it is written"):
        check_folder(Library({"m": model}, {}, contracts_only={("m", "g"): table}), tmp_path, printed=False)


def test_what_is_corrected_is_not_what_is_printed() -> None:
    for printed in (False, True):
        with pytest.raises(InputError, match="was not read as it is written"):
            check_folder(paper(printed), PAPER, not printed)


def test_of_some_models_all_files_are_compared_and_those_of_their_sources(tmp_path: Path) -> None:
    for name in ("svm", "svm-eta", "svm-bias"):
        shutil.copytree(PAPER / name, tmp_path / name)
    library = read_library(tmp_path, only=("svm-eta",))
    check_folder(library, tmp_path, False, ("svm-eta",))
    for models in ((), ("svm-bias",)):  # which were not read
        with pytest.raises((InputError, KeyError)):
            check_folder(library, tmp_path, False, models)
    edit(tmp_path / "svm" / "reset.toml", "tab:reset", "tab:other")
    with pytest.raises(InputError, match="svm/reset.toml: was not read as it is written"):
        check_folder(library, tmp_path, False, ("svm-eta",))


def test_a_correction_is_of_what_is_printed(tmp_path: Path) -> None:
    """A file that says of a cell what does not stand there, and a reader who does not look."""
    table, model = read(tmp_path, correction(Cell(0, "y")))
    assert not refused(table, model)
    edit(tmp_path / "m/g.toml", 'field = "y"\nprinted = "1"', 'field = "y"\nprinted = "-1"')
    assert refused(replace(table, corrections=(replace(table.corrections[0], printed="-1"),)), model)
