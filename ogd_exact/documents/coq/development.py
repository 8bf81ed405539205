"""All files of a proof: the theory, which is the same for every model, and a file for each model."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.reread import CONSTRUCTION_FILE
from ogd_exact.documents.coq.coqc import LIBRARIES, required, with_required
from ogd_exact.documents.coq.logistic_file import logistic_file
from ogd_exact.documents.coq.model_file import model_file
from ogd_exact.documents.coq.proof_file import ProofFile
from ogd_exact.documents.coq.rule_text import beyond
from ogd_exact.documents.coq.slot_file import slot_file
from ogd_exact.gadgets.reading.folder import (
    BEYOND,
    LOGISTIC,
    PAPER,
    folder_of,
    in_any_order,
    is_any_order,
    is_logistic,
    library_in,
)
from ogd_exact.text.files import make_folder, write_file
from ogd_exact.text.paths import is_file
from ogd_exact.text.suggestion import unknown
from ogd_exact.training.any_order.read import read_slots
from ogd_exact.training.constructions.construction import construction
from ogd_exact.training.logistic.read import models_in, read_levels

APART = "models/theorems_apart.v"
THEOREM = re.compile(r"^Theorem (\w+)", re.M)
OF_THEORY = re.compile(r"^ *(?:Definition|Fixpoint|Lemma|Theorem|Record|Inductive|Notation) (\w+)", re.M)
OF_MODEL = re.compile(r"^(?:Definition|Lemma|Theorem) (\w+)", re.M)
SYMBOLS = re.compile(r"^Variables (.*) : F\.$", re.M)
THEORY = Path(__file__).parent / "theory"
ANY_ORDER = "any-order"  # the slots that are proved with the models of the paper


@dataclass(frozen=True)
class Source:
    """A model, and what writes its proof."""

    model: str
    written: Callable[[], ProofFile]
    in_theory: bool = True  # whether the theory speaks of the model's steps

    def proof_file(self) -> ProofFile:
        proof = self.written()
        check_names(proof.model, proof.text)
        return proof


def of_tables(model: str, library: Library, *folders: Path) -> ProofFile:
    """The proof of a model's tables, and of its construction, if one of the folders has one."""
    found = any(is_file(folder / model / CONSTRUCTION_FILE) for folder in folders)
    return model_file(model, library, construction(library, model, *folders) if found else None)


def of_slots(tables: str, model: str) -> ProofFile:
    return slot_file(read_slots(tables, model))


def of_levels(tables: str, model: str) -> ProofFile:
    return logistic_file(read_levels(tables, model))


def sources(tables: str | None, models: Collection[str]) -> list[Source]:
    """The models to prove: those of the paper and of other rules, or those of a folder; all, or some."""
    found: dict[str, Source] = {}
    for folder in (PAPER, BEYOND) if tables is None else (folder_of(tables),):
        library = library_in(folder)
        built = [path.parent.name for path in sorted(folder.glob(f"*/{CONSTRUCTION_FILE}"))]
        for model in dict.fromkeys([*(model for model, _ in library.tables), *built]):
            written = partial(of_tables, model, library, folder, PAPER)
            found[model] = Source(model, written, not beyond(library.models[model]))
    for model in models:
        if model not in found:
            raise unknown("model", model, found)
    chosen = models or [model for model, source in found.items() if tables or source.in_theory]
    return [source for model, source in found.items() if model in chosen]


def slot_sources(tables: str, models: Collection[str]) -> list[Source]:
    """All of a folder, or some; read_slots refuses those that are not there."""
    chosen = models or in_any_order(folder_of(tables))
    return [Source(model, partial(of_slots, tables, model)) for model in chosen]


def chosen_sources(tables: str | None, models: Collection[str]) -> list[Source]:
    """All that these tables prove, or these models; whoever names neither means all that is shipped for the paper."""
    found: list[Source] = []
    everything, logistic = tables is None and not models, is_logistic(tables, *models)
    if not logistic and not is_any_order(tables):
        found += sources(tables, models)
    if everything or is_any_order(tables):
        found += slot_sources(tables or ANY_ORDER, models)
    if everything or logistic:
        folder = tables or LOGISTIC.name
        chosen = models or models_in(folder_of(folder))
        found += [Source(model, partial(of_levels, folder, model)) for model in chosen]
    return found


def theory() -> dict[str, str]:
    return {f"theory/{path.name}": path.read_text() for path in sorted(THEORY.glob("*.v"))}


def check_names(model: str, text: str) -> None:
    """Refuses a file that defines a name twice, or hides one that it requires: its statements could be others."""
    below = with_required(theory(), required(text)).values()
    taken = {name for of_theory in below for name in OF_THEORY.findall(of_theory)}
    symbols = " ".join(SYMBOLS.findall(text)).split()
    for name in [*dict.fromkeys(symbols), *OF_MODEL.findall(text)]:
        if name in taken:
            raise InputError(f"{model}: there would be two of the name {name} in Coq; rename what it is made of")
        taken.add(name)


def theorems_apart(files: Mapping[str, str]) -> str:
    """A file that asks for the axioms of theorems that belong to no model: those of files that no model rests on."""
    used = with_required(files, files.keys() - theory().keys())
    apart = {name: THEOREM.findall(text) for name, text in theory().items() if name not in used}
    found = {Path(name).stem: theorems for name, theorems in apart.items() if theorems}
    lines = [f"Require Import {' '.join(f'OGD.{stem}' for stem in found)}."]
    lines += [f"Print Assumptions {stem}.{theorem}." for stem, theorems in found.items() for theorem in theorems]
    return "\n".join(["(* Theorems that belong to no model, and the axioms that they rest on. *)", *lines, ""])


def write_files(folder: Path, files: dict[str, str]) -> None:
    """Writes each file whole or not at all, and what an editor for Coq needs to find them."""
    project = "".join(f"-Q {place} {library}\n" for place, library in LIBRARIES.items())
    for name, text in {**files, "_CoqProject": project}.items():
        make_folder((folder / name).parent)
        write_file([text.encode()], str(folder / name))
