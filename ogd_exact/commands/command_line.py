"""One parser for all commands, which adds the options of a command only once that command is called."""

import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from ogd_exact.commands.options.read import add_options
from ogd_exact.commands.parser import Parser
from ogd_exact.commands.shell import FAILED, WRONG_INPUT, complain
from ogd_exact.core.kernel.errors import InputError

COMMANDS = {
    "verify": "check gadget tables, row by row, for all parameters",
    "synthesize": "find a gadget from its contract, or prove that there is none",
    "construct": "make gadgets and a construction for a loss, by theorem",
    "atlas": "list which losses compute, which cannot, and what shows it",
    "campaign": "do what a plan asks for, on many processes and machines",
    "prove": "write the proofs for Coq, and let coqc check them",
    "reduce": "turn a circuit into a training set",
    "simulate": "run a circuit by exact online gradient descent",
    "check": "check a certificate that OGD never says yes, without running it",
    "annealed": "evaluate a circuit by one pass with a learning rate for each step",
    "replay": "run a circuit by training in a real library, or ask how much precision that takes",
    "explore": "write a page on which to watch a run, step by step",
    "latex": "write gadget tables as LaTeX",
    "barrier": "prove what quadratic models cannot do, and compute their weights after any number of steps",
}


class Command(Parser):
    """The parser of the command in commands/FILE.py, whose options are in commands/options/FILE.toml."""

    def __init__(self, file: str, **given: Any) -> None:
        super().__init__(**given)
        self.file, self.filled = file, False
        self.set_defaults(file=file)

    def fill(self) -> None:
        if not self.filled:
            self.filled = True
            add_options(self, self.file)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Namespace, list[str]]:  # type: ignore[override]
        self.fill()
        options, unknown = super().parse_known_args(args, namespace)
        if options.file != self.file and args[0].startswith("-"):  # options before a subcommand would be lost
            self.error("options stand after the subcommand, not before it")
        return options, unknown


def umbrella_parser() -> Parser:
    """The parser of ogd-exact, with all commands."""
    parser = Parser(
        prog="ogd-exact",
        description="Training is a computer: check the tables that make it one, and run circuits by it, exactly.",
        epilog="example: %(prog)s verify --model svm-reg\n\n%(prog)s COMMAND --help says more.",
    )
    parser.add_argument("--print-completion", choices=("bash", "zsh"), help="print a script for completion in a shell")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Command)
    for name, what in COMMANDS.items():
        commands.add_parser(name, file=name, help=what)
    return parser


def dispatch(arguments: Sequence[str]) -> int:
    """Does what `ogd-exact COMMAND ...` asks for."""
    if arguments and arguments[0] not in COMMANDS and not arguments[0].startswith("-"):
        from ogd_exact.text.suggestion import did_you_mean

        known = f"there is {', '.join(COMMANDS)}"
        remedy = did_you_mean(arguments[0], COMMANDS) or "; see ogd-exact --help"
        raise InputError(f"there is no command {arguments[0][:40]!r}; {known}{remedy}")
    options = umbrella_parser().parse_args(arguments)
    if options.print_completion:
        from ogd_exact.commands.completion import script

        print(script(umbrella_parser(), options.print_completion))
        return 0
    if "file" not in options:
        umbrella_parser().print_help(sys.stderr)
        return WRONG_INPUT
    return run_command(options)


def command(name: str) -> Callable[[Sequence[str]], int]:
    """The function that does what `python -m ogd_exact.NAME ...` asks for."""
    return lambda arguments: run_command(parsed(name, arguments))


def parsed(name: str, arguments: Sequence[str]) -> Namespace:
    """Reads the options of a command."""
    return Command(name, prog=f"python -m ogd_exact.{name}").parse_args(arguments)


def run_command(options: Namespace) -> int:
    from ogd_exact.commands.uses import refuse_unused  # which the parser and its help do without

    refuse_unused(options)
    main = import_module(f"ogd_exact.commands.{options.file}").main
    try:
        return int(main(options))
    except Exception as error:
        from ogd_exact.training.runs.simulation import Mismatch  # late: most commands run nothing

        if not isinstance(error, Mismatch):
            raise
        return complain(str(error), FAILED)
