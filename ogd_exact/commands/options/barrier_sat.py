"""The options of barrier sat."""

from ogd_exact.commands.parser import Parser


def add_options(parser: Parser) -> None:
    parser.description = "Linear regression is NP-hard to predict: a training set that decides a formula."
    parser.epilog = """example: %(prog)s formula.cnf --replay sklearn

exit codes: 0 decided; 1 a check failed, or scikit-learn has other weights;
2 the input or the call is wrong; 3 undecided"""
    parser.add_argument(
        "formula", metavar="file", help="a formula in DIMACS, or example:KxC or example:KxC:SEED, a random one"
    )
    parser.add_argument("--replay", choices=("sklearn",), help="train scikit-learn's SGDRegressor with it, too")
    output = parser.add_argument_group("output")
    output.add_argument("--format", choices=("text", "json"), default="text", help="of the report; default: text")
    output.add_argument("--output", "-o", metavar="FILE", help="write the training set there, as lines of JSON")
