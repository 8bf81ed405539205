"""Growth plots: time for a pass against gates, a panel for each model and a line for each engine."""

from itertools import pairwise
from pathlib import Path
from typing import Any

COLOURS = {"mpq loop": "0.55", "kernel": "#d55e00", "gadget": "#0072b2", "native": "#009e73", "circuit": "#cc79a7"}
MARKERS = {"mpq loop": "x", "kernel": "o", "gadget": "s", "native": "^", "circuit": "D"}


def panels(points: list[dict[str, Any]], path: Path) -> None:
    figures = plotting()
    models = list(dict.fromkeys(point["model"] for point in points))
    figure, axes = figures.subplots(
        2, 3, figsize=(11, 6.8), sharex=True, sharey=True, squeeze=False, layout="constrained"
    )
    for place, model in zip(axes.flat, models, strict=False):
        for engine, colour in COLOURS.items():
            line = [(p["gates"], p["seconds"]) for p in points if (p["model"], p["engine"]) == (model, engine)]
            if line:
                place.loglog(*zip(*line, strict=True), MARKERS[engine] + "-", color=colour, label=engine, markersize=5)
        place.set_title(model)
        place.grid(alpha=0.3)
    for place in axes[-1]:
        place.set_xlabel("NAND gates of the counter")
    for row in axes:
        row[0].set_ylabel("CPU seconds for a pass")
    handles = {label: h for a in axes.flat for h, label in zip(*a.get_legend_handles_labels(), strict=True)}
    figure.legend(handles.values(), handles.keys(), loc="outside lower center", ncols=len(COLOURS), frameon=False)
    figure.suptitle("One exact pass, by engine and model")
    save(figure, path)


def assembling(points: list[dict[str, Any]], path: Path) -> None:
    figures = plotting()
    figure, (left, right) = figures.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
    gates = [p["gates"] for p in points]
    for name, label in (("prove", "read, reduce and prove"), ("stream", "examples"), ("write", "jsonl")):
        left.loglog(gates, [p[name] for p in points], "o-", label=label, markersize=5)
    if any(a != b for a, b in pairwise(gates)):
        left.loglog(gates, [points[0]["prove"] * g / gates[0] for g in gates], ":", color="0.6", label="linear")
    left.set_ylabel("CPU seconds")
    left.legend(frameon=False)
    right.semilogx(gates, [p["peak"] for p in points], "o-", color="0.3", markersize=5)
    right.set_ylim(bottom=0)
    right.set_ylabel("peak memory of reduce, MB")
    for place in (left, right):
        place.set_xlabel("NAND gates")
        place.grid(alpha=0.3)
    figure.suptitle("Assembling svm training sets of random circuits")
    save(figure, path)


def plotting() -> Any:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot


def save(figure: Any, path: Path) -> None:
    path.parent.mkdir(exist_ok=True)
    # Without the version of matplotlib, so that the same figures make the same file.
    figure.savefig(path, dpi=110, metadata={"Software": None})
