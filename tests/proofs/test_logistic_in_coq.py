"""The theorem for the logistic loss: it speaks of what reduce writes, and falls with one number of a table."""

import json
import re
import shutil
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from coq import checked
from test_prove_command import no_coq
from test_training_sets import ENTRY, circuit_term

import ogd_exact as ogd
from conftest import called, edit, in_full, needs_program, sampled
from ogd_exact.api.logistic import LogisticRun
from ogd_exact.core.kernel.errors import Undecided
from ogd_exact.core.tables.expressions import Node, parse
from ogd_exact.documents.coq.coqc import with_required
from ogd_exact.documents.coq.development import theory
from ogd_exact.documents.coq.logistic_file import logistic_file
from ogd_exact.documents.coq.proof_file import ProofFile
from ogd_exact.gadgets.reading.folder import LOGISTIC
from ogd_exact.training.logistic.certificate import Rows, failures
from ogd_exact.training.logistic.read import LogisticTables, read_levels

__all__ = ["no_coq"]
TABLES = read_levels(None, "logistic")
FIRST = TABLES.levels[0]
# Of Coq's reals, and of what its library proves of them.
AXIOMS = {
    "ClassicalDedekindReals.sig_not_dec", "ClassicalDedekindReals.sig_forall_dec",
    "FunctionalExtensionality.functional_extensionality_dep", "Classical_Prop.classic",
}  # fmt: skip
PRINTED = """
From Coq Require Import Arith.
Require Import OGD.Theorem.
Definition printed (C : circuit) := map (map (fun '(c, q) => (c, (Qnum q, Zpos (Qden q)))))
  (logistic_train logistic_tables_1 C).
Definition reads (C : circuit) := map (count_occ Nat.eq_dec (read_in_pass C)) (seq 0 (inputs C + length (gates C))).
Eval vm_compute in printed {circuit}.
Eval vm_compute in reads {circuit}.
"""


def proof(rows: Mapping[str, Rows]) -> ProofFile:
    """Of the first level, with these examples."""
    return logistic_file(LogisticTables("logistic", (replace(FIRST, rows=rows),)))


@pytest.mark.parametrize("circuit", sampled(["counter:2", "collatz:1", "johnson:2", "lfsr:3"], 1))
def test_coq_computes_the_training_set_that_is_written_and_its_fan_out(circuit: str, tmp_path: Path) -> None:
    run = ogd.reduce(circuit, "logistic")
    assert isinstance(run, LogisticRun)
    text = proof(FIRST.rows).text
    tables = text[: text.index("Definition logistic_level_1")]
    answer = checked("logistic_data", tables + PRINTED.format(circuit=circuit_term(run.reduction.netlist)))
    assert answer.accepted, answer.complaint
    examples, reads = re.sub(r"\((-\d+)\)", r"\1", re.sub(r"\s|%\w+", "", answer.printed)).split("=[")[1:]
    file = tmp_path / "train.jsonl"
    assert called("reduce", circuit, "--model", "logistic", "-o", file).code == 0
    lines = [json.loads(line) for line in file.read_text().splitlines()[1:]]
    assert all(Fraction(line["y"]) == 1 for line in lines)
    written = [{int(c): Fraction(x) for c, x in line["x"].items()} for line in lines]
    found = [{int(c): Fraction(int(n), int(d)) for c, n, d in ENTRY.findall(x)} for x in examples.split("];[")]
    assert [{c: x for c, x in example.items() if x} for example in found] == written
    assert max(map(int, re.findall(r"\d+", reads))) == run.reduction.fan_out


def places(rows: Mapping[str, Rows]) -> list[tuple[str, int, int]]:
    return [
        (name, k, i)
        for name, of in rows.items()
        for k, row in enumerate(of)
        for i, x in enumerate(row)
        if x != parse("0")
    ]


def spoiled(name: str, k: int, i: int) -> dict[str, Any]:
    """The examples with one number of the other sign."""
    rows = {gadget: [list(row) for row in of] for gadget, of in FIRST.rows.items()}
    rows[name][k][i] = Node("neg", 0, (rows[name][k][i],))
    return rows


def test_a_level_is_proved_on_the_axioms_of_the_reals_alone() -> None:
    answer = checked("logistic_level", proof(FIRST.rows).text)
    assert answer.accepted, answer.complaint
    assert [*map(set, answer.assumptions.values())] == [AXIOMS, AXIOMS]


@pytest.mark.parametrize(("name", "k", "i"), sampled(places(FIRST.rows), 2, lambda place: [place[0]]))
def test_a_table_with_one_sign_changed_is_refused(name: str, k: int, i: int) -> None:
    rows = spoiled(name, k, i)
    assert [*failures(FIRST.level, rows)]
    answer = checked("logistic_spoiled", proof(rows).text)
    assert not answer.accepted and answer.refused == "logistic_level_1_holds"


@pytest.mark.usefixtures("no_coq")
def test_prove_writes_what_the_theorem_for_the_logistic_loss_needs(tmp_path: Path) -> None:
    answer = called("prove", "--model", "logistic", "-o", tmp_path / "proofs")
    assert answer.code == 3 and "coqc is missing" in answer.err
    files = {str(path.relative_to(tmp_path / "proofs")) for path in (tmp_path / "proofs").rglob("*.v")}
    needed = with_required(theory(), ["theory/LogisticMain.v", "theory/LogisticGradient.v"])
    assert files == {*needed, "models/logistic.v"} and "theory/Field.v" not in files
    folder = Path(shutil.copytree(LOGISTIC, tmp_path / "mine"))
    edit(folder / "logistic" / "levels.toml", '"float64"', '"float32"')
    answer = called("prove", "--tables", folder, "-o", tmp_path / "none")
    assert answer.code == 3 and "logistic: there is no level in float64" in answer.err
    assert not (tmp_path / "none").exists()


def test_what_a_referee_reads_of_the_logistic_loss_is_short() -> None:
    assert len(theory()["theory/LogisticTheorem.v"].splitlines()) <= 60


@in_full
def test_all_levels_are_proved(tmp_path: Path) -> None:
    needs_program("coqc", package="coq")
    answer = called("prove", "--model", "logistic", "-o", tmp_path / "proofs")
    assert answer.code == 0 and "all proved." in answer.out, answer.err
    assert "logistic_theorem" in answer.out and "gradient_of_logistic_loss" in answer.out


@in_full
def test_prove_names_the_level_that_coq_refuses(tmp_path: Path) -> None:
    needs_program("coqc", package="coq")
    folder = Path(shutil.copytree(LOGISTIC, tmp_path / "mine"))
    edit(folder / "logistic" / "levels.toml", '["-7/4", "-7/4", "5"]', '["-7/4", "-7/4", "4"]')
    answer = called("prove", "--tables", folder, "-o", tmp_path / "proofs")
    assert answer.code == 1 and "logistic, eta = 16 up to fan-out 3: coqc refuses logistic_level_1_holds" in answer.err


def test_a_regularizer_is_not_in_the_theory() -> None:
    with pytest.raises(Undecided, match="the theory is without a regularizer; prove logistic"):
        logistic_file(read_levels(None, "logistic-reg"))
