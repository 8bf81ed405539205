"""Problems and weights in words."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ogd_exact.core.checker.violation import CallProblem
from ogd_exact.core.kernel.errors import SignVaries
from ogd_exact.core.tables.cells import Cell
from ogd_exact.core.tables.data import Bound
from ogd_exact.core.tables.table import Table
from ogd_exact.core.tables.value_text import value_text
from ogd_exact.text.sentence import Formula, Sentence, formulas, marked


def weights_text(weights: Sequence[Any]) -> Sentence:
    return formulas(map(value_text, weights))


def point_text(point: Mapping[str, str]) -> Sentence:
    return formulas(f"{name} = {value}" for name, value in point.items())


def cell_text(table: Table, cell: Cell, relation: str, here: int | None) -> Sentence:
    """What is said of a cell's value, and which cell it is; its step, unless that is spoken of."""
    if cell.coordinate is None or cell.case is None:
        name = f"returns {cell.name}" if cell.kind == "returns" else cell.field
        step = f" in step {cell.step + 1}" if cell.step not in (None, here) else ""
        return Sentence(Formula(name + relation), step)
    when = "at the start" if cell.kind == "cases" else f"{cell.kind} step {(cell.step or 0) + 1}"
    when = "" if (cell.step, cell.kind) == (here, "after") else f" {when}"
    return Sentence(Formula(f"w_{table.coordinates[cell.coordinate]}{relation}"), f" in case {cell.case + 1}{when}")


def problem_text(problem: Exception) -> Sentence:
    """Why a row cannot be run."""
    if isinstance(problem, CallProblem):
        return CALL_PROBLEMS[problem.reason](*problem.about)
    see = (" (see ", point_text(problem.point), ")") if isinstance(problem, SignVaries) else ()
    return Sentence(problem.args[0], *see)


def other_coordinates(gadget: str, count: int, on: Sequence[str]) -> Sentence:
    return Sentence(f"{gadget} takes {count} distinct coordinate{'s' * (count > 1)}, not ", formulas(on) or "none")


def outside(gadget: str, bound: Bound, value: Any, point: Mapping[str, str]) -> Sentence:
    text = marked(f"{gadget} needs `{bound.text}` of what it is passed, and `{value_text(value)}` is not positive")
    return Sentence(text, " at ", point_text(point), "; bound it by a region") if point else text


def no_such_case(gadget: str, names: Sequence[str], weights: Sequence[Any]) -> Sentence:
    given = formulas(names), ") = (", weights_text(weights)
    return Sentence(f"{gadget} may not be called with (", *given, ")")


CALL_PROBLEMS: dict[str, Callable[..., Sentence]] = {
    "no such gadget": lambda gadget, model: Sentence(f"there is no table {gadget!r} for {model}"),
    "other coordinates": other_coordinates,
    "no such magnitude": lambda name, model: marked(f"`{name}` is not a magnitude of {model}"),
    "magnitude missing": lambda gadget, name: marked(f'{gadget} needs `{name}`; add magnitudes = {{ {name} = "..." }}'),
    "outside": outside,
    "no such case": no_such_case,
}
