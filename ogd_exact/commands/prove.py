"""python -m ogd_exact.prove: writes tables and constructions as Coq, with their proofs, and lets coqc check them."""

import subprocess
from argparse import Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path

from ogd_exact.commands.progress import Progress
from ogd_exact.commands.shell import FAILED, HOLDS, UNDECIDED, OutOfTime, complain
from ogd_exact.core.kernel.errors import InputError, Undecided
from ogd_exact.documents.coq import development
from ogd_exact.documents.coq.coqc import Compiled, CoqMissing, compiled, with_required
from ogd_exact.documents.coq.proof_file import NotCovered, ProofFile
from ogd_exact.documents.coq.proof_summary import proof_summary
from ogd_exact.documents.coq.table_lemmas import Refuted
from ogd_exact.text.files import check_folder

INSTALL = "install it with apt-get install coq, or opam install coq"


def main(options: Namespace) -> int:
    check_folder(options.output)
    proofs, codes = dict[str, ProofFile](), [HOLDS]
    everything = options.tables is None and not options.model
    chosen = development.chosen_sources(options.tables, options.model)
    with Progress("model") as progress:
        for number, source in enumerate(chosen):
            progress(number, len(chosen))
            codes.append(add_proof(source, proofs, by_name=bool(options.model)))
    if not proofs:
        return worst([*codes, UNDECIDED])
    files = development.theory() | {name: proof.text for name, proof in proofs.items()}
    if everything:
        files[development.APART] = development.theorems_apart(files)
    else:
        files = with_required(files, proofs)
    folder = Path(options.output)
    development.write_files(folder, files)
    try:
        with Progress("file") as progress:
            done = compiled(folder, files, options.limit, progress)
    except CoqMissing:
        unchecked = f"wrote {len(files)} files to {folder}, which nobody has checked: coqc is missing"
        return worst([*codes, complain(f"{unchecked}; {INSTALL}", UNDECIDED)])
    except subprocess.TimeoutExpired:
        raise OutOfTime(f"coqc did not end within {options.limit:g} s; raise --limit") from None
    print(proof_summary(done, {name: proof.model for name, proof in proofs.items()}, str(folder)))
    codes += [refusal(file, proofs) for file in done if not file.accepted]
    return worst(codes)


def worst(codes: Sequence[int]) -> int:
    """The exit code for several answers: a failure counts more than what is undecided."""
    return FAILED if FAILED in codes else max(codes)


def add_proof(source: development.Source, proofs: dict[str, ProofFile], by_name: bool) -> int:
    """Writes out the proof of a model, if there is one; returns the exit code that this deserves.

    Where a whole set is proved, a model that the theory does not cover is named and left out.
    """
    try:
        proof = source.proof_file()
    except Undecided as problem:
        counts = by_name or not isinstance(problem, NotCovered)
        return complain(f"{problem}; {source.model} is not proved", UNDECIDED if counts else HOLDS)
    except Refuted as problem:
        return complain(str(problem), FAILED)
    if proof.file in proofs:
        raise InputError(f"two models would have the file {proof.file}; rename one")
    proofs[proof.file] = proof
    return HOLDS


def refusal(file: Compiled, proofs: Mapping[str, ProofFile]) -> int:
    """Says which lemma coqc refuses, and what it is about."""
    if file.file not in proofs:
        return complain(f"coqc refuses {file.file}, which is made for Coq 8.16: {file.reason}", UNDECIDED)
    proof, lemma = proofs[file.file], file.refused
    where = f"{proof.about(lemma)}: coqc refuses {lemma} in {file.file}: {file.reason}"
    if proof.verified(lemma):
        return complain(f"{where}; verify finds no fault there, so please report it", UNDECIDED)
    return complain(where, FAILED)
