"""What is likely true over a region: points of it, signs at these points, and certificates. Nothing here is trusted."""

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

from ogd_exact.core.kernel.certificate import Certificate
from ogd_exact.core.kernel.errors import SignVaries, Undecided
from ogd_exact.core.kernel.numbers import rational, sign
from ogd_exact.core.tables.arithmetic import Arithmetic, polynomial_at
from ogd_exact.core.tables.value_text import value_text
from ogd_exact.gadgets.prover.search import find_certificate
from ogd_exact.text.sentence import marked

TRIES = 20_000
POINTS = 12
SAMPLES = "9/10 1/2 3/4 1 1/10 2 19/20 1/100 5 71/100 1/1000 20 -1 -1/2 -3 999/1000 1/3 2/3 4/5 3/2 100 7/5 -1/10 3 4"
Point = Mapping[str, Any]


class Prover:
    def __init__(self, numbers: Arithmetic, region: Sequence[Any]) -> None:
        self.numbers, self.region = numbers, region
        self.points = sample_points(numbers, region) if numbers.symbols else []

    def guess(self, value: Any) -> int:
        """The sign at the sample points; raises SignVaries where they differ."""
        if not self.numbers.symbols:
            return sign(value)
        value = value + self.numbers.number(0)
        signs: dict[int, Point] = {}
        for point in self.points:
            below = polynomial_at(value.denom, point)
            signs.setdefault(sign(below) * sign(polynomial_at(value.numer, point)) if below else 0, point)
        if len(signs) > 1:
            worst = signs.get(0) or signs[min(signs)]
            text = value_text(value)
            named = {name: str(v) for name, v in worst.items() if re.search(rf"\b{name}\b", text)}
            raise SignVaries(marked(f"`{text}` has no one sign on the region"), named)
        return next(iter(signs))

    def certificate(self, polynomial: Any) -> Certificate:
        at_point = sign(polynomial_at(polynomial, self.points[0]))
        found = find_certificate(polynomial, self.region, at_point) if at_point else None
        if found is None:
            text = value_text(self.numbers.field(polynomial))
            raise Undecided(marked(f"no certificate found for the sign of `{text}` on the region"))
        return found


def sample_points(numbers: Arithmetic, region: Sequence[Any]) -> list[Point]:
    """Some points of the region, the same in every run; none are found if it is empty (or very thin)."""
    chance = random.Random(0)
    values = [rational(*map(int, text.split("/"))) for text in SAMPLES.split()]
    points: list[Point] = []
    for k in range(TRIES):
        # Alternately from handy numbers and from a fine grid, which meets narrow regions.
        grid = [rational(chance.randint(1, 2000), 1000) for _ in numbers.symbols]
        point = {n: chance.choice(values) if k % 2 else g for n, g in zip(numbers.symbols, grid, strict=True)}
        if all(polynomial_at(bound, point) > 0 for bound in region):
            points.append(point)
            if len(points) == POINTS:
                break
    return points
