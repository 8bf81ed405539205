"""The command `weights`: the weights after any number of steps, in one of four arithmetics, and checked."""

import json
import re
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import Any

import gmpy2

from ogd_exact.commands.shell import FAILED, HOLDS, Parser, complain, write
from ogd_exact.kernel.errors import one_line
from ogd_exact.output.files import check_writable
from ogd_exact.output.wording import columns, counted
from ogd_exact.quadratic.powering import balls, exactly, holds, modulo, residue
from ogd_exact.quadratic.remainders import remaindered
from ogd_exact.quadratic.stepping import stepped, within_reach
from ogd_exact.quadratic.training import QuadraticTraining, read_training

MOST_STEPS = 10**100
DIGITS = 30


def parser() -> Parser:
    result = Parser(
        prog="python -m ogd_exact.barrier weights",
        description="The weights of OGD on quadratic examples after any number of steps, by matrix powers.",
    )
    result.add_argument("training", help="a file of JSON lines, or example:DxT or example:DxT:SEED")
    result.add_argument("--steps", type=steps, required=True, metavar="N", help="how many steps, such as 53 or 10^18")
    how = result.add_mutually_exclusive_group()
    how.add_argument("--exact", action="store_true", help="as rationals (the default)")
    how.add_argument("--modulo", type=count(2, 2**64 - 1), metavar="P", help="modulo a prime below 2^64")
    how.add_argument(
        "--primes", type=count(1, 2000), metavar="K", help="modulo K primes at once, exactly if they suffice"
    )
    how.add_argument("--balls", type=count(2, 100_000), metavar="BITS", help="as intervals, of so many bits")
    result.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    result.add_argument("--output", "-o", metavar="FILE", help="write there instead of to stdout")
    return result


def steps(text: str) -> int:
    match = re.fullmatch(r"([0-9]{1,101})(?:\^([0-9]{1,3}))?", text)
    value = int(match[1]) ** int(match[2] or 1) if match and (not match[2] or int(match[1]) <= 10) else -1
    if not 0 <= value <= MOST_STEPS:
        raise ArgumentTypeError(
            f"expected a number of steps up to 10^100, such as 53 or 10^18 (a base up to 10), not {text[:40]!r}"
        )
    return value


def count(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not re.fullmatch("[0-9]{1,20}", text) or not least <= int(text) <= most:
            raise ArgumentTypeError(f"expected a whole number from {least} to {most}, not {text[:40]!r}")
        return int(text)

    return read


def main(arguments: Sequence[str]) -> int:
    options = parser().parse_args(arguments)
    check_writable(options.output)
    training = read_training(options.training)
    found = answer(training, options.steps, options)
    reach = within_reach(training, options.steps)
    early = found if reach == options.steps else answer(training, reach, options)
    if not agrees(early, stepped(training, reach), options):
        return complain(f"after {reach} steps the weights are not those of plain stepping; please report it", FAILED)
    report = json_text if options.format == "json" else plain_text
    write(report(found, training, reach, options), options.output)
    return HOLDS


def answer(training: QuadraticTraining, number: int, options: Namespace) -> dict[str, Any]:
    """How the weights were worked out, and the weights: rationals, residues or balls."""
    if options.modulo:
        found = modulo(training, number, options.modulo)
        return {"method": "modulo", "modulus": options.modulo, "products": found.products, "weights": found.weights}
    if options.primes:
        many = remaindered(training, number, options.primes)
        known = {} if many.exact else {"modulus": many.modulus}
        method = "exact by primes" if many.exact else "modulo primes"
        return {"method": method, "primes": options.primes, **known, "products": many.products, "weights": many.weights}
    if options.balls:
        found = balls(training, number, options.balls)
        return {"method": "balls", "bits": options.balls, "products": found.products, "weights": found.weights}
    found = exactly(training, number)
    return {"method": "exact", "products": found.products, "weights": found.weights}


def agrees(found: dict[str, Any], slow: Sequence[Any], options: Namespace) -> bool:
    pairs = zip(found["weights"], slow, strict=True)
    if "modulus" in found:
        return all(fast == residue(value, found["modulus"]) for fast, value in pairs)
    if options.balls:
        return all(holds(fast, value) for fast, value in pairs)
    return all(str(fast) == str(value) for fast, value in pairs)


def json_text(found: dict[str, Any], training: QuadraticTraining, reach: int, options: Namespace) -> str:
    def ball(value: Any) -> dict[str, str]:
        return {k: "{}*2^{}".format(*v.man_exp()) for k, v in (("centre", value.mid()), ("radius", value.rad()))}

    weights = [ball(value) if options.balls else str(value) for value in found["weights"]]
    about = {"training": options.training, "dimension": training.dimension, "examples": len(training.examples)}
    large = {"modulus": str(found["modulus"])} if "modulus" in found else {}  # more digits than many readers keep
    result = {**about, "steps": str(options.steps), **found, **large, "weights": weights, "stepped": reach}
    return json.dumps(result, indent=2)


def plain_text(found: dict[str, Any], training: QuadraticTraining, reach: int, options: Namespace) -> str:
    products = counted(found["products"], "matrix product")
    lines = [
        f"{one_line(options.training, 40)}: {counted(training.dimension, 'weight')}, "
        f"{counted(len(training.examples), 'example')}, rate {one_line(str(training.rate), 20)}",
        f"after {power_text(options.steps)} step{'' if options.steps == 1 else 's'}, "
        f"{HOW[found['method']].format(**found)}, by {products}:",
    ]
    for i, value in enumerate(found["weights"]):
        lines += wrap(f"  w{i:<3} {weight_text(value, options)}", columns(), subsequent_indent="       ")
    if found["method"] == "modulo primes":
        lines.append("These are residues: the primes do not reach the bound on the exact weights.")
    checked = f"after {reach} of them" if reach < options.steps else "after all of them"
    too_large = "Not checked by plain exact steps, whose numbers are too large."
    lines.append(f"Checked by plain exact steps {checked}." if reach or not options.steps else too_large)
    return "\n".join(lines)


HOW = {
    "exact": "exactly",
    "modulo": "modulo {modulus}",
    "modulo primes": "modulo the product of {primes} primes",
    "exact by primes": "exactly, from residues modulo {primes} primes",
    "balls": "in balls of {bits} bits",
}


def power_text(number: int) -> str:
    text = str(number)
    return f"10^{len(text) - 1}" if len(text) > 6 and text.rstrip("0") == "1" else text


def weight_text(value: Any, options: Namespace) -> str:
    if options.balls:
        return str(value.str(DIGITS))
    text = str(value)
    if len(text) <= 70:
        return text
    top, _, bottom = text.partition("/")
    if not bottom:
        return f"{top[:25]}...{top[-25:]} ({len(top)} digits)"
    # By gmpy2, whose division and conversion stay fast at a million digits.
    digits = str(abs(gmpy2.mpz(top)) * 10**DIGITS // gmpy2.mpz(bottom)).rjust(DIGITS + 1, "0")
    sign, whole, sizes = "-" * top.startswith("-"), digits[:-DIGITS], f"{len(top.lstrip('-'))} digits / {len(bottom)}"
    if len(whole) > DIGITS:
        return f"{sign}{whole[:DIGITS]}...e{len(whole) - DIGITS} ({sizes})"
    return f"{sign}{whole}.{digits[-DIGITS:]}... ({sizes})"
