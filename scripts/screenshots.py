"""Takes the pictures of docs/explorer.md, docs/any-order.md and docs/report.md anew.

It needs chromium, and the environment of scripts/test.py --all.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "explorer"
# What is shown: the name, the call, the moment (pass.step), the theme and the size of the window.
SHOTS = (
    ("start", ["counter:3"], "6.150", "light", (1280, 720)),
    ("nand", ["counter:3"], "3.124", "light", (1280, 720)),
    ("accepted", ["counter:3"], "8.212", "dark", (1280, 720)),
    ("rule110", ["rule110:8"], "24", "dark", (1280, 720)),
    ("powers", ["counter:3", "--model", "svm-reg"], "2.200", "dark", (1920, 1080)),
    ("wrong", ["gadget:copy_not", "--tables", "mine"], "1.7", "light", (1280, 720)),
    ("any-order", ["counter:3", "--tables", "any-order"], "6.63", "light", (1280, 720)),
)
REPORTS = (  # the name, the options of verify, the place and the theme
    ("findings", ["--printed"], "", "light"),
    ("table", ["--printed"], "#svm-reg.d_nand.7.x2", "light"),
    ("dark", [], "#dense-relu-dense.copy", "dark"),
)
HERE = {**os.environ, "PYTHONPATH": str(ROOT)}
AFAR = ("start", "accepted")  # looked at as a pass
COPY_NOT = """gadget = "copy_not"
label = "tab:copy-not"
coordinates = ["i1", "i2"]
cases = [["-1", "0"], ["1", "0"]]
step = [
  { call = "copy", on = ["i1", "i2"], after = [["-1", "-1"], ["1", "1"]] },
  { x = ["0", "3"], y = "1", after = [["-1", "3"], ["1", "1"]] },
  { x = ["0", "-2"], y = "1", after = [["-1", "1"], ["1", "-1"]] },
]
contract = { before = { i1 = "bit", i2 = "unset" }, after = { i2 = "not(i1)" } }
"""


def explore(folder: Path, *arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "ogd_exact.explore", *arguments], cwd=folder, check=True, env=HERE)


def take(tab: Page, path: Path) -> None:
    tab.wait_for_timeout(500)
    tab.screenshot(path=path)
    with Image.open(path) as image:
        image.quantize(256).save(path, optimize=True)


def report(folder: Path, browser: Browser) -> None:
    """The report of verify, whose findings are why it then says that a check failed."""
    for shot, arguments, place, theme in REPORTS:
        written = [sys.executable, "-m", "ogd_exact.verify", "--format", "html", "-o", f"{shot}.html", *arguments]
        assert subprocess.run(written, cwd=folder, env=HERE).returncode == int("--printed" in arguments)
        tab = browser.new_page(viewport={"width": 1280, "height": 720}, color_scheme=theme)
        tab.goto(f"file://{folder / shot}.html{place}")
        take(tab, ROOT / "docs" / "report" / f"{shot}.png")


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as api:
        folder = Path(name)
        (folder / "mine" / "svm").mkdir(parents=True)
        (folder / "mine" / "svm" / "copy_not.toml").write_text(COPY_NOT)
        browser = api.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for shot, arguments, moment, theme, (width, height) in SHOTS:
            explore(folder, *arguments, "-o", f"{shot}.html")
            tab = browser.new_page(viewport={"width": width, "height": height}, color_scheme=theme)
            tab.goto(f"file://{folder / shot}.html#{moment}")
            if shot in AFAR:
                tab.locator("#level-pass").click()
            take(tab, PICTURES / f"{shot}.png")
        explore(folder, "counter:3", "--pass", "3", "--figure", str(PICTURES / "picture.png"))
        explore(folder, "counter:3", "--tables", "any-order", "--figure", str(PICTURES / "clock.png"))
        report(folder, browser)
        browser.close()


if __name__ == "__main__":
    main()
