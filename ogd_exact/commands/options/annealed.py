"""The options of annealed."""

from ogd_exact.commands.options.circuit import add_circuit_options
from ogd_exact.commands.parser import Parser, add_output, count


def add_options(parser: Parser) -> None:
    parser.description = "Evaluate a circuit by one pass of exact OGD, each step with a learning rate of its own."
    example = '%(prog)s counter:4 --schedule "1/sqrt(t)"'
    add_circuit_options(parser, example, "0 evaluated; 1 a check failed; 2 the input or the call is wrong")
    how = parser.add_argument_group("how to run")
    rates = how.add_mutually_exclusive_group()
    rates.add_argument(
        "--schedule", metavar="RATE", default="1/sqrt(t)", help="the rate of step t, from 1 (default: 1/sqrt(t))"
    )
    rates.add_argument("--rates", metavar="FILE", help="the rates instead, one positive rational in each line")
    how.add_argument("--frames", type=count, default=1, metavar="K", help="as many in one pass (default: 1)")
    how.add_argument("--state", metavar="BITS", help="start there, a word as of --target (default: their resets)")
    how.add_argument("--tables", metavar="DIR", default="annealed", help="your own instead, with model svm-annealed")
    output = add_output(parser, ("text", "json"))
    output.add_argument("--training", metavar="FILE", help="write the examples with their rates, a line of JSON each")
    parser.set_defaults(model="svm-annealed")
