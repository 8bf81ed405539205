"""A search for a table of so many steps, cut into tasks: each finds one, or refutes all patterns below a prefix."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ogd_exact.api.synthesize import problem_of
from ogd_exact.campaign.task import HOLDS, REFUTED, UNDECIDED, Found
from ogd_exact.campaign.work.work import Work, table_set, whole
from ogd_exact.kernel.errors import BadCertificate, InputError
from ogd_exact.output.suggestion import unknown
from ogd_exact.synthesis.explore import Effort, number_of_patterns
from ogd_exact.synthesis.found import found_table
from ogd_exact.synthesis.problem import Problem, check_supported
from ogd_exact.synthesis.refutation import KINDS, check
from ogd_exact.synthesis.search import Reasoned, Task, tasks
from ogd_exact.synthesis.synthesis import MOST_STEPS
from ogd_exact.tables.document import Section
from ogd_exact.tables.folder import unfinished_library
from ogd_exact.tables.library import Library

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
        pieces = tasks(problem, numbers["nonzeros"], Effort(seed=numbers["seed"]))
    except InputError as error:
        raise section.error(str(error), "contract") from None

    def asked() -> Iterator[Mapping[str, Any]]:
        for piece in pieces:
            supports = [list(names) for names in piece.problem.supports]
            prefix = [[int(fired) for fired in pattern] for pattern in piece.prefix]
            yield {**said, **numbers, "supports": supports, "prefix": prefix}

    title = f"search by {said['model']} ({tables or 'paper'}), {numbers['steps']} steps: {said['contract']}"
    return Work("search", title, tables, len(pieces), asked, "patterns")


def run(asked: Mapping[str, Any]) -> Found:
    problem, library = problem_in(asked, asked["steps"])
    problem = replace(problem, supports=tuple(tuple(names) for names in asked["supports"]))
    prefix = tuple(tuple(bool(fired) for fired in pattern) for pattern in asked["prefix"])
    until = time.monotonic() + asked["seconds"]
    outcome = Task(problem, prefix, Effort(seed=asked["seed"])).run(until)
    whole_number = number_of_patterns(problem, [prefix])
    if outcome.found is not None:
        values = dict(zip(problem.names, outcome.found, strict=False))
        _, text, verified = found_table(problem, values, library)
        if not verified:
            return Found(REFUTED, {"tables": 1}, ("the verifier refuses what was found",), (text,))
        return Found(HOLDS, {"tables": 1}, (), (text,))
    reason = Reasoned(Effort().seconds_per_pattern, until)
    reasons = [reason((problem, below)) for below in outcome.refuted]
    open_prefixes = [below for below, why in zip(outcome.refuted, reasons, strict=True) if why is None]
    if unsolved := number_of_patterns(problem, [*outcome.unsolved, *open_prefixes]):
        message = f"{unsolved} of {whole_number} patterns are open after {asked['seconds']} s"
        return Found(UNDECIDED, {"patterns": whole_number, "open": unsolved}, (message,))
    claims = [claim for why in reasons if why is not None for claim in why]
    try:
        counts = check(problem, claims, prefix)
    except BadCertificate as error:
        return Found(REFUTED, {"patterns": whole_number}, (f"a refutation does not hold: {error}",))
    found = {"patterns": whole_number} | {f"by {kind}": getattr(counts, kind) for kind in KINDS}
    if counts.solvers:
        message = f"{counts.solvers} of {whole_number} patterns rest on two solvers, which is not proved"
        return Found(UNDECIDED, found, (message,))
    return Found(HOLDS, found)


def problem_in(said: Mapping[str, Any], steps: int) -> tuple[Problem, Library]:
    library = unfinished_library(said["tables"])
    if said["model"] not in library.models:
        raise unknown("model", said["model"], sorted(library.models))
    if said["contract"].endswith(".toml"):
        raise InputError("write the contract out, or name one of the model's, so that all workers have it")
    check_supported(library.models[said["model"]])
    return replace(problem_of(said["contract"], library.models[said["model"]], library), steps=steps), library
