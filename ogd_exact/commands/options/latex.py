"""The options of latex."""

from ogd_exact.commands.parser import Parser, option


def add_options(parser: Parser) -> None:
    parser.describe(
        "Write tables as LaTeX (booktabs).",
        "--output-dir written --model svm-reg",
        "0 written, or current; 1 something is not current; 2 the input or the call is wrong",
    )
    action = parser.add_argument_group("what to do").add_mutually_exclusive_group(required=True)
    option(action, "--output-dir DIR", "write all files there, all.tex to look at them")
    option(action, "--check DIR", "say which files there are not what would be written")
    what = parser.add_argument_group("of which tables")
    option(what, "--tables DIR", "your own tables: DIR/MODEL/*.toml")
    option(what, "--model MODEL ...", "only this model (repeatable)")
    option(what, "--gadget GADGET ...", "only this gadget (repeatable)")
    option(what, "--printed", "the paper exactly as printed, misprints included")
    marks = ("footnote", "colour", "none")
    option(what, "--marks", "how corrections are marked (footnote)", choices=marks, default="footnote")
