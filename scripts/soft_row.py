"""Draws docs/soft-row.svg: on which part of the sigmoid each example of the logistic nand stands."""

from itertools import product
from math import exp

from environment import ROOT
from ogd_exact.training.logistic.read import read_levels

PICTURE = ROOT / "docs" / "soft-row.svg"
SVG = "http" + "://www.w3.org/2000/svg"  # a name, not an address
MIDDLE, ACROSS, BELOW, TALL = 320, 20, 170, 130  # of margin 0, to a unit of margin, of pushes that are 0, to one of 1
REACH, SOFT = 13, 1  # as far as margins are drawn, those beyond being counted at the edge; which row is the soft one
STYLE = (
    "svg{background:#fff}text{font:13px sans-serif;text-anchor:middle;fill:#16191d}path{stroke:#8a929b;fill:none}"
    "polyline{stroke:#5f6770;stroke-width:2;fill:none}circle{fill:#0069a5}.soft{fill:#ad4800}text.soft{font-weight:600}"
    "@media(prefers-color-scheme:dark){svg{background:#191e24}text{fill:#eef1f4}polyline{stroke:#a3acb6}"
    "circle{fill:#56b4e9}.soft{fill:#f0a030}}"
)


def sigmoid(x: float) -> float:
    return 1 / (1 + exp(-x))


def margins() -> list[list[float]]:
    """The margins w.x of each row, in all eight cases of nand at the first level, bits being as they are written."""
    first = read_levels(None, "logistic").levels[0]
    rate, rows = float(first.level.rate), [[float(x) for x in row] for row in first.numbers(1)["nand"]]
    found: list[list[float]] = [[] for _ in rows]
    for case in product((rate, -rate), repeat=3):
        weights = list(case)
        for row, seen in zip(rows, found, strict=True):
            seen.append(sum(w * x for w, x in zip(weights, row, strict=True)))
            weights = [w + rate * sigmoid(-seen[-1]) * x for w, x in zip(weights, row, strict=True)]
    return found


def place(margin: float) -> str:
    return f"{MIDDLE + ACROSS * margin:.1f},{BELOW - TALL * sigmoid(-margin):.1f}"


def picture() -> str:
    found = margins()
    curve = " ".join(place(k / 4) for k in range(-4 * REACH, 4 * REACH + 1))
    soft, flat = found.pop(SOFT), [margin for row in found for margin in row]
    assert all(abs(margin) > REACH for margin in flat) and max(soft) - min(soft) < 1 / 100, "the words would be wrong"
    fires, rests = sum(margin < 0 for margin in flat), sum(margin > 0 for margin in flat)
    left, right = MIDDLE - ACROSS * REACH, MIDDLE + ACROSS * REACH
    x, y = place(soft[0]).split(",")
    parts = [
        f'<path d="M{left} {BELOW}H{right}M{MIDDLE} {BELOW}V{BELOW - TALL - 14}"/>',
        f'<polyline points="{curve}"/>',
        f'<circle cx="{left}" cy="{BELOW - TALL}" r="6"/><circle cx="{right}" cy="{BELOW}" r="6"/>',
        f'<circle class="soft" cx="{x}" cy="{y}" r="7"/>',
        f'<text x="{left + 70}" y="{BELOW - TALL - 16}">{fires} times: fires whole</text>',
        f'<text x="{right - 70}" y="{BELOW - 16}">{rests} times: does not fire</text>',
        f'<text class="soft" x="{float(x) + 126:.1f}" y="{float(y) - 8:.1f}">the soft row, {len(soft)} times</text>',
        f'<text x="{MIDDLE}" y="{BELOW + 24}">margin w.x (in all other rows {min(map(abs, flat)):.0f} or more,'
        " either way)</text>",
    ]
    return f'<svg xmlns="{SVG}" viewBox="0 0 640 205"><style>{STYLE}</style>\n' + "\n".join(parts) + "\n</svg>\n"


if __name__ == "__main__":
    PICTURE.write_text(picture())
