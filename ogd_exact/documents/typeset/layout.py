"""Where everything on a page stands, in which colour, and in which order it is painted."""

import re

from ogd_exact.documents.typeset.boxes import Colour, Node
from ogd_exact.documents.typeset.glyphs import point_size, size_of

BLACK, WHITE = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)
MIN_CONTRAST = 1.6
SOURCE_LINE = re.compile(r"special\{src:(\d+) ?(.*)\}", re.DOTALL)
STACK = re.compile(r"pdfcolorstack \d+ (push|set|pop|current)(?: \{(.*)\})?", re.DOTALL)
COLOUR = re.compile(r"special\{(?:pdf:bcolor|color) ?(push|pop)? ?(.*)\}", re.DOTALL)
HARMLESS = re.compile(
    r"special\{(pdf: ?(dest|ann|bann|eann|out|doc|page|map|code|toun)|papersize|html:|ps:|header|x:|dvi)"
)
TEXT_MODE = re.compile(r"\b([0-7]) Tr\b")
ROTATED = re.compile(r"pdfsetmatrix ?\{(?:\S+ (?!-?0 )\S+ |\S+ \S+ (?!-?0\b))|special\{pdf: ?btrans rotate")
MODELS = {"rgb": "rg", "gray": "g", "cmyk": "k"}


class Layout:
    """The ink of a page."""

    def __init__(self, page: Node, fonts: dict[str, str]) -> None:
        self.fonts, self.ink, self.colours = fonts, list[Node](), [BLACK]
        self.line: tuple[str, int] | None = None
        self.turns, self.turned = [0], 0  # rotated parts under way, and how many there were
        self.unseen = False  # whether letters are set as PDF's invisible text
        self.place(page, 0.0, page.height or 0.0)

    def paint(self, node: Node) -> None:
        node.painted, node.line, node.turned = len(self.ink), self.line, self.turns[-1]
        node.colour = WHITE if self.unseen and node.kind == "glyph" else self.colours[-1]
        self.ink.append(node)

    def place(self, box: Node, x: float, y: float) -> None:
        box.x, box.y, box.line = x, y, self.line
        if box.kind == "hbox":
            self.across(box)
        else:
            self.down(box)

    def across(self, box: Node) -> None:
        x = box.x
        for node in box.children:
            node.x, node.y = x, box.y
            if node.kind == "glyph":
                self.glyph(node)
            elif node.kind in ("hbox", "vbox"):
                self.place(node, x, box.y + node.shift)
            elif node.kind == "rule":
                node.height = box.height if node.height is None else node.height
                node.depth = box.depth if node.depth is None else node.depth
                self.rule(node)
            elif node.kind == "leaders":
                self.leaders(node, box, advance(node, box))
            else:
                self.told(node)
            x += advance(node, box)

    def down(self, box: Node) -> None:
        y = box.y - (box.height or 0.0)
        for node in box.children:
            node.x, node.y = box.x, y
            if node.kind in ("hbox", "vbox"):
                self.place(node, box.x + node.shift, y + (node.height or 0.0))
                y += (node.height or 0.0) + (node.depth or 0.0)
            elif node.kind == "rule":
                node.width = box.width if node.width is None else node.width
                node.height, node.depth = (node.height or 0.0) + (node.depth or 0.0), 0.0
                y += node.height
                node.y = y
                self.rule(node)
            elif node.kind in ("glue", "leaders", "kern"):
                y += advance(node, box)
            else:
                self.told(node)
                y += (node.height or 0.0) + (node.depth or 0.0)

    def rule(self, node: Node) -> None:
        if node.inked():
            self.paint(node)

    def leaders(self, node: Node, box: Node, width: float) -> None:
        for inner in node.children:
            inner.x, inner.y = node.x, node.y
            if inner.kind == "rule":
                inner.width = width
                inner.height = box.height if inner.height is None else inner.height
                inner.depth = box.depth if inner.depth is None else inner.depth
                self.rule(inner)
            elif inner.inked():
                self.place(inner, node.x, node.y)

    def glyph(self, node: Node) -> None:
        expansion, size = node.width or 1.0, size_of(node.font, node.code, self.fonts)
        em = point_size(node.font)
        node.measured = size is not None
        width, node.height, node.depth = size or (0.5 * em, 0.6 * em, 0.0)
        node.width = width * expansion
        self.paint(node)

    def told(self, node: Node) -> None:
        """What is no box: drawings, rotations, colours and lines of the source."""
        self.turn(node.text)
        if node.kind == "drawn":
            if found := TEXT_MODE.search(node.text):
                self.unseen = found[1] in "37"
            self.paint(node)
        if node.kind != "special":
            return
        if found := SOURCE_LINE.fullmatch(node.text):
            self.line = (found[2], int(found[1]))
        elif found := STACK.fullmatch(node.text) or COLOUR.fullmatch(node.text):
            self.change(found[1] or "push", found[2] or "")
        elif "pdf:ecolor" in node.text:
            self.change("pop", "")
        elif not HARMLESS.match(node.text):
            node.kind = "drawn"
            self.paint(node)

    def turn(self, text: str) -> None:
        """Follows rotations, of pdfTeX and LuaTeX, and of XeTeX."""
        if text == "pdfrestore" or "pdf:etrans" in text:
            self.turns[1:] = self.turns[1:-1]
        if text == "pdfsave" or "pdf:btrans" in text:
            self.turns.append(self.turns[-1])
        if ROTATED.match(text):
            self.turned += 1
            self.turns[-1] = self.turned

    def change(self, act: str, value: str) -> None:
        if act == "pop":
            self.colours[1:] = self.colours[1:-1]
        elif act == "push":
            self.colours.append(colour_of(value))
        elif act == "set":
            self.colours[-1] = colour_of(value)


def advance(node: Node, box: Node) -> float:
    """How far a node moves what follows it in its box."""
    width = node.width or 0.0
    if box.ratio > 0 and node.stretch[1] == box.order:
        width += box.ratio * node.stretch[0]
    elif box.ratio < 0 and node.shrink[1] == box.order:
        width += box.ratio * node.shrink[0]
    return width


def colour_of(text: str) -> Colour:
    """The colour of PDF's operators g, rg and k, or of specials; one that is not known, as if it could not be seen."""
    numbers = [float(v) for v in re.findall(r"(?<![A-Za-z])\d*\.?\d+", text)]
    found = re.search(r"\b(rg|g|k)\b", text) or re.match(r"(rgb|gray|cmyk)", text)
    kind = MODELS.get(found[1], found[1]) if found else ""
    if kind == "g" and numbers:
        return numbers[0], numbers[0], numbers[0]
    if kind == "rg" and len(numbers) >= 3:
        return numbers[0], numbers[1], numbers[2]
    if kind == "k" and len(numbers) >= 4:
        cyan, magenta, yellow, black = numbers[:4]
        return (1 - cyan) * (1 - black), (1 - magenta) * (1 - black), (1 - yellow) * (1 - black)
    return BLACK if "Black" in text or not text else WHITE


def contrast(a: Colour, b: Colour) -> float:
    """The ratio of luminances, from 1 to 21, as accessibility guidelines define it."""

    def luminance(colour: Colour) -> float:
        red, green, blue = (v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in colour)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)
