"""The machine that a benchmark ran on; neither its name nor any path."""

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("gmpy2", "sympy", "numpy", "numba", "scikit-learn", "z3-solver")


def machine() -> dict[str, str]:
    found = {
        "CPU": processor(),
        "cores": str(os.cpu_count()),
        "system": platform.system(),
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
    }
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found


def processor() -> str:
    path = Path("/proc/cpuinfo")
    lines = path.read_text().splitlines() if path.is_file() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
