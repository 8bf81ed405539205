"""Operands that a yes leaves anywhere: allowed where the answer is yes, and nowhere else."""

import shutil
import tomllib
from copy import deepcopy
from pathlib import Path

import pytest
from simulate_command import said, simulate, simulated

from conftest import ROOT, called, edit, needs
from fuzz.changes import SHIPPED_CONSTRUCTIONS
from fuzz.construction_files import judged, netlists

OLD = 'after = { i1 = "unset", i2 = "copy(i1)" }'
NEW = 'after = { i2 = "copy(i1)" }\nany = { i1 = "copy(i1)" }'


@pytest.fixture
def spent(tmp_path: Path) -> Path:
    """The compact set, with a question that leaves its operand at a weight that is no bit where it is true."""
    folder = Path(shutil.copytree(ROOT / "gadget_tables/compact", tmp_path / "mine"))
    shutil.copy(Path(__file__).parent / "spent.toml", folder / "svm" / "move_if_true.toml")
    edit(folder / "svm/model.toml", OLD, NEW)
    return folder


@pytest.mark.parametrize("engine", ["kernel", "gadget", "native", "circuit"])
@pytest.mark.parametrize("machine", ["counter:3", "gray:3", "busybeaver:2"])
def test_every_engine_agrees(spent: Path, engine: str, machine: str) -> None:
    answer = simulated(machine, "--tables", spent, "--engine", engine)
    assert said(answer) == said(simulated(machine))


def test_a_second_run_agrees(tmp_path: Path) -> None:
    files = deepcopy(SHIPPED_CONSTRUCTIONS["compact/svm"])
    files.contents["move_if_true.toml"] = tomllib.loads((Path(__file__).parent / "spent.toml").read_text())
    (contract,) = [contract for contract in files.contracts if contract["gadget"] == "move_if_true"]
    contract |= {"after": {"i2": "copy(i1)"}, "any": {"i1": "copy(i1)"}}
    assert judged(files, tmp_path, netlists(3, 10)) == 10


@pytest.mark.parametrize(
    ("file", "old", "new", "reason"),
    [
        ("model.toml", 'any = { i1 = "copy(i1)" }', "", "the table svm move_if_true is not verified"),
        ("model.toml", 'any = { i1 = "copy(i1)" }', 'any = { i1 = "not(i1)" }', "is not verified"),
        ("model.toml", 'any = { i1 = "copy(i1)" }', 'any = { i1 = "true" }', "leaves gate5 anywhere though the answer"),
        (
            "model.toml",
            'any = { i1 = "copy(i1)" }',
            'any = { i1 = "copy(i1)", i2 = "copy(i1)" }',
            "leaves bot anywhere",
        ),
        ("model.toml", 'any = { i1 = "copy(i1)" }', 'any = { i1 = "or(i1, not(i1))" }', "leaves gate5 anywhere"),
        (
            "model.toml",
            'after = { i3 = "nand(i1, i2)" }',
            'after = { i3 = "nand(i1, i2)" }\nany = { i3 = "i1" }',
            "write when it is left anywhere",
        ),
        (
            "model.toml",
            'after = { i3 = "nand(i1, i2)" }',
            'after = { i3 = "nand(i1, i2)" }\nany = { i3 = "copy(i1)" }',
            "leaves gate0 anywhere though the answer may be no",
        ),
        ("construction.toml", '"move_if_true(q, bot)"', '"move_if_true(q, bot)", "copy(q, q)"', "twice"),
        (
            "construction.toml",
            '[[phase]]\nover = "outputs"',
            '[[phase]]\nover = "question"\ncalls = ["move_if_true(q, bot)"]\n\n[[phase]]\nover = "outputs"',
            "needs bit at gate5, which may hold any weight or false",
        ),
    ],
)
def test_what_a_yes_leaves_anywhere_is_left_so_by_a_yes_alone(
    spent: Path, file: str, old: str, new: str, reason: str
) -> None:
    edit(spent / "svm" / file, old, new)
    answer = simulate("counter:2", "--tables", spent, "--no-simulate")
    assert answer.code == 2 and reason in answer.err and len(answer.err.splitlines()) == 1


def test_other_questions(spent: Path) -> None:
    """A fixed point is asked of whole passes, without the calls that answer."""
    given = ("counter:2", "--question", "fixed-point")
    assert said(simulated(*given, "--tables", spent)) == said(simulated(*given, "--tables", "compact"))


def test_it_is_replayed_explored_and_not_proved(spent: Path, tmp_path: Path) -> None:
    needs("sklearn", "scikit-learn")
    answer = called("replay", "counter:3", "--tables", spent)
    assert answer.code == 0 and "right after 8 of 8 passes" in answer.out
    assert called("explore", "counter:3", "--tables", spent, "-o", tmp_path / "run.html").code == 0
    assert called("latex", "--tables", spent, "--model", "svm", "--output-dir", tmp_path / "tex").code == 0
    assert any("ends anywhere if" in path.read_text() for path in (tmp_path / "tex").rglob("*.tex"))
    answer = called("prove", "--tables", spent, "--model", "svm", "-o", tmp_path / "proofs")
    assert answer.code == 3 and "it leaves i1 anywhere, which no theorem knows yet" in answer.err
