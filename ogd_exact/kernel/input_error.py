"""The input or the call is wrong: said in one line, with the place and a remedy."""


class InputError(Exception):
    """The input or the call is wrong: one line, with the place and a remedy, and exit code 2."""

    def __init__(
        self, message: str, path: str | None = None, line: int | None = None, column: int | None = None
    ) -> None:
        place = ":".join(str(part) for part in (path, line, column) if part is not None)
        text = f"{place}: {message}" if place else message
        super().__init__(one_line(text))
        self.message, self.path, self.line, self.column = message, path, line, column


InputError.__module__ = "ogd_exact"  # where users know it from


def one_line(text: str, most: int = 1000) -> str:
    """The text as one short line: what a file or an argument says must not move the cursor."""
    short = text if len(text) <= most else text[:most] + " ..."
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in short)
