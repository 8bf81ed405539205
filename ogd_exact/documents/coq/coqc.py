"""Compiles Coq files by coqc, two at a time, each after those that it requires."""

import re
import shutil
import subprocess
import time
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path

LIBRARIES = {"theory": "OGD", "models": "OGDModels"}  # the folders, and what Coq calls them
REQUIRED = re.compile(r"^Require (?:Import|Export) ([^.]*(?:\.\w[^.]*)*)\.\s*$", re.M)
AT_ONCE = 2
WHERE = re.compile(r'^File "[^"]*", line (\d+), characters')
STATED = re.compile(r"^(?:Lemma|Theorem|Definition) (\w+)")
ASKED = re.compile(r"^Print Assumptions (\w+(?:\.\w+)*)\.$", re.M)
CLOSED, OPEN = "Closed under the global context", "Axioms:"


class CoqMissing(Exception):
    """There is no coqc to ask."""


@dataclass(frozen=True)
class Compiled:
    """What coqc said of a file."""

    file: str  # such as models/svm.v
    text: str
    seconds: float
    accepted: bool
    printed: str
    complaint: str

    @property
    def assumptions(self) -> dict[str, tuple[str, ...]]:
        """The axioms that each theorem rests on, where the file asks for them."""
        answers: list[list[str]] = []
        for line in self.printed.splitlines():
            if line in (CLOSED, OPEN):
                answers.append([])
            elif answers and line[:1].strip():
                answers[-1].append(line.split(":")[0].strip())
        return {name: tuple(found) for name, found in zip(ASKED.findall(self.text), answers, strict=True)}

    @property
    def refused(self) -> str:
        """The lemma at which coqc stopped."""
        found = next((match for match in map(WHERE.match, self.complaint.splitlines()) if match), None)
        above = self.text.splitlines()[: int(found[1])] if found else []
        return next((match[1] for line in reversed(above) if (match := STATED.match(line))), "")

    @property
    def reason(self) -> str:
        """The complaint of coqc, in one line."""
        return " ".join(self.complaint.partition("Error:")[2].split())[:200]


def required(text: str) -> set[str]:
    """The files that a file requires, by folder and name."""
    folders = {library: folder for folder, library in LIBRARIES.items()}
    words = [word for found in REQUIRED.findall(text) for word in found.split()]
    parts = [word.split(".") for word in words]
    return {f"{folders[part[0]]}/{part[1]}.v" for part in parts if part[0] in folders}


def with_required(files: Mapping[str, str], wanted: Collection[str]) -> dict[str, str]:
    """The wanted files, and all that they require."""
    found = {*wanted}
    while more := {name for file in found for name in required(files[file])} - found:
        found |= more
    return {name: text for name, text in files.items() if name in found}


def compiled(
    folder: Path, files: Mapping[str, str], limit: float, progress: Callable[[int, int], None] = lambda *_: None
) -> list[Compiled]:
    """Compiles files that stand in a folder; what requires one that was refused is left out."""
    program = shutil.which("coqc")
    if program is None:
        raise CoqMissing
    sorter = TopologicalSorter({name: required(text) & {*files} for name, text in files.items()})
    sorter.prepare()
    done, running, deadline = list[Compiled](), dict[Future[Compiled], str](), time.monotonic() + limit
    with ThreadPoolExecutor(AT_ONCE) as pool:
        while sorter.is_active():
            for name in sorted(sorter.get_ready(), key=lambda name: -len(files[name])):  # the longest first
                running[pool.submit(compile_one, program, folder, name, files[name], deadline)] = name
            if not running:
                break  # all that is left requires what was refused
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                name = running.pop(future)
                done.append(future.result())
                if done[-1].accepted:
                    sorter.done(name)
            progress(len(done), len(files))
    return done


def compile_one(program: str, folder: Path, name: str, text: str, deadline: float) -> Compiled:
    """Compiles one file; raises subprocess.TimeoutExpired at the deadline."""
    paths = [word for place, library in LIBRARIES.items() for word in ("-Q", place, library)]
    began = time.monotonic()
    command = [program, "-q", "-noglob", *paths, name]
    answer = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=max(0.1, deadline - began))
    passed = time.monotonic() - began
    return Compiled(name, text, passed, answer.returncode == 0, answer.stdout, answer.stderr)
