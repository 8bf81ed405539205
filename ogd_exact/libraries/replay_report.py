"""What replay says: the report, as text or JSON."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from decimal import Decimal
from typing import Any

from ogd_exact.core.kernel.errors import one_line
from ogd_exact.libraries.compare import Comparison, Instant, exactly
from ogd_exact.libraries.learner import Learner
from ogd_exact.robustness.precision.exactness import never_rounds
from ogd_exact.text.wording import counted, labelled, wrapped
from ogd_exact.training.constructions.provenance import provenances
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.numbers.powers import plain
from ogd_exact.training.numbers.surd import Surd
from ogd_exact.training.runs.report import verdict_text

WIDTH = 12  # of the names of items
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
    names, passes = reduction.program.names, counted(found.passes, "pass", "passes")
    items = {
        "exact": verdict_text(outcome, reduction.asked.assumptions),
        "library": f"not accepted in {passes}" if found.accepted is None else f"accepted in pass {found.accepted}",
        "weights": f"exactly equal after {found.equal} of {passes}",
        "rounding": rounding(reduction, dtype, found),
        "bits": f"right after {found.right} of {passes}",
    }
    if found.unequal:
        instant, key = found.unequal
        exact, library = plain(instant.exact[key]), instant.library[list(instant.exact).index(key)]
        said = f"{names[key]} is {number(exact)}, and {library!r} in the library{off(exact, library)}"
        items["unequal"] = f"first {where(reduction, instant)}, margin {number(instant.margin)}: {said}"
    if found.wrong:
        items["wrong bit"] = f"first after pass {found.right + 1}: {names[found.wrong]}"
    if found.astray:
        margins = [number(margin) for margin in (found.astray.margin, found.astray.library_margin)]
        said = "the margin is {}, and {} at its weights".format(*margins)
        items["astray"] = f"then first {where(reduction, found.astray)}: {said}"
    if nearest := found.exact.nearest:
        place = f"(pass {nearest.frame + 1}, step {nearest.step})"
        far = f"never reached; the nearest margin is {number(nearest.margin)} from it"
        items["kink"] = f"{far if nearest.margin != 0 else 'reached, where the moves that meet agree'} {place}"
    return report(
        f"{one_line(reduction.asked.circuit, 60)} by {reduction.model.name} in {learner.name}, {dtype}", items
    )


def report(title: str, items: Mapping[str, str]) -> str:
    """The items of which there is something to say, below a title."""
    said = {name: text for name, text in items.items() if text}
    return "\n".join([*wrapped(title), *labelled(said, WIDTH)])


def rounding(reduction: Reduction, dtype: str, found: Comparison) -> str:
    if not never_rounds(reduction, dtype):
        return ""
    proved = "none, in every circuit and pass up to the answer: proved"
    return proved if found.equal == found.passes else "CONTRADICTS a proof that there is none"


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
