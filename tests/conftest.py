"""Shared by all tests: samples of sweeps, running the command as users do, and what to do when a tool is missing."""

import contextlib
import gc
import importlib
import io
import os
import random
import shlex
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest
from hypothesis import settings

from ogd_exact.commands.command_line import command, dispatch
from ogd_exact.commands.shell import run

ROOT = Path(__file__).parents[1]
Item = TypeVar("Item")
everything = False  # whether sweeps are run whole; else a sample of each
for setting in ("COLUMNS", "FORCE_COLOR", "PYTHON_COLORS"):  # output is neither wrapped nor, by Python 3.14, coloured
    os.environ.pop(setting, None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="run every case of the sweeps, not a sample of them")


def pytest_configure(config: pytest.Config) -> None:
    """Before any test is imported, so that parameters may be sampled, too."""
    global everything
    everything = config.getoption("--all")
    importlib.import_module("sympy")  # compiled here, as this process is the first; else by each of its workers at once
    gc.set_threshold(100_000)  # tables and sympy are many objects to look through again and again
    settings.register_profile(
        "tests",
        deadline=None,  # machines are noisy
        max_examples=examples(100),
        derandomize=not everything or os.environ.get("CI") == "true",  # what lands is judged by what it changes
    )
    settings.load_profile("tests")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says why tests were skipped, most first, and whether sweeps were run whole."""
    reasons = Counter(
        str(report.longrepr[2]).removeprefix("Skipped: ") for report in terminalreporter.getreports("skipped")
    )
    for reason, count in reasons.most_common():
        terminalreporter.write_line(f"skipped {count:4}: {reason}")
    terminalreporter.write_line("" if everything else "a sample of the sweeps was run; --all runs every case")


def parts(item: Any) -> Iterable[Any]:
    return enumerate(item) if isinstance(item, tuple) else ()


def sampled(items: Iterable[Item], share: int, features: Callable[[Item], Iterable[Any]] = parts) -> list[Item]:
    """One in four times `share`, at random but always the same, with every feature in it; or all of them with --all.

    The features of an item are those it is given by, its parts if it is a tuple: a sample of pairs of a circuit and
    a model has every circuit and every model.
    """
    whole = list(items)
    if everything:
        return whole
    order = random.Random(0).sample(range(len(whole)), len(whole))
    shows = [{repr(feature) for feature in features(item)} for item in whole]
    seen: set[str] = set()
    chosen: list[int] = []
    for some_seen in (set(), seen):  # first those of which nothing was seen
        for place in order:
            new = shows[place] - seen
            if new and shows[place] <= new | some_seen:
                chosen.append(place)
                seen |= new
    most = max(1, len(chosen), len(whole) // (4 * share))
    chosen += [place for place in order if place not in chosen]
    return [whole[place] for place in sorted(chosen[:most])]


def in_full(test: Callable[..., None]) -> Any:
    """A test that takes long, and of which there is no sample: it runs with --all."""
    return pytest.mark.skipif(not everything, reason="takes long; runs with --all")(test)


def examples(number: int) -> int:
    """How many random examples stand for so many."""
    return number if everything else max(3, number // 16)


class Answer(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def verify(capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs the verify command in this process; returns its exit code and what it printed."""

    def call(*arguments: object) -> Answer:
        code = run(command("verify"), [str(a) for a in arguments])
        captured = capsys.readouterr()
        return Answer(code, captured.out, captured.err)

    return call


@pytest.fixture
def eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a terminal of that width."""
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture(scope="module")
def window() -> Iterator[Any]:
    """A window of a browser, one for all tests of a file."""
    from browser import chromium

    with chromium() as opened:
        yield opened


@pytest.fixture
def opened(window: Any, tmp_path: Path) -> Iterator[Any]:
    """Opens the page of these arguments of explore; at the end nothing was complained about, nor loaded."""
    from browser import tabs

    with tabs(window, tmp_path) as open_page:
        yield open_page


@pytest.fixture(scope="session", autouse=True)
def coqc_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Puts tests/proofs/coqc_once.py on PATH as coqc, with one store for all workers of pytest-xdist."""
    base = tmp_path_factory.getbasetemp()
    kept = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "coqc-once"
    with pytest.MonkeyPatch.context() as patched:
        if real := shutil.which("coqc"):
            coqc = tmp_path_factory.mktemp("coqc") / "coqc"
            once = [sys.executable, "-S", "-E", str(ROOT / "tests" / "proofs" / "coqc_once.py"), real, str(kept)]
            coqc.write_text(f'#!/bin/sh\nexec {shlex.join(once)} "$@"\n')
            coqc.chmod(0o755)
            patched.setenv("PATH", f"{coqc.parent}{os.pathsep}{os.environ['PATH']}")
        yield


def typed(*command: object, **environment: str) -> Answer:
    """Runs a command in a process of its own, in an empty folder's worth of assumptions."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    done = subprocess.run([sys.executable, *map(str, command)], capture_output=True, text=True, env=env, timeout=300)
    return Answer(done.returncode, done.stdout, done.stderr)


def called(*words: object) -> Answer:
    """Runs `ogd-exact` with these words in this process, which is sooner done."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8", newline=""), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(dispatch, [str(word) for word in words])
    return Answer(code, out.buffer.getvalue().decode(), err.getvalue())


def edit(path: Path, old: str, new: str, times: int = -1) -> None:
    """Replaces a text that must be there, everywhere or so many times."""
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, times))


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
