r"""Reads the gadget tables of a paper: finds them, and says which is which."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from ogd_exact.kernel.errors import InputError, NothingToCheck
from ogd_exact.latex.read.assemble import Assembly, Gadget
from ogd_exact.latex.read.captions import caption_constants, continued_labels
from ogd_exact.latex.read.columns import columns_of
from ogd_exact.latex.read.header import Part, header_of
from ogd_exact.latex.read.longtable import table_rows
from ogd_exact.latex.read.macros import Macros
from ogd_exact.latex.read.rows import steps_of
from ogd_exact.latex.read.source import Source
from ogd_exact.latex.read.tabular import Tabular, has_effects
from ogd_exact.latex.read.tabulars import TabularFinder
from ogd_exact.latex.read.tokens import Token
from ogd_exact.output.suggestion import did_you_mean
from ogd_exact.tables.form import NAME
from ogd_exact.tables.library import Library
from ogd_exact.tables.table import Table

MARK = re.compile(r"(?:(model|gadget|continues)=([A-Za-z0-9_:.-]+)\s*)+")


def read_tex(paths: Sequence[Path], library: Library) -> Library:
    """The gadget tables of LaTeX files, before a library that knows their models, labels and contracts."""
    gadgets: list[Gadget] = []
    for path in not_included(paths):
        gadgets += gadgets_of(path, library)
    if not gadgets:
        remedy = "mark one by a comment above it, such as % ogd-exact: model=svm gadget=reset"
        holds = "holds no gadget table" if len(paths) == 1 else f"none of these {len(paths)} files holds a gadget table"
        raise NothingToCheck(f"{holds}; {remedy}", str(paths[0]))
    tables: dict[tuple[str, str], Table] = {}
    for gadget in gadgets:
        table = Assembly(gadget, library, gadgets).table()
        if (table.model, table.gadget) in tables:
            first = next(g.tabular.place for g in gadgets if (g.model.name, g.name) == (table.model, table.gadget))
            where = f"the first is at {first.path.name}:{first.line}"
            remedy = "label or mark one apart, or write % ogd-exact: ignore above it"
            raise gadget.tabular.place.error(f"a second table of {table.model} {table.gadget} ({where}); {remedy}")
        tables[table.model, table.gadget] = table
    return Library(library.models, tables, library)


def gadgets_of(path: Path, library: Library) -> list[Gadget]:
    """The gadgets of a file and of all that it includes; a table goes on in the same document only."""
    gadgets: list[Gadget] = []
    finder, named = TabularFinder(Source(path)), set[str]()
    for tabular in finder.tabulars():
        named |= set(tabular.labels)
        if not (tabular.mark is not None and tabular.mark.text == "ignore"):
            add(tabular, gadgets, library)
    for label, place in finder.labels.items():
        if label not in named and (table := known_table([label], library)):
            raise place.error(f"the label is of {table.model} {table.gadget}, but there is no tabular that it is of")
    return gadgets


def not_included(paths: Sequence[Path]) -> list[Path]:
    """Each file once, and none that another of them includes, as it is read there, with the macros it counts on."""
    if len(paths) == 1:
        return list(paths)
    reached = {path: Source(path).reached() for path in paths}
    kept, covered = set[Path](), set[Path]()
    for path in sorted(reached, key=lambda path: -len(reached[path])):
        if path.resolve() not in covered:
            kept.add(path)
            covered |= reached[path]
    return [path for path in reached if path in kept]


def known_table(labels: Sequence[str], library: Library) -> Table | None:
    return next((t for lib in chain(library) for t in lib.tables.values() if t.label in labels), None)


def add(tabular: Tabular, gadgets: list[Gadget], library: Library) -> None:
    """Reads a tabular's rows, if it is a gadget table or the continuation of one."""
    known = known_table(tabular.labels, library)
    if known is not None:  # of several labels, the one that is known
        tabular.labels = [known.label, *(label for label in tabular.labels if label != known.label)]
    marked = mark_of(tabular.mark)
    check_mark(tabular, marked, known)
    foreign = known is None and not marked and not has_effects([*tabular.preamble, *tabular.body])
    try:
        if tabular.problem is not None:
            raise tabular.problem
        macros = Macros(columns=tabular.columns)
        columns = columns_of(tabular.preamble, tabular.place, macros)
        rows = table_rows(tabular, columns, macros)
        first = next(rows, None)
        header = header_of(first) if first else None
    except InputError:
        if foreign:
            return  # some other table, which may hold anything
        raise
    if foreign and (header is None or not header.weights):
        return
    if header is None:
        wanted = "expected a header such as $x_{i_1}$ & $y$ & Effect on $(w_{i_1})$ in the first row"
        raise tabular.place.error(f"{wanted}; if this is no gadget table, write % ogd-exact: ignore above it")
    steps, returns = steps_of(header, rows)
    if not steps:
        raise tabular.place.error("this table has no rows")
    constants = caption_constants(tabular)
    earlier = continued(tabular, marked, gadgets)
    if earlier is not None:
        if (header.x, header.y, header.weights) != (earlier.header.x, earlier.header.y, earlier.header.weights):
            raise header.place.error(f"this continues {earlier.name}, but has other columns")
        if earlier.returns:
            raise tabular.place.error(f"this continues {earlier.name}, which has ended with its Return line")
        earlier.steps += steps
        earlier.returns += returns
        for name, part in constants.items():
            if written(earlier.defined.setdefault(name, part)) != written(part):
                raise part.place.error(f"{name} has another value here than in the caption that this continues")
        return
    if known is None and not marked:
        remedy = "above it, such as % ogd-exact: model=svm gadget=reset"
        raise tabular.place.error(f"this looks like a gadget table of an unknown label; mark it by a comment {remedy}")
    model, name = marked.get("model", ""), marked.get("gadget", "")
    if known is not None and not marked:
        model, name = known.model, known.gadget
    if model not in library.models:
        near = did_you_mean(model, library.models)
        raise tabular.place.error(f"there is no model {model!r}; there is {', '.join(library.models)}{near}")
    if not NAME.fullmatch(name):
        raise tabular.place.error(f"{name!r} cannot name a gadget")
    known = library.find(model, name)
    gadgets.append(Gadget(tabular, library.models[model], name, known, header, steps, returns, constants))


def check_mark(tabular: Tabular, marked: Mapping[str, str], known: Table | None) -> None:
    """A mark names a model and a gadget (or continues a table), and says the same as a known label."""
    if tabular.mark is None or not marked or "continues" in marked:
        return
    if not {"model", "gadget"} <= set(marked):
        raise tabular.mark.error("a mark names both, as in % ogd-exact: model=svm gadget=reset")
    if known is not None and (marked["model"], marked["gadget"]) != (known.model, known.gadget):
        names = f"{known.model} {known.gadget}"
        raise tabular.mark.error(f"the mark and the label {tabular.label!r}, which is of {names}, disagree; change one")


def written(part: Part) -> list[str]:
    return [token.text for token in part.tokens]


def chain(library: Library | None) -> list[Library]:
    return [library, *chain(library.behind)] if library else []


def mark_of(token: Token | None) -> dict[str, str]:
    if token is None:
        return {}
    if not MARK.fullmatch(token.text):
        raise token.error("a mark is % ogd-exact: model=... gadget=..., continues=LABEL, ignore, or skip")
    words = [word.split("=", 1) for word in token.text.split()]
    if len({key for key, _ in words}) != len(words):
        raise token.error("a mark says each thing once")
    return {word[0]: word[1] for word in words}


def continued(tabular: Tabular, marked: Mapping[str, str], gadgets: list[Gadget]) -> Gadget | None:
    """The gadget whose table goes on here: by a mark, by one label over both, or by a caption that refers to it."""
    labels = [marked["continues"]] if "continues" in marked else []
    if not marked:
        labels = [*tabular.labels, *continued_labels(tabular)]
    for gadget in reversed(gadgets):
        if gadget.tabular.label and gadget.tabular.label in labels:
            return gadget
    if "continues" in marked:
        raise tabular.place.error(f"there is no table {marked['continues']!r} above, which this could continue")
    return None
