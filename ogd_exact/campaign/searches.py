"""The work "search": a search for a table, cut into tasks, each of which finds one or refutes all below a prefix."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ogd_exact.api.synthesize import problem_of
from ogd_exact.campaign.task import HOLDS, REFUTED, UNDECIDED, Answer
from ogd_exact.campaign.work import Work, table_set, whole
from ogd_exact.core.kernel.errors import BadCertificate, InputError
from ogd_exact.core.tables.library import Library
from ogd_exact.gadgets.reading.document import Section
from ogd_exact.gadgets.reading.folder import unfinished_library
from ogd_exact.gadgets.synthesis.evidence import labels_data, labels_in
from ogd_exact.gadgets.synthesis.explore import Effort, explore
from ogd_exact.gadgets.synthesis.found import found_table
from ogd_exact.gadgets.synthesis.problem import Problem, check_supported
from ogd_exact.gadgets.synthesis.refutation import KINDS, check, number_of_patterns
from ogd_exact.gadgets.synthesis.search import Reasoned, subproblems
from ogd_exact.gadgets.synthesis.synthesis import MOST_STEPS
from ogd_exact.text.suggestion import unknown

MOST_SECONDS = 10**6


def read(section: Section) -> Work:
    section.known("model", "tables", "contract", "steps", "nonzeros", "seed", "seconds")
    tables = table_set(section)
    said: dict[str, Any] = {"model": section.text("model", "svm"), "tables": tables}
    said["contract"] = section.text("contract", hint='contract = "not(a bit): a = not(a)"')
    numbers = {"steps": whole(section, "steps", 1, MOST_STEPS), "nonzeros": whole(section, "nonzeros", 0, 64, 0)}
    numbers |= {"seed": whole(section, "seed", 0, 10**6, 0)}
    numbers |= {"seconds": whole(section, "seconds", 1, MOST_SECONDS, 60)}
    try:
        problem, _ = problem_in(said, numbers["steps"])
        pieces = subproblems(problem, numbers["nonzeros"], numbers["seed"])
    except InputError as error:
        raise section.error(str(error), "contract") from None

    def asked() -> Iterator[Mapping[str, Any]]:
        for part, prefix in pieces:
            supports = [list(names) for names in part.supports]
            labels = {"labels": labels_data(part)} if part.labels else {}
            yield {**said, **numbers, "supports": supports, **labels, "prefix": [list(p) for p in prefix]}

    title = f"search by {said['model']} ({tables or 'paper'}), {numbers['steps']} steps: {said['contract']}"
    return Work("search", title, tables, len(pieces), asked, "patterns")


def run(asked: Mapping[str, Any]) -> Answer:
    problem, library = problem_in(asked, asked["steps"])
    labels = labels_in(asked.get("labels", ()), problem.rule)
    problem = replace(problem, supports=tuple(tuple(names) for names in asked["supports"]), labels=labels)
    prefix = tuple(map(tuple, asked["prefix"]))
    until = time.monotonic() + asked["seconds"]
    outcome = explore(problem, prefix, Effort(seed=asked["seed"]), until)
    whole_number = number_of_patterns(problem, [prefix])
    if outcome.found is not None:
        values = dict(zip(problem.names, outcome.found, strict=False))
        _, text, verified = found_table(problem, values, library)
        if not verified:
            return Answer(REFUTED, {"tables": 1}, ("the verifier refuses what was found",), (text,))
        return Answer(HOLDS, {"tables": 1}, (), (text,))
    reason = Reasoned(Effort().seconds_per_pattern, until)
    reasons = [reason((problem, below)) for below in outcome.refuted]
    open_prefixes = [below for below, why in zip(outcome.refuted, reasons, strict=True) if why is None]
    if unsolved := number_of_patterns(problem, [*outcome.unsolved, *open_prefixes]):
        message = f"{unsolved} of {whole_number} patterns are open after {asked['seconds']} s"
        return Answer(UNDECIDED, {"patterns": whole_number, "open": unsolved}, (message,))
    claims = [claim for why in reasons if why is not None for claim in why]
    try:
        counts = check(problem, claims, prefix)
    except BadCertificate as error:
        return Answer(REFUTED, {"patterns": whole_number}, (f"a refutation does not hold: {error}",))
    found = {"patterns": whole_number} | {f"by {kind}": getattr(counts, kind) for kind in KINDS}
    if counts.solvers:
        message = f"{counts.solvers} of {whole_number} patterns rest on two solvers, which is not proved"
        return Answer(UNDECIDED, found, (message,))
    return Answer(HOLDS, found)


def problem_in(said: Mapping[str, Any], steps: int) -> tuple[Problem, Library]:
    library = unfinished_library(said["tables"])
    if said["model"] not in library.models:
        raise unknown("model", said["model"], sorted(library.models))
    if said["contract"].endswith(".toml"):
        raise InputError("write the contract out, or name one of the model's, so that all workers have it")
    check_supported(library.models[said["model"]])
    return replace(problem_of(said["contract"], library.models[said["model"]], library), steps=steps), library
