"""Takes the pictures of docs/explorer.md anew: needs chromium, and the test environment of scripts/test.py."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

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
)
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
    subprocess.run([sys.executable, "-m", "ogd_exact.explore", *arguments], cwd=folder, check=True)


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
            tab.wait_for_timeout(500)
            tab.screenshot(path=PICTURES / f"{shot}.png")
            with Image.open(PICTURES / f"{shot}.png") as image:
                image.quantize(256).save(PICTURES / f"{shot}.png", optimize=True)
        explore(folder, "counter:3", "--pass", "3", "--figure", str(PICTURES / "picture.png"))
        browser.close()


if __name__ == "__main__":
    main()
