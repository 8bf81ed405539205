"""The figures of a benchmark as text of 80 columns, as JSON, and as docs/benchmarks.md."""

from typing import Any

from benchmarks.baselines import STRONGEST
from benchmarks.figures import Figure, short
from benchmarks.finding import HEADING, finding_section
from compact_sizes import passes

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


PASSES = """## Examples in a pass

By the paper's tables and by the compact ones, as `reduce` counts them for the same circuits (n inputs, m gates);
[compact.md](compact.md) has the formulas.
"""


def measured(figure: Figure) -> str:
    return "" if figure.measured is None else f"{short(figure.measured)} {figure.unit}"


def text(machine: dict[str, str], loops: dict[str, float | None], figures: list[Figure]) -> str:
    lines = [", ".join(f"{name} {value}" for name, value in machine.items() if name in ("CPU", "cores", "Python")), ""]
    base = loops[STRONGEST] or 1
    for name, rate in loops.items():
        lines.append(f"{name:42}" + (f"{rate:12,.0f} steps/s {rate / base:8.3g} x" if rate else "  not installed"))
    return "\n".join([*lines, "", figures_text(figures)])


def figures_text(figures: list[Figure]) -> str:
    lines = (f"{f.what:42}{measured(f):>14}{f.wanted:>11} {f.verdict}" for f in figures)
    return "\n".join(line.rstrip() for line in lines)


def data(
    machine: dict[str, str], loops: dict[str, float | None], figures: list[Figure], growth: list[Any]
) -> dict[str, Any]:
    rows = [{**figure._asdict(), "reached": figure.reached} for figure in figures]
    return {"machine": machine, "steps_per_second": loops, "figures": rows, "growth": growth}


def page(machine: dict[str, str], loops: dict[str, float | None], figures: list[Figure], plots: list[str]) -> str:
    """All but what gadgets take to find, and how short they make a pass: that has sections of its own."""
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
    lines += ["", ABOUT, "## Figures", "", *table(figures)]
    for name in plots:
        lines += ["", f"![{name}](benchmarks/{name}.png)"]
    return "\n".join(lines) + "\n"


def table(figures: list[Figure]) -> list[str]:
    rows = [f"| {f.what} | {measured(f)} | {f.wanted} | {f.verdict} |" for f in figures]
    return ["| what | measured | wanted | |", "|---|--:|--:|---|", *rows]


def with_gadgets(text: str, found: list[Figure]) -> str:
    """The page with its last sections, on the compact gadgets, written anew."""
    before = text.partition(HEADING)[0].rstrip()
    return f"{before}\n\n{finding_section(table(found))}\n{PASSES}\n{passes()}"
