"""python -m ogd_exact.verify: checks tables and reports; exit 0 only if everything checked holds."""

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from ogd_exact.commands.shell import FAILED, HOLDS, UNDECIDED, Parser, time_limit, write
from ogd_exact.kernel.errors import InputError

EPILOG = (
    """exit codes: 0 everything holds; 1 a check failed; 2 the input or the call is wrong; 3 undecided, or stopped"""
)


def parser() -> Parser:
    result = Parser(prog="python -m ogd_exact.verify", description="Check gadget tables row by row.", epilog=EPILOG)
    result.add_argument("--model", action="append", default=[], help="only this model (repeatable)")
    result.add_argument("--gadget", action="append", default=[], help="only this gadget (repeatable)")
    source = result.add_mutually_exclusive_group()
    source.add_argument(
        "--printed", action="store_true", help="what is printed, without corrections, in the paper or DIR"
    )
    source.add_argument("--tex", metavar="FILE", help="the gadget tables of a LaTeX file")
    result.add_argument("--tables", metavar="DIR", help="your own: DIR/MODEL/*.toml (with --tex: contracts, regions)")
    result.add_argument("--witnesses", action="store_true", help="show why each bound of a region is needed")
    result.add_argument("--certificates", metavar="FILE", help="also write every proof of sign, as JSON")
    result.add_argument("--limit", type=float, default=60, metavar="S", help="stop after S seconds (60)")
    result.add_argument("--format", choices=("text", "json", "github", "junit", "html"), default="text")
    result.add_argument("--output", "-o", metavar="FILE", help="write the report there instead of to stdout")
    return result


def main(arguments: Sequence[str]) -> int:
    options = parser().parse_args(arguments)
    if not 0 < options.limit < 10**6:
        raise InputError("--limit is a number of seconds above 0")
    with time_limit(options.limit):
        try:
            return verify_command(options)
        except InputError as error:
            if options.format == "github":
                from ogd_exact.findings.report import github_error

                write(github_error(error), options.output)
            raise


def verify_command(options: Namespace) -> int:
    for name in ("tables", "tex", "output", "certificates"):
        if getattr(options, name) == "":
            raise InputError(f"--{name} is empty; name a {'folder' if name == 'tables' else 'file'}")
    if options.output is not None and options.output == options.certificates:
        raise InputError("--output and --certificates name the same file; name two")
    # Imported late, so that --help and wrong calls answer at once.
    from ogd_exact.findings.proofs import certificates_json
    from ogd_exact.findings.report import FORMATS
    from ogd_exact.findings.verify import verify
    from ogd_exact.tables.folder import folder_of, paper, read_library

    own = folder_of(options.tables) if options.tables else None
    library = paper(options.printed, () if own or options.tex else tuple(options.model))
    if own:
        library = read_library(own, options.printed, behind=paper(), tables_elsewhere=bool(options.tex))
    if options.tex:
        from ogd_exact.latex.read.tables import read_tex

        library = read_tex(Path(options.tex), library)
    results = verify(library, options.model, options.gadget)
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
    write(report, options.output)
    findings = [finding for result in results for finding in result.findings]
    if results and all(result.verified for result in results):
        return HOLDS
    return UNDECIDED if findings and all(f.kind == "undecided" for f in findings) else FAILED
