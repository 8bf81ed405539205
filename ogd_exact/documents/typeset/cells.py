r"""Placed boxes as the small LaTeX of formulas: what is seen, in braces that mean something.

What is not understood becomes a command that no grammar knows (\glyph, \moved, \stacked, \drawn), so that the cell is
refused rather than guessed.
"""

from collections.abc import Sequence
from itertools import pairwise

from ogd_exact.documents.typeset.boxes import Node
from ogd_exact.documents.typeset.glyphs import encoding, point_size, printed

LITTLE = 0.3  # in points: what is shifted by less stands on the line
GROUND = 0.8  # of the size of a table's letters: at least the height of a line between columns, or of a row's colour
LOW, SCRIPT_GAP = 0.2, 0.4  # of the size of letters: a power is raised by more, and stands nearer
NARROW = 0.5  # of the size of a table's letters: less than a digit takes
SMALLEST = 5.5  # points: scripts of letters that small are no smaller
WORD_GAP, THIN_GAP, WIDE_GAP = 1.0, 0.8, 2.5
LONG_ARROWS = {"-": "\\longrightarrow ", "=": "\\Longrightarrow "}
CLEAR = 1.5  # points between a line between columns and what stands beside it
NOTES = ("*", "\\ast", "\\dagger", "\\ddagger")
DRAWN, MOVED, SMALL, STACKED, STRANGE = "\\drawn ", "\\moved ", "\\small ", " \\stacked ", "\\glyph "


class Cell:
    """Writes the boxes of one cell; `bars` are the rules that it read as fraction bars, roots or column lines."""

    def __init__(self, size: float = 10.0) -> None:
        """Begins a cell of a table whose letters have this size."""
        self.size = size
        self.formulas = 0  # open ones
        self.inner = False  # whether this is within a formula that needs no $
        self.last: Node | None = None
        self.bar: Node | None = None  # the last line between columns
        self.strayed = False  # whether something off the line stands alone so far, as by multirow
        self.bars: set[int] = set()

    def text(self, nodes: Sequence[Node]) -> str:
        text = self.line(nodes, level_of(nodes))
        text = " ".join((text + "$" * bool(self.formulas)).split()).replace("\\mapstochar \\", "\\")
        while "$$" in text:
            text = text.replace("$$", "")
        return text.strip()

    @property
    def math(self) -> bool:
        return self.inner or self.formulas > 0

    def line(self, nodes: Sequence[Node], level: float) -> str:
        """What stands side by side, its letters of a size."""
        out, k = "", 0
        while k < len(nodes):
            node = nodes[k]
            k += 1
            if node.kind == "glyph" and self.math and is_text_letter(node):
                end = k
                while end < len(nodes) and (is_text_letter(nodes[end]) or nodes[end].kind in ("kern", "discretionary")):
                    end += 1
                word = "".join(self.glyph(n, level) for n in nodes[k - 1 : end] if n.kind == "glyph")
                out += f"\\text{{{word}}}" if len(word) > 1 else word
                k = end
            elif node.kind == "glyph":
                text = self.glyph(node, level)
                for start, whole in LONG_ARROWS.items():  # which are made of two glyphs
                    if text == f"\\over{whole}" and out.endswith(start):
                        out, text = out.removesuffix(start), whole
                out += text
            elif node.kind in ("mathon", "mathoff"):
                out += self.shift(node.kind == "mathon")
            elif node.kind == "glue" and not self.math and (node.width or 0.0) > WORD_GAP and node.text != "\\tabskip":
                out += " "
            elif node.kind in ("hbox", "vbox") and node.inked():
                text, k = self.box(node, nodes, k, level)
                out += text
            elif node.kind == "rule" and node.inked():
                out += self.upright(node)
            elif node.kind == "drawn" or (node.kind == "leaders" and node.inked() and not self.is_ground(node)):
                out += DRAWN
        return out

    def shift(self, on: bool) -> str:
        before = self.formulas
        self.formulas = max(0, before + (1 if on else -1))
        return "$" if bool(before) != bool(self.formulas) and not self.inner else ""

    def glyph(self, node: Node, level: float) -> str:
        text, last, self.last = printed(node.font, node.code), self.last, node
        if self.strayed:
            return MOVED + text
        if self.bar and node.x < self.bar.right + CLEAR:
            return DRAWN + text
        if level and point_size(node.font) < 0.85 * level and encoding(node.font) != "OMX":
            return SMALL + text  # on the same line: nobody knows what it is
        if last is None:
            return text
        before = printed(last.font, last.code)
        gap = node.x - last.right
        if text.isdigit() and before.isdigit() and abs(last.y - node.y) < LITTLE and node.measured:
            return ("\\quad " if gap > WIDE_GAP else "\\," if gap > THIN_GAP else "") + text
        if text in ("\\to ", "\\Rightarrow ") and gap < -1 and before in LONG_ARROWS:
            return f"\\over{LONG_ARROWS[before]}"
        return text

    def is_ground(self, leaders: Node) -> bool:
        """Whether leaders are the colour behind a cell, as high as a row; whether it hides the cell is seen later."""
        rules = [n for n in leaders.children if n.kind == "rule" and (n.width or 0.0) >= NARROW * self.size]
        tall = [n for n in rules if (n.height or 0.0) + (n.depth or 0.0) >= GROUND * self.size]
        return len(tall) == len(leaders.children) and self.last is None

    def upright(self, rule: Node) -> str:
        """A line between columns is nothing; any other rule could be a minus."""
        if (rule.width or 0.0) > 1.0 or (rule.height or 0.0) + (rule.depth or 0.0) < GROUND * self.size:
            return DRAWN
        self.bars.add(id(rule))
        self.bar = rule
        return DRAWN if self.last and rule.x < self.last.right + CLEAR else ""

    def box(self, node: Node, nodes: Sequence[Node], k: int, level: float) -> tuple[str, int]:
        """A box, with what belongs to it among the nodes from k on; the number of the next that does not."""
        if node.kind == "vbox":
            base, alone = node.y - node.shift, self.last is None and sum(n.inked() for n in nodes) == 1
            text = self.column(node, level, first_line(node) if alone else base)
            self.strayed |= alone and abs(first_line(node) - base) > 1
            return text, k
        if sliced := self.sliced(node, nodes, k, level):
            return sliced
        glyphs = [n for n in node.walk() if n.kind == "glyph"]
        single = printed(glyphs[0].font, glyphs[0].code) if len(glyphs) == 1 else ""
        if single == "\\surd ":
            below = next((j for j in range(k, len(nodes)) if nodes[j].inked()), len(nodes))
            return (self.root(nodes[below]), below + 1) if below < len(nodes) else (STRANGE, k)
        if single and encoding(glyphs[0].font) == "OMX":
            return self.glyph(glyphs[0], 0.0), k
        if single == "," and self.math:
            self.last = glyphs[0]
            return "{,}", k  # TeX makes a box of it, and no list
        if abs(node.shift) < LITTLE:
            return self.line(node.children, level), k
        if not is_script(node.children, level):
            return MOVED, k
        if self.strays(glyphs[0] if glyphs else None, -node.shift, level):
            return MOVED, k
        # what is raised with nothing before it is a formula of its own, beside a value
        begun = max((j for j in range(k) if nodes[j].kind == "mathon"), default=k)
        beside = not self.math or (begun < k and not any(n.inked() for n in nodes[begun : k - 1]))
        return self.script(node.children, node.shift < 0, beside), k

    def strays(self, first: Node | None, rise: float, level: float) -> bool:
        """Whether a script stands away from what it belongs to, or hardly above the line."""
        far = first is not None and self.last is not None and first.x > self.last.right + SCRIPT_GAP * level
        return far or 0 < rise < LOW * level

    def script(self, nodes: Sequence[Node], above: bool, beside: bool = False) -> str:
        text = self.apart(nodes).strip()
        if above and (text in NOTES or (beside and len(text) == 1 and text.isalpha())):  # the mark of a note
            return "\\textsuperscript{*}"
        return text if not text or (above and not text.strip("'")) else f"{'^' if above else '_'}{{{text}}}"

    def apart(self, nodes: Sequence[Node]) -> str:
        """A formula of its own, such as an index."""
        before, self.inner, self.last = self.inner, True, None
        text = self.line(nodes, level_of(nodes))
        self.inner, self.last = before, None
        return text

    def group(self, node: Node) -> str:
        return self.apart(node.children if node.kind == "hbox" else [node])

    def root(self, node: Node) -> str:
        rules = [n for n in node.children if n.kind == "rule" and n.inked()]
        boxes = [n for n in node.children if n.kind in ("hbox", "vbox") and n.inked()]
        if node.kind != "vbox" or len(rules) != 1 or len(boxes) != 1:
            return STRANGE
        self.bars.add(id(rules[0]))
        return f"\\sqrt{{{self.group(boxes[0])}}}"

    def sliced(self, node: Node, nodes: Sequence[Node], k: int, level: float) -> tuple[str, int] | None:
        """A fraction of a raised number, a slash and a small one, as nicefrac prints it."""
        raised = [node] if node.shift <= -LITTLE else [n for n in node.children if n.inked()]
        rest = [j for j in range(k, len(nodes)) if nodes[j].inked()][:2]
        if len(raised) != 1 or raised[0].kind != "hbox" or raised[0].shift > -LITTLE or len(rest) < 2:
            return None
        slash = [printed(n.font, n.code) for n in nodes[rest[0]].walk() if n.kind == "glyph"]
        below = nodes[rest[1]]
        apart = any(nodes[j].kind == "glue" and (nodes[j].width or 0.0) > 0 for j in range(k, rest[1]))
        small = below.kind == "hbox" and abs(below.shift) < LITTLE and largest(below.children) < level
        if slash != ["/"] or apart or not small or largest(raised[0].children) >= level:
            return None
        return f"\\nicefrac{{{self.apart(raised[0].children)}}}{{{self.apart(below.children)}}}", rest[1] + 1

    def column(self, node: Node, level: float, base: float) -> str:
        """What stands one above the other: a fraction, two scripts, or lines; the first on the line beside it."""
        parts = [n for n in node.children if n.inked()]
        kinds = "".join(n.kind[0] for n in parts)  # h, v, r
        if any(b.y < a.y + 0.1 * self.size for a, b in pairwise(parts)):
            return MOVED
        if kinds == "hrh":
            self.bars.add(id(parts[1]))
            return f"\\frac{{{self.group(parts[0])}}}{{{self.group(parts[2])}}}"
        if kinds == "hh" and self.math and is_script(parts[0].children, level):
            if self.strays(next((n for n in node.walk() if n.kind == "glyph"), None), base - parts[0].y, level):
                return MOVED
            return self.script(parts[1].children, False) + self.script(parts[0].children, True)
        if "r" in kinds or "d" in kinds:
            return DRAWN
        lines = [MOVED] if len(parts) == 1 and abs(first_line(parts[0]) - base) > 1 else []
        for part in parts:
            self.last = None
            inside = part.kind == "hbox"
            own = level if len(parts) == 1 else level_of(part.children)
            lines.append(self.line(part.children, own) if inside else self.column(part, level, first_line(part)))
        return STACKED.join(lines)


def first_line(node: Node) -> float:
    """Where the baseline of a box is, or of the first line in it."""
    inside = [child for child in node.children if child.inked()]
    return first_line(inside[0]) if node.kind == "vbox" and inside else node.y


def is_script(nodes: Sequence[Node], level: float) -> bool:
    """Whether letters are small enough for a script of those of this size."""
    return largest(nodes) < 0.95 * level or 0 < level < SMALLEST


def is_text_letter(node: Node) -> bool:
    """A letter of a font for text, which in a formula belongs to a word."""
    text = encoding(node.font) in ("OT1", "T1", "TU") if node.kind == "glyph" else False
    return text and not 0x370 <= node.code < 0xFB00 and printed(node.font, node.code).isalpha()


def sizes(nodes: Sequence[Node]) -> list[float]:
    return [
        point_size(n.font) for node in nodes for n in node.walk() if n.kind == "glyph" and encoding(n.font) != "OMX"
    ]


def largest(nodes: Sequence[Node]) -> float:
    return max(sizes(nodes), default=0.0)


def level_of(nodes: Sequence[Node]) -> float:
    """The size of the letters that stand on the line itself, or of the largest that there is."""
    on_line = [n for n in nodes if n.kind == "glyph"]
    boxes = [n for n in nodes if n.kind == "hbox" and abs(n.shift) < LITTLE and n.inked()]
    return max([*sizes(on_line), *(level_of(box.children) for box in boxes)], default=0.0) or largest(nodes)
