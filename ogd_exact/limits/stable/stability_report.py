"""What is said about stability, as text and JSON."""

import json
from collections.abc import Sequence
from functools import partial
from typing import Any

from ogd_exact.core.kernel.errors import one_line
from ogd_exact.core.kernel.numbers import Number
from ogd_exact.core.tables.value_text import value_text
from ogd_exact.limits.barrier.requirement import ANYTHING, Requirement
from ogd_exact.limits.stable.contracts import Pair
from ogd_exact.limits.stable.examples import LOSSES, Training
from ogd_exact.limits.stable.steps import Batch, Steps
from ogd_exact.text.text_table import text_table
from ogd_exact.text.wording import counted, short_number, wrapped

brief = partial(short_number, most=24, digits=6)
HENCE = "no pass can repeat weights but those at which it rests: what comes back after some passes has never left"
NOTHING = "nothing follows"


def training_text(name: str, rows: Training, loss: str, rate: Number, how: str, found: Steps | Batch) -> str:
    begins = ("after a line of names" if rows.names else "from the first line on") if rows.in_csv else ""
    read = f"{counted(len(rows.rows), 'example')} {begins}".rstrip()
    head = f"{one_line(name, 60)}: {read}, {counted(len(rows.coordinates), 'weight')}"
    lines = wrapped(f"{head}; {LOSSES[loss].formula} at rate {brief(rate)}, {how}")
    said = steps_text(found) if isinstance(found, Steps) else batch_text(found)
    lines += wrapped(f"{'stable' if found.stable else 'not stable'}: {said}", "", "  ")
    return "\n".join([*lines, *wrapped(f"hence {HENCE if found.stable else NOTHING}", "", "  ")])


def steps_text(found: Steps) -> str:
    if found.rate_below is None:
        return "no example moves any weight"
    most = f"eta L |x|^2 is at most {brief(max(found.bounds))} (line {found.largest.line})"
    edge = f"every rate below {brief(found.rate_below)} is stable"
    if found.stable:
        return f"{most}, below 2; {edge}"
    return f"{most}, and not below 2 for {found.unstable} of {counted(len(found.bounds), 'example')}; {edge}"


def batch_text(found: Batch) -> str:
    if found.direction is not None:
        named = ", ".join(f"w{i}: {brief(value)}" for i, value in found.direction.items())
        return f"along ({one_line(named, 200)}) the sum of eta L x x^T stretches by 2 or more"
    if found.pivots:
        return f"2 less the sum of eta L x x^T is positive definite; its least pivot is {brief(min(found.pivots))}"
    return f"the eigenvalues of the sum of eta L x x^T add up to {brief(found.trace)}, below 2"


def training_json(name: str, rows: Training, loss: str, rate: Number, how: str, found: Steps | Batch) -> str:
    data: dict[str, Any] = {
        "training": name,
        "examples": len(rows.rows),
        "names": rows.names,
        "weights": len(rows.coordinates),
        "loss": loss,
        "lipschitz": str(LOSSES[loss].lipschitz),
        "rate": str(rate),
        "step": how,
        "stable": found.stable,
    }
    if isinstance(found, Steps):
        below = None if found.rate_below is None else str(found.rate_below)
        most = {"bound": str(max(found.bounds)), "line": found.largest.line}
        data |= {"largest": most, "unstable": found.unstable, "stable_rates_below": below}
    else:
        direction = None if found.stable else {str(i): str(v) for i, v in (found.direction or {}).items()}
        data |= {"trace": str(found.trace), "pivots": [str(p) for p in found.pivots], "direction": direction}
    return json.dumps({"format": "ogd-exact-stable/1", **data}, indent=2)


def states(required: Requirement, case: int) -> tuple[str, str]:
    """A case before and after, as the weights of its coordinates."""
    return tuple(  # type: ignore[return-value]
        f"({', '.join(ANYTHING if v is None else value_text(required.exact(v)) for v in lines[case])})"
        for lines in (required.before, required.after)
    )


def contracts_text(model: str, found: Sequence[tuple[Requirement, Pair | None]]) -> str:
    rows = []
    for required, pair in found:
        if pair is None:
            rows.append((required.name, "not excluded", "", ""))
            continue
        sides = [" -> ".join(states(required, case)) for case in pair.cases]
        distance = f"{value_text(pair.before)} -> {value_text(pair.after)}"
        rows.append((required.name, pair.why, distance, "\n".join(sides)))
    none = sum(pair is not None for _, pair in found)
    head = f"{model}: which contracts no stable steps of smooth convex losses keep"
    table = text_table(("gadget", "two states are", "distance^2", "which"), rows)
    return f"{head}\n{table}\n\n{counted(len(found), 'contract')}: {none} impossible, {len(found) - none} not excluded."


def contracts_json(model: str, found: Sequence[tuple[Requirement, Pair | None]]) -> str:
    data = []
    for required, pair in found:
        entry: dict[str, Any] = {
            "name": required.name,
            "coordinates": list(required.coordinates),
            "impossible": pair is not None,
        }
        if pair is not None:
            cases = [dict(zip(("before", "after"), states(required, case), strict=True)) for case in pair.cases]
            squares = {"before": value_text(pair.before), "after": value_text(pair.after)}
            entry |= {"why": pair.why, "cases": cases, "distance_squared": squares}
        data.append(entry)
    return json.dumps({"format": "ogd-exact-stable-contracts/1", "model": model, "contracts": data}, indent=2)
