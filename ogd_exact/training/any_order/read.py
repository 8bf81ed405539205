"""Reads the construction of a model whose examples may come in any order, and the tables that it calls."""

from functools import cache
from pathlib import Path

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.tables.reread import CONSTRUCTION_FILE
from ogd_exact.gadgets.reading.folder import SHIPPED, folder_of, paper, read_library
from ogd_exact.training.any_order.table import SlotSet
from ogd_exact.training.constructions.construction import construction


def read_slots(tables: str, model: str = "svm") -> SlotSet:
    folder = folder_of(tables)
    return shipped(folder, model) if folder.is_relative_to(SHIPPED) else read_folder(folder, model)


@cache
def shipped(folder: Path, model: str) -> SlotSet:
    """Read once, as files of ours do not change."""
    return read_folder(folder, model)


def read_folder(folder: Path, model: str) -> SlotSet:
    library = read_library(folder, fallback=paper())
    built = construction(library, model, folder)
    if not built.drift:
        problem = "has no drift, so that its examples have one order, and others here may have any"
        raise InputError(f"{problem}; keep it in a folder apart", str(folder / model / CONSTRUCTION_FILE), 1)
    return SlotSet(library, built)
