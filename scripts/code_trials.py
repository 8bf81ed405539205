"""Runs tests on changed code: in a copy of a process that has read all files, or in one that reads a changed file."""

from __future__ import annotations

import ast
import contextlib
import importlib
import importlib.util
import itertools
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from multiprocessing.sharedctypes import RawValue
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest

from code_mutants import Mutant, mutants

ROOT = Path(__file__).resolve().parents[1]
MEMORY = 4 << 30


def in_a_copy(work: Callable[[], bool]) -> bool:
    """What the work says in a copy of this process, which is silent and may not take too much; False if it does."""
    child = os.fork()
    if child == 0:
        good = False
        try:
            os.setsid()
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            silence = os.open(os.devnull, os.O_RDWR)
            for stream in range(3):
                os.dup2(silence, stream)
            good = work()
        finally:
            os._exit(0 if good else 1)
    status = os.waitpid(child, 0)[1]
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # what it may have started
    return status == 0


class Changed(SourceFileLoader):
    """Loads the changed code in place of a file of the package, and finds nothing else."""

    def __init__(self, file: str, tree: ast.Module) -> None:
        super().__init__(module_name(file), str(ROOT / file))
        self.code = compile(tree, str(ROOT / file), "exec")

    def get_code(self, fullname: str) -> CodeType:
        return self.code

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        return importlib.util.spec_from_file_location(name, self.path, loader=self) if name == self.name else None


def module_name(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def passes(tests: Sequence[str], plugin: Patience, file: str = "", tree: ast.Module | None = None) -> bool:
    """Whether the tests pass in a process of its own, where the file is as in the tree, if one is given."""

    def work() -> bool:
        if tree is not None:
            sys.meta_path.insert(0, Changed(file, tree))
        words = ["-x", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", "ignore:Module already imported", *tests]
        return pytest.main(words, plugins=[plugin]) == 0

    return in_a_copy(work)


class Patience:
    """For pytest: ends the process when a test takes too long, and does not look for the smallest counterexample.

    Seconds are of the processor, as others may be using it, too. What is counted is shared with copies of the process.
    """

    def __init__(self, seconds: float = 600) -> None:
        self.seconds = seconds
        self.longest = RawValue("d", 0)  # what a test took

    def pytest_collection(self) -> None:
        from hypothesis import Phase, settings

        signal.setitimer(signal.ITIMER_PROF, self.seconds)
        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("trials", settings.get_profile("tests"), phases=phases)
        settings.load_profile("trials")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Iterator[None]:
        started = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, self.seconds)  # kills the process, unless it is set anew in time
        done = yield
        self.longest.value = max(self.longest.value, time.process_time() - started)
        return done


class Trials(Patience):
    """For pytest: instead of running the tests once, runs them in a copy of the process for each change.

    A change is made by giving a function other code, wherever that function has been imported. Changes outside of
    functions are left to others, and so are those that survive in a function that was called before tests began.
    """

    def __init__(self, file: str, chosen: Sequence[Mutant], seconds: float, results: Path) -> None:
        super().__init__(seconds)
        self.file, self.chosen, self.results = file, {*chosen}, results
        self.running = RawValue("i", 0)  # the number of the test that runs, or ran last
        self.path, self.called = str(ROOT / file), set[str]()

    def pytest_load_initial_conftests(self) -> None:
        sys.settrace(self.note)

    def note(self, frame: FrameType, _event: str, _about: object) -> None:
        """For settrace: a function is called."""
        if frame.f_code.co_filename == self.path:
            self.called.add(frame.f_code.co_qualname)

    def pytest_runtestloop(self, session: Any) -> bool:
        signal.setitimer(signal.ITIMER_PROF, 0)
        warm_tables()
        sys.settrace(None)
        module = importlib.import_module(module_name(self.file))
        plain = functions(compile(ast.parse((ROOT / self.file).read_text()), self.file, "exec"))
        for mutant, tree in mutants(ROOT, self.file):
            if mutant not in self.chosen:
                continue
            code = functions(compile(tree, self.file, "exec"))
            names = [name for name in plain if code.get(name) != plain[name]]
            found = [function_object(module, name) for name in names]
            if len(found) == 1 and found[0] is not None and plain.keys() == code.keys():
                survives = in_a_copy(lambda f=found[0], c=code[names[0]]: self.runs_with(session, f, c))
                if not survives:  # the next change is likely to be noticed by the same test
                    session.items.insert(0, session.items.pop(self.running.value))
                if not survives or names[0] not in self.called:
                    with self.results.open("a") as file:
                        file.write(json.dumps([survives, *mutant]) + "\n")
        return True

    def runs_with(self, session: Any, function: FunctionType, code: CodeType) -> bool:
        """Whether all tests pass, until one does not."""
        function.__code__ = code
        for number, (item, following) in enumerate(itertools.pairwise([*session.items, None])):
            self.running.value = number
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.testsfailed:
                return False
        return True


def warm_tables() -> None:
    """Reads the paper's tables, and forgets what was worked out about them."""
    from ogd_exact.core.tables.arithmetic import arithmetic
    from ogd_exact.core.tables.expressions import parse
    from ogd_exact.gadgets.reading.folder import paper

    paper()
    parse.cache_clear()
    arithmetic.cache_clear()


def functions(code: CodeType) -> dict[str, CodeType]:
    """The code of functions of a module and of methods of its classes, by name."""
    found = {}
    for part in code.co_consts:
        if isinstance(part, CodeType) and part.co_flags & 2:  # CO_NEWLOCALS: a function, not a class
            found[part.co_qualname] = part
        elif isinstance(part, CodeType):
            found |= functions(part)
    return found


def function_object(module: Any, name: str) -> FunctionType | None:
    """The function itself, under its decorators; None for lambdas and the like."""
    found: Any = module
    for part in name.split("."):
        found = vars(found).get(part) if found is not None else None
    found = getattr(found, "fget", found)
    found = getattr(found, "__wrapped__", found)
    return found if isinstance(found, FunctionType) else None
