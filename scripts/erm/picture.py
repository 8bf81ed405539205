"""Two panels: the distance to the optimum after every step, and, magnified, after every pass."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.plots import plotting, save
from erm.certificate import squared
from erm.distances import Pass, root


def draw(title: str, passes: Sequence[Pass], weights: Sequence[Any], path: Path) -> None:
    figure, (left, right) = plotting().subplots(1, 2, figsize=(11, 4.2), layout="constrained")
    length, zero = len(passes[0].squares), root(squared(weights))
    steps = [root(square) for done in passes for square in done.squares]
    ends = [root(done.squares[-1]) for done in passes]
    numbers = range(1, len(passes) + 1)
    left.semilogy([t / length for t in range(1, len(steps) + 1)], steps, color="#0072b2", linewidth=0.4)
    left.semilogy(numbers, ends, "o", color="#d55e00", markersize=4, label="after a pass")
    left.axhline(zero, color="0.3", linestyle="--", linewidth=1, label="of zero weights, |w*|")
    left.set_title("From afar: after every step")
    left.set_ylabel("distance |w - w*|")
    left.legend(loc="upper right", framealpha=1)
    left.set_ylim(top=max(steps) * 8)  # room for it
    right.plot(numbers, ends, "o-", color="#d55e00", markersize=5, linewidth=0.8)
    for number, end, done in zip(numbers, ends, passes, strict=True):
        right.annotate(
            done.state, (number, end), (0, 6), textcoords="offset points", ha="center", fontsize=7, rotation=90
        )
    right.margins(y=0.2)
    right.set_title("Up close: after every pass, with the state of the circuit")
    for place in (left, right):
        place.set_xlabel("pass")
        place.grid(alpha=0.3)
    figure.suptitle(title)
    save(figure, path)
