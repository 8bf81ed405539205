"""Changes to a construction: edits, and calls of gadgets that were not there."""

import copy
import tomllib
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from fuzz.construction_files import ConstructionFiles, shipped
from fuzz.edits import EDITS
from fuzz.inventions import call_gadget, invent_gadget
from ogd_exact.core.tables.library import Library
from ogd_exact.training.constructions.reduction import chosen_construction

BORROWED = Path(__file__).parents[1] / "reduction" / "false_proofs"
SHIPPED_CONSTRUCTIONS = {files.name: files for files in shipped()}


def mutant(seed: int) -> ConstructionFiles:
    """One of the shipped constructions with one to three changes, of which half call gadgets that were not there."""
    chance = Random(seed)
    # Changes know calls of phases; gates of several kinds are spoiled in tests/reduction/test_gates.py.
    named = sorted(name for name, files in SHIPPED_CONSTRUCTIONS.items() if "gate" not in files.construction)
    files = copy.deepcopy(SHIPPED_CONSTRUCTIONS[chance.choice(named)])
    for _ in range(chance.choice([1, 1, 2, 3])):
        if chance.random() < 0.5:
            chance.choice((invent_gadget, borrow_gadget))(chance, files, library(files.name))
        else:
            chance.choice(EDITS)(chance, files)
    return files


@cache
def library(name: str) -> Library:
    with TemporaryDirectory() as folder:
        SHIPPED_CONSTRUCTIONS[name].write(Path(folder))
        return chosen_construction(SHIPPED_CONSTRUCTIONS[name].model, folder, "first-coordinate")[0]


def borrow_gadget(chance: Random, files: ConstructionFiles, library: Library) -> None:
    """A gadget that was part of a false proof once; its table holds."""
    layered = library.models[files.model].rule.name == "dense-relu-dense"
    tables = [tomllib.loads(path.read_text()) for path in sorted(BORROWED.glob("*/*/*.toml"))]
    fitting = [t for t in tables if "before" in t.get("contract", {}) and ("v" in t["coordinates"]) == layered]
    call_gadget(chance, files, chance.choice(fitting))
