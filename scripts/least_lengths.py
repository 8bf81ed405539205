"""Measures the table of least lengths of docs/synthesis.md, and writes it there: python scripts/least_lengths.py

Each cell asks for the least number of steps with the proof that fewer will not do, for a limited time.
With --show the page is written anew from what was measured before.
"""

import json
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import ogd_exact as ogd

PAGE = Path(__file__).parents[1] / "docs" / "synthesis.md"
MEASURED = PAGE.with_name("least_lengths.json")
BEGIN, END = "<!-- written by scripts/least_lengths.py -->\n", "<!-- end -->"
LIMIT = 60  # seconds for a cell
SMALL = ("reset", "not", "copy", "copy_if_true", "set_false_if_unset", "destructive_nand")
CELLS = [
    *(("svm", name) for name in SMALL),
    ("svm", "keeping_nand(a bit, b bit, c unset): c = nand(a, b)"),
    ("svm", "spending_nand(a bit, b bit, c unset): c = nand(a, b); a = any; b = any"),
    ("svm-bias", "correct_bias"),
    *(("dense-relu", name) for name in SMALL),
    ("dense-relu", "joined_copy(a bit, b unset, j 1): b = copy(a)"),
    ("dense-relu-dense", "reset"),
    ("dense-relu-dense", "copy_if_true"),
]


def measured(model: str, contract: str) -> dict[str, Any]:
    began = time.monotonic()
    found = ogd.synthesize(contract, model, minimal=True, limit=LIMIT)
    refuted = [tried.steps for tried in found.tried if tried.refuted]
    return {
        "model": model,
        "contract": contract,
        "found": found.tried[-1].steps if found.found else None,
        "least": found.least,
        "refuted": max((k for k in refuted if set(range(1, k + 1)) <= set(refuted)), default=0),
        "seconds": round(time.monotonic() - began, 1),
    }


def rows(cells: list[Mapping[str, Any]], paper_steps: Mapping[tuple[str, str], int]) -> list[str]:
    lines = ["| model | contract | paper, examples | found | least | seconds |", "|---|---|---|---|---|---|"]
    for cell in cells:
        printed = paper_steps.get((cell["model"], cell["contract"]), "")
        least = cell["least"] if cell["found"] else "open"
        words = {"proved": "proved least", "by two solvers": "least by two solvers", "open": "open"}[least]
        words = words if least != "open" else f"open, more than {cell['refuted']}"
        shown = cell["contract"] if "(" not in cell["contract"] else f"`{cell['contract']}`"
        lines.append(
            f"| {cell['model']} | {shown} | {printed} | {cell['found'] or '-'} | {words} | {cell['seconds']} |"
        )
    return lines


def paper_steps() -> dict[tuple[str, str], int]:
    """How many examples the paper's tables have, with their calls."""
    from ogd_exact.tables.folder import paper

    library = paper()
    return {key: library.examples(table) for key, table in library.tables.items()}


def page(text: str, data: Mapping[str, Any]) -> str:
    """The page with its table written anew."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    note = f"Measured at {data['limit']} s a cell, one process, on a machine that others used as well."
    return before + BEGIN + "\n" + "\n".join(rows(data["cells"], paper_steps())) + f"\n\n{note}\n\n" + END + after


def main() -> None:
    if "--show" not in sys.argv:
        ogd.synthesize("reset", "svm")  # imports what all need
        cells = []
        for model, contract in CELLS:
            cells.append(measured(model, contract))
            print(cells[-1], file=sys.stderr, flush=True)
        MEASURED.write_text(json.dumps({"limit": LIMIT, "cells": cells}, indent=1) + "\n")
    PAGE.write_text(page(PAGE.read_text(), json.loads(MEASURED.read_text())))


if __name__ == "__main__":
    main()
