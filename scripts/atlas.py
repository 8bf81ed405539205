"""Writes the table of docs/atlas.md: which losses compute, by the constructions that are shipped."""

import sys
from collections import defaultdict
from pathlib import Path

from environment import ROOT
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.model import Model
from ogd_exact.gadgets.reading.folder import SHIPPED, paper, read_library
from ogd_exact.training.constructions.construction import construction

PAGE = ROOT / "docs" / "atlas.md"
FIRST, LAST = "<!-- written by scripts/atlas.py -->\n", "<!-- until here -->\n"
SETS = ("atlas", "compact", "rules")  # of several constructions for one loss, the first is shown
COLUMNS = ("plain", "bias", "L2", "momentum")
LIBRARIES = {"sklearn": "scikit-learn", "torch": "PyTorch"}


def column(library: Library, model: Model, folder: Path) -> str:
    """What the model has besides its loss; a bias is a state, or an entry that every example has."""
    if model.momentum != "0":
        return "momentum"
    if model.regularizer != "0":
        return "L2"
    return "bias" if "bias" in model.rule.state or construction(library, model.name, folder).always else "plain"


def cell(library: Library, model: Model, name: str) -> str:
    """The model, the symbols for all of whose values its tables are proved, and the examples of a NAND."""
    table = library.find(model.name, "nand")
    every = f", every {', '.join(model.symbols)}" if model.symbols else ""
    return f"`{name}/{model.name}`{every}{f', {library.examples(table)}' if table else ''}"


def table() -> str:
    rows: dict[str, dict[str, str]] = defaultdict(dict)
    known: dict[str, set[str]] = defaultdict(set)
    for name in SETS:
        folder = SHIPPED / name
        library = read_library(folder, fallback=paper())
        for model in library.models.values():
            if not (folder / model.name / "construction.toml").exists():
                continue
            loss = model.rule.words.replace(" with a bias", "")
            rows[loss].setdefault(column(library, model, folder), cell(library, model, name))
            known[loss] |= {LIBRARIES[key] for key in model.rule.library if key in LIBRARIES}
    lines = [["loss", *COLUMNS, "steps like"], ["---"] * (len(COLUMNS) + 2)]
    for loss in sorted(rows, key=lambda loss: (-len(rows[loss]), loss)):
        lines.append([loss, *(rows[loss].get(part, "") for part in COLUMNS), ", ".join(sorted(known[loss]))])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def page() -> str:
    before, rest = PAGE.read_text().split(FIRST)
    return f"{before}{FIRST}{table()}{LAST}{rest.split(LAST, 1)[1]}"


if __name__ == "__main__":
    sys.exit(PAGE.write_text(page()) == 0)
