"""Measures the table of least lengths of docs/synthesis.md, and writes it there: python scripts/least_lengths.py

Each cell asks for the least number of steps with the proof that fewer will not do, for a limited time; if that finds
nothing, for as many as the table has that is there, or one less. With words, as in "compact" or "svm-bias", cells are
measured anew that have one of them, or were never measured; with --show none is, and the page is but written anew.
"""

import json
import sys
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import ogd_exact as ogd
from ogd_exact.reduction.construction import read_construction
from ogd_exact.tables.folder import SHIPPED, paper, read_library
from ogd_exact.tables.library import Library

PAGE = Path(__file__).parents[1] / "docs" / "synthesis.md"
MEASURED = PAGE.with_name("least_lengths.json")
BEGIN, END = "<!-- written by scripts/least_lengths.py -->\n", "<!-- end -->"
LIMIT = 60  # seconds for a cell, or a number among the words
ALPHA = {"alpha": "3/4"}  # for models that leave it open
LEFT_OUT = ("svm-reg", "svm-bias-reg")  # whose tables are for small magnitudes, and which were made by hand
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


@cache
def compact() -> Library:
    return read_library(SHIPPED / "compact", behind=paper())


def cells() -> list[tuple[str, str, str]]:
    """The set of tables, the model and the contract; of the compact models all contracts, but for those left out."""
    ours = [("compact", model.name, name) for model in compact().models.values() for name in model.contracts
            if model.name not in LEFT_OUT and compact().tables.get((model.name, name))]  # fmt: skip
    return [*(("paper", *cell) for cell in PAPER_CELLS), *sorted(ours, key=lambda cell: cell[1])]


def asked(tables: str, model: str) -> dict[str, Any]:
    """What a model needs besides: numbers for its symbols, and the entries that every example has."""
    if tables == "paper":
        return {}
    built = read_construction(SHIPPED / tables / model / "construction.toml", compact())
    at = ALPHA if compact().models[model].symbols else {}
    return {"tables": SHIPPED / tables, "at": at, "always": {} if built.after_each else built.always}


def measured(tables: str, model: str, contract: str, limit: float = LIMIT) -> dict[str, Any]:
    began = time.monotonic()
    found = ogd.synthesize(contract, model, minimal=True, limit=limit, **asked(tables, model))
    refuted = [tried.steps for tried in found.tried if tried.refuted]
    there = length(tables, model, contract) or 0
    for steps in range(max(1, there - 1), there + 1):
        if not found.found:
            found = ogd.synthesize(contract, model, steps=steps, limit=limit / 2, **asked(tables, model))
    return {
        "tables": tables,
        "model": model,
        "contract": contract,
        "found": found.tried[-1].steps if found.found else None,
        "least": found.least,
        "refuted": max((k for k in refuted if set(range(1, k + 1)) <= set(refuted)), default=0),
        "seconds": round(time.monotonic() - began, 1),
        "limit": limit,
    }


def length(tables: str, model: str, contract: str) -> int | None:
    """How many examples the table has that is there, with its calls."""
    library = paper() if tables == "paper" else compact()
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
    return before + BEGIN + "\n" + "\n".join(rows(data["cells"])) + f"\n\n{note}\n\n" + END + after


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
