"""What is said about noise, as text and JSON."""

import json
from dataclasses import asdict
from decimal import Decimal
from operator import itemgetter
from typing import Any

from ogd_exact.core.kernel.errors import one_line
from ogd_exact.core.kernel.numbers import Number
from ogd_exact.robustness.noise.boxes import Limit
from ogd_exact.robustness.noise.forever import Lasting
from ogd_exact.robustness.noise.sampled import Sampled
from ogd_exact.text.wording import counted, labelled, wrapped
from ogd_exact.training.constructions.provenance import provenances
from ogd_exact.training.constructions.reduction import Reduction

WIDTH = 10  # of the names of items


def short(value: Any) -> str:
    """The number as a fraction if it is short, else by its first digits."""
    text = str(value)
    return text if len(text) <= 12 else f"{Decimal(int(value.numerator)) / Decimal(int(value.denominator)):.4g}"


def row(reduction: Reduction, limit: Limit) -> str | None:
    """The row that limits noise; None where weights are read after the pass."""
    return next((found.text for found in provenances(reduction) if found.number == limit.step), None)


def place(reduction: Reduction, limit: Limit) -> str:
    found = row(reduction, limit)
    return f"at step {limit.step} ({found})" if found else "when the weights are read after it"


def report_text(reduction: Reduction, delta: Number, found: Lasting, tried: Sampled) -> str:
    limit = found.limit
    sizes = f"{counted(reduction.program.dimension, 'weight')}, {counted(reduction.examples, 'example')}"
    moved = f"after every step every weight is moved by at most {short(delta)}"
    title = f"{one_line(reduction.asked.circuit, 60)} by {reduction.model.name}: {sizes}; {moved}"
    fails = place(reduction, limit)
    if found.passes is None:
        items = {
            "proved": "every pass is right, for ever, whatever the noise: none takes a weight out of its box",
            "box": box_text(reduction, found, delta),
            "limit": f"any noise below {short(limit.delta)}; from there on a pass may fail {fails}",
        }
    else:
        error = f"its margin is {short(limit.margin)}, and may be off by {short(limit.error * delta)}"
        items = {
            "proved": f"the first {counted(found.passes, 'pass', 'passes')} right, whatever the noise",
            "lost": f"pass {found.passes + 1} may fail {fails}: {error}",
            "for ever": ever(found),
        }
    items["tried"] = sampled_text(tried, found.passes is None)
    return "\n".join([*wrapped(title), *labelled(items, WIDTH)])


def ever(found: Lasting) -> str:
    if found.translations:
        return "for no noise: what a step adds does not depend on the weights, so that no error is ever corrected"
    if found.below is None:
        return "no proof for any noise: the errors that it may add up to grow from pass to pass"
    return f"a proof for all noise below {short(found.below)}"


def box_text(reduction: Reduction, found: Lasting, delta: Number) -> str:
    assert found.box is not None
    worst, name = max(zip(found.box, reduction.program.names.values(), strict=True), key=itemgetter(0))
    return f"between passes no weight is off by more than {short(worst * delta)} ({name})"


def sampled_text(tried: Sampled, proved: bool) -> str:
    end = ", up to the answer" if tried.answered and tried.right == tried.passes else ""
    text = f"random noise (seed {tried.seed}): {tried.right} of {counted(tried.passes, 'pass', 'passes')} right{end}"
    return f"{text}; at most {tried.share:.0%} of the box is used" if proved and tried.share else text


def report_json(reduction: Reduction, delta: Number, found: Lasting, tried: Sampled) -> str:
    names, limit = reduction.program.names.values(), found.limit
    data = {
        "format": "ogd-exact-noise/1",
        "circuit": reduction.asked.circuit,
        "model": reduction.model.name,
        "parameters": reduction.shown,
        "examples": reduction.examples,
        "delta": str(delta),
        "forever": found.passes is None,
        "passes": found.passes,
        "limit": {
            "delta": str(limit.delta),
            "step": limit.step,
            "place": row(reduction, limit),
            "margin": str(limit.margin),
            "error": str(limit.error * delta),
        },
        "forever_below": found.below and str(found.below),
        "box": found.box and {name: str(e * delta) for name, e in zip(names, found.box, strict=True)},
        "translations": found.translations,
        "sampled": asdict(tried),
    }
    return json.dumps(data, indent=2)
