"""How large texts from files, and the values they stand for, may be; a value within the limits is left as it is."""

from typing import Any

MAX_TEXT = 400
MAX_DIGITS = 60
MAX_EXPONENT = 200
MAX_NESTING = 30
MAX_BITS = 12_000
MAX_TERMS = 24
MAX_DEGREE = 60  # of a sum
MAX_SINGLE_DEGREE = 1000  # of a single term


class ExpressionError(Exception):
    """What is wrong with a cell, and at which character of it (from 0)."""

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message)
        self.offset = offset


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
    else:
        coefficients = [value]
    for c in coefficients:
        if int(c.numerator).bit_length() + int(c.denominator).bit_length() > MAX_BITS:
            raise ExpressionError(f"a number has at most {MAX_BITS} bits", offset)
