"""The options of synthesize."""

from ogd_exact.commands.options.campaign import add_cluster
from ogd_exact.commands.parser import Parser, add_output, count, count_between, option, seconds


def add_options(parser: Parser) -> None:
    parser.describe(
        "Find a gadget from its contract, or prove that there is none of so many steps.",
        '--model svm "nand(a bit, b bit, c unset): c = nand(a, b)" --steps 3',
        "0 found (and with --minimal: fewer steps will not do); 1 there is none, or evidence does not hold; "
        "2 the input or the call is wrong; 3 undecided, or stopped",
    )
    what = parser.add_argument_group("what to find")
    what.add_argument("text", nargs="?", metavar="CONTRACT", help="in one line; see docs/synthesis.md")
    option(what, "--contract NAME", "one of the model's contracts, or a .toml file that has one")
    option(what, "--construction", "instead: find all gadgets that the construction calls, for -o DIR")
    option(what, "--model MODEL", "the model whose rule and encoding it is for (svm)", default="svm")
    option(what, "--tables DIR", "your own models and contracts: DIR/MODEL/*.toml")
    option(what, "--steps T", "exactly T examples (default: 1, 2, and so on)", count_between(1, 12))
    option(what, "--minimal", "prove that fewer steps will not do")
    option(what, "--keep A,B", "coordinates that end as they began", default="")
    option(what, "--always A=X ...", "the entry of every example at A (repeatable)")
    option(what, "--at S=X ...", "a number for a symbol of the model (repeatable)")
    numbers = parser.add_argument_group("with which numbers")
    option(numbers, "--nonzeros K", "at most K entries of x that are not 0", count, default=0)
    option(numbers, "--denominator D", "only entries whose denominators divide D", count, default=0)
    option(numbers, "--dyadic", "only entries whose denominators are powers of 2")
    option(numbers, "--small", "try harder to find short numbers")
    how = parser.add_argument_group("how")
    option(how, "--seed SEED", "the order in which patterns are tried (0)", count_between(0, 10**6), default=0)
    option(how, "--limit S", "stop after S seconds (600)", seconds, default=600)
    option(how, "--check FILE", "instead: check the refutations that --evidence wrote")
    add_cluster(parser, 1)
    output = add_output(parser, ("text", "json"), "write the table there, as TOML; its folder is made")
    option(output, "--evidence FILE", "write the reason for every refuted pattern, as JSON")
