"""The options of explore."""

from ogd_exact.commands.options.circuit import add_options as add_shared_options
from ogd_exact.commands.options.circuit import add_order
from ogd_exact.commands.parser import Parser, add_output, count, count_between, option


def add_options(parser: Parser) -> None:
    parser.description = "Watch OGD compute a circuit, or gadget:NAME at work, step by step."
    add_shared_options(
        parser,
        "%(prog)s counter:3 --model svm -o counter.html",
        "0 written; 1 a check failed; 2 the input or the call is wrong",
        "an AIGER or BLIF file, a machine such as counter:4; gadget:NAME, a gadget of the model; or the .jsonl file of "
        "a circuit's training set in which numbers were changed",
    )
    what = parser.add_argument_group("what to show")
    option(what, "--magnitude NAME=R ...", "with gadget:NAME: a magnitude such as eps1 (1/2)")
    option(what, "--max-passes N", "show at most N passes, or periods (default: 100000)", count)
    option(what, "--pass K", "the pass, or period, that --figure draws (1)", count, dest="drawn")
    add_order(what, from_zero=False)
    option(what, "--seed N", "which shuffle --order begins with (0)", count_between(0, 999_999))
    beside = "stdout (on a terminal, or with --open: to a file named after the circuit)"
    output = add_output(parser, help=f"write the page there instead of to {beside}")
    option(output, "--open", "open the page in a browser")
    option(output, "--figure FILE", "draw a pass and the whole run there: .svg, .pdf or .png, by its name")
