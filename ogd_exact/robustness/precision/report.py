"""What is said about precision, as text or JSON."""

import json
from itertools import dropwhile, groupby, islice
from typing import Any

from ogd_exact.core.kernel.errors import one_line
from ogd_exact.robustness.precision.course import ExactStep
from ogd_exact.robustness.precision.dyadic import FORMATS, bits_of
from ogd_exact.robustness.precision.exactness import Exactness, by_circuit
from ogd_exact.robustness.precision.findings import Findings
from ogd_exact.robustness.precision.needed import Least
from ogd_exact.robustness.precision.rounded import nearest
from ogd_exact.text.text_table import text_table
from ogd_exact.text.wording import counted, wrapped

LONG = 24  # characters of a number that are still shown
NEAR = 4  # bits: sizes that are called about the same
LISTED_CALLS = 6  # of the double run that are shown


def report_text(found: Findings) -> str:
    reduction = found.reduction
    given = "".join(f", {key} = {one_line(value, 12)}" for key, value in reduction.chosen.items())
    name, assumed = one_line(reduction.asked.circuit, 40), one_line(str(reduction.asked.assumptions))
    assuming = f", {assumed}" if assumed else ""
    parts = [
        wrapped(f"{name} by {reduction.model.name}: {reduction.examples} examples a pass{given}{assuming}"),
        exactness_lines(found),
        needed_lines(found) if found.needed else [],
        reason_lines(found) if found.proved is None else [],
    ]
    return "\n\n".join("\n".join(part) for part in parts if part)


def number(value: Any) -> str:
    """Exactly if it is short, else about, and why it is not held."""
    text = str(value)
    if len(text) <= LONG:
        return text if bits_of(value) is not None else f"{text}, which is not dyadic"
    bits = bits_of(value)
    return f"about {float(nearest(value, 53)):.4g}, which " + (f"has {bits} bits" if bits else "is not dyadic")


def exactness_lines(found: Findings) -> list[str]:
    headers = ["table", "bits", *(format.name for format in FORMATS)]
    rows = [
        [table.name, table.bits or "none", *("rounds" if first else "exact" for first in table.rounds.values())]
        for table in found.tables
    ]
    lines = text_table(headers, rows, right=[1]).splitlines()
    firsts: dict[str, list[str]] = {}
    for format in FORMATS:
        rounded = ((table.name, first) for table in found.tables if (first := table.rounds[format.name]))
        for table, first in islice(rounded, 1):
            name = "" if by_circuit(found.reduction) else f"{table} "
            text = f"{name}{first.place}: {first.quantity} = {number(first.value)}"
            firsts.setdefault(text, []).append(format.name)
    for text, names in firsts.items():
        lines += wrapped(f"First rounded in {', '.join(names)}: {text}.")
    return [*lines, *wrapped(verdict(found))]


def verdict(found: Findings) -> str:
    """What is proved; for a learning rate, how that depends on it."""
    exact = [f.name for f in FORMATS if all(table.rounds[f.name] is None for table in found.tables)]
    root = found.reduction.parameters.get("sqrt_eta")
    rooted = "" if root is None else f" sqrt(eta) = {root} is {'' if bits_of(root) == 1 else 'not '}a power of two."
    if found.proved is None:
        held = (
            f"Nothing is rounded in the first pass in {', '.join(exact)}." if exact else "Exact in no number of bits."
        )
        return held + rooted
    return (
        f"Proved: with {found.proved} bits or more, so in {', '.join(exact) or 'none of these formats'}, nothing is "
        f"rounded, in any order of operations, for every circuit and every pass up to the answer.{rooted}"
    )


def needed_lines(found: Findings) -> list[str]:
    shown = 3 if found.proved is None else 2
    headers = ["passes", *["bits", "tried to", "predicted"][:shown] * 2]
    rows = [[n.passes, *columns(n.bits)[:shown], *columns(n.decisions)[:shown]] for n in found.needed]
    lines = text_table(headers, rows, right=range(len(headers))).splitlines()
    said = (
        "The fewest bits for a right state after each pass, then for right decisions in every step, by MPFR in the "
        "kernel's order of operations. All numbers from `bits` up to `tried to` were tried, and are enough. One bit "
        "less (where one can have less) was tried, too, and is not enough; still fewer may be, by luck."
    )
    return [*wrapped(said), *lines]


def columns(least: Least) -> list[str]:
    return [str(least.bits), str(least.top), f"{least.predicted:.0f}"]


def reason_lines(found: Findings) -> list[str]:
    lines: list[str] = []
    steepest, weakest = found.steepest, found.course.decisions(1)
    hangs = (
        f"The decision of {weakest.place.text} in {found.call(weakest.place)} hangs on a margin of "
        f"2^{weakest.margin:.1f}"
    )
    if steepest.factor > 1:
        text = f"Errors grow: {steepest.place.text} can multiply them by 2^{steepest.factor:.1f}."
        if found.shared:
            text += f" Those of {' and '.join(found.shared)}, which every call uses and none sets anew, grow by up to "
            text += ", ".join(f"2^{factor:.1f} in a {gadget}" for gadget, factor in factors(found).items())
            text += ", pass after pass."
        lines += wrapped(text)
    elif found.smallest is None:
        lines += ["Errors are never multiplied, they only add up."]
    elif abs(weakest.margin - 2 * found.smallest) < NEAR:
        e = -found.smallest
        lines += wrapped(
            f"Errors are never multiplied, but large numbers cancel. The smallest magnitude is eps = 2^-{e:.1f}. The "
            f"rounding of 1/eps stays where a weight should be 0, which takes log2(1/eps) = {e:.0f} bits. {hangs}, "
            f"about eps^2, which takes {2 * e:.0f}; but if it is wrong, the weight is wrong by no more than about eps."
        )
    else:  # decay is so slow that magnitudes matter less than how near the table itself comes to a kink
        lines += wrapped(f"Errors are never multiplied. {hangs}, which takes {weakest.bits:.0f} bits.")
    return [*lines, *double_lines(found)]


def factors(found: Findings) -> dict[str, float]:
    """The most that a call of each gadget multiplies errors by."""
    most: dict[str, float] = {}
    for called in found.course.calls:
        gadget = called.place.call.gadget
        most[gadget] = max(called.factor, most.get(gadget, called.factor))
    return most


def double_lines(found: Findings) -> list[str]:
    error, wrong = found.first_error, found.first_wrong
    if error is None:
        frames = counted(len(found.course.frames), "pass", "passes")
        return wrapped(f"With 53 bits, in {frames}, every rounding rounds back.")
    lines = wrapped(
        f"With 53 bits the first error that stays comes from {error.exact.place.text} in "
        f"{found.call(error.exact.place)} ({found.step(error.exact)})"
        + (
            f"; the first wrong decision is {wrong.exact.place.text} in {found.call(wrong.exact.place)} "
            f"({found.step(wrong.exact)}), where the margin is 2^{wrong.exact.margin:.1f} and its error "
            f"2^{wrong.error or 0:.1f}. The calls that led there:"
            if wrong
            else "; all decisions are right."
        )
    )
    return lines + (call_lines(found) if wrong else [])


def call_lines(found: Findings) -> list[str]:
    """The last calls before the first wrong decision, with what became of the error in each."""
    rows = []
    begun = dropwhile(lambda moment: moment.after is None, found.doubles)
    for _, within in groupby(begun, key=lambda moment: (moment.exact.frame, id(moment.exact.place.call))):
        moments = list(within)
        first = moments[0].exact
        steepest = max(moments, key=lambda moment: moment.growth or 0.0)
        (_, row), *inner = steepest.exact.place.path
        where = ", ".join([f"row {row}", *(f"{gadget} row {n}" for gadget, n in inner)])
        growth = f"{where}: {power(steepest.growth)}" if steepest.growth else ""
        name, error = one_line(found.call(first.place), 34), power(moments[-1].after)
        rows.append([first.frame + 1, first.place.number, name, growth, error])
        if found.shared:
            number = first.place.number
            calls = [c for c in found.course.calls if c.frame == first.frame and c.place.number <= number]
            rows[-1].append(power(calls[-1].factor))
    headers = ["pass", "step", "call", "steepest row", "error", "call can"][: len(rows[-1])]
    return text_table(headers, rows[-LISTED_CALLS:]).splitlines()


def power(exponent: float | None) -> str:
    return "0" if exponent is None else f"2^{exponent:.1f}"


def report_json(found: Findings) -> str:
    reduction, error, wrong = found.reduction, found.first_error, found.first_wrong
    data = {
        "format": "ogd-exact-precision/1",
        "circuit": reduction.asked.circuit,
        "sha256": reduction.asked.sha256,
        "assumptions": reduction.asked.assumptions.data(),
        "model": reduction.model.name,
        "parameters": dict(reduction.shown),
        "examples": reduction.examples,
        "proved_bits": found.proved,
        "tables": [table_json(table) for table in found.tables],
        "needed": [
            {"passes": n.passes, "bits": n.bits._asdict(), "decisions": n.decisions._asdict()} for n in found.needed
        ],
        "smallest_magnitude_log2": found.smallest,
        "largest_factor": {"place": found.steepest.place.text, "log2": found.steepest.factor},
        "double": {
            "first_error": error and moment_json(found, error.exact),
            "first_wrong_decision": wrong and moment_json(found, wrong.exact),
        },
    }
    return json.dumps(data, indent=2)


def table_json(table: Exactness) -> dict[str, Any]:
    rounds = {name: first and first._asdict() | {"value": str(first.value)} for name, first in table.rounds.items()}
    return {"table": table.name, "bits": table.bits, "rounds": rounds}


def moment_json(found: Findings, exact: ExactStep) -> dict[str, Any]:
    return {"at": found.step(exact), "call": found.call(exact.place), "place": exact.place.text}
