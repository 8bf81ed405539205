"""Answers what the page asks: checks a table, or reduces and runs a circuit, by the library as it is."""

import json
import os
import shutil
from pathlib import Path

import ogd_exact as ogd

WORK = Path.home() / "yours"
LIMITS = {"max_passes": 1 << 14}
HERE = {  # what is done on the page, by what is said where options are
    "the circuit has inputs": "on this page, take them out of .inputs and add for each .names NAME (always 0), with a "
    "line 1 below it (always 1), or install ogd-exact and use --input",
    "latches without a reset": "on this page, write 0 or 1 at the end of their .latch lines",
}


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
    if not name:
        raise ogd.InputError("nothing to run: write a machine, such as counter:3, or paste a BLIF or AIGER file")
    if "\n" in name:
        name = "yours.aag" if name.startswith("aag") else "yours.blif"
        Path(name).write_text(text, encoding="utf-8")
    try:
        run = ogd.reduce(name, model=model)
    except ogd.InputError as problem:
        said = next(
            (f"{problem}".partition(";")[0] + f"; {do}" for what, do in HERE.items() if what in str(problem)), ""
        )
        raise ogd.InputError(said) if said else problem from None
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
