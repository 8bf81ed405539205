"""Measures the table of least lengths of docs/synthesis.md, and writes it there: python scripts/least_lengths.py

Each cell asks for the least number of steps with the proof that fewer will not do, for a limited time; if that finds
nothing, for as many as the table has that is there, or one less. With words, as in "compact" or "svm-bias", cells are
measured anew that have one of them, or were never measured; with --show none is, and the page is but written anew.
"""

import json
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from textwrap import fill
from typing import Any

import found_again
import ogd_exact as ogd
from ogd_exact.gadgets.reading.folder import paper

PAGE = Path(__file__).parents[1] / "docs" / "synthesis.md"
MEASURED = PAGE.with_name("least_lengths.json")
BEGIN, END = "<!-- written by scripts/least_lengths.py -->\n", "<!-- end -->"
LIMIT = 60  # seconds for a cell, or a number among the words
SMALL = ("reset", "not", "copy", "copy_if_true", "set_false_if_unset", "destructive_nand")
PAPER_CELLS = [
    *(("svm", name) for name in SMALL),
    ("svm", "keeping_nand(a bit, b bit, c unset): c = nand(a, b)"),
    ("svm", "spending_nand(a bit, b bit, c unset): c = nand(a, b); a = any; b = any"),
    ("svm-bias", "correct_bias"),
    *(("dense-relu", name) for name in SMALL),
    ("dense-relu", "joined_copy(a bit, b unset, j 1): b = copy(a)"),
    ("dense-relu-dense", "reset"),
    ("dense-relu-dense", "copy_if_true"),
]


def cells() -> list[tuple[str, str, str]]:
    """The set of tables, the model and the contract; of the compact models all contracts."""
    compact = found_again.library()
    ours = [("compact", model.name, name) for model in compact.models.values() for name in model.contracts
            if (model.name, name) in found_again.GADGETS]  # fmt: skip
    return [*(("paper", *cell) for cell in PAPER_CELLS), *sorted(ours, key=lambda cell: cell[1])]


def measured(tables: str, model: str, contract: str, limit: float = LIMIT) -> dict[str, Any]:
    began = time.monotonic()
    asked = {} if tables == "paper" else found_again.asked(model)
    found = ogd.synthesize(contract, model, minimal=True, limit=limit, **asked)
    refuted = [tried.steps for tried in found.tried if tried.refuted]
    there = length(tables, model, contract) or 0
    for steps in range(max(1, there - 1), there + 1):
        if not found.found:
            found = ogd.synthesize(contract, model, steps=steps, limit=limit / 2, **asked)
    return {
        "tables": tables,
        "model": model,
        "contract": contract,
        "at": asked.get("at", {}),
        "found": found.tried[-1].steps if found.found else None,
        "least": found.least,
        "refuted": max((k for k in refuted if set(range(1, k + 1)) <= set(refuted)), default=0),
        "seconds": round(time.monotonic() - began, 1),
        "limit": limit,
    }


def length(tables: str, model: str, contract: str) -> int | None:
    """How many examples the table has that is there, with its calls."""
    library = paper() if tables == "paper" else found_again.library()
    table = library.find(model, contract)
    return library.examples(table) if table else None


def rows(measured_cells: list[Mapping[str, Any]]) -> list[str]:
    lines = [
        "| tables | model | contract | there | found | least | seconds | limit |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for cell in measured_cells:
        tables, model, contract = cell["tables"], cell["model"], cell["contract"]
        least = cell["least"] if cell["found"] else "open"
        words = {"proved": "proved least", "by two solvers": "least by two solvers", "open": "open"}[least]
        words = words if least != "open" else f"open, more than {cell['refuted']}"
        shown = contract if "(" not in contract else f"`{contract}`"
        there = length(tables, model, contract) or ""
        shown_cells = (tables, model, shown, there, cell["found"] or "-", words, cell["seconds"], cell["limit"])
        lines.append(f"| {' | '.join(map(str, shown_cells))} |")
    return lines


def page(text: str, data: Mapping[str, Any]) -> str:
    """The page with its table written anew."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    note = "Measured in one process, on a machine that many used; the limit is that of the search for the least."
    at = found_again.in_words({cell["model"]: cell["at"] for cell in data["cells"]})
    table = "\n".join(rows(data["cells"]))
    said = fill(f"{note} Searched at numbers: {at}.", 120, break_on_hyphens=False)
    return f"{before}{BEGIN}\n{table}\n\n{said}\n\n{END}{after}"


def main() -> None:
    words = {*sys.argv[1:]}
    limit = int(next((word for word in words if word.isdigit()), LIMIT))
    old = json.loads(MEASURED.read_text())
    known = {(cell["tables"], cell["model"], cell["contract"]): cell for cell in old["cells"]}
    if "--show" not in words:
        ogd.synthesize("reset", "svm")  # imports what all need
        for cell in cells():
            if not words or words & {*cell} or cell not in known:
                known[cell] = measured(*cell, limit=limit)
                print(known[cell], file=sys.stderr, flush=True)
        found = [known[cell] for cell in cells()]
        MEASURED.write_text(json.dumps({"cells": found}, indent=1) + "\n")
    PAGE.write_text(page(PAGE.read_text(), json.loads(MEASURED.read_text())))


if __name__ == "__main__":
    main()
