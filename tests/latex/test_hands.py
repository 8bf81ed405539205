"""Tables typed by different authors are read as what they are; every spoiled cell is found, at its place."""

from pathlib import Path

import pytest

from conftest import in_full
from latex.hands import HANDS
from ogd_exact.core.tables.table import Table
from ogd_exact.documents.latex_read.tables import read_papers
from ogd_exact.gadgets.findings.verify import verify
from ogd_exact.gadgets.reading.folder import paper

ONE_OF_EACH = {hand.name: hand for hand in HANDS}


def tables() -> list[Table]:
    return list(paper().tables.values())


def same(read: Table, table: Table) -> None:
    """The same table, formula by formula; how a formula is written may differ."""
    numbers = paper().models[table.model].arithmetic
    constants = {name: numbers.read(text) for name, text in table.constants.items()}

    def equal(a: str, b: str) -> bool:
        names = numbers.environment | constants
        return bool(numbers.read(a, names) == numbers.read(b, names))

    assert (read.model, read.gadget, read.coordinates) == (table.model, table.gadget, table.coordinates)
    assert len(read.steps) == len(table.steps) and len(read.cases) == len(table.cases)
    assert dict(read.returns).keys() == dict(table.returns).keys()
    assert all(equal(read.returns[c], text) for c, text in table.returns.items())
    assert read.constants.keys() == table.constants.keys()
    for k, (ours, theirs) in enumerate(zip(read.steps, table.steps, strict=True)):
        assert (ours.call, ours.on, ours.note) == (theirs.call, theirs.on, theirs.note)
        assert ours.magnitudes.keys() == theirs.magnitudes.keys()
        assert len(ours.x) == len(theirs.x)
        pairs = [(read.before(k), table.before(k)), (ours.after, theirs.after), ([ours.x], [theirs.x])]
        pairs.append(([tuple(ours.magnitudes.values())], [tuple(theirs.magnitudes.values())]))
        assert theirs.call or equal(ours.y, theirs.y)
        for these, those in pairs:
            for a, b in zip(these, those, strict=True):
                assert all(map(equal, a, b)), (table.model, table.gadget, k)


@in_full
@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_every_table_is_read_as_it_is(name: str, tmp_path: Path) -> None:
    hand = ONE_OF_EACH[name]
    path = tmp_path / "paper.tex"
    path.write_text(hand.document(tables()))
    library = read_papers([path], paper()).result
    assert list(library.tables) == [(t.model, t.gadget) for t in tables()]
    for read, table in zip(library.tables.values(), tables(), strict=True):
        same(read, table)
    results = verify(library)
    assert all(result.verified for result in results)
    assert sum(result.transitions for result in results) == 524
