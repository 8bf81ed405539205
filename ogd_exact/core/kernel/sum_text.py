"""Exact numbers in the grammar of cells."""

from collections.abc import Iterable, Sequence
from typing import Any


def sum_text(terms: Iterable[tuple[Any, Sequence[tuple[str, int]]]]) -> str:
    """A sum of terms, each a coefficient and powers of names, in the grammar of cells."""
    text = ""
    for c, powers in terms:
        over = [n if k == 1 else f"{n}^{k}" for n, k in powers if k > 0]
        under = [n if k == -1 else f"{n}^{-k}" for n, k in powers if k < 0]
        top = "*".join(([str(abs(c.numerator))] if abs(c.numerator) != 1 or not over else []) + over)
        bottom = ([str(c.denominator)] if c.denominator != 1 else []) + under
        term = top + (f"/({'*'.join(bottom)})" if len(bottom) > 1 else f"/{bottom[0]}" if bottom else "")
        text += (" - " if c < 0 else " + ") + term if text else ("-" if c < 0 else "") + term
    return text or "0"
