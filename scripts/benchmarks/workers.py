"""How much sooner two workers end a search than one: the same tasks, by processes that are up already."""

import os
import time
from dataclasses import replace

from benchmarks.figures import Figure, Sizes
from ogd_exact.api.synthesize import problem_of
from ogd_exact.campaign.cluster import Cluster, cluster
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.gadgets.reading.folder import paper
from ogd_exact.gadgets.synthesis.explore import Effort
from ogd_exact.gadgets.synthesis.problem import Problem
from ogd_exact.gadgets.synthesis.search import attempt


def taken(workers: int, contract: str, steps: int) -> float:
    """Seconds by the clock on the wall, without what it takes to start the processes and to import what they need."""
    problem = problem_of(contract, paper().models["svm"], paper())
    with cluster(workers) as engine:
        refute(replace(problem, steps=1), engine)
        began = time.perf_counter()
        refute(replace(problem, steps=steps), engine)
        return time.perf_counter() - began


def refute(problem: Problem, engine: Cluster) -> None:
    effort = Effort(seconds_per_pattern=30.0)  # so that no pattern is given up on a machine that is slow for a moment
    tried = attempt(problem, 0, effort, time.monotonic() + 3000, lambda *_: None, engine.mapped)
    if not tried.refuted:
        raise RuntimeError(f"it is not refuted with {problem.steps} steps")


def worker_figures(sizes: Sizes) -> list[Figure]:
    """Two rounds, as z3 stops by the clock, and so one search of a minute takes up to half as long again as another."""
    contract, steps = sizes.searched
    try:
        seconds = [(taken(1, contract, steps), taken(2, contract, steps)) for _ in range(2)]
    except InputError:  # Dask or z3 is missing
        seconds = [(0.0, 0.0)]
    one, two = (sum(column) for column in zip(*seconds, strict=True))
    what = f"search of {one / len(seconds):.0f} s: two workers to one"
    note = f"load {os.getloadavg()[0]:.1f}"
    return [Figure("two_workers", what, one / two if two else None, at_least=1.6, note=note)]


if __name__ == "__main__":
    from benchmarks.figures import FULL

    print(worker_figures(FULL))
