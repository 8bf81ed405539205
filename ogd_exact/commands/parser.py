"""What the parsers of all commands share: errors of one line that suggest what was meant, --version, and numbers."""

import re
import sys
import textwrap
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter, _AppendAction
from collections.abc import Callable, Iterable, Sequence
from itertools import islice, takewhile
from typing import Any, NoReturn

import ogd_exact
from ogd_exact.core.kernel.errors import InputError

MOST = 10**18
PATHS = {"FILE": "file", "DIR": "folder"}  # what options of such values name
CHOICE = re.compile(r"invalid choice: '(.*)' \(choose from (.*)\)")


class Help(RawDescriptionHelpFormatter):
    """Formats help so that no line is wider than the terminal."""

    def _format_usage(self, *given: Any) -> str:
        """Begins all lines but the first below the name of the command, not beside its end."""
        return re.sub(r"\n +", "\n" + " " * len("usage: "), super()._format_usage(*given))

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        """Fills each line by itself."""
        return "\n".join(textwrap.fill(line, width, break_on_hyphens=False) for line in text.splitlines())


class Parser(ArgumentParser):
    def __init__(self, **given: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=Help, **given)
        self.add_argument("--version", action="version", version=f"ogd-exact {ogd_exact.__version__}")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Namespace, list[str]]:  # type: ignore[override]
        """Refuses here what is not known, so that the help named is that of the command."""
        words = sys.argv[1:] if args is None else args
        rest, repeated = self.without_repeated(words)
        options, unknown = super().parse_known_args(rest, namespace)
        for name, texts in repeated.items():
            setattr(options, name, [*texts, *(getattr(options, name) or [])])
        self.refuse_empty(options)
        options.given = getattr(options, "given", {}) | self.typed(words) | self.positional(options)
        if unknown:
            known = self._option_string_actions
            wrong = next((word.partition("=")[0] for word in unknown if word.startswith("--")), "")
            self.error(f"unrecognized arguments: {' '.join(unknown)}", wrong, known)
        return options, []

    def refuse_empty(self, options: Namespace) -> None:
        """Refuses a file or a folder whose name is empty, as a variable of a shell may be."""
        for action in self._actions:
            given = getattr(options, action.dest, None)
            if action.metavar in PATHS and "" in (given if isinstance(given, list) else [given]):
                name = "".join(action.option_strings[:1]) or action.metavar
                raise InputError(f"{name} is empty; name a {PATHS[str(action.metavar)]}")

    def typed(self, words: Sequence[str]) -> dict[str, str]:
        """The options among the words, as one types them, by the names of their values."""
        known, options = self._option_string_actions, takewhile(lambda word: word != "--", words)
        found = [known.get(word.partition("=")[0]) or known.get(word[:2]) for word in options]
        return {action.dest: action.option_strings[0] for action in found if action is not None}

    def positional(self, options: Namespace) -> dict[str, str]:
        """The arguments without a name that may be left out, where they are given."""
        places = [action for action in self._get_positional_actions() if action.nargs in ("?", "*")]
        return {a.dest: str(a.metavar or a.dest) for a in places if getattr(options, a.dest) not in (None, [])}

    def without_repeated(self, args: Sequence[str]) -> tuple[list[str], dict[str, list[str]]]:
        """The words without options that may be repeated; and what these are given, by the names of their values.

        Thousands of them are common, and argparse takes a time that grows with the square of their number.
        """
        names = {o: a.dest for o, a in self._option_string_actions.items() if isinstance(a, _AppendAction)}
        rest: list[str] = []
        found: dict[str, list[str]] = {}
        words = iter(args)
        for word in words:
            option, equals, text = word.partition("=")
            if word == "--":
                rest += [word, *words]
            elif option not in names:
                rest.append(word)
            elif equals or (given := [*islice(words, 1)]) and not given[0].startswith("-"):
                found.setdefault(names[option], []).append(text if equals else given[0])
            else:  # its value is missing, which argparse says
                rest += [word, *given]
        return rest, found

    def _print_message(self, message: str, file: Any = None) -> None:
        """Raises where a help text cannot be written, which argparse passes over."""
        if (stream := file or sys.stderr) is not None:
            stream.write(message)

    def error(self, message: str, wrong: str = "", known: Iterable[str] = ()) -> NoReturn:
        from ogd_exact.text.suggestion import did_you_mean

        if choice := CHOICE.search(message):
            wrong, known = choice[1], re.findall(r"[\w-]+", choice[2])
        raise InputError(f"{message}; see {self.prog} --help{did_you_mean(wrong, known)}")


def read_number(text: str) -> int:
    """A whole number such as 53 or 10^18, with a base up to 10; -1 for any other text."""
    match = re.fullmatch(r"([0-9]{1,101})|(10|[0-9])\^([0-9]{1,3})", text)
    if match is None:
        return -1
    return int(match[1]) if match[1] else int(match[2]) ** int(match[3])


def count(text: str) -> int:
    """Reads a number of things: the type of all options that count something."""
    number = read_number(text)
    if not 1 <= number <= MOST:
        expected = "at most 10^18" if number > MOST else "a whole number, at least 1"
        raise ArgumentTypeError(f"expected {expected}, not {text[:40]!r}")
    return number


def count_between(least: int, most: int, expected: str = "") -> Callable[[str], int]:
    def read(text: str) -> int:
        number = read_number(text)
        if not least <= number <= most:
            said = expected or f"a whole number from {least} to {most}"
            raise ArgumentTypeError(f"expected {said}, not {text[:40]!r}")
        return number

    return read


def seconds(text: str) -> float:
    """Reads a number of seconds, which need not be whole."""
    number = float(text) if re.fullmatch(r"[0-9]{1,6}\.[0-9]{1,6}", text) else float(min(read_number(text), MOST))
    if not 0 < number < 10**6:
        raise ArgumentTypeError(f"expected a number of seconds above 0 and below 10^6, not {text[:40]!r}")
    return number
