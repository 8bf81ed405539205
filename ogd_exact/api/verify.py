"""verify: checks gadget tables, row by row, for all parameters at once."""

import os
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from ogd_exact.api.arguments import check_argument_types
from ogd_exact.api.table import Table, library_of
from ogd_exact.api.verify_report import Report
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.gadgets.findings import verify as findings
from ogd_exact.gadgets.findings.coverage import Coverage
from ogd_exact.gadgets.reading.folder import PAPER, folder_of, is_logistic, paper, read_library
from ogd_exact.text.wording import argument

if TYPE_CHECKING:
    from ogd_exact.api.logistic import LogisticReport

Tables = str | os.PathLike[str] | Table | Iterable[Table]


@check_argument_types
def verify(
    model: str | Collection[str] | None = None,
    gadget: str | Collection[str] | None = None,
    *,
    tables: Tables | None = None,
    tex: str | os.PathLike[str] | Collection[str | os.PathLike[str]] | None = None,
    typeset: str | None = None,
    printed: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> "Report | LogisticReport":
    """Checks the paper's tables, or your own, or those of a LaTeX file: all, or those of some models and gadgets.

    tables   a folder DIR/MODEL/NAME.toml, or tables written in Python; with tex, contracts and regions
    tex      a LaTeX file, or several; one that another includes is read there
    typeset  an engine of TeX (or "", for the one that the file asks for) whose pages are compared with what was read
    printed  whether to check what is printed, without corrections
    progress is called with how many tables are done, and how many there are
    """
    if tex is not None and printed:
        raise InputError(f"a LaTeX file is checked as it is; drop {argument('printed')}, or {argument('tex')}")
    if tex is None and typeset is not None:
        raise InputError(f"only LaTeX files are typeset; give {argument('tex')}, or drop {argument('typeset')}")
    models, gadgets, files = names(model), names(gadget), paths(tex)
    coverage = Coverage()
    source, folders = "printed" if printed else "corrected", list[Path | None]([PAPER])
    if (tables is None and len(models) == 1 or isinstance(tables, str | os.PathLike)) and is_logistic(
        None if tables is None else os.fspath(tables), *models
    ):
        if tex is not None or printed:
            raise InputError("tables for the logistic loss are checked as they are; drop tex and printed")
        from ogd_exact.api.logistic import logistic_report  # late, as others are: most calls do without

        return logistic_report(None if tables is None else os.fspath(tables), list(models), list(gadgets))
    if tables is None and (folder := folder_of(None, *models)) == PAPER:
        library = paper(printed, () if tex is not None else tuple(models))
    elif tables is None or isinstance(tables, str | os.PathLike):
        if tables is not None:
            folder = folder_of(os.fspath(tables))
        source = folder.name if tables is None else os.fspath(tables)
        folders.insert(0, folder)
        library = read_library(folder, printed, paper(), tables_elsewhere=tex is not None)
    elif printed:
        raise InputError("tables written in Python have no corrections; drop printed")
    else:
        source = "written in Python"
        folders.insert(0, None)
        library = library_of([tables] if isinstance(tables, Table) else tables)
    if tex is not None:
        from ogd_exact.documents.latex_read.tables import check_tables, read_papers

        reading = read_papers([Path(path) for path in files], library)
        library, coverage = reading.result, reading.coverage()
        if typeset is not None:
            from ogd_exact.documents.typeset.compare import as_printed

            coverage = as_printed(reading, typeset)
        check_tables(reading, coverage, [Path(path) for path in files])
        source = ", ".join(files) if len(files) <= 3 else f"{files[0]} and {len(files) - 1} more files"
        folders.insert(0, None)
    found = findings.verify(library, models, gadgets, progress or (lambda *_: None), folders, printed)
    worded = found
    if tex is not None:
        from ogd_exact.documents.latex_write.latex_findings import in_latex

        worded = [in_latex(result) for result in found]
    return Report(source, tuple(found), tuple(worded), library, coverage)


def names(given: str | Collection[str] | None) -> Collection[str]:
    found = (given,) if isinstance(given, str) else given or ()
    if not all(isinstance(name, str) for name in found):
        raise InputError("models and gadgets are named by texts, or by collections of them")
    return found


def paths(given: str | os.PathLike[str] | Collection[str | os.PathLike[str]] | None) -> list[str]:
    if given is None:
        return []
    found = [given] if isinstance(given, str | os.PathLike) else list(given)
    if not found or not all(isinstance(path, str | os.PathLike) for path in found):
        raise InputError("tex names a LaTeX file, or several; name one at least")
    return [os.fspath(path) for path in found]
