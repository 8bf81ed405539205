"""python -m ogd_exact.verify: checks tables and reports; exit 0 only if everything checked holds."""

from argparse import Namespace
from pathlib import Path

from ogd_exact.commands.progress import Progress
from ogd_exact.commands.shell import FAILED, HOLDS, UNDECIDED, time_limit, write, write_report
from ogd_exact.findings.proofs import certificates_json
from ogd_exact.findings.report import FORMATS, github_error
from ogd_exact.findings.verify import verify
from ogd_exact.kernel.errors import InputError
from ogd_exact.tables.folder import folder_of, paper, read_library


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
    if options.output is not None and options.output == options.certificates:
        raise InputError("--output and --certificates name the same file; name two")
    own = folder_of(options.tables) if options.tables else None
    library = paper(options.printed, () if own or options.tex else tuple(options.model))
    if own:
        library = read_library(own, options.printed, behind=paper(), tables_elsewhere=bool(options.tex))
    if options.tex:
        from ogd_exact.latex.read.tables import read_tex

        library = read_tex(Path(options.tex), library)
    with Progress("table") as progress:
        results = verify(library, options.model, options.gadget, progress)
    if options.tex and options.format != "html":  # which typesets formulas, and says what to type besides
        from ogd_exact.latex.write.findings import in_latex

        results = [in_latex(result) for result in results]
    source = options.tex or options.tables or ("printed" if options.printed else "corrected")
    if options.format == "html":
        from ogd_exact.html.page import html_report

        report = html_report(results, source, options.witnesses)
    else:
        report = FORMATS[options.format](results, source, options.witnesses)
    for output in filter(None, (options.output, options.certificates)):
        if any(t.path and Path(output).resolve() == t.path.resolve() for t in library.tables.values()):
            raise InputError("is one of the tables that were read; name another file", output)
    if options.certificates:
        write(certificates_json(results, library), options.certificates)
    write_report(report, options)
    findings = [finding for result in results for finding in result.findings]
    if results and all(result.verified for result in results):
        return HOLDS
    return UNDECIDED if findings and all(f.kind == "undecided" for f in findings) else FAILED
