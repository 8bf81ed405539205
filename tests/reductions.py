"""Shared by the tests of precision: problems without the command line, and the first pass in exact numbers."""

from argparse import ArgumentParser

from ogd_exact.commands.circuit_options import request
from ogd_exact.commands.options.circuit import add_options
from ogd_exact.reduction.reduction import Reduction, reduced


def reduction(*arguments: str) -> Reduction:
    parser = ArgumentParser()
    add_options(parser)
    return reduced(request(parser.parse_args(arguments)))
