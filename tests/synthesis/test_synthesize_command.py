"""synthesize as users call it: tables found again from their contracts, and verified; and what is refused."""

import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import ogd_exact as ogd
from conftest import ROOT, Answer, called, in_full, needs, sampled
from ogd_exact.commands import synthesize as synthesize_command

NAND = "nand(a bit, b bit, c unset): c = nand(a, b)"


@pytest.fixture(autouse=True)
def solvers() -> None:
    needs("z3", "z3-solver")
    needs("cvc5", "cvc5")


def found(model: str, contract: list[str], steps: int, folder: Path, *more: str) -> Answer:
    """The answer of the command, once the verifier has accepted what it wrote."""
    file = folder / "mine" / model / "gadget.toml"
    answer = called("synthesize", "--model", model, *contract, "--steps", steps, "-o", file, *more)
    assert answer.code == 0, answer
    assert called("verify", "--tables", folder / "mine").code == 0
    assert f"found: {steps} step{'s' * (steps > 1)}, verified" in answer.out
    return answer


@pytest.mark.parametrize(
    ("model", "contract", "steps"),
    sampled(
        [
            ("svm", [NAND], 3),
            ("svm", ["--contract", "copy"], 3),
            ("svm", ["--contract", "copy_if_true"], 4),
            ("svm-bias", ["--contract", "correct_bias"], 2),
            ("dense-relu", ["--contract", "copy_if_true"], 2),
            ("dense-relu", ["--contract", "reset"], 2),
        ],
        1,
        lambda row: row[:1],
    ),
)
def test_gadgets_are_found_again_from_their_contracts(
    model: str, contract: list[str], steps: int, tmp_path: Path
) -> None:
    found(model, contract, steps, tmp_path)


@in_full
@pytest.mark.parametrize(
    ("model", "contract", "steps"),
    [
        ("svm", ["--contract", "destructive_nand"], 4),
        ("svm", ["--contract", "set_false_if_unset"], 5),
        ("dense-relu", ["--contract", "copy"], 3),
    ],
)
def test_harder_gadgets_are_found_again(model: str, contract: list[str], steps: int, tmp_path: Path) -> None:
    found(model, contract, steps, tmp_path, "--limit", "60")


def test_a_free_end_is_stated_as_it_was_found(tmp_path: Path) -> None:
    """With both inputs free two steps are enough, and the contract of the file lists what they became."""
    answer = found("svm", ["n(a bit, b bit, c unset): c = nand(a, b); a = any; b = any"], 2, tmp_path)
    assert "a = any; b = any" in answer.out
    assert "final" in (tmp_path / "mine" / "svm" / "gadget.toml").read_text()
    found("svm", ["m(a bit, b unset): a = true; b = any"], 1, tmp_path)
    assert 'b = "' in (tmp_path / "mine" / "svm" / "gadget.toml").read_text().rsplit("after", 1)[1]


def test_numbers_are_of_the_kind_that_is_asked_for(tmp_path: Path) -> None:
    contract = ["--contract", "copy_if_true"]
    found("dense-relu", contract, 2, tmp_path, "--denominator", "2")
    text = (tmp_path / "mine" / "dense-relu" / "gadget.toml").read_text()
    entries = [line for line in text.splitlines() if line.startswith(("x", "y"))]
    assert all(Fraction(number).denominator <= 2 for line in entries for number in line.split('"')[1::2])
    for options in (["--dyadic"], ["--small"], ["--nonzeros", "2"], ["--seed", "5"]):
        found("dense-relu", contract, 2, tmp_path, *options)


def test_the_least_number_of_steps_is_proved_and_the_proof_checked(tmp_path: Path) -> None:
    file = tmp_path / "evidence.json"
    answer = called("synthesize", "--model", "svm", NAND, "--minimal", "--evidence", file)
    assert answer.code == 0 and answer.out.endswith("found: 3 steps, verified, proved least\n")
    checked = called("synthesize", "--check", file)
    assert checked.code == 0 and "2 steps: none of 256 firing patterns is possible" in checked.out
    assert checked.out.endswith("checked and proved\n")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ([], "verified, proved least"),  # 1 and 2 were tried before it, and refuted
        (["--steps", "3"], "verified"),  # nobody tried fewer
        (["--steps", "4", "--minimal"], "verified, proved least"),
    ],
)
def test_a_least_number_of_steps_is_said_to_be_so(options: list[str], says: str) -> None:
    answer = called("synthesize", NAND, *options)
    assert answer.code == 0 and answer.out.endswith(f"found: 3 steps, {says}\n")


def test_sentences_fit_the_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "evidence.json"
    unbroken = called("synthesize", NAND, "--evidence", file).out
    assert max(map(len, unbroken.splitlines())) > 80
    monkeypatch.setenv("COLUMNS", "80")
    for arguments in ([NAND], ["--check", file]):
        said = called("synthesize", *arguments).out
        assert max(len(line) for line in said.splitlines()) <= 80
        assert "2 steps: none of 256 firing patterns is possible: 128 by equations" in said
    assert called("synthesize", NAND).out.split() == unbroken.split()


def test_what_cannot_be_is_refuted_with_its_counts() -> None:
    answer = called("synthesize", "--contract", "copy", "--steps", 2, "--format", "json")
    data = json.loads(answer.out)
    assert (answer.code, data["verdict"], data["table"]) == (1, "impossible", None)
    ways = data["tried"][0]["refuted by"]
    assert ways["equations"] + ways["certificate"] == data["tried"][0]["patterns"] == 16
    assert ways["two solvers"] == ways["open"] == 0


def test_a_contradictory_contract_is_impossible() -> None:
    answer = called("synthesize", "c(a bit): a = true; a untouched", "--steps", 2)
    assert answer.code == 1 and "16 by equations that say 0 = 1" in answer.out


def test_two_entries_other_than_0_are_enough_for_a_copy_and_one_is_not() -> None:
    assert called("synthesize", "--contract", "copy", "--steps", 3, "--nonzeros", 2).code == 0
    answer = called("synthesize", "--contract", "copy", "--steps", 2, "--nonzeros", 1)
    assert answer.code == 1 and "no such table of 2 steps" in answer.out and "none of 64 firing" in answer.out


def test_what_is_not_decided_in_time_says_what_was_covered() -> None:
    answer = called("synthesize", "--contract", "set_false_if_unset", "--steps", 4, "--limit", "0.2")
    assert answer.code == 3 and "4096 firing patterns refuted by z3, not checked" in answer.out
    assert answer.out.splitlines()[-1].startswith("undecided: ")


def test_a_bias_has_its_entry_in_every_example(tmp_path: Path) -> None:
    """Not wholly unset: the bias moves with every example that fires, and is to end as it began."""
    contract = ["r(a bit, b 0): a = unset; b = any"]
    found("svm", contract, 2, tmp_path, "--always", "b=-1")
    text = (tmp_path / "mine" / "svm" / "gadget.toml").read_text()
    assert all(line.endswith(', "-1"]') for line in text.splitlines() if line.startswith("x"))


def test_a_model_of_ones_own_with_a_regularizer(tmp_path: Path) -> None:
    """At alpha = 1/2 everything halves at each step, and the size of what is written is the table's to say."""
    folder = tmp_path / "mine" / "half"
    folder.mkdir(parents=True)
    (folder / "model.toml").write_text('rule = "hinge"\nregularizer = "1/2"\n')
    contract = "copy(a bit, b unset): a = copy(a); b = copy(a); returns a; returns b"
    file = folder / "copy.toml"
    answer = called("synthesize", "--tables", tmp_path / "mine", "--model", "half", contract, "-o", file)
    assert answer.code == 0, answer
    assert called("verify", "--tables", tmp_path / "mine").code == 0 and "returns = {" in file.read_text()


@in_full
def test_a_construction_is_found_as_a_whole(tmp_path: Path) -> None:
    answer = called("synthesize", "--model", "svm", "--construction", "-o", tmp_path / "mine")
    assert answer.code == 0 and "counter:2: 106 examples a pass, proved to simulate it; 157 with" in answer.out
    assert called("simulate", "counter:2", "--tables", tmp_path / "mine").code == 0


def test_what_is_found_of_a_construction_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where others are undecided, as their time was up."""
    whole = synthesize_command.synthesize

    def in_no_time(contract: str, model: str, **options: Any) -> Any:
        return whole(contract, model, **{**options, "limit": 600 if contract in ("copy", "reset") else 1e-6})

    monkeypatch.setattr(synthesize_command, "synthesize", in_no_time)
    answer = called("synthesize", "--model", "svm", "--construction", "-o", tmp_path / "mine")
    kept = {path.stem for path in (tmp_path / "mine" / "svm").iterdir()}
    verdicts = {line.split()[1]: line for line in answer.out.splitlines() if line.startswith("svm ")}
    assert answer.code == 3 and kept == {"copy", "reset"} and "2 of 5 gadgets found, in " in answer.out
    assert {name for name, line in verdicts.items() if "undecided" in line} == verdicts.keys() - kept
    assert called("verify", "--tables", tmp_path / "mine").code == 0


def test_where_tables_cannot_be_kept_nothing_is_searched_for(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    answer = called("synthesize", "--model", "svm", "--construction", "-o", tmp_path / "file")
    assert (answer.code, answer.out) == (2, "") and "file: is not a folder" in answer.err


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--construction"], "give -o DIR"),
        (["--construction", "-o", ""], "--output is empty; name a file"),
        (["--construction", "--model", "svm-rg", "-o", "out"], "there is no construction for the model 'svm-rg'"),
        ([], "say what to find"),
        ([NAND, "--contract", "copy"], "not both"),
        (["--contract", "cpy"], "svm has no contract for 'cpy'"),
        ([str(ROOT / "tests/verify/correct/never_positive.toml")], "nothing is searched for that is never positive"),
        (["--model", "svm-reg", "--contract", "reset"], "leaves alpha, eps1, eps2, eps3 open"),
        (["--model", "smv", "--contract", "reset"], "did you mean svm?"),
        (["copy(a bit, b unset): b = not(a)"], "svm has another contract for 'copy'"),
        (["n(a bit): a = nand(a)"], "nand takes 2 coordinates"),
        (["n(a bit): a = frob(a)"], "unknown effect 'frob'"),
        (["n(a bit"], "is no contract"),
        (["swap(a bit, b bit): a = b; b = a"], "a = b names a coordinate, not what is done with it; write copy(b)"),
        (["and(a bit, b bit, c unset) c = and(a, b)"], "a ':' is missing after ')'"),
        (["n(a bit of (1), b bit) b = a"], "is no contract"),
        (["n(a bit): a == true; \x1b[2J"], "a contract is one line"),
        (["n(a bit): hello world"], "says nothing of a coordinate"),
        (["n(a bit): a = true; a = false"], "says twice what becomes of 'a'"),
        (["n(a bit, a bit)"], "is not a coordinate of its own"),
        (["n(a bit): z = any"], "'z', which is none of its coordinates"),
        (["n(a bit of 0): a = true"], "is not positive"),
        (["n(a __import__): a = true"], "unexpected character '_'"),
        (["n(a 9^9^9): a = true"], "a power of a power needs parentheses"),
        (["n(" + ", ".join(f"a{k} bit" for k in range(11)) + ")"], "at most 300 can be checked"),
        (["n(" + "a" * 3000 + " bit)"], "at most 2000 characters"),
        (["--model", "dense-relu-dense", "n(a bit): a = unset"], "has the weight v besides"),
        ([NAND, "--keep", "z"], "'z' cannot be kept"),
        ([NAND, "--always", "z=1"], "'z' is no coordinate"),
        ([NAND, "--always", "a=1/0"], "the entry '1/0' of a"),
        ([NAND, "--always", "a"], "as in b1=-1"),
        ([NAND, "--steps", "13"], "from 1 to 12"),
        ([NAND, "-o", "/proc/x"], "is not a file that can be replaced"),
        (["--check", "/dev/null"], "is not a regular file"),
    ],
)
def test_wrong_calls_are_one_line(words: list[str], problem: str) -> None:
    answer = called("synthesize", *words)
    assert answer.code == 2 and answer.out == "" and answer.err.count("\n") == 1
    assert problem in answer.err, answer.err


def test_without_z3_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "z3", None)
    answer = called("synthesize", NAND)
    assert answer.code == 2 and "z3 is missing" in answer.err and ".[synthesis]" in answer.err


def test_the_library_does_the_same() -> None:
    synthesis = ogd.synthesize("copy", "svm", minimal=True)
    assert synthesis.found and synthesis.least == "proved" and synthesis.tried[-1].steps == 3
    assert "proved least" in repr(synthesis)
    # Patterns say of both cases which steps fire.
    verdicts = {1: "refuted", 2: "refuted", 3: "found"}
    shown = [f"Tried(steps={k}, patterns={2 ** (2 * k)}, verdict={said!r})" for k, said in verdicts.items()]
    assert repr(synthesis.tried) == f"({', '.join(shown)})"
    with pytest.raises(ogd.InputError, match="steps is -1; choose from 1 to 12"):
        ogd.synthesize("copy", "svm", steps=-1)
