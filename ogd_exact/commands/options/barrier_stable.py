"""The options of barrier stable."""

from ogd_exact.commands.parser import Parser, add_output


def add_options(parser: Parser) -> None:
    parser.description = (
        "Stable steps of smooth losses cannot cycle. Is every step on a training set stable? "
        "Without a training set: which contracts can no stable steps keep?"
    )
    parser.epilog = """example: %(prog)s train.csv --loss logistic --eta 1/10

exit codes: 0 every step is stable (contracts: answered); 1 a step is not;
2 the input or the call is wrong"""
    training = parser.add_argument_group("a training set")
    training.add_argument("training", nargs="?", help="a file of JSON lines, or a CSV file with the label last")
    training.add_argument("--loss", choices=("squared", "squared-hinge", "logistic", "huber"), help="default: squared")
    training.add_argument("--eta", metavar="R", help="the learning rate (that of the file, if it has one)")
    training.add_argument(
        "--batch", choices=("sum", "mean"), help="steps on the whole batch, by the sum or the mean of its losses"
    )
    what = parser.add_argument_group("contracts")
    what.add_argument("--model", help="whose gadgets and encoding (svm)")
    what.add_argument("--gadget", action="append", default=[], help="only this gadget (repeatable)")
    what.add_argument("--contract", metavar="FILE", help="a contract of your own: a TOML file")
    what.add_argument("--tables", metavar="DIR", help="your own models and gadgets: DIR/MODEL/*.toml")
    add_output(parser, ("text", "json"))
