"""How many examples a table stands for, and how deep its calls may go."""

import pytest

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.tables.data import Step
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.model import Model
from ogd_exact.core.tables.rules import RULES
from ogd_exact.core.tables.table import Table

ROWS = (("0",),)
EXAMPLE = Step(ROWS, x=("0",), y="1")


def chain(length: int) -> tuple[Library, Table]:
    """Each gadget but the first calls the one before it, after an example of its own."""
    steps = [(EXAMPLE, *([Step(ROWS, call=f"g{k - 1}", on=("i1",))] if k else [])) for k in range(length)]
    tables = [Table("m", f"g{k}", f"tab:g{k}", ("i1",), ROWS, own) for k, own in enumerate(steps)]
    return Library({"m": Model("m", RULES["hinge"])}, {("m", table.gadget): table for table in tables}), tables[-1]


def test_calls_are_expanded_forty_deep_and_no_deeper() -> None:
    library, last = chain(41)
    assert library.examples(last) == 41
    library, last = chain(42)
    with pytest.raises(InputError, match="calls are at most 40 deep"):
        library.examples(last)


def test_a_table_that_only_has_the_name_of_another_is_counted_by_itself() -> None:
    library, last = chain(2)
    others = [Table("m", last.gadget, "tab:other", ("i1",), ROWS, (EXAMPLE,) * length) for length in (5, 3)]
    assert [library.examples(table) for table in (last, *others, last)] == [2, 5, 3, 2]
