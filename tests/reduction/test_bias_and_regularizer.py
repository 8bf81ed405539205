"""A bias that does not decay beside weights that do: what a user may write about it, and what is refused."""

import shutil
from pathlib import Path

import pytest

from conftest import called, edit
from ogd_exact.gadgets.reading.folder import SHIPPED

MODEL = ("--model", "svm-bias-reg")
CIRCUIT = ("counter:2", "--lambda", "1/4")
AFTER = 'after = { i2 = "not(i1)", bias = "-1" }'
NEEDS = "needs -1 at bias, which may hold"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(SHIPPED / "compact" / "svm-bias-reg", tmp_path / "mine" / "svm-bias-reg")
    return tmp_path / "mine"


def test_a_copy_is_verified_and_simulates(folder: Path) -> None:
    assert called("verify", "--tables", folder, *MODEL).code == 0
    assert "accepted in frame 3" in called("simulate", *CIRCUIT, "--tables", folder, *MODEL).out


@pytest.mark.parametrize(
    ("file", "old", "new", "place", "reason"),
    [
        ("model.toml", '"hinge-bias"', '"hinge"', "copy.toml:16:5", "x has 2 entries for the 3 coordinates"),
        ("not.toml", '"i2", "bias"]', '"i2", "b"]', "not.toml:4:15", "the rule has the weight bias besides"),
        ("not.toml", 'x = ["0", "2/(eps2*alpha^2)"]', 'x = ["0", "1", "1"]', "not.toml:16:5", "3 entries for the 2"),
        ("model.toml", AFTER, 'after = { bias = "copy(i1)" }', "model.toml:22:18", "bias holds a fixed weight"),
        ("model.toml", AFTER, 'after = { i2 = "copy(bias)" }', "model.toml:22:16", "fixed weight"),
        ("model.toml", 'learning_rate = "1"', 'momentum = "1/2"', "model.toml:5:12", "without a regularizer or state"),
        ("construction.toml", '["bot"]', '["bot", "bias"]', "construction.toml:2:", "bias"),
        ("construction.toml", 'accept = "bot"', 'accept = "bias"', "construction.toml:1:1", "'bias' is not one of"),
        ("construction.toml", "nand(a, b, i)", "nand(a, b, bias)", "construction.toml:10:", "bias"),
    ],
)  # fmt: skip
def test_what_is_malformed_is_refused_at_its_place(
    folder: Path, file: str, old: str, new: str, place: str, reason: str
) -> None:
    edit(folder / "svm-bias-reg" / file, old, new)
    answer = called("simulate", *CIRCUIT, "--tables", folder, *MODEL)
    assert answer.code == 2 and place in answer.err and reason in answer.err
    assert len(answer.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("model.toml", AFTER, 'after = { i2 = "not(i1)" }'),  # then it would have to decay like all that is not named
        ("model.toml", AFTER, 'after = { i2 = "not(i1)", bias = "0" }'),
        ("model.toml", AFTER, AFTER + '\nuntouched = { bias = "true" }'),  # it moves, and comes back
        ("not.toml", '["0", "eps2*alpha", "-1"]', '["0", "eps2*alpha", "-alpha"]'),  # as if it decayed
        ("not.toml", '["eps1*alpha^5", "0", "-1"]', '["eps1*alpha^5", "0", "0"]'),
    ],
)
def test_a_false_claim_about_the_bias_is_not_verified(folder: Path, file: str, old: str, new: str) -> None:
    edit(folder / "svm-bias-reg" / file, old, new)
    answer = called("verify", "--tables", folder, *MODEL)
    assert answer.code == 1 and "svm-bias-reg not" in answer.out and "all verified" not in answer.out
    assert called("simulate", *CIRCUIT, "--tables", folder, *MODEL).code == 2


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('start = { bias = "-1" }\n', "", NEEDS),
        ('bias = "-1"', 'bias = "0"', NEEDS),
        ('bias = "-1"', 'bias = "-3/4"', NEEDS),
        ('["move_if_true(q, bot)"]', '["move_if_true(q, bot)", "shift(q)"]', "after a pass bias is not as it was"),
    ],
)
def test_a_pass_that_finds_or_leaves_another_bias_is_not_proved(folder: Path, old: str, new: str, reason: str) -> None:
    edit(folder / "svm-bias-reg" / "construction.toml", old, new)
    (folder / "svm-bias-reg" / "shift.toml").write_text(SHIFT)
    assert called("verify", "--tables", folder, *MODEL).code == 0
    answer = called("simulate", *CIRCUIT, "--tables", folder, *MODEL)
    assert answer.code == 2 and reason in answer.err, answer.err


SHIFT = """gadget = "shift"
label = "tab:shift"
coordinates = ["i1", "bias"]
cases = [["0", "-1"]]

[[step]]
x = ["0"]
y = "1"
after = [["0", "0"]]

[contract]
before = { i1 = "unset", bias = "-1" }
after = { bias = "0" }
"""


def test_noise_says_why_not() -> None:
    answer = called("replay", *CIRCUIT, "--tables", "compact", *MODEL, "--noise", "1/100")
    assert answer.code == 2 and "not in intercept, which does not decay" in answer.err


@pytest.mark.parametrize(
    ("library", "reason"),
    [
        ("sklearn-sparse", "its own intercept does not learn at the rate of the weights"),
        ("river", "its weights start at 0"),
        ("vw", "the rule hinge-bias has no library.vw"),
    ],
)
def test_libraries_say_why_not(library: str, reason: str) -> None:
    answer = called("replay", *CIRCUIT, "--tables", "compact", *MODEL, "--library", library)
    assert answer.code == 2 and reason in answer.err and "try --library sklearn" in answer.err


@pytest.mark.parametrize("library", ["sklearn", "torch"])
def test_scikit_learn_and_torch_have_this_very_model(library: str) -> None:
    """Its intercept, which neither regularizes, holds the bias; at this lambda doubles keep every bit of counter:2."""
    pytest.importorskip(library)
    words = ("--tables", "compact", *MODEL, "--lambda", "1/100", "--library", library, "--dtype", "float64")
    answer = called("replay", "counter:2", *words)
    assert answer.code == 0 and "bits        right after 4 of 4 passes" in answer.out
