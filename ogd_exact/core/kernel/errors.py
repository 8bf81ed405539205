"""What can go wrong, each with its own type, so that nobody has to guess from a message."""


class Kink(Exception):
    """The margin is exactly zero, and the loss has no derivative there; no side is ever chosen."""


class Undecided(Exception):
    """No certificate was found for the sign of a value over the region."""


class SignVaries(Exception):
    """A value is positive at some points of the region and not at others."""

    def __init__(self, message: str, point: dict[str, str]) -> None:
        super().__init__(message)
        self.point = point


class BadCertificate(Undecided):
    """A certificate does not prove what it claims, so that nothing is decided."""


class InputError(Exception):
    """The input or the call is wrong: one line, with the place and a remedy, and exit code 2."""

    def __init__(
        self, message: str, path: str | None = None, line: int | None = None, column: int | None = None
    ) -> None:
        place = ":".join(str(part) for part in (path, line, column) if part is not None)
        text = f"{place}: {message}" if place else message
        super().__init__(one_line(text))
        self.message, self.path, self.line, self.column = message, path, line, column


class NothingToCheck(InputError):
    """The input is as it may be, but holds nothing that could hold or fail."""


InputError.__module__ = "ogd_exact"  # where users know it from


def one_line(text: str, most: int = 1000) -> str:
    """The text as one short line: what a file or an argument says must not move the cursor."""
    short = text if len(text) <= most else text[:most] + " ..."
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in short)
