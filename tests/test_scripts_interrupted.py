"""Ctrl-C ends the scripts that set up their own environment in one line."""

import hashlib
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from conftest import ROOT


def checkout(folder: Path) -> Path:
    """The scripts beside an environment that is up to date, whose Python says that it has begun, and sleeps."""
    shutil.copytree(ROOT / "scripts", folder / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "pyproject.toml").touch()
    python = folder / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    begun = f"import pathlib, time; pathlib.Path({str(folder / 'begun')!r}).touch(); time.sleep(60)"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} -c "{begun}"\n')
    python.chmod(0o755)
    for extras in ("", "[test]", "[ci]"):
        (folder / ".venv" / f"installed{extras}").write_text(hashlib.sha256(sys.version.encode()).hexdigest())
    return folder


@pytest.mark.parametrize("script", ["test.py", "verify.py"])
def test_an_interrupt_is_one_line(script: str, tmp_path: Path) -> None:
    folder = checkout(tmp_path)
    with subprocess.Popen(
        [sys.executable, str(folder / "scripts" / script)],
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background jobs ignore it
    ) as process:
        while not (folder / "begun").exists() and process.poll() is None:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        assert (process.communicate()[1], process.returncode) == ("interrupted\n", 130)
