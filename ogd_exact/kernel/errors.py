"""What can go wrong, each with its own type, so that nobody has to guess from a message."""

from ogd_exact.kernel.input_error import InputError, one_line

__all__ = ["BadCertificate", "InputError", "Kink", "SignVaries", "Undecided", "one_line"]


class Kink(Exception):
    """The margin is exactly zero, where the loss has no derivative; no side is ever chosen."""


class Undecided(Exception):
    """No certificate was found for the sign of a value over the region."""


class SignVaries(Exception):
    """A value is positive at some points of the region and not at others."""

    def __init__(self, message: str, point: dict[str, str]) -> None:
        super().__init__(message)
        self.point = point


class BadCertificate(Undecided):
    """A certificate does not prove what it claims, so that nothing is decided."""
