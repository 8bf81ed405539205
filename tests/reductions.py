"""Shared by tests: problems without the command line, by the options that name them."""

from ogd_exact.commands.circuit_options import request
from ogd_exact.commands.command_line import parsed
from ogd_exact.training.constructions.reduction import Reduction, reduced


def reduction(*options: str) -> Reduction:
    return reduced(request(parsed("simulate", options)))
