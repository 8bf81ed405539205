"""Writes the tables of docs/atlas.md and draws docs/atlas.svg, from what ogd-exact atlas says."""

from collections.abc import Mapping

import ogd_exact as ogd
from environment import ROOT
from ogd_exact.api.atlas import COLUMNS, Cell
from ogd_exact.core.kernel.numbers import rational, sign
from ogd_exact.core.kernel.step import Step, interval
from ogd_exact.core.tables.model import Model
from ogd_exact.gadgets.construct.losses import losses
from ogd_exact.gadgets.properties.exact_value import exactly
from ogd_exact.gadgets.reading.folder import SHIPPED
from ogd_exact.gadgets.reading.read import read_model

PAGE, PICTURE = ROOT / "docs" / "atlas.md", ROOT / "docs" / "atlas.svg"
FIRST, LAST = "<!-- written by scripts/atlas.py -->\n", "<!-- until here -->\n"
OVER = ("gates", "outputs", "question")
SVG = "http" + "://www.w3.org/2000/svg"  # a name, not an address
ACROSS, WIDTH, HEIGHT, REACH = 4, 180, 142, 2  # plots in a row, their size, and how far w.x and a move go in them
MIDDLE = 54  # from above, where a move is 0
STYLE = (
    "svg{background:#fff}polyline{stroke-width:2.5;fill:none}text{font:12px sans-serif;text-anchor:middle;fill:#16191d}"
    "path{stroke:#ccc}.computes{stroke:#0069a5}.cannot{stroke:#ad4800;stroke-dasharray:9 3}"
    ".open{stroke:#5f6770;stroke-dasharray:2 3}"
    "@media(prefers-color-scheme:dark){svg{background:#191e24}text{fill:#eef1f4}path{stroke:#545c66}.computes{stroke:#56b4e9}.cannot{stroke:#f0a030}.open{stroke:#a3acb6}}"
)


def verdict(cell: Cell) -> str:
    shown = f": `{cell.by}`" if cell.verdict == "computes" else ""
    return f"{cell.verdict}{shown}" if cell.verdict != "cannot" else f"**{cell.verdict}**"


def tables() -> str:
    found = ogd.atlas().losses
    verdicts = [[words, *(verdict(cells[key]) for key in COLUMNS)] for words, cells in found.items()]
    made = [cell for cells in found.values() for cell in cells.values() if cell.examples]
    rows = [
        [
            f"`{cell.by}`",
            ", ".join(cell.symbols),
            ", ".join(f"{symbol} = {value}" for symbol, value in cell.values.items()),
            "/".join(str(cell.examples[part]) for part in OVER),
            str(cell.bits or ""),
            ", ".join(cell.libraries),
        ]
        for cell in made
    ]
    headers = ["tables", "proved for every", "tried at", "examples", "bits", "steps like"]
    return f"{markdown(['loss', *COLUMNS], verdicts)}\n{markdown(headers, rows)}"


def markdown(headers: list[str], rows: list[list[str]]) -> str:
    return "".join(f"| {' | '.join(line)} |\n" for line in [headers, ["---"] * len(headers), *rows])


def models() -> list[tuple[str, Model, Mapping[str, str]]]:
    """The verdict on each loss that is a rule, the model, and values of its symbols."""
    cells = [cells["plain"] for cells in ogd.atlas().losses.values()]
    found = list[tuple[str, Model, Mapping[str, str]]]()
    for cell in (cell for cell in cells if cell.examples):
        path = SHIPPED / cell.by / "model.toml"
        found.append((cell.verdict, read_model(path, path.parent.name), cell.values))
    open_or_not = {path: ogd.construct(path).verdict for path in losses().values()}
    return found + [(word, read_model(path, path.stem), {}) for path, word in open_or_not.items()]


def plot(model: Model, given: Mapping[str, str]) -> str:
    """The move of an example with label 1, by w.x; in pieces, cut where it jumps."""
    numbers = {symbol: exactly(text, {}) for symbol, text in given.items()}
    step: Step = model.step(lambda text: exactly(text, numbers))
    pieces: dict[int, list[tuple[float, float]]] = {}
    for k in range(-40 * REACH + 1, 40 * REACH, 2):
        values = {"p": rational(k, 40), "y": 1, **dict(step.constants), **dict.fromkeys(step.rule.state, 1)}
        piece = interval(step.margins(values), sign, lambda _: True)
        move = float(step.moves(piece, values).get("x", 0))
        if abs(move) <= REACH:
            pieces.setdefault(piece, []).append((WIDTH / 2 + 0.8 * k, MIDDLE - 20 * move))
    drawn = (" ".join(f"{x:g},{y:g}" for x, y in points) for points in pieces.values())
    return "".join(f'<polyline points="{points}"/>' for points in drawn)


def caption(name: str) -> str:
    """The name below a plot, in two lines where it is long."""
    first, _, second = name.partition("-classifier") if len(name) > 24 else (name, "", "")
    lines = [first, f"classifier{second}"] if first != name else [name]
    return "".join(f'<text x="{WIDTH // 2}" y="{HEIGHT - 28 + 15 * k}">{line}</text>' for k, line in enumerate(lines))


def picture() -> str:
    parts, found = [], models()
    for k, (word, model, given) in enumerate(found):
        x, y = k % ACROSS * WIDTH, k // ACROSS * HEIGHT
        axes = f'<path d="M10 {MIDDLE}H{WIDTH - 10}M{WIDTH / 2:g} {MIDDLE - 44}V{MIDDLE + 44}"/>'
        drawn = f'<g class="{word}">{plot(model, given)}</g>{caption(model.name)}'
        parts.append(f'<g transform="translate({x} {y})">{axes}{drawn}</g>\n')
    size = f"{ACROSS * WIDTH} {-(-len(found) // ACROSS) * HEIGHT}"
    return f'<svg xmlns="{SVG}" viewBox="0 0 {size}"><style>{STYLE}</style>\n{"".join(parts)}</svg>\n'


def page() -> str:
    before, rest = PAGE.read_text().split(FIRST)
    return f"{before}{FIRST}{tables()}{LAST}{rest.split(LAST, 1)[1]}"


if __name__ == "__main__":
    PAGE.write_text(page())
    PICTURE.write_text(picture())
