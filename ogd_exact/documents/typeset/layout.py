"""Where everything on a page stands, in which colour, and in which order it is painted."""

import re
from copy import deepcopy

from ogd_exact.documents.typeset.boxes import Colour, Node
from ogd_exact.documents.typeset.engine import Run
from ogd_exact.documents.typeset.glyphs import LIGATURES, point_size, size_of
from ogd_exact.documents.typeset.paper import Paper
from ogd_exact.documents.typeset.transformations import SAME, change_of, composed, mapped, scale, shadow

BLACK, WHITE = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)
MIN_CONTRAST = 1.6
MAX_LEADERS = 200
SOURCE_LINE = re.compile(r"special\{src:(\d+) ?(.*)\}", re.DOTALL)
STACK = re.compile(r"pdfcolorstack 0 (push|set|pop|current)(?: \{(.*)\})?", re.DOTALL)
COLOUR = re.compile(r"special\{(?:pdf:bcolor|color) ?(push|pop)? ?(.*)\}", re.DOTALL)
HARMLESS = re.compile(r"special\{(pdf: ?(dest|ann|bann|eann|out|doc|page|map|toun)|papersize|html:|header|dvi)")
TEXT_MODE = re.compile(r"\b([0-7]) Tr\b")
MODELS = {"rgb": "rg", "gray": "g", "cmyk": "k"}
INKS = {"g": 1, "rg": 3, "k": 4}
NUMERAL = re.compile(r"[-+]?(?:[0-9]{1,9}\.?[0-9]{0,12}|\.[0-9]{1,12})")


class Layout:
    """The ink of a page.

    What is rotated or scaled has places of its own, which the checks of a table in it use, and a shadow on the page.
    """

    def __init__(self, page: Node, run: Run, paper: Paper, colours: list[Colour]) -> None:
        """Places a page, whose colours are at first those that the page before left."""
        self.run, self.paper, self.ink, self.colours = run, paper, list[Node](), colours
        self.line: tuple[str, int] | None = None
        self.maps, self.parts = [(SAME, 0)], [SAME]  # under way, with the numbers of transformed parts; all of those
        self.unseen = False  # whether letters are set as PDF's invisible text
        self.place(page, 0.0, page.height or 0.0)

    def paint(self, node: Node) -> None:
        (_, part), node.painted, node.line = self.maps[-1], len(self.ink), self.line
        node.turned, node.scale = part, scale(self.parts[part])
        node.colour = WHITE if self.unseen and node.kind == "glyph" else self.colours[-1]
        self.ink.append(node)
        if part:
            self.ink.append(shadow(node, self.parts[part]))

    def place(self, box: Node, x: float, y: float) -> None:
        box.line = self.line
        self.move(box, x, y)
        if box.kind == "hbox":
            self.across(box, x, y)
        else:
            self.down(box, x, y - (box.height or 0.0))

    def move(self, node: Node, x: float, y: float) -> None:
        map, part = self.maps[-1]
        node.x, node.y = (x, y) if part else mapped(map, x, y)

    def across(self, box: Node, x: float, y: float) -> None:
        for node in box.children:
            self.move(node, x, y)
            if node.kind == "glyph":
                self.glyph(node)
            elif node.kind in ("hbox", "vbox"):
                self.place(node, x, y + node.shift)
            elif node.kind == "rule":
                node.height = box.height if node.height is None else node.height
                node.depth = box.depth if node.depth is None else node.depth
                self.rule(node)
            elif node.kind == "leaders":
                self.leaders(node, box, x, y, advance(node, box))
            else:
                self.told(node, x, y)
            x += advance(node, box)

    def down(self, box: Node, x: float, y: float) -> None:
        for node in box.children:
            self.move(node, x, y)
            if node.kind in ("hbox", "vbox"):
                self.place(node, x + node.shift, y + (node.height or 0.0))
                y += (node.height or 0.0) + (node.depth or 0.0)
            elif node.kind == "rule":
                node.width = box.width if node.width is None else node.width
                node.height, node.depth = (node.height or 0.0) + (node.depth or 0.0), 0.0
                y += node.height
                self.move(node, x, y)
                self.rule(node)
            elif node.kind in ("glue", "leaders", "kern"):
                if node.kind == "leaders":
                    self.leaders(node, box, x, y, advance(node, box), down=True)
                y += advance(node, box)
            else:
                self.told(node, x, y)
                y += (node.height or 0.0) + (node.depth or 0.0)

    def rule(self, node: Node) -> None:
        if node.inked():
            self.paint(node)

    def leaders(self, node: Node, box: Node, x: float, y: float, room: float, down: bool = False) -> None:
        """Paints a rule that fills its room, or a box again and again, which may stand a little elsewhere."""
        for inner in node.children:
            tall = (inner.height or 0.0) + (inner.depth or 0.0)
            if inner.kind == "rule":
                sizes = (inner.width, room, 0.0) if down else (room, inner.height, inner.depth)
                whole = (box.width, room, 0.0) if down else (room, box.height, box.depth)
                inner.width, inner.height, inner.depth = (
                    b if a is None else a for a, b in zip(sizes, whole, strict=True)
                )
                self.move(inner, x, y + room * down)
                self.rule(inner)
            elif inner.inked():
                size = max(tall if down else inner.width or 0.0, 0.1)
                for k in range(max(1, int(min(room / size + 1e-3, MAX_LEADERS)))):
                    one = inner if k == 0 else deepcopy(inner)
                    self.place(one, x + k * size * (not down), y + (k * size + (inner.height or 0.0)) * down)

    def glyph(self, node: Node) -> None:
        if node.code < 0:
            told = self.run.fonts.get(f"{node.font}:{-node.code}", "")
            node.code = int(told[:5]) if told.isdecimal() else 0
        expansion, size = node.width or 1.0, size_of(node.font, node.code, self.run.fonts)
        em = point_size(node.font)
        node.measured = size is not None
        width, node.height, node.depth = size or (0.5 * em, 0.6 * em, 0.0)
        node.width = width * expansion
        node.code = LIGATURES.get(node.text.strip("|"), node.code)
        self.paint(node)

    def told(self, node: Node, x: float, y: float) -> None:
        """What is no box: drawings, transformations, colours and lines of the source."""
        self.turn(node.text, x, y)
        if node.kind == "drawn":
            if found := TEXT_MODE.search(node.text):
                self.unseen = found[1] in "37"
            self.paint(node)
        if node.kind != "special":
            return
        own = self.run.engine == "xelatex"  # pdfTeX and LuaTeX pass over what drivers are told
        if found := SOURCE_LINE.fullmatch(node.text):
            self.line = (found[2], int(found[1]))
        elif found := STACK.fullmatch(node.text) or (COLOUR.fullmatch(node.text) if own else None):
            self.change(found[1] or "push", found[2] or "")
        elif own and "pdf:ecolor" in node.text:
            self.change("pop", "")
        elif not HARMLESS.match(node.text):
            node.kind = "drawn"
            self.paint(node)

    def turn(self, text: str, x: float, y: float) -> None:
        """Follows what is rotated, scaled and moved from here on."""
        own = self.run.engine == "xelatex"
        if text == "pdfrestore" or (own and "pdf:etrans" in text):
            self.maps[1:] = self.maps[1:-1]
        if text == "pdfsave" or (own and "pdf:btrans" in text):
            self.maps.append(self.maps[-1])
        change = change_of(text, x, y) if own != text.startswith("pdf") else None
        if change is not None:
            map = composed(self.maps[-1][0], change)
            if map[:4] == SAME[:4]:
                self.maps[-1] = map, 0
            else:
                self.maps[-1] = map, len(self.parts)
                self.parts.append(map)

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
    found, values = BLACK if not text.strip() else WHITE, list[float]()
    words = re.sub(r"[\[\],]", " ", text).split()
    if words and words[0] in MODELS:  # as drivers are told
        words = [*words[1:], MODELS[words[0]]]
    elif text.startswith("["):  # as TikZ tells XeTeX's driver
        words.append({1: "g", 3: "rg", 4: "k"}.get(len(words), ""))
    for word in words:
        if NUMERAL.fullmatch(word):
            values.append(min(1.0, max(0.0, float(word))))
        elif word.lower() not in INKS or len(values) != INKS[word.lower()]:
            return BLACK if text.strip() == "Black" else WHITE
        else:
            found, values = (mixed(values) if word.islower() else found), []
    return found


def mixed(values: list[float]) -> Colour:
    """The colour of a gray, of red, green and blue, or of four inks."""
    if len(values) == 4:
        cyan, magenta, yellow, black = values
        return (1 - cyan) * (1 - black), (1 - magenta) * (1 - black), (1 - yellow) * (1 - black)
    red, green, blue = values * 3 if len(values) == 1 else values
    return red, green, blue


def contrast(a: Colour, b: Colour) -> float:
    """The ratio of luminances, from 1 to 21, as accessibility guidelines define it."""

    def luminance(colour: Colour) -> float:
        red, green, blue = (v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in colour)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)
