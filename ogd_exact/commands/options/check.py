"""The options of check."""

from ogd_exact.commands.options.circuit import add_circuit_options
from ogd_exact.commands.parser import Parser, add_output


def add_options(parser: Parser) -> None:
    parser.description = "Check a certificate that OGD never says yes: without a run, and without other programs."
    parser.add_argument("certificate", metavar="file", help="what simulate --certificate wrote")
    example = "%(prog)s never.cert design.blif --property bad"
    codes = "0 the certificate holds; 1 it does not; 2 the input or the call is wrong"
    add_circuit_options(parser, example, codes, optional=True)
    parser.set_defaults(model="svm", tables=None)  # netlists are the same for all models
    add_output(parser, ("text", "json"))
