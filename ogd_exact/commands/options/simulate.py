"""The options of simulate."""

from ogd_exact.commands.known import ENGINES
from ogd_exact.commands.options.circuit import add_options as add_shared_options
from ogd_exact.commands.options.circuit import add_order
from ogd_exact.commands.parser import Parser, add_output, count, seconds


def add_options(parser: Parser) -> None:
    parser.description = "Run a circuit by exact online gradient descent."
    add_shared_options(
        parser,
        "%(prog)s counter:24 --max-passes 10^6 --audit 5",
        "0 accepted or never; 1 a check failed, or --at-step is after a kink; 2 the input or the call is wrong; "
        "3 undecided at a limit",
    )
    how = parser.add_argument_group("how to run")
    how.add_argument("--max-passes", type=count, metavar="N", help="stop undecided after N passes (no limit)")
    how.add_argument("--max-steps", type=count, metavar="N", help="stop undecided after N steps (no limit)")
    how.add_argument(
        "--engine",
        choices=ENGINES,
        default="auto",
        help="how to run: kernel is the reference, circuit the fastest, and invariant proves `never` without a run "
        "(events: for --tables any-order)",
    )
    how.add_argument("--limit", type=seconds, metavar="S", help="seconds for an invariant, or --at-step (default: 60)")
    how.add_argument("--confirm", action="store_true", help="confirm everything, whatever it costs")
    how.add_argument("--audit", type=count, metavar="K", help="then run K random passes through the kernel as well")
    how.add_argument("--seed", type=count, metavar="N", help="which passes --audit takes (default: random)")
    add_order(how)
    how.add_argument("--at-step", type=count, metavar="N", help="show the exact weights after step N")
    how.add_argument("--no-simulate", action="store_true", help="prove the program right, and stop there")
    output = add_output(parser, ("text", "json"))
    output.add_argument("--trace", metavar="FILE", help="write every step, as a line of JSON each; it grows")
    output.add_argument("--certificate", metavar="FILE", help="write the proof of an invariant there, for check")
    output.add_argument("--checkpoint", metavar="FILE", help="keep the run there after passes, and go on from there")
