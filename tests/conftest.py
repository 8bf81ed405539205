"""Shared by all tests: running the command as users do, and what to do when an outside tool is missing."""

import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import settings

from ogd_exact.command import run
from ogd_exact.verify.__main__ import main

ROOT = Path(__file__).parents[1]
settings.register_profile("untimed", deadline=None)  # machines are noisy
settings.load_profile("untimed")
os.environ.pop("COLUMNS", None)  # output is not wrapped unless a test asks for it


class Answer(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def verify(capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs the verify command in this process; returns its exit code and what it printed."""

    def call(*arguments: object) -> Answer:
        code = run(main, [str(a) for a in arguments])
        captured = capsys.readouterr()
        return Answer(code, captured.out, captured.err)

    return call


@pytest.fixture
def eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a terminal of that width."""
    monkeypatch.setenv("COLUMNS", "80")


def typed(*command: object, **environment: str) -> Answer:
    """Runs a command in a process of its own, in an empty folder's worth of assumptions."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    env.pop("SYMPY_GROUND_TYPES", None)  # set by this process's own number backend
    done = subprocess.run([sys.executable, *map(str, command)], capture_output=True, text=True, env=env, timeout=300)
    return Answer(done.returncode, done.stdout, done.stderr)


def needs(module: str, package: str) -> Any:
    """The module; without it the test is skipped with a remedy, or fails where CI=true."""
    try:
        return importlib.import_module(module)
    except ImportError:
        message = f"{module} is missing; install it with: pip install {package}"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)


def needs_program(*names: str, package: str = "") -> str:
    """The first of these programs that is installed; without one the test is skipped, or fails where CI=true."""
    for name in names:
        if shutil.which(name):
            return name
    message = f"{names[0]} is missing; install it with: apt-get install {package or names[0]}"
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)
