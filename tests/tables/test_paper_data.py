"""The shipped tables: all of them, in full, and what their model files say of them."""

from collections import Counter

import pytest

from ogd_exact.gadgets.reading.folder import PAPER, paper

GADGETS = {
    "svm": "reset not copy destructive_nand set_false_if_unset copy_if_true",
    "svm-bias": "correct_bias",
    "svm-eta": "reset not copy destructive_nand set_false_if_unset copy_if_true",
    "svm-reg": "reset copy2 d_nand set_false_if_unset copy_if_true",
    "dense-relu": "reset not copy destructive_nand set_false_if_unset copy_if_true",
    "dense-relu-dense": "reset not copy destructive_nand set_false_if_unset copy_if_true",
}


def test_all_gadgets_are_there_in_the_papers_order() -> None:
    assert list(paper().tables) == [(model, g) for model, names in GADGETS.items() for g in names.split()]
    assert sum(t.path is not None for t in paper().tables.values()) == 24


def test_printed_transitions() -> None:
    """482 in the paper: one for each printed line of an example."""
    counts: Counter[str] = Counter()
    for table in paper(printed=True).tables.values():
        if table.path:
            counts[table.model] += sum(len(step.after) for step in table.steps if step.x)
    assert counts == {"svm": 42, "svm-bias": 4, "svm-reg": 53, "dense-relu": 85, "dense-relu-dense": 298}
    assert counts.total() == 482


def test_every_gadget_has_a_contract_and_every_contract_a_table() -> None:
    for name, model in paper().models.items():
        assert list(model.contracts) == [gadget for m, gadget in paper().tables if m == name]


def test_corrections_change_what_is_printed_and_say_why() -> None:
    for key, table in paper().tables.items():
        printed = paper(printed=True).tables[key]
        for correction in table.corrections:
            assert printed.get(correction.cell) == correction.printed != correction.corrected
            assert table.get(correction.cell) == correction.corrected
            assert len(correction.why) > 40
        if not table.corrections:
            assert table == printed


@pytest.mark.parametrize("path", sorted(PAPER.rglob("*.toml")), ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_each_file_says_where_it_comes_from(path: object) -> None:
    assert str(path.read_text()).startswith("# ")  # type: ignore[attr-defined]
