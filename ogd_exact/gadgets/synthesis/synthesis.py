"""What was asked, and what came of it: a table, a proof that there is none, or neither, as text and as JSON."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.table import Table
from ogd_exact.gadgets.properties.traits import is_relu
from ogd_exact.gadgets.synthesis.evidence import Claim, contract_words, evidence_json, problem_words
from ogd_exact.gadgets.synthesis.explore import Effort
from ogd_exact.gadgets.synthesis.found import found_table, step_by_step
from ogd_exact.gadgets.synthesis.problem import Problem
from ogd_exact.gadgets.synthesis.refutation import Counts, number_of_patterns
from ogd_exact.gadgets.synthesis.search import Mapped, Tried, attempt
from ogd_exact.gadgets.synthesis.small import small_examples
from ogd_exact.gadgets.synthesis.stages import in_stages
from ogd_exact.text.wording import argument, counted, wrapped

MOST_STEPS = 12
QUICK = 10.0  # seconds to look for a table by stages, and then of small examples
LESS_QUICK = 40.0  # and of small examples alone
FEW = 4  # steps that are tried so before z3 is asked
PATIENCE = 6.0  # seconds for one number of steps where moves depend on w.x, and any will do: z3 seldom has an answer
SHARE = 2 / 3  # of the time that is left, for one number of steps: if it stays open, more steps may still be found
FORMAT = "ogd-exact-synthesis-report/1"
UNBROKEN = "\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}"


@dataclass(frozen=True)
class Request:
    """Steps: exactly so many, or None to try 1, 2, ... until a table is found; minimal: and prove that fewer fail."""

    problem: Problem
    steps: int | None = None
    minimal: bool = False
    nonzeros: int = 0
    effort: Effort = Effort()
    limit: float = 600.0
    mapped: Mapped = map


@dataclass(frozen=True, eq=False)
class Synthesis:
    """A table that was found and verified, or what is known of there being none; shows the command's text."""

    request: Request
    tried: tuple[Tried, ...]
    table: Table | None = None
    toml: str | None = None
    refused: bool = False  # whether the verifier refused what was found

    @property
    def found(self) -> bool:
        return self.table is not None and not self.refused

    @property
    def least(self) -> str:
        """Whether fewer steps will not do: "proved", "by two solvers" or "open"."""
        fewer = self.tried[:-1] if self.found else self.tried
        if self.found and self.tried[0].steps > 1:  # nobody asked for fewer
            return "open"
        if not all(tried.refuted for tried in fewer):
            return "open"
        return "proved" if all(tried.proved for tried in fewer) else "by two solvers"

    @property
    def impossible(self) -> bool:
        """Whether all that was asked for is refuted."""
        return self.table is None and all(tried.refuted for tried in self.tried)

    @property
    def undecided(self) -> bool:
        if self.found:
            return self.request.minimal and self.least == "open"
        return not self.impossible

    @property
    def claims(self) -> list[Claim]:
        return [claim for tried in self.tried for claim in tried.claims]

    def evidence(self) -> str:
        """Every refutation, as `synthesize --evidence` writes it."""
        if not self.claims:
            raise InputError("nothing is refuted, so that there is no evidence to write")
        return evidence_json(self.claims, self.request.nonzeros)

    def text(self) -> str:
        problem = self.request.problem
        few = counted(self.request.nonzeros, "entry", "entries")
        only = [f"examples of at most {few} other than 0"] if self.request.nonzeros else []
        lines = [*fitted([*problem_words(problem).splitlines(), *only]), ""]
        lines += fitted([tried_words(tried) for tried in self.tried])
        if self.table is not None:
            lines += ["", step_by_step(self.table), ""]
        return "\n".join([*lines, *fitted([self.verdict])])

    @property
    def verdict(self) -> str:
        if self.refused:
            return "FAILED: the verifier refuses what was found; please report it"
        steps = counted(self.tried[-1].steps, "step")
        if self.found:
            of = " of those on no kink" * self.request.problem.off_kinks
            words = {"proved": f", proved least{of}", "by two solvers": f", least{of} by two solvers, not proved"}
            unknown = ", which may not be the least" if self.request.minimal else ""
            return f"found: {steps}, verified{words.get(self.least, unknown)}"
        if self.impossible:
            by = "proved" if self.least == "proved" else "by two solvers, not proved"
            kind = "such table" if self.request.nonzeros else "table"
            off = " that stands on no kink" * self.request.problem.off_kinks
            return (
                f"impossible: no {kind} of {steps_words([t.steps for t in self.tried])}{off} keeps the contract, {by}"
            )
        remedy = f"raise {argument('limit')}, or try another {argument('seed')}"
        return f"undecided: nothing was found, and not every pattern is refuted; {remedy}"

    def to_json(self) -> str:
        problem = self.request.problem
        data: dict[str, Any] = {"format": FORMAT, "model": problem.model.name, "gadget": problem.contract.gadget}
        data |= {"contract": contract_words(problem.contract), "free": sorted(problem.free)}
        verdict = "found" if self.found else "impossible" if self.impossible else "undecided"
        data |= {"verdict": verdict, "steps": self.tried[-1].steps if self.found else None, "least": self.least}
        data["off_kinks"] = problem.off_kinks
        data["tried"] = [tried_data(tried) for tried in self.tried]
        return json.dumps({**data, "table": self.toml if self.found else None}, indent=2)

    __str__ = text
    __repr__ = text


def tried_data(tried: Tried) -> dict[str, Any]:
    ways = {"equations": tried.counts.equations, "certificate": tried.counts.certificate}
    ways |= {"two solvers": tried.counts.solvers, "z3 alone": tried.unchecked, "open": tried.unsolved}
    counts = {} if tried.found else {"refuted by": ways}
    return {"steps": tried.steps, "patterns": tried.patterns, "verdict": tried.verdict, **counts}


def fitted(sentences: Sequence[str]) -> list[str]:
    """Each as lines that fit the terminal; an equation is not broken."""
    texts = [sentence.replace(" = ", UNBROKEN) for sentence in sentences]
    return [line.replace(UNBROKEN, " = ") for text in texts for line in wrapped(text, "", "  ")]


def tried_words(tried: Tried) -> str:
    """What became of one number of steps, in a line."""
    begin = f"{counted(tried.steps, 'step')}: "
    if tried.found:
        return begin + "found"
    if tried.refuted:
        return begin + f"none of {short(tried.patterns)} firing patterns is possible: {ways(tried.counts)}"
    covered = f"{short(tried.unchecked)} of {short(tried.patterns)} firing patterns refuted by z3"
    return begin + f"{covered}, not checked; {short(tried.unsolved)} open"


def short(number: int) -> str:
    """A number of patterns, or if it is long, how many digits it has."""
    return str(number) if number < 10**12 else f"about 10^{len(str(number)) - 1}"


def ways(counts: Counts) -> str:
    said = [
        (counts.equations, "by equations that say 0 = 1"),
        (counts.certificate, "by a certificate"),
        (counts.solvers, "by two solvers"),
    ]
    return ", ".join(f"{short(number)} {by}" for number, by in said if number)


def steps_words(steps: list[int]) -> str:
    return counted(steps[0], "step") if len(steps) == 1 else f"{steps[0]} to {steps[-1]} steps"


def quickly(problem: Problem, request: Request, until: float) -> Tried | None:
    """A table by stages, or of small examples: what the search through all patterns may take long to come upon."""
    began = time.monotonic()
    curved = is_curved(problem)
    soon = began + min(LESS_QUICK if curved else QUICK, (until - began) / 2)
    found = None if curved else in_stages(problem, request.nonzeros, request.effort, soon)
    if problem.names_margins and found is None:
        found = small_examples(problem, request.nonzeros, request.effort.numbers, soon)
    return Tried(problem.steps, number_of_patterns(problem, [()]), found) if found else None


def synthesize(request: Request, library: Library, progress: Callable[..., None] = lambda *_: None) -> Synthesis:
    """Tries one number of steps after the other; what is found counts once the verifier agrees."""
    until = time.monotonic() + request.limit
    tried: list[Tried] = []
    most = request.steps or MOST_STEPS
    any_number = request.steps is None and not request.minimal
    few = range(1, FEW + 1) if any_number and is_curved(request.problem) else ()
    for steps in few:
        if quick := quickly(replace(request.problem, steps=steps), request, until):
            return with_table(request, (quick,), library)
    for steps in range(1 if request.minimal or not request.steps else most, most + 1):
        problem = replace(request.problem, steps=steps)
        now = time.monotonic()
        share = until if steps == most else now + SHARE * (until - now)
        if any_number and request.problem.names_margins:
            share = min(share, now + PATIENCE)
        tried.append(
            (quickly(problem, request, share) if steps not in few else None)
            or attempt(problem, request.nonzeros, request.effort, share, progress, request.mapped)
        )
        if tried[-1].found is not None:
            return with_table(request, tuple(tried), library)
        if time.monotonic() > until:
            break
    return Synthesis(request, tuple(tried))


def is_curved(problem: Problem) -> bool:
    """Whether weights are not linear in what is searched, and there is no other way to make them so."""
    return problem.names_margins and not is_relu(problem.rule)


def with_table(request: Request, tried: tuple[Tried, ...], library: Library) -> Synthesis:
    """What came of it, if the last number of steps that was tried has a table."""
    assert tried[-1].found is not None
    table, text, verified = found_table(*tried[-1].found, library)
    return Synthesis(request, tried, table, text, refused=not verified)
