"""The benchmark runs from end to end at tiny sizes, and reports every figure; how fast anything is, no test asks."""

import json
import re
from pathlib import Path

from conftest import ROOT, in_full, needs, typed
from found_again import GADGETS, steps_of

FIGURES = {
    *("native_mpq", "native_scikit", "gadget_svm", "gadget_relu", "gadget_reg", "circuit_mpq", "reg_flat", "any_order"),
    *("set_mpq", "set_scikit"),
    *(f"logistic{reg}_{what}" for reg in ("", "-reg") for what in ("certify", "linear", "svm", "pass")),
    *("assembling_flat", "assembling_peak", "assembling_rate", "assembling_jsonl"),
    *("yes_at_size", "svm_reg_flat", "million_memory", "million_time"),
    *("verify", "verify_printed", "at_step", "at_step_own", "decided", "two_workers"),
    *("find_dense-relu_copy", "find_all"),
}


def test_the_page_has_every_compact_gadget() -> None:
    page = (ROOT / "docs" / "benchmarks.md").read_text()
    listed = re.findall(r"(?m)^\| find (\S+) (\S+) \((\d+)\) \| [\d.]+ s \|", page)
    wanted = [(model, gadget, str(steps_of(model, gadget))) for model, gadget in GADGETS]
    assert listed == wanted, "run scripts/benchmark.py --only finding --write-docs"


@in_full
def test_one_part_alone_can_be_measured(tmp_path: Path) -> None:
    needs("z3", "z3-solver")
    answer = typed(ROOT / "scripts" / "benchmark.py", "--quick", "--only", "finding", "--json", tmp_path / "found.json")
    assert answer.code == 0 and re.search(r"^find dense-relu copy \(4\) +[\d.]+ s", answer.out), answer.err
    found = json.loads((tmp_path / "found.json").read_text())
    assert [figure["key"] for figure in found["figures"]] == ["find_dense-relu_copy", "find_all"]


@in_full
def test_a_quick_benchmark_reports_every_figure(tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    answer = typed(ROOT / "scripts" / "benchmark.py", "--quick", "--json", path)
    assert answer.code == 0, answer.err
    assert all(len(line) <= 80 for line in answer.out.splitlines())
    found = json.loads(path.read_text())
    assert all(
        len(figure["what"]) <= 42 for figure in found["figures"]
    )  # the column is that wide, whatever was measured
    assert set(found) == {"machine", "steps_per_second", "figures", "growth"}
    assert {figure["key"] for figure in found["figures"]} == FIGURES and len(found["figures"]) == len(FIGURES)
    for figure in found["figures"]:
        assert set(figure) == {"key", "what", "measured", "unit", "at_least", "at_most", "note", "reached"}
        assert figure["measured"] is None or figure["measured"] > 0
    assert {"CPU", "cores", "system", "Python", "gmpy2", "sympy"} <= set(found["machine"])
    assert all(set(point) == {"model", "engine", "gates", "seconds"} for point in found["growth"])
