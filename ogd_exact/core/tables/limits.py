"""How large texts from files, and the values they stand for, may be, and what is said of those that cannot be read.

A value within the limits is left as it is.
"""

from collections.abc import Collection
from typing import Any

from ogd_exact.core.kernel.polynomial import Polynomial

MAX_TEXT = 400
MAX_DIGITS = 60
MAX_EXPONENT = 200
MAX_NESTING = 30
MAX_BITS = 12_000
MAX_TERMS = 24
MAX_DEGREE = 60  # of a sum
MAX_SINGLE_DEGREE = 1000  # of a single term
MAX_RULE_DEGREE = 12


class ExpressionError(Exception):
    """What is wrong with a cell, and at which character of it (from 0)."""

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message)
        self.offset = offset


def check_tokens(text: str, tokens: Collection[tuple[str, str, int]]) -> None:
    """Raises ExpressionError for a text that is too long, or a token that no expression has."""
    if len(text) > MAX_TEXT:
        raise ExpressionError(f"an expression has at most {MAX_TEXT} characters, this one has {len(text)}")
    for kind, word, offset in tokens:
        if kind == "bad":
            hint = "; write fractions, such as 1/2" if word == "." else ""
            raise ExpressionError(f"unexpected character {word!r}{hint}", offset)
        if kind == "integer" and len(word) > MAX_DIGITS:
            raise ExpressionError(f"a number has at most {MAX_DIGITS} digits", offset)


def unexpected(token: tuple[str, str, int], wanted: Collection[str]) -> ExpressionError:
    """What is said of a token of another kind than is wanted."""
    kind, word, offset = token
    if ")" in wanted:
        return ExpressionError("missing )", offset)
    if "end" in wanted:
        hint = "; write * between factors" if kind in ("integer", "symbol", "(") else ""
        return ExpressionError(f"unexpected {word!r}{hint}", offset)
    if "symbol" not in wanted:
        return ExpressionError("an exponent is an integer, as in alpha^2", offset)
    return ExpressionError(
        f"expected a number or a symbol, found {word!r}" if word else "the expression ends too early", offset
    )


def check_exponent(exponent: int, offset: int) -> None:
    if exponent > MAX_EXPONENT:
        raise ExpressionError(f"an exponent is at most {MAX_EXPONENT}", offset)


def deeper(depth: int, offset: int) -> int:
    """The depth within one more sign or pair of parentheses."""
    if depth == MAX_NESTING:
        raise ExpressionError(f"an expression nests at most {MAX_NESTING} deep", offset)
    return depth + 1


def check_size(value: Any, offset: int) -> None:
    """Raises ExpressionError for a value that later work could not afford."""
    if hasattr(value, "numer"):
        parts = [value.numer, value.denom]
        if any(len(part) > MAX_TERMS for part in parts):
            raise ExpressionError(f"a value has at most {MAX_TERMS} terms", offset)
        limit = MAX_DEGREE if any(len(part) > 1 for part in parts) else MAX_SINGLE_DEGREE
        if any(sum(monomial) > limit for part in parts for monomial in part):
            raise ExpressionError(f"the degree is at most {limit}", offset)
        coefficients = [c for part in parts for c in part.coeffs()]
    elif isinstance(value, Polynomial):
        if len(value.terms) > MAX_TERMS or any(len(names) > MAX_RULE_DEGREE for _, names in value.terms):
            raise ExpressionError(f"a rule has at most {MAX_TERMS} terms, of degree at most {MAX_RULE_DEGREE}", offset)
        coefficients = [c for c, _ in value.terms]
    else:
        coefficients = [value]
    for c in coefficients:
        if int(c.numerator).bit_length() + int(c.denominator).bit_length() > MAX_BITS:
            raise ExpressionError(f"a number has at most {MAX_BITS} bits", offset)
