"""Files that say what inputs are given: witnesses of model checkers, as AIGER 1.9 has them, and CSV."""

import hashlib
from dataclasses import dataclass

from ogd_exact.circuits.closing.assumptions import Driver
from ogd_exact.circuits.closing.stimulus import Stimulus, held
from ogd_exact.circuits.closing.witness import ABC_END, STATUSES, Witness, read_witness
from ogd_exact.circuits.netlists.sequential import Sequential, some
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.text.csv_table import cells
from ogd_exact.text.paths import contents

MAX_BYTES = 1 << 22  # each bit of a stimulus may take a gate


@dataclass(frozen=True)
class GivenStimuli:
    """What a file gives inputs by name, of which the last bit is held, and where it starts latches, by place."""

    driver: Driver
    inputs: dict[str, Stimulus]
    starts: dict[int, int]
    bad: int | None  # the property that the file claims is reached, by its place


def read_stimulus_file(path: str, circuit: Sequential) -> GivenStimuli:
    """A file whose name ends in .csv is CSV, and others are if they do not begin as a witness does."""
    data = contents(path, MAX_BYTES, "give a witness or a CSV file of inputs", "give fewer frames")
    lines = text_lines(data, path)
    begins = next((line for line in lines if not line.startswith("c")), "").partition("c")[0].strip()
    is_witness = begins in STATUSES or data.rstrip().endswith(ABC_END.encode())
    if is_witness and not path.endswith(".csv"):
        found = read_witness(lines, path, circuit)
    else:
        found = Witness(*read_csv(lines, path, circuit))
    stimuli = {name: held(bits.replace("x", "0")) for name, bits in found.inputs.items()}
    unknown = sum(bits.count("x") for bits in found.inputs.values()) + found.unknown_starts
    digest = hashlib.sha256(data).hexdigest()
    return GivenStimuli(Driver(path, digest, found.frames, tuple(stimuli), unknown), stimuli, found.starts, found.bad)


def text_lines(data: bytes, path: str) -> list[str]:
    """The lines of a file of ASCII text, without their ends; an end after the last one begins no other."""
    lines = data.split(b"\n")
    for number, line in enumerate(lines, 1):
        if not line.isascii() or b"\0" in line:
            column = next(i for i, byte in enumerate(line, 1) if byte == 0 or byte > 127)
            raise InputError("is not ASCII text", path, number, column)
    return [line.removesuffix(b"\r").decode() for line in (lines if lines[-1] else lines[:-1])]


def read_csv(lines: list[str], path: str, circuit: Sequential) -> tuple[dict[str, str], int]:
    """The bits of each input that the first line names, a line for each frame; and how many frames."""
    if not lines:
        raise InputError("is empty; begin with the names of inputs", path, 1, 1)
    names, known = {}, set(circuit.inputs)
    for name, column in cells(lines[0], path, 1):
        if name not in known:
            raise InputError(f"no input is called {name[:40]!r}; there are {some(circuit.inputs)}", path, 1, column)
        if name in names:
            raise InputError(f"a second column for the input {name[:40]!r}", path, 1, column)
        names[name] = column
    rows = []
    for number, line in enumerate(lines[1:], 2):
        bits = cells(line, path, number)
        for bit, column in bits:
            if bit not in ("0", "1"):
                raise InputError(f"expected 0 or 1, found {bit[:40]!r}", path, number, column)
        if len(bits) != len(names):
            count = f"expected {len(names)} bits, one for each name in the first line, found {len(bits)}"
            raise InputError(count, path, number, 1)
        rows.append([bit for bit, _ in bits])
    if not rows:
        raise InputError("has no frames; give a line of bits for each", path, 2, 1)
    return {name: "".join(bits) for name, bits in zip(names, zip(*rows, strict=True), strict=True)}, len(rows)
