"""Problems and weights in words."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ogd_exact.checker.evaluated_table import CallProblem
from ogd_exact.kernel.errors import SignVaries
from ogd_exact.tables.arithmetic import Arithmetic
from ogd_exact.tables.table import Bound


def weights_text(weights: Sequence[Any], numbers: Arithmetic) -> str:
    return ", ".join(numbers.text(weight) for weight in weights)


def point_text(point: Mapping[str, str]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in point.items())


def problem_text(problem: Exception, numbers: Arithmetic) -> str:
    """Why a row cannot be run."""
    if isinstance(problem, CallProblem):
        return CALL_PROBLEMS[problem.reason](numbers, *problem.about)
    return str(problem) + (f" (see {point_text(problem.point)})" if isinstance(problem, SignVaries) else "")


def other_coordinates(numbers: Arithmetic, gadget: str, count: int, on: Sequence[str]) -> str:
    return f"{gadget} takes {count} distinct coordinate{'s' * (count > 1)}, not {', '.join(on) or 'none'}"


def outside(numbers: Arithmetic, gadget: str, bound: Bound, value: Any, point: Mapping[str, str]) -> str:
    text = f"{gadget} needs {bound.text} of what it is passed, and {numbers.text(value)} is not positive"
    return text + (f" at {point_text(point)}; bound it by a region" if point else "")


def no_such_case(numbers: Arithmetic, gadget: str, names: Sequence[str], weights: Sequence[Any]) -> str:
    return f"{gadget} may not be called with ({', '.join(names)}) = ({weights_text(weights, numbers)})"


CALL_PROBLEMS: dict[str, Callable[..., str]] = {
    "no such gadget": lambda numbers, gadget, model: f"there is no table {gadget!r} for {model}",
    "other coordinates": other_coordinates,
    "no such magnitude": lambda numbers, name, model: f"{name} is not a magnitude of {model}",
    "magnitude missing": lambda numbers, gadget, name: f'{gadget} needs {name}; add magnitudes = {{ {name} = "..." }}',
    "outside": outside,
    "no such case": no_such_case,
}
