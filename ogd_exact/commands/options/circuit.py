"""The options of all commands that take a circuit."""

from argparse import ArgumentParser
from typing import Any

from ogd_exact.commands.known import BEYOND, LOGISTIC, MACHINES, MODELS, MOST_FRAMES, ORDERS, QUESTIONS, TABLES
from ogd_exact.commands.parser import count_between, option

UP_TO = "up-to:"
CIRCUIT = "an AIGER or BLIF file, or a machine such as counter:4"
FILES = "or a training set: .csv (the last column is the label), .svmlight, or .jsonl as reduce writes it"


def lengths(text: str) -> range:
    """The lengths of the sequences to search, one after the other: K, or all up to it."""
    most = count_between(1, MOST_FRAMES)(text.removeprefix(UP_TO))
    return range(1 if text.startswith(UP_TO) else most, most + 1)


def add_circuit_options(
    parser: ArgumentParser, example: str, codes: str, optional: bool = False, circuit_help: str = CIRCUIT
) -> None:
    """Adds a circuit and a question about it; and below, an example and what exit codes mean."""
    machines = [f"{name}:{least}..{most}" for name, (least, most) in MACHINES.items()]
    parser.epilog = (
        f"example: {example}\n\nMachines, with the sizes they take: {', '.join(machines)}. "
        f"What each asks: docs/circuits.md.\n\nexit codes: {codes}"
    )
    circuit = parser.add_argument_group("the circuit")
    circuit.add_argument("circuit", nargs="?" if optional else None, help=circuit_help)
    option(
        circuit,
        "--property NAME",
        "ask whether this bad or output ever holds (default: the first bad, else the first output)",
    )
    option(
        circuit,
        "--target BITS",
        "ask whether the state ever becomes this: a bit for each latch, the last latch of the file first, as in a "
        "number; frame k is asked about the state that it leads to (a bad or output: about the state in it)",
    )
    option(
        circuit,
        "--input NAME=BITS ...",
        "give an input 0 or 1, or bits over time: 1,0 holds the last, (0,1) repeats (repeatable)",
    )
    option(circuit, "--inputs", "value for all inputs not named by --input", int, choices=(0, 1))
    option(
        circuit,
        "--stimulus FILE",
        "give inputs what a file says: a witness of a model checker (AIGER 1.9), or CSV with a row per frame",
    )
    option(circuit, "--start LATCH=0|1 ...", "start a latch there, or a weight of a training set (repeatable)")
    option(circuit, "--uninitialised", "start value of latches without one", int, choices=(0, 1))
    option(
        circuit,
        "--search K",
        "let OGD try every value of the free inputs and of the latches without a start, over K frames "
        "(up-to:K, for simulate: over 1 frame, then 2, and so on)",
        lengths,
    )


def add_given(parser: ArgumentParser) -> None:
    """Adds what is said of a training set that is no circuit's."""
    given = parser.add_argument_group("a training set of your own")
    option(given, "--coordinate NAME", "the weight that is asked about, by its name or number (the first)")
    option(given, "--header", "the first line of a .csv file has names (default: if no cell could be a number)")
    option(given, "--first-index", "from which a .svmlight file counts, where that does not show", int, choices=(0, 1))


def add_options(parser: ArgumentParser, example: str = "", codes: str = "", circuit_help: str = CIRCUIT) -> None:
    add_circuit_options(parser, example, codes, circuit_help=circuit_help)
    model = parser.add_argument_group("the model, and the question it is asked")
    option(model, "--model MODEL", f"{', '.join(MODELS + BEYOND + LOGISTIC)}, or one of --tables (default: svm)")
    option(model, "--tables DIR", f"your own gadgets and constructions, or a shipped set: {', '.join(TABLES)}")
    option(
        model,
        "--lambda R",
        "for svm-reg: above 0, below 0.2928 (svm-eta-reg: times eta; --tables compact: below 1; default: 1/4)",
        dest="regularizer",
    )
    option(model, "--eta R", "for svm-eta, svm-eta-reg: a learning rate above 0 (default: 1/4)")
    option(model, "--set NAME=R ...", "another symbol of your own model")
    option(
        model,
        "--question",
        "how OGD is asked: does the first weight ever become positive (the default), does a pass ever end with "
        "the weights that it began with, or does the norm of the weights ever exceed a bound?",
        choices=QUESTIONS,
        default=QUESTIONS[0],
    )
    option(model, "--norm-bound R", "for --question norm (default: the least integer that only a yes exceeds)")


def add_order(group: Any, from_zero: bool = True) -> None:
    """Adds what chooses an order, for tables in any order."""
    option(
        group, "--order ORDER", f"with --tables any-order: {', '.join(ORDERS)} (default: shuffle; --seed chooses which)"
    )
    if from_zero:
        add_from_zero(group)


def add_from_zero(group: Any) -> None:
    option(group, "--from-zero", "with --tables any-order: start at w = 0, for the order full-batch")
