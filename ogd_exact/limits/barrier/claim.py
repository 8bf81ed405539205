"""What is claimed of a requirement, as plain data with all that is needed to check it."""

from collections.abc import Sequence
from typing import Any

from ogd_exact.core.kernel.errors import BadCertificate, Undecided
from ogd_exact.core.tables.value_text import value_text
from ogd_exact.limits.barrier.checker import check, keeps_untouched
from ogd_exact.limits.barrier.least_squares import least_squares_examples
from ogd_exact.limits.barrier.realise import RATE, Obstruction, affine_map, quadratic_examples
from ogd_exact.limits.barrier.requirement import ANYTHING, Requirement
from ogd_exact.limits.quadratic.step import Example, LeastSquares

Claim = dict[str, Any]


def claim(required: Requirement) -> Claim:
    """The verdict with its certificate or its examples, found and then checked; raises BadCertificate.

    Elimination takes a sum of symbols for something else than 0. Where a verdict leans on that, the checker refuses it.
    """
    found = verdict(required)
    try:
        check(found)
    except BadCertificate as error:
        if required.symbols:
            symbols = ", ".join(required.symbols)
            raise Undecided(f"{required.name} is not decided for all values of {symbols}: {error}") from None
        raise
    return found


def verdict(required: Requirement) -> Claim:
    def text(value: Any) -> str:
        return ANYTHING if value is None else value_text(required.exact(value))

    def texts(values: Sequence[Any]) -> list[str]:
        return [text(value) for value in values]

    cases = zip(required.before, required.after, strict=True)
    result: Claim = {
        "name": required.name,
        "symbols": list(required.symbols),
        "coordinates": list(required.coordinates),
        "cases": [{"before": texts(before), "after": texts(after)} for before, after in cases],
        "untouched": [{"case": case + 1, "coordinate": required.coordinates[k]} for case, k in required.untouched],
    }
    try:
        matrix, shift = affine_map(required)
    except Obstruction as found:
        where = required.coordinates[found.coordinate]
        certificate = {"coordinate": where, "coefficients": texts(found.coefficients)}
        return {**result, "verdict": "impossible", "certificate": certificate}

    def plain(example: Example) -> dict[str, Any]:
        if isinstance(example, LeastSquares):
            weight = {} if example.weight == 1 else {"weight": text(example.weight)}
            return {"x": {str(i): text(v) for i, v in example.x.items()}, "y": text(example.y), **weight}
        a = {f"{i},{j}": text(v) for (i, j), v in example.a.items()}
        return {"A": a, "b": {str(i): text(v) for i, v in example.b.items()}}

    examples = {"quadratic": [plain(example) for example in quadratic_examples(required, matrix, shift)]}
    if not required.symbols:  # with symbols, the signs that least squares depends upon are not known
        examples["least_squares"] = [plain(example) for example in least_squares_examples(required)]
    result |= {"verdict": "possible", "map": {"matrix": [texts(row) for row in matrix], "shift": texts(shift)}}
    result |= {"rate": str(RATE), "examples": examples}
    return {**result, "untouched_kept": {kind: keeps_untouched(result, kind) for kind in examples}}
