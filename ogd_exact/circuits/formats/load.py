"""Finds the circuit that an argument means: a file in one of the formats, or a machine such as counter:8."""

import json
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from ogd_exact.circuits.formats.aiger import read_aiger
from ogd_exact.circuits.formats.blif import read_blif
from ogd_exact.circuits.machines.machines import MACHINES, machine
from ogd_exact.circuits.netlists.sequential import Sequential
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.text.paths import contents, exists

MAX_BYTES = 1 << 26
VERILOG = (".v", ".sv", ".vh", ".svh")


class Identified(NamedTuple):
    """A circuit, and the SHA-256 of its file, or of its parts as JSON if it was made in Python.

    A machine has none: its name says it all.
    """

    circuit: Sequential
    sha256: str | None


def identified(asked: str | Sequential) -> Identified:
    """The circuit that a user asks for: of a file, by its content and then by its extension, or of a machine."""
    if isinstance(asked, Sequential):
        parts = (asked.inputs, asked.latches, asked.ands, asked.outputs, asked.bads, asked.constraints)
        return Identified(asked, sha256(json.dumps(parts).encode()).hexdigest())
    name, colon, _ = asked.partition(":")
    if colon and name in MACHINES:
        return Identified(machine(asked), None)
    path = Path(asked)
    if name in MACHINES and not exists(path):
        raise InputError(f"{name} needs a size, as in {name}:{max(MACHINES[name].least, 4)}")
    # A word with a colon that is no file was meant to be a machine.
    if colon and not exists(path) and name.isidentifier():
        return Identified(machine(asked), None)
    data = contents(path, MAX_BYTES, f"give a file, or a machine: {', '.join(MACHINES)}")
    return Identified(read(data, path), sha256(data).hexdigest())


def load(asked: str) -> Sequential:
    return identified(asked).circuit


def read(data: bytes, path: Path) -> Sequential:
    if not data:
        raise InputError("is empty", str(path), 1)
    if data.startswith((b"aag ", b"aig ")) or path.suffix in (".aag", ".aig"):
        return read_aiger(data, str(path))
    if path.suffix == ".blif" or data.lstrip().startswith((b".model", b"#")):
        return read_blif(data, str(path))
    if path.suffix in VERILOG:
        raise InputError(
            "is Verilog; make a BLIF file of it by yosys, as docs/circuits.md says under Verilog", str(path)
        )
    raise InputError(f"is neither AIGER nor BLIF; give such a file, or a machine: {', '.join(MACHINES)}", str(path), 1)
