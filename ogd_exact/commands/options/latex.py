"""The options of latex."""

from ogd_exact.commands.parser import Parser


def add_options(parser: Parser) -> None:
    parser.description = "Write tables as LaTeX (booktabs)."
    parser.epilog = """example: %(prog)s --output-dir written --model svm-reg

exit codes: 0 written, or current; 1 something is not current; 2 the input or the call is wrong"""
    action = parser.add_argument_group("what to do").add_mutually_exclusive_group(required=True)
    action.add_argument("--output-dir", metavar="DIR", help="write all files there, all.tex to look at them")
    action.add_argument("--check", metavar="DIR", help="say which files there are not what would be written")
    what = parser.add_argument_group("of which tables")
    what.add_argument("--tables", metavar="DIR", help="your own tables: DIR/MODEL/*.toml")
    what.add_argument("--model", action="append", default=[], help="only this model (repeatable)")
    what.add_argument("--gadget", action="append", default=[], help="only this gadget (repeatable)")
    what.add_argument("--printed", action="store_true", help="the paper exactly as printed, misprints included")
    marks = ("footnote", "colour", "none")
    what.add_argument("--marks", choices=marks, default="footnote", help="how corrections are marked (footnote)")
