"""What is said about the weights after so many steps, as JSON and in words."""

import json
from textwrap import wrap
from typing import Any

import gmpy2

from ogd_exact.core.kernel.errors import one_line
from ogd_exact.limits.quadratic.powering import Weights
from ogd_exact.limits.quadratic.training import QuadraticTraining
from ogd_exact.text.wording import columns, counted

DIGITS = 30
HOW = {
    "exact": "exactly",
    "modulo": "modulo {modulus}",
    "modulo primes": "modulo the product of {primes} primes",
    "exact by primes": "exactly, from residues modulo {primes} primes",
    "balls": "in balls of {bits} bits",
}


def report_json(name: str, training: QuadraticTraining, steps: int, found: Weights) -> str:
    def ball(value: Any) -> dict[str, str]:
        return {k: "{}*2^{}".format(*v.man_exp()) for k, v in (("centre", value.mid()), ("radius", value.rad()))}

    # A modulus has more digits than many readers keep of a number.
    about = {key: str(value) if key == "modulus" else value for key, value in found.about.items()}
    result = {
        "format": "ogd-exact-weights/1",
        "training": name,
        "dimension": training.dimension,
        "examples": len(training.examples),
        "steps": str(steps),
        "method": found.method,
        **about,
        "products": found.products,
        "weights": [ball(value) if found.method == "balls" else str(value) for value in found.weights],
        "stepped": found.stepped,
    }
    return json.dumps(result, indent=2)


def report_text(name: str, training: QuadraticTraining, steps: int, found: Weights) -> str:
    lines = [
        f"{one_line(name, 40)}: {counted(training.dimension, 'weight')}, "
        f"{counted(len(training.examples), 'example')}, rate {one_line(str(training.rate), 20)}",
        f"after {power_text(steps)} step{'' if steps == 1 else 's'}, "
        f"{HOW[found.method].format(**found.about)}, by {counted(found.products, 'matrix product')}:",
    ]
    for i, value in enumerate(found.weights):
        shown = str(value.str(DIGITS)) if found.method == "balls" else weight_text(str(value))
        lines += wrap(f"  w{i:<3} {shown}", columns(), subsequent_indent="       ")
    if found.method == "modulo primes":
        lines.append("These are residues: the primes do not reach the bound on the exact weights.")
    checked = f"after {found.stepped} of them" if found.stepped < steps else "after all of them"
    too_large = "Not checked by plain exact steps, whose numbers are too large."
    lines.append(f"Checked by plain exact steps {checked}." if found.stepped or not steps else too_large)
    return "\n".join(lines)


def power_text(number: int) -> str:
    text = str(number)
    return f"10^{len(text) - 1}" if len(text) > 6 and text.rstrip("0") == "1" else text


def weight_text(text: str) -> str:
    """A rational whole if it is short, or else its leading digits and how many there are."""
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
