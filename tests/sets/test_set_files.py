"""Files of training sets: what they say is what is run, and what is wrong is refused in one line, at its place."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import ogd_exact as ogd
from conftest import called, needs
from ogd_exact.text.example_files import MAX_INDEX

HEAD = {
    "format": "ogd-exact/1", "model": "svm", "rule": "hinge", "parameters": {"lambda": "0", "eta": "1"},
    "dimension": 2, "examples": 1, "initial": {"1": "1/2"}, "accept": 0,
}  # fmt: skip
EXAMPLE = '{"x": {"0": "1/2"}, "y": "1"}'


def lines(*examples: str, **changed: Any) -> str:
    head = {key: value for key, value in {**HEAD, **changed}.items() if value is not None}
    return "\n".join([json.dumps(head), *(examples or (EXAMPLE,))]) + "\n"


def own_step(**changed: Any) -> dict[str, Any]:
    return {
        "score": "y*p", "kinks": ["1"], "moves": [{"x": "y"}, {}], "state": [], "constants": {}, "labels": ["1", "-1"],
        "along": "x", "after": None, "rate": "1", "regularizer": "0", "momentum": None, "nesterov": False, **changed,
    }  # fmt: skip


WRONG = {  # a name of the file, what it holds, and what is said of it
    "empty.csv": ("", "has no examples"),
    "one.csv": ("1\n", ":1:1: expected features and then a label, found 1 column"),
    "nan.csv": ("1,1\nnan,1\n", ":2:1: expected a number, found 'nan'"),
    "inf.csv": ("1,inf\n", ":1:3: expected a number, found 'inf'"),
    "missing.csv": ("1,1\n,1\n", ":2:1: expected a number, found ''"),
    "ragged.csv": ("1,1\n1,2,1\n", ":2:1: expected 2 columns as in the first, found 3"),
    "names.csv": ("a,2020\n1,1\n", ":1:1: expected a number, found 'a'; the first line is of names only if"),
    "twins.csv": ("a,a,y\n1,1,1\n", "two weights have one name"),
    "label.csv": ("1,2\n", ":1: the labels of svm are 1 and -1, not 2"),
    "hex.csv": ("0x10,1\n", ":1:1: expected a number, found '0x10'"),
    "quote.csv": ('"1,1\n', ":1:1: a cell in quotes ends with a quote"),
    "latin.csv": (b"1,1\n\xff,1\n", ":2: is not UTF-8 text"),
    "power.csv": ("1e1000,1\n", ":1:1: expected a number, found '1e1000'"),
    "zero.csv": ("1/0,1\n", ":1:1: expected a number, found '1/0'"),
    "pair.svmlight": ("1 0:1 x:2\n", ":1:7: expected INDEX:VALUE"),
    "twice.svm": ("1 0:1 0:2\n", ":1:7: a second value for 0"),
    "qid.svmlight": ("1 qid:3 1:1\n", ":1:3: expected INDEX:VALUE"),
    "nan.libsvm": ("1 0:nan\n", ":1:5: expected a number, found 'nan'"),
    "large.svmlight": (f"1 {MAX_INDEX}:1\n", ":1:3: expected INDEX:VALUE with an index below"),
    "either.svmlight": ("1 1:1\n", "no index is 0, so that they may count from 0 or from 1; say --first-index 0 or"),
    "labels.svmlight": ("1,2 0:1\n", ":1:1: expected a number, found '1,2'"),
    "json.jsonl": ('{"format": "ogd-exact/1"\n', ":1:"),
    "other.jsonl": (lines(format="ogd-exact-annealed/1"), ':1: expected "format": "ogd-exact/1"'),
    "count.jsonl": (lines(examples=3), ':1: "examples" is a whole number from 1 to 1'),
    "none.jsonl": (json.dumps(HEAD) + "\n", ":1:"),
    "bare.jsonl": (lines('{"x": {"0": 0.5}, "y": "1"}'), ":2: 0.5 is a number without quotes"),
    "nan.jsonl": (lines('{"x": {"0": NaN}, "y": "1"}'), ":2: NaN is a number without quotes"),
    "far.jsonl": (lines('{"x": {"7": "1"}, "y": "1"}'), ":2: names coordinate 7, of 2"),
    "weight.jsonl": (lines('{"x": {"0": "1"}, "y": "1", "weight": "2"}'), ":2: has a weight of its own"),
    "keys.jsonl": (lines('{"x": {"0": "1"}, "y": "1", "z": "2"}'), ":2: unknown key 'z'"),
    "label.jsonl": (lines('{"x": {"0": "1"}, "y": "3"}'), ":2: the labels of svm are 1 and -1, not 3"),
    "rule.jsonl": (lines(rule="nope"), ":1: has no step that can be taken"),
    "names.jsonl": (lines(coordinates=["a"]), ':1: "coordinates" names each of 2'),
    "accept.jsonl": (lines(accept=2), ':1: "accept" is the number of a coordinate'),
    "initial.jsonl": (lines(initial={"5": "1"}), ":1: '5' is not one of its weights"),
    "symbolic.jsonl": (lines(symbolic=["alpha"]), ":1: is written by powers of alpha"),
    "rate.jsonl": (lines(parameters={"eta": "0"}), "a rate is above 0"),
    "both.jsonl": (lines(step=own_step(rate="2")), ":1: the step is not that of the rule and the parameters"),
    "moves.jsonl": (lines(rule="mine", step=own_step(moves=[{"x": "y"}])), ":1: each interval between kinks has its"),
    "texts.jsonl": (lines(rule="mine", step=own_step(moves=7)), ":1: has no step that can be taken"),
    "power.jsonl": (lines(rule="mine", step=own_step(score="p^999999999")), ":1: has no step that can be taken"),
    "code.jsonl": (lines(rule="mine", step=own_step(score="__import__('os')")), ":1: has no step that can be taken"),
    "constant.jsonl": (lines(rule="mine", step=own_step(constants={"c": "1/0"})), ":1: 'c': '1/0' divides by zero"),
    "order.jsonl": (
        lines(rule="mine", step=own_step(kinks=["1", "0"], moves=[{"x": "y"}, {}, {"x": "y"}])),
        "the kinks of mine are not in increasing order here",
    ),
    "after.jsonl": (
        lines(rule="mine", step=own_step(after={"score": "w", "kinks": ["1", "-1"], "values": ["-1", "w", "1"]})),
        "the kinks of mine are not in increasing order here",
    ),
    "velocity.jsonl": (
        lines(rule="mine", step=own_step(state=["v_0"])), ":1: names of a rule mean one thing each, none a velocity"
    ),
    "question.jsonl": (lines(question="nope"), "there is no question 'nope'"),
    "deep.jsonl": ("{" + '"a":{' * 5000 + "\n", ":1:"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_refused_at_its_place(name: str, tmp_path: Path) -> None:
    text, said = WRONG[name]
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    model = [] if name.endswith(".jsonl") else ["--model", "svm"]
    code, out, err = called("simulate", path, *model)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err and (str(path) in err or not said.startswith(":"))


def weights(path: Path, **given: Any) -> dict[str, Fraction]:
    return ogd.simulate(ogd.training_set(path, **given), max_steps=1).weights


def test_numbers_are_what_is_written(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("a,b,label\n-0.1,1e-3,1\n-1/3,.5,-1\n")
    assert weights(path, model="svm") == {"a": Fraction(-1, 10), "b": Fraction(1, 1000)}
    path.write_text("2019,2020,2021\n-1,2,1\n")
    assert weights(path, model="svm", header=True) == {"2019": -1, "2020": 2}


def test_the_first_index_is_where_the_file_says(tmp_path: Path) -> None:
    path = tmp_path / "t.svmlight"
    path.write_text("1 1:-0.5 # a comment\n\n-1 2:1\n")
    assert weights(path, model="svm", first_index=1) == {"x0": Fraction(-1, 2), "x1": 0}
    assert weights(path, model="svm", first_index=0)["x1"] == Fraction(-1, 2)
    path.write_text("# Column indices are one-based\n1 1:-1\n")
    assert weights(path, model="svm") == {"x0": -1}
    with pytest.raises(ogd.InputError, match="count from 1, not from 0"):
        ogd.training_set(path, model="svm", first_index=0)


def test_what_scikit_learn_writes_is_read(tmp_path: Path) -> None:
    datasets, numpy = needs("sklearn.datasets", "scikit-learn"), needs("numpy", "numpy")
    x, y = numpy.array([[-0.1, 0.0, 3.0], [0.0, 1.5, 0.25]]), numpy.array([1, -1])
    path = tmp_path / "t.svmlight"
    datasets.dump_svmlight_file(x, y, str(path), comment="mine")
    read = ogd.training_set(path, model="svm")
    said = [Fraction(text) for text in ("-0.1", "3", "1.5", "0.25")]  # what the file says, not the double behind it
    assert [Fraction(int(v.numerator), int(v.denominator)) for e in read.examples for v in e.x.values()] == said
    exact = ogd.training_set(x, y, model="svm")
    assert exact.examples[0].x["0"] == Fraction(-0.1) != Fraction("-0.1")


def test_sets_of_reduce_are_read_in_both_formats(tmp_path: Path) -> None:
    run = ogd.reduce("counter:2")
    for kind in ("jsonl", "svmlight"):
        run.save(path := tmp_path / f"t.{kind}", kind)
        found, known = ogd.simulate(path), ogd.simulate(run)
        assert (found.verdict, found.passes, found.steps) == (known.verdict, known.passes, known.steps)


def test_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.csv"
    path.write_text("1,2,1\n" * 5)
    monkeypatch.setattr("ogd_exact.text.example_files.MAX_ENTRIES", 7)
    assert ":4: has more than 7 numbers" in called("simulate", path, "--model", "svm").err
    monkeypatch.setattr("ogd_exact.text.example_files.MAX_LINES", 3)
    assert "has more than 3 examples" in called("simulate", path, "--model", "svm").err


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([[1, 2], [3]], "row 2 has 1 numbers, and others have 2"),
        ([[], [3]], "row 2 has 1 numbers, and others have 0"),
        ([{0: 1}, {-1: 2}], "row 2: expected numbers"),
        ([{0: 1}, {0.5: 2}], "row 2: expected numbers"),
        ([[1], "2"], "row 2: expected numbers"),
        ([{0: 1}, {10**9: 2}], "more than 1000000 columns"),
        (5, "X: expected numbers"),
        (None, "X: expected numbers"),
    ],
)
def test_rows_are_alike_and_columns_have_numbers(rows: Any, said: str) -> None:
    with pytest.raises(ogd.InputError, match=said):
        ogd.training_set(rows, [1, -1], model="svm")


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "nan", "1,0", None, object(), 1j])
def test_what_is_no_number_is_refused(value: Any) -> None:
    with pytest.raises(ogd.InputError, match="is no exact number"):
        ogd.training_set([[1, value]], [1], model="svm")
    with pytest.raises(ogd.InputError, match="is no exact number"):
        ogd.training_set([[1, 2]], [1], model="svm", start=[0, value])


@pytest.mark.parametrize("labels", [1, "1", {1: 1}])
def test_labels_are_a_list(labels: Any) -> None:
    with pytest.raises(ogd.InputError, match="y: expected numbers"):
        ogd.training_set([[1]], labels, model="svm")


def test_a_column_of_zeros_is_a_column() -> None:
    given = ogd.training_set([[1, 0], [2, 0]], [1, -1], model="svm", start={"x1": 3})
    assert ogd.simulate(given, max_passes=1).weights["x1"] == 3


def test_one_weight_starts_once() -> None:
    with pytest.raises(ogd.InputError, match="two starts are of one weight"):
        ogd.training_set([[1]], [1], model="svm", start={"x0": 1, 0: 2})


@pytest.mark.parametrize("kind", ["csr", "csc", "coo"])
def test_two_values_for_one_place_are_refused(kind: str) -> None:
    sparse = needs("scipy.sparse", "scipy")
    within = (([0, 0], [0, 0]),) if kind == "coo" else ([0, 0], [0, 2])
    matrix = getattr(sparse, f"{kind}_matrix")(([1.0, -3.0], *within), shape=(1, 1))
    with pytest.raises(ogd.InputError, match="two values for one"):
        ogd.training_set(matrix, [1], model="svm")


def test_no_number_is_rounded() -> None:
    numpy = needs("numpy", "numpy")
    bits = numpy.finfo(numpy.longdouble).nmant
    given = ogd.training_set([[1 + numpy.longdouble(2) ** -bits]], [-1], model="svm")
    assert ogd.simulate(given, max_passes=1).weights["x0"] == -1 - Fraction(1, 2**bits)
