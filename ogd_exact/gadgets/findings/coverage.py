"""What became of each tabular of LaTeX files: checked, or why not; and what could not be read at all."""

from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from ogd_exact.core.kernel.errors import InputError, one_line
from ogd_exact.gadgets.findings.report import near
from ogd_exact.text.wording import argument, counted

SHOWN = 8


@dataclass(frozen=True)
class SeenTabular:
    """A tabular of the sources: the gadget whose rows it holds, or the reason why it was not checked."""

    path: Path
    line: int
    gadget: str = ""  # with its model
    reason: str = ""

    @property
    def place(self) -> str:
        return f"{near(self.path)}:{self.line}"


@dataclass(frozen=True)
class PageFinding:
    """Where the page says something else than the source, or hides it."""

    path: Path
    line: int
    column: int | None
    message: str

    @property
    def text(self) -> str:
        place = ":".join(str(part) for part in (near(self.path), self.line, self.column) if part is not None)
        return f"{place}: {one_line(self.message)}"


@dataclass(frozen=True)
class Coverage:
    tabulars: tuple[SeenTabular, ...] = ()
    problems: tuple[InputError, ...] = ()  # what should have been read and could not be
    engine: str = ""  # of TeX, where the pages were read too
    page: tuple[PageFinding, ...] = ()  # where the page says something else than the source, or cannot be seen
    agreed: tuple[str, ...] = ()  # tables that the page prints as the source says

    @property
    def text(self) -> str:
        """How many tabulars there are, and which were not checked."""
        if not self.tabulars:
            return ""
        left = sorted((seen for seen in self.tabulars if seen.reason), key=lambda seen: seen.reason)
        text = f"{counted(len(self.tabulars), 'tabular')}: {len(self.tabulars) - len(left)} checked, {len(left)} not"
        listed = [
            f"{reason} ({', '.join(seen.place for seen in alike)})"
            for reason, alike in groupby(left[:SHOWN], key=lambda seen: seen.reason)
        ]
        more = [f"and {len(left) - SHOWN} more"] if len(left) > SHOWN else []
        return f"{text}: {'; '.join([*listed, *more])}." if left else f"{text}."

    @property
    def texts(self) -> list[str]:
        """What reports say of it."""
        return [*(finding.text for finding in self.page), *self.closing]

    @property
    def closing(self) -> list[str]:
        return [text for text in (self.text, self.printed) if text] if self.tabulars or self.engine else []

    @property
    def printed(self) -> str:
        """Whether tables were read in the source alone."""
        if not self.engine:
            return f"Read from the source alone; {argument('typeset')} compares it with the page that TeX prints."
        names = list(dict.fromkeys(seen.gadget for seen in self.tabulars if seen.gadget and not seen.reason))
        other = [name for name in names if name not in self.agreed]
        text = f"By {self.engine}: {counted(len(self.agreed), 'table')} as printed"
        return f"{text}; read from the source alone: {', '.join(other)}." if other else f"{text}."

    @property
    def but(self) -> str:
        """What keeps a report from being a success, besides its tables."""
        unread = f"{len(self.problems)} not read" if self.problems else ""
        page = f"{counted(len(self.page), 'finding')} on the page" if self.page else ""
        return ", ".join(filter(None, (unread, page)))

    def data(self) -> dict[str, Any]:
        """The same for JSON; nothing, where no LaTeX was read."""
        if not self.tabulars and not self.problems:
            return {}
        tabulars = [
            {"file": near(t.path), "line": t.line, "checked": not t.reason, "gadget": t.gadget, "reason": t.reason}
            for t in self.tabulars
        ]
        problems = [
            {"file": p.path and near(Path(p.path)), "line": p.line, "column": p.column, "message": p.message}
            for p in self.problems
        ]
        found = [{"file": near(f.path), "line": f.line, "column": f.column, "message": f.message} for f in self.page]
        page = {"engine": self.engine, "as_printed": list(self.agreed), "findings": found}
        return {"tabulars": tabulars, "problems": problems} | ({"page": page} if self.engine else {})


class Unread(InputError):
    """No table could be read; the error is the first of several."""

    def __init__(self, coverage: Coverage) -> None:
        """Takes what became of all tabulars."""
        first, self.coverage = coverage.problems[0], coverage
        super().__init__(first.message, first.path, first.line, first.column)
