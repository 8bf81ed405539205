"""The prove command: what it writes, what it says, and its exit codes."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from conftest import Answer, called, edit, in_full, needs_program
from ogd_exact.documents.coq.development import theory
from ogd_exact.gadgets.reading.folder import BEYOND, MODELS, PAPER, SHIPPED, paper

COMPACT = ("svm", "svm-bias", "svm-reg", "svm-bias-reg", "dense-relu", "dense-relu-dense", "dense-relu-reg")
PROVED = (*MODELS, "perceptron", "svm-eta-reg")
ANY_ORDER = ("svm-any-order", "perceptron-any-order")
OWN = """gadget = "opposite"
label = "tab:opposite"
coordinates = ["i1"]
cases = [["-1"], ["1"]]

[[step]]
x = ["4"]
y = "1"
after = [["3"], ["1"]]

[[step]]
x = ["-2"]
y = "1"
after = [["1"], ["{last}"]]

[contract]
before = {{ i1 = "bit" }}
after = {{ i1 = "{effect}" }}
"""


@pytest.fixture
def no_coq(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    (tmp_path / "mine" / "svm").mkdir(parents=True)
    return tmp_path / "mine"


def own_gadget(folder: Path, last: str = "-1", effect: str = "not(i1)") -> None:
    text = OWN.format(last=last, effect=effect)
    (folder / "svm" / "opposite.toml").write_text(text)


@pytest.fixture(scope="module")
def unchecked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Answer, Path]:
    """What is said and written on a machine without Coq."""
    folder = tmp_path_factory.mktemp("proofs")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PATH", str(folder))
        return called("prove", "-o", folder), folder


def test_without_coqc_all_files_are_written_and_a_line_says_how_to_install_it(unchecked: tuple[Answer, Path]) -> None:
    answer, folder = unchecked
    left_out, missing = answer.err.splitlines()
    assert answer.code == 3 and answer.out == "" and left_out.endswith("logistic-reg is not proved")
    assert "coqc is missing; install it with apt-get install coq, or opam install coq" in missing
    files = {str(path.relative_to(folder)) for path in folder.rglob("*.v")}
    models = {f"models/{model.replace('-', '_')}.v" for model in (*PROVED, *ANY_ORDER, "logistic")}
    assert files == {*theory(), *models, "models/theorems_apart.v"}
    assert (folder / "_CoqProject").read_text() == "-Q theory OGD\n-Q models OGDModels\n"


def test_every_row_of_every_table_is_a_lemma_of_its_name(unchecked: tuple[Answer, Path]) -> None:
    for (model, gadget), table in paper().tables.items():
        text = (unchecked[1] / "models" / f"{model.replace('-', '_')}.v").read_text()
        cells = [(k, c) for k in range(1, len(table.steps) + 1) for c in range(1, len(table.cases) + 1)]
        found = re.findall(rf"^Lemma {gadget}_step(\d+)_case(\d+) :", text, re.M)
        assert sorted((int(k), int(c)) for k, c in found) == cells
        assert f"Theorem {gadget}_keeps_contract :" in text


def test_no_file_takes_anything_for_granted(unchecked: tuple[Answer, Path]) -> None:
    for path in unchecked[1].rglob("*.v"):
        assert not re.search(r"\b(?:Admitted|admit|Axiom|Parameter|Conjecture)\b", path.read_text()), path


@pytest.mark.usefixtures("no_coq")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--model", "svm-rg"], "did you mean svm-reg?"),
        (["--tables", "nowhere"], "is not a folder"),
        (["--tables", ""], "--tables is empty"),
        (["-o", ""], "--output is empty"),
        (["-o", __file__], "is not a folder; name another"),
        (["--limit", "0"], "expected a number of seconds"),
    ],
)
def test_wrong_calls_are_one_line(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = called("prove", *arguments)
    assert answer.code == 2 and said in answer.err and len(answer.err.splitlines()) == 1


@pytest.mark.usefixtures("no_coq")
def test_a_call_that_fits_no_case_is_refuted_without_coq(mine: Path, tmp_path: Path) -> None:
    called_at_3 = '[[step]]\ncall = "not"\non = ["i1"]\n'
    text = OWN.format(last="-1", effect="not(i1)").replace('[[step]]\nx = ["-2"]\ny = "1"\n', called_at_3)
    (mine / "svm" / "opposite.toml").write_text(text)
    answer = called("prove", "--tables", mine, "-o", tmp_path / "proofs")
    said = "svm opposite (tab:opposite), step 2, case 1: not is called on weights that none of its cases has"
    assert answer.code == 1 and said in answer.err


@pytest.mark.usefixtures("no_coq")
def test_a_label_that_is_none_is_refuted_though_its_lemma_holds(mine: Path, tmp_path: Path) -> None:
    """Half the example with twice the label moves the weights alike, and is none of an SVM."""
    text = OWN.format(last="-1", effect="not(i1)").replace('x = ["-2"]\ny = "1"', 'x = ["-1"]\ny = "2"')
    (mine / "svm" / "opposite.toml").write_text(text)
    answer = called("prove", "--tables", mine, "-o", tmp_path / "proofs")
    assert answer.code == 1 and "svm opposite (tab:opposite), step 2: the label 2 is none of this rule" in answer.err


@pytest.mark.usefixtures("no_coq")
def test_a_learning_rate_that_is_not_positive_is_refuted_though_lemmas_hold(mine: Path, tmp_path: Path) -> None:
    (mine / "ascent").mkdir()
    (mine / "ascent" / "model.toml").write_text('rule = "hinge"\nlearning_rate = "-1"\n')
    head = 'gadget = "up"\nlabel = "tab:up"\ncoordinates = ["i1"]\ncases = [["0"]]\n'
    (mine / "ascent" / "up.toml").write_text(f'{head}[[step]]\nx = ["-1"]\ny = "1"\nafter = [["1"]]\n')
    answer = called("prove", "--tables", mine, "--model", "ascent", "-o", tmp_path / "proofs")
    assert answer.code == 1 and "ascent up (tab:up): the learning rate is not known to be one of" in answer.err


@in_full
@pytest.mark.usefixtures("no_coq")
def test_magnitudes_of_which_no_invariant_is_found_are_undecided(mine: Path, tmp_path: Path) -> None:
    """A gadget that is right for large magnitudes only, while all of them decay."""
    (mine / "svm-reg").mkdir()
    text = (PAPER / "svm-reg" / "copy_if_true.toml").read_text()
    narrow = text.replace('{ bound = "eps1 > 0",', '{ bound = "eps1 > 1/100" },\n  { bound = "eps1 > 0",')
    (mine / "svm-reg" / "copy_if_true.toml").write_text(narrow)
    answer = called("prove", "--tables", mine, "--model", "svm-reg", "-o", tmp_path / "proofs")
    assert answer.code == 3 and "svm-reg: decay keeps magnitudes good: no certificate was found" in answer.err
    assert not (tmp_path / "proofs").exists()


def test_what_every_example_is_said_to_have_it_has(tmp_path: Path) -> None:
    """No statement in Coq speaks of that, so that all of them hold whatever the construction says."""
    folder = Path(shutil.copytree(SHIPPED / "compact" / "svm-bias", tmp_path / "mine" / "svm-bias")).parent
    path = folder / "svm-bias" / "construction.toml"
    path.write_text(path.read_text().replace('b1 = "-1"', 'b1 = "5"'))
    answer = called("prove", "--tables", folder, "-o", tmp_path / "proofs")
    assert answer.code == 2 and "an example of nand has not 5 at b1 and -1 at b2" in answer.err
    assert not (tmp_path / "proofs").exists()


@pytest.mark.usefixtures("no_coq")
def test_a_model_whose_rule_the_theory_has_not_is_named_and_left_out(mine: Path, tmp_path: Path) -> None:
    shutil.copytree(BEYOND / "svm-nesterov", mine / "svm-nesterov")
    own_gadget(mine)
    proofs = tmp_path / "proofs"
    alone = called("prove", "--tables", mine, "--model", "svm-nesterov", "-o", proofs)
    said = "svm-nesterov: the theory has no momentum; svm-nesterov is not proved"
    assert alone.code == 3 and said in alone.err and len(alone.err.splitlines()) == 1 and not proofs.exists()
    answer = called("prove", "--tables", mine, "-o", proofs)
    assert answer.err.startswith(alone.err) and answer.err.removeprefix(alone.err).startswith("ogd-exact: wrote ")
    assert [path.name for path in (proofs / "models").iterdir()] == ["svm.v"]


def test_what_starts_with_a_weight_must_be_restored_last(tmp_path: Path) -> None:
    """Else it would have decayed when the next pass begins, which the theory does not follow."""
    folder = Path(shutil.copytree(SHIPPED / "compact" / "dense-relu-reg", tmp_path / "mine" / "dense-relu-reg")).parent
    edit(folder / "dense-relu-reg" / "construction.toml", ', "restore(join)"', "")
    answer = called("prove", "--tables", folder, "--model", "dense-relu-reg", "-o", tmp_path / "proofs")
    assert answer.code == 3 and "dense-relu-reg: join has to be given its weight again" in answer.err
    assert not (tmp_path / "proofs").exists()


@in_full
@pytest.mark.parametrize(
    ("last", "effect", "code", "said"),
    [
        ("-1", "not(i1)", 0, "svm_theorem"),
        ("-2", "not(i1)", 1, "opposite (tab:opposite), step 2, case 2: coqc refuses opposite_step2_case2"),
        ("-1", "copy(i1)", 1, "opposite (tab:opposite): coqc refuses opposite_keeps_contract"),
    ],
)
def test_gadgets_of_ones_own(mine: Path, tmp_path: Path, last: str, effect: str, code: int, said: str) -> None:
    needs_program("coqc", package="coq")
    shutil.copytree(BEYOND / "svm-nesterov", mine / "svm-nesterov")  # which is left out, whatever becomes of the rest
    own_gadget(mine, last, effect)
    answer = called("prove", "--tables", mine, "-o", tmp_path / "proofs")
    assert answer.code == code and said in answer.out + answer.err


@in_full
def test_a_construction_that_is_wrong_has_no_theorem(mine: Path, tmp_path: Path) -> None:
    needs_program("coqc", package="coq")
    text = (PAPER / "svm" / "construction.toml").read_text()
    own_gadget(mine)
    (mine / "svm" / "construction.toml").write_text(text.replace('"copy(b, diamond)"', '"copy(a, diamond)"'))
    answer = called("prove", "--tables", mine, "-o", tmp_path / "proofs")
    assert answer.code == 1 and "coqc refuses svm_sound" in answer.err and "svm_theorem" not in answer.out


@in_full
@pytest.mark.parametrize(("tables", "models"), [((), PROVED), (("--tables", "compact"), COMPACT)])
def test_every_model_is_proved_without_axioms_and_coqchk_agrees(
    tables: tuple[str, ...], models: tuple[str, ...], tmp_path: Path
) -> None:
    needs_program("coqc", package="coq")
    answer = called("prove", *tables, "-o", tmp_path / "proofs")
    assert answer.code == 0 and "all proved." in answer.out, answer.err
    rows = [line.split() for line in answer.out.splitlines()]
    files = {model: model.replace("-", "_") for model in models}
    for model, name in files.items():
        (row,) = [row for row in rows if f"{name}_theorem" in row]
        assert row[0] == model and row[3] == "none"
    found = [row for row in rows if row[1:3] == ["any", "order"]]
    assert {(row[0], row[5]) for row in found} == (set() if tables else {("svm,", "none"), ("perceptron,", "none")})
    command = ["coqchk", "-silent", "-o", "-Q", "theory", "OGD", "-Q", "models", "OGDModels"]
    command += [f"OGDModels.{name}" for name in files.values()] + ["OGDModels.svm_any_order"] * (not tables)
    done = subprocess.run(command, cwd=tmp_path / "proofs", capture_output=True, text=True)
    assert done.returncode == 0 and "* Axioms: <none>" in done.stdout + done.stderr
