"""The figures of a benchmark as text of 80 columns, as JSON, and as docs/benchmarks.md."""

from typing import Any

from benchmarks.baselines import STRONGEST
from benchmarks.figures import Figure, short

INTRO = """# Benchmarks

What `python scripts/benchmark.py --write-docs --plots` measured, in one run on one machine. Figures are ratios of CPU
time where they can be; whole commands are multiples of the time that `import sympy` takes. A figure that is not
reached is shown as it is. No test depends on any of them.
"""
ABOUT = """The plain loops are what anyone would write: for each example, over all weights (dense) or only over those
that it names (sparse), which is the strongest of them, and there for the hinge without a regularizer; engines are
compared with it where it can be, and else with a dense one. scikit-learn is `SGDClassifier.partial_fit` on the same
training set in doubles (hinge, no penalty, constant eta0 = 1, no shuffling, no intercept), with a dense or a sparse
matrix, whichever is faster.
Assembling reads, reduces, proves and writes random circuits; memory is the peak of `reduce BIG.aag -o out.jsonl` in a
process of its own.
"""


def measured(figure: Figure) -> str:
    return "" if figure.measured is None else f"{short(figure.measured)} {figure.unit}"


def text(machine: dict[str, str], loops: dict[str, float | None], figures: list[Figure]) -> str:
    lines = [", ".join(f"{name} {value}" for name, value in machine.items() if name in ("CPU", "cores", "Python")), ""]
    base = loops[STRONGEST] or 1
    for name, rate in loops.items():
        lines.append(f"{name:42}" + (f"{rate:12,.0f} steps/s {rate / base:8.3g} x" if rate else "  not installed"))
    lines.append("")
    for figure in figures:
        lines.append(f"{figure.what:42}{measured(figure):>14}{figure.wanted:>11} {figure.verdict}".rstrip())
    return "\n".join(lines)


def data(
    machine: dict[str, str], loops: dict[str, float | None], figures: list[Figure], growth: list[Any]
) -> dict[str, Any]:
    rows = [{**figure._asdict(), "reached": figure.reached} for figure in figures]
    return {"machine": machine, "steps_per_second": loops, "figures": rows, "growth": growth}


def page(machine: dict[str, str], loops: dict[str, float | None], figures: list[Figure], plots: list[str]) -> str:
    base = loops[STRONGEST] or 1
    lines = [INTRO, "## Machine", ""]
    lines += [f"- {name}: {value}" for name, value in machine.items()]
    lines += [
        "",
        "## Baselines: svm, counter:8",
        "",
        "| loop | steps a second | to the sparse mpq loop |",
        "|---|--:|--:|",
    ]
    for name, rate in loops.items():
        lines.append(f"| {name} | {rate:,.0f} | {rate / base:.3g} |" if rate else f"| {name} | not installed | |")
    lines += ["", ABOUT, "## Figures", "", "| what | measured | wanted | |", "|---|--:|--:|---|"]
    lines += [f"| {f.what} | {measured(f)} | {f.wanted} | {f.verdict} |" for f in figures]
    for name in plots:
        lines += ["", f"![{name}](benchmarks/{name}.png)"]
    return "\n".join(lines) + "\n"
