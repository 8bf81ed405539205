"""Refutes formulas by CaDiCaL. Not trusted: the proofs that it writes are checked."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from ogd_exact.circuits.invariants.programs import CADICAL, NoProof, installed, run
from ogd_exact.circuits.invariants.propagation import Clause, Propagation

SATISFIABLE, UNSATISFIABLE = 10, 20  # exit codes, by the custom of solvers
MAX_BYTES = 1 << 28  # of a proof
MOST_CLAUSES = 100_000  # at a few milliseconds each


def refutation(variables: int, formula: Sequence[Clause], folder: Path, seconds: float) -> list[Clause]:
    """Clauses that each follow from those before by unit propagation, and end in a contradiction."""
    program = installed(CADICAL)
    head = f"p cnf {variables} {len(formula)}\n"
    (folder / "formula.cnf").write_text(head + "".join(line(clause) for clause in formula))
    proof = folder / "proof"
    # Plain: without what newer releases justify by more than unit propagation.
    command = [program, "-q", "-t", str(max(1, int(seconds))), "--plain", "--no-binary", "formula.cnf", proof.name]
    done = run(command, folder, seconds)
    if done.returncode == SATISFIABLE:
        raise NoProof(f"what was proposed is none, as {program} says")
    if done.returncode != UNSATISFIABLE:
        raise NoProof(f"{program} found no proof of the invariant in {seconds:.0f} s")
    try:
        if proof.stat().st_size > MAX_BYTES:
            raise NoProof(f"{program} wrote a proof that is larger than {MAX_BYTES} bytes")
        return as_needed(variables, formula, lemmas(proof.read_text("ascii").splitlines(), variables))
    except (OSError, ValueError):
        raise NoProof(f"{program} wrote no proof that can be read") from None


def line(clause: Clause) -> str:
    return " ".join(map(str, (*clause, 0))) + "\n"


def lemmas(lines: Iterable[str], variables: int) -> Iterable[Clause]:
    """The clauses of a proof, but for the empty one at its end; what it deletes may as well stay."""
    for text in lines:
        words = text.split()
        if words[0] != "d" and words != ["0"]:
            clause = [int(word) for word in words[:-1]]
            if not all(0 < abs(literal) <= variables for literal in clause):
                raise ValueError
            yield clause


def as_needed(variables: int, formula: Iterable[Clause], proof: Iterable[Clause]) -> list[Clause]:
    """A proof up to the clause after which unit propagation finds the contradiction, as solvers go on for a while."""
    known, kept = Propagation(variables), list[Clause]()
    for clause in formula:
        known.add(clause)
    for clause in proof:
        if known.contradiction:
            break
        if len(kept) == MOST_CLAUSES:
            raise NoProof(f"the proof has more than {MOST_CLAUSES} clauses, which take too long to check")
        kept.append(clause)
        known.add(clause)
    return kept
