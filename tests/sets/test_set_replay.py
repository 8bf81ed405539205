"""replay on training sets of one's own: real libraries beside exact runs that are worked out by hand."""

import json
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import ogd_exact as ogd
from conftest import called, needs

MODULES = {
    "sklearn": ("sklearn", "scikit-learn"),
    "sklearn-sparse": ("sklearn", "scikit-learn"),
    "torch": ("torch", "torch"),
    "river": ("river", "river"),
    "vw": ("vowpalwabbit", "vowpalwabbit"),
}
THREE, CHANGED = "docs/training-sets/three.csv", "docs/training-sets/changed.jsonl"
replay = partial(called, "replay")
Replayed = Callable[..., Any]


@pytest.fixture
def replayed(tmp_path: Path) -> Replayed:
    """Replays a CSV file with these lines, and reads the JSON; the exit code is in it."""

    def call(rows: str, *options: object) -> Any:
        (tmp_path / "t.csv").write_text(rows.replace(" ", "\n"))
        answer = replay(tmp_path / "t.csv", "--format", "json", *options)
        assert answer.err == ""
        return {**json.loads(answer.out), "code": answer.code}

    return call


def picked(found: Any) -> list[Any]:
    return [found["code"], found["exact"]["verdict"], found["passes"], found["passes_equal"]]


@pytest.mark.parametrize("library", MODULES)
@pytest.mark.parametrize(("arguments", "passes"), [((THREE, "--model", "svm", "--eta", "1/2"), 14), ((CHANGED,), 10)])
def test_a_library_holds_the_exact_weights(library: str, arguments: tuple[str, ...], passes: int) -> None:
    """As many passes as docs/training-sets.md says until the weights repeat."""
    needs(*MODULES[library])
    answer = replay(*arguments, "--library", library, "--format", "json")
    found = json.loads(answer.out)
    assert (answer.code, found["agreed"], found["exact"]["verdict"]) == (0, True, "never")
    assert found["passes"] == found["passes_equal"] == passes
    assert found["first_unequal"] is found["furthest"] is None


@pytest.mark.parametrize(
    ("rows", "options", "expected"),
    [
        ("-2,1 -3,-1 -2,-1", "", [0, "accepted", 1, 1]),  # yes after step 2: w = 1; then y w.x = 2, and the pass ends
        ("-2,1 -3,-1 -1,-1", "", [3, "accepted", 0, 0]),  # then y w.x = 1, which is on the kink: no pass to compare
        ("-1,1", "", [1, "kink", 1, 1]),  # w = -1, and then y w.x = 1
        ("-2,1", "--start x0=1/4", [3, "accepted", 0, 0]),  # the start says yes
        ("-2,1", "--model svm-reg --max-passes 5", [3, "undecided", 5, 5]),  # -2, -3/2, -9/8 ... are doubles
        ("0,1 0,-1", "--library sklearn-sparse", [0, "never", 1, 1]),  # no example has an entry
        ("-2,1", "--set mu=1/2 --library torch --max-passes 3", [3, "undecided", 3, 3]),
    ],
)
def test_as_far_as_the_exact_run_goes(replayed: Replayed, rows: str, options: str, expected: list[Any]) -> None:
    needs("sklearn", "scikit-learn")
    if "torch" in options:
        needs("torch", "torch")
    model = [] if "--model" in options else ["--model", "svm"]
    assert picked(replayed(rows, *model, *options.split())) == expected


def test_what_is_rounded_is_told(replayed: Replayed, tmp_path: Path) -> None:
    """From 0 the one example leads to -2/3, where y w.x = 4/3 and nothing fires any more."""
    needs("sklearn", "scikit-learn")
    found = replayed("-2,1", "--model", "svm", "--eta", "1/3")
    assert picked(found) == [1, "never", 2, 0] and not found["agreed"]
    first, furthest = found["first_unequal"], found["furthest"]
    assert (first["pass"], first["coordinate"], first["exact"]) == (1, "x0", "-2/3")
    assert Fraction(furthest["deviation"]) == abs(Fraction(first["library"]) + Fraction(2, 3)) > 0
    words = replay(tmp_path / "t.csv", "--model", "svm", "--eta", "1/3").out
    assert "exactly equal after 0 of 2 passes" in words and "first after pass 1: x0 is -2/3, and -0.6666" in words


def test_a_library_that_skips_a_pass_is_found(replayed: Replayed, monkeypatch: pytest.MonkeyPatch) -> None:
    needs("sklearn", "scikit-learn")
    from ogd_exact.libraries.scikit import Scikit

    passes, learn = list[int](), Scikit.one_pass

    def skipping(self: Any) -> None:
        mine = self.given.start == (-9.5,)  # and not one that only asks whether the library has this step
        passes.extend([1] * mine)
        if not mine or len(passes) != 3:
            learn(self)

    monkeypatch.setattr(Scikit, "one_pass", skipping)
    # By the perceptron w = -17/2, -15/2 ... to 1/2 after ten passes, which is a yes.
    found = replayed("1,1", "--model", "perceptron", "--start", "x0=-19/2")
    assert picked(found) == [1, "accepted", 10, 2]
    assert found["first_unequal"] == {"pass": 3, "coordinate": "x0", "exact": "-13/2", "library": -7.5}
    assert found["furthest"]["deviation"] == "1"


@pytest.mark.parametrize(
    ("arguments", "remedy"),
    [
        (f"{THREE} --model svm --order reverse", "order of its file; drop --order"),
        (f"{THREE} --model svm --noise 1/9", "--noise is for circuits, not for a training set"),
        (f"{THREE} --model svm --start left=-1 --library river", "its weights start at 0"),
        (f"{THREE} --model dense-relu-dense --library sklearn", "sklearn cannot train dense-relu-dense"),
        ("counter:2 --header", "--header is for a training set of your own"),
        ("counter:2 --limit 3", "--limit is for a training set of your own"),
    ],
)
def test_what_does_not_apply_is_refused(arguments: str, remedy: str) -> None:
    answer = replay(*arguments.split())
    assert answer.code == 2 and remedy in answer.err and answer.err.count("\n") == 1


def test_from_python() -> None:
    needs("sklearn", "scikit-learn")
    given = ogd.training_set([[0, -4], [2, -3.0], [-2, -4]], [1, -1, -1], model="svm", eta="1/2", start=[-1, 0])
    found = given.replay(library="sklearn")
    assert found.agreed and 0 < found.equal == found.passes == ogd.simulate(given).passes
    assert given.replay(max_passes=1).passes == 1
    with pytest.raises(ogd.InputError, match="there is no library 'keras'"):
        given.replay(library="keras")
