"""What can go wrong, each with its own type, so that nobody has to guess from a message."""


class InputError(Exception):
    """The input or the call is wrong: one line, with the place and a remedy, and exit code 2."""

    def __init__(
        self, message: str, path: str | None = None, line: int | None = None, column: int | None = None
    ) -> None:
        place = ":".join(str(part) for part in (path, line, column) if part is not None)
        text = f"{place}: {message}" if place else message
        # Control characters in a file or an argument must not reach the terminal, nor break the line.
        super().__init__("".join(c if c.isprintable() else repr(c)[1:-1] for c in text))


class Kink(Exception):
    """The margin is exactly zero, where the loss has no derivative; no side is ever chosen."""


class Undecided(Exception):
    """No certificate was found for the sign of a value over the region."""


class SignVaries(Exception):
    """A value is positive at some points of the region and not at others."""

    def __init__(self, message: str, point: dict[str, str]) -> None:
        super().__init__(message)
        self.point = point


class BadCertificate(Exception):
    """A certificate does not prove what it claims."""
