"""Writes the tables of docs/compact.md: how long a pass is by the paper's constructions and by ours, by reduce."""

import sys
from functools import cache

from environment import ROOT
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.training.constructions.reduction import Reduction, reduced
from ogd_exact.training.constructions.request import Request

PAGE = ROOT / "docs" / "compact.md"
FIRST, LAST = "<!-- written by scripts/compact_sizes.py -->\n", "<!-- until here -->\n"
SHORTEST = "<!-- and this, too -->\n"
MODELS = ("svm", "svm-bias", "svm-reg", "dense-relu", "dense-relu-dense")
OURS = ("svm-bias-reg", "dense-relu-reg")  # which the paper does not treat
CIRCUITS = ("counter:3", "counter:16", "lfsr:8", "rule110:8", "collatz:8", "mult:4")
LARGE = "life:8"  # of which the shortest passes of svm are shown, too


def reduction(circuit: str, model: str, compact: bool) -> Reduction:
    parameters = {"lambda": rational(1, 4)} if model.endswith("-reg") else {}
    return reduced(Request(circuit, model, tables="compact" if compact else None, parameters=parameters))


def formula(model: str, compact: bool) -> str:
    """How many examples there are for each gate, for each input, and besides: what the phases come to."""
    made = reduction("counter:1", model, compact)
    library, built = made.training.library, made.program.construction
    each = made.examples // made.proved.examples  # an example, and those that correct it
    sizes = dict.fromkeys(("gates", "inputs", "question"), 0)
    for phase in built.phases:
        tables = [library.find(built.gadgets, pattern.gadget) for pattern in phase.calls]
        over = "inputs" if phase.over == "outputs" else phase.over
        sizes[over] += each * sum(library.examples(table) for table in tables if table is not None)
    return f"{sizes['gates']}m + {sizes['inputs']}n + {sizes['question']}"


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def formulas() -> str:
    rows = [[model, formula(model, False), formula(model, True)] for model in MODELS]
    rows += [[model, "–", formula(model, True)] for model in OURS]
    return table(["model", "paper", "compact"], rows)


@cache
def passes() -> str:
    """Examples of a pass by the paper's tables and by the compact ones, for the same circuits."""
    head = ["circuit", "n", "m", *MODELS]
    rows = []
    for circuit in CIRCUITS:
        netlist = reduction(circuit, "svm", True).netlist
        pairs = ([reduction(circuit, model, compact).examples for compact in (False, True)] for model in MODELS)
        cells = [f"{paper:,} → {compact:,}" for paper, compact in pairs]
        rows.append([circuit, str(netlist.inputs), str(len(netlist.gates)), *cells])
    return table(head, rows)


@cache
def shortest() -> str:
    """Examples of a pass by the paper's tables, the compact ones, and gates of several kinds; and how many gates."""
    rows = []
    for circuit in (*CIRCUITS, LARGE):
        made = [reduced(Request(circuit, "svm", tables=tables)) for tables in (None, "compact", "shortest")]
        relu = [reduced(Request(circuit, "dense-relu", tables=t)) for t in ("compact", "shortest") if circuit != LARGE]
        cells = [" → ".join(f"{each.examples:,}" for each in models) or "–" for models in (made, relu)]
        rows.append([circuit, *cells, f"{made[1].netlist.size:,} → {made[2].netlist.size:,}"])
    head = [
        "circuit",
        "svm: paper, compact, shortest",
        "dense-relu: compact, shortest",
        "gates of svm: NAND, all kinds",
    ]
    return table(head, rows)


def page() -> str:
    before, rest = PAGE.read_text().split(FIRST)
    between, more = rest.split(LAST, 1)[1].split(SHORTEST)
    tail = more.split(LAST, 1)[1]
    return f"{before}{FIRST}{formulas()}\n{passes()}{LAST}{between}{SHORTEST}{shortest()}{LAST}{tail}"


if __name__ == "__main__":
    sys.exit(PAGE.write_text(page()) == 0)
