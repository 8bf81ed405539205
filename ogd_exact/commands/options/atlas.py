"""The options of atlas."""

from ogd_exact.commands.parser import Parser, add_output


def add_options(parser: Parser) -> None:
    parser.describe(
        "Which losses compute, plain or with a bias, L2 decay or momentum; which cannot; and what shows it.",
        "--format json",
        "0 listed; 2 the input or the call is wrong",
    )
    add_output(parser, ("text", "json"))
