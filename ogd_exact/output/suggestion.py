"""What a user may have meant by a name that is not known."""

from collections.abc import Iterable


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Such as: ; did you mean svm-reg?; nothing where no known name is close."""
    from difflib import get_close_matches  # only errors need it

    close = get_close_matches(word[:60], list(known), 1)
    return f"; did you mean {close[0]}?" if close else ""
