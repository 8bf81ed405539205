"""Changes to a construction: edits, and calls of gadgets that were not there."""

import copy
import tomllib
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from fuzz.edits import EDITS
from fuzz.inventions import call_gadget, invent_gadget
from fuzz.kits import Kit, shipped
from ogd_exact.reduction.reduction import chosen_construction
from ogd_exact.tables.library import Library

BORROWED = Path(__file__).parents[1] / "reduction" / "false_proofs"
KITS = {kit.name: kit for kit in shipped()}


def mutant(seed: int) -> Kit:
    """One of the shipped constructions with one to three changes, of which half call gadgets that were not there."""
    chance = Random(seed)
    kit = copy.deepcopy(KITS[chance.choice(sorted(KITS))])
    for _ in range(chance.choice([1, 1, 2, 3])):
        if chance.random() < 0.5:
            chance.choice((invent_gadget, borrow_gadget))(chance, kit, library(kit.name))
        else:
            chance.choice(EDITS)(chance, kit)
    return kit


@cache
def library(name: str) -> Library:
    with TemporaryDirectory() as folder:
        KITS[name].write(Path(folder))
        return chosen_construction(KITS[name].model, folder, "first-coordinate")[0]


def borrow_gadget(chance: Random, kit: Kit, library: Library) -> None:
    """A gadget that was part of a false proof once; its table holds."""
    layered = library.models[kit.model].rule.name == "dense-relu-dense"
    tables = [tomllib.loads(path.read_text()) for path in sorted(BORROWED.glob("*/*/*.toml"))]
    fitting = [t for t in tables if "before" in t.get("contract", {}) and ("v" in t["coordinates"]) == layered]
    call_gadget(chance, kit, chance.choice(fitting))
