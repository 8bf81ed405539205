"""A step as JSON, the same wherever a file names a rule: all that one needs to take it, and nothing else."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ogd_exact.core.kernel.polynomial import Polynomial
from ogd_exact.core.kernel.step import Rule, Step
from ogd_exact.core.tables.rules import RULES, rule_in
from ogd_exact.gadgets.reading.form import NAME

MAX_NAMES, MAX_INTERVALS = 16, 25


def step_data(step: Step, number: Callable[[Any], str] = str) -> dict[str, Any]:
    """As docs/formats.md says; without a rate each example has its own. Numbers are written by the function given."""
    rule = step.rule
    return {
        "score": written(rule.score),
        "kinks": [written(kink) for kink in rule.kinks],
        "moves": [{name: written(move) for name, move in moves} for moves in rule.moves],
        "state": list(rule.state),
        "constants": {name: number(value) for name, value in step.constants},
        "labels": [str(label) for label in rule.labels],
        "along": rule.along,
        "after": rule.after
        and {
            "score": written(rule.after.score),
            "kinks": [written(kink) for kink in rule.after.kinks],
            "values": [written(value) for value in rule.after.values],
        },
        "rate": None if step.rate is None else number(step.rate),
        "regularizer": number(step.regularizer),
        "momentum": None if step.momentum is None else number(step.momentum),
        "nesterov": step.nesterov,
    }


def rule_said(name: str, said: Mapping[str, Any]) -> Rule:
    """The rule of a step that `step_data` wrote; raises ValueError or ExpressionError for what it never writes."""
    names, after = [*said["state"], *said["constants"]], said["after"] or {}
    if len(names) > MAX_NAMES or not all(map(NAME.fullmatch, names)):
        raise ValueError(f"a rule has at most {MAX_NAMES} names of its own")
    if max(len(said["moves"]), len(after.get("values", ()))) > MAX_INTERVALS:
        raise ValueError(f"a rule has at most {MAX_INTERVALS} intervals")
    regularized = {"state": dict.fromkeys(said["state"], ""), "regularized": said["regularizer"] != "0"}
    return rule_in(name, {key: value for key, value in said.items() if key != "after" or value} | regularized)


def step_said(head: Mapping[str, Any]) -> dict[str, Any]:
    """What the header of a training set says of its step; raises ValueError where one key contradicts another."""
    name, parameters = head.get("rule"), head.get("parameters")
    rule = RULES.get(name) if isinstance(name, str) else None
    numbers = {"eta": None, "lambda": "0", "mu": "0"} | (parameters if isinstance(parameters, dict) else {})
    rate, regularizer, mu = (numbers[key] for key in ("eta", "lambda", "mu"))
    momentum = {"momentum": None if mu == "0" else mu, "nesterov": head.get("momentum") == "nesterov"}
    known = (step_data(Step(rule, "")) if rule else {}) | {"regularizer": regularizer, **momentum}
    known |= {"rate": rate} if rate is not None else {}
    said = head.get("step", known)
    if not isinstance(said, dict) or said | known != said:
        raise ValueError("the step is not that of the rule and the parameters")
    return said


def written(polynomial: Polynomial) -> str:
    """In the grammar of cells: what all terms share, times a sum that begins with what is added."""
    terms = sorted(polynomial.terms, key=lambda term: term[0] < 0)
    if len(terms) < 2:
        return product(*terms[0]) if terms else "0"
    shared = Counter(terms[0][1])
    for _, names in terms:
        shared &= Counter(names)
    first = abs(terms[0][0])
    scale = first if all(abs(c) == first for c, _ in terms) else 1
    signs = terms if scale == 1 else [(1 if c > 0 else -1, names) for c, names in terms]
    parts = [product(c, (Counter(names) - shared).elements()) for c, names in signs]
    total = " + ".join(parts).replace("+ -", "- ")
    outside = product(scale, shared.elements())
    return total if outside == "1" else f"{outside}*({total})"


def product(coefficient: Any, names: Iterable[str]) -> str:
    """Such as -2*y*p^2; y comes before p, as people write it."""
    powers = [name if k == 1 else f"{name}^{k}" for name, k in sorted(Counter(names).items(), reverse=True)]
    sign, size = "-" if coefficient < 0 else "", abs(coefficient)
    return sign + "*".join([str(size)] * (size != 1 or not powers) + powers)
