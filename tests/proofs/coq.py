"""What tests of proofs share: a folder with a compiled theory, and files that are compiled on top of it."""

import atexit
import re
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from conftest import needs_program
from ogd_exact.documents.coq.coqc import Compiled, compiled, required, with_required
from ogd_exact.documents.coq.development import sources, theory, write_files
from ogd_exact.documents.coq.proof_file import ProofFile

SOON = 300  # seconds
BELOW_ROWS = ("theory/Rows.v", "theory/Positive.v", "theory/Check.v", "theory/Rationals.v")
PROVED = re.compile(r"^(?:Lemma|Theorem) .*?\bQed\.\n", re.M | re.S)
NOT_DATA = re.compile(r"^(?:Ltac in_region .*?\.$|#\[local\] Hint .*?\.$|Print Assumptions .*?\.$)", re.M | re.S)


@cache
def proof_of(model: str) -> ProofFile:
    """Of the paper's construction, or of one of ours, such as svm compact."""
    name = model.removesuffix(" compact")
    (source,) = sources(None if name == model else "compact", [name])
    return source.proof_file()


@cache
def folder_below(names: tuple[str, ...]) -> Path:
    """A folder with these files of the theory, and all that they require, compiled; kept while tests run."""
    needs_program("coqc", package="coq")
    chosen = with_required(theory(), names)
    folder = Path(mkdtemp(prefix="ogd-exact-theory-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    write_files(folder, chosen)
    done = compiled(folder, chosen, SOON)
    assert len(done) == len(chosen) and all(file.accepted for file in done), [file.complaint for file in done]
    return folder


def checked(name: str, text: str) -> Compiled:
    """What coqc says of one more file; most need no more of the theory than rows do."""
    file, more = f"models/{name}.v", required(text) - {*BELOW_ROWS}
    folder = folder_below((*BELOW_ROWS, *sorted(more)))
    write_files(folder, {file: text})
    (done,) = compiled(folder, {file: text}, SOON)
    return done


def on_rows(text: str) -> str:
    """A file of a model that imports less, so that it is sooner compiled."""
    return text.replace("Require Import OGD.Model OGD.Positive.", "Require Import OGD.Rows OGD.Positive OGD.Check.")


def without_proofs(text: str) -> str:
    """The definitions of a file, each as it stands there."""
    return on_rows(NOT_DATA.sub("", PROVED.sub("", text)))
