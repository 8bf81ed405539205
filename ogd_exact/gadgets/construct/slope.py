"""Case 1: an outer slope is positive, here the right one; far to the right a step is that of least squares.

In other units, h(u) = u for u beyond M, at rate 1: there w becomes w + (y - w.z) z, so that an example with one entry 1
or -1 sets a weight. As h is not affine, h(u) = u + gap at some u below M, gap not 0: that tells one case from the rest.
"""

from collections.abc import Iterator
from fractions import Fraction

from ogd_exact.gadgets.construct.kit import Kit, Row, above, copied, shortest
from ogd_exact.gadgets.construct.pieces import Pieces
from ogd_exact.gadgets.construct.squares import lift, square_root

HALF = Fraction(1, 2)
PARTS = (Fraction(1, 16), HALF, Fraction(1))  # of a piece, from its right end: where a gap is looked for
FLAT: dict[str, list[Row]] = {
    "nand": [((0, 0, 1), 1), ((-2, -2, 1), -2), ((1, 1, -1), -2)],
    "not": [((0, 1), 1), ((-2, 1), 0), ((1, -1), -1)],
    "copy": [((0, 1), 1), ((1, -2), -1), ((-1, 1), -1)],
    "ask": [((-1, 1), 0)],
}


class Units:
    """Entries z/s and labels y/s - b/a, at the rate times |v|^2, where a u + b is a piece and s^2 = rate a |v|^2."""

    def __init__(self, h: Pieces, piece: int, rate: Fraction) -> None:
        self.a, self.b = h.lines[piece]
        self.lift = lift(rate * self.a)
        square = sum(v * v for v in self.lift or ())
        self.s = s = square_root(rate * self.a * square) or Fraction(0)
        shift, a = self.b / self.a, self.a
        lines = tuple((p / a, s * (q - p * shift) / a) for p, q in h.lines)
        self.h = Pieces(tuple(s * (t + shift) for t in h.breaks), lines)

    def row(self, row: Row) -> Row:
        """A row of these units as one of the rule."""
        return tuple(Fraction(e) / self.s for e in row[0]), Fraction(row[1]) / self.s - self.b / self.a


def sloped(h: Pieces, rate: Fraction) -> Kit | None:
    """The tables, if the right outer slope is positive and h is not affine."""
    if h.lines[-1][0] <= 0 or not h.breaks:
        return None
    units = Units(h, -1, rate)
    if units.lift is None:
        return None
    hat, M = units.h, units.h.breaks[-1]
    if not any((*hat.lines[-2], M)):
        true = Fraction(1)
        while len(hat.breaks) > 1 and -hat.breaks[-2] < 8 * true:
            true /= 2
        scaled = {name: [(z, y * true) for z, y in rows] for name, rows in FLAT.items()}
        return Kit("case 1, an outer slope, flat beside it", true, scaled, lift=units.lift).each(units.row)
    kits = (by_gap(hat, M, at, gap) for at, gap in gaps(hat))
    found = shortest(
        Kit("case 1, an outer slope", true, tables, lift=units.lift).each(units.row) for true, tables in kits
    )
    assert found is not None
    return found


def gaps(hat: Pieces) -> Iterator[tuple[Fraction, Fraction]]:
    """Points where h(u) is not u, and by how much it is more."""
    for k, high in enumerate(hat.breaks):
        span = high - hat.breaks[k - 1] if k else max(Fraction(4), hat.breaks[-1] - high, abs(hat.breaks[-1]))
        for part in PARTS:
            at = high - span * part
            if (found := hat.at(at)) is not None and found != at:
                yield at, found - at


def by_gap(hat: Pieces, M: Fraction, at: Fraction, gap: Fraction) -> tuple[Fraction, dict[str, list[Row]]]:
    """The size of a true bit, which is that of the gap; and the tables."""
    true, sigma = abs(gap), -1 if gap > 0 else 1
    m = sigma * (above((M - at) / true) if at < M else Fraction(1))
    far = above(max(M + 2 * true, (M + at + 2 * true) / abs(m) + 2 * true))
    level = m * far + true - sigma * at - 2 * m * true
    load = [((0, 0, sigma), sigma * level), ((1, 1, 0), far), ((-1, -1, -m), -far - m * level)]
    K = above(max(M, 3 * M / 2, Fraction(0)) + true)
    return true, {
        "nand": [*load, ((0, 0, sigma), sigma * true)],
        "not": copied(K, HALF, true, -1),
        "copy": copied(K, HALF, Fraction(0), 1),
    }
