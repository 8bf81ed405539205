"""Whole commands, as multiples of `import sympy`, measured in turn; and questions that only engines decide."""

import json
import statistics
import subprocess
import sys
import time
from typing import Any

from benchmarks.assembling import SCRIPTS
from benchmarks.figures import MISSING, Figure, Sizes

UNIT = ["-c", "import sympy"]
SIMULATE = ["-m", "ogd_exact.simulate"]
MOST_SECONDS = 600
ENDED = {0, 1, 3}  # exit codes of commands that did what they were asked: 3 is undecided


def timed(command: list[str]) -> tuple[float, int, str]:
    """Seconds, exit code, and what was printed; a command that does not end in time has the code -1."""
    began = time.perf_counter()
    try:
        done = subprocess.run(
            [sys.executable, *command], capture_output=True, text=True, timeout=MOST_SECONDS, cwd=SCRIPTS.parent
        )
    except subprocess.TimeoutExpired:
        return time.perf_counter() - began, -1, ""
    return time.perf_counter() - began, done.returncode, done.stdout


def command_figures(sizes: Sizes) -> list[Figure]:
    late = [*SIMULATE, sizes.register, "--model", "dense-relu-dense", "--at-step", str(10**12)]
    never = "1" * int(sizes.register.partition(":")[2])  # the one state that the register never meets
    commands = {
        "verify": ("verify everything, to import sympy", ["-m", "ogd_exact.verify"], None),
        "verify_printed": ("verify as printed, to import sympy", ["-m", "ogd_exact.verify", "--printed"], None),
        # The register's own question is answered before, and then its weights grow beyond all bounds (exit code 3).
        "at_step_own": (f"{sizes.register} at step 10^12: known out of reach", late, 60.0),
        "at_step": ("the same, its target never met", [*late, "--target", never], 60.0),
    }
    figures = []
    timed(UNIT)  # once, unmeasured: byte code and file caches
    for key, (what, command, most) in commands.items():
        ratios = []
        for _ in range(sizes.rounds):
            taken, code, _ = timed(command)
            if code not in ENDED:
                ratios = []
                break
            ratios.append(taken / timed(UNIT)[0])
        measured = statistics.median(ratios) if ratios else None
        figures.append(Figure(key, what, measured, at_most=most))
    return [*figures, decided(sizes)]


def decided(sizes: Sizes) -> Figure:
    taken, code, printed = timed([*SIMULATE, sizes.decided, "--engine", "circuit", "--format", "json"])
    answer: dict[str, Any] = json.loads(printed) if code == 0 else {}
    verdict = answer.get("verdict", f"undecided after {MOST_SECONDS} s" if code == -1 else MISSING)
    what = f"circuit, {sizes.decided}: {verdict}"
    return Figure("decided", what, taken if code == 0 else None, "s", at_most=MOST_SECONDS, note=verdict)
