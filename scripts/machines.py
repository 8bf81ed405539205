"""Writes docs/machines: a page for each machine, with its picture in space and time, and what simulate says of it; and
the pages of scripts/clock_pages.py.
"""

import os
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import clock_pages
import ogd_exact as ogd
from ogd_exact.circuits.machines.machines import MACHINES
from ogd_exact.documents.explorer import palette

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "machines"
NOTE = "<!-- Written by scripts/machines.py; do not edit. -->"
SHOWN: dict[str, tuple[int | str, str]] = {  # each at a size that makes a good picture, and what one sees there
    "life": ("12:r-pentomino", "Conway's Game of Life on a torus: boards follow each other as lines do in a book."),
    "counter": (5, "A column is a bit, and its stripes are twice as long as those to its right: a counter."),
    "rule110": (32, "Rule 110, from one cell: triangles of all sizes, by a table of eight bits."),
    "busybeaver": (8, "The tape grows in the middle, and the head, a bit that moves, walks over it until it halts."),
    "collatz": (14, "27 takes 111 steps to come down to 1, and climbs to 9232 on its way."),
    "lfsr": (6, "A shift register with feedback: what looks like noise comes back after 63 states."),
    "gray": (5, "From one row to the next, a single bit changes."),
    "johnson": (8, "A register that shifts in the opposite of its last bit: a wave."),
    "mult": (5, "Squares and adds, and meets every number once, in an order that looks like none."),
}
ROWS, CELL = 128, 8
SVG = "http" + "://www.w3.org/2000/svg"  # a name, not an address
LIGHT, DARK = (f"svg{{background:{c['panel']}}}rect{{fill:{c['true']}}}" for c in (palette.LIGHT, palette.DARK))
STYLE = f"{LIGHT}@media(prefers-color-scheme:dark){{{DARK}}}"


def states(run: ogd.Run) -> Iterator[tuple[bool, ...]]:
    """The latches, as a word has them, frame by frame, up to the answer, or as long as a picture is."""
    netlist = run.reduction.netlist
    for frame in islice(netlist.run(), ROWS):
        yield netlist.latches(frame.bits)[::-1]
        if frame.accepted:
            return


def picture(run: ogd.Run) -> str:
    """Rows are frames, downwards; columns are latches, the highest first; true is dark."""
    rows = list(states(run))
    width, height = CELL * len(rows[0]), CELL * len(rows)
    lines = [f'<svg xmlns="{SVG}" viewBox="0 0 {width} {height}" width="{width}" height="{height}">']
    lines += [f"<title>{run.circuit} in space and time</title>", f"<style>{STYLE}</style>"]
    return "\n".join([*lines, *rectangles(rows), "</svg>", ""])


def rectangles(rows: Sequence[Sequence[bool]], left: int = 0, top: int = 0) -> Iterator[str]:
    """The true cells of some rows, those that touch in one rectangle."""
    for y, row in enumerate(rows):
        for x, bit in enumerate(row):
            if bit and (x == 0 or not row[x - 1]):
                length = next((k for k, later in enumerate(row[x:]) if not later), len(row) - x)
                place = f'x="{left + CELL * x}" y="{top + CELL * y}"'
                yield f'<rect {place} width="{CELL * length}" height="{CELL}"/>'


def boards(run: ogd.Run, columns: int, across: int = 6, down: int = 4) -> str:
    """The first boards of a game, from left to right and from top to bottom."""
    lines, side = list[str](), CELL * (columns + 1)
    for k, word in enumerate(islice(states(run), across * down)):
        rows = [word[start : start + columns] for start in range(0, len(word), columns)]
        left, top = side * (k % across) + CELL // 2, side * (k // across) + CELL // 2
        box = f'x="{left}" y="{top}" width="{CELL * columns}" height="{CELL * len(rows)}"'
        lines += [f'<rect {box} style="fill:none;stroke:#888"/>', *rectangles(rows, left, top)]
    size = f'viewBox="0 0 {side * across} {side * down}" width="{side * across}" height="{side * down}"'
    start = f'<svg xmlns="{SVG}" {size}><title>{run.circuit}, generation by generation</title><style>{STYLE}</style>'
    return "\n".join([start, *lines, "</svg>", ""])


def moving(run: ogd.Run, columns: int, cell: int = 24, seconds: float = 0.25) -> str:
    """A game as it goes on, for ever again; where nothing should move, its first board."""
    paths = list[str]()
    for word in states(run):
        rows = [word[start : start + columns] for start in range(0, len(word), columns)]
        cells = [(x, y) for y, row in enumerate(rows) for x, bit in enumerate(row) if bit]
        paths.append("".join(f"M{cell * x + 1} {cell * y + 1}h{cell - 2}v{cell - 2}h{2 - cell}z" for x, y in cells))
    whole, side = seconds * len(paths), cell * columns
    share = 100 / len(paths)
    shown = f"@keyframes f{{0%,{share:.4f}%{{visibility:visible}}{share:.4f}1%,to{{visibility:hidden}}}}"
    style = f"path{{visibility:hidden;animation:f {whole}s steps(1) infinite}}{shown}"
    style += "@media(prefers-reduced-motion){path{animation:none}path:first-of-type{visibility:visible}}"
    colours = STYLE.replace("rect{", "path{")
    start = f'<svg xmlns="{SVG}" viewBox="0 0 {side} {side}" width="{side}" height="{side}">'
    start += f"<title>{run.circuit}: a board is read off the weights before each pass</title>"
    drawn = [f'<path style="animation-delay:{k * seconds - whole:g}s" d="{path}"/>' for k, path in enumerate(paths)]
    return "\n".join([f"{start}<style>{colours}{style}</style>", *drawn, "</svg>", ""])


def page(name: str, run: ogd.Run) -> str:
    about, does = SHOWN[name][1], MACHINES[name].description
    order = "" if name == "life" else " The highest bit is at the left, as in a word."
    kind = "board" if name == "life" else "row"
    return f"""# {name}
{NOTE}

`{run.circuit}`: {does}.

![{run.circuit} in space and time]({name}.svg)

{about}{order}

A {kind} is the state at the begin of a pass of online gradient descent over the same {len(run)} training examples, read
off {run.dimension} weights. A pass does what {run.gates} NAND gates do.

```
$ ogd-exact simulate {run.circuit}
{ogd.simulate(run).explain()}
```

<a href="../explore/{name}.html">Watch it run, step by step</a>
"""


def index() -> str:
    lines = ["# Machines", NOTE, "", "What online gradient descent computes here, a picture of each in space and time:"]
    lines += ["rows are passes, columns are bits, read off the weights of an SVM.", "", "| | |", "|---|---|"]
    lines += [f"| [![{name}]({name}.svg)]({name}.md) | **[{name}]({name}.md)**: {SHOWN[name][1]} |" for name in SHOWN]
    others = clock_pages.SHOWN
    lines += [f"| [![{name}]({name}.svg)]({name}.md) | **[{name}]({name}.md)**: {others[name]} |" for name in others]
    names = "\n".join((*SHOWN, *others))
    lines += ["", "Designs in Verilog, from a lock to a processor, are in [the other gallery](../gallery.md)."]
    return "\n".join([*lines, "", "```{toctree}", ":hidden:", "", names, "```", ""])


def files() -> dict[str, str]:
    runs = {name: ogd.reduce(f"{name}:{size}") for name, (size, _) in SHOWN.items()}
    pages = {f"{name}.md": page(name, run) for name, run in runs.items()}
    banner = moving(ogd.reduce(runs["life"].circuit, model="logistic"), 12)
    pages |= {"banner.svg": banner} | clock_pages.files(NOTE)
    pictures = {f"{name}.svg": picture(run) for name, run in runs.items()}
    return {"index.md": index()} | pages | pictures | {"life.svg": boards(runs["life"], 12)}


if __name__ == "__main__":
    os.environ["COLUMNS"] = "80"  # as the pages are shown
    FOLDER.mkdir(exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text)
