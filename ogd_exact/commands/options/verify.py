"""The options of verify."""

from ogd_exact.commands.known import TABLES
from ogd_exact.commands.parser import Parser, add_output, option, seconds


def add_options(parser: Parser) -> None:
    parser.describe(
        "Check gadget tables row by row.",
        "--printed --model svm-reg",
        "0 everything holds; 1 a check failed; 2 the input or the call is wrong; 3 undecided, or stopped",
    )
    what = parser.add_argument_group("what to check")
    what.add_argument(
        "files", nargs="*", metavar="FILE", help="LaTeX files, whose gadget tables to check (default: our own tables)"
    )
    option(what, "--model MODEL ...", "only this model (repeatable)")
    option(what, "--gadget GADGET ...", "only this gadget (repeatable)")
    option(what, "--printed", "check the paper, or DIR, as printed: without corrections")
    option(what, "--tex FILE ...", "the same as FILE (repeatable)")
    option(
        what,
        "--tables DIR",
        "your own: DIR/MODEL/*.toml (for FILE: contracts, regions); or a shipped set: "
        f"{', '.join(TABLES)}; or all: every shipped set",
    )
    option(
        what,
        "--typeset ENGINE",
        "compare FILE with what TeX prints: pdflatex, xelatex, lualatex (default: as FILE says), or auto: if it can",
        nargs="?",
        const="",
    )
    option(what, "--gradients", "instead: check that each rule steps against the gradient of its loss")
    option(what, "--if-any", "succeed where no FILE holds a gadget table (for hooks)")
    how = parser.add_argument_group("how")
    option(how, "--witnesses", "show why each bound of a region is needed")
    option(how, "--limit S", "stop after S seconds (60)", seconds, default=60)
    output = add_output(parser, ("text", "json", "github", "junit", "sarif", "html"))
    option(output, "--certificates FILE", "also write every proof of sign, as JSON")
