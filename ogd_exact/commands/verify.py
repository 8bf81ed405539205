"""python -m ogd_exact.verify: checks tables and reports; exit 0 only if everything checked holds."""

from argparse import Namespace
from pathlib import Path

from ogd_exact.api.verify import verify
from ogd_exact.commands.progress import Progress
from ogd_exact.commands.shell import FAILED, HOLDS, UNDECIDED, time_limit, write, write_report
from ogd_exact.findings.report import FORMATS, github_error
from ogd_exact.kernel.errors import InputError
from ogd_exact.output.files import check_files, check_writable


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
    check_files(("--output", options.output), ("--certificates", options.certificates))
    for output in (options.output, options.certificates):
        check_writable(output)
    with Progress("table") as progress:
        chosen = {"tables": options.tables, "tex": options.tex, "printed": options.printed}
        report = verify(options.model, options.gadget, **chosen, progress=progress)
    for output in filter(None, (options.output, options.certificates)):
        library = report.library
        paths = [table.path for table in library.tables.values()] + [model.path for model in library.models.values()]
        if any(path and Path(output).resolve() == path.resolve() for path in paths):
            raise InputError("is one of the tables that were read; name another file", output)
    if options.certificates:
        write(report.certificates(), options.certificates)
    if options.format == "html":
        write_report(str(report.page(options.witnesses)), options)
    else:
        write_report(FORMATS[options.format](report.worded, report.source, options.witnesses), options)
    return HOLDS if report.verified else UNDECIDED if report.undecided else FAILED
