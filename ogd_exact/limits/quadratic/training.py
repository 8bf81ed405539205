"""Training sets of quadratic examples: the format ogd-exact/1 with model "quadratic", and built-in ones."""

import random
import re
from dataclasses import dataclass
from typing import Any

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.limits.quadratic.step import Example, LeastSquares, Quadratic
from ogd_exact.text.json_lines import Line, lines_of

MAX_BYTES = 1 << 23
MAX_DIMENSION = 100
MAX_EXAMPLES = 10_000
MAX_ENTRIES = 5_000_000  # of all matrices together
BUILT_IN = re.compile(r"example:([0-9]{1,3})x([0-9]{1,5})(?::([0-9]{1,9}))?")


@dataclass(frozen=True)
class QuadraticTraining:
    dimension: int
    rate: Any
    initial: tuple[Any, ...]
    examples: tuple[Example, ...]


def read_training(name: str) -> QuadraticTraining:
    """A file, or a built-in training set such as example:8x20."""
    match = BUILT_IN.fullmatch(name)
    if match:
        return built_in(int(match[1]), int(match[2]), int(match[3] or 1))
    if name.startswith("example:"):
        raise InputError(f"{name[:60]!r} is not example:DxT or example:DxT:SEED, such as example:8x20")
    lines = lines_of(name, MAX_BYTES, "name a file, or example:8x20")
    return training_in_lines([Line(name, i, text) for i, text in enumerate(lines[: MAX_EXAMPLES + 2], 1)])


def training_in_lines(lines: list[Line]) -> QuadraticTraining:
    head = lines[0]
    top = head.members(head.top, "format", "model", "rule", "parameters", "dimension", "initial", "accept", "examples")
    for key, wanted in (("format", "ogd-exact/1"), ("model", "quadratic"), ("rule", "quadratic")):
        if key == "rule" and key not in top:
            continue
        if head.get(top, key, f'"{wanted}"') != wanted:
            raise head.error(f'this is for "{key}": "{wanted}" alone')
    parameters = head.members(head.get(top, "parameters", '{"eta": "1/10"}'), "eta")
    rate = head.number(parameters, "eta", '"1/10"')
    if rate <= 0:
        raise head.error("eta, the learning rate, is above 0")
    dimension = head.whole(top, "dimension", MAX_DIMENSION, "2")
    count = head.whole(top, "examples", MAX_EXAMPLES, str(len(lines) - 1))

    def coordinate(key: str) -> int | None:
        return int(key) if re.fullmatch("0|[1-9][0-9]{0,2}", key) and int(key) < dimension else None

    def pair(key: str) -> tuple[int, int] | None:
        i, j = (coordinate(part) for part in (*key.split(",", 1), "")[:2])
        return (i, j) if i is not None and j is not None else None

    single, double = f"an index from 0 to {dimension - 1}", 'a pair of indices such as "0,0"'

    def example(line: Line) -> Example:
        keys = line.members(line.top, *(("x", "y", "weight") if "x" in line.members(line.top) else ("A", "b", "c")))
        if "x" not in keys:
            if "c" in keys:
                line.number(keys, "c")  # a constant of the loss has no gradient
            a, b = keys.get("A", {}), keys.get("b", {})
            return Quadratic(line.indexed(a, pair, double), line.indexed(b, coordinate, single))
        weight = line.weight(keys)
        return LeastSquares(line.indexed(keys["x"], coordinate, single), line.number(keys, "y"), weight)

    initial = head.indexed(top.get("initial", {}), coordinate, single)
    if len(lines) - 1 != count:
        there = f"{len(lines) - 1}" if len(lines) <= MAX_EXAMPLES + 1 else "more"
        raise head.error(f"the header says {count} examples, and there are {there}")
    if count * (dimension + 1) ** 2 > MAX_ENTRIES:
        raise head.error(f"{count} matrices of {dimension + 1} rows are too many; use fewer examples")
    zero = rational(0)
    start = tuple(initial.get(i, zero) for i in range(dimension))
    return QuadraticTraining(dimension, rate, start, tuple(example(line) for line in lines[1:]))


def built_in(dimension: int, count: int, seed: int) -> QuadraticTraining:
    """Random least squares, the same for the same seed; the rate 1/(2 dimension) keeps every step a contraction."""
    if not 1 <= dimension <= MAX_DIMENSION or not 1 <= count <= MAX_EXAMPLES:
        raise InputError(f"example:DxT has D from 1 to {MAX_DIMENSION} and T from 1 to {MAX_EXAMPLES}")
    if count * (dimension + 1) ** 2 > MAX_ENTRIES:
        raise InputError(f"{count} matrices of {dimension + 1} rows are too many; make example:DxT smaller")
    choose = random.Random(seed)
    examples = []
    for _ in range(count):
        x = {i: rational(choose.choice((-1, 1))) for i in range(dimension) if choose.random() < 0.7}
        examples.append(LeastSquares(x, rational(choose.randint(-3, 3))))
    start = tuple(rational(choose.randint(-2, 2)) for _ in range(dimension))
    return QuadraticTraining(dimension, rational(1, 2 * dimension), start, tuple(examples))
