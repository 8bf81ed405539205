"""Tables of slots: those that are shipped hold, and each condition fails for its own reason."""

import dataclasses
import json
import random
import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT, called, edit, sampled
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.core.tables.effects import EFFECTS
from ogd_exact.gadgets.reading.folder import SHIPPED
from ogd_exact.training.any_order.choice import CONDITIONS, least_gap, violations
from ogd_exact.training.any_order.read import read_slots
from ogd_exact.training.any_order.table import Slot, SlotTable

SLOTS = read_slots("any-order")
HALF = {"reset": 1, "copy": 1, "not": 1, "nand": 1, "copy_if_true": 2}  # of the least gap, by hand


@pytest.mark.parametrize("gadget", HALF)
def test_shipped_tables_hold(gadget: str) -> None:
    table = SLOTS.tables[gadget]
    assert not list(violations(table, SLOTS.encoding))
    assert least_gap(table) == 2 * HALF[gadget]


def test_all_tables_are_looked_at() -> None:
    assert set(SLOTS.tables) == set(HALF)
    answer = called("verify", "--tables", "any-order", "--format", "json")
    report = json.loads(answer.out)
    assert answer.code == 0 and report["verified"] is True
    assert {(table["model"], table["gadget"]): table["region"] for table in report["tables"]} == {
        (model, gadget): [f"D <= {half}"] for model in ("svm", "perceptron") for gadget, half in HALF.items()
    }


def test_lines_fit_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    unbroken = called("verify", "--tables", "any-order").out
    monkeypatch.setenv("COLUMNS", "80")
    said = called("verify", "--tables", "any-order").out
    assert max(map(len, unbroken.splitlines())) > 80 >= max(map(len, said.splitlines()))
    assert said.split() == unbroken.split()


def test_the_perceptron_has_the_tables_and_the_construction_of_the_svm() -> None:
    svm, perceptron = SLOTS, read_slots("any-order", "perceptron")
    assert (svm.rule.name, perceptron.rule.name) == ("hinge", "perceptron")
    assert (svm.encoding, svm.start, svm.drift) == (perceptron.encoding, perceptron.start, perceptron.drift)
    assert svm.construction.phases == perceptron.construction.phases
    assert {table.path for table in svm.tables.values()} == {table.path for table in perceptron.tables.values()}


def follows(table: SlotTable) -> bool:
    """Whether a table does what it prints and promises, by other means: all members compared, effects written out."""
    seen = set()
    for case, line in enumerate(table.cases):
        weights = [Fraction(str(w)) for w in line]
        for slot in table.slots:
            values = [sum(Fraction(str(x)) * w for x, w in zip(m, weights, strict=True)) for m in slot.members]
            if values.count(min(values)) > 1:
                return False
            winner = slot.members[values.index(min(values))]
            weights = [w + Fraction(str(x)) for w, x in zip(weights, winner, strict=True)]
            if weights != [Fraction(str(w)) for w in slot.after[case]]:
                return False
        truth = {-1: "false", 1: "true", 0: "unset"}
        before = {name: truth.get(int(w), str(w)) for name, w in zip(table.coordinates, line, strict=True)}
        seen.add(tuple(before.values()))
        for name, weight in zip(table.coordinates, weights, strict=True):
            text = table.contract.after.get(name)
            wanted = before[name]
            if text is not None:
                function, _, arguments = text.partition("(")
                names = [part.strip() for part in arguments.rstrip(")").split(",")]
                wanted = EFFECTS[function](*(before[n] for n in names)) if arguments else text
            if weight != {"false": -1, "true": 1, "unset": 0}.get(wanted, 2):
                return False
    return len(seen) == len(table.cases)


def with_slot(table: SlotTable, k: int, **changed: Any) -> SlotTable:
    slots = list(table.slots)
    slots[k] = dataclasses.replace(slots[k], **changed)
    return dataclasses.replace(table, slots=tuple(slots))


def changed(lines: tuple[Any, ...], i: int, j: int, value: Any) -> tuple[Any, ...]:
    row = (*lines[i][:j], rational(value), *lines[i][j + 1 :])
    return (*lines[:i], row, *lines[i + 1 :])


MUTANTS = [
    (gadget, k, field, i, j, delta)
    for gadget, table in SLOTS.tables.items()
    for k, slot in enumerate(table.slots)
    for field in ("members", "after")
    for i, line in enumerate(getattr(slot, field))
    for j in range(len(line))
    for delta in (-3, -1, 1, 2)
]


@pytest.mark.parametrize(("gadget", "k", "field", "i", "j", "delta"), sampled(MUTANTS, 4))
def test_a_changed_cell_is_verified_only_if_it_is_right(
    gadget: str, k: int, field: str, i: int, j: int, delta: int
) -> None:
    table = SLOTS.tables[gadget]
    lines = getattr(table.slots[k], field)
    mutant = with_slot(table, k, **{field: changed(lines, i, j, lines[i][j] + delta)})
    found = list(violations(mutant, SLOTS.encoding))
    assert bool(found) != follows(mutant)


def first(table: SlotTable) -> int:
    return next(iter(violations(table, SLOTS.encoding))).condition


def test_each_condition_fails_for_its_reason() -> None:
    copy, answer = SLOTS.tables["copy"], SLOTS.tables["copy_if_true"]
    two, zero = rational(2), rational(0)
    assert first(with_slot(copy, 0, members=((two, zero), (two, zero), (-two, zero)))) == 1
    assert first(with_slot(copy, 0, after=changed(copy.slots[0].after, 0, 1, 3))) == 2
    assert first(dataclasses.replace(copy, cases=copy.cases[:-1] + copy.cases[:1])) == 3
    promises = dataclasses.replace(copy.contract, after={"i2": "not(i1)"})
    assert first(dataclasses.replace(copy, contract=promises)) == 4
    touching = dataclasses.replace(answer.contract, untouched={"i2": "copy(i1)"})
    assert first(dataclasses.replace(answer, contract=touching)) == 5


def test_conditions_are_those_of_the_page() -> None:
    page = (ROOT / "docs" / "any-order.md").read_text()
    said = " ".join(page.split()).lower()
    for number, text in CONDITIONS.items():
        assert f" {number}. {text}" in said, text


def test_a_wrong_table_fails_the_command(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SHIPPED / "any-order", tmp_path / "mine"))
    edit(folder / "svm" / "copy.toml", '["1", "-1"]', '["1", "1"]', 1)
    answer = called("verify", "--tables", folder)
    assert answer.code == 1 and "condition" in answer.out and "FAILED" in answer.out
    assert called("reduce", "counter:1", "--tables", folder).code == 2


WRONG = [
    ("copy.toml", '["2", "0"],', '["2"],', "1 numbers for 2 coordinates"),
    ("copy.toml", '["2", "0"],', '["2", "x"],', "x"),
    ("copy.toml", "[[slot]]", "[[slots]]", "unknown key 'slots'"),
    ("copy.toml", 'after = { i2 = "copy(i1)" }', 'magnitudes = { i1 = "eps" }', "without magnitudes"),
    (
        "copy.toml",
        "[contract]",
        '[contract]\nnever_positive = { i1 = "true" }',
        "without magnitudes, never_positive and any",
    ),
    ("copy.toml", "[contract]", "[promise]", "unknown key 'promise'"),
    ("slots.toml", 'rule = "hinge"', 'rule = "dense-relu"', "slots need a rule that adds"),
    ("slots.toml", 'accept = "bot"', 'accept = "top"', "is not one of the special coordinates"),
    ("slots.toml", 'drift = "1"', 'drift = "0"', "it is positive"),
    ("slots.toml", 'drift = "1"', 'drift = "one"', "one"),
    ("slots.toml", "copy(o, i)", "copy(o)", "takes 2 coordinates"),
    ("slots.toml", "copy(o, i)", "kopy(o, i)", "has no gadget"),
    ("slots.toml", "copy(o, i)", "copy(a, i)", "is not one of"),
]


@pytest.mark.parametrize(("file", "old", "new", "message"), WRONG, ids=[message for *_, message in WRONG])
def test_a_wrong_file_is_one_line_with_its_place(tmp_path: Path, file: str, old: str, new: str, message: str) -> None:
    folder = Path(shutil.copytree(SHIPPED / "any-order", tmp_path / "mine"))
    edit(folder / "svm" / file, old, new, 1)
    answer = called("verify", "--tables", folder)
    assert answer.code == 2 and message in answer.err and f"{file}:" in answer.err and answer.err.count("\n") == 1


def test_no_table_of_a_folder_goes_unnoticed(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SHIPPED / "any-order", tmp_path / "mine"))
    path = Path(shutil.copytree(folder / "svm", folder / "wrong")) / "copy.toml"
    edit(path, '["1", "-1"]', '["1", "1"]', 1)
    assert called("verify", "--tables", folder).code == 1
    assert called("verify", "--tables", folder, "--model", "svm").code == 0
    (path.parent / "slots.toml").unlink()
    answer = called("verify", "--tables", folder)
    assert answer.code == 2 and "is no table of slots" in answer.err


def test_a_label_stays_in_its_line(tmp_path: Path) -> None:
    place = Path(shutil.copytree(SHIPPED / "any-order", tmp_path / "mine"))
    edit(place / "svm" / "copy.toml", 'label = "', 'label = "\\n10 tables: all verified')
    lines = called("verify", "--tables", place).out.splitlines()
    assert [line for line in lines if line.startswith("10 tables")] == [lines[-1]]


def test_another_model_may_use_the_tables_beside_it(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SHIPPED / "any-order", tmp_path / "mine"))
    (folder / "other").mkdir()
    text = (folder / "svm" / "slots.toml").read_text()
    (folder / "other" / "slots.toml").write_text(text.replace('rule = "hinge"', 'rule = "hinge"\ngadgets = "svm"'))
    tables = read_slots(str(folder), "other").tables
    assert {name: dataclasses.replace(table, model="svm") for name, table in tables.items()} == read_slots(
        str(folder), "svm"
    ).tables
    (folder / "other" / "slots.toml").write_text('gadgets = "../svm"\n' + text)
    answer = called("simulate", "counter:1", "--tables", folder, "--model", "other")
    assert answer.code == 2 and "there is no folder '../svm' of slots" in answer.err


def test_random_tables_are_verified_only_if_they_are_right() -> None:
    rng, agreed = random.Random(1), 0
    for _ in range(300):
        table = SLOTS.tables[rng.choice(sorted(SLOTS.tables))]
        k = rng.randrange(len(table.slots))
        members = [list(line) for line in table.slots[k].members]
        for _ in range(rng.randint(0, 2)):
            line = rng.choice(members)
            line[rng.randrange(len(line))] = rational(rng.randint(-3, 3))
        mutant = with_slot(table, k, members=tuple(tuple(line) for line in members))
        if not list(violations(mutant, SLOTS.encoding)):
            agreed += 1
            assert follows(mutant)
    assert agreed > 50


def test_slots_are_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Slot((), ()).members = ()  # type: ignore[misc]
