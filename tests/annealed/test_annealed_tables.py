"""The svm tables hold under every schedule, once x is divided by the rate of its step: all but one of the paper's."""

import json
import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT, called, edit, sampled
from fuzz.spoiled import describe, mutants
from ogd_exact.core.kernel.numbers import rational, sign
from ogd_exact.core.kernel.step import Example, Step
from ogd_exact.core.tables.rules import RULES
from ogd_exact.gadgets.findings.verify import verify_table
from ogd_exact.gadgets.reading.folder import SHIPPED, paper, read_library

ANNEALED = SHIPPED / "annealed"
LIBRARY = read_library(ANNEALED, fallback=paper())
MODEL = LIBRARY.models["svm-annealed"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ANNEALED, tmp_path / "mine"))


@pytest.mark.parametrize("model", ["svm-annealed", "svm-eta-rational"])
def test_all_tables_are_verified_for_every_size_and_rate(verify: Any, model: str) -> None:
    answer = verify("--tables", "annealed", "--model", model)
    assert answer.code == 0 and "6 tables (annealed), 42 transitions and 15 calls checked: all verified." in answer.out


@pytest.mark.parametrize(
    ("root", "eta", "holds"), [("4/7", "1/3", True), ("1", "3/4", False), ("1", "5/4", False), ("1", "1", True)]
)
def test_a_rational_near_the_root_of_a_constant_rate_is_enough(root: str, eta: str, holds: bool) -> None:
    """w.x is root^2/eta times what it is at rate 1, where set_false_if_unset has rows at 3/4 and 5/4."""
    words = ("--tables", "annealed", "--model", "svm-eta-rational", "--set", f"root={root}", "--set", f"eta={eta}")
    answer = called("reduce", "counter:2", *words)
    assert (answer.code == 0) is holds
    if not holds:
        assert "set_false_if_unset(x0), is outside the region where it is proved: 4*eta " in answer.err
        return
    header, *examples = map(json.loads, answer.out.splitlines())
    weights = [Fraction(0)] * header["dimension"]
    seen = list[int]()
    for _ in range(3):
        for example in examples:
            x = {int(c): Fraction(value) for c, value in example["x"].items()}
            if sum(weights[c] * value for c, value in x.items()) < 1:
                for c, value in x.items():
                    weights[c] += Fraction(eta) * value
        seen.append(sum((weights[bit["coordinate"]] > 0) << k for k, bit in enumerate(header["state"])))
    assert seen == [1, 2, 3] and {abs(weight) for weight in weights} <= {0, Fraction(root)}


def rows(gadget: str) -> list[Any]:
    """w.x of each row of a paper's svm table, and whether the example fires there: by hand, at rate 1."""
    table, found = paper().tables["svm", gadget], []
    for k, step in enumerate(table.steps):
        for before, after in zip(table.before(k), step.after, strict=True):
            if not step.call:
                products = [rational(*map(int, w.split("/"))) * rational(*map(int, x.split("/")))
                            for w, x in zip(before, step.x, strict=True)]  # fmt: skip
                found.append((sum(products), before != after))
    return found


@pytest.mark.parametrize(
    ("gadget", "least"),
    [("reset", 2), ("not", 4), ("copy", 4), ("destructive_nand", 2), ("copy_if_true", 4)],
)
def test_why_the_papers_tables_can_be_scaled(gadget: str, least: int) -> None:
    """Rows that fire have w.x <= 0, so that no rate matters; the others have w.x >= least, so eta < least * size^2."""
    assert all(product <= 0 for product, fires in rows(gadget) if fires)
    assert min(product for product, fires in rows(gadget) if not fires) == least


def test_the_papers_set_false_if_unset_needs_rates_that_hardly_change(verify: Any, folder: Path) -> None:
    """It has rows that fire at w.x = 1/4 and 3/4, and one that does not at 5/4: rates within a factor of 5/3."""
    found = rows("set_false_if_unset")
    assert {p for p, fires in found if fires and p > 0} == {rational(1, 4), rational(3, 4)}
    assert min(p for p, fires in found if not fires) == rational(5, 4)
    (folder / "svm-annealed" / "set_false_if_unset.toml").unlink()
    answer = verify("--tables", folder)
    assert answer.code == 1 and "set_false_if_unset" in answer.out and "findings in" in answer.out
    model = folder / "svm-annealed" / "model.toml"
    edit(model, '{ bound = "eta < size^2" }', '{ bound = "4*eta > 3*size^2" }, { bound = "4*eta < 5*size^2" }')
    edit(model, '{ bound = "eta > 0", outside = { size = "1", eta = "0" } }', '{ bound = "eta > 0" }')
    assert verify("--tables", folder).code == 0


def test_outside_the_region_a_row_fails() -> None:
    """With eta = size^2 the first step of set_false_if_unset is on the kink for false; beyond, it fires."""
    with pytest.raises(Exception, match="kink"):
        Step(RULES["hinge"], 9).take({"w": rational(-3)}, Example({"w": rational(-1, 3)}, 1), sign)
    step = Step(RULES["hinge"], 10).take({"w": rational(-3)}, Example({"w": rational(-3, 10)}, 1), sign)
    assert step.fired


@pytest.mark.parametrize("gadget", [gadget for _, gadget in LIBRARY.tables])
def test_no_spoiled_table_survives(gadget: str) -> None:
    table = LIBRARY.tables["svm-annealed", gadget]
    spoiled = list(mutants(table, MODEL))
    assert len(spoiled) > 25
    # More of the one that is our own.
    for mutant in sampled(spoiled[:: 1 if gadget == "set_false_if_unset" else len(spoiled) // 25], 12):
        findings = verify_table(mutant.table, LIBRARY).findings
        assert mutant.step in {finding.step for finding in findings}, describe(mutant)


WEIGHTS_BY_RATE = """
gadget = "add_a_rate"
label = "mine:add"
coordinates = ["i1"]
cases = [["0"]]
[[step]]
x = ["AMOUNT"]
y = "1"
after = [["END"]]
"""


@pytest.mark.parametrize(
    ("amount", "end", "code"),
    [("1", "eta", 1), ("1/eta", "1", 0), ("size/eta", "size", 0), ("size", "eta*size", 1)],
)
def test_no_weight_may_depend_on_a_rate(verify: Any, folder: Path, amount: str, end: str, code: int) -> None:
    text = WEIGHTS_BY_RATE.replace("AMOUNT", amount).replace("END", end)
    (folder / "svm-annealed" / "mine.toml").write_text(text)
    answer = verify("--tables", folder, "--gadget", "add_a_rate")
    assert answer.code == code
    assert ("[condition 3]" in answer.out and "each step may choose eta anew" in " ".join(answer.out.split())) == code


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('w = "size"', 'w = "size*eta"', "model.toml:5:31: each step may choose eta anew"),
        ('per_step = ["eta"]', 'per_step = ["rate"]', "model.toml:7:12: 'rate' is not one of the symbols"),
        ('learning_rate = "eta"', 'learning_rate = "eta"\nregularizer = "1/8"', "with a regularizer weights depend"),
    ],
)
def test_a_model_that_cannot_be_annealed(verify: Any, folder: Path, old: str, new: str, reason: str) -> None:
    edit(folder / "svm-annealed" / "model.toml", old, new)
    answer = verify("--tables", folder)
    assert answer.code == 2 and reason in answer.err, answer.err


def test_the_page_says_what_is_shipped() -> None:
    page = (ROOT / "docs" / "annealed.md").read_text()
    assert "gadget_tables/annealed" in page
