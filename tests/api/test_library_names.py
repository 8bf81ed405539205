"""What `import ogd_exact` offers, and that it costs and changes nothing."""

import dataclasses
import json
import random
import types
from pathlib import Path

import pytest

import ogd_exact as ogd
from conftest import ROOT, typed
from ogd_exact.commands.command_line import COMMANDS

VERBS = ("verify", "reduce", "simulate", "training_set", "check", "synthesize", "construct", "atlas")
KINDS = (
    "Atlas",
    "BadCertificate",
    "Circuit",
    "Constructed",
    "InputError",
    "Mismatch",
    "Report",
    "Run",
    "SetVerdict",
    "Synthesis",
    "Table",
    "Verdict",
)


def test_a_few_names() -> None:
    assert sorted(ogd.__all__) == sorted([*VERBS, *KINDS, "__version__"])
    assert dir(ogd) == sorted(ogd.__all__)
    for name in ogd.__all__:
        assert name == "__version__" or getattr(ogd, name).__doc__, name
    with pytest.raises(AttributeError, match="has no attribute 'unheard_of'"):
        ogd.unheard_of  # noqa: B018


def test_importing_changes_nothing_and_imports_nothing_heavy() -> None:
    code = (
        "import json, os, sys; before = dict(os.environ), sys.get_int_max_str_digits(); import ogd_exact\n"
        "heavy = [name for name in ('sympy', 'numpy', 'gmpy2', 'tabulate', 'argparse') if name in sys.modules]\n"
        "same = before == (dict(os.environ), sys.get_int_max_str_digits())\n"
        "print(json.dumps([heavy, same, [name for name in sys.modules if name.startswith('ogd_exact.')]]))"
    )
    answer = typed("-c", code)
    assert (json.loads(answer.out), answer.err) == ([[], True, []], "")


@pytest.mark.parametrize("seed", range(3))
def test_modules_that_are_run_do_not_hide_functions(seed: int) -> None:
    """Imported in any order, and whether or not the function was used before."""
    order = random.Random(seed).sample(sorted(COMMANDS), len(COMMANDS))
    lines = ["import ogd_exact as ogd", *["ogd.verify, ogd.reduce"] * (seed % 2)]
    lines += [f"import ogd_exact.{name}" for name in order]
    lines += ["from ogd_exact import simulate", "import ogd_exact.reduce as reduce"]
    lines += ["print(*(type(f).__name__ for f in (ogd.verify, ogd.reduce, ogd.simulate, simulate, reduce)))"]
    answer = typed("-c", "\n".join(lines))
    assert answer == (0, " ".join(["function"] * 5) + "\n", ""), order


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_run_is_three_lines(command: str) -> None:
    (path,) = [p for p in (Path(f"{command}.py"), Path(command, "__main__.py")) if (ROOT / "ogd_exact" / p).exists()]
    assert len([line for line in (ROOT / "ogd_exact" / path).read_text().splitlines() if line]) == 3


def test_objects_are_frozen() -> None:
    run = ogd.reduce("counter:1")
    for thing in (run, ogd.simulate(run), ogd.verify("svm", "copy"), run.explore()):
        (first, *_) = dataclasses.fields(thing)
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(thing, first.name, None)


def test_types_are_shipped() -> None:
    assert (ROOT / "ogd_exact" / "py.typed").is_file()
    assert isinstance(ogd.verify, types.FunctionType) and "return" in ogd.verify.__annotations__
