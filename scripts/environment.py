"""A local environment in .venv with this project installed, made once and kept up to date."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def prepare(extras: str = "") -> Path:
    """The environment's Python, with the project and the extras installed; installs only what is missing."""
    if sys.version_info < (3, 11):  # noqa: UP036  this file must run on any Python to say so
        sys.exit(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}")
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes() + sys.version.encode()).hexdigest()
    marker = VENV / f"installed{extras}"
    enough = {marker, *VENV.glob("installed*")} if not extras else {marker}
    if any(path.is_file() and path.read_text() == wanted for path in enough):
        return PYTHON
    print("preparing the environment in .venv ...", file=sys.stderr)
    made_by_another = (VENV / "pyvenv.cfg").is_file() and sys.version.split()[0] not in (
        VENV / "pyvenv.cfg"
    ).read_text()
    make = [sys.executable, "-m", "venv", *(["--clear"] if made_by_another else []), str(VENV)]
    if subprocess.run(make).returncode:
        sys.exit("no virtual environment could be made; on Debian and Ubuntu: apt-get install python3-venv")
    install = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    install += ["--no-compile"]  # Python compiles what it imports, which is little of what is installed
    if subprocess.run([*install, "--editable", f"{ROOT}{extras}"]).returncode:
        sys.exit("pip could not install what is needed; see its message above")
    marker.write_text(wanted)
    return PYTHON


def run(*command: str | Path, folder: Path | None = None) -> int:
    return subprocess.run([str(part) for part in command], cwd=folder).returncode


def end(script: Callable[[], int]) -> None:
    """Ends with the exit code of a script; Ctrl-C is one line and no traceback."""
    try:
        code = script()
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        code = 130
    sys.exit(code)
