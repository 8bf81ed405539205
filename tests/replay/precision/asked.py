"""Shared by the tests of precision: problems without the command line, and the first pass in exact numbers."""

from argparse import ArgumentParser

from ogd_exact.reduction.options import add_options
from ogd_exact.reduction.problem import Problem, problem


def asked(*arguments: str) -> Problem:
    parser = ArgumentParser()
    add_options(parser)
    return problem(parser.parse_args(arguments))
