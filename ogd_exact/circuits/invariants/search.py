"""Proposes invariants: property directed reachability by ABC. Not trusted: each is proved, and the proofs checked."""

import re
from pathlib import Path

from ogd_exact.circuits.invariants.programs import ABC, NoProof, installed, run
from ogd_exact.circuits.invariants.propagation import Clause
from ogd_exact.circuits.netlists.nand import Netlist

YES = re.compile(rb"asserted in frame (\d+)")


def proposed(netlist: Netlist, folder: Path, seconds: float) -> list[Clause]:
    """Clauses on the inputs; raises NoProof if none are found in time, or if there is a yes."""
    program = installed(ABC)
    (folder / "netlist.blif").write_text(blif(netlist, netlist.inputs))
    # Its own limit first, so that it ends by itself; started in the folder, it reads no settings of the user's.
    command = f"read_blif netlist.blif; strash; pdr -T {max(1, int(seconds))} -d -I invariant.pla"
    done = run([program, "-q", command], folder, seconds)
    found = folder / "invariant.pla"
    if yes := YES.search(done.stdout):
        raise NoProof(f"{program} says that the answer is yes in frame {int(yes[1])}")
    if not found.exists():
        raise NoProof(f"{program} found no invariant in {seconds:.0f} s")
    try:
        return clauses(found.read_text("ascii", "replace"), netlist.inputs)
    except ValueError:
        raise NoProof(f"{program} wrote an invariant that cannot be read") from None


def blif(netlist: Netlist, latches: int) -> str:
    """The netlist with latches for its first inputs, false at the start as the others always are, and its answer."""
    lines = [".model netlist", ".inputs", ".outputs answer"]
    lines += [f".latch s{output} s{i} 0" for i, output in enumerate(netlist.outputs[:latches])]
    lines += [f".names s{i}" for i in range(latches, netlist.inputs)]
    for gate, (a, b) in enumerate(netlist.gates, netlist.inputs):
        lines += [f".names s{a} s{b} s{gate}", "0- 1", "-0 1"] if a != b else [f".names s{a} s{gate}", "0 1"]
    return "\n".join([*lines, f".names s{netlist.answer} answer", "1 1", ".end", ""])


def clauses(text: str, inputs: int) -> list[Clause]:
    """What a file of excluded cubes says: the names of latches, then a row of 0, 1 and - for each cube."""
    names, found = list[int](), list[Clause]()
    for line in text.splitlines():
        words = line.split()
        if words[:1] == [".ilb"]:
            names = [int(word.removeprefix("s")) + 1 for word in words[1:]]
            if not all(1 <= name <= inputs for name in names):
                raise ValueError
        elif words and words[0][0] in "01-":
            cube = zip(names, words[0], strict=True)
            found.append([name if bit == "0" else -name for name, bit in cube if bit != "-"])
    return found
