"""Which gadgets of dense-relu-dense are those of dense-relu, corrections apart: docs/divergences.md, section 5."""

import pytest

from ogd_exact.core.tables.table import Table
from ogd_exact.gadgets.reading.folder import paper

Base = list[tuple[dict[str, str], str]]


def base(table: Table, special: str) -> Base:
    """The examples with an entry besides the special coordinate's."""
    found = [(dict(zip(table.coordinates, step.x, strict=False)), step.y) for step in table.steps]
    named = [({c: x for c, x in entries.items() if x != "0"}, y) for entries, y in found]
    return [(x, y) for x, y in named if set(x) - {special}]


@pytest.mark.parametrize(
    ("gadget", "one", "two"),
    [
        ("copy", 6, 6),
        ("destructive_nand", 9, 9),
        ("set_false_if_unset", 4, 4),
        ("copy_if_true", 2, 2),
        ("reset", 2, 4),
        ("not", 2, 3),
    ],
)
def test_which_gadgets_keep_their_examples(gadget: str, one: int, two: int) -> None:
    before, table = (paper().tables[model, gadget] for model in ("dense-relu", "dense-relu-dense"))
    special = table.coordinates[-2]
    kept = [base(before, special), base(table, special)]
    assert [len(examples) for examples in kept] == [one, two]
    assert (kept[0] == kept[1]) is (one == two)


def test_corrections_end_at_1_before_every_such_example() -> None:
    for (model, _), table in paper().tables.items():
        if model == "dense-relu-dense":
            special = table.coordinates[-2]
            starts = [table.cases, *(step.after for step in table.steps[:-1])]
            for step, lines in zip(table.steps, starts, strict=True):
                if any(x != "0" for c, x in zip(table.coordinates, step.x, strict=False) if c != special):
                    assert all(tuple(line[-2:]) == ("1", "1") for line in lines), (table.gadget, step)
