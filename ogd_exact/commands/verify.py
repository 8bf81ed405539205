"""python -m ogd_exact.verify: checks tables and reports; exit 0 only if everything checked holds."""

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from ogd_exact.api.report import Report
from ogd_exact.api.verify import verify
from ogd_exact.commands.progress import Progress
from ogd_exact.commands.shell import FAILED, HOLDS, UNDECIDED, time_limit, write, write_report
from ogd_exact.findings.report import FORMATS, github_error
from ogd_exact.kernel.errors import InputError
from ogd_exact.output.files import check_files, check_writable, identity
from ogd_exact.tables.folder import is_slots
from ogd_exact.tables.library import Library
from ogd_exact.tables.model import Model
from ogd_exact.tables.table import Table


def main(options: Namespace) -> int:
    with time_limit(options.limit):
        try:
            return verify_command(options)
        except InputError as error:
            if options.format == "github":
                write(github_error(error), options.output)
            raise


def verify_command(options: Namespace) -> int:
    for name in ("tables", "tex", "output", "certificates"):
        if getattr(options, name) == "":
            raise InputError(f"--{name} is empty; name a {'folder' if name == 'tables' else 'file'}")
    if options.tables is not None and is_slots(options.tables):
        check_writable(options.output)
        from ogd_exact.commands.any_order import verify_command as slots_command  # late: most tables are not of slots

        return slots_command(options)
    check_files(("--tex", options.tex), ("--output", options.output), ("--certificates", options.certificates))
    for output in (options.output, options.certificates):
        check_writable(output)
    with Progress("table") as progress:
        chosen = {"tables": options.tables, "tex": options.tex, "printed": options.printed}
        report = verify(options.model, options.gadget, **chosen, progress=progress)
    assert isinstance(report, Report)
    inputs = {identity(str(path)) for path in files_read(report.library)}
    for output in filter(None, (options.output, options.certificates)):
        if identity(output) in inputs:
            raise InputError("is one of the files that were read; name another", output)
    if options.certificates:
        write(report.certificates(), options.certificates)
    if options.format == "html":
        write_report(str(report.page(options.witnesses)), options)
    else:
        write_report(FORMATS[options.format](report.worded, report.source, options.witnesses), options)
    return HOLDS if report.verified else UNDECIDED if report.undecided else FAILED


def files_read(library: Library | None) -> Iterator[Path]:
    """Of its tables, models and promises, and of all that lies behind it."""
    while library is not None:
        read: list[Table | Model] = [*library.tables.values(), *library.promised.values(), *library.models.values()]
        yield from (source.path for source in read if source.path is not None)
        library = library.behind
