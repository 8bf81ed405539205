r"""The boxes that \tracingoutput writes to the log, as one tree for each page."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ogd_exact.core.kernel.errors import InputError

Colour = tuple[float, float, float]
NUMBER = r"-?[0-9]{1,9}(?:\.[0-9]{1,9})?"
NODE = re.compile(r"([.|]*)([<>=] )?\\(.*)", re.DOTALL)
BOX = re.compile(rf"(hbox|vbox)\(({NUMBER})\+({NUMBER})\)x({NUMBER})(.*)", re.DOTALL)
SET = re.compile(rf"glue set (- )?(?:[<>] ?)?({NUMBER})(fil+)?")
SHIFT = re.compile(rf"shifted ({NUMBER})")
RULE = re.compile(rf"rule\(({NUMBER}|\*)\+({NUMBER}|\*)\)x({NUMBER}|\*)")
GLUE = re.compile(
    rf"(glue|leaders|cleaders|xleaders)(?:\((.*?)\))? ({NUMBER})"
    rf"(?: plus ({NUMBER})(fil*)?)?(?: minus ({NUMBER})(fil*)?)?"
)
KERN = re.compile(rf"kern ?({NUMBER})")
MATH = re.compile(rf"math(on|off)(?:, surrounded ({NUMBER}))?")
DRAWN = re.compile(r"(?:pdfliteral|pdfsetmatrix|pdfrefxform|pdfrefximage|XeTeXpicfile|XeTeXpdffile|latelua).*")
PASSED = re.compile(
    r"(?:penalty|write|openout|closeout|mark|insert|vadjust|setlanguage|pdf\w+|savepos|whatsit|local\w+"
    r"|beginL|end[LR]|boundary|margin|user-defined|save|restore|attr).*",
    re.DOTALL,
)
CHARACTER = re.compile(r"(\S+)(?: \(([+-]?\d{1,9})\))? (\^\^[0-9a-f]{2}|\^\^.|.)(?: \(ligature (.*)\))?", re.DOTALL)
NUMBERED = re.compile(r"(TU/\S+) glyph#([0-9]{1,9})(?: .*)?", re.DOTALL)  # of XeTeX, in formulas
WORD = re.compile(r"(TU/\S+) (.+)", re.DOTALL)  # of XeTeX
ORDERS = {None: 0, "": 0, "fi": 1, "fil": 1, "fill": 2, "filll": 3}
MAX_DEPTH = 200
CUT = re.compile(r"[hv]box\(.* \[\]$")  # where the author asks for less of the boxes
WHOLE = f"TeX's log does not tell all of a page, or has more than {MAX_DEPTH} boxes within boxes"
SHIPPED = "Completed box being shipped out ["


@dataclass(slots=True, eq=False)
class Node:
    """A box, a glyph, a rule or what stands between them; x and y are of its baseline, downwards, once it is placed."""

    kind: str  # hbox vbox rule glue leaders kern glyph special drawn mathon mathoff discretionary other
    text: str = ""
    children: list["Node"] = field(default_factory=list)
    width: float | None = 0.0  # None where the box around a rule says it
    height: float | None = 0.0
    depth: float | None = 0.0
    shift: float = 0.0
    ratio: float = 0.0  # by which its glue stretches, or shrinks if negative
    order: int = 0
    stretch: tuple[float, int] = (0.0, 0)
    shrink: tuple[float, int] = (0.0, 0)
    font: str = ""
    code: int = 0  # negative where only the number of the glyph in its font is known
    x: float = 0.0
    y: float = 0.0
    measured: bool = True  # whether its size is known
    colour: Colour = (0.0, 0.0, 0.0)
    line: tuple[str, int] | None = None  # of the source, where the engine tells
    painted: int = -1  # in which order
    turned: int = 0  # in which transformed part of the page, whose places are not those of the rest
    scale: float = 1.0  # of that part

    def inked(self) -> bool:
        """Whether anything in it is seen."""
        if self.kind == "rule":
            tall = self.height is None or self.depth is None or self.height + self.depth > 0
            return self.width != 0 and tall
        return self.kind in ("glyph", "drawn") or any(child.inked() for child in self.children)

    def walk(self) -> Iterator["Node"]:
        yield self
        if self.kind != "discretionary":
            for child in self.children:
                yield from child.walk()

    @property
    def right(self) -> float:
        return self.x + (self.width or 0.0)

    @property
    def top(self) -> float:
        return self.y - (self.height or 0.0)

    @property
    def bottom(self) -> float:
        return self.y + (self.depth or 0.0)


def pages(log: str, path: str | None = None) -> Iterator[Node]:
    """The box of each page that was shipped out, whole."""
    for part in log.split(SHIPPED)[1:]:
        stack: list[Node] = []
        for line in part.split("\n")[1:]:
            match = NODE.fullmatch(line)
            if match is None and line.lstrip(".|") != "etc.":
                continue  # the rest of a special, which may have empty lines
            depth = len(match[1]) - (match[2] == "= ") if match else MAX_DEPTH  # what LuaTeX prints for a discretionary
            if depth == 0 and stack:
                break
            if match is None or depth > MAX_DEPTH or CUT.match(match[3]):
                raise InputError(f"{WHOLE}; drop \\showboxdepth and \\showboxbreadth", path)
            if depth > len(stack):
                continue
            node = node_of(match[3])
            if depth:
                stack[depth - 1].children.append(node)
            stack[depth:] = [node]
        if stack:
            yield stack[0]


def node_of(text: str) -> Node:
    if found := BOX.fullmatch(text):
        height, depth, width = map(float, found.group(2, 3, 4))
        node = Node(found[1], width=width, height=height, depth=depth)
        if shift := SHIFT.search(found[5]):
            node.shift = float(shift[1])
        if glue := SET.search(found[5]):
            node.ratio, node.order = float(glue[2]) * (-1 if glue[1] else 1), ORDERS[glue[3]]
        if turned := re.search(r"direction (?!TLT)\w+", found[5]):
            node.children = [Node("drawn", turned[0])]  # from right to left, or downwards
        return node
    if found := RULE.match(text):
        high, deep, wide = (None if part == "*" else float(part) for part in found.groups())
        return Node("rule", width=wide, height=high, depth=deep)
    if found := GLUE.match(text):
        stretch, shrink = (float(found[4] or 0), ORDERS[found[5]]), (float(found[6] or 0), ORDERS[found[7]])
        kind = "glue" if found[1] == "glue" else "leaders"
        return Node(kind, found[2] or "", width=float(found[3]), stretch=stretch, shrink=shrink)
    if found := KERN.match(text):
        return Node("kern", width=float(found[1]))
    if found := MATH.match(text):
        return Node(f"math{found[1]}", width=float(found[2] or 0))
    if text.startswith(("special", "pdfcolorstack")):
        return Node("special", text)
    if text.startswith("discretionary"):
        return Node("discretionary")
    if DRAWN.fullmatch(text):
        size = re.search(rf"\(({NUMBER})\+({NUMBER})\)x({NUMBER})", text)
        height, depth, width = map(float, size.groups()) if size else (0.0, 0.0, 0.0)
        return Node("drawn", text, height=height, depth=depth, width=width)
    if PASSED.fullmatch(text):
        return Node("other", text)
    if found := CHARACTER.fullmatch(text):
        width = 1 + int(found[2] or 0) / 1000
        return Node("glyph", found[4] or "", font=found[1], code=code_of(found[3]), width=width)
    if found := NUMBERED.fullmatch(text):
        return Node("glyph", font=found[1], code=-int(found[2]), width=1.0)
    if found := WORD.fullmatch(text):
        letters = [Node("glyph", font=found[1], code=ord(c), width=1.0) for c in found[2]]
        return Node("hbox", children=letters, width=5.0 * len(letters), height=7.0, depth=2.0)
    return Node("drawn", text)  # of which nothing is known


def code_of(text: str) -> int:
    """The code of a character as TeX writes it: as it is, or as ^^M or ^^ff."""
    if len(text) == 1:
        return ord(text)
    return int(text[2:], 16) if len(text) == 4 else ord(text[2]) ^ 64
