"""The work "circuits": random circuits by exact runs, by every model and engine, against their direct evaluation."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from ogd_exact.campaign.parameters import ASK, TRIED, numbers_given, request_by
from ogd_exact.campaign.task import HOLDS, REFUTED, UNDECIDED, Answer
from ogd_exact.campaign.work import Work, chosen, span, table_set, whole
from ogd_exact.circuits.netlists.sequential import Latch, Named, Sequential
from ogd_exact.core.tables.reread import CONSTRUCTION_FILE
from ogd_exact.gadgets.reading.document import Section
from ogd_exact.gadgets.reading.folder import folder_of, in_any_order
from ogd_exact.training.constructions.reduction import reduced
from ogd_exact.training.runs.conclude import RunOptions, conclude
from ogd_exact.training.runs.engine import Unfit
from ogd_exact.training.runs.engines.native import NativeEngine
from ogd_exact.training.runs.simulation import Mismatch

NATIVE, INVARIANT = "native", "invariant"
ENGINES = ("kernel", "gadget", NATIVE, "circuit", INVARIANT)
MOST_INPUTS, MOST_GATES, MOST_SEED, MOST_BATCH = 8, 200, 10**9, 1000


def read(section: Section) -> Work:
    section.known("seeds", "inputs", "gates", "models", "tables", "set", "engines", "batch")
    tables = table_set(section)
    if not (known := constructed(tables)):
        raise section.error(f"the tables {tables!r} have no construction, so that nothing can be run by them", "tables")
    first, last = span(section, "seeds", 0, MOST_SEED)
    inputs = span(section, "inputs", 1, MOST_INPUTS, (1, 3))
    gates = span(section, "gates", 1, MOST_GATES, (1, 8))
    models = chosen(section, "models", known, "construction for the model")
    engines = chosen(section, "engines", ENGINES, "engine") if "engines" in section.data else ("kernel", "circuit")
    begins = range(first, last + 1, batch := whole(section, "batch", 1, MOST_BATCH, 10))
    given = numbers_given(section, tables, models)
    for model in models if NATIVE in engines else ():  # others can run every model
        try:
            NativeEngine(reduced(request_by(TRIED, model, tables, given[model])))
        except Unfit as reason:
            message = f"{NATIVE} cannot run {model} here: {reason}; drop one of them"
            raise section.error(message, "engines", engines.index(NATIVE)) from None

    def asked() -> Iterator[Mapping[str, Any]]:
        for model in models:
            for begin in begins:
                some = {"seeds": [begin, min(begin + batch - 1, last)], "inputs": list(inputs), "gates": list(gates)}
                yield {**some, "model": model, "tables": tables, "set": given[model], "engines": list(engines)}

    where = "".join(f", {name} = {text}" for name, text in section.mapping("set").items())
    title = f"circuits by {', '.join(models)} ({tables or 'paper'}){where}, engines {', '.join(engines)}"
    return Work("circuits", title, tables, len(models) * len(begins), asked, "runs")


def run(asked: Mapping[str, Any]) -> Answer:
    counts = Counter(dict.fromkeys(("runs", "accepted", "never"), 0))
    wrong: list[str] = []
    missing: list[str] = []
    for seed in range(asked["seeds"][0], asked["seeds"][1] + 1):
        circuit = random_circuit(seed, asked["inputs"], asked["gates"])
        wanted = first_frame(circuit)
        for engine, ran, outcome in outcomes(circuit, asked):
            where = f"seed {seed}, {asked['model']} ({asked['tables'] or 'paper'}), engine {engine}"
            counts.update(["runs", "never" if wanted is None else "accepted", f"by {ran}"])
            if outcome != ("never" if wanted is None else "accepted", wanted):
                right = "never says yes" if wanted is None else f"says yes in frame {wanted}"
                wrong.append(f"{where}: the circuit {right}, and the run gives {outcome}; {written(circuit)}")
            elif engine not in ran.split() and (engine != INVARIANT or wanted is None):
                missing.append(f"{where}: it was run by {ran} instead; {written(circuit)}")
    return Answer(REFUTED if wrong else UNDECIDED if missing else HOLDS, counts, (*wrong, *missing))


def constructed(tables: str | None) -> tuple[str, ...]:
    """The models of a set that have a construction for examples in a fixed order: those that run circuits here."""
    folder = folder_of(tables)
    found = {path.parent.name for path in folder.glob(f"*/{CONSTRUCTION_FILE}")}
    return tuple(sorted(found - {*in_any_order(folder)}))


def outcomes(circuit: Sequential, asked: Mapping[str, Any]) -> Iterator[tuple[str, str, object]]:
    """Each engine with the engines that ran in the end, and what they say: verdict and frame, or what went wrong."""
    made = reduced(request_by(circuit, asked["model"], asked["tables"], asked["set"]))
    for engine in asked["engines"]:
        try:
            found = conclude(made, RunOptions(engine=engine))
            yield engine, found.engine, (found.outcome.verdict, found.outcome.frame)
        except Mismatch as error:
            yield engine, engine, f"a mismatch: {error}"


def random_circuit(seed: int, inputs: Sequence[int], gates: Sequence[int]) -> Sequential:
    """A circuit wired at random, of latches, ands and one bad; the same for a seed wherever it is made."""
    chance = random.Random(seed)
    width, ands = chance.randint(*inputs), chance.randint(*gates)
    pairs = tuple((chance.randrange(2, 2 * v), chance.randrange(2, 2 * v)) for v in range(1 + width, 1 + width + ands))
    last = 2 * (1 + width + ands)
    deep = max(2, last - 2 * max(3, ands // 2))  # what is asked reads late gates, or circuits would answer at once
    latches = tuple(Latch(f"l{k}", chance.randrange(2, last), chance.choice((0, 0, 1))) for k in range(width))
    return Sequential(latches=latches, ands=pairs, bads=(Named(ASK, chance.randrange(deep, last)),))


def first_frame(circuit: Sequential) -> int | None:
    """The first frame in which the bad holds, if any: by recursion from what is asked, as no engine does it."""
    state = tuple(bool(latch.reset) for latch in circuit.latches)
    seen: set[tuple[bool, ...]] = set()
    while state not in seen:

        @cache
        def value(literal: int, state: tuple[bool, ...] = state) -> bool:
            variable = literal >> 1
            if literal & 1:
                return not value(literal - 1)
            if variable == 0:
                return False
            if variable <= len(state):
                return state[variable - 1]
            return all(value(below) for below in circuit.ands[variable - 1 - len(state)])

        if value(circuit.bads[0].literal):
            return len(seen)
        seen.add(state)
        state = tuple(value(latch.next) for latch in circuit.latches)
    return None


def written(circuit: Sequential) -> str:
    """The circuit as AIGER text, its lines between slashes."""
    width, ands = len(circuit.latches), len(circuit.ands)
    lines = [f"aag {width + ands} 0 {width} 0 {ands} 1"]
    lines += [f"{2 * (k + 1)} {latch.next} {latch.reset}" for k, latch in enumerate(circuit.latches)]
    lines += [str(circuit.bads[0].literal)]
    lines += [f"{2 * (1 + width + k)} {max(pair)} {min(pair)}" for k, pair in enumerate(circuit.ands)]
    return " / ".join(lines)
