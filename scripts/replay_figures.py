"""Measures the precision that all models take, for docs/replay: two tables on stdout, and three pictures.

Takes some minutes. Run it as: python scripts/replay_figures.py FOLDER
"""

import sys
from argparse import ArgumentParser
from pathlib import Path

from ogd_exact.commands.circuit_options import request
from ogd_exact.commands.options.circuit import add_options
from ogd_exact.precision.findings import Findings
from ogd_exact.precision.plot import check_plot, write_error_plot, write_needed_plot
from ogd_exact.reduction.reduction import Reduction, reduced
from ogd_exact.tables.folder import MODELS

ROUNDS = ("svm-reg", "dense-relu-dense")
LONG, PASSES = "counter:2", 4  # for growth with passes, until it answers
SIZES = range(1, 5)  # of counters, for growth with gates


def reduction(circuit: str, model: str) -> Reduction:
    parser = ArgumentParser()
    add_options(parser)
    return reduced(request(parser.parse_args([circuit, "--model", model])))


def passes_table(folder: Path) -> str:
    found = {model: Findings(reduction(LONG, model), PASSES).needed for model in MODELS}
    points = {model: [(n.passes, n.bits.bits) for n in needed] for model, needed in found.items()}
    title = f"Bits for a right state after each pass of {LONG}"
    write_needed_plot(points, title, str(folder / "precision.png"))
    headers = ["model", *(f"{n.passes} pass{'es' * (n.passes > 1)}" for n in found["svm"])]
    return markdown(headers, [[m, *(n.bits.bits for n in needed)] for m, needed in found.items()])


def sizes_table() -> str:
    rows = []
    for model in MODELS:
        for size in SIZES:
            findings = Findings(reduction(f"counter:{size}", model), 1)
            (needed,) = findings.needed
            gates = len(findings.reduction.netlist.gates)
            exact = findings.proved is not None
            predicted = ["", ""] if exact else [round(needed.predicted_bits), round(needed.predicted_decisions)]
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
