"""The kernel stays small and stands alone; arrows between packages point one way."""

import ast
from pathlib import Path

import pytest

from conftest import ROOT

PACKAGE = ROOT / "ogd_exact"
ALLOWED = {
    "reduction": {"kernel", "tables", "verify", "circuits", "reduction"},
    "simulate": {"kernel", "tables", "circuits", "reduction", "simulate", "command"},
    "annealed": {"kernel", "tables", "reduction", "simulate", "annealed", "command"},
    "engines": {"kernel", "tables", "reduction", "circuits", "simulate", "engines"},
    "replay": {"kernel", "tables", "reduction", "simulate", "engines", "replay", "command"},
    "kernel": {"kernel"},
    "circuits": {"kernel", "circuits"},
    "tables": {"kernel", "tables"},
    "verify": {"kernel", "tables", "verify", "command"},
    "latex": {"kernel", "tables", "verify", "latex", "command"},
    "barrier": {"kernel", "tables", "barrier", "command"},
    "html": {"tables", "verify", "latex", "html", "command"},
    "explore": {"kernel", "tables", "circuits", "reduction", "simulate", "explore", "command"},
}
# What the command in __main__ may bring in besides: LaTeX is read for --tex, and engines move the simulation on.
COMMANDS = {"verify": {"latex", "html"}, "simulate": {"engines"}}
KERNEL_LIBRARIES = {"collections", "dataclasses", "fractions", "gmpy2", "numbers", "os", "typing"}


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found.add(str(node.module))
    return found


@pytest.mark.parametrize("room", ALLOWED)
def test_no_arrow_points_back(room: str) -> None:
    for path in (PACKAGE / room).rglob("*.py"):
        ours = {name.split(".")[1] for name in imports(path) if name.startswith("ogd_exact.")}
        more = COMMANDS.get(room, set()) if path.name == "__main__.py" else set()
        assert ours <= ALLOWED[room] | more, path


def test_the_kernel_uses_nothing_but_numbers_and_the_standard_library() -> None:
    for path in (PACKAGE / "kernel").rglob("*.py"):
        others = {name.split(".")[0] for name in imports(path)} - {"ogd_exact"}
        assert others <= KERNEL_LIBRARIES, path


def test_the_kernel_is_a_few_hundred_lines() -> None:
    lines = {p.name: len(p.read_text().splitlines()) for p in (PACKAGE / "kernel").rglob("*.py")}
    assert sum(lines.values()) < 350 and lines["certificate.py"] < 80, lines
