"""The steps of a run as lines of JSON; where they cannot be written, the run goes on without them."""

import json
from typing import Self

from ogd_exact.commands.shell import HOLDS, complain, say
from ogd_exact.core.kernel.errors import InputError, one_line
from ogd_exact.text.files import WholeLines
from ogd_exact.training.runs.report import moment_json
from ogd_exact.training.runs.simulation import Moment


class Trace:
    """Writes each step that it is called with, if there is a file to write them to."""

    def __init__(self, path: str | None) -> None:
        self.lines, self.failed = WholeLines(path) if path is not None else None, False

    def __call__(self, moment: Moment) -> None:
        if self.lines is not None and not self.failed:
            try:
                self.lines.write(json.dumps(moment_json(moment)))
            except InputError as error:
                self.give_up(error)

    def give_up(self, error: InputError) -> None:
        self.failed = True
        complain(f"{error}; the run goes on without it", HOLDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if self.lines is not None:
            try:
                self.lines.close()
            except InputError as error:
                self.give_up(error)
            if not self.failed and kind is None:
                say(f"wrote {one_line(self.lines.path)}")
