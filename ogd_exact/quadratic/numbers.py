"""Rationals as text in files and reports: p or p/q in decimal digits, and nothing else."""

import re
from typing import Any

from ogd_exact.kernel.errors import InputError
from ogd_exact.kernel.numbers import rational

MAX_DIGITS = 100_000
RATIONAL = re.compile(rf"(-?[0-9]{{1,{MAX_DIGITS}}})(?:/([0-9]{{1,{MAX_DIGITS}}}))?")


def number(text: str) -> Any:
    match = RATIONAL.fullmatch(text)
    if match is None:
        limit = f"of at most {MAX_DIGITS} digits"
        raise InputError(f'{text[:40]!r} is not a rational number {limit}; write "-3" or "1/2"')
    if match[2] is not None and int(match[2]) == 0:
        raise InputError(f"{text[:40]!r} divides by zero")
    return rational(int(match[1]), int(match[2] or 1))
