"""Case 5: a rule that sees one label. Every example has it, so that h is a function of u = -w.x alone.

A constant weight d = D stands in for labels: a row with the entry -y/D at d is, for all other weights, the row with
label y. It is d that then holds data: rows on d alone make it D again, or the same cases move it back as moved it.
Sizes are doubled until the tables do what they must, which they do from some size on.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product

from ogd_exact.gadgets.construct.kit import Kit, Row, above, doubled_until, works
from ogd_exact.gadgets.construct.pieces import Pieces
from ogd_exact.gadgets.construct.slope import Units, sloped

ZERO, ONE = Fraction(0), Fraction(1)
DOUBLINGS = 64
ONE_SIGN = "case 5, one label and flat ends"
Entries = tuple[Fraction | int, ...]
SIDED: dict[str, list[Entries]] = {  # bits are -1 and 1; where w.x < 0 an example adds x, and elsewhere nothing
    "nand": [(0, 0, 2), (1, 1, Fraction(-3, 2)), (1, 1, Fraction(-7, 2)), (-1, -1, Fraction(3, 2))],
    "not": [(0, 2), (Fraction(3, 2), -1), (Fraction(3, 2), -3), (Fraction(-3, 2), 1)],
    "copy": [(0, 2), (-3, -2), (-3, -4), (3, 2)],
}


def one_label(h: Pieces, rate: Fraction) -> Kit | None:
    """The tables, if the right outer slope is positive, or both are 0 and h is higher on the right, and positive."""
    (left, B), (right, A) = h.lines[0], h.lines[-1]
    if right > 0 and h.breaks:
        kits = with_slope(h, rate)
    elif not left and not right and max(B, ZERO) < A:
        kits = one_sign(h, rate * A, rate * B) if B >= 0 else both_signs(h, rate * A, rate * B)
    else:
        return None
    return next((kit for kit in kits if works(kit, h, rate)), None)


def with_slope(h: Pieces, rate: Fraction) -> Iterator[Kit]:
    """The rows for free labels, each followed by rows on d alone: d becomes Y or -Y, whatever it was, and then D.

    If Y is 0, a second constant e writes d anew, is spent, and comes back from d.
    """
    free, units = sloped(h, rate), Units(h, -1, rate)
    if free is None:
        return
    Y = units.b * units.s / units.a  # a far row with the entry z/s makes of d (1 - z*z) d + z Y
    for k, sign, count in product(range(1, DOUBLINGS), (1, -1), (1, 2)):
        size = Fraction(2**k)
        rows: list[Entries] = [(-sign,)]
        constants: tuple[Fraction, ...] = (-sign * Y,)
        for _ in range(count if Y else 0):
            z = -size if constants[0] > 0 else size
            rows, constants = [*rows, (z,)], ((1 - z * z) * constants[0] + z * Y,)
        if not Y:
            rows, constants = [(-1, 0), (Fraction(3, 5), Fraction(-5, 3)), (0, Fraction(5, 4))], (size, size)
        yield labelled(
            "case 5, one label and an outer slope", free, constants, [tuple(z / units.s for z in row) for row in rows]
        )


def labelled(case: str, kit: Kit, constants: tuple[Fraction, ...], back: Iterable[tuple[Fraction, ...]] = ()) -> Kit:
    """The kit without labels: the first constant stands in for them, and rows bring it back."""

    def rows(table: Iterable[Row]) -> Iterator[Row]:
        for x, y in table:
            yield (*x, -y / constants[0], *(ZERO for _ in constants[1:])), ZERO
            yield from ((((ZERO,) * len(x)) + entries, ZERO) for entries in back if y)

    tables = {name: list(rows(table)) for name, table in kit.tables.items()}
    return Kit(case, kit.true, tables, kit.false, kit.lift, constants)


def one_sign(h: Pieces, A: Fraction, B: Fraction) -> Iterator[Kit]:
    """An example adds A x or, where w.x is high, B x: after it -B x is added, with d so high that all cases are there.

    So d grows by B, and a row on it alone takes that. Of ask, bot is moved back first, and is never positive by that.
    """
    t, down = A - B, -B / A
    tables: dict[str, list[Row]]
    moves = above((2 * B + abs(h.breaks[0]) + abs(h.breaks[-1])) / t)  # of the operand of ask, more than of bot
    for k in (Fraction(2**j) for j in range(DOUBLINGS)):  # entries times k
        if not B:
            tables = {name: [(tuple(k * e for e in z), ZERO) for z in rows] for name, rows in SIDED.items()}
            yield Kit(ONE_SIGN, t * k, tables | {"ask": [((-k, k), ZERO)]}, -t * k)
            continue
        size = k * moves
        ask = [(ZERO, -k, k), (-size, k, ZERO), (size, ZERO, k), (ZERO, ZERO, 2 * k * down)]
        tables = {name: [(x, ZERO) for z in rows for x in taken_back(z, k, down)] for name, rows in SIDED.items()}
        tables["ask"] = [(x, ZERO) for x in ask]
        yield Kit(ONE_SIGN, t * k, tables, -t * k, constants=(16 * max(t, B, 1 / B, ONE) * size * size,))


def taken_back(z: Entries, k: Fraction, down: Fraction) -> Iterator[Entries]:
    """A row times k; minus it, where all cases are high; and a row on the constant alone."""
    x = tuple(k * e for e in z)
    yield (*x, ZERO)
    yield (*(-e for e in x), k)
    yield (*(ZERO for _ in x), k * down)


def both_signs(h: Pieces, A: Fraction, B: Fraction) -> Iterator[Kit]:
    """An example adds A x > 0, or B x < 0 where w.x is high. In other units that is x and -x, and drift * x.

    Two rows read operands, with opposite entries at d: each case is on one side in both, so that d comes back.
    """
    t = A - B
    drift = (A + B) / t
    g = doubled_until(lambda g: min((1 + drift) * (g * g + g) + 3 * drift, (1 - drift) * (g * g + g) - 3 * drift) > 2)
    back = -2 * drift / (1 + drift)  # what drift did to the target
    reads: dict[str, tuple[list[int], Fraction, Fraction, list[Fraction]]] = {  # operands, target, label, what precedes
        "nand": ([1, 1], 1 + g, 1 - (1 + g) * drift, [ONE, back]),
        "not": ([1], 1 + g, -(1 + g) * drift, [ONE, back]),
        "copy": ([1], -1 - g, -(1 + g) * drift, [ONE]),
    }
    tables: dict[str, list[tuple[Entries, Fraction]]] = {}
    for name, (operands, target, label, before) in reads.items():
        last = -g if target > 0 else g
        tables[name] = [((*(0 for _ in operands), e), ZERO) for e in before if e]
        tables[name] += [((*operands, target), label), ((*(-e for e in operands), last), -label)]
    half = Fraction(1, 2)
    tables["ask"] = [((half, -half), B / (2 * t)), ((-half, half), -B / (2 * t))]
    for k in (Fraction(2**j) for j in range(DOUBLINGS)):
        unit = k * t / 2
        scaled = {name: [(tuple(k * e for e in x), k * unit * y) for x, y in rows] for name, rows in tables.items()}
        D = 2**10 * g * g * unit
        yield labelled("case 5, one label and flat ends of opposite signs", Kit("", unit, scaled, -unit), (D,))
