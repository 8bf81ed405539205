"""The paper as printed: exactly these misprints, each found as its cell, with the value derived by hand."""

import json
import re
from typing import Any

import pytest

from ogd_exact.gadgets.reading.folder import paper

# Each value is derived in the `why` of its correction, from the printed weights around the row.
MISPRINTS = {
    ("svm-reg", "d_nand", 7, "x2"): ("-2*alpha^6/eps1", "-2*alpha^6/eps2"),
    ("svm-reg", "set_false_if_unset", 3, "x1"): ("alpha/eps1 + eps1*alpha^3/2", "alpha^2/eps1 + eps1*alpha^3/2"),
    ("dense-relu-dense", "not", 7, "y"): ("91803/2", "91821/2"),
    ("dense-relu-dense", "not", 8, "y"): ("1447/2", "-1447/2"),
    ("dense-relu-dense", "not", 14, "y"): ("1399/2", "-1399/2"),
    ("dense-relu-dense", "copy", None, "rho"): ("47 + 1272583/3125000", "48545/1024"),
    ("dense-relu-dense", "destructive_nand", 10, "y"): ("-9/4", "-9/2"),
    ("dense-relu-dense", "set_false_if_unset", 9, "y"): ("47893/44", "-47893/44"),
}


def findings(answer: Any) -> dict[Any, Any]:
    tables = json.loads(answer.out)["tables"]
    return {(t["model"], t["gadget"], f["step"], f["field"]): f for t in tables for f in t["findings"]}


def test_printed_lists_every_misprint_once_with_its_repair(verify: Any) -> None:
    answer = verify("--printed", "--format", "json")
    found = findings(answer)
    assert answer.code == 1
    assert {key: (f["printed"], f["suggested"]) for key, f in found.items()} == MISPRINTS
    assert len([f for t in json.loads(answer.out)["tables"] for f in t["findings"]]) == len(MISPRINTS)
    assert {f["condition"] for f in found.values()} == {1}


def test_each_misprint_is_a_correction_and_each_correction_a_misprint() -> None:
    corrections = {
        (t.model, t.gadget, None if c.cell.step is None else c.cell.step + 1, c.cell.field): (c.printed, c.corrected)
        for t in paper().tables.values()
        for c in t.corrections
    }
    assert corrections == MISPRINTS


def test_where_more_than_one_repair_is_possible_it_is_said(verify: Any) -> None:
    found = findings(verify("--printed", "--format", "json"))
    message = found["dense-relu-dense", "not", 14, "y"]["message"]
    # With u = 1400 x2 the row asks for 2800 u^2 - 1399 u - 1401 = 0, which also has the root u = -1401/2800.
    assert "also possible: x2 = -1401/3920000" in message
    assert "also possible" not in found["dense-relu-dense", "destructive_nand", 10, "y"]["message"]


@pytest.mark.usefixtures("eighty_columns")
def test_the_text_report_shows_printed_value_repair_and_reason_in_80_columns(verify: Any) -> None:
    answer = verify("--printed")
    assert answer.code == 1
    assert max(map(len, answer.out.splitlines())) <= 80
    for printed, suggested in MISPRINTS.values():
        words = "(must|could) be +"
        assert re.search(rf"  printed   {re.escape(printed)}\n  {words}{re.escape(suggested)}\n  because", answer.out)
    assert answer.out.count("  could be  ") == 3 and answer.out.count("  must be   ") == 5
    assert "8 findings in 6 tables." in " ".join(answer.out.split())


def test_only_the_tables_with_misprints_fail(verify: Any) -> None:
    tables = json.loads(verify("--printed", "--format", "json").out)["tables"]
    assert {(t["model"], t["gadget"]) for t in tables if not t["verified"]} == {key[:2] for key in MISPRINTS}
