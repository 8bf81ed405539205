"""Loading: the format is told by what a file holds, then by its name; what is no file is a machine."""

import os
from pathlib import Path

import pytest

from circuits.circuit_files import write_aiger, write_blif
from ogd_exact.circuits.formats.load import load
from ogd_exact.circuits.machines.machines import machine
from ogd_exact.core.kernel.errors import InputError

COUNTER = machine("counter:3")


@pytest.mark.parametrize("name", ["a.aag", "a.aig", "a", "a.blif", "counter:x.blif"])
def test_content_decides(tmp_path: Path, name: str) -> None:
    for content in (write_aiger(COUNTER, False), write_aiger(COUNTER, True)):
        (tmp_path / name).write_bytes(content)
        circuit = load(str(tmp_path / name))
        assert [latch.name for latch in circuit.latches] == ["x0", "x1", "x2"] and len(circuit.bads) == 1


@pytest.mark.parametrize("name", ["a.blif", "a", "a.txt"])
@pytest.mark.parametrize("start", [b"", b"# comment\n", b"\n\n"])
def test_blif_by_name_or_content(tmp_path: Path, name: str, start: bytes) -> None:
    (tmp_path / name).write_bytes(start + write_blif(COUNTER))
    assert len(load(str(tmp_path / name)).latches) == 3


def test_machines_and_files_named_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert load("counter:3") == COUNTER
    Path("mine:3").write_bytes(write_aiger(machine("gray:2"), False))
    assert len(load("mine:3").latches) == 2
    with pytest.raises(InputError, match="there is no machine 'yours'"):
        load("yours:3")


def test_a_machine_without_its_size_and_files_of_other_kinds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="^counter needs a size, as in counter:4$"):
        load("counter")
    Path("design.v").write_text("module m; endmodule\n")
    with pytest.raises(InputError, match="^design.v: is Verilog; .* by yosys, as docs/circuits.md says under Verilog"):
        load("design.v")
    Path("nothing").touch()
    with pytest.raises(InputError, match="^nothing:1: is empty$"):
        load("nothing")
    os.mkfifo("pipe")
    with pytest.raises(InputError, match="^pipe: is not a regular file"):
        load("pipe")
