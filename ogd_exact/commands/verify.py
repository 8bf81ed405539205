"""python -m ogd_exact.verify: checks tables and reports; exit 0 only if everything checked holds."""

import json
from argparse import Namespace
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

from ogd_exact.api.verify import verify
from ogd_exact.api.verify_report import Report
from ogd_exact.commands.progress import Progress
from ogd_exact.commands.shell import (
    FAILED,
    HOLDS,
    UNDECIDED,
    WRONG_INPUT,
    complain,
    note,
    say,
    time_limit,
    write,
    write_answer,
    write_report,
)  # fmt: skip
from ogd_exact.commands.uses import EVERY_SET, every_set
from ogd_exact.core.kernel.errors import InputError, NothingToCheck, one_line
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.model import Model
from ogd_exact.core.tables.table import Table
from ogd_exact.gadgets.findings.coverage import Unread
from ogd_exact.gadgets.reading.folder import PAPER, SHIPPED
from ogd_exact.text.files import check_files, check_writable, identity
from ogd_exact.text.suggestion import did_you_mean
from ogd_exact.text.wording import counted


def main(options: Namespace) -> int:
    if options.gradients:
        from ogd_exact.commands.gradients import main as gradients  # late: most calls do without

        return gradients(options)
    with time_limit(options.limit):
        try:
            return verify_sets(options) if every_set(options) else verify_command(options)
        except InputError as error:
            if options.if_any and isinstance(error, NothingToCheck):
                say("ogd-exact: there is no gadget table in these files, so that nothing was checked")
                return HOLDS
            if isinstance(error, Unread):
                return unread(error, options)
            if options.format in ("github", "sarif"):
                write(writer(options.format, "error")(error), options.output)
            raise


def unread(error: Unread, options: Namespace) -> int:
    """Nothing could be checked: a report without tables, and every reason, a line each."""
    report = Report(", ".join([*options.tex, *options.files]), (), (), Library({}, {}), error.coverage)
    if report.coverage.tabulars or options.format != "text":
        write_report(written(report, options.format, options.witnesses), options)
    for problem in report.problems:
        complain(str(problem), WRONG_INPUT)
    return WRONG_INPUT


def verify_command(options: Namespace) -> int:
    if options.typeset and options.typeset.endswith(".tex"):  # a file behind --typeset is no engine
        options.files, options.typeset = [options.typeset, *options.files], ""
    tex = [*options.tex, *options.files]
    if any(name.endswith(".toml") for name in tex):  # a contract that changed: a commit hook names what did
        tex = list(dict.fromkeys([*(n for n in tex if not n.endswith(".toml")), *latex_files()]))
    for file in tex or [None]:
        check_files(("FILE", file), output=options.output, certificates=options.certificates)
    with Progress("table") as progress:
        chosen = {"tables": options.tables, "tex": tex or None, "typeset": options.typeset, "printed": options.printed}
        report = verify(options.model, options.gadget, **chosen, progress=progress)
    if not isinstance(report, Report):
        write_answer(report, options)
        return HOLDS if report.verified else FAILED
    inputs = {identity(str(path)) for path in files_read(report.library)}
    for output in filter(None, (options.output, options.certificates)):
        if identity(output) in inputs:
            raise InputError("is one of the files that were read; name another", output)
    if options.certificates:
        write(report.certificates(), options.certificates)
    write_report(written(report, options.format, options.witnesses), options)
    if tex and (unused := unused_contracts(report)):
        note(f"no table of these files has the contract of {one_line(unused)}")
    for problem in report.problems:
        complain(str(problem), WRONG_INPUT)
    wrong = WRONG_INPUT if report.problems else FAILED
    return HOLDS if report.verified else UNDECIDED if report.undecided else wrong


def latex_files() -> list[str]:
    """The LaTeX files of this folder and those below it."""
    found = sorted(path for path in Path().rglob("*.tex") if not any(part.startswith(".") for part in path.parts))
    if not found:
        raise NothingToCheck("there is no LaTeX file here, whose tables could have these contracts")
    return [str(path) for path in found]


def unused_contracts(report: Report) -> str:
    """The contracts for tables in LaTeX that has none of their names: one may be misspelt there, or here."""
    given = report.library.fallback.contracts_only if report.library.fallback else {}
    bare = [result.table for result in report.results if not result.contract]
    names = []
    for model, gadget in given:
        if (model, gadget) not in report.library.tables:
            near = did_you_mean(gadget, [table.gadget for table in bare if table.model == model])
            names.append(f"{model} {gadget}" + (f" ({near.removeprefix('; ')})" if near else ""))
    return ", ".join(names)


def writer(name: str, what: str) -> Callable[..., str]:
    """The function that writes a report, or an error, in a format that most calls do without."""
    found: Callable[..., str] = getattr(import_module(f"ogd_exact.gadgets.findings.{name}"), f"{name}_{what}")
    return found


def written(report: Report, name: str, witnesses: bool) -> str:
    if name in ("github", "junit", "sarif"):
        return writer(name, "report")(report.worded, report.source, report.coverage)
    if name == "html":
        return report.page(witnesses).html
    return report.to_json() if name == "json" else report.text(witnesses)


def verify_sets(options: Namespace) -> int:
    """Verifies every set that is shipped, the paper's first: a report of each, and a verdict on all."""
    check_writable(options.output)
    names = sorted(
        (path.name for path in SHIPPED.iterdir() if path.is_dir()), key=lambda name: (name != PAPER.name, name)
    )
    with Progress("table") as progress:
        reports = {n: verify(tables=None if n == PAPER.name else n, progress=progress) for n in names}
    verified = all(report.verified for report in reports.values())
    if options.format == "json":
        found = {name: json.loads(report.to_json()) for name, report in reports.items()}
        data = {"format": "ogd-exact-verify-sets/1", "verified": verified, "source": EVERY_SET, "sets": found}
        write_report(json.dumps(data, indent=2), options)
    else:
        bad = [name for name, report in reports.items() if not report.verified]
        closing = f"not all verified: {', '.join(bad)}." if bad else "all verified."
        texts = {n: r.text(options.witnesses) if isinstance(r, Report) else str(r) for n, r in reports.items()}
        parts = [f"{name}\n{'=' * len(name)}\n{text}" for name, text in texts.items()]
        write_report("\n\n".join([*parts, f"{counted(len(reports), 'set')}: {closing}"]), options)
    wrong = any(not (report.verified or report.undecided) for report in reports.values())
    return HOLDS if verified else FAILED if wrong else UNDECIDED


def files_read(library: Library | None) -> Iterator[Path]:
    """The files of its tables, models and promises, and of all that lies behind it."""
    while library is not None:
        read: list[Table | Model] = [
            *library.tables.values(),
            *library.contracts_only.values(),
            *library.models.values(),
        ]
        yield from (source.path for source in read if source.path is not None)
        library = library.fallback
