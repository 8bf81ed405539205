"""A weight that several coordinates hold: `lift` in a construction.toml."""

import json
import shutil
from fractions import Fraction
from pathlib import Path

import pytest

import ogd_exact as ogd
from conftest import called, edit

MODEL = """learning_rate = "7"
[rule]
score = "y - p"
kinks = ["0"]
moves = [{ x = "y - p - 1" }, { x = "y - p + 1" }]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Tables of a loss at the rate 7, which is no sum of three squares."""
    (tmp_path / "seven").mkdir()
    (tmp_path / "seven" / "model.toml").write_text(MODEL)
    code, out, _ = called(
        "construct", "--model-file", str(tmp_path / "seven" / "model.toml"), "-o", str(tmp_path / "t")
    )
    assert code == 0 and "each weight is held on 4 coordinates" in out
    shutil.rmtree(tmp_path / "seven")
    return tmp_path / "t"


def options(folder: Path) -> list[str]:
    return ["--tables", str(folder), "--model", "seven"]


def test_the_set_is_what_the_file_says_along_the_vector(folder: Path) -> None:
    """By hand: W lies along (1, 1, 1, 2) as W/7, W/7, W/7, 2 W/7, and entries are times 1, 1, 1, 2."""
    run = ogd.reduce("counter:1", "seven", tables=folder)
    assert isinstance(run, ogd.Run)
    assert run.coordinates[:5] == ("bot.1", "bot.2", "bot.3", "bot.4", "x0.1")
    assert run.dimension % 4 == 0 and run.header()["parameters"]["eta"] == "7"
    for x, _ in run.exact_examples():
        held = {int(c): Fraction(str(e)) for c, e in x.items()}
        assert {c // 4 * 4 + k for c in held for k in range(4)} == {*held}
        assert all(held[c] == held[c // 4 * 4] * (1, 1, 1, 2)[c % 4] for c in held)


@pytest.mark.parametrize("engine", ["circuit", "gadget", "kernel", "native"])
def test_every_engine_runs_it(folder: Path, engine: str) -> None:
    code, out, err = called("simulate", "counter:3", *options(folder), "--engine", engine, "--format", "json")
    assert (code, err) == (0, "")
    assert (json.loads(out)["verdict"], json.loads(out)["frame"], json.loads(out)["dimension"]) == ("accepted", 7, 64)


def test_runs_are_kept_and_go_on(folder: Path, tmp_path: Path) -> None:
    kept = ["--checkpoint", str(tmp_path / "run"), "--engine", "kernel"]
    first = called("simulate", "counter:3", *options(folder), *kept, "--max-passes", "3")
    code, out, err = called("simulate", "counter:3", *options(folder), *kept, "--format", "json")
    assert first[0] == 3 and (code, json.loads(out)["frame"]) == (0, 7)


def test_a_pass_that_reproduces_its_weights_has_all_of_them(folder: Path) -> None:
    code, out, _ = called("simulate", "counter:3", *options(folder), "--question", "fixed-point")
    assert code == 0 and "the pass reproduces its weights" in out


def test_bounds_are_of_the_coordinates(folder: Path) -> None:
    """No weight of a run is larger, and the largest comes near."""
    run = ogd.reduce("counter:2", "seven", tables=folder)
    assert isinstance(run, ogd.Run)
    largest, weights = Fraction(0), [Fraction(0)] * run.dimension
    for _ in range(4):
        for x, y in run.exact_examples():
            u = Fraction(str(y)) - sum(weights[int(c)] * Fraction(str(e)) for c, e in x.items())
            for c, e in x.items():
                weights[int(c)] += 7 * (u + (1 if u > 0 else -1)) * Fraction(str(e))
            largest = max(largest, *map(abs, weights))
    assert run.reduction.bounds.weight >= largest > run.reduction.bounds.weight / 2


REFUSED = [  # what stands in which file, what is put there, and what is said
    ("construction", 'lift = ["1", "1", "1", "2"]', 'lift = ["1", "1", "2"]', "must be 6 times that of seven"),
    ("construction", 'lift = ["1", "1", "1", "2"]', 'lift = ["-1", "1", "1", "2"]', "the first of them positive"),
    ("construction", 'lift = ["1", "1", "1", "2"]', 'lift = ["7"]', "a lift is 2 to 8 numbers"),
    ("construction", 'lift = ["1", "1", "1", "2"]', 'lift = ["1", "s"]', "a lift is numbers"),
    ("construction", 'lift = ["1", "1", "1", "2"]\n', "", "different rules"),
    ("construction", 'accept = "bot"', 'accept = "bot"\nalways = { bot = "-1" }', "neither always nor after_each"),
    ("model", 'score = "y - p"', 'score = "y - p"\nalong = "sign"', "a lift is for steps along x"),
    ("model", 'score = "y - p"', 'score = "y - p"\nstate = { v = "a weight" }', "a lift is for steps along x"),
    ("model", 'score = "y - p"', 'score = "y - p"\nafter = { score = "w", kinks = [], values = ["w"] }', "lift is for"),
    ("model", "[rule]", 'regularizer = "1/8"\n[rule]\nregularized = true', "a lift is for steps along x"),
    ("model", "[rule]", 'momentum = "1/2"\n[rule]', "a lift is for steps along x"),
]


@pytest.mark.parametrize(("file", "old", "new", "said"), REFUSED)
def test_a_lift_is_refused_where_it_does_not_hold(folder: Path, file: str, old: str, new: str, said: str) -> None:
    edit(folder / "seven" / f"{file}.toml", old, new, 1)
    code, out, err = called("simulate", "counter:2", *options(folder))
    assert (code, out) == (2, "") and said in err and err.count("\n") == 1 and "construction.toml:" in err


@pytest.mark.parametrize(
    "words",
    ["simulate counter:2 --at-step 3", "replay counter:2 --noise 1/9", "replay counter:2 --precision",
     "explore counter:2 -o page.html", "explore counter:2 --figure f.png"],
)  # fmt: skip
def test_what_reads_one_coordinate_says_so(folder: Path, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder.parent)
    code, out, err = called(*words.split(), *options(folder))
    assert (code, out) == (2, "") and "hold a weight on several coordinates (lift)" in err
