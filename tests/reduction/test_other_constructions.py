"""Constructions other than the paper's are data: the shipped short one, users' own, and wrong ones that are refused."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from simulate_command import said, simulate, simulated

import ogd_exact as ogd
from conftest import ROOT, called
from ogd_exact.kernel.errors import InputError

SHORT = ROOT / "gadget_tables" / "short"
MACHINES = ("counter:3", "lfsr:4", "gray:3", "johnson:3", "rule110:4", "collatz:4", "busybeaver:2", "mult:3")
Edit = Callable[..., Path]


@pytest.fixture
def edited(tmp_path: Path) -> Edit:
    """A copy of the short set with one text of one file replaced by another."""

    def edit(name: str, old: str, new: str) -> Path:
        folder = Path(shutil.copytree(SHORT, tmp_path / "mine"))
        path = folder / "svm-short" / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))
        return folder

    return edit


@pytest.mark.parametrize("machine", MACHINES)
def test_the_short_construction_agrees_with_the_papers(machine: str) -> None:
    # The step differs, and so may the pass in which the weights are seen to repeat.
    assert said(simulated(machine, "--tables", "short", "--model", "svm-short")) == said(simulated(machine))


@pytest.mark.parametrize(
    ("name", "old", "new", "reason"),
    [
        ("construction.toml", 'inputs = "bit"', 'inputs = "true"', "inputs start at 0, which is not true"),
        (
            "construction.toml",
            'inputs = "bit"',
            'start = { bot = "unset" }',
            "expected a number, such as 1, not 'unset'",
        ),
        ("construction.toml", "nand(a, b, i)", "nand(a, bot, i)", "moves bot though the answer may be no"),
        ("construction.toml", "not(a, i)", "copy(a, i)", "moves bot though the answer may be no"),
        ("construction.toml", "not(a, i)", "nand(a, b, i)", "names a coordinate twice"),
        ("construction.toml", "copy(o, i)", "not(o, i)", "does not hold the value of its output"),
        ("construction.toml", '"reset(i)", "copy', '"copy', "needs unset at input0, which may hold false or true"),
        ("construction.toml", "move_if_true(q, bot)", "copy(q, bot)", "moves bot though the answer may be no"),
        ("model.toml", 'untouched = { i2 = "not(i1)" }', "", "moves bot though the answer may be no"),
        ("model.toml", 'unset = "0"', 'unset = "1"', "is not verified"),
        ("copy.toml", '"41/12"', '"42/12"', "the table svm-short copy is not verified"),
    ],
)
def test_a_wrong_construction_is_refused(edited: Edit, name: str, old: str, new: str, reason: str) -> None:
    folder = edited(name, old, new)
    answer = simulate("counter:2", "--tables", folder, "--model", "svm-short", "--no-simulate")
    assert (answer.code, answer.out) == (2, "") and reason in answer.err and len(answer.err.splitlines()) == 1


def test_bits_that_nobody_sets(tmp_path: Path) -> None:
    """By the paper's encoding weights start unset, so that a pass cannot begin with bits."""
    text = (ROOT / "gadget_tables/paper/svm/construction.toml").read_text()
    path = tmp_path / "svm" / "construction.toml"
    path.parent.mkdir()
    shutil.copy(ROOT / "gadget_tables/paper/svm/copy.toml", path.parent)
    path.write_text('inputs = "bit"\n' + text.replace("set_false_if_unset(i)", "not(i)", 1))
    answer = simulate("counter:2", "--tables", tmp_path)
    assert answer.code == 2 and "inputs start at 0, which is not bit by this encoding" in answer.err


def test_a_shorter_gadget_of_ones_own_is_used(tmp_path: Path) -> None:
    """A table beside the paper's takes the place of the one of that name; all that calls it is verified anew."""
    folder = tmp_path / "svm"
    folder.mkdir()
    for after, expected in (("1/2", "svm reset is not verified"), ("0", "accepted in frame 3")):
        (folder / "reset.toml").write_text(MY_RESET.replace("END", after))
        answer = simulate("counter:2", "--tables", tmp_path)
        assert answer.code == (0 if after == "0" else 2) and expected in answer.out + answer.err
    paper = simulate("counter:2", "--no-simulate").out
    assert "m = 6 NAND gates" in paper and "157 examples" in paper
    assert "178 examples" in answer.out  # one more in each reset: of 3 inputs, 6 gates, and twice in each of 6 NANDs


MY_RESET = """
gadget = "reset"
label = "mine:reset"
coordinates = ["i1"]
cases = [["-1"], ["1"]]
[[step]]
x = ["2"]
y = "1"
after = [["1"], ["1"]]
[[step]]
x = ["-2"]
y = "1"
after = [["-1"], ["-1"]]
[[step]]
x = ["1"]
y = "1"
after = [["END"], ["0"]]
"""


def test_tables_that_say_nothing_of_the_model_unless_one_is_named_are_not_left_aside() -> None:
    said = "short: has nothing for svm; choose a model of it by --model: svm-short"
    for words in ("simulate counter:2", "explore gadget:copy", "barrier"):
        answer = called(*words.split(), "--tables", "short")
        assert answer == (2, "", f"ogd-exact: {said}\n")
    with pytest.raises(InputError, match=f"^{said}$"):
        ogd.reduce("counter:2", tables="short")
    assert " by svm: " in simulate("counter:2", "--tables", "short", "--model", "svm").out  # as was asked for
