"""What is said about precision, in text and JSON, and what is refused."""

import builtins
import json
from pathlib import Path
from typing import Any

import pytest

from conftest import in_full, needs, sampled
from ogd_exact.commands.replay import precision
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.robustness.precision import needed
from ogd_exact.robustness.precision.needed import Least
from reductions import reduction


@pytest.mark.usefixtures("eighty_columns")
def test_what_is_proved_is_said_for_every_circuit() -> None:
    text, code = precision(reduction("counter:2", "--model", "svm"), 2, "text", None)
    assert code == 0 and max(map(len, text.splitlines())) <= 80
    assert "Proved: with 8 bits or more, so in bfloat16, float16, float32, float64, nothing" in text
    assert "predicted" not in text and "53 bits" not in text


@pytest.mark.parametrize(
    ("options", "said"),
    sampled(
        [
            (["svm-reg"], ["which is not dyadic", "hangs on", "The smallest magnitude is eps = 2^-", "53 bits"]),
            (
                ["dense-relu-dense"],
                ["x of i2 = 2/3, which is not dyadic", "Those of join and v", "destructive_nand row 29"],
            ),
            (
                ["svm-reg", "--lambda", "1/1000"],
                ["Errors are never multiplied. The decision of copy2 row 3, reset row 2"],
            ),
            (["svm-eta", "--eta", "2"], ["sqrt(eta) = 1*sqrt(2) is not a power of two", "all decisions are right"]),
            (["svm-eta", "--eta", "4"], ["sqrt(eta) = 2 is a power of two", "Proved: with 8 bits"]),
        ],
        3,
        lambda _: (),
    ),
)
@pytest.mark.usefixtures("eighty_columns")
def test_where_it_rounds_the_first_number_and_the_reason_are_said(options: list[str], said: list[str]) -> None:
    text, code = precision(reduction("counter:1", "--model", *options), 2, "text", None)
    flat = " ".join(text.split())
    assert code == 0 and max(map(len, text.splitlines())) <= 80
    assert all(part in flat for part in said), flat


def test_json_says_the_same() -> None:
    text, code = precision(reduction("counter:1", "--model", "svm-reg"), 1, "json", None)
    data = json.loads(text)
    assert code == 0 and data["proved_bits"] is None and data["tables"][0]["bits"] is None
    (row,) = data["needed"]
    assert row["passes"] == 1 and row["bits"]["bits"] <= row["bits"]["predicted"] + 4
    assert data["double"]["first_error"]["at"] == "pass 1, step 1"


def test_a_run_that_contradicts_the_proof_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(needed, "least", lambda enough, predicted, guess: Least(guess + 1, guess + 20, predicted))
    assert precision(reduction("counter:1", "--model", "svm"), 1, "text", None)[1] == 1


@in_full
def test_what_would_take_too_long_is_refused() -> None:
    with pytest.raises(InputError, match="give a lower max_passes"):
        precision(reduction("counter:1", "--model", "svm"), 10**6, "text", None)
    with pytest.raises(InputError, match="take a smaller circuit"):
        precision(reduction("counter:64", "--model", "svm-reg"), None, "text", None)


def test_a_proof_needs_no_run_however_large_the_circuit() -> None:
    text, code = precision(reduction("mult:16", "--model", "svm-bias"), None, "text", None)
    assert code == 0 and " ".join(text.split()).endswith("for every circuit and every pass up to the answer.")


def test_the_error_is_drawn(tmp_path: Path) -> None:
    needs("matplotlib", "matplotlib")
    path = tmp_path / "error.png"
    precision(reduction("counter:1", "--model", "svm-reg"), 1, "json", str(path))
    assert path.read_bytes().startswith(b"\x89PNG") and len(path.read_bytes()) < 150_000
    assert [p.name for p in tmp_path.iterdir()] == ["error.png"]


@pytest.mark.parametrize(
    ("model", "name", "said"), [("svm", "a.png", "nothing is rounded"), ("svm-reg", "a.txt", ".png")]
)
def test_what_cannot_be_drawn_is_refused(tmp_path: Path, model: str, name: str, said: str) -> None:
    needs("matplotlib", "matplotlib")
    with pytest.raises(InputError, match=said):
        precision(reduction("counter:1", "--model", model), 1, "text", str(tmp_path / name))
    assert list(tmp_path.iterdir()) == []


def test_without_matplotlib_there_is_a_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def missing(name: str, *rest: Any) -> Any:
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(InputError, match=r"pip install '\.\[plot\]'"):
        precision(reduction("counter:1", "--model", "svm-reg"), 1, "text", str(tmp_path / "a.png"))
