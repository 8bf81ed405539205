"""The options of simulate."""

from ogd_exact.commands.known import ENGINES
from ogd_exact.commands.options.circuit import CIRCUIT, FILES, add_given, add_order
from ogd_exact.commands.options.circuit import add_options as add_shared_options
from ogd_exact.commands.parser import Parser, add_output, count, option, seconds


def add_options(parser: Parser) -> None:
    parser.description = "Run a circuit, or a training set of your own, by exact online gradient descent."
    add_shared_options(
        parser,
        "%(prog)s counter:24 --max-passes 10^6 --audit 5",
        "0 accepted or never; 1 a check failed, a training set of your own ends on a kink, or --at-step is after one; "
        "2 the input or the call is wrong; 3 undecided at a limit",
        f"{CIRCUIT}; {FILES}",
    )
    add_given(parser)
    how = parser.add_argument_group("how to run")
    option(how, "--max-passes N", "stop undecided after N passes (no limit)", count)
    option(how, "--max-steps N", "stop undecided after N steps (no limit)", count)
    option(
        how,
        "--engine",
        "how to run: kernel is the reference, circuit the fastest, and invariant proves `never` without a run "
        "(events: for --tables any-order)",
        choices=ENGINES,
        default="auto",
    )
    option(how, "--limit S", "seconds for an invariant, --at-step or a training set (default: 60)", seconds)
    option(how, "--confirm", "confirm everything, whatever it costs")
    option(how, "--audit K", "then run K random passes through the kernel as well", count)
    option(how, "--seed N", "which passes --audit takes (default: random)", count)
    add_order(how)
    option(how, "--at-step N", "show the exact weights after step N", count)
    option(how, "--no-simulate", "prove the program right, and stop there")
    output = add_output(parser, ("text", "json"))
    option(output, "--trace FILE", "write every step, as a line of JSON each; it grows")
    option(output, "--certificate FILE", "write the proof of an invariant there, for check")
    option(output, "--checkpoint FILE", "keep the run there after passes, and go on from there")
