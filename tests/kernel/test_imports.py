"""The kernel stays small and stands alone; arrows between packages point one way."""

import ast
from pathlib import Path

import pytest

from conftest import ROOT

PACKAGE = ROOT / "ogd_exact"
ARROWS = {
    "kernel": set(),
    "output": {"kernel"},
    "circuits": {"kernel"},
    "tables": {"kernel"},
    "numbers": {"kernel", "tables"},
    "prover": {"kernel"},
    "checker": {"kernel", "tables", "prover", "findings"},
    "findings": {"kernel", "output", "tables", "checker"},
    "notation": {"kernel", "tables"},
    "latex": {"kernel", "tables", "notation", "findings", "commands"},
    "html": {"output", "tables", "notation", "findings", "latex"},
    "reduction": {"kernel", "numbers", "circuits", "tables", "checker"},
    "run": {"kernel", "output", "numbers", "circuits", "tables", "reduction"},
    "precision": {"kernel", "output", "numbers", "tables", "reduction", "run"},
    "learners": {"kernel", "output", "numbers", "reduction", "run", "precision"},
    "explorer": {"kernel", "numbers", "circuits", "tables", "reduction", "run"},
    "barrier": {"kernel", "output", "tables", "quadratic", "commands"},
    "quadratic": {"kernel"},
}
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


@pytest.mark.parametrize("room", ARROWS)
def test_no_arrow_points_back(room: str) -> None:
    for path in (PACKAGE / room).rglob("*.py"):
        ours = {name.split(".")[1] for name in imports(path) if name.startswith("ogd_exact.")}
        assert ours <= ARROWS[room] | {room}, path


def test_the_kernel_uses_nothing_but_numbers_and_the_standard_library() -> None:
    for path in (PACKAGE / "kernel").rglob("*.py"):
        others = {name.split(".")[0] for name in imports(path)} - {"ogd_exact"}
        assert others <= KERNEL_LIBRARIES, path


def test_the_kernel_is_a_few_hundred_lines() -> None:
    lines = {p.name: len(p.read_text().splitlines()) for p in (PACKAGE / "kernel").rglob("*.py")}
    assert sum(lines.values()) < 450 and lines["certificate.py"] < 80, lines
