"""The options of verify."""

from ogd_exact.commands.known import TABLES
from ogd_exact.commands.parser import Parser, add_output, seconds


def add_options(parser: Parser) -> None:
    parser.description = "Check gadget tables row by row."
    parser.epilog = """example: %(prog)s --printed --model svm-reg

exit codes: 0 everything holds; 1 a check failed; 2 the input or the call is wrong; 3 undecided, or stopped"""
    what = parser.add_argument_group("what to check")
    what.add_argument(
        "files", nargs="*", metavar="FILE", help="LaTeX files, whose gadget tables to check (default: our own tables)"
    )
    what.add_argument("--model", action="append", default=[], help="only this model (repeatable)")
    what.add_argument("--gadget", action="append", default=[], help="only this gadget (repeatable)")
    what.add_argument(
        "--printed", action="store_true", help="what is printed, without corrections, in the paper or DIR"
    )
    what.add_argument("--tex", action="append", default=[], metavar="FILE", help="the same as FILE (repeatable)")
    what.add_argument(
        "--tables",
        metavar="DIR",
        help="your own: DIR/MODEL/*.toml (for FILE: contracts, regions); or a shipped set: "
        f"{', '.join(TABLES)}; or all: every shipped set",
    )
    what.add_argument(
        "--gradients", action="store_true", help="instead of tables: that each rule steps against its loss's gradient"
    )
    what.add_argument("--if-any", action="store_true", help="succeed where no FILE holds a gadget table (for hooks)")
    how = parser.add_argument_group("how")
    how.add_argument("--witnesses", action="store_true", help="show why each bound of a region is needed")
    how.add_argument("--limit", type=seconds, default=60, metavar="S", help="stop after S seconds (60)")
    output = add_output(parser, ("text", "json", "github", "junit", "sarif", "html"))
    output.add_argument("--certificates", metavar="FILE", help="also write every proof of sign, as JSON")
