"""Small changes to Python code, one at a time, each of which should make a test fail."""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip
RENAMED = {"any": "all", "all": "any", "min": "max", "max": "min"}
EMPTY = {"list": "[]", "tuple": "()", "dict": "{}", "set": "set()", "frozenset": "frozenset()", "str": "''"}
JUMPS = (ast.Raise, ast.Return, ast.Continue, ast.Break)
SMALL = (ast.Constant, ast.keyword, ast.Slice, ast.Tuple, ast.Name)  # which say little without what is around them
NOT_CHANGED = ("annotation", "returns", "decorator_list", "bases")


class Place(NamedTuple):
    """Where a node stands: in a field of its parent, or in the list that the field holds."""

    parent: ast.AST
    field: str
    index: int | None
    node: ast.AST
    function: ast.FunctionDef | None
    name: str  # of the function, with those that it lies in
    around: ast.AST  # what to show of a change

    def put(self, node: ast.AST) -> None:
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node


class Mutant(NamedTuple):
    """A change, named by its texts and not by lines, so that it keeps its name when other lines change."""

    file: str
    function: str
    before: str
    after: str
    nth: int  # of those that are alike otherwise, from 1


def places(
    parent: ast.AST, function: ast.FunctionDef | None = None, name: str = "", around: ast.AST | None = None
) -> Iterator[Place]:
    """All nodes but annotations, assertions, zip's strict among them, and what is said in errors: none decides."""
    for field, value in ast.iter_fields(parent):
        if field in NOT_CHANGED or isinstance(parent, ast.Raise | ast.JoinedStr | ast.Assert) or is_strict(parent):
            continue
        for index, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(node, ast.AST):
                small = around is not None and isinstance(node, SMALL)
                shown = around if small else node
                yield Place(parent, field, index, node, function, name, shown)
                inner = node if isinstance(node, ast.FunctionDef) else function
                named = isinstance(node, ast.FunctionDef | ast.ClassDef)
                yield from places(node, inner, f"{name}.{node.name}".lstrip(".") if named else name, shown)


def changed(node: ast.AST, **fields: object) -> ast.AST:
    """A copy with other fields."""
    result = copy.copy(node)
    for field, value in fields.items():
        setattr(result, field, value)
    return result


def without(items: list[ast.expr], index: int) -> list[ast.expr]:
    return items[:index] + items[index + 1 :]


def variants(place: Place) -> Iterator[ast.AST]:
    """What may stand there instead."""
    node = place.node
    if isinstance(node, ast.expr) and place.field in ("test", "ifs"):
        body = getattr(place.parent, "body", None)
        jump = isinstance(body, list) and len(body) == 1 and isinstance(body[0], JUMPS)  # which is removed itself
        yield from (ast.Constant(value) for value in (True, False) if value or not jump)
    if isinstance(node, ast.stmt):
        yield from (ast.Pass() for _ in range(can_go(place)))
    match node:
        case ast.Compare(ops=ops):
            for i, op in enumerate(ops):
                yield changed(node, ops=[*ops[:i], SWAPPED[type(op)](), *ops[i + 1 :]])
        case ast.BoolOp(values=values):
            yield changed(node, op=SWAPPED[type(node.op)]())
            for i in range(len(values)):
                yield changed(node, values=without(values, i)) if len(values) > 2 else values[1 - i]
        case ast.BinOp() | ast.AugAssign() if type(node.op) in SWAPPED:
            yield changed(node, op=SWAPPED[type(node.op)]())
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node.operand
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield from (ast.Constant(other) for other in (value + 1, value - 1) if other >= 0)
        case ast.Return(value=ast.expr()):
            yield from (ast.Return(value) for value in other_results(place.function, ast.unparse(node.value)))
        case ast.Call(args=arguments):
            if isinstance(node.func, ast.Name) and node.func.id in RENAMED:
                yield changed(node, func=ast.Name(RENAMED[node.func.id], ast.Load()))
            for i, (one, two) in enumerate(zip(arguments, arguments[1:], strict=False)):
                if type(one) is type(two) and not isinstance(one, ast.Constant | ast.Starred):
                    yield changed(node, args=[*arguments[:i], two, one, *arguments[i + 2 :]])
        case ast.Slice():
            yield from (changed(node, **{side: None}) for side in ("lower", "upper") if getattr(node, side))


def can_go(place: Place) -> bool:
    """Whether a statement may be left out with names still defined: a jump, an effect, or a value given anew."""
    node, nested = place.node, not isinstance(place.parent, ast.FunctionDef | ast.ClassDef | ast.Module)
    if isinstance(node, ast.Assign):
        return nested or not all(isinstance(target, ast.Name) for target in node.targets)
    if isinstance(node, ast.Return):
        return nested
    return isinstance(node, JUMPS + (ast.AugAssign,)) or isinstance(node, ast.Expr) and not is_text(node.value)


def is_strict(node: ast.AST) -> bool:
    return isinstance(node, ast.keyword) and node.arg == "strict"


def is_text(node: ast.expr) -> bool:
    """A docstring, or the dots of what is only declared."""
    return isinstance(node, ast.Constant)


def other_results(function: ast.FunctionDef | None, now: str) -> Iterator[ast.expr]:
    """Plain results of the declared type, besides the one that there is."""
    declared = ast.unparse(function.returns).split("[")[0] if function and function.returns else ""
    texts = ("True", "False") if declared == "bool" else (EMPTY.get(declared, "None"),)
    yield from (ast.parse(text, mode="eval").body for text in texts if text != now)


def text(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())


def mutants(root: Path, file: str) -> Iterator[tuple[Mutant, ast.Module]]:
    """Each change with the changed file; the tree is changed back when the next one is asked for."""
    tree = ast.parse((root / file).read_text())
    seen: Counter[Mutant] = Counter()
    for place in list(places(tree)):
        for other in variants(place):
            before = text(place.around)
            own = copy.copy(other)  # as it may be a part of what stands there, which keeps its own location
            place.put(ast.fix_missing_locations(ast.copy_location(own, place.node)))
            after = text(other if place.around is place.node else place.around)
            plain = Mutant(file, place.name, before, after, 0)
            seen[plain] += 1
            yield plain._replace(nth=seen[plain]), tree
            place.put(place.node)
