"""The options of annealed."""

from ogd_exact.commands.options.circuit import add_circuit_options
from ogd_exact.commands.parser import Parser, add_output, count, option


def add_options(parser: Parser) -> None:
    parser.description = "Evaluate a circuit by one pass of exact OGD, each step with a learning rate of its own."
    example = '%(prog)s counter:4 --schedule "1/sqrt(t)"'
    add_circuit_options(parser, example, "0 evaluated; 1 a check failed; 2 the input or the call is wrong")
    how = parser.add_argument_group("how to run")
    rates = how.add_mutually_exclusive_group()
    option(rates, "--schedule RATE", "the rate of step t, from 1 (default: 1/sqrt(t))", default="1/sqrt(t)")
    option(rates, "--rates FILE", "the rates instead, one positive rational in each line")
    option(how, "--frames K", "do K frames in one pass (default: 1)", count, default=1)
    option(how, "--state BITS", "start in this state, written as for --target (default: all latches at their resets)")
    option(how, "--tables DIR", "your own instead, with model svm-annealed", default="annealed")
    output = add_output(parser, ("text", "json"))
    option(output, "--training FILE", "write the examples with their rates, a line of JSON each")
    parser.set_defaults(model="svm-annealed")
