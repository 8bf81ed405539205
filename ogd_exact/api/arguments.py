"""What every function of the library does: refuses arguments of another kind in one line, and writes all digits."""

import inspect
import types
from collections.abc import Callable
from functools import cache, wraps
from numbers import Integral
from typing import Any, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

from ogd_exact.api.digits import any_digits
from ogd_exact.kernel.errors import InputError

Given = ParamSpec("Given")
Result = TypeVar("Result")


def of_kind(call: Callable[Given, Result]) -> Callable[Given, Result]:
    """Refuses arguments that are not of the kinds that the function's annotations name; numbers may have any length."""
    signature = inspect.signature(call)
    kinds = cache(lambda: get_type_hints(call))  # late, as they may name what is not yet defined

    @any_digits
    @wraps(call)
    def checking(*arguments: Given.args, **named: Given.kwargs) -> Result:
        for name, value in signature.bind(*arguments, **named).arguments.items():
            if name in kinds() and not fits(value, kinds()[name]):
                kind = inspect.formatannotation(signature.parameters[name].annotation)
                raise InputError(f"{name} must be {kind}, not {type(value).__name__}")
        return call(*arguments, **named)

    return checking


def fits(value: Any, kind: Any) -> bool:
    """Whether a value is of a kind; what a container holds is for those to look at who take it out."""
    origin = get_origin(kind) or kind
    if origin in (Union, types.UnionType):
        return any(fits(value, one) for one in get_args(kind))
    if kind is None or origin is Any:
        return origin is Any or value is None
    if origin is int:
        return isinstance(value, Integral)  # numpy's integers, too
    return isinstance(value, origin) and (origin is str or not isinstance(value, str))  # a text is no list of letters
