r"""Reads the gadget tables of a paper: finds them, says which is which, and what was not read and why."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ogd_exact.core.kernel.errors import InputError, NothingToCheck
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.table import Table
from ogd_exact.documents.latex_read.assemble import Assembly, Gadget
from ogd_exact.documents.latex_read.captions import caption_constants, continued_labels
from ogd_exact.documents.latex_read.columns import columns_of
from ogd_exact.documents.latex_read.header import WANTED, header_of
from ogd_exact.documents.latex_read.lists import Part
from ogd_exact.documents.latex_read.longtable import table_rows
from ogd_exact.documents.latex_read.macros import Macros
from ogd_exact.documents.latex_read.marks import Mark, check_mark, mark_of
from ogd_exact.documents.latex_read.promises import promised_contract
from ogd_exact.documents.latex_read.rows import steps_of
from ogd_exact.documents.latex_read.source import Source
from ogd_exact.documents.latex_read.tabular import Tabular, mentions_gadgets
from ogd_exact.documents.latex_read.tabulars import TabularFinder
from ogd_exact.gadgets.findings.coverage import Coverage, PageFinding, SeenTabular, Unread
from ogd_exact.gadgets.reading.form import NAME
from ogd_exact.text.paths import real
from ogd_exact.text.suggestion import did_you_mean

NO_HEADER = "no x, y or weights in its header"
IGNORED = "ignored, as its mark says"
CANNOT = "it cannot be read"
IGNORE = "if this is no gadget table, write % ogd-exact: ignore above it"


@dataclass
class TexReading:
    """What is read from LaTeX files: the gadgets, what became of each tabular, and what could not be read."""

    library: Library
    gadgets: list[Gadget] = field(default_factory=list)
    seen: dict[int, tuple[Tabular, str]] = field(default_factory=dict)  # tabulars, and why they are not checked
    problems: list[InputError] = field(default_factory=list)
    roots: dict[Path, Path] = field(default_factory=dict)  # files that no other includes, by their real paths
    result: Library = field(init=False)  # with the tables that could be read

    def read(self, path: Path) -> set[Path]:
        """Adds the gadgets of a file and of all that it includes; gives back the files that were read."""
        self.roots[real(path)] = path
        named, own = set[str](), list[Gadget]()
        try:
            finder = TabularFinder(Source(path))
        except InputError as problem:  # nothing of it is read, but other files are
            self.problems.append(problem)
            return set()
        try:
            for tabular in finder.tabulars():
                named |= set(tabular.labels)
                self.see(tabular, own)
        except InputError as problem:  # of the file: what follows cannot be told apart
            self.problems.append(problem)
            named |= finder.labels.keys()
        for label, place in finder.labels.items():
            if label not in named and (table := known_table([label], self.library)):
                said = f"the label is of {table.model} {table.gadget}, but there is no tabular that it is of"
                self.problems.append(place.error(said))
        self.problems += finder.problems
        self.gadgets += own
        return {real(path) for path in finder.read}

    def see(self, tabular: Tabular, own: list[Gadget]) -> None:
        """Reads one tabular, and notes what becomes of it; a table goes on in the same document only."""
        count = len(own)
        try:
            reason = IGNORED if tabular.ignored else add(tabular, own, self.library)
        except InputError as problem:
            self.problems.append(problem)
            del own[count:]
            reason = unread(problem)
        if not reason or tabular.name != "array":  # others are matrices
            self.seen[id(tabular)] = tabular, reason

    def assembled(self) -> dict[tuple[str, str], Table]:
        """The tables, without those that cannot be read, and those that call them."""
        tables, first = dict[tuple[str, str], Table](), dict[tuple[str, str], Gadget]()
        for gadget in self.gadgets:
            key = gadget.model.name, gadget.name
            try:
                if gadget.problem is not None:
                    raise gadget.problem
                if key in first:
                    place = first[key].tabular.place
                    where = f"the first is at {place.path.name}:{place.line}"
                    remedy = "label or mark one apart, or write % ogd-exact: ignore above it"
                    raise gadget.tabular.place.error(f"a second table of {' '.join(key)} ({where}); {remedy}")
                first[key] = gadget
                tables[key] = Assembly(gadget, self.library, self.gadgets).table()
            except InputError as problem:
                self.drop(gadget, problem)
        while stale := [k for k, t in tables.items() if self.unread_call(t, tables)]:
            for key in stale:
                call = self.unread_call(tables.pop(key), tables)
                said = f"{key[1]} calls {call}, whose table cannot be read, so that nothing follows from it"
                self.drop(first[key], first[key].tabular.place.error(said))
        return tables

    def unread_call(self, table: Table, tables: dict[tuple[str, str], Table]) -> str:
        own = {gadget.name for gadget in self.gadgets if gadget.model.name == table.model}
        return next((s.call for s in table.steps if s.call in own and (table.model, s.call) not in tables), "")

    def drop(self, gadget: Gadget, problem: InputError) -> None:
        if problem not in self.problems:
            self.problems.append(problem)
        for tabular in gadget.tabulars:
            self.seen[id(tabular)] = tabular, unread(problem)

    def coverage(self, engine: str = "", page: tuple[PageFinding, ...] = (), agreed: tuple[str, ...] = ()) -> Coverage:
        """What there is to report; with what TeX prints, where that was looked at."""
        names = {id(t): f"{g.model.name} {g.name}" for g in self.gadgets for t in g.tabulars}
        seen = [
            SeenTabular(t.place.path, t.place.line, names.get(id(t), ""), reason) for t, reason in self.seen.values()
        ]
        return Coverage(tuple(seen), tuple(self.problems), engine, page, agreed)


def read_papers(paths: Sequence[Path], library: Library) -> TexReading:
    """All that LaTeX files hold.

    A file that another one really includes is read there, with the macros that it counts on, and not a second time.
    """
    reading, covered = TexReading(library), set[Path]()
    reached = {path: len(Source(path).reached()) if len(paths) > 1 else 1 for path in paths}
    for path in sorted(reached, key=lambda path: -reached[path]):
        if real(path) not in covered:
            covered |= {real(path), *reading.read(path)}
    order = {real(path): k for k, path in enumerate(paths)}
    reading.gadgets.sort(key=lambda gadget: order.get(gadget.tabular.root, 0))
    reading.result = Library(library.models, reading.assembled(), library, prover=library.prover)
    return reading


def check_tables(reading: TexReading, coverage: Coverage, paths: Sequence[Path]) -> None:
    """Insists that there is something to report of."""
    if reading.result.tables or coverage.page:
        return
    if coverage.problems:
        raise Unread(coverage)
    remedy = "mark one by a comment above it, such as % ogd-exact: model=svm gadget=reset"
    holds = "holds no gadget table" if len(paths) == 1 else f"none of these {len(paths)} files holds a gadget table"
    seen = f"; {coverage.text.removesuffix('.')}" if coverage.text else ""
    raise NothingToCheck(f"{holds}; {remedy}{seen}", str(paths[0]))


def unread(problem: InputError) -> str:
    """Why a table that should have been read was not."""
    return f"{CANNOT}: {problem.message}"


def known_table(labels: Sequence[str], library: Library) -> Table | None:
    return next((t for lib in chain(library) for t in lib.tables.values() if t.label in labels), None)


def add(tabular: Tabular, gadgets: list[Gadget], library: Library) -> str:
    """Reads a tabular's rows, if it is a gadget table or the continuation of one; else says why it is not."""
    known = known_table(tabular.labels, library)
    if known is not None:  # of several labels, the one that is known
        tabular.labels = [known.label, *(label for label in tabular.labels if label != known.label)]
    mark = mark_of(tabular)
    check_mark(tabular, mark, known)
    mine = known is not None or mark.place is not None
    earlier = continued(tabular, mark, gadgets)
    try:
        return add_rows(tabular, mark, mine, known, earlier, gadgets, library)
    except InputError as problem:
        if earlier is not None:
            earlier.problem = problem
        raise


def add_rows(
    tabular: Tabular,
    mark: Mark,
    mine: bool,
    known: Table | None,
    earlier: Gadget | None,
    gadgets: list[Gadget],
    library: Library,
) -> str:
    macros = Macros(columns=tabular.columns)
    shows = mentions_gadgets([*tabular.preamble, *tabular.body], tabular.name)
    try:
        if tabular.problem is not None:
            raise tabular.problem
        rows = table_rows(tabular, columns_of(tabular.preamble, tabular.place, macros), macros)
        first = next(rows, None)
        header = header_of(first, mark.columns) if first else None
    except InputError as problem:
        if mine or shows:
            raise
        return f"no gadget table: {problem.message}"
    if header is None:
        if mine or shows:
            raise tabular.place.error(f"{WANTED}; {IGNORE}")
        return NO_HEADER
    if not mine and earlier is None:
        remedy = "above it, such as % ogd-exact: model=svm gadget=reset"
        raise tabular.place.error(f"this looks like a gadget table of an unknown label; mark it by a comment {remedy}")
    steps, returns = steps_of(header, rows)
    if not steps:
        raise tabular.place.error("this table has no rows")
    constants = caption_constants(tabular)
    if earlier is not None:
        if (header.x, header.weights) != (earlier.header.x, earlier.header.weights):
            raise header.place.error(f"this continues {earlier.name}, but has other columns")
        if earlier.returns:
            raise tabular.place.error(f"this continues {earlier.name}, which has ended with its Return line")
        earlier.steps += steps
        earlier.returns += returns
        earlier.tabulars.append(tabular)
        for name, part in constants.items():
            if written(earlier.defined.setdefault(name, part)) != written(part):
                raise part.place.error(f"{name} has another value here than in the caption that this continues")
        return ""
    model, name = (known.model, known.gadget) if known is not None else (mark.said["model"], mark.said["gadget"])
    if model not in library.models:
        near = did_you_mean(model, library.models)
        raise tabular.place.error(f"there is no model {model!r}; there is {', '.join(library.models)}{near}")
    if not NAME.fullmatch(name):
        raise tabular.place.error(f"{name!r} cannot name a gadget")
    gadget = Gadget(tabular, library.models[model], name, library.find(model, name), header, steps, returns, constants)
    gadget.aliases, gadget.tabulars = mark.aliases, [tabular]
    gadget.contract = mark.contract(gadget.model, name, promised_contract(library, model, name))
    gadgets.append(gadget)
    return ""


def written(part: Part) -> list[str]:
    return [token.text for token in part.tokens]


def chain(library: Library | None) -> list[Library]:
    return [library, *chain(library.fallback)] if library else []


def continued(tabular: Tabular, mark: Mark, gadgets: list[Gadget]) -> Gadget | None:
    """The gadget whose table goes on here: by a mark, by one label over both, or by a caption that refers to it."""
    labels = [mark.said["continues"]] if "continues" in mark.said else []
    if not mark.names:
        labels = [*tabular.labels, *continued_labels(tabular)]
    for gadget in reversed(gadgets):
        if gadget.tabular.label and gadget.tabular.label in labels:
            return gadget
    if "continues" in mark.said:
        raise tabular.place.error(f"there is no table {mark.said['continues']!r} above, which this could continue")
    return None
