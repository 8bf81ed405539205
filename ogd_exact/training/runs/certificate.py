"""Certificates that OGD never says yes: a netlist, an invariant of it and three proofs, to be checked alone."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ogd_exact.circuits.invariants.check import CLAIMS, failure
from ogd_exact.circuits.invariants.propagation import Clause
from ogd_exact.circuits.netlists.nand import Netlist
from ogd_exact.core.kernel.errors import BadCertificate, InputError, one_line
from ogd_exact.training.constructions.asked import NetlistQuestion
from ogd_exact.training.constructions.reduction import Reduction, reduced
from ogd_exact.training.constructions.request import Request
from ogd_exact.training.numbers.powers import plain
from ogd_exact.training.runs.questions import question

FORMAT = "ogd-exact-invariant 1"


@dataclass(frozen=True)
class Certificate:
    """What is asked of which netlist, how it is made a training set, and why the answer is never yes."""

    request: Request
    asked: NetlistQuestion
    invariant: Sequence[Clause]  # on the inputs of the netlist that is run, counted from 1
    proofs: Mapping[str, Sequence[Clause]]  # of the claims
    path: str | None = field(default=None, compare=False)  # of the file,
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)  # and where each proof begins in it

    def wrong(self, message: str, line: int | None = None) -> BadCertificate:
        return BadCertificate(str(InputError(message, self.path, line)))

    def told_by(self, asked: NetlistQuestion, whose: str) -> "Certificate":
        """The same, with what is asked and assumed by the circuit itself, which must have this netlist."""
        if asked.netlist != self.asked.netlist:
            raise self.wrong(f"is of another netlist than {whose}")
        return replace(self, request=replace(self.request, circuit=asked.circuit), asked=asked)

    def checked(self) -> Reduction:
        """The training set, made anew and proved to run the netlist; raises BadCertificate unless it never says yes."""
        found = reduced(self.request, self.asked)
        check(found, self)
        return found

    def how(self) -> dict[str, object]:
        """What reports say of it."""
        sizes = {"clauses": len(self.invariant), "literals": sum(map(len, self.invariant))}
        lengths = {claim: len(proof) for claim, proof in self.proofs.items()}
        invariant = {**sizes, "proofs": lengths, "netlist": digest(self.asked.netlist)}
        by = {"engine": "invariant", "confirmed": True, "confirmed_by": "unit propagation"}
        return {**by, "invariant": invariant}


def check(reduction: Reduction, certificate: Certificate) -> None:
    """Raises BadCertificate unless OGD on this training set never says yes, in any pass, for the reason given.

    Every pass is proved to do what a frame of the netlist does, from all inputs false.
    """
    if not question(reduction).follows_circuit:
        raise certificate.wrong("passes whose answer is no may exceed the bound, so that an invariant decides nothing")
    if wrong := failure(reduction.netlist, certificate.invariant, certificate.proofs):
        place = wrong.clause + 1
        stops = wrong.clause == len(certificate.proofs[wrong.claim])
        problem = "stops before a contradiction" if stops else f"clause {place} does not follow, or is not needed"
        line = certificate.lines.get(wrong.claim)
        message = f"the proof {CLAIMS[wrong.claim]} fails: {problem}"
        raise certificate.wrong(message, None if line is None else line + place - stops)


def certificate_for(
    reduction: Reduction, invariant: Sequence[Clause], proofs: Mapping[str, Sequence[Clause]]
) -> Certificate:
    """The certificate of a training set that a request made."""
    request, asked = reduction.request, reduction.asked
    # The netlist stands for the circuit and all that was asked of it.
    alike = {name: getattr(request, name) for name in ("model", "tables", "question", "norm_bound", "parameters")}
    return Certificate(Request(one_line(asked.circuit), **alike), asked, invariant, proofs)


def certificate_text(certificate: Certificate) -> str:
    return "".join(f"{line}\n" for line in certificate_lines(certificate))


def certificate_lines(certificate: Certificate) -> Iterator[str]:
    request, asked = certificate.request, certificate.asked
    yield FORMAT
    yield f"circuit {one_line(asked.circuit)}"
    if asked.sha256 is not None:
        yield f"sha256 {asked.sha256}"
    yield f"asks {one_line(asked.wanted)}"
    if str(asked.assumptions):
        yield f"assumes {one_line(str(asked.assumptions))}"
    yield f"model {request.model}"
    yield f"question {request.question}"
    if request.tables is not None:
        yield f"tables {request.tables}"
    if request.norm_bound is not None:
        yield f"norm-bound {plain(request.norm_bound)}"
    for name, value in sorted(request.parameters.items()):
        yield f"set {name}={plain(value)}"
    yield from netlist_lines(asked.netlist)
    for stored, name in zip(asked.netlist.state, asked.latches, strict=True):
        yield f"latch {stored.input} {int(stored.inverted)} {name}"
    yield from (f"added {name}" for name in asked.added)
    yield f"digest {digest(asked.netlist)}"
    yield f"invariant {len(certificate.invariant)}"
    yield from map(clause_line, certificate.invariant)
    for claim in CLAIMS:
        yield f"{claim} {len(certificate.proofs[claim])}"
        yield from map(clause_line, certificate.proofs[claim])
    yield "end"


def clause_line(clause: Clause) -> str:
    return " ".join(map(str, ("clause", *clause)))


def netlist_lines(netlist: Netlist) -> Iterator[str]:
    """The last output answers."""
    yield f"netlist {netlist.inputs} {len(netlist.gates)} {len(netlist.state)}"
    yield from (f"gate {a} {b}" for a, b in netlist.gates)
    yield from (f"output {output}" for output in netlist.outputs)


def digest(netlist: Netlist) -> str:
    """The sum of the gates and outputs, whatever their latches are called."""
    return hashlib.sha256("".join(f"{line}\n" for line in netlist_lines(netlist)).encode()).hexdigest()
