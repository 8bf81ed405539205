"""What verify, reduce, simulate and replay say of the logistic loss, and who refuses it."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from conftest import called, needs, sampled
from ogd_exact.gadgets.reading.folder import LOGISTIC
from ogd_exact.training.logistic.read import read_levels

SPOILED = [
    ("7/4", "2"),
    ('rest = "3/4"', 'rest = "2"'),
    ('rate = "16"', 'rate = "2^31"'),
    ('"5"', '"-5"'),
    ('fan_out = "3"', 'fan_out = "30"'),
    ('rate = "16"', 'rate = "8"'),
]


def test_the_noise_that_is_said_is_that_of_a_pass_over_its_examples() -> None:
    for model in ("logistic", "logistic-reg"):
        data = json.loads(called("simulate", "counter:3", "--model", model, "--format", "json").out)
        most = max(known.level.noise for known in read_levels(None, model).levels)
        assert Fraction(data["noise"]) * data["examples"] == Fraction(data["parameters"]["eta"]) * most > 0


def test_simulate_says_what_is_proved_and_the_verdict() -> None:
    answer = called("simulate", "counter:3", "--model", "logistic")
    assert answer.code == 0 and answer.err == ""
    assert "proved for ever, from w = 0" in answer.out and "accepted in frame 7 (pass 8, step 624)" in answer.out
    assert "every bit that is written is 16 or -16, to within 2/375 in real arithmetic and in float64" in answer.out


def test_it_says_what_simulate_by_svm_says() -> None:
    for circuit in ("lfsr:3 --target 000", "rule110:5", "counter:2", "gray:3"):
        by_model = [
            json.loads(called("simulate", *circuit.split(), "--format", "json", *model.split()).out)
            for model in ("--model logistic", "--tables compact")
        ]
        assert len({(data["verdict"], data["frame"]) for data in by_model}) == 1, circuit


def test_with_a_regularizer_lambda_is_chosen_and_said() -> None:
    data = json.loads(called("simulate", "counter:3", "--model", "logistic-reg", "--format", "json").out)
    assert data["verdict"] == "accepted" and data["examples"] == 63
    left = (1 - 18 * Fraction(data["parameters"]["lambda"])) ** 63
    assert abs(left - Fraction(15, 16)) < Fraction(1, 2**24)
    answer = called("simulate", "counter:3", "--model", "logistic-reg")
    assert f"lambda = {data['parameters']['lambda']}, so that a pass leaves 15/16 of a weight" in answer.out
    header = json.loads(called("reduce", "counter:3", "--model", "logistic-reg").out.splitlines()[0])
    assert header["step"]["regularizer"] == data["parameters"]["lambda"]


def read_by(readers: int) -> str:
    """A circuit in which a signal is read by so many gates, and by another latch."""
    gates = [f".names x y{i} n{i}\n11 1\n.names n{i} z{i}\n0 1" for i in range(readers)]
    latches = [f".latch z{i} y{i} 0" for i in range(readers)]
    return "\n".join([".model m", ".outputs x", ".latch z0 x 0", *latches, *gates, ".end"])


def test_where_singles_need_a_larger_rate_it_is_said(tmp_path: Path) -> None:
    needs("sklearn", "scikit-learn")
    (tmp_path / "m.blif").write_text(read_by(20))
    (tmp_path / "n.blif").write_text(read_by(60))
    own = ["m.blif", "--model", "logistic", "--max-passes", "2"]
    answer = called("replay", tmp_path / own[0], *own[1:], "--dtype", "float32")
    assert answer.code == 2 and "in float64; try --eta 20, or drop --dtype float32" in answer.err
    said = called("simulate", tmp_path / own[0], *own[1:]).out
    assert "in float64, for float32 try --eta 20" in said.replace("\n", " ")
    assert called("replay", tmp_path / own[0], *own[1:], "--dtype", "float32", "--eta", "20").code == 0
    answer = called("replay", tmp_path / "n.blif", *own[1:], "--dtype", "float32")
    assert answer.code == 2 and "in float64; drop --dtype float32" in answer.err
    said = called("simulate", tmp_path / "n.blif", *own[1:]).out
    assert "for float32 nothing is proved" in said.replace("\n", " ")


def test_a_model_that_is_hardly_misspelled_is_recognized() -> None:
    for command in ("verify", "simulate counter:2", "replay counter:2", "reduce counter:2"):
        answer = called(*command.split(), "--model", "logistc")
        assert answer.code == 2 and answer.err.endswith("did you mean logistic?\n")


def test_where_many_read_a_signal_a_larger_rate_is_chosen(tmp_path: Path) -> None:
    """And none has a level for thousands."""
    for readers, rate in ((6, "16"), (60, "18"), (1200, None)):
        (tmp_path / "m.blif").write_text(read_by(readers))
        answer = called("simulate", tmp_path / "m.blif", "--model", "logistic", "--format", "json", "--max-passes", "3")
        if rate is None:
            assert answer.code == 2 and "has no level for that; copy it in the circuit" in answer.err
        else:
            data = json.loads(answer.out)
            assert data["parameters"]["eta"] == rate and data["fan_out"] >= readers


@pytest.mark.parametrize("model", ["logistic", "logistic-reg"])
@pytest.mark.parametrize("how", ["", "--library sklearn-sparse --dtype float32", "--library torch --dtype float64"])
def test_libraries_do_as_is_certified(how: str, model: str) -> None:
    needs("torch" if "torch" in how else "sklearn", "torch" if "torch" in how else "scikit-learn")
    answer = called("replay", "counter:3", "--model", model, "--format", "json", *how.split())
    data = json.loads(answer.out)
    assert answer.code == 0 and data["agreed"] and data["passes_right"] == data["accepted_in_pass"] == 8
    assert 0 < data["off"] < 1 / 3000


@pytest.mark.parametrize(("old", "new"), SPOILED)
def test_spoiled_tables_are_refused_by_every_command(tmp_path: Path, old: str, new: str) -> None:
    (tmp_path / "logistic").mkdir()
    text = (LOGISTIC / "logistic" / "levels.toml").read_text()
    head, _, levels = text.partition("[[level]]")
    first = levels.split("[[level]]")[0]
    assert old in head + first
    (tmp_path / "logistic" / "levels.toml").write_text((head + "[[level]]" + first).replace(old, new))
    own = ["--tables", tmp_path, "--model", "logistic"]
    answer = called("verify", *own)
    assert answer.code == 1 and "FAILED" in answer.out
    for command in ("simulate", "reduce", "replay"):
        answer = called(command, "counter:2", *own)
        assert answer.code == 2 and "are not certified" in answer.err and answer.err.count("\n") == 1


WRONG = [
    ('rate = "16"', "rate = 16", "expected text"), ('rate = "16"', 'rate = "x"', "unknown symbol 'x'"),
    ('["0", "0", "2"]', '["0", "2"]', "2 numbers for 3"), ("[rows]", "more = 1\n[rows]", "unknown key 'more'"),
    ('fan_out = "3"', 'fan_out = "1/2"', "a whole number"), ('dtype = "float64"', 'dtype = "half"', "float64, float32"),
    ('rate = "16"', 'rate = "16"\nlongest = "0"', "a whole number"), ("g = ", "a = ", "'a' cannot be a symbol"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "said"), WRONG)
def test_a_wrong_file_is_one_line(tmp_path: Path, old: str, new: str, said: str) -> None:
    (tmp_path / "logistic").mkdir()
    text = (LOGISTIC / "logistic" / "levels.toml").read_text()
    (tmp_path / "logistic" / "levels.toml").write_text(text.replace(old, new, 1))
    answer = called("verify", "--tables", tmp_path)
    assert answer.code == 2 and answer.err.count("\n") == 1 and "levels.toml:" in answer.err and said in answer.err


REFUSED = [
    "explore counter:2", "explore gadget:copy", "simulate counter:2 --engine kernel", "simulate counter:2 --lambda 1/4",
    "simulate counter:2 --question norm", "simulate counter:2 --at-step 3", "simulate counter:2 --eta 17",
    "replay counter:2 --noise 1/1000", "replay counter:2 --precision", "replay counter:2 --library vw",
    "replay counter:2 --library torch --dtype float16", "synthesize --contract copy --steps 2", "verify --printed",
    "latex --output-dir unused", "barrier", "reduce counter:2 --symbolic", "verify --gadget nand",
]  # fmt: skip


@pytest.mark.parametrize("command", sampled(REFUSED, 2))
@pytest.mark.parametrize("model", ["logistic", "logistic-reg"])
def test_what_cannot_serve_it_says_so_in_a_line(
    command: str, model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = called(*command.split(), "--model", model)
    assert answer.code == 2 and answer.out == "" and answer.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
