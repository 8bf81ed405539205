"""Names that a stranger gives to models, gadgets, symbols and places: Coq proves what they say, or is not asked."""

import re
import shutil
from pathlib import Path

import pytest
from coq import checked
from test_prove_command import OWN, no_coq

from conftest import called, edit, in_full
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.documents.coq.development import slot_sources, sources
from ogd_exact.gadgets.reading.folder import SHIPPED

__all__ = ["no_coq"]


def compact(folder: Path, model: str = "svm", **other: str) -> Path:
    """The compact SVM, under another name and with other words in its construction."""
    shutil.copytree(SHIPPED / "compact" / "svm", folder / model)
    path = folder / model / "construction.toml"
    text = path.read_text()
    for old, new in other.items():
        text = re.sub(rf"\b{old}\b", new, text)
    path.write_text(text)
    return folder


def test_two_coordinates_of_nearly_one_name_are_two_in_coq(tmp_path: Path) -> None:
    """The answer is written to one and shown by the other, which reduce refuses; as one they would be proved."""
    path = compact(tmp_path) / "svm" / "construction.toml"
    text = path.read_text().replace('special = ["bot"]', 'special = ["fun", "fun_"]')
    path.write_text(text.replace('accept = "bot"', 'accept = "fun"').replace("(q, bot)", "(q, fun_)"))
    answer = called("reduce", "counter:1", "--tables", tmp_path, "--model", "svm")
    assert answer.code == 2 and "the program is wrong" in answer.err
    (source,) = sources(str(tmp_path), ["svm"])
    written = source.proof_file().text
    bound = re.findall(r"^  let (\w+) := (\d+)%nat in", written, re.M)
    assert len({name for name, _ in bound}) == len(bound)
    said = dict(bound)
    (accept,) = re.findall(r"accept := (\w+);", written)
    (shown,) = re.findall(r"\[q; (\w+)\]", written.partition("calls_if_same := [(3")[0].rpartition("calls :=")[2])
    assert (said[accept], said[shown]) == ("0", "1")


@pytest.mark.parametrize("model", ["nand", "not", "copy", "raise", "fun", "F", "svm_", "Theorem", "a-b"])
def test_slots_of_any_name(model: str, tmp_path: Path) -> None:
    shutil.copytree(SHIPPED / "any-order" / "svm", tmp_path / model)
    (source,) = slot_sources(str(tmp_path), [model])
    text = source.proof_file().text
    defined = re.findall(r"^(?:Definition|Lemma|Theorem) (\w+)", text, re.M)
    assert len(defined) == len({*defined}) == 17 and text.count("(*") == text.count("*)") == 1


@pytest.mark.parametrize("model", ["*) x", "a b", "é", "x\n9 files: all proved.", "2nd", "x" * 41])
def test_a_folder_that_can_name_no_model(model: str, tmp_path: Path) -> None:
    for tables, words in (("any-order", ("verify",)), ("compact", ("prove",))):
        shutil.copytree(SHIPPED / tables / "svm", tmp_path / tables / model)
        answer = called(*words, "--tables", tmp_path / tables)
        assert answer.code == 2 and "cannot name a model" in answer.err and answer.err.count("\n") == 1


@in_full
@pytest.mark.parametrize("model", ["nand", "raise", "Theorem"])
def test_coq_accepts_slots_of_any_name(model: str, tmp_path: Path) -> None:
    shutil.copytree(SHIPPED / "any-order" / "svm", tmp_path / model)
    (source,) = slot_sources(str(tmp_path), [model])
    answer = checked("slots_of_any_name", source.proof_file().text)
    assert answer.accepted, answer.complaint


@pytest.mark.usefixtures("no_coq")
@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("has", "has_dimension"),
        ("Has", None),
        ("simulates", None),
        ("nand", None),
        ("fun", None),
    ],
)
def test_a_model_must_not_hide_what_the_theory_defines(model: str, name: str | None, tmp_path: Path) -> None:
    """In a file of the model `has` the statement has_dimension would be another once it is proved."""
    answer = called("prove", "--tables", compact(tmp_path / "mine", model), "-o", tmp_path / "proofs")
    if name:
        assert answer.code == 2 and f"there would be two of the name {name} in Coq" in answer.err
    else:
        assert answer.code == 3 and "coqc is missing" in answer.err


def test_slots_must_not_hide_what_the_theory_defines(tmp_path: Path) -> None:
    shutil.copytree(SHIPPED / "any-order" / "svm", tmp_path / "has")
    (source,) = slot_sources(str(tmp_path), ["has"])
    with pytest.raises(InputError, match="two of the name has_slots in Coq"):
        source.proof_file()


def test_two_gadgets_whose_lemmas_would_share_a_name(tmp_path: Path) -> None:
    """a_step1_case1 is the first row of the gadget a, and the first case of the gadget a_step1."""
    (tmp_path / "svm").mkdir()
    for gadget in ("a", "a_step1"):
        text = OWN.format(last="-1", effect="not(i1)").replace("opposite", gadget)
        (tmp_path / "svm" / f"{gadget}.toml").write_text(text)
    (source,) = sources(str(tmp_path), ["svm"])
    with pytest.raises(InputError, match="two of the name a_step1_case1 in Coq"):
        source.proof_file()


@pytest.mark.parametrize("symbol", ["simulates", "leads_to", "size", "fun", "m", "True", "rule"])
def test_a_symbol_hides_nothing(symbol: str, tmp_path: Path) -> None:
    """Reserved words are written otherwise, and names of the theory refused; Coq sees to all others by their kinds."""
    path = compact(tmp_path) / "svm" / "model.toml"
    bound = f'symbols = ["{symbol}"]\nregion = [{{ bound = "{symbol} > 0" }}]\n'
    edit(path, 'rule = "hinge"\n', f'rule = "hinge"\n{bound}')
    (source,) = sources(str(tmp_path), ["svm"])
    try:
        text = source.proof_file().text
    except InputError as error:
        assert f"there would be two of the name {symbol} in Coq" in str(error)
    else:
        assert f"Variables {symbol} : F." not in text or symbol in ("leads_to", "True")


def test_names_of_files_that_a_model_does_not_read_are_free(tmp_path: Path) -> None:
    """Of the theory, OuterSlope.v alone has a `gap`."""
    bound = 'symbols = ["gap"]\nregion = [{ bound = "gap > 0" }]\n'
    edit(compact(tmp_path) / "svm" / "model.toml", 'rule = "hinge"\n', f'rule = "hinge"\n{bound}')
    (source,) = sources(str(tmp_path), ["svm"])
    assert "Variables gap : F." in source.proof_file().text
