"""Refutations as JSON, so that others can check them: the contract and the model, and for each pattern its reason."""

import itertools
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from operator import index
from typing import Any

from ogd_exact.core.kernel.certificate import Term
from ogd_exact.core.kernel.errors import BadCertificate, InputError, one_line
from ogd_exact.core.kernel.step import Rule
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.core.tables.model import ENCODING, Model
from ogd_exact.core.tables.rules import RULES
from ogd_exact.gadgets.reading.contract_text import CONTRACT_KEYS, checked, stated
from ogd_exact.gadgets.reading.form import MAX_STEPS, NAME
from ogd_exact.gadgets.reading.step_data import rule_said, step_data
from ogd_exact.gadgets.synthesis.problem import Prefix, Problem, check_supported, mirrored
from ogd_exact.gadgets.synthesis.refutation import Counts, Reason, Why, check

FORMAT = "ogd-exact-synthesis/1"
NUMBER = re.compile(r"-?[0-9]{1,2000}(/[1-9][0-9]{0,1999})?", re.ASCII)
MAX_POWER = 8
MODEL_KEYS = {"name", "rule", "learning_rate", "regularizer", "step", "encoding"}
KEYS = {"format", "model", "gadget", "contract", "free", "always", "nonzeros", "claims"}
CLAIM_KEYS = {"steps", "supports", "labels", "refuted"}
WHY_KEYS = ({"pattern", "solvers"}, {"pattern", "terms", "squares", "multipliers"})
UNCHECKED = "keys of which nothing is checked"
Refuted = tuple[tuple[Prefix, Why], ...]


@dataclass(frozen=True)
class Claim:
    """That no examples keep a contract, so many of them, with these entries; and why."""

    problem: Problem
    refuted: Refuted


def choices(problem: Problem, nonzeros: int) -> tuple[tuple[tuple[str, ...], ...], tuple[Any, ...]]:
    """The coordinates that a step may name, if at most so many (0 for any number), and the labels that it may have.

    Where there is one way, none is listed: 1 will do for a label if -1 is the same with x turned round, and x is free.
    """
    open_entries = [c for c in problem.inputs if c not in problem.always]
    few = 0 < nonzeros < len(open_entries)
    alike = mirrored(problem.rule) and not problem.always
    return tuple(itertools.combinations(open_entries, nonzeros)) if few else (), () if alike else problem.rule.labels


def number_of_kinds(problem: Problem, nonzeros: int) -> int:
    supports, labels = choices(problem, nonzeros)
    found: int = ((len(supports) or 1) * (len(labels) or 1)) ** problem.steps
    return found


def kinds_of(problem: Problem, nonzeros: int) -> Iterator[Problem]:
    """The problem in parts, of which any table solves one: by the coordinates that are named, and by labels."""
    named, known = choices(problem, nonzeros)
    for supports in itertools.product(named, repeat=problem.steps) if named else [()]:
        for labels in itertools.product(known, repeat=problem.steps) if known else [()]:
            yield replace(problem, supports=supports, labels=labels)


def evidence_json(claims: list[Claim], nonzeros: int) -> str:
    """All claims are of one contract, and differ in steps and supports."""
    problem = claims[0].problem
    model, contract = problem.model, problem.contract
    data = {
        "format": FORMAT,
        "model": {
            "name": model.name,
            "rule": model.rule.name,
            "learning_rate": model.learning_rate,
            "regularizer": model.regularizer,
            "step": step_data(model.step(str)),
            "encoding": dict(model.encoding),
        },
        "gadget": contract.gadget,
        "contract": stated(contract),
        "free": sorted(problem.free),
        "always": dict(problem.always),
        "nonzeros": nonzeros,
        "claims": [
            {
                "steps": claim.problem.steps,
                "supports": [list(names) for names in claim.problem.supports],
                "labels": labels_data(claim.problem),
                "refuted": [
                    {"pattern": [list(pattern) for pattern in prefix], **why_data(why)} for prefix, why in claim.refuted
                ],
            }
            for claim in claims
        ],
    }
    return json.dumps(data, separators=(",", ":"))


def labels_data(problem: Problem) -> list[int | str]:
    """Whole numbers as they are, others as texts."""
    return [label if type(label) is int else str(label) for label in problem.labels]


def labels_in(data: Any, rule: Rule) -> tuple[Any, ...]:
    known = {str(label): label for label in rule.labels}
    return tuple(known[str(label)] for label in data)


def why_data(why: Why) -> dict[str, Any]:
    if not isinstance(why, Reason):
        return {"solvers": list(why)}
    return {
        "terms": [[str(term.coefficient), list(term.powers)] for term in why.terms],
        "squares": [[str(coefficient), polynomial_data(root)] for coefficient, root in why.squares],
        "multipliers": [[place, polynomial_data(multiplier)] for place, multiplier in why.multipliers],
    }


def polynomial_data(polynomial: Any) -> list[Any]:
    return [[str(coefficient), list(powers)] for powers, coefficient in polynomial.terms()]


def check_evidence(data: Any) -> tuple[Problem, dict[int, Counts], int]:
    """What a file claims, checked: the contract, how many patterns are refuted in each way by steps, and nonzeros.

    Raises BadCertificate where a claim does not hold, and InputError for what is no such file.
    """
    try:
        first, nonzeros = problem_in(data), data["nonzeros"]
        if type(nonzeros) is not int or nonzeros < 0:
            raise ValueError("nonzeros is a number")
        found: dict[int, Counts] = {}
        seen: dict[int, list[Any]] = {}
        for entry in data["claims"]:
            steps, supports = entry["steps"], tuple(tuple(map(str, names)) for names in entry["supports"])
            labels = labels_in(entry.get("labels", ()), first.rule)
            if not {*entry} <= CLAIM_KEYS or any({*one} not in WHY_KEYS for one in entry["refuted"]):
                raise ValueError(UNCHECKED)
            if type(steps) is not int or not 1 <= steps <= MAX_STEPS:
                raise BadCertificate("the number of steps is none")
            problem = replace(first, steps=steps, supports=supports, labels=labels)
            refuted = [(prefix_in(one["pattern"]), why_in(one, problem)) for one in entry["refuted"]]
            found[steps] = found.get(steps, Counts()) + check(problem, refuted)
            seen.setdefault(steps, []).append((supports, labels))
        for steps, listed in seen.items():
            kinds = itertools.islice(kinds_of(replace(first, steps=steps), nonzeros), len(listed) + 1)  # of maybe 2^300
            if sorted(listed) != sorted((one.supports, one.labels) for one in kinds):
                raise BadCertificate(
                    f"the claims for {steps} steps leave out which coordinates or labels examples have"
                )
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, ExpressionError) as error:
        raise InputError(f"is no evidence of format {FORMAT}: {one_line(repr(error), 80)}") from None
    if not found:
        raise BadCertificate("nothing is claimed")
    return first, found, nonzeros


def problem_in(data: Any) -> Problem:
    """The model and the contract that a file speaks of, read as those of tables are."""
    if data["format"] != FORMAT:
        raise ValueError("another format")
    said = data["model"]
    if {*data} != KEYS or {*said} != MODEL_KEYS or not {*data["contract"]} <= {*CONTRACT_KEYS}:
        raise ValueError(UNCHECKED)
    name, gadget = str(said["name"]), str(data["gadget"])
    rule = rule_said(str(said["rule"]), said["step"])
    if not all(map(NAME.fullmatch, (gadget, *(text.replace("-", "_") for text in (name, rule.name))))):
        raise ValueError("no names")
    rate, regularizer = str(said["learning_rate"]), str(said["regularizer"])
    encoding = ENCODING | {str(key): str(value) for key, value in said["encoding"].items()}
    model = Model(name, rule, rate, regularizer, encoding=encoding)
    shipped = RULES.get(rule.name, rule)
    if any(said["step"] != step_data(replace(model, rule=one).step(str)) for one in (rule, shipped)):
        raise ValueError("the step is not that of the rule, the rate and the regularizer")
    check_supported(model)
    contract, unsaid = checked({"after": {}, **data["contract"], "gadget": gadget}, model)
    free = frozenset(map(str, data["free"]))
    always = {str(key): str(value) for key, value in data["always"].items()}
    problem = Problem(model, contract, 1, free, always)
    if (
        unsaid
        or {*encoding} != {*ENCODING}
        or not free <= {*contract.coordinates}
        or not {*always} <= {*problem.inputs}
    ):
        raise ValueError("unknown coordinates or truth values")
    for text in (*encoding.values(), *always.values()):
        model.arithmetic.read(text)  # or it is no number, though it may be the name of an unknown
    return problem


def prefix_in(data: Any) -> Prefix:
    return tuple(tuple(map(index, pattern)) for pattern in data)


def why_in(data: Any, problem: Problem) -> Why:
    if "solvers" in data:
        return tuple(map(str, data["solvers"]))

    def number(text: Any) -> Any:
        if not NUMBER.fullmatch(text):
            raise ValueError("not a number")
        return problem.ring.domain(*map(int, text.split("/")))

    def polynomial(terms: Any) -> Any:
        value = problem.ring.zero
        for coefficient, powers in terms:
            if len(powers) != problem.ring.ngens:
                raise ValueError("powers that do not fit")
            value = value + problem.ring.term_new(limited(powers), number(coefficient))
        return value

    def limited(powers: Any) -> tuple[int, ...]:
        if not all(type(k) is int and 0 <= k <= MAX_POWER for k in powers):
            raise ValueError("powers out of bounds")
        return tuple(powers)

    return Reason(
        tuple(Term(number(c), limited(powers)) for c, powers in data["terms"]),
        tuple((number(c), polynomial(root)) for c, root in data["squares"]),
        tuple((index(place), polynomial(multiplier)) for place, multiplier in data["multipliers"]),
    )


def problem_words(problem: Problem) -> str:
    """All that a claim is of: the model's rule and numbers, and the contract."""
    model = problem.model
    encoding = ", ".join(f"{truth} {weight}" for truth, weight in model.encoding.items())
    parameters = f"rate {model.learning_rate}, regularizer {model.regularizer}"
    extra = "".join(f"; {name} = any" for name in sorted(problem.free))
    extra += "; no example stands on a kink" * problem.off_kinks
    extra += "".join(f"; every example has {entry} at {name}" for name, entry in problem.always.items())
    lines = (f"{model.name} ({rule_words(model)}, {parameters}; {encoding})", contract_words(problem.contract) + extra)
    return "\n".join(one_line(line, len(line)) for line in lines)


def rule_words(model: Model) -> str:
    """The name of a rule that is shipped; of one's own what it does."""
    said, shipped = step_data(model.step(str)), RULES.get(model.rule.name)
    if shipped is not None and step_data(replace(model, rule=shipped).step(str)) == said:
        return model.rule.name
    moves = [", ".join(f"{to} by {by}" for to, by in one.items()) or "nothing" for one in said["moves"]]
    parts = [f"score {said['score']}", f"moves {' | '.join(moves)}"]
    parts[1:1] = [f"kinks {', '.join(said['kinks'])}"] if said["kinks"] else []
    parts += [f"labels {' or '.join(said['labels'])}"] if said["labels"] else []
    parts += [f"{name} {value}" for name, value in said["constants"].items()]
    return "; ".join(parts)


def contract_words(contract: Contract) -> str:
    """The contract in one line, as contract_text reads it, but for one of listed cases."""
    if contract.entry:
        pairs = zip(contract.entry, contract.final, strict=True)
        moves = "; ".join(f"({', '.join(start)}) -> ({', '.join(end)})" for start, end in pairs)
        return f"{contract.gadget}({', '.join(contract.coordinates)}): {moves}"
    sizes = {c: f" of {text}" for c, text in contract.magnitudes.items()}
    head = ", ".join(f"{c} {contract.before[c]}{sizes.get(c, '')}" for c in contract.coordinates)
    clauses = [f"{c} = {effect}" for c, effect in contract.after.items()]
    clauses += [f"{c} untouched if {text}" for c, text in contract.untouched.items()]
    clauses += [f"returns {c}" for c in contract.returns]
    return f"{contract.gadget}({head}): {'; '.join(clauses) or 'all as before'}"
