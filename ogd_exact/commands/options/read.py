"""Adds to a parser the options that a file of this folder describes: group by group, with their help.

A key is an argument, a --flag, --name VALUE, or --name VALUE ... where it may be repeated. Its value is the help, or
the choices with the default first, or a table with more. At most one of the options in [GROUP.either] is given, exactly
one of those in [GROUP.one]. Nothing of the library is imported here, so that --help answers at once.
"""

import tomllib
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ogd_exact.commands import known
from ogd_exact.commands.parser import count, count_between, seconds

UP_TO = "up-to:"
EXCLUSIVE = {"either": False, "one": True}
NAMES = {name: ", ".join(words) for name, words in vars(known).items() if isinstance(words, tuple)} | {
    "MACHINES": ", ".join(f"{name}:{least}..{most}" for name, (least, most) in known.MACHINES.items())
}


def lengths(text: str) -> range:
    """The lengths of the sequences to search, one after the other: K, or all up to it."""
    most = count_between(1, known.MOST_FRAMES)(text.removeprefix(UP_TO))
    return range(1 if text.startswith(UP_TO) else most, most + 1)


TYPES: Mapping[str, Callable[[str], Any]] = {
    "count": count,
    "seconds": seconds,
    "int": int,
    "lengths": lengths,
    "modulus": count_between(2, 2**64 - 1),
    "steps": count_between(0, 10**100, "a number of steps up to 10^100, such as 53 or 10^18 (a base up to 10)"),
}


def add_options(parser: ArgumentParser, name: str) -> None:
    """Adds all that NAME.toml says: options, subcommands, an example and what exit codes mean."""
    table = described(name)
    parser.description = table.get("description", parser.description)
    if "example" in table:
        parts = f"example: %(prog)s {table['example']}", table.get("more"), f"exit codes: {table['codes']}"
        parser.epilog = "\n\n".join(part.format(**NAMES) for part in parts if part)
    defaults, commands = table.pop("defaults", {}), table.pop("commands", {})
    add_group(parser, table.pop("options", {}))
    for title, options in table.items():
        if isinstance(options, dict):
            add_group(parser.add_argument_group(title), options)
    parser.set_defaults(**{key: value or None for key, value in defaults.items()})
    if commands:
        others = parser.add_subparsers(title="other commands", metavar="COMMAND")
        for below, what in commands.items():
            others.add_parser(below, file=f"{name}_{below}", help=what)


def described(name: str) -> dict[str, Any]:
    """What a file says; and where it is silent, what the files say that it includes."""
    own = tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text(encoding="utf-8"))
    found: dict[str, Any] = {}
    for part in (*map(described, own.pop("include", ())), own):
        for key, value in part.items():
            found[key] = found.get(key, {}) | value if isinstance(value, dict) else value
    return found


def add_group(group: Any, options: Mapping[str, Any]) -> None:
    for form, what in options.items():
        if form in EXCLUSIVE:
            add_group(group.add_mutually_exclusive_group(required=EXCLUSIVE[form]), what)
        elif isinstance(what, list):
            add_option(group, form, {"help": f"default: {what[0]}", "choices": what, "default": what[0]})
        else:
            add_option(group, form, what if isinstance(what, dict) else {"help": what})


def add_option(group: Any, form: str, what: Mapping[str, Any]) -> None:
    more: dict[str, Any] = {**what, "help": what["help"].format(**NAMES)}
    words = form.split()
    names = [word for word in words if word.startswith("-")] or words
    if isinstance(kind := more.get("type"), list):
        more["type"] = count_between(*kind)
    elif kind:
        more["type"] = TYPES[kind]
    if isinstance(choices := more.get("choices"), str):
        more["choices"] = getattr(known, choices)
    if form.endswith(" ..."):
        more |= {"action": "append", "default": []}
    if value := words[len(names) :]:
        more["metavar"] = value[0]
    elif form.startswith("-") and not choices:
        more["action"] = "store_true"
    group.add_argument(*names, **more)
