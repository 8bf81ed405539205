"""Whether what is printed in a table can be seen, and stands where its row and column say."""

import re
from collections.abc import Iterator

from ogd_exact.documents.typeset.boxes import Node
from ogd_exact.documents.typeset.cells import largest
from ogd_exact.documents.typeset.glyphs import encoding, point_size, printed
from ogd_exact.documents.typeset.layout import MIN_CONTRAST, WHITE, contrast
from ogd_exact.documents.typeset.printed_tables import PrintedCell, PrintedTable
from ogd_exact.documents.typeset.transformations import mapped

OVERLAP = 1.0  # points by which glyphs may stand on each other
MIN_SIZE, MIN_ROW = 4.0, 5.0
COVER = 0.4  # of a glyph that a ground must cover
NEAR = 0.3  # of the way from row to row: a glyph is that close to a row that is not its own
THICK = 4.0  # points; a higher rule is a ground
THIN, TALL = 0.1, 1.1  # of the size of letters: as high as a digit or a sign is a rule between
DIGIT, ABOVE, BELOW = 0.6, 0.95, 0.3  # of the size of letters: how high digits are, and how far their bars
BESIDE = 6.5  # points from a table: what stands that close belongs to it for the eye
APART = 1.5  # points between numbers of two columns
SIGN_GAP = 6.0  # points between a minus and what it belongs to
PAINTS = re.compile(r"(?:^|\s)(?:[fFBbS]\*?|Do|sh)(?:\s|\}|$)")  # operators of PDF
MANY = 100  # glyphs of a cell among which one on the same line is looked for
Problem = tuple[str, Node | None]


def problems(table: PrintedTable) -> list[Problem]:
    """What a reader of the page would stumble over, each thing once."""
    glyphs = table.glyphs
    left, right = min(g.x for g in glyphs), max(g.right for g in glyphs)
    top, bottom = min(g.top for g in glyphs), max(g.bottom for g in glyphs)
    ink = [n for n in table.layout.ink if n.top <= bottom and n.bottom >= top]
    ink = [n for n in ink if n.turned == glyphs[0].turned]
    near = [n for n in ink if n.x <= right + BESIDE and n.right >= left - BESIDE]
    rules = [n for n in near if n.kind == "rule"]
    found = [
        *drawn(table), *off_page(table), *hidden(table, rules), *foreign(near, glyphs), *overprinted(glyphs),
        *out_of_place(table), *(one for row in table.rows for cell in row for one in out_of_order(cell)),
        *bars(table, rules),
    ]  # fmt: skip
    return list({text: (text, node) for text, node in reversed(found)}.values())[::-1]


def name(glyph: Node) -> str:
    return printed(glyph.font, glyph.code).strip()


def overlap(a: Node, b: Node) -> tuple[float, float]:
    """By how much two nodes stand on each other, across and down; nothing is known of what cannot be measured."""
    return extents(a, b) if a.measured and b.measured else (0.0, 0.0)


def extents(a: Node, b: Node) -> tuple[float, float]:
    return min(a.right, b.right) - max(a.x, b.x), min(a.bottom, b.bottom) - max(a.top, b.top)


def drawn(table: PrintedTable) -> Iterator[Problem]:
    """What no box of TeX's is: PDF's operators could hide or move what is painted after them."""
    painted = [glyph.painted for glyph in table.glyphs]
    between = table.layout.ink[min(painted) : max(painted)]
    for node in [*(node for box in table.boxes for node in box.walk()), *between]:
        if node.kind == "drawn":
            yield f"something is drawn in the table: {node.text[:40]}", node


def off_page(table: PrintedTable) -> Iterator[Problem]:
    """Glyphs that stand beyond the paper, whose size the log tells."""
    left, top, right, bottom = table.layout.paper
    for glyph in table.glyphs:
        x, y = mapped(table.layout.parts[glyph.turned], glyph.x, glyph.y)
        if not (left <= x <= right and top <= y <= bottom):
            yield f"{name(glyph)} is printed off the page", glyph


def hidden(table: PrintedTable, rules: list[Node]) -> Iterator[Problem]:
    """Glyphs that are too small, covered, or of the colour of their ground."""
    for glyph in table.glyphs:
        if glyph.scale < 0:
            yield "it is printed mirrored", None
        drawn_small = glyph.measured and 0 < (glyph.width or 0.0) < MIN_SIZE / 4  # a font of another size than its name
        if point_size(glyph.font) * abs(glyph.scale) < MIN_SIZE or drawn_small:
            yield f"{name(glyph)} is printed too small to be seen", glyph
        ground = WHITE
        for rule in rules:
            across, down = extents(glyph, rule) if rule.painted < glyph.painted else overlap(glyph, rule)
            if across <= 0.05 or down <= 0.05:
                continue
            tall = (glyph.height or 0.0) + (glyph.depth or 0.0)
            if rule.painted < glyph.painted and across >= COVER * (glyph.width or 0.0) and down >= COVER * tall:
                ground = rule.colour
            elif rule.painted > glyph.painted and down > 0.15 and id(rule) not in table.bars:
                yield f"{name(glyph)} is struck or covered by a rule", glyph
                break
        if contrast(glyph.colour, ground) < MIN_CONTRAST:
            yield f"{name(glyph)} has the colour of its background, or nearly", glyph


def foreign(near: list[Node], glyphs: list[Node]) -> Iterator[Problem]:
    """Ink of elsewhere on the table; of drawings, those that are painted behind it are its ground."""
    own, first = {id(glyph) for glyph in glyphs}, min(glyph.painted for glyph in glyphs)
    for node in near:
        if node.kind == "glyph" and id(node) not in own:
            yield f"{name(node)} of elsewhere is printed within the table", node
        elif node.kind == "drawn" and node.painted > first and (node.width or PAINTS.search(node.text)):
            yield f"something is drawn over the table: {node.text[:40]}", node
        elif node.kind == "drawn" and node.width and not covers(node, glyphs):
            yield f"a picture stands behind a part of the table: {node.text[:40]}", node


def covers(ground: Node, glyphs: list[Node]) -> bool:
    """Whether all of a table stands on a ground."""
    return all(ground.x <= g.x and g.right <= ground.right and ground.top <= g.y <= ground.bottom for g in glyphs)


def out_of_order(cell: PrintedCell) -> Iterator[Problem]:
    """Glyphs of one line that do not stand as they follow each other in it, and signs far from their numbers."""
    seen: list[Node] = []
    for glyph in cell.glyphs:
        last = next((g for g in reversed(seen[-MANY:]) if abs(g.y - glyph.y) < MIN_ROW / 2), None)
        if last is not None and glyph.x < last.x:
            yield f"{name(last)} and {name(glyph)} are printed in another order", glyph
        elif last is not None and last is seen[-1] and is_far(last, glyph):
            yield f"a minus is printed far from {name(glyph)}, which follows it", glyph
        seen.append(glyph)


def is_far(sign: Node, glyph: Node) -> bool:
    return sign.measured and name(sign) == "-" and glyph.x > sign.right + SIGN_GAP


def overprinted(glyphs: list[Node]) -> Iterator[Problem]:
    ordered = sorted(glyphs, key=lambda glyph: glyph.x)
    for k, a in enumerate(ordered):
        for b in ordered[k + 1 : k + 400]:
            if b.x >= a.right:
                break
            across, down = overlap(a, b)
            least = COVER * min(a.width or 0.0, b.width or 0.0)
            if across > max(OVERLAP, least) and down > OVERLAP:
                yield f"{name(a)} and {name(b)} are printed over each other", b


def out_of_place(table: PrintedTable) -> Iterator[Problem]:
    """Rows that are not below each other, cells that are not side by side, glyphs in the rows of others."""
    lines = [min(cell.box.y for cell in row) for row in table.rows]
    for k, (row, y) in enumerate(zip(table.rows, lines, strict=True)):
        if k and y < lines[k - 1] + min(MIN_ROW, 0.7 * table.size):
            yield "rows are printed over each other, or in another order", row[0].box
        last = None
        for cell in (cell for cell in row if cell.glyphs and all(g.measured for g in cell.glyphs)):
            first = min(cell.glyphs, key=lambda g: g.x)
            if last is not None and first.x < last.right - OVERLAP - 0.5:
                yield "columns are printed over each other, or in another order", first
            elif last is not None and first.x < last.right + APART and is_digit(first) and is_digit(last):
                yield f"{name(last)} and {name(first)}, of two columns, are printed as one number", first
            last = max(cell.glyphs, key=lambda g: g.right)
        for cell in row if k else ():
            for glyph in cell.glyphs:
                nearest = min(range(len(lines)), key=lambda j: abs(lines[j] - glyph.y))
                others = table.rows[min(k, nearest) : max(k, nearest) + 1]
                taken = any(occupied(other, cell) for other in others if other is not row)
                moved = abs(lines[nearest] - glyph.y) < NEAR * abs(lines[nearest] - y) and encoding(glyph.font) != "OMX"
                if nearest != k and taken and moved:
                    yield f"{name(glyph)} is printed in another row than its own", glyph


def is_digit(glyph: Node) -> bool:
    return name(glyph) in "0123456789."


def occupied(row: list[PrintedCell], cell: PrintedCell) -> bool:
    """Whether a row has something in the columns of a cell."""
    end = cell.start + cell.span
    return any(other.glyphs and other.start < end and cell.start < other.start + other.span for other in row)


def bars(table: PrintedTable, rules: list[Node]) -> Iterator[Problem]:
    """Lines stand between rows, not where a minus could, nor where a digit could."""
    for rule in rules:
        tall = (rule.height or 0.0) + (rule.depth or 0.0)
        if id(rule) not in table.bars and (rule.width or 0.0) <= THICK and THIN < tall / table.size < TALL:
            yield "a line is drawn beside a value, as a digit or a sign could be", rule
        flat = (rule.width or 0.0) > 1.0 and (rule.height or 0.0) + (rule.depth or 0.0) <= THICK
        if not flat or id(rule) in table.bars:
            continue
        for row in table.rows:
            y, size = min(cell.box.y for cell in row), largest([cell.box for cell in row])
            crossed = [c for c in row if c.glyphs and c.box.x < rule.right + BESIDE and rule.x < c.box.right + BESIDE]
            struck = any(g.x < rule.right and rule.x < g.right for c in crossed for g in c.glyphs)
            as_bar = struck and is_short(rule, table)
            above, below = (ABOVE * size, BELOW * size) if as_bar else (DIGIT * size, 0.5)
            if y - above < rule.y < y + below and crossed:
                yield "a line is drawn within a row, as a minus or a bar could be", crossed[0].glyphs[0]
                break


def is_short(rule: Node, table: PrintedTable) -> bool:
    """Whether a line is shorter than a column above or below which it stands, as those of whole columns are not."""
    columns: dict[int, list[Node]] = {}
    for cell in (cell for row in table.rows for cell in row if cell.span == 1):
        columns.setdefault(cell.start, []).extend(cell.glyphs)
    for glyphs in filter(None, columns.values()):
        slack = 0.1 if all(g.measured for g in glyphs) else OVERLAP + 0.5
        left, right = min(g.x for g in glyphs) + slack, max(g.right for g in glyphs) - slack
        if left < rule.right and rule.x < right and not (rule.x <= left and right <= rule.right):
            return True
    return False
