"""Proposes fewer gates for a netlist, by ABC. Not trusted: whoever takes them compares all states."""

from pathlib import Path
from tempfile import TemporaryDirectory

from ogd_exact.circuits.formats.blif import read_blif
from ogd_exact.circuits.invariants.programs import ABC, NoProof, installed, run
from ogd_exact.circuits.invariants.search import blif
from ogd_exact.circuits.netlists.nand import MOST_COMPARED, Netlist, to_nand
from ogd_exact.core.kernel.errors import InputError

SECONDS = 10.0


def shorter(netlist: Netlist) -> Netlist | None:
    """Another netlist for the same, where ABC is installed and the states are few enough to be compared."""
    if netlist.named_answer is not None or netlist.inputs > MOST_COMPARED:
        return None
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "netlist.blif").write_text(blif(netlist, netlist.inputs - 1))
        try:
            command = "read_blif netlist.blif; strash; ifraig; dc2; dc2; write_blif shorter.blif"
            run([installed(ABC), "-q", command], folder, SECONDS)
            return to_nand(read_blif((folder / "shorter.blif").read_bytes()))
        except (NoProof, InputError, OSError):
            return None
