"""Reads certificates: every line is understood or refused, with its place."""

import re

from ogd_exact.circuits.closing.assumptions import Assumptions
from ogd_exact.circuits.invariants.check import CLAIMS
from ogd_exact.circuits.invariants.propagation import Clause
from ogd_exact.circuits.netlists.nand import Netlist, Stored
from ogd_exact.circuits.netlists.sequential import MAX_VARIABLES, check_name
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import Number
from ogd_exact.text.paths import contents
from ogd_exact.text.wording import argument, counted
from ogd_exact.training.constructions.asked import NetlistQuestion
from ogd_exact.training.constructions.request import Request, number
from ogd_exact.training.runs.certificate import FORMAT, Certificate, digest

MAX_BYTES = 1 << 28
MOST = 10**9 - 1  # of nine digits
WORD = re.compile(r"\S+")
SHA256 = re.compile(r"[0-9a-f]{64}")
NUMBER = re.compile(r"0|-?[1-9][0-9]{0,8}")


class Lines:
    """The lines of a text, one at a time, each of a kind that its first word says."""

    def __init__(self, text: str, path: str) -> None:
        self.path, self.number = path, 0  # of the line that was taken last
        self.lines = text.split("\n")

    def wrong(self, message: str, column: int = 1) -> InputError:
        return InputError(message, self.path, self.number, column)

    def next_is(self, kind: str) -> bool:
        return self.number < len(self.lines) and self.lines[self.number].startswith(f"{kind} ")

    def take(self, kind: str) -> str:
        """What follows the first word of the next line, which must be this kind."""
        text = self.lines[self.number] if self.number < len(self.lines) else ""
        self.number += 1
        found, _, rest = text.partition(" ")
        if found != kind:
            raise self.wrong(f"expected a line that begins with {kind}, not {text[:40]!r}")
        return rest

    def numbers(self, kind: str, least: int, most: int, count: int | None = None) -> list[int]:
        """The numbers of the next line, all from least to most, and as many as that."""
        found = list[int]()
        for word in WORD.finditer(self.take(kind)):
            value = int(word[0]) if NUMBER.fullmatch(word[0]) else most + 1
            if not least <= value <= most:
                column = len(kind) + 2 + word.start()
                raise self.wrong(f"expected a number from {least} to {most}, not {word[0][:20]!r}", column)
            found.append(value)
        if count not in (None, len(found)):
            raise self.wrong(f"expected {kind} and {counted(count or 0, 'number')}, not {len(found)}")
        return found


def read_certificate(path: str) -> Certificate:
    data = contents(path, MAX_BYTES, f"give what {argument('certificate() of a verdict')} wrote")
    return certificate_of(data.decode("utf-8", "replace"), path)


def certificate_of(text: str, path: str) -> Certificate:
    """Raises InputError where the text is no certificate; what it claims is for `checked` to decide."""
    lines = Lines(text, path)
    word, _, version = FORMAT.partition(" ")
    if lines.take(word) != version:
        raise lines.wrong(f"expected {FORMAT}; other versions are not known")
    circuit = lines.take("circuit")
    sha256 = lines.take("sha256") if lines.next_is("sha256") else None
    if sha256 is not None and not SHA256.fullmatch(sha256):
        raise lines.wrong("expected sha256 and 64 hexadecimal digits")
    wanted = lines.take("asks")
    assumed = Assumptions(quoted=lines.take("assumes") if lines.next_is("assumes") else "")
    request = read_request(lines, circuit)
    netlist, latches, added = read_netlist(lines)
    invariant = read_clauses(lines, "invariant", netlist.inputs)
    proofs, begins = dict[str, list[Clause]](), dict[str, int]()
    for claim in CLAIMS:
        begins[claim] = lines.number + 1
        proofs[claim] = read_clauses(lines, claim, MOST)
    if lines.take("end") or lines.lines[lines.number :] != [""]:
        raise lines.wrong("expected nothing after the line end")
    asked = NetlistQuestion(circuit, latches, wanted, netlist, sha256, added, assumed)
    return Certificate(request, asked, invariant, proofs, path, begins)


def read_request(lines: Lines, circuit: str) -> Request:
    """How the netlist is made a training set, and how OGD is asked."""
    model, kind = lines.take("model"), lines.take("question")
    tables = lines.take("tables") if lines.next_is("tables") else None
    try:
        bound = number("norm-bound", lines.take("norm-bound")) if lines.next_is("norm-bound") else None
        parameters = dict[str, Number]()
        while lines.next_is("set"):
            name, _, text = lines.take("set").partition("=")
            if name in parameters:
                raise InputError(f"{name} is set twice")
            parameters[name] = number(name, text)
        return Request(circuit, model, tables, question=kind, norm_bound=bound, parameters=parameters)
    except InputError as error:
        raise lines.wrong(error.message) from None


def read_netlist(lines: Lines) -> tuple[Netlist, tuple[str, ...], tuple[str, ...]]:
    """The netlist, with the names of the circuit's latches, and of those that were added to close it."""
    inputs, gates, latches = lines.numbers("netlist", 0, MAX_VARIABLES, 3)
    pairs = list[tuple[int, int]]()
    for signal in range(inputs, inputs + gates):
        a, b = lines.numbers("gate", 0, signal - 1, 2)
        pairs.append((a, b))
    outputs = [lines.numbers("output", inputs, inputs + gates - 1, 1)[0] for _ in range(inputs)]
    state, names = list[Stored](), list[str]()
    for _ in range(latches):
        words = lines.take("latch").split(" ", 2)
        if len(words) != 3 or not NUMBER.fullmatch(words[0]) or words[1] not in ("0", "1"):
            raise lines.wrong("expected latch, its input, whether it is inverted, and its name")
        state.append(Stored(int(words[0]), words[1] == "1"))
        names.append(words[2])
    added = list[str]()
    while lines.next_is("added"):
        added.append(lines.take("added"))
    try:
        for name in (*names, *added):
            check_name("latch", name)
        netlist = Netlist(inputs, tuple(pairs), tuple(outputs), tuple(state))
    except InputError as error:
        raise lines.wrong(error.message) from None
    if lines.take("digest") != digest(netlist):
        raise lines.wrong("the digest is that of another netlist")
    return netlist, tuple(names), tuple(added)


def read_clauses(lines: Lines, kind: str, variables: int) -> list[Clause]:
    """A line that says how many there are, then the clauses."""
    (count,) = lines.numbers(kind, 0, MOST, 1)
    found = list[Clause]()
    for _ in range(count):
        clause = lines.numbers("clause", -variables, variables)
        if not clause or 0 in clause:
            raise lines.wrong("expected a clause: at least one literal, and none of them 0")
        found.append(clause)
    return found
