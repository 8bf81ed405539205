"""What docs/proofs.md quotes stands in the files."""

import re
from pathlib import Path

from coq import proof_of

from conftest import ROOT
from ogd_exact.documents.coq.coqc import with_required
from ogd_exact.documents.coq.development import theory
from ogd_exact.documents.coq.logistic_file import logistic_file
from ogd_exact.documents.coq.slot_file import slot_file
from ogd_exact.training.any_order.read import read_slots
from ogd_exact.training.logistic.read import read_levels

PAGE = (ROOT / "docs" / "proofs.md").read_text()
QUOTED = re.findall(r"```coq\n(.*?)```", PAGE, re.S)


def sentences(block: str) -> list[str]:
    """A statement goes on in the lines that are indented."""
    return re.split(r"\n(?=\S)", block.strip())


def test_every_statement_is_quoted_from_a_file() -> None:
    texts = [*theory().values(), *(proof_of(model).text for model in ("svm", "svm-reg", "svm-bias"))]
    texts += [slot_file(read_slots("any-order")).text, logistic_file(read_levels(None, "logistic")).text]
    quoted = [sentence for block in QUOTED for sentence in sentences(block)]
    assert len(quoted) > 10
    for sentence in quoted:
        assert any(f"\n{sentence}\n" in text for text in texts), sentence


def test_the_page_names_every_file_of_the_theory_that_models_rest_on() -> None:
    last = ("Model", "Bias", "Positive", "AnyOrderProof", "LogisticMain", "LogisticGradient")
    for file in with_required(theory(), [f"theory/{name}.v" for name in last]):
        assert f"`{Path(file).stem}`" in PAGE or file in PAGE, file


def test_the_readme_quotes_a_theorem() -> None:
    (quoted,) = re.findall(r"^    (Theorem svm_theorem :.*?)\n\n", (ROOT / "README.md").read_text(), re.M | re.S)
    assert quoted.replace("\n    ", "\n") in proof_of("svm").text


def test_what_a_referee_reads_is_short() -> None:
    assert len(theory()["theory/Theorem.v"].splitlines()) <= 150
