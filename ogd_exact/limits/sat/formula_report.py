"""What is said about a formula and its training set, as text and JSON."""

import json
from dataclasses import asdict, dataclass

from ogd_exact.core.kernel.errors import one_line
from ogd_exact.limits.sat.formula import Formula, true_in_pass
from ogd_exact.limits.sat.replay import Replayed
from ogd_exact.limits.sat.run import period
from ogd_exact.limits.sat.training import RATE, Plan
from ogd_exact.text.wording import counted, labelled, wrapped

WIDTH = 11  # of the names of items


@dataclass(frozen=True)
class Answer:
    name: str
    formula: Formula
    plan: Plan
    first: int | None  # pass in which weight 0 is positive
    undecided: str  # why it is not known
    stepped: int  # passes that were taken step by step
    replayed: Replayed | None

    @property
    def verdict(self) -> str:
        if self.undecided:
            return "undecided"
        return "unsatisfiable" if self.first is None else "satisfiable"

    @property
    def assignment(self) -> list[int] | None:
        """A literal for each variable of the formula; one that does not occur is false."""
        if self.first is None:
            return None
        true = true_in_pass(self.first, self.plan.primes)
        return [v if v in true else -v for v in range(1, self.formula.variables + 1)]


def report_text(answer: Answer) -> str:
    plan, formula = answer.plan, answer.formula
    made = len(plan.clauses)
    split = f", split into {counted(made, 'clause')}" if made != len(formula.clauses) else ""
    lines = wrapped(
        f"{one_line(answer.name, 60)}: {counted(formula.variables, 'variable')}, "
        f"{counted(len(formula.clauses), 'clause')}{split}"
    )
    size = f"{counted(plan.dimension, 'weight')}, {counted(plan.examples, 'example')}"
    items = {
        "training": f"{size}; least squares at rate {RATE}, from w = 0",
        "proved": "some step makes w0 positive if and only if the formula can be satisfied (six conditions checked)",
        "verdict": answer.verdict + said(answer),
    }
    if answer.assignment is not None:
        items["assignment"] = " ".join(map(str, answer.assignment)) or "empty"
    if answer.stepped:
        items["stepped"] = f"by plain exact steps through {counted(answer.stepped, 'pass', 'passes')}: as proved"
    if answer.replayed:
        items["replayed"] = library_text(answer.replayed, answer.first)
    return "\n".join([*lines, *labelled(items, WIDTH)])


def said(answer: Answer) -> str:
    if answer.undecided:
        return f": {answer.undecided}"
    if answer.first is None:
        return f": w0 is never positive; after {counted(period(answer.plan), 'pass', 'passes')} all weights are 0 again"
    step = answer.first * answer.plan.examples + 1
    return f": w0 is positive first in pass {answer.first}, after step {step} (passes count from 0, steps from 1)"


def library_text(found: Replayed, first: int | None) -> str:
    seen = "w0 is not positive there" if found.positive is None else f"w0 is positive first in pass {found.positive}"
    if first is not None and first >= found.passes:
        seen += f", and pass {first} was not reached"
    passes = f"all weights exactly equal in {found.equal} of {counted(found.passes, 'pass', 'passes')}"
    return f"{found.name} {found.version}: {passes}; {seen}"


def report_json(answer: Answer) -> str:
    plan, first = answer.plan, answer.first
    data = {
        "formula": answer.name,
        "variables": answer.formula.variables,
        "clauses": len(answer.formula.clauses),
        "short_clauses": len(plan.clauses),
        "primes": {str(variable): prime for variable, prime in sorted(plan.primes.items())},
        "weights": plan.dimension,
        "examples": plan.examples,
        "rate": str(RATE),
        "proved": True,  # or there would be no report
        "verdict": answer.verdict,
        "pass": None if first is None else str(first),  # as texts: they can have more digits than readers keep
        "step": None if first is None else str(first * plan.examples + 1),
        "assignment": answer.assignment,
        "period": str(period(plan)),
        "stepped": answer.stepped,
        "replayed": asdict(answer.replayed) if answer.replayed else None,
    }
    return json.dumps({"format": "ogd-exact-formula/1", **data}, indent=2)
