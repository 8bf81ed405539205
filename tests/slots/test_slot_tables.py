"""Tables whose examples may come in any order: shipped ones hold, and each condition fails for its own reason."""

import dataclasses
import json
import random
import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT, called, edit, sampled
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.tables.data import Step
from ogd_exact.core.tables.effects import EFFECTS
from ogd_exact.core.tables.table import Table
from ogd_exact.gadgets.findings.finding import Result
from ogd_exact.gadgets.findings.verify import verify_table
from ogd_exact.gadgets.reading.folder import SHIPPED
from ogd_exact.training.any_order.read import read_slots
from ogd_exact.training.any_order.walk import CONDITIONS
from ogd_exact.training.constructions.reduction import reduced
from ogd_exact.training.constructions.request import Request

SLOTS = read_slots("any-order")
HALF = {"reset": "1", "copy": "1", "not": "1", "nand": "1", "copy_if_true": "2"}  # of the least gap, by hand
TABLES = {gadget: table.table for gadget, table in SLOTS.tables.items()}


def verified(table: Table) -> Result:
    return verify_table(table, SLOTS.library)


@pytest.mark.parametrize("gadget", HALF)
def test_shipped_tables_hold(gadget: str) -> None:
    result = verified(TABLES[gadget])
    assert result.verified and result.drift == HALF[gadget]


def test_all_tables_are_looked_at() -> None:
    assert set(TABLES) == set(HALF)
    answer = called("verify", "--tables", "any-order", "--format", "json")
    report = json.loads(answer.out)
    assert answer.code == 0 and report["verified"] is True
    found = {(table["model"], table["gadget"]): table["drift"] for table in report["tables"]}
    assert found == {("svm", gadget): half for gadget, half in HALF.items()}
    ordinary = json.loads(called("verify", "--model", "svm", "--gadget", "copy", "--format", "json").out)
    assert [table["drift"] for table in ordinary["tables"]] == [None]


@pytest.mark.parametrize("format", ["text", "json", "github", "junit", "sarif", "html"])
def test_every_format_says_which_row_is_wrong(format: str, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SHIPPED / "any-order", tmp_path / "mine"))
    edit(folder / "svm" / "copy.toml", '["2", "-2"],', '["2", "-4"],', 1)
    right, wrong = (called("verify", "--tables", tables, "--format", format) for tables in ("any-order", folder))
    assert (right.code, wrong.code) == (0, 1) and "case 2 goes to (" in wrong.out


def test_latex_shows_every_member(tmp_path: Path) -> None:
    assert called("latex", "--tables", "any-order", "--output-dir", tmp_path).code == 0
    text = (tmp_path / "svm-copy.tex").read_text()
    assert all(f"${x}$ & ${y}$ & & " in text for x, y in ((2, 0), (-2, 0), (2, -2), (-2, 2)))
    assert "the one with the least $w \\cdot x$ is added" in text


def test_the_perceptron_has_the_tables_and_the_construction_of_the_svm() -> None:
    svm, perceptron = SLOTS, read_slots("any-order", "perceptron")
    assert (svm.rule.name, perceptron.rule.name) == ("hinge", "perceptron")
    assert (svm.encoding, svm.start, svm.drift) == (perceptron.encoding, perceptron.start, perceptron.drift)
    assert svm.construction.phases == perceptron.construction.phases
    assert {t.table.path for t in svm.tables.values()} == {t.table.path for t in perceptron.tables.values()}


def follows(table: Table) -> bool:
    """Whether a table does what it prints and promises, by other means: all members compared, effects written out."""
    assert table.contract is not None
    seen = set()
    for case, line in enumerate(table.cases):
        weights = [Fraction(w) for w in line]
        for step in table.steps:
            values = [sum(Fraction(x) * w for x, w in zip(m, weights, strict=True)) for m in step.members]
            if values.count(min(values)) > 1:
                return False
            winner = step.members[values.index(min(values))]
            weights = [w + Fraction(x) for w, x in zip(weights, winner, strict=True)]
            if weights != [Fraction(w) for w in step.after[case]]:
                return False
        truth = {-1: "false", 1: "true", 0: "unset"}
        before = {name: truth.get(int(w), w) for name, w in zip(table.coordinates, line, strict=True)}
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


def with_step(table: Table, k: int, **changed: Any) -> Table:
    steps = list(table.steps)
    steps[k] = dataclasses.replace(steps[k], **changed)
    return dataclasses.replace(table, steps=tuple(steps))


def changed(lines: tuple[Any, ...], i: int, j: int, value: Any) -> tuple[Any, ...]:
    row = (*lines[i][:j], str(value), *lines[i][j + 1 :])
    return (*lines[:i], row, *lines[i + 1 :])


MUTANTS = [
    (gadget, k, field, i, j, delta)
    for gadget, table in TABLES.items()
    for k, step in enumerate(table.steps)
    for field in ("members", "after")
    for i, line in enumerate(getattr(step, field))
    for j in range(len(line))
    for delta in (-3, -1, 1, 2)
]


@pytest.mark.parametrize(("gadget", "k", "field", "i", "j", "delta"), sampled(MUTANTS, 4))
def test_a_changed_cell_is_verified_only_if_it_is_right(
    gadget: str, k: int, field: str, i: int, j: int, delta: int
) -> None:
    table = TABLES[gadget]
    lines = getattr(table.steps[k], field)
    mutant = with_step(table, k, **{field: changed(lines, i, j, int(lines[i][j]) + delta)})
    result = verified(mutant)
    assert result.verified == follows(mutant)
    for finding in result.findings:  # a suggestion may be of weights, and members are not repaired
        assert finding.cell.kind != "members"
        assert not finding.certain or follows(mutant.put(finding.cell, finding.suggested or ""))


def first(table: Table) -> int:
    return verified(table).violations[0].condition


def test_each_condition_fails_for_its_reason() -> None:
    copy, answer = TABLES["copy"], TABLES["copy_if_true"]
    assert copy.contract is not None and answer.contract is not None
    tie = with_step(copy, 0, members=(("-2", "0"), ("2", "0"), ("2", "-2"), ("-2", "2"), ("2", "-4"), ("0", "2")))
    assert first(tie) == 1 and "two members have the least w.x" in str(verified(tie).findings[0].message)
    assert first(with_step(copy, 0, after=changed(copy.steps[0].after, 0, 1, 3))) == 1
    assert first(dataclasses.replace(copy, cases=copy.cases[:-1] + copy.cases[:1])) == 2
    before = with_step(copy, 1, before=changed(copy.steps[0].after, 0, 1, 3))
    assert 3 in {violation.condition for violation in verified(before).violations}
    promises = dataclasses.replace(copy.contract, after={"i2": "not(i1)"})
    assert first(dataclasses.replace(copy, contract=promises)) == 5
    touching = dataclasses.replace(answer.contract, untouched={"i2": "copy(i1)"})
    assert first(dataclasses.replace(answer, contract=touching)) == 6


def test_conditions_of_the_clock_are_those_of_the_page() -> None:
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


COPY, BUILT, MODEL = "copy.toml", "construction.toml", "model.toml"
WRONG = [
    (COPY, '["2", "0"],', '["2"],', "1 numbers for 2 coordinates"),
    (COPY, '["2", "0"],', '["2", "x"],', "x"),
    (COPY, '["2", "0"],\n    ["-2", "0"],', '["2", "0"],\n    ["2", "0"],', "distinct members"),
    (COPY, "[[step]]", "[[steps]]", "unknown key 'steps'"),
    (COPY, "[[step]]", '[[step]]\ny = "1"', "unknown key 'y'"),
    (COPY, "[contract]", "[promise]", "unknown key 'promise'"),
    (MODEL, 'rule = "hinge"', 'rule = "dense-relu"', "members need a rule that adds"),
    (MODEL, 'rule = "hinge"', 'rule = "hinge"\nregularizer = "1/2"', "members need a rule that adds"),
    (BUILT, 'accept = "bot"', 'accept = "top"', "is not one of the special coordinates"),
    (BUILT, 'drift = "1"', 'drift = "0"', "it is positive"),
    (BUILT, 'drift = "1"', 'drift = "one"', "one"),
    (BUILT, 'drift = "1"', "", "in any order: the construction needs a drift"),
    (BUILT, 'gates = "bit"', 'gates = "unset"', "with a drift inputs and gates"),
    (BUILT, 'gates = "false"', 'gates = "true"', "with a drift inputs and gates"),
    (BUILT, "copy(o, i)", "copy(o)", "takes 2 coordinates"),
    (BUILT, "copy(o, i)", "kopy(o, i)", "has no gadget"),
    (BUILT, "copy(o, i)", "copy(a, i)", "is not one of"),
]


@pytest.mark.parametrize(("file", "old", "new", "message"), WRONG, ids=[f"{new}" for _, _, new, _ in WRONG])
def test_a_wrong_file_is_one_line_with_its_place(tmp_path: Path, file: str, old: str, new: str, message: str) -> None:
    folder = Path(shutil.copytree(SHIPPED / "any-order" / "svm", tmp_path / "mine" / "svm"))
    edit(folder / file, old, new, 1)
    words = ("simulate", "counter:1") if file == BUILT else ("verify",)
    answer = called(*words, "--tables", folder.parent)
    place = COPY if "members need" in message else file
    assert answer.code == 2 and message in answer.err and f"{place}:" in answer.err and answer.err.count("\n") == 1


UNKNOWN_TO_THE_WALK = ['magnitudes = {}\nany = { i2 = "not(i1)" }', 'never_positive = { i2 = "not(i1)" }']


@pytest.mark.parametrize("more", UNKNOWN_TO_THE_WALK)
def test_a_contract_that_the_walk_does_not_know_is_refused(more: str, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SHIPPED / "any-order" / "svm", tmp_path / "mine" / "svm"))
    edit(folder / "copy.toml", "[contract]", f"[contract]\n{more}", 1)
    answer = called("simulate", "counter:1", "--tables", folder.parent)
    assert answer.code == 2 and "without magnitudes, never_positive and any" in answer.err


def test_an_ordinary_table_has_no_drift(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SHIPPED / "compact" / "svm", tmp_path / "mine" / "svm"))
    edit(folder / "construction.toml", 'accept = "bot"', 'accept = "bot"\ndrift = "1"', 1)
    answer = called("simulate", "counter:1", "--tables", folder.parent)
    assert answer.code == 2 and "in one order, and a drift is for any" in answer.err


def test_no_step_calls_a_table_in_any_order(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SHIPPED / "any-order" / "svm", tmp_path / "mine" / "svm"))
    rows = 'cases = [["-1", "-1"]]\n[[step]]\ncall = "copy"\non = ["i1", "i2"]\nafter = [["-1", "-1"]]\n'
    (folder / "mine.toml").write_text(f'gadget = "mine"\nlabel = "mine"\ncoordinates = ["i1", "i2"]\n{rows}')
    answer = called("verify", "--tables", folder.parent)
    assert answer.code == 2 and "which no step can call" in answer.err


def test_what_has_no_clock_refuses_them() -> None:
    answer = called("explore", "gadget:copy", "--tables", "any-order")
    assert answer.code == 2 and "of which a clock chooses" in answer.err
    with pytest.raises(InputError, match="has examples in any order here"):
        reduced(Request("counter:1", tables="any-order"))


def test_a_label_stays_in_its_line(tmp_path: Path) -> None:
    place = Path(shutil.copytree(SHIPPED / "any-order", tmp_path / "mine"))
    edit(place / "svm" / "copy.toml", 'label = "', 'label = "\\n10 tables: all verified')
    answer = called("verify", "--tables", place)
    assert answer.code == 2 and "a label is one line" in answer.err


def test_another_model_may_use_the_tables_beside_it(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SHIPPED / "any-order", tmp_path / "mine"))
    shutil.copytree(folder / "perceptron", folder / "other")
    assert {*read_slots(str(folder), "other").tables} == {*TABLES}
    edit(folder / "other" / "construction.toml", 'gadgets = "svm"', 'gadgets = "../svm"')
    answer = called("simulate", "counter:1", "--tables", folder, "--model", "other")
    assert answer.code == 2 and "there is no model '../svm'" in answer.err


def test_random_tables_are_verified_only_if_they_are_right() -> None:
    rng, agreed = random.Random(1), 0
    for _ in range(120):
        table = TABLES[rng.choice(sorted(TABLES))]
        k = rng.randrange(len(table.steps))
        members = [list(line) for line in table.steps[k].members]
        for _ in range(rng.randint(0, 2)):
            line = rng.choice(members)
            line[rng.randrange(len(line))] = str(rng.randint(-3, 3))
        mutant = with_step(table, k, members=tuple(tuple(line) for line in members))
        if verified(mutant).verified:
            agreed += 1
            assert follows(mutant)
    assert agreed > 20


def test_an_example_has_members_or_entries_and_not_both() -> None:
    """A table written in Python is held to the form as a file is."""
    both = dataclasses.replace(TABLES["copy"].steps[0], x=("1", "0"), y="1")
    assert isinstance(both, Step)
    with pytest.raises(InputError, match="not well-formed"):
        verified(dataclasses.replace(TABLES["copy"], steps=(both, *TABLES["copy"].steps[1:])))


@pytest.mark.parametrize("key", ["learning_rate", "regularizer", "momentum", "symbols", "magnitudes"])
def test_the_checker_itself_refuses_members_of_other_steps(key: str) -> None:
    """That a member is added, and nothing else happens, is so for steps at rate 1 that leave all other weights."""
    model = dataclasses.replace(SLOTS.library.models["svm"], **{key: ("a",) if key.endswith("s") else "1/2"})
    library = dataclasses.replace(SLOTS.library, models={**SLOTS.library.models, "svm": model})
    with pytest.raises(InputError, match="not well-formed"):
        verify_table(TABLES["copy"], library)
