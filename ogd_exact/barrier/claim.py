"""What is claimed of a task, as plain data with all that is needed to check it."""

from collections.abc import Sequence
from typing import Any

from ogd_exact.barrier.checker import check, keeps_untouched
from ogd_exact.barrier.least_squares import least_squares_examples
from ogd_exact.barrier.realise import RATE, Obstruction, affine_map, quadratic_examples
from ogd_exact.barrier.task import ANYTHING, Task
from ogd_exact.kernel.errors import BadCertificate, Undecided
from ogd_exact.kernel.quadratic import Example, LeastSquares
from ogd_exact.tables.value_text import value_text

Claim = dict[str, Any]


def claim(task: Task) -> Claim:
    """The verdict with its certificate or its examples, found and then checked; raises BadCertificate.

    Elimination takes a sum of symbols for something else than 0. Where a verdict leans on that, the checker refuses it.
    """
    found = verdict(task)
    try:
        check(found)
    except BadCertificate as error:
        if task.symbols:
            symbols = ", ".join(task.symbols)
            raise Undecided(f"{task.name} is not decided for all values of {symbols}: {error}") from None
        raise
    return found


def verdict(task: Task) -> Claim:
    def text(value: Any) -> str:
        return ANYTHING if value is None else value_text(task.exact(value))

    def texts(values: Sequence[Any]) -> list[str]:
        return [text(value) for value in values]

    cases = zip(task.before, task.after, strict=True)
    result: Claim = {
        "name": task.name,
        "symbols": list(task.symbols),
        "coordinates": list(task.coordinates),
        "cases": [{"before": texts(before), "after": texts(after)} for before, after in cases],
        "untouched": [{"case": case + 1, "coordinate": task.coordinates[k]} for case, k in task.untouched],
    }
    try:
        matrix, shift = affine_map(task)
    except Obstruction as found:
        where = task.coordinates[found.coordinate]
        certificate = {"coordinate": where, "coefficients": texts(found.coefficients)}
        return {**result, "verdict": "impossible", "certificate": certificate}

    def plain(example: Example) -> dict[str, Any]:
        if isinstance(example, LeastSquares):
            weight = {} if example.weight == 1 else {"weight": text(example.weight)}
            return {"x": {str(i): text(v) for i, v in example.x.items()}, "y": text(example.y), **weight}
        a = {f"{i},{j}": text(v) for (i, j), v in example.a.items()}
        return {"A": a, "b": {str(i): text(v) for i, v in example.b.items()}}

    examples = {"quadratic": [plain(example) for example in quadratic_examples(task, matrix, shift)]}
    if not task.symbols:  # with symbols, the signs that least squares depends upon are not known
        examples["least_squares"] = [plain(example) for example in least_squares_examples(task)]
    result |= {"verdict": "possible", "map": {"matrix": [texts(row) for row in matrix], "shift": texts(shift)}}
    result |= {"rate": str(RATE), "examples": examples}
    return {**result, "untouched_kept": {kind: keeps_untouched(result, kind) for kind in examples}}
