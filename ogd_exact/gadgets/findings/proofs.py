"""The proofs of sign as JSON, with what they prove, for re-checking by other software."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from ogd_exact.core.checker.table_check import TableCheck
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.value_text import value_text
from ogd_exact.gadgets.findings.finding import Result


def certificates_json(results: Sequence[Result], library: Library) -> str:
    """Every certificate once, and every margin of the symbolic tables with the polynomials it is made of."""
    certificates: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for result in results:
        region = tuple(result.region)
        if result.certificates and region not in certificates:
            certificates[region] = [
                {"region": list(result.region), "polynomial": polynomial_text(polynomial), "sign": certificate.sign}
                | {
                    name: [{"coefficient": str(t.coefficient), "powers": list(t.powers)} for t in terms]
                    for name, terms in (("multiplier", certificate.multiplier), ("proof", certificate.proof))
                }
                for polynomial, certificate in result.certificates.items()
            ]
    entries = [entry for group in certificates.values() for entry in group]
    margins = [entry for result in results if result.verified for entry in margin_entries(result, library)]
    return json.dumps({"format": "ogd-exact-certificates/1", "margins": margins, "certificates": entries}, indent=1)


def margin_entries(result: Result, library: Library) -> Iterator[dict[str, Any]]:
    """The margin of each case of each example: a quotient of two polynomials, each with its certificate."""
    check = TableCheck(result.table, library)
    if not check.numbers.symbols:
        return
    values = check.values
    for i, step in enumerate(result.table.steps):
        for case, line in enumerate(result.table.before(i) if step.x else ()):
            weights = dict(zip(result.table.coordinates, values.line(line), strict=True))
            outcome = values.step.take(weights, values.example(step), check.oracle.proved)
            for margin in (margin + check.numbers.number(0) for margin in outcome.margins):
                yield {
                    "model": result.table.model,
                    "gadget": result.table.gadget,
                    "step": i + 1,
                    "case": case + 1,
                    "region": list(result.region),
                    "numerator": polynomial_text(margin.numer),
                    "denominator": polynomial_text(margin.denom),
                    "fires": outcome.fired,
                }


def polynomial_text(polynomial: Any) -> str:
    return value_text(polynomial.ring.to_field()(polynomial))
