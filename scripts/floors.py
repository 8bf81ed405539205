"""Draws docs/floors.svg: the floors of the package, their rooms, and the imports between them."""

from __future__ import annotations

import ast
import textwrap
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE, PICTURE = ROOT / "ogd_exact", ROOT / "docs" / "floors.svg"
SVG = "http" + "://www.w3.org/2000/svg"  # a name, not an address
WIDTH, HEIGHT, GAP, ROW = 230, 58, 40, 100  # of a box, between two of them, and from one row to the next
LETTERS = 38  # of rooms in a line of a box
COLUMNS = {"campaign": 0, "api": 0, "documents": 0, "circuits": 0, "limits": 2}  # all others stand in the middle
STYLE = (
    "rect{fill:#fff;stroke:#4a5568;rx:6}.trusted{fill:#e6f4ea;stroke:#1e7e34;stroke-width:2}"
    "text{font-family:sans-serif;text-anchor:middle;fill:#1a202c}.name{font-size:16px;font-weight:600}"
    ".rooms{font-size:11px;fill:#4a5568}line{stroke:#718096;stroke-width:1.3;marker-end:url(#head)}svg{background:#fff}"
    "@media(prefers-color-scheme:dark){svg{background:#191e24}rect{fill:#232a32;stroke:#8a97a6}text{fill:#eef1f4}"
    ".trusted{fill:#15402a;stroke:#4fbf7b}.rooms{fill:#c0c8d0}line{stroke:#8a97a6}}"
)


def used() -> dict[str, set[str]]:
    """The floors that each floor imports from."""
    folders = [path.parent for path in sorted(PACKAGE.glob("*/__init__.py"))]
    return {
        folder.name: {floor for path in folder.rglob("*.py") for floor in imported(path, folder)} for folder in folders
    }


def imported(path: Path, floor: Path) -> set[str]:
    if path.name == "__main__.py":  # what `python -m` runs belongs to the commands
        return set()
    nodes = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)]
    names = [str(node.module).split(".") for node in nodes if str(node.module).startswith("ogd_exact.")]
    return {name[1] for name in names} - {floor.name}


def direct(arrows: dict[str, set[str]]) -> dict[str, set[str]]:
    """The arrows without those that follow from others."""
    reached: dict[str, set[str]] = {}
    for floor in TopologicalSorter(arrows).static_order():
        reached[floor] = arrows[floor].union(*(reached[other] for other in arrows[floor]))
    return {floor: used - set[str]().union(*(reached[other] for other in used)) for floor, used in arrows.items()}


def places(arrows: dict[str, set[str]]) -> dict[str, tuple[int, int]]:
    """The middle of each box: a floor stands above all that it uses."""
    level: dict[str, int] = {}
    for floor in TopologicalSorter(arrows).static_order():
        level[floor] = 1 + max((level[other] for other in arrows[floor]), default=-1)
    top = max(level.values())
    return {
        floor: (GAP + WIDTH // 2 + (WIDTH + GAP) * COLUMNS.get(floor, 1), (top - level[floor]) * ROW + HEIGHT // 2 + 10)
        for floor in level
    }


def picture() -> str:
    arrows = used()
    at, lines = places(arrows), list[str]()
    for floor, others in sorted(direct(arrows).items()):
        for other in sorted(others):
            (x, y), (to_x, to_y) = at[floor], at[other]
            lines.append(f'<line x1="{x}" y1="{y + HEIGHT // 2}" x2="{to_x}" y2="{to_y - HEIGHT // 2 - 4}"/>')
    for floor, (x, y) in sorted(at.items()):
        trusted = ' class="trusted"' if floor == "core" else ""
        note = "all that verify trusts" if floor == "core" else ""
        rooms = [path.parent.name for path in sorted((PACKAGE / floor).glob("*/__init__.py"))]
        box = f'x="{x - WIDTH // 2}" y="{y - HEIGHT // 2}" width="{WIDTH}" height="{HEIGHT}"'
        lines += [
            f"<rect {box}{trusted}/>",
            f'<text class="name" x="{x}" y="{y - 6 if rooms else y + 5}">{floor}</text>',
        ]
        below = [*textwrap.wrap(", ".join(rooms), LETTERS), *([note] if note else [])]
        lines += [f'<text class="rooms" x="{x}" y="{y + 9 + 13 * k}">{text}</text>' for k, text in enumerate(below)]
    width, height = max(x for x, _ in at.values()) + WIDTH // 2 + GAP, max(y for _, y in at.values()) + HEIGHT // 2 + 10
    head = '<marker id="head" markerWidth="8" markerHeight="8" refX="6" refY="3" orient="auto">'
    head += '<path d="M0,0L6,3L0,6z" fill="#718096"/></marker>'
    words = "<title>The floors of ogd_exact: an arrow goes from a floor to one that it uses</title>"
    start = f'<svg xmlns="{SVG}" viewBox="0 0 {width} {height}" role="img">{words}'
    return "\n".join([start, f"<style>{STYLE}</style><defs>{head}</defs>", *lines, "</svg>\n"])


if __name__ == "__main__":
    PICTURE.write_text(picture())
