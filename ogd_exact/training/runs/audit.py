"""Passes of an engine, chosen at random, once more through the kernel."""

from collections import deque
from collections.abc import Iterable
from itertools import islice
from random import Random

from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.runs.engine import Engine, advance
from ogd_exact.training.runs.simulation import Mismatch, Outcome, Simulation


def audit(reduction: Reduction, engine: Engine, outcome: Outcome, most: int, seed: int) -> int:
    """Runs the engine again, from the start, and compares; returns how many passes, or raises Mismatch."""
    done = outcome.passes - (outcome.verdict == "accepted")  # to their end; the one that says yes is the kernel's own
    chosen = sorted(Random(seed).sample(range(done), min(most, done)))
    run = Simulation(reduction)
    for frame in chosen:
        move(run, engine, frame)
        reference = Simulation(reduction, dict(run.weights), frame, frame * reduction.examples)
        drain(islice(reference.stepwise(with_decay=False), reduction.examples))
        move(run, engine, frame + 1)
        if reference.accepted:
            raise Mismatch(f"audit: pass {frame + 1} answers yes by the kernel, no by the {engine.name} engine")
        if wrong := run.coding.difference(run.weights, reference.weights):
            said = f"{wrong.name} is {wrong.found} by the {engine.name} engine, {wrong.wanted} by the kernel"
            raise Mismatch(f"audit: pass {frame + 1}: {said}")
    return len(chosen)


def move(run: Simulation, engine: Engine, passes: int) -> None:
    """To the start of a pass; by the reference where the engine stops before."""
    drain(advance(run, engine, passes, None))
    if run.frame < passes:
        drain(run.moments(passes, None))
        run.place(run.steps // run.reduction.examples, run.weights)


def drain(iterator: Iterable[object]) -> None:
    deque(iterator, maxlen=0)
