"""Cases 2 and 3: h is constant at both ends; higher on the right, or the same there with a bump between.

Rows are planned: which entries, and which cases are to be told from the others. Labels follow from the weights that
each case has by then.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from ogd_exact.gadgets.construct.kit import Kit, Row, doubled_until
from ogd_exact.gadgets.construct.pieces import Pieces

ZERO = Fraction(0)
Planned = tuple[tuple[Fraction | int, ...], str]  # the entries, and who is told: old, new, full or none


class Plan:
    """Rows so far, and the cases of a gadget: the bits of its operands, the old bit of its target, and all weights."""

    def __init__(self, operands: int, true: Fraction, asks: bool) -> None:
        bits = [(*found, old) for *found, old in product((0, 1), repeat=operands + 1) if not (asks and old)]
        self.cases = [(found, [true * bit for bit in found]) for found in bits]
        self.rows: list[Row] = []

    def told(self, who: str) -> list[bool]:
        """Which cases: the old bit is true, or is not; all operands are true; or none of the cases."""
        told = [{"old": bool(bits[-1]), "new": not bits[-1], "full": all(bits[:-1])} for bits, _ in self.cases]
        return [case.get(who, False) for case in told]

    def products(self, x: Sequence[Fraction]) -> list[Fraction]:
        return [sum((e * w for e, w in zip(x, weights, strict=True)), ZERO) for _, weights in self.cases]

    def add(self, x: Sequence[Fraction], y: Fraction, moves: Sequence[Fraction]) -> None:
        """A row that moves each case by so much times x."""
        self.rows.append((tuple(x), y))
        self.cases = [
            (bits, [w + move * e for w, e in zip(weights, x, strict=True)])
            for (bits, weights), move in zip(self.cases, moves, strict=True)
        ]


def stepped(h: Pieces, rate: Fraction) -> Kit | None:
    """The tables, if h is A > 0 at the right end, and less, B, at the left one.

    In other units bits are 0 and 2, and an example adds x where w.x is low, -x where it is high, and drift * x: who is
    told is high. Rows 2 and 3 of a gadget tell the same cases, so that operands come back.
    """
    (left, B), (right, A) = h.lines[0], h.lines[-1]
    if left or right or max(B, ZERO) >= A:
        return None
    low, high, gap = h.breaks[0], h.breaks[-1], rate * (A - B)
    m = doubled_until(lambda m: m * m * gap > high - low)
    unit, drift = m * gap / 2, (A + B) / (A - B)
    plans: dict[str, list[Planned]] = {
        "nand": [((0, 0, 1), "old"), ((1, 1, 2), "full"), ((-1, -1, -1), "full")],
        "not": [((0, 1), "old"), ((1, 2), "full"), ((-1, -1), "full")],
        "copy": [((0, 1), "old"), ((1, -2), "full"), ((-1, 1), "full")],
        "ask": [((1, -1), "full"), ((-1, 1), "none")],
    }
    tables = {}
    for name, rows in plans.items():
        back = [((*(ZERO for _ in rows[0][0][1:]), -2 * drift / (1 + drift)), "none")]  # what drift did to the target
        plan = Plan(len(rows[0][0]) - 1, 2 * unit, name == "ask")
        for entries, who in [*rows, *(back if drift and name in ("nand", "not") else ())]:
            x, told = [m * e for e in entries], plan.told(who)
            found = sorted(zip(told, plan.products(x), strict=True))
            below, beyond = ([p for is_told, p in found if is_told == side] for side in (False, True))
            y = (below[-1] + high + beyond[0] + low) / 2 if beyond else below[-1] + high + 1
            plan.add(x, y, [rate * (B if is_told else A) for is_told in told])
        tables[name] = plan.rows
    return Kit("case 2, flat ends", 2 * unit, tables)


def bumped(h: Pieces, rate: Fraction) -> Kit | None:
    """The tables, if h is A at both ends, and not at some point between: who is told meets it, all else is far."""
    A, at = h.lines[0][1], next((u for u in h.inner() if h.at(u) != h.lines[0][1]), None)
    if h.lines[0] != h.lines[-1] or h.lines[0][0] or at is None:
        return None
    size, drift = rate * ((h.at(at) or ZERO) - A), rate * A
    true = doubled_until(lambda true: true * true / abs(size) > 4 * (h.breaks[-1] - h.breaks[0]))
    g = true / size  # a row that is met moves its case by true, along an entry g
    G = 4 * g if drift * g >= 0 else -4 * g
    asked: list[Planned] = [((g, -G), "full"), ((-g, g + G), "full")]
    if drift:  # taken back first or last, so that the target is never positive on the way
        asked.insert(0 if drift * g > 0 else 2, ((ZERO, -g), "none"))
    plans: dict[str, list[Planned]] = {
        "nand": [((ZERO, ZERO, g), "new"), ((g, g, G), "full"), ((-g, -g, -g - G), "full")],
        "not": [((ZERO, g), "new"), ((g, G), "full"), ((-g, -g - G), "full")],
        "copy": [((ZERO, -g), "old"), ((g, G), "full"), ((-g, g - G), "full")],
        "ask": asked,
    }
    tables = {}
    for name, rows in plans.items():
        plan = Plan(len(rows[0][0]) - 1, true, name == "ask")
        for entries, who in rows:
            x, told = [Fraction(e) for e in entries], plan.told(who)
            products = plan.products(x)
            met = [p for p, is_told in zip(products, told, strict=True) if is_told]
            y = met[0] + at if met else max(products) + h.breaks[-1] + 1
            plan.add(x, y, [drift + size * is_told for is_told in told])
        tables[name] = plan.rows
    return Kit("case 3, flat ends of one height, a bump between", true, tables)
