"""The script that makes a shell complete commands, options, models, gadgets, machines and files."""

from argparse import Action, ArgumentParser
from importlib import import_module

from ogd_exact.commands.command_line import Command
from ogd_exact.commands.known import BEYOND, GADGETS, LIBRARIES, LOGISTIC, MACHINES, MODELS
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.text.extras import install

CIRCUITS = "_ogd_exact_circuits"
# A colon ends a word in bash, so that machines are completed up to it.
BASH = f'{CIRCUITS}() {{ compgen -f -- "$1"; compgen -W "{" ".join(MACHINES)}" -- "$1"; }}'


def script(parser: ArgumentParser, shell: str) -> str:
    try:
        shtab = import_module("shtab")
    except ImportError:
        raise InputError(f"--print-completion needs shtab; {install('completion')}") from None
    kinds = dict.fromkeys(("FILE", "PLAN", "file", "training"), shtab.FILE)
    kinds |= {"DIR": shtab.DIRECTORY, "circuit": {"bash": CIRCUITS, "zsh": "_files"}}
    words = {"model": MODELS + BEYOND + LOGISTIC, "gadget": GADGETS, "library": LIBRARIES}
    for action in all_actions(parser):
        kind = kinds.get(str(action.metavar or action.dest))
        if kind:
            action.complete = kind  # type: ignore[attr-defined]
        elif action.choices is None:
            action.choices = words.get(action.dest)
    return str(shtab.complete(parser, shell, preamble={"bash": BASH}))


def all_actions(parser: ArgumentParser) -> list[Action]:
    """Every option of every command."""
    if isinstance(parser, Command):
        parser.fill()
    below = [p for action in parser._actions if isinstance(action.choices, dict) for p in action.choices.values()]
    return [*parser._actions, *(action for p in below for action in all_actions(p))]
