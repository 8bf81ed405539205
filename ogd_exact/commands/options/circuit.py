"""The options of all commands that take a circuit."""

from argparse import ArgumentParser
from typing import Any

from ogd_exact.commands.known import BEYOND, MACHINES, MODELS, MOST_FRAMES, ORDERS, QUESTIONS, TABLES
from ogd_exact.commands.parser import count_between

UP_TO = "up-to:"
CIRCUIT = "an AIGER or BLIF file, or a machine such as counter:4"


def lengths(text: str) -> range:
    """The lengths of the sequences to search, one after the other: K, or all up to it."""
    most = count_between(1, MOST_FRAMES)(text.removeprefix(UP_TO))
    return range(1 if text.startswith(UP_TO) else most, most + 1)


def add_circuit_options(
    parser: ArgumentParser, example: str, codes: str, optional: bool = False, circuit_help: str = CIRCUIT
) -> None:
    """A circuit and a question about it; and below, an example and what exit codes mean."""
    machines = [f"{name}:{least}..{most}" for name, (least, most) in MACHINES.items()]
    parser.epilog = (
        f"example: {example}\n\nMachines, with the sizes they take: {', '.join(machines)}. "
        f"What each asks: docs/circuits.md.\n\nexit codes: {codes}"
    )
    circuit = parser.add_argument_group("the circuit")
    circuit.add_argument("circuit", nargs="?" if optional else None, help=circuit_help)
    circuit.add_argument(
        "--property", metavar="NAME", help="ask for this bad or output (default: the first bad, else output)"
    )
    circuit.add_argument(
        "--target",
        metavar="BITS",
        help="ask for this state instead, one bit per latch, that of the last in the file first, as numbers are "
        "written; frame k is asked about the state after it, "
        "that is, after k + 1 applications of the circuit (a bad or output: about the state in frame k itself)",
    )
    circuit.add_argument(
        "--input",
        action="append",
        default=[],
        metavar="NAME=BITS",
        help="give an input 0 or 1, or bits over time: 1,0 holds the last, (0,1) repeats (repeatable)",
    )
    circuit.add_argument("--inputs", type=int, choices=(0, 1), help="value for all inputs not named by --input")
    circuit.add_argument(
        "--stimulus",
        metavar="FILE",
        help="give inputs what a file says: a witness of a model checker (AIGER 1.9), or CSV with a row per frame",
    )
    circuit.add_argument(
        "--start", action="append", default=[], metavar="LATCH=0|1", help="start a latch there (repeatable)"
    )
    circuit.add_argument("--uninitialised", type=int, choices=(0, 1), help="start value of latches without one")
    circuit.add_argument(
        "--search",
        type=lengths,
        metavar="K",
        help="try all that inputs which are given nothing, and latches without a start, can be over K frames "
        "(simulate up-to:K: over 1 frame, 2 and so on, until one is enough)",
    )


def add_options(parser: ArgumentParser, example: str = "", codes: str = "", circuit_help: str = CIRCUIT) -> None:
    add_circuit_options(parser, example, codes, circuit_help=circuit_help)
    model = parser.add_argument_group("the model, and the question it is asked")
    model.add_argument("--model", help=f"{', '.join(MODELS + BEYOND)}, or one of --tables (default: svm)")
    model.add_argument(
        "--tables", metavar="DIR", help=f"your own gadgets and constructions, or a shipped set: {', '.join(TABLES)}"
    )
    model.add_argument(
        "--lambda",
        dest="regularizer",
        metavar="R",
        help="for svm-reg: above 0, below 0.2928 (svm-eta-reg: times eta; --tables compact: below 1; default: 1/4)",
    )
    model.add_argument("--eta", metavar="R", help="for svm-eta, svm-eta-reg: a learning rate above 0 (default: 1/4)")
    model.add_argument("--set", action="append", default=[], metavar="NAME=R", help="another symbol of your own model")
    model.add_argument(
        "--question",
        choices=QUESTIONS,
        default=QUESTIONS[0],
        help="how OGD is asked: does the first weight ever become positive (the default), does a pass ever end with "
        "the weights that it began with, or does the norm of the weights ever exceed a bound?",
    )
    model.add_argument(
        "--norm-bound", metavar="R", help="for --question norm (default: the least integer that only a yes exceeds)"
    )


def add_order(group: Any, from_zero: bool = True) -> None:
    """For tables in any order."""
    group.add_argument(
        "--order",
        metavar="ORDER",
        help=f"with --tables any-order: {', '.join(ORDERS)} (default: shuffle; --seed chooses which)",
    )
    if from_zero:
        add_from_zero(group)


def add_from_zero(group: Any) -> None:
    group.add_argument(
        "--from-zero", action="store_true", help="with --tables any-order: start at w = 0, for the order full-batch"
    )
