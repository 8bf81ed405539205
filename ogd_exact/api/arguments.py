"""Checks the arguments of every function of the library, which refuses those of another kind in one line."""

import inspect
import types
from collections.abc import Callable
from functools import wraps
from numbers import Integral
from typing import Any, ParamSpec, TypeVar, Union, get_args, get_origin

from ogd_exact.api.digits import unlimited_int_digits
from ogd_exact.core.kernel.errors import InputError

Given = ParamSpec("Given")
Result = TypeVar("Result")


def check_argument_types(call: Callable[Given, Result]) -> Callable[Given, Result]:
    """Makes a function refuse arguments that its annotations do not allow, and write numbers of any length."""
    signature = inspect.signature(call)
    kinds = {name: p.annotation for name, p in signature.parameters.items() if p.annotation is not p.empty}

    @unlimited_int_digits
    @wraps(call)
    def checking(*arguments: Given.args, **named: Given.kwargs) -> Result:
        for name, value in signature.bind(*arguments, **named).arguments.items():
            if name in kinds and not fits(value, kinds[name]):
                kind = inspect.formatannotation(kinds[name])
                raise InputError(f"{name} must be {kind}, not {type(value).__name__}")
        return call(*arguments, **named)

    return checking


def fits(value: Any, kind: Any) -> bool:
    """Whether a value is of a kind; what a container holds is checked where it is taken out."""
    origin = get_origin(kind) or kind
    if origin in (Union, types.UnionType):
        return any(fits(value, one) for one in get_args(kind))
    if kind is None or origin is Any:
        return origin is Any or value is None
    if origin is int:
        return isinstance(value, Integral)  # numpy's integers, too
    return isinstance(value, origin) and (origin is str or not isinstance(value, str))  # a text is no list of letters
