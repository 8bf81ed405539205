"""Assembling large circuits: time for each gate, memory, examples in a second.

python scripts/benchmarks/assembling.py FILE SECONDS measures one circuit in a process of its own, as JSON.
"""

import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

SCRIPTS = Path(__file__).parents[1]
ANDS_OF_GATES = 0.645  # of a random circuit, once inverters are added and equal gates merged
LATCHES = 64
# From a small process: a child's peak counts the memory of the process that started it.
PEAK = "import resource, subprocess, sys; subprocess.run([sys.executable, *sys.argv[1:]], check=True); \
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"


def random_circuit(gates: int) -> str:
    """An AIGER file in which each and reads the one before it and any other, and which needs about so many gates."""
    chosen, ands = random.Random(gates), max(LATCHES, round(gates * ANDS_OF_GATES))
    first, last = LATCHES + 1, LATCHES + ands
    lines = [f"aag {last} 0 {LATCHES} 1 {ands}"]
    lines += [f"{2 * (i + 1)} {2 * (last - i) + chosen.getrandbits(1)}" for i in range(LATCHES)]
    lines.append(str(2 * last))
    for v in range(first, last + 1):
        lines.append(f"{2 * v} {2 * v - 2 + chosen.getrandbits(1)} {chosen.randrange(2, 2 * v - 2)}")
    return "\n".join(lines) + "\n"


def measure(path: str, seconds: float, rounds: int = 3) -> dict[str, Any]:
    """The least times of some rounds: of many for small circuits, whose times are short and noisy."""
    from ogd_exact.commands.circuit_options import request
    from ogd_exact.commands.command_line import parsed
    from ogd_exact.training.constructions.formats import jsonl
    from ogd_exact.training.constructions.reduction import reduced

    clock = time.process_time
    reduced(request(parsed("reduce", ["counter:2"])))  # reads the tables, which takes the same for all circuits
    best: dict[str, Any] = {}
    first, done = clock(), 0
    while done < rounds or clock() - first < seconds:
        began, done = clock(), done + 1
        of = reduced(request(parsed("reduce", [path])))
        proved = clock()
        examples = sum(1 for _ in of.training.examples())
        streamed = clock()
        size = sum(len(piece) for piece in jsonl(of, False))
        times = {"prove": proved - began, "stream": streamed - proved, "write": clock() - streamed}
        best = {name: min(taken, best.get(name, taken)) for name, taken in times.items()}
        found = {"gates": len(of.netlist.gates), "examples": examples, "bytes": size}
    return found | best


def assembled(gates: tuple[int, ...], seconds: float) -> list[dict[str, Any]]:
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for wanted in gates:
            path, out = Path(folder) / f"{wanted}.aag", Path(folder) / "out.jsonl"
            path.write_text(random_circuit(wanted))
            one = json.loads(child(str(Path(__file__)), str(path), str(seconds)))
            peak = int(child("-c", PEAK, "-m", "ogd_exact.reduce", str(path), "-o", str(out)))
            found.append(one | {"peak": peak / (1024 if sys.platform != "darwin" else 1024**2)})
    return found


def child(*arguments: str) -> str:
    command = [sys.executable, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=SCRIPTS.parent).stdout


if __name__ == "__main__":
    sys.path[0] = str(SCRIPTS.parent)
    print(json.dumps(measure(sys.argv[1], float(sys.argv[2]))))
