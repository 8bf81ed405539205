"""Answers what the page asks: checks a table, or reduces and runs a circuit, by the library as it is."""

import json
import os
import shutil
from pathlib import Path

import ogd_exact as ogd

WORK = Path.home() / "yours"
LIMITS = {"max_passes": 1 << 14}


def verified(report: ogd.Report) -> dict[str, object]:
    return {"right": report.verified, "text": str(report), "page": report.page().html}


def latex(model: str, text: str) -> dict[str, object]:
    Path("paper.tex").write_text(text, encoding="utf-8")
    return verified(ogd.verify(tex="paper.tex"))


def toml(model: str, text: str) -> dict[str, object]:
    folder = Path("mine", model)
    folder.mkdir(parents=True)
    (folder / "gadget.toml").write_text(text, encoding="utf-8")
    return verified(ogd.verify(tables="mine"))


def circuit(model: str, text: str) -> dict[str, object]:
    """A file, if there is more than a name."""
    name = text.strip()
    if "\n" in name:
        name = "yours.aag" if name.startswith("aag") else "yours.blif"
        Path(name).write_text(text, encoding="utf-8")
    run = ogd.reduce(name, model=model)
    return {"right": None, "text": str(ogd.simulate(run, **LIMITS)), "page": run.explore().html}


KINDS = {"latex": latex, "toml": toml, "circuit": circuit}


def answer(kind: str, model: str, text: str, columns: int = 80) -> str:
    """What the page shows, as JSON: whether it is right (null: neither), the report as text, and a page."""
    os.environ["COLUMNS"] = str(columns)
    os.chdir(WORK.parent)
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir()
    os.chdir(WORK)
    try:
        return json.dumps(KINDS[kind](model, text))
    except ogd.InputError as problem:
        return json.dumps({"right": None, "text": str(problem), "page": ""})
