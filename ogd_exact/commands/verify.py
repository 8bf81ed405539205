"""python -m ogd_exact.verify: checks tables and reports; exit 0 only if everything checked holds."""

import json
from argparse import Namespace
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

from ogd_exact.api.any_order import SlotReport
from ogd_exact.api.report import Report
from ogd_exact.api.verify import verify
from ogd_exact.commands.progress import Progress
from ogd_exact.commands.shell import FAILED, HOLDS, UNDECIDED, note, say, time_limit, write, write_answer, write_report
from ogd_exact.commands.uses import EVERY_SET, every_set
from ogd_exact.kernel.errors import InputError, NothingToCheck, one_line
from ogd_exact.output.files import check_files, check_writable, identity
from ogd_exact.output.suggestion import did_you_mean
from ogd_exact.output.wording import counted
from ogd_exact.tables.folder import PAPER, SHIPPED, is_slots
from ogd_exact.tables.library import Library
from ogd_exact.tables.model import Model
from ogd_exact.tables.table import Table


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
            if options.format in ("github", "sarif"):
                write(late(options.format, "error")(error), options.output)
            raise


def verify_command(options: Namespace) -> int:
    tex = [*options.tex, *options.files]
    for name in ("tables", "output", "certificates"):
        if getattr(options, name) == "":
            raise InputError(f"--{name} is empty; name a {'folder' if name == 'tables' else 'file'}")
    if "" in tex:
        raise InputError("the name of a LaTeX file is empty; name a file")
    if options.tables is not None and is_slots(options.tables):
        check_writable(options.output)
        if options.format not in ("text", "json"):
            raise InputError(f"tables in any order are reported as text or json; drop --format {options.format}")
    for file in tex or [None]:
        check_files(("FILE", file), output=options.output, certificates=options.certificates)
    with Progress("table") as progress:
        chosen = {"tables": options.tables, "tex": tex or None, "printed": options.printed}
        report = verify(options.model, options.gadget, **chosen, progress=progress)
    if isinstance(report, SlotReport):
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
    return HOLDS if report.verified else UNDECIDED if report.undecided else FAILED


def unused_contracts(report: Report) -> str:
    """The contracts for tables in LaTeX that has none of their names: one may be misspelt there, or here."""
    given = report.library.behind.promised if report.library.behind else {}
    bare = [result.table for result in report.results if not result.contract]
    names = []
    for model, gadget in given:
        if (model, gadget) not in report.library.tables:
            near = did_you_mean(gadget, [table.gadget for table in bare if table.model == model])
            names.append(f"{model} {gadget}" + (f" ({near.removeprefix('; ')})" if near else ""))
    return ", ".join(names)


def late(name: str, what: str) -> Callable[..., str]:
    """What writes a report, or an error, in a format that most calls do without."""
    found: Callable[..., str] = getattr(import_module(f"ogd_exact.findings.{name}"), f"{name}_{what}")
    return found


def written(report: Report, name: str, witnesses: bool) -> str:
    if name in ("github", "junit", "sarif"):
        return late(name, "report")(report.worded, report.source)
    if name == "html":
        return report.page(witnesses).html
    return report.to_json() if name == "json" else report.text(witnesses)


def verify_sets(options: Namespace) -> int:
    """Every set that is shipped, the paper's first: a report of each, and a verdict on all."""
    if options.format not in ("text", "json"):
        said = f"--tables {EVERY_SET} goes through all of every set, as text or JSON"
        raise InputError(f"{said}; drop --format {options.format}")
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
        read: list[Table | Model] = [*library.tables.values(), *library.promised.values(), *library.models.values()]
        yield from (source.path for source in read if source.path is not None)
        library = library.behind
