"""The options of synthesize."""

from ogd_exact.commands.options.campaign import add_cluster
from ogd_exact.commands.parser import Parser, count, count_between, seconds


def add_options(parser: Parser) -> None:
    parser.description = "Find a gadget from its contract, or prove that there is none of so many steps."
    parser.epilog = """example: %(prog)s --model svm "nand(a bit, b bit, c unset): c = nand(a, b)" --steps 3

exit codes: 0 found (and with --minimal: fewer steps will not do); 1 there is none, or evidence does not hold;
2 the input or the call is wrong; 3 undecided, or stopped"""
    what = parser.add_argument_group("what to find")
    what.add_argument("text", nargs="?", metavar="CONTRACT", help="in one line; see docs/synthesis.md")
    what.add_argument("--contract", metavar="NAME", help="one of the model's contracts, or a .toml file that has one")
    what.add_argument("--construction", action="store_true", help="all that the model's construction calls, to -o DIR")
    what.add_argument("--model", default="svm", help="whose rule and encoding (svm)")
    what.add_argument("--tables", metavar="DIR", help="your own models and contracts: DIR/MODEL/*.toml")
    what.add_argument(
        "--steps", type=count_between(1, 12), metavar="T", help="so many examples (default: the first that do)"
    )
    what.add_argument("--minimal", action="store_true", help="prove that fewer steps will not do")
    what.add_argument("--keep", metavar="A,B", default="", help="coordinates that end as they began")
    what.add_argument(
        "--always", metavar="A=X", action="append", default=[], help="the entry of every example at A (repeatable)"
    )
    what.add_argument(
        "--at", metavar="S=X", action="append", default=[], help="a number for a symbol of the model (repeatable)"
    )
    numbers = parser.add_argument_group("with which numbers")
    numbers.add_argument("--nonzeros", type=count, default=0, metavar="K", help="at most K entries of x that are not 0")
    numbers.add_argument("--denominator", type=count, default=0, metavar="D", help="whose denominators divide D")
    numbers.add_argument("--dyadic", action="store_true", help="whose denominators are powers of 2")
    numbers.add_argument("--small", action="store_true", help="try harder to keep them short")
    how = parser.add_argument_group("how")
    how.add_argument(
        "--seed", type=count_between(0, 10**6), default=0, help="the order in which patterns are tried (0)"
    )
    how.add_argument("--limit", type=seconds, default=600, metavar="S", help="stop after S seconds (600)")
    how.add_argument("--check", metavar="FILE", help="instead: check the refutations that --evidence wrote")
    add_cluster(parser, 1)
    output = parser.add_argument_group("output")
    output.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    output.add_argument("--output", "-o", metavar="FILE", help="write the table there, as TOML; its folder is made")
    output.add_argument("--evidence", metavar="FILE", help="write the reason for every refuted pattern, as JSON")
