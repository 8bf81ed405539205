"""The same page in Firefox; and what axe, a checker of accessibility, finds in it."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from explored import Numbers, exactly, node, page_file

from conftest import called, in_full, needs_program
from ogd_exact.commands.circuit_options import request
from ogd_exact.commands.command_line import parsed
from ogd_exact.training.any_order.events import EventEngine
from ogd_exact.training.any_order.orders import order as placed_by
from ogd_exact.training.any_order.reduction import slot_reduction
from ogd_exact.training.runs.simulation import Simulation
from reductions import reduction


def node_package(name: str) -> Path:
    """The folder of a package that npm has installed for all."""
    needs_program("npm")
    root = subprocess.run(["npm", "root", "--global"], capture_output=True, text=True, check=True).stdout.strip()
    if not (Path(root) / name).is_dir():
        needs_program(f"npm package {name}", package=f"npm, then: npm install --global {name}")
    return Path(root) / name


@in_full
def test_firefox_shows_the_same_run(tmp_path: Path) -> None:
    """It plays by itself; then, key by key, the weights of the last pass are those of the exact run."""
    program = shutil.which(needs_program("firefox-esr", "firefox"))
    node_package("puppeteer-core")
    path = page_file(tmp_path, "counter:2")
    keys = ["a", "Home", *["ArrowRight"] * 12]
    found = node("firefox.mjs", program, f"file://{path}", json.dumps(keys))
    assert found["problems"] == [] and found["faults"] == []
    played, end, begin, *steps = found["moments"]
    assert played["title"] == "This SVM is counting." and played["wide"] == 1280
    assert played["rows"][:2] == ["Pass 1: 00, 0", "Pass 2: 01, 1"]
    assert end["pass"] == "Pass 4: 11" and "Accepted in pass 4" in end["narration"]
    run, numbers = Simulation(reduction("counter:2")), Numbers()
    moments = run.stepwise()
    for _ in range(3 * run.reduction.examples):
        next(moments)
    for t, moment in enumerate([begin, *steps]):
        assert moment["step"].startswith(f"Step {t} of ")
        assert [numbers.read(text) for text in moment["weights"]] == [exactly(w) for w in run.weights.values()]
        next(moments)


@in_full
def test_firefox_shows_the_same_run_in_any_order(tmp_path: Path) -> None:
    """From firing to firing the weights are those of the engine, in the order that is asked for."""
    program = shutil.which(needs_program("firefox-esr", "firefox"))
    node_package("puppeteer-core")
    path = page_file(tmp_path, "counter:1", "--tables", "any-order", "--order", "reverse")
    keys = ["Home", "ArrowRight", *["PageDown"] * 2, "PageUp", *["ArrowRight"] * 12]
    found = node("firefox.mjs", program, f"file://{path}", json.dumps(keys))
    assert found["problems"] == [] and found["faults"] == []
    played, *_, begin = found["moments"][:6]
    assert played["title"] == "This SVM is counting, in any order." and played["wide"] == 1280
    run = slot_reduction(request(parsed("explore", ["counter:1", "--tables", "any-order"])))
    engine, numbers = EventEngine(run, placed_by("reverse", len(run.examples))), Numbers()
    number = int(begin["pass"].split()[1].strip(":")) - 1
    for t, moment in enumerate([begin, *found["moments"][6:]]):
        assert moment["step"].startswith(f"Epoch {t} of ")
        engine.advance(number * run.epochs + t)
        assert [numbers.read(text) for text in moment["weights"]] == [exactly(w) for w in engine.weights().values()]


LOOKED_AT = [["counter:3"], ["gadget:copy2", "--model", "svm-reg"], ["counter:2", "--tables", "any-order"]]
AXE = "axe.run().then((result) => result.violations)"


def complaints(tab: Any) -> list[str]:
    return [f"{found['id']}: {found['help']}: {found['nodes'][0]['html'][:120]}" for found in tab.evaluate(AXE)]


@pytest.mark.parametrize("arguments", LOOKED_AT, ids=" ".join)
def test_axe_finds_nothing(opened: Any, arguments: list[str]) -> None:
    axe = (node_package("axe-core") / "axe.min.js").read_text()
    tab = opened(*arguments, at="#1.4")
    tab.evaluate(axe)
    for theme in ("light", "dark"):
        tab.emulate_media(color_scheme=theme)
        for level in ("pass", "gadget", "example", "slot", "circuit", "weights", "poke"):
            if tab.locator(f"#level-{level}").is_visible():
                tab.locator(f"#level-{level}").click()
            assert complaints(tab) == [], f"{theme}, {level}"


OUTSIDE = """[...document.querySelectorAll("h1, h2, h3, p, .banner, .legend li, .list td, .notes li")]
  .filter((e) => e.getBoundingClientRect().right > document.documentElement.clientWidth).map((e) => e.outerHTML)"""


@in_full
def test_the_report_fits_a_phone_and_axe_finds_nothing(window: Any, tmp_path: Path) -> None:
    """Findings and prose are never cut off; only tables of gadgets, which scroll, may be wider than the window."""
    axe = (node_package("axe-core") / "axe.min.js").read_text()
    assert called("verify", "--printed", "--format", "html", "-o", tmp_path / "report.html").code == 1
    tab = window.new_page()
    tab.goto(f"file://{tmp_path}/report.html", timeout=120_000)  # machines that others use are slow
    tab.evaluate(axe)
    for width in (1280, 1920, 390):
        tab.set_viewport_size({"width": width, "height": 844})
        assert tab.evaluate(OUTSIDE) == [] and tab.evaluate("document.documentElement.scrollWidth") == width
    for theme in ("light", "dark"):
        tab.emulate_media(color_scheme=theme)
        assert complaints(tab) == [], theme
    tab.close()
