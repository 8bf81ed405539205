"""explore on training sets of one's own: the circuit's page with other examples, or a line that says what to do."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import ogd_exact as ogd
from conftest import ROOT, called

CHANGED = ROOT / "docs" / "training-sets" / "changed.jsonl"
Change = Callable[[dict[str, Any]], object]


def lines() -> list[dict[str, Any]]:
    return [json.loads(line) for line in CHANGED.read_text().splitlines()]


def write(path: Path, data: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in data))
    return path


def page_data(page: str) -> dict[str, Any]:
    text = page.partition('<script type="application/json" id="data">')[2].partition("</script>")[0]
    data: dict[str, Any] = json.loads(text)
    return data


def test_the_page_has_the_example_that_is_another(tmp_path: Path) -> None:
    given = ogd.training_set(CHANGED)
    data = page_data(given.explore().html)
    [[number, x, y]] = data["changed"]
    assert (number, y, data["title"]) == (16, "1", "counter:2 by svm (compact), 1 example changed")
    assert {str(i): Fraction(text) for i, text in x} == {i: Fraction(text) for i, text in lines()[16]["x"].items()}
    ogd.reduce("counter:2", tables="compact").save(tmp_path / "same.jsonl")
    same = page_data(ogd.training_set(tmp_path / "same.jsonl").explore().html)
    assert "changed" not in same and same["blocks"] == data["blocks"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            lambda head: (head["step"].update(rate="1/2"), head["parameters"].update(eta="1/2")),
            "whose step is another than its circuit's",
        ),
        (lambda head: head.update(initial={"1": "-1"}), "whose start is another than its circuit's"),
        (lambda head: head.update(accept=1), "whose question is another than its circuit's"),
        (lambda head: head.update(circuit="counter:3"), "has another number of gates"),
        (lambda head: head.pop("circuit"), "names no circuit"),
    ],
)
def test_what_has_no_page_is_refused_with_what_to_do(tmp_path: Path, change: Change, why: str) -> None:
    data = lines()
    change(data[0])
    answer = called("explore", write(tmp_path / "t.jsonl", data), "-o", "-")
    assert answer.code == 2 and why in answer.err and "run it by simulate" in answer.err
    assert answer.err.count("\n") == 1


def test_fewer_examples_and_other_files_are_refused(tmp_path: Path) -> None:
    head, *rows = lines()
    answer = called("explore", write(tmp_path / "t.jsonl", [{**head, "examples": len(rows) - 1}, *rows[1:]]))
    assert answer.code == 2 and "whose number of examples is another" in answer.err
    answer = called("explore", "docs/training-sets/three.csv")
    assert answer.code == 2 and "names no circuit; run it by simulate" in answer.err
    answer = called("explore", CHANGED, "--eta", "1/2")
    assert answer.code == 2 and "--eta is for circuits, and a training set says all; drop it" in answer.err
