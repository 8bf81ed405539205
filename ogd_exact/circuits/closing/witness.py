"""A model checker's witness, as AIGER 1.9 defines it: a status, properties, the first state, and inputs by frame.

ABC's write_cex -a leaves out the status, the properties and the dot at the end, and writes # DONE instead.
"""

import re
from dataclasses import dataclass, field

from ogd_exact.circuits.netlists.sequential import Sequential
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.text.wording import counted

STATUSES = ("0", "1", "2")
NOTHING = {"0": "no bad is reached", "2": "it is not known whether a bad is reached"}
PROPERTIES = re.compile(r"(?:[bj][0-9]{1,9})+")
ABC_END = "# DONE"


@dataclass(frozen=True)
class Witness:
    """Bits 0, 1 and x, for either, of each input; and where latches start whose reset is open."""

    inputs: dict[str, str]
    frames: int
    starts: dict[int, int] = field(default_factory=dict)
    unknown_starts: int = 0
    bad: int | None = None


class WitnessLines:
    """The lines of a witness one after the other, without comments."""

    def __init__(self, lines: list[str], path: str) -> None:
        self.path, self.number = path, 0
        self.lines = lines

    def error(self, message: str, column: int = 1) -> InputError:
        return InputError(message, self.path, self.number, column)

    def next(self, expected: str) -> str:
        """The next line; one that is nothing but a comment is none."""
        while True:
            self.number += 1
            if self.number > len(self.lines):
                raise self.error(f"the file ends before {expected}")
            line = self.lines[self.number - 1]
            if not line.startswith("c"):
                return line.partition("c")[0].rstrip()

    def bits(self, line: str, names: int, what: str) -> str:
        """The line, a character 0, 1 or x for each of so many latches or inputs."""
        for column, character in enumerate(line, 1):
            if character not in "01x":
                raise self.error(f"expected 0, 1 or x, found {character!r}", column)
        if len(line) != names:
            raise self.error(f"expected {counted(names, 'character')}, one for each {what}, found {len(line)}")
        return line


def read_witness(lines: list[str], path: str, circuit: Sequential) -> Witness:
    reader, by_abc = WitnessLines(lines, path), lines[-1].rstrip().endswith(ABC_END)
    bad = None if by_abc else claimed(reader, circuit)
    starts = reader.bits(reader.next("the first state"), len(circuit.latches), "latch")
    check_starts(reader, starts, circuit)
    rows = []
    while True:
        line = reader.next("a line with a dot alone, which ends a witness")
        if not by_abc and line == ".":
            break
        last = by_abc and reader.number == len(lines)
        rows.append(reader.bits(line.removesuffix(ABC_END).rstrip() if last else line, len(circuit.inputs), "input"))
        if last:
            break
    if not rows:
        raise reader.error("the witness has no frames; it needs a line of inputs for each")
    check_end(reader)
    columns = ("".join(bits) for bits in zip(*rows, strict=True))
    opened = {i: bit for i, bit in enumerate(starts) if circuit.latches[i].reset is None}
    return Witness(
        dict(zip(circuit.inputs, columns, strict=True)),
        len(rows),
        {i: int(bit == "1") for i, bit in opened.items()},
        sum(bit == "x" for bit in opened.values()),
        bad,
    )


def claimed(reader: WitnessLines, circuit: Sequential) -> int:
    """The bad that the first lines say is reached, by its place."""
    status = reader.next("a status, which is 1")
    if status not in STATUSES:
        raise reader.error(f"expected a status, which is 1, found {status[:40]!r}")
    if status in NOTHING:
        raise reader.error(f"says that {NOTHING[status]}, so that there is nothing to run; give a witness of status 1")
    text = reader.next("a property such as b0")
    if not PROPERTIES.fullmatch(text):
        raise reader.error(f"expected a property such as b0, found {text[:40]!r}")
    if "j" in text:
        raise reader.error("justice is about runs without end, and no frame shows that it holds", text.index("j") + 1)
    place = int(re.split("b", text)[1])
    asked = len(circuit.bads or circuit.outputs)  # files of AIGER 1.0 have outputs in place of bads
    if place >= asked:
        raise reader.error(f"the circuit has no b{place}; it has {counted(asked, 'bad or output', 'bads or outputs')}")
    return place


def check_starts(reader: WitnessLines, starts: str, circuit: Sequential) -> None:
    for column, (bit, latch) in enumerate(zip(starts, circuit.latches, strict=True), 1):
        if bit != "x" and latch.reset not in (None, int(bit)):
            message = f"latch {latch.name[:40]} starts at {latch.reset} in the circuit, not at {bit}"
            raise reader.error(f"{message}; is this the witness of another circuit?", column)


def check_end(reader: WitnessLines) -> None:
    """A file may hold several witnesses, but one run has only one."""
    for number, line in enumerate(reader.lines[reader.number :], reader.number + 1):
        if line.partition("c")[0].strip():
            raise InputError("a second witness; keep one of them in the file", reader.path, number, 1)
