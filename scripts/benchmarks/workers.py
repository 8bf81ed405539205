"""How much sooner two workers end a search than one: the same tasks, by processes that are up already."""

import os
import time
from dataclasses import replace

from benchmarks.figures import Figure, Sizes
from ogd_exact.api.synthesize import problem_of
from ogd_exact.campaign.cluster import cluster
from ogd_exact.kernel.errors import InputError
from ogd_exact.synthesis.explore import Effort
from ogd_exact.synthesis.search import attempt
from ogd_exact.tables.folder import paper


def taken(workers: int, contract: str, steps: int) -> float:
    """Seconds by the clock on the wall, without what it takes to start the processes."""
    problem = replace(problem_of(contract, paper().models["svm"], paper()), steps=steps)
    with cluster(workers) as engine:
        list(engine.mapped(abs, range(4 * workers)))
        began = time.perf_counter()
        tried = attempt(problem, 0, Effort(), time.monotonic() + 3000, lambda *_: None, engine.mapped)
        if not tried.refuted:
            raise RuntimeError(f"{contract} is not refuted with {steps} steps")
        return time.perf_counter() - began


def worker_figures(sizes: Sizes) -> list[Figure]:
    contract, steps = sizes.searched
    try:
        one, two = (taken(workers, contract, steps) for workers in (1, 2))
    except InputError:  # Dask or z3 is missing
        one, two = 0.0, 0.0
    what = f"search of {one:.0f} s: two workers to one"
    note = f"load {os.getloadavg()[0]:.1f}"
    return [Figure("two_workers", what, one / two if two else None, at_least=1.6, note=note)]


if __name__ == "__main__":
    from benchmarks.figures import FULL

    print(worker_figures(FULL))
