"""The rooms of the house and the arrows between them: who may use whom. docs/architecture.md shows them."""

import ast
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from conftest import ROOT

PACKAGE = ROOT / "ogd_exact"
ARROWS = {  # from each room to those that it uses
    "kernel": set(),
    "output": {"kernel"},
    "numbers": {"kernel"},
    "circuits": {"kernel", "output", "numbers"},
    "tables": {"kernel", "output", "numbers"},
    "prover": {"kernel", "tables"},
    "checker": {"kernel", "tables", "prover"},
    "findings": {"kernel", "output", "tables", "checker"},
    "synthesis": {"kernel", "output", "tables", "prover", "checker"},
    "notation": {"kernel", "tables"},
    "latex/read": {"kernel", "output", "tables"},
    "latex/write": {"tables", "findings", "notation"},
    "html": {"output", "tables", "findings", "notation", "latex/write"},
    "reduction": {"kernel", "output", "numbers", "circuits", "tables", "checker"},
    "invariant": {"circuits"},
    "run": {"kernel", "output", "numbers", "circuits", "tables", "reduction", "invariant"},
    "slots": {"kernel", "output", "tables", "reduction", "run"},
    "proofs": {"kernel", "output", "tables", "checker", "reduction", "slots"},
    "precision": {"kernel", "output", "numbers", "tables", "reduction", "run"},
    "noise": {"kernel", "output", "numbers", "tables", "reduction", "run", "precision"},
    "learners": {"kernel", "output", "numbers", "tables", "reduction", "run", "precision", "slots"},
    "explorer": {"kernel", "output", "numbers", "circuits", "tables", "reduction", "run", "slots"},
    "gradients": {"kernel"},
    "quadratic": {"kernel", "output"},
    "barrier": {"kernel", "output", "numbers", "tables", "quadratic"},
    "api": {
        "kernel", "output", "numbers", "circuits", "tables", "findings", "latex/read", "latex/write", "html",
        "reduction", "run", "explorer", "slots", "synthesis",
    },
    "campaign": {"kernel", "output", "circuits", "tables", "reduction", "run", "synthesis", "api"},
    "commands": {
        "kernel", "output", "numbers", "tables", "latex/write", "reduction", "run", "precision", "noise",
        "learners", "explorer", "proofs", "gradients", "quadratic", "barrier", "slots", "synthesis", "api", "campaign",
    },
}  # fmt: skip
KERNEL_LIBRARIES = {
    "collections", "dataclasses", "fractions", "functools", "gmpy2", "numbers", "operator", "os", "typing",
}  # fmt: skip


@cache
def imports(path: Path) -> set[str]:
    """The modules that a file imports, late imports included."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def files(room: str) -> list[Path]:
    """Those of a room; __main__.py belongs to what `python -m` runs."""
    return [path for path in (PACKAGE / room).rglob("*.py") if path.name != "__main__.py"]


def uses(path: Path) -> set[str]:
    """The rooms that a file imports from; the version is the package's own."""
    names = {name for name in imports(path) if name.startswith("ogd_exact.")} - {"ogd_exact.__version__"}
    parts = [name.split(".") for name in names]
    return {"/".join(part[1:3]) if part[1] == "latex" else part[1] for part in parts}


def test_every_file_is_in_a_room_or_is_what_python_runs() -> None:
    folders = {path.relative_to(PACKAGE).parent.as_posix() for path in PACKAGE.rglob("*.py")}
    named = {folder for folder in folders if any(f"{folder}/".startswith(f"{room}/") for room in ARROWS)}
    assert folders - named <= {".", "latex"} and set(ARROWS) <= folders
    entries = [*PACKAGE.glob("*.py"), *(PACKAGE / "latex").glob("*.py"), *PACKAGE.rglob("__main__.py")]
    for path in entries:
        body = ast.parse(path.read_text()).body
        assert path.name == "__init__.py" or (len(body) <= 3 and uses(path) == {"commands"}), path


def test_no_arrows_make_a_ring() -> None:
    order = list(TopologicalSorter(ARROWS).static_order())
    assert order[0] == "kernel" and set(order) == set(ARROWS)


@pytest.mark.parametrize("room", ARROWS)
def test_no_file_imports_outside_its_arrows(room: str) -> None:
    for path in files(room):
        assert uses(path) <= ARROWS[room] | {room}, path


@pytest.mark.parametrize("room", ARROWS)
def test_every_arrow_is_needed(room: str) -> None:
    assert ARROWS[room] <= {used for path in files(room) for used in uses(path)}


@pytest.mark.parametrize("room", [room for room in ARROWS if room != "commands"])
def test_only_commands_know_of_options(room: str) -> None:
    assert not [path for path in files(room) if any(name.startswith("argparse") for name in imports(path))]


def picture() -> str:
    """The arrows as a graph of Mermaid, without those that follow from others."""

    def reached(room: str) -> set[str]:
        return ARROWS[room].union(*map(reached, ARROWS[room]))

    lines = ["```mermaid", "graph BT"]
    for room, used in ARROWS.items():
        direct = used - set().union(*map(reached, used))
        lines += [f"  {room.replace('/', '_')}[{room}]" if "/" in room else f"  {room}"]
        lines += [f"  {room} --> {to}".replace("/", "_") for to in sorted(direct)]
    return "\n".join([*lines, "```"])


def test_the_picture_of_the_docs_shows_these_arrows() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text()
    assert picture() in page, f"put this into docs/architecture.md:\n{picture()}"
    assert all(f"\n- **{room}**" in page for room in ARROWS), "there is a paragraph for each room"


def test_the_kernel_uses_nothing_but_numbers_and_the_standard_library() -> None:
    for path in (PACKAGE / "kernel").rglob("*.py"):
        others = {name.split(".")[0] for name in imports(path)} - {"ogd_exact"}
        assert others <= KERNEL_LIBRARIES, path


def test_the_kernel_is_a_few_hundred_lines() -> None:
    lines = {p.name: len(p.read_text().splitlines()) for p in (PACKAGE / "kernel").rglob("*.py")}
    assert sum(lines.values()) < 510 and lines["certificate.py"] < 80, lines
