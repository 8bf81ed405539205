"""That OGD never says yes, proved without a run: others propose an invariant and its proofs, which are checked here."""

import time
from pathlib import Path
from tempfile import TemporaryDirectory

from ogd_exact.circuits.invariants.check import formulas, variables
from ogd_exact.circuits.invariants.programs import ABC, CADICAL, NoProof, installed
from ogd_exact.circuits.invariants.search import proposed
from ogd_exact.circuits.invariants.solver import refutation
from ogd_exact.core.kernel.errors import BadCertificate
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.runs.certificate import Certificate, certificate_for, check
from ogd_exact.training.runs.questions import question


def certified(reduction: Reduction, seconds: float) -> Certificate:
    """A certificate that was checked; raises NoProof where none is found in this time."""
    if not question(reduction).follows_circuit:
        raise NoProof("ordinary passes may exceed the bound")
    for names in (ABC, CADICAL):  # before any work
        installed(names)
    until, netlist = time.monotonic() + seconds, reduction.netlist

    def left() -> float:
        return max(1.0, until - time.monotonic())

    with TemporaryDirectory(prefix="ogd-exact-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        invariant = proposed(netlist, folder, left())
        most = variables(netlist, invariant)
        proofs = {
            claim: refutation(most, formula, folder, left()) for claim, formula in formulas(netlist, invariant).items()
        }
    found = certificate_for(reduction, invariant, proofs)
    try:
        check(reduction, found)
    except BadCertificate as error:
        raise NoProof(str(error)) from None
    return found
