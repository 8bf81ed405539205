"""Measures the precision that all models take, for docs/replay: two tables on stdout, and three pictures.

Takes some minutes. Run it as: python scripts/replay_figures.py FOLDER
"""

import sys
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from pathlib import Path

from ogd_exact.commands.circuit_options import request
from ogd_exact.commands.options.read import add_options
from ogd_exact.gadgets.reading.folder import MODELS
from ogd_exact.robustness.precision.findings import Findings
from ogd_exact.robustness.precision.plot import GREY, check_plot, figure, write_error_plot, write_figure
from ogd_exact.training.constructions.reduction import Reduction, reduced

ROUNDS = ("svm-reg", "dense-relu-dense")
LONG, PASSES = "counter:2", 4  # for growth with passes, until it answers
SIZES = range(1, 5)  # of counters, for growth with gates


def reduction(circuit: str, model: str) -> Reduction:
    parser = ArgumentParser()
    add_options(parser, "model")
    return reduced(request(parser.parse_args([circuit, "--model", model])))


def passes_table(folder: Path) -> str:
    found = {model: Findings(reduction(LONG, model), PASSES).needed for model in MODELS}
    points = {model: [(n.passes, n.bits.bits) for n in needed] for model, needed in found.items()}
    title = f"Bits for a right state after each pass of {LONG}"
    write_needed_plot(points, title, str(folder / "precision.png"))
    headers = ["model", *(f"{n.passes} pass{'es' * (n.passes > 1)}" for n in found["svm"])]
    return markdown(headers, [[m, *(n.bits.bits for n in needed)] for m, needed in found.items()])


def write_needed_plot(rows: Mapping[str, Sequence[tuple[int, int]]], title: str, path: str) -> None:
    """For each model the bits that it takes, against passes; models that take the same share a line."""
    drawn, axes = figure()
    same: dict[tuple[tuple[int, int], ...], list[str]] = {}
    for name, points in rows.items():
        same.setdefault(tuple(points), []).append(name)
    for points, names in same.items():
        (line,) = axes.plot(*zip(*points, strict=True), marker="o", markersize=9, linewidth=2.5)
        last, bits = points[-1]
        crowded = any(bits < others[-1][1] < 2 * bits for others in same)
        label, apart, colour = f"{', '.join(names)}: {bits}", (0, -20 if crowded else 8), line.get_color()
        axes.annotate(label, (last, bits), apart, textcoords="offset points", ha="right", color=colour)
    for bits, text in ((11, "float16"), (24, "float32"), (53, "float64")):
        axes.axhline(bits, color="#999999", linewidth=1, linestyle=":")
        axes.text(0.01, bits, text, transform=axes.get_yaxis_transform(), va="bottom", color=GREY, fontsize=11)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
    passes = sorted({passes for points in rows.values() for passes, _ in points})
    axes.set_xticks(passes, [str(count) for count in passes])
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0f}")
    axes.set_xlabel("passes")
    axes.set_ylabel("bits of the significand")
    axes.set_title(title)
    write_figure(drawn, path)


def sizes_table() -> str:
    rows = []
    for model in MODELS:
        for size in SIZES:
            findings = Findings(reduction(f"counter:{size}", model), 1)
            (needed,) = findings.needed
            gates = len(findings.reduction.netlist.gates)
            exact = findings.proved is not None
            predicted = ["", ""] if exact else [round(n.predicted) for n in (needed.bits, needed.decisions)]
            smallest = "" if findings.smallest is None else round(-findings.smallest)
            measured = [needed.bits.bits, predicted[0], needed.decisions.bits, predicted[1]]
            rows.append([model, f"counter:{size}", gates, findings.reduction.examples, *measured, smallest])
            print(rows[-1], file=sys.stderr)
    headers = [
        "model",
        "circuit",
        "gates",
        "examples",
        "bits",
        "predicted",
        "all decisions",
        "predicted",
        "log2(1/eps)",
    ]
    return markdown(headers, rows)


def markdown(headers: list[str], rows: list[list[object]]) -> str:
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in (headers, ["---"] * len(headers), *rows))


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for model in ROUNDS:
        path = str(folder / f"error-{model}.png")
        check_plot(path)
        write_error_plot(Findings(reduction("counter:2", model), 2), path)
    print(passes_table(folder), sizes_table(), sep="\n\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
