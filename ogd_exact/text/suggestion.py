"""What a user may have meant by a name that is not known."""

from collections.abc import Collection, Iterable

from ogd_exact.core.kernel.errors import InputError


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The words `; did you mean svm-reg?`, or nothing where no known name is close."""
    from difflib import get_close_matches  # only errors need it

    close = get_close_matches(word[:60], list(known), 1)
    return f"; did you mean {close[0]}?" if close else ""


def unknown(kind: str, name: str, known: Collection[str]) -> InputError:
    """Says that there is none of this name, and names those that there are."""
    return InputError(f"there is no {kind} {name[:40]!r} here; there is {', '.join(known)}{did_you_mean(name, known)}")
