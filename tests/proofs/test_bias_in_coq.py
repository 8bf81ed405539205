"""A bias that does not decay, in Coq: what is false of it has no theorem."""

import shutil
from pathlib import Path

import pytest
from coq import checked
from test_false_tables import text_of

from conftest import called, edit, in_full, needs_program
from ogd_exact.core.kernel.errors import Undecided
from ogd_exact.gadgets.reading.folder import SHIPPED, read_library

MODEL = "svm-bias-reg"
AFTER = 'after = { i2 = "not(i1)", bias = "-1" }'
FIXED = "for a theorem bias is a fixed weight, which `after` names, without a magnitude"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(SHIPPED / "compact" / MODEL, tmp_path / "mine" / MODEL)
    return tmp_path / "mine"


def negation(folder: Path) -> str:
    """The rows and the contract of not."""
    library = read_library(folder)
    return text_of(library.tables[MODEL, "not"], library)


@pytest.mark.parametrize(
    ("file", "old", "new", "refused"),
    [
        ("not.toml", "", "", ""),
        # As if it decayed.
        ("not.toml", '["0", "eps2*alpha", "-1"]', '["0", "eps2*alpha", "-alpha"]', "not_step1_case2"),
        ("not.toml", '["eps1*alpha^5", "0", "-1"]', '["eps1*alpha^5", "0", "0"]', "not_step5_case3"),
        ("model.toml", AFTER, 'after = { i2 = "not(i1)", bias = "0" }', "not_keeps_contract"),
    ],
)
def test_coq_refuses_what_is_false_of_the_bias_by_name(
    folder: Path, file: str, old: str, new: str, refused: str
) -> None:
    if old:
        edit(folder / MODEL / file, old, new)
    answer = checked("negation", negation(folder))
    assert answer.accepted == (not refused) and answer.refused == refused, answer.complaint


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (AFTER, 'after = { i2 = "not(i1)" }'),  # it would have to decay
        ('i2 = "eps2" }\n' + AFTER, 'i2 = "eps2", bias = "eps3" }\n' + AFTER),
    ],
)
def test_a_bias_that_is_no_fixed_weight_has_no_theorem(folder: Path, old: str, new: str) -> None:
    edit(folder / MODEL / "model.toml", old, new)
    with pytest.raises(Undecided) as problem:
        negation(folder)
    assert FIXED in str(problem.value)


@in_full
def test_a_pass_that_finds_another_bias_has_no_theorem(folder: Path, tmp_path: Path) -> None:
    needs_program("coqc", package="coq")
    edit(folder / MODEL / "construction.toml", 'bias = "-1"', 'bias = "-3/4"')
    answer = called("prove", "--tables", folder, "-o", tmp_path / "proofs")
    assert answer.code == 1 and "coqc refuses svm_bias_reg_sound" in answer.err and "_theorem" not in answer.out
