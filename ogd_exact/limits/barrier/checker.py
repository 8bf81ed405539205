"""Checks a claim about a requirement from its text alone, without any of the code that found it.

1. impossible: the coefficients add up to 0; so do the weights before, each times its coefficient; in the named
   coordinate the weights after, each times its coefficient, do not. No affine map does that.
2. possible: the map, and every list of examples stepped through one by one, ends each case at the weights after.

Symbols stand for all numbers above 0. An expression is defined at all of them if it divides by single terms only, also
where a division would cancel, and above 0 if all terms of its numerator and denominator are; anything else is refused.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ogd_exact.core.kernel.errors import BadCertificate, InputError
from ogd_exact.core.tables.arithmetic import arithmetic
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.gadgets.reading.form import MAX_SYMBOLS, NAME
from ogd_exact.limits.quadratic.step import Example, LeastSquares, Quadratic
from ogd_exact.text.json_lines import number

ANYTHING = "*"
KINDS = {"quadratic": ("A", "b"), "least_squares": ("x", "y")}  # and the keys by which their examples are known


def check(claim: Mapping[str, Any]) -> None:
    """Raises BadCertificate unless the claim proves its verdict."""
    try:
        check_form(claim)
        if claim["verdict"] == "impossible":
            check_certificate(claim, claim["certificate"])
        elif claim["verdict"] == "possible":
            check_possible(claim)
        else:
            raise BadCertificate("a verdict is possible or impossible")
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, InputError, ExpressionError) as error:
        raise BadCertificate(f"it is malformed ({type(error).__name__}: {error})") from None


def check_form(claim: Mapping[str, Any]) -> None:
    """Names are lists without repetition, and there is a case: otherwise a claim could be about nothing."""
    for names in (claim["coordinates"], claim["symbols"]):
        if not isinstance(names, list) or len(set(names)) != len(names):
            raise BadCertificate("coordinates and symbols are lists of different names")
    if not claim["cases"]:
        raise BadCertificate("there are no cases")


def check_certificate(claim: Mapping[str, Any], certificate: Mapping[str, Any]) -> None:
    place = claim["coordinates"].index(certificate["coordinate"])
    coefficients = values(claim, certificate["coefficients"])
    lines = list(cases(claim))
    if len(coefficients) != len(lines):
        raise BadCertificate("there must be one coefficient for each case")
    if sum(coefficients) != 0:
        raise BadCertificate("the coefficients do not add up to 0")
    for k in range(len(claim["coordinates"])):
        if sum(c * before[k] for c, (before, _) in zip(coefficients, lines, strict=True)) != 0:
            raise BadCertificate(f"the weights {claim['coordinates'][k]} before do not cancel")
    used = [(c, after[place]) for c, (_, after) in zip(coefficients, lines, strict=True) if c != 0]
    if any(value is None for _, value in used):
        raise BadCertificate("a case is used whose weight after may be anything")
    total = sum(c * value for c, value in used)
    if not (positive(total) or positive(-total)):
        raise BadCertificate("the weights after cancel, too")


def check_possible(claim: Mapping[str, Any]) -> None:
    matrix = [values(claim, row) for row in claim["map"]["matrix"]]
    shift = values(claim, claim["map"]["shift"])
    for before, after in cases(claim):
        image = [sum(m * w for m, w in zip(row, before, strict=True)) + c for row, c in zip(matrix, shift, strict=True)]
        compare(image, after, "the map")
    if not claim["examples"]:
        raise BadCertificate("there are no examples")
    if not positive(values(claim, [claim["rate"]])[0]):
        raise BadCertificate("a learning rate is above 0")
    for kind, examples in claim["examples"].items():
        if kind not in KINDS or any(not set(KINDS[kind]) <= set(data) for data in examples):
            raise BadCertificate(f"{str(kind)[:40]!r} does not have examples of its kind")
        for before, after in cases(claim):
            compare(list(path(claim, kind, before))[-1], after, kind)
        if claim["untouched_kept"][kind] is not keeps_untouched(claim, kind):
            raise BadCertificate(f"what {kind} leaves untouched is not what is claimed")


def compare(found: Sequence[Any], wanted: Sequence[Any], what: str) -> None:
    for value, goal in zip(found, wanted, strict=True):
        if goal is not None and value != goal:
            raise BadCertificate(f"{what} comes to {value}, not to {goal}")


def keeps_untouched(claim: Mapping[str, Any], kind: str) -> bool:
    """Whether the weights that must not move on the way do not."""
    lines = list(cases(claim))
    for entry in claim["untouched"]:
        place = claim["coordinates"].index(entry["coordinate"])
        if type(entry["case"]) is not int or not 1 <= entry["case"] <= len(lines):
            raise BadCertificate("a case counts from 1")
        before = lines[entry["case"] - 1][0]
        if any(weights[place] != before[place] for weights in path(claim, kind, before)):
            return False
    return True


def path(claim: Mapping[str, Any], kind: str, weights: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """The weights before the first example and after each."""
    (rate,) = values(claim, [claim["rate"]])
    yield weights
    for data in claim["examples"][kind]:
        weights = example(claim, data, len(weights)).step(weights, rate)
        yield weights


def example(claim: Mapping[str, Any], data: Mapping[str, Any], size: int) -> Example:
    def indexed(part: Mapping[str, str]) -> dict[int, Any]:
        indices = [index(key, size) for key in part]
        return dict(zip(indices, values(claim, list(part.values())), strict=True))

    if "x" not in data:
        keys = [tuple(index(key, size) for key in pair.split(",")) for pair in data["A"]]
        entries = values(claim, list(data["A"].values()))
        return Quadratic({(i, j): v for (i, j), v in zip(keys, entries, strict=True)}, indexed(data["b"]))
    if claim["symbols"]:
        raise BadCertificate("least squares needs the signs of numbers, and symbols have none")
    y, weight = values(claim, [data["y"], data.get("weight", "1")])
    if not weight > 0:
        raise BadCertificate("a least squares example has a weight above 0")
    return LeastSquares(indexed(data["x"]), y, weight)


def index(text: str, size: int) -> int:
    if not text.isascii() or not text.isdigit() or text != str(int(text[:4])) or int(text) >= size:
        raise BadCertificate(f"{text[:20]!r} is not the index of a coordinate")
    return int(text)


def cases(claim: Mapping[str, Any]) -> Iterator[tuple[list[Any], list[Any]]]:
    size = len(claim["coordinates"])
    for case in claim["cases"]:
        if len(case["before"]) != size or len(case["after"]) != size:
            raise BadCertificate("a case must have a weight before and after for each coordinate")
        known = values(claim, [text for text in case["after"] if text != ANYTHING])
        yield values(claim, case["before"]), [None if t == ANYTHING else known.pop(0) for t in case["after"]]


def values(claim: Mapping[str, Any], texts: Sequence[str]) -> list[Any]:
    symbols = claim["symbols"]
    if not symbols:
        return [number(text) for text in texts]
    if len(symbols) > 2 * MAX_SYMBOLS or not all(NAME.fullmatch(name) for name in symbols):
        raise BadCertificate("symbols are a few names")
    numbers = arithmetic(tuple(symbols))
    found = [numbers.read(text) for text in texts]
    divisors = [divisor for text in texts for divisor in numbers.divisors(text, numbers.environment)]
    if not all(len(divisor.numer) == 1 for divisor in divisors):
        raise BadCertificate("an expression divides by a sum, which may be 0")
    return found


def positive(value: Any) -> bool:
    """Whether a number is above 0; with symbols, whether every term is, so that it is so for all of their values."""
    if not hasattr(value, "numer"):
        return bool(value > 0)
    return all(part and all(c > 0 for c in part.coeffs()) for part in (value.numer, value.denom))
