"""What is rotated, scaled and moved on a page, as maps of its points."""

import re
from dataclasses import replace

from ogd_exact.documents.typeset.boxes import Node

MATRIX = re.compile(r"(pdfsetmatrix *\{|special\{pdf: ?btrans (?:matrix|rotate) |special\{x:scale )([-+0-9. ]+)\}")
NUMBERS = re.compile(r"-?[0-9]*\.?[0-9]+")
POINT = 72.27 / 72  # of PDF's, in TeX's
Map = tuple[float, float, float, float, float, float]  # x to a x + c y + e, and y to b x + d y + f, downwards
SAME: Map = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def change_of(text: str, x: float, y: float) -> Map | None:
    """The map that a node of the log stands for, about the point where it is; None if it stands for none."""
    found = MATRIX.match(text)
    return about(linear(found[1], [float(v) for v in NUMBERS.findall(found[2])]), x, y) if found else None


def linear(kind: str, values: list[float]) -> Map:
    """The map that numbers of a transformation stand for; PDF's point upwards."""
    if "rotate" in kind and values:
        turn = complex(0, 1) ** (values[0] / 90)
        values = [turn.real, turn.imag, -turn.imag, turn.real]
    if "x:scale" in kind and len(values) == 2:
        values = [values[0], 0.0, 0.0, values[1]]
    a, b, c, d, right, up = [*values, 0.0, 0.0][:6] if len(values) >= 4 else SAME
    return a, -b, -c, d, right * POINT, -up * POINT


def mapped(map: Map, x: float, y: float) -> tuple[float, float]:
    return map[0] * x + map[2] * y + map[4], map[1] * x + map[3] * y + map[5]


def composed(outer: Map, inner: Map) -> Map:
    """First the inner map, then the outer."""
    origin = mapped(outer, inner[4], inner[5])
    corners = [mapped((*outer[:4], 0.0, 0.0), *inner[k : k + 2]) for k in (0, 2)]
    return *corners[0], *corners[1], *origin


def about(map: Map, x: float, y: float) -> Map:
    """The map with this point in the place of the origin."""
    moved = mapped(map, -x, -y)
    return *map[:4], moved[0] + x, moved[1] + y


def scale(map: Map) -> float:
    """How large what is mapped is printed, where that is least; negative if it is mirrored."""
    least = min(abs(complex(*map[:2])), abs(complex(*map[2:4])))
    return least if map[0] * map[3] > map[1] * map[2] else -least


def shadow(node: Node, map: Map) -> Node:
    """What a transformed node covers on the page, as a node of the page."""
    corners = [mapped(map, x, y) for x in (node.x, node.right) for y in (node.top, node.bottom)]
    xs, ys = zip(*corners, strict=True)
    size = max(xs) - min(xs), max(ys) - min(ys)
    return replace(node, children=[], x=min(xs), y=max(ys), width=size[0], height=size[1], depth=0.0, turned=0)
