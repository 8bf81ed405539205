"""What replay says: the report, as text or JSON."""

import json
from dataclasses import asdict
from decimal import Decimal
from typing import Any

from ogd_exact.core.kernel.errors import one_line
from ogd_exact.libraries.compare import Comparison, Instant, exactly
from ogd_exact.libraries.learner import Learner
from ogd_exact.robustness.precision.exactness import never_rounds
from ogd_exact.text.wording import counted, wrapped
from ogd_exact.training.constructions.provenance import provenances
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.numbers.powers import plain
from ogd_exact.training.numbers.surd import Surd
from ogd_exact.training.runs.report import verdict_text

INDENT = 12
FEW_DIGITS = 24  # of an exact value; longer ones are shown as decimals in text


def number(value: Any) -> str:
    """An exact value if it is short, else its first digits."""
    text = "no number" if value is None else str(value)
    if len(text) <= FEW_DIGITS:
        return text
    if hasattr(value, "numerator"):  # a rational, perhaps larger or smaller than any double
        return f"{Decimal(int(value.numerator)) / Decimal(int(value.denominator)):.8g}..."
    return f"{float(value):.9g}..."


def report_text(reduction: Reduction, learner: Learner, dtype: str, found: Comparison) -> str:
    outcome = found.exact.outcome
    assert outcome is not None
    lines = [
        *wrapped(f"{one_line(reduction.asked.circuit, 60)} by {reduction.model.name} in {learner.name}, {dtype}"),
        *item("exact", verdict_text(outcome, reduction.asked.assumptions)),
        *item("library", verdict(found)),
        *item("weights", f"exactly equal after {found.equal} of {counted(found.passes, 'pass', 'passes')}"),
        *rounding(reduction, dtype, found),
        *item("bits", f"right after {found.right} of {counted(found.passes, 'pass', 'passes')}"),
    ]
    names = reduction.program.names
    if found.unequal:
        instant, key = found.unequal
        exact, library = plain(instant.exact[key]), instant.library[list(instant.exact).index(key)]
        said = f"{names[key]} is {number(exact)}, and {library!r} in the library{off(exact, library)}"
        lines += item("unequal", f"first {where(reduction, instant)}, margin {number(instant.margin)}: {said}")
    if found.wrong:
        lines += item("wrong bit", f"first after pass {found.right + 1}: {names[found.wrong]}")
    if found.astray:
        margins = [number(margin) for margin in (found.astray.margin, found.astray.library_margin)]
        said = "the margin is {}, and {} at its weights".format(*margins)
        lines += item("astray", f"then first {where(reduction, found.astray)}: {said}")
    if nearest := found.exact.nearest:
        place = f"(pass {nearest.frame + 1}, step {nearest.step})"
        far = f"never reached; the nearest margin is {number(nearest.margin)} from it"
        lines += item("kink", f"{far if nearest.margin != 0 else 'reached, where the moves that meet agree'} {place}")
    return "\n".join(lines)


def rounding(reduction: Reduction, dtype: str, found: Comparison) -> list[str]:
    if not never_rounds(reduction, dtype):
        return []
    proved = "none, in every circuit and pass up to the answer: proved"
    return item("rounding", proved if found.equal == found.passes else "CONTRADICTS a proof that there is none")


def off(exact: Any, library: float) -> str:
    value = exactly(library)
    if value is None:
        return ""
    return f", off by {rough(value - exact)}"


def rough(value: Any) -> str:
    """A number's first digits, though a rational may be larger or smaller than any double."""
    if isinstance(value, Surd):
        return f"{float(value):.1e}"
    return f"{Decimal(int(value.numerator)) / Decimal(int(value.denominator)):.1e}"


def item(name: str, text: str) -> list[str]:
    return wrapped(text, f"{name:<{INDENT}}", " " * INDENT)


def verdict(found: Comparison) -> str:
    if found.accepted is not None:
        return f"accepted in pass {found.accepted}"
    return f"not accepted in {counted(found.passes, 'pass', 'passes')}"


def where(reduction: Reduction, instant: Instant) -> str:
    inside = instant.step - instant.frame * reduction.examples
    place = next(place for place in provenances(reduction) if place.number == inside)
    return f"in pass {instant.frame + 1}, step {instant.step} ({place.text})"


def report_json(reduction: Reduction, learner: Learner, dtype: str, found: Comparison) -> str:
    outcome, nearest, names = found.exact.outcome, found.exact.nearest, reduction.program.names
    assert outcome is not None and nearest is not None
    data: dict[str, Any] = {
        "format": "ogd-exact-replay/1",
        "agreed": found.agreed,
        "circuit": reduction.asked.circuit,
        "sha256": reduction.asked.sha256,
        "assumptions": reduction.asked.assumptions.data(),
        "model": reduction.model.name,
        "parameters": reduction.shown,
        "library": learner.name,
        "version": learner.version,
        "dtype": dtype,
        "exact": asdict(outcome),
        "accepted_in_pass": found.accepted,
        "passes": found.passes,
        "passes_equal": found.equal,
        "proved_exact": never_rounds(reduction, dtype),
        "passes_right": found.right,
        "first_unequal": None,
        "first_wrong_bit": {"pass": found.right + 1, "coordinate": names[found.wrong]} if found.wrong else None,
        "first_astray": None,
        "nearest_margin": {"margin": str(nearest.margin), "pass": nearest.frame + 1, "step": nearest.step},
    }
    if found.unequal:
        instant, key = found.unequal
        value = instant.library[list(instant.exact).index(key)]
        values = {"exact": str(plain(instant.exact[key])), "library": value if exactly(value) is not None else None}
        data["first_unequal"] = {**instant_json(reduction, instant), "coordinate": names[key], **values}
    if found.astray:
        data["first_astray"] = instant_json(reduction, found.astray)
    return json.dumps(data, indent=2)


def instant_json(reduction: Reduction, instant: Instant) -> dict[str, Any]:
    library = None if instant.library_margin is None else str(instant.library_margin)
    margins = {"margin": str(instant.margin), "library_margin": library}
    return {"pass": instant.frame + 1, "step": instant.step, **margins}
