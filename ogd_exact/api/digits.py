"""Texts of numbers with more digits than Python writes unless it is told to."""

import sys
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Result = TypeVar("Result")


def any_digits(call: Callable[Given, Result]) -> Callable[Given, Result]:
    """Numbers of any length become text for the time of the call; what the process had chosen is put back."""

    @wraps(call)
    def unlimited(*arguments: Given.args, **named: Given.kwargs) -> Result:
        before = sys.get_int_max_str_digits()
        sys.set_int_max_str_digits(0)
        try:
            return call(*arguments, **named)
        finally:
            sys.set_int_max_str_digits(before)

    return unlimited
