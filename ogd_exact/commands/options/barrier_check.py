"""The options of barrier check."""

from ogd_exact.commands.parser import Parser


def add_options(parser: Parser) -> None:
    parser.description = "Check every claim of a file that --format json wrote, by the checker alone."
    parser.epilog = "example: %(prog)s claims.json"
    parser.add_argument("claims", metavar="file", help="the claims")
