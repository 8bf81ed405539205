"""The floors of the house, the rooms on them, and who may use whom. docs/architecture.md shows the floors."""

import ast
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import floors
from conftest import ROOT

PACKAGE = ROOT / "ogd_exact"
ARROWS = {  # from each floor to those that it uses
    "core": set(),
    "text": {"core"},
    "circuits": {"core", "text"},
    "gadgets": {"core", "text"},
    "training": {"core", "text", "circuits", "gadgets"},
    "robustness": {"core", "text", "gadgets", "training"},
    "limits": {"core", "text", "gadgets"},
    "documents": {"core", "text", "circuits", "gadgets", "training"},
    "libraries": {"core", "text", "gadgets", "training", "robustness"},
    "api": {"core", "text", "circuits", "gadgets", "training", "robustness", "libraries", "documents"},
    "campaign": {"core", "text", "circuits", "gadgets", "training", "api"},
    "commands": {
        "core", "text", "gadgets", "training", "robustness", "limits", "documents", "libraries", "api", "campaign",
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


def files(folder: str) -> list[Path]:
    """The files of a floor or a room; __main__.py belongs to what `python -m` runs."""
    return [path for path in (PACKAGE / folder).rglob("*.py") if path.name != "__main__.py"]


def uses(path: Path) -> set[tuple[str, ...]]:
    """The floors that a file imports from, each with what follows it; the version is the package's own."""
    names = {name for name in imports(path) if name.startswith("ogd_exact.")} - {"ogd_exact.__version__"}
    return {tuple(name.split(".")[1:]) for name in names}


def test_every_file_is_on_a_floor_or_is_what_python_runs() -> None:
    folders = {path.relative_to(PACKAGE).parts[0] for path in PACKAGE.rglob("*/*.py")}
    assert folders == set(ARROWS) and len(ARROWS) <= 12
    for path in [*PACKAGE.glob("*.py"), *PACKAGE.rglob("__main__.py")]:
        body = ast.parse(path.read_text()).body
        runs = len(body) <= 3 and {use[0] for use in uses(path)} == {"commands"}
        assert path == PACKAGE / "__init__.py" or runs, path


def test_no_arrows_make_a_ring() -> None:
    order = list(TopologicalSorter(ARROWS).static_order())
    assert order[0] == "core" and set(order) == set(ARROWS)


@pytest.mark.parametrize("floor", ARROWS)
def test_no_file_imports_outside_its_arrows(floor: str) -> None:
    for path in files(floor):
        assert {use[0] for use in uses(path)} <= ARROWS[floor] | {floor}, path


@pytest.mark.parametrize("floor", ARROWS)
def test_every_arrow_is_needed(floor: str) -> None:
    assert ARROWS[floor] <= {use[0] for path in files(floor) for use in uses(path)}


@pytest.mark.parametrize("floor", ARROWS)
def test_no_rooms_of_a_floor_make_a_ring(floor: str) -> None:
    rooms = [path.name for path in (PACKAGE / floor).iterdir() if (path / "__init__.py").is_file()]
    used = {
        room: {use[1] for path in files(f"{floor}/{room}") for use in uses(path) if use[0] == floor} for room in rooms
    }
    TopologicalSorter({room: used[room] & set(rooms) - {room} for room in rooms}).prepare()  # raises CycleError


@pytest.mark.parametrize("floor", [floor for floor in ARROWS if floor != "commands"])
def test_only_commands_know_of_options(floor: str) -> None:
    assert not [path for path in files(floor) if any(name.startswith("argparse") for name in imports(path))]


def test_the_picture_of_the_docs_shows_the_imports() -> None:
    assert floors.PICTURE.read_text() == floors.picture(), "run scripts/floors.py"
    page = (ROOT / "docs" / "architecture.md").read_text()
    assert all(f"\n- **{floor}**" in page for floor in ARROWS), "there is a paragraph for each floor"
    rooms = [path.parent.name for floor in ARROWS for path in (PACKAGE / floor).glob("*/__init__.py")]
    assert [room for room in rooms if f"`{room}`" not in page] == [], "the page names each room"


def test_the_kernel_uses_nothing_but_numbers_and_the_standard_library() -> None:
    for path in files("core/kernel"):
        others = {name.split(".")[0] for name in imports(path)} - {"ogd_exact"}
        assert others <= KERNEL_LIBRARIES, path


def test_the_kernel_is_a_few_hundred_lines() -> None:
    lines = {p.name: len(p.read_text().splitlines()) for p in files("core/kernel")}
    assert sum(lines.values()) < 510 and lines["certificate.py"] < 80, lines
