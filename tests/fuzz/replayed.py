"""A table once more, at points of its region: its examples by fractions, calls expanded, and with none of our rules."""

import random
from collections.abc import Iterator, Mapping
from fractions import Fraction

from fuzz.independent_step import Refuted, Weights, fraction, step
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.model import Model
from ogd_exact.core.tables.table import Table
from ogd_exact.gadgets.properties.exact_value import exactly

POINTS, TRIES = 3, 20_000
NAMES = {"hinge": "svm", "hinge-bias": "svm"}  # by which the second run knows a rule, if by another than its own
RULES = ("hinge", "hinge-bias", "perceptron", "dense-relu", "dense-relu-dense")
Point = Mapping[str, Fraction]


class NotKnown(Exception):
    """The second run knows no such rule, or found no point of the region."""


def check_same(table: Table, original: Table, library: Library) -> None:
    """Raises Refuted unless a changed table does, and says that it does, what the original says."""
    model = library.models[table.model]
    for point in points(model, original):
        there, wanted = names_of(table, point), names_of(original, point)
        for case, line in enumerate(original.cases):
            start = [value(text, wanted) for text in line]
            weights = dict(zip(table.coordinates, start, strict=True))
            same(weights, table.coordinates, table.cases[case], there, "the case")
            for number, at_step in enumerate(table.steps):
                if at_step.before is not None:
                    same(weights, table.coordinates, at_step.before[case], there, f"before step {number + 1}")
                for x, y in examples(table, number, library, point, {c: c for c in table.coordinates}):
                    rate, regularizer = value(model.learning_rate, point), value(model.regularizer, point)
                    step(NAMES.get(model.rule.name, model.rule.name), weights, x, y, rate, regularizer)
                same(weights, table.coordinates, at_step.after[case], there, f"after step {number + 1}")
            same(weights, table.coordinates, original.steps[-1].after[case], wanted, "the end of the original")
        if {c: value(t, there) for c, t in table.returns.items()} != {
            c: value(t, wanted) for c, t in original.returns.items()
        }:
            raise Refuted("another magnitude is returned")


def same(weights: Weights, coordinates: tuple[str, ...], line: tuple[str, ...], names: Point, where: str) -> None:
    for coordinate, text in zip(coordinates, line, strict=True):
        if weights[coordinate] != value(text, names):
            raise Refuted(f"{where}: {coordinate} is {weights[coordinate]}, not {text}")


def examples(
    table: Table, number: int, library: Library, point: Point, where: Mapping[str, str], depth: int = 0
) -> Iterator[tuple[Weights, Fraction]]:
    """Those that a step stands for, on the coordinates of whoever calls."""
    at_step, names = table.steps[number], names_of(table, point)
    if not at_step.call:
        x = {where[c]: value(text, names) for c, text in zip(table.inputs, at_step.x, strict=True)}
        yield x, value(at_step.y, names)
        return
    callee = library.find(table.model, at_step.call)
    if callee is None or depth > 40 or len(callee.inputs) != len(at_step.on):
        raise Refuted(f"there is no gadget {at_step.call} to call so")
    given = {name: value(text, names) for name, text in at_step.magnitudes.items()}
    on = dict(zip(callee.inputs, (where[c] for c in at_step.on), strict=True)) | {c: c for c in callee.state}
    for below in range(len(callee.steps)):
        yield from examples(callee, below, library, {**point, **given}, on, depth + 1)


def names_of(table: Table, point: Point) -> Point:
    return {**point, **{name: value(text, point) for name, text in table.constants.items()}}


def value(text: str, names: Point) -> Fraction:
    return fraction(exactly(text, names))


def points(model: Model, table: Table) -> Iterator[Point]:
    """Some of the region, the same ones for the same table."""
    if model.rule.name not in RULES or model.momentum != "0" or model.per_step:
        raise NotKnown(f"no second run knows the model {model.name}")
    bounds = model.region if table.region is None else table.region
    chance, found = random.Random(f"{table.model} {table.gadget}"), 0
    names = model.symbols + model.magnitudes
    for _ in range(TRIES):
        point = {name: Fraction(chance.randint(1, 40), chance.choice((1, 2, 3, 5, 7, 40, 41))) for name in names}
        if all(value(bound.sides[0], point) > value(bound.sides[1], point) for bound in bounds):
            found += 1
            yield point
        if found == (POINTS if names else 1):
            return
    raise NotKnown(f"no point of the region of {table.gadget} was met")
