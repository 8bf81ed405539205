"""The options of explore."""

from ogd_exact.commands.options.circuit import add_options as add_shared_options
from ogd_exact.commands.options.circuit import add_order
from ogd_exact.commands.parser import Parser, add_output, count, count_between


def add_options(parser: Parser) -> None:
    parser.description = "Watch OGD compute a circuit, or gadget:NAME at work, step by step."
    add_shared_options(
        parser,
        "%(prog)s counter:3 --model svm -o counter.html",
        "0 written; 1 a check failed; 2 the input or the call is wrong",
        "an AIGER or BLIF file, a machine such as counter:4, or gadget:NAME, a gadget of the model",
    )
    what = parser.add_argument_group("what to show")
    what.add_argument(
        "--magnitude",
        action="append",
        default=[],
        metavar="NAME=R",
        help="with gadget:NAME: a magnitude such as eps1 (1/2)",
    )
    what.add_argument(
        "--max-passes", type=count, metavar="N", help="show at most N passes, or periods (default: 100000)"
    )
    what.add_argument(
        "--pass", dest="drawn", type=count, metavar="K", help="the pass, or period, that --figure draws (1)"
    )
    add_order(what, from_zero=False)
    what.add_argument(
        "--seed", type=count_between(0, 999_999), metavar="N", help="which shuffle --order begins with (0)"
    )
    beside = "stdout (on a terminal, or with --open: to a file named after the circuit)"
    output = add_output(parser, what="the page", otherwise=beside)
    output.add_argument("--open", action="store_true", help="open the page in a browser")
    output.add_argument(
        "--figure", metavar="FILE", help="draw a pass and the whole run there: .svg, .pdf or .png, by its name"
    )
