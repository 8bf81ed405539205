"""No letters too small, cut off or on top of others: for every machine, at three sizes of the window."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from conftest import sampled
from ogd_exact.circuits.machines.machines import MACHINES

FAULTS = Path(__file__).with_name("legible.js").read_text().partition("\n")[2]
SIZES = [(1280, 720), (1920, 1080), (390, 844)]
SPECS = ["counter:3", "lfsr:5", "gray:4", "johnson:6", "rule110:8", "collatz:6", "busybeaver:8", "mult:4", "life:3"]
PAGES = [
    *([spec] for spec in SPECS),
    ["counter:10", "--max-passes", "40"],
    ["rule110:24", "--max-passes", "40"],
    ["counter:3", "--model", "svm-reg"],
    ["counter:2", "--model", "dense-relu-dense"],
    ["gadget:copy2", "--model", "svm-reg"],
    ["gadget:destructive_nand"],
    ["counter:2", "--tables", "any-order"],
    ["rule110:5", "--tables", "any-order", "--order", "full-batch"],
]


def test_every_machine_is_looked_at() -> None:
    assert {spec.partition(":")[0] for spec in SPECS} == set(MACHINES)


@pytest.mark.parametrize(("arguments", "size"), sampled(product(PAGES, SIZES), 2))
def test_all_can_be_read(opened: Any, arguments: list[str], size: tuple[int, int]) -> None:
    tab = opened(*arguments, at="#1.0")
    tab.set_viewport_size({"width": size[0], "height": size[1]})
    faults = {}
    moments = ["Shift+ArrowRight", "PageDown", "End", "ArrowLeft", "ArrowLeft", "a"]
    for key in moments:
        tab.keyboard.press(key)
        tab.wait_for_timeout(60)
        faults[key] = tab.evaluate(FAULTS)
    for level in ("weights", "gadget", "poke", "slot", "circuit"):
        if tab.locator(f"#level-{level}").is_visible():
            tab.locator(f"#level-{level}").click()
            tab.wait_for_timeout(60)
            faults[level] = tab.evaluate(FAULTS)
    assert {key: found for key, found in faults.items() if found} == {}


def test_faults_are_found(opened: Any) -> None:
    tab = opened("counter:2", at="#1.0")
    assert tab.evaluate(FAULTS) == []
    for spoiled, fault in [
        ("document.getElementById('about').style.fontSize = '10px'", "small"),
        ("document.getElementById('title').style.cssText = 'position: absolute; top: 90px; left: 40px'", " on "),
        ("Object.assign(document.getElementById('state').style, { height: '3px', overflow: 'hidden' })", "cut off"),
    ]:
        tab.reload()
        tab.evaluate(spoiled)
        tab.wait_for_timeout(60)
        assert any(fault in found for found in tab.evaluate(FAULTS)), spoiled
