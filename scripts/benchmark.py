"""Times verification of everything as a multiple of `import sympy`, both measured here, in turn, in one run.

python scripts/benchmark.py [--rounds N] [--json]
"""

import argparse
import json
import statistics
import subprocess
import sys
import time

COMMANDS = {
    "import sympy": ["-c", "import sympy"],
    "verify everything": ["-m", "ogd_exact.verify"],
    "verify as printed, with repairs": ["-m", "ogd_exact.verify", "--printed"],
}
UNIT = "import sympy"


def seconds(command: list[str]) -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, *command], capture_output=True)
    return time.perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    for command in COMMANDS.values():
        seconds(command)  # once, unmeasured: byte code and file caches
    times = [{name: seconds(command) for name, command in COMMANDS.items()} for _ in range(options.rounds)]
    ratios = {name: statistics.median(t[name] / t[UNIT] for t in times) for name in COMMANDS}
    if options.json:
        print(json.dumps({"unit": UNIT, "rounds": options.rounds, "ratios": ratios}, indent=2))
        return
    for name, ratio in ratios.items():
        print(f"{name:34}{ratio:6.2f} x {UNIT}")


if __name__ == "__main__":
    main()
