"""Case 4: some piece rises, and has a kink (no jump) at an end, here the left one; whatever the other pieces do.

As in case 1, with M the kink, but all rows stay within the piece, near its middle K, and a true bit is small.
"""

from fractions import Fraction

from ogd_exact.gadgets.construct.kit import Kit, Row, above, copied, shortest
from ogd_exact.gadgets.construct.pieces import Pieces, value
from ogd_exact.gadgets.construct.slope import Units


def local(h: Pieces, rate: Fraction) -> Kit | None:
    """The tables of the first such pieces that need the fewest coordinates."""
    kinks = [
        k for k, t in enumerate(h.breaks, 1) if h.lines[k][0] > 0 and value(h.lines[k - 1], t) == value(h.lines[k], t)
    ]
    found = [(units, k) for k in kinks if (units := Units(h, k, rate)).lift is not None]
    return shortest(in_piece(units, k) for units, k in found)


def in_piece(units: Units, k: int) -> Kit:
    breaks, slope = units.h.breaks, units.h.lines[k - 1][0] - 1  # left of M, h(u) is u + slope (u - M)
    M = breaks[k - 1]
    length = breaks[k] - M if k < len(breaks) else Fraction(4)
    K = M + length / 2 or M + length / 3
    room = min(length / 2, K - M, M - breaks[k - 2] if k > 1 else length)
    m = above(1 / abs(slope))
    step = Fraction(1)
    while step * max(Fraction(1), 4 * abs(slope) * (m + 1)) >= room:
        step /= 2
    at, gap = M - step, -slope * step
    true, sigma = abs(gap), -1 if gap > 0 else 1
    m *= sigma
    first = K + true  # the residual of the load if both operands are false
    level = m * first + true - sigma * at - 2 * m * true
    e = (level - K) / K
    nand: list[Row] = [((0, 0, 1), K), ((0, 0, e), K + e * K), ((1, 1, 0), first)]
    nand += [((-1, -1, -m), -first - m * level), ((0, 0, sigma), sigma * true)]
    t = Fraction(1, 2)
    while abs(K * t / (1 - t * t) - K) + 2 * true >= room:  # quotients of Fibonacci's numbers: the factor tends to 1
        t = 1 / (1 + t)
    tables = {"nand": nand, "not": copied(K, t, true, -1), "copy": copied(K, t, Fraction(0), 1)}
    return Kit("case 4, a rising piece with a kink", true, tables, lift=units.lift or (1,)).each(units.row)
