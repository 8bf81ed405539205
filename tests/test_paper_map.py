"""The map from the paper to the commands says what the commands show now, and leaves out nothing of the paper."""

import re
from pathlib import Path

import pytest

import paper_map
from conftest import needs, sampled
from ogd_exact.gadgets.reading.folder import MODELS, paper

ROWS, BEYOND, SECTIONS = paper_map.rows(), paper_map.beyond(), paper_map.sections()
DIVERGENCES = (paper_map.ROOT / "docs" / "divergences.md").read_text()
NEEDED = {
    "sklearn": ("sklearn", "scikit-learn"),
    "torch": ("torch", "torch"),
    "barrier weights": ("flint", "python-flint"),
}


@pytest.mark.parametrize(
    "row", sampled([*ROWS, *BEYOND], 3, lambda row: [row in BEYOND]), ids=lambda row: f"{row.where}: {row.command}"
)
def test_a_command_shows_what_its_row_says_and_nothing_else_will_do(
    row: paper_map.Row, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for word, library in NEEDED.items():
        if word in row.command:
            needs(*library)
    monkeypatch.chdir(tmp_path)
    assert paper_map.line(row) in paper_map.PAGE.read_text().splitlines()
    for wrong in paper_map.spoiled(row):
        assert paper_map.fault(wrong, *paper_map.answer(row.command)), wrong


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, None),
        ({"exit": 1}, "exit code 0, not 1"),
        ({"shows": "accepted in frame 1"}, "nowhere 'accepted in frame 1'"),  # a part of a number is no number
        ({"shows": "ccepted in frame 15"}, "nowhere"),
        ({"shows": "frame {k} ... step {k}"}, "redefinition of group name"),
        ({"lacks": "all_false"}, None),
        ({"lacks": "all_true"}, "'all_true' is there"),
        ({"holds": ["frame = 2^4 - 2"]}, "not frame = 2^4 - 2: accepted in frame 15 (pass 16, step 5898)"),
        ({"holds": ["frame <= 15", "step < frame"]}, "not step < frame"),
        ({"holds": ["pass = frame"]}, "unknown symbol 'pass'; declared here: frame, step"),
    ],
)
def test_a_row_that_says_another_thing_is_a_fault(changes: dict[str, object], said: str | None) -> None:
    right = paper_map.Row("", "", "", "accepted in frame {frame} (pass 16, step {step})", ["frame = 2^4 - 1"])
    row = right._replace(**changes)  # type: ignore[arg-type]
    try:
        found = paper_map.fault(
            row, 0, "asks whether all_true ever holds accepted in frame 15 (pass 16, step 5898) run"
        )
    except Exception as problem:
        found = str(problem)
    assert found == said or (said and said in str(found))


def test_every_row_says_something_of_its_own() -> None:
    """A number, a theorem or a comparison; and every number with a name is compared."""
    for row in (*ROWS, *BEYOND):
        names = re.findall(r"\{(\w+)\}", row.shows)
        assert re.search(r"\d", row.shows) or names or row.shows.startswith(("Theorem ", "Lemma ")), row
        used = {name for comparison in row.holds for name in re.findall(r"[A-Za-z]\w*", comparison)}
        assert used == set(names), row
        assert all(re.search("[A-Za-z]", comparison) for comparison in row.holds), row


def test_what_prove_is_cited_for_is_compiled_by_a_test_of_prove() -> None:
    """tests/proofs/test_prove_command.py compiles what prove writes by itself, and with --tables compact."""
    models = (*MODELS, "perceptron", "svm-eta-reg")
    compiled = {"prove", "prove --tables any-order", *(f"prove --model {model}" for model in models)}
    for row in (*ROWS, *BEYOND):
        if row.command.startswith("prove"):
            assert row.command in compiled or row.command.startswith("prove --tables compact --model "), row


def test_every_part_of_the_paper_has_a_row_or_makes_no_claim() -> None:
    places = {section.name for section in SECTIONS}
    places |= {f"{section.name}, {part}" for section in SECTIONS for part in section.parts}
    named = {row.where for row in ROWS}
    assert named <= places
    for section in SECTIONS:
        missing = [part for part in section.parts if f"{section.name}, {part}" not in named]
        assert not missing, section
        has_rows = section.name in named or bool(section.parts)
        assert has_rows is (section.no_claim == ""), section
    assert len({section.label for section in SECTIONS if section.label}) == 12


def test_the_page_has_the_rows_and_no_others() -> None:
    first, _, second = paper_map.PAGE.read_text().removeprefix(paper_map.HEAD).partition(paper_map.BEYOND)
    for part, listed in ((first, ROWS), (second, BEYOND)):
        assert [line.split(" | ")[2] for line in part.splitlines()] == [f"`{row.command}`" for row in listed]
    lines = [*first.splitlines(), *second.splitlines()]
    assert not any(cell.strip() == "" for line in lines for cell in line.strip("|").split(" | "))


def test_every_printed_table_has_a_row() -> None:
    printed = {table.label for table in paper().tables.values() if table.path}
    assert len(printed) == 24 and printed <= {row.where.split(", ")[-1] for row in ROWS}


def test_every_divergence_has_a_row_and_every_correction_is_there() -> None:
    sections = [int(number) for number in re.findall(r"^## (\d+)\. ", DIVERGENCES, re.M)]
    cited = {number for row in ROWS for number in (row.corrected, row.differs) if number is not None}
    assert sections == list(range(1, len(sections) + 1))
    assert cited | {6} == set(sections)  # 6 is of cells that may hold anything, and contradicts no statement
    assert all((paper_map.ROOT / "docs" / row.see).is_file() for row in (*ROWS, *BEYOND) if row.see)
