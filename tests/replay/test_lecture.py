"""The lecture, a notebook, runs from top to bottom, and says and shows what it should."""

import json
import re
from base64 import b64decode
from typing import Any

import pytest

import lecture
from conftest import ROOT, in_full, needs

FLOATS = re.compile(
    r"[-+]?[0-9]+(?:\.[0-9]+)?(?:e-?[0-9]+)?(?:/[0-9]+)?"
)  # which releases of a library may round otherwise


@in_full
@pytest.mark.filterwarnings("default")  # of libraries that run notebooks
def test_the_svm_of_the_lecture_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, package in (("sklearn", "scikit-learn"), ("torch", "torch"), ("matplotlib", "matplotlib")):
        needs(module, package)
    needs("ipykernel", "ipykernel")
    needs("nbclient", "nbclient")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("COLUMNS", "80")
    notebook, kept = lecture.run(), json.loads(lecture.LECTURE.read_text())
    for cell, ran, stored in zip(kept["cells"], lecture.texts(notebook), lecture.texts(kept), strict=True):
        free = re.search("shuffle|torch", "".join(cell["source"]))
        assert (FLOATS.sub("#", ran) == FLOATS.sub("#", stored)) if free else ran == stored, "run scripts/lecture.py"
    outputs: list[Any] = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    said = "".join(output.text for output in outputs if output.output_type == "stream")
    assert "11 NAND gates became 63 training examples" in said  # the compact ones; the paper's would be 265
    states = [line.split()[3] for line in said.splitlines() if line.startswith("after epoch")]
    assert states == [f"{n % 8:03b}" for n in range(1, 9)]
    assert "after epoch 8: 000   accepting weight +2" in said and "accepted in frame 7 (pass 8" in said
    assert "weights     exactly equal after 8 of 8 passes" in said
    assert "wrong bit   first after pass 2" in said
    assert "which is no bit" in said  # the shuffled ones
    shown = [output.data for output in outputs if output.output_type == "execute_result"]
    assert b64decode(next(data["image/png"] for data in shown if "image/png" in data)).startswith(b"\x89PNG")
    assert sum(data.get("text/html", "").startswith("<iframe srcdoc=") for data in shown) == 2  # a page, and a report
