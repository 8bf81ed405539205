"""The options of barrier check."""

from ogd_exact.commands.parser import Parser


def add_options(parser: Parser) -> None:
    parser.description = "Check every claim of a file that --format json wrote, by the checker alone."
    parser.epilog = """example: %(prog)s claims.json

exit codes: 0 every claim holds; 1 one does not; 2 the input or the call is wrong"""
    parser.add_argument("claims", metavar="file", help="the claims")
