"""The page that checks a table in a browser, without anything installed: built, served and used in two browsers."""

import functools
import json
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from conftest import ROOT, in_full, needs_program

BROWSERS = {"chrome": ("chromium", "chromium-browser", "google-chrome"), "firefox": ("firefox-esr", "firefox")}


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    needs_program("npm")
    folder = tmp_path_factory.mktemp("playground")
    build = [sys.executable, str(ROOT / "scripts" / "playground.py"), str(folder)]
    done = subprocess.run(build, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@in_full
@pytest.mark.parametrize("name", BROWSERS)
def test_a_visitor_has_tables_and_circuits_checked(name: str, address: str) -> None:
    program = shutil.which(needs_program(*BROWSERS[name]))
    script = str(Path(__file__).with_name("playground.mjs"))
    url = "http" + f"://{address}/"
    done = subprocess.run(["node", script, name, str(program), url], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    said = json.loads(done.stdout)
    assert said["problems"] == [] and all(
        asked.startswith((url, "about:", "data:", "blob:")) for asked in said["asked"]
    )
    misprint, right, wrong, unread, counted = said["answers"]
    assert misprint["kind"] == "wrong" and "must be   \\frac{\\alpha^2}{\\epsilon_1}" in misprint["text"]
    assert right["kind"] == "right" and "all verified" in right["text"]
    assert wrong["kind"] == "wrong" and "step 1, x1" in wrong["text"] and "must be   -4" in wrong["text"]
    assert unread["kind"] == "" and unread["text"].startswith("mine/svm/gadget.toml:1:") and not unread["page"]
    assert counted["kind"] == "" and "accepted in frame 7" in counted["text"]
    assert all(answer["page"] > 5000 for answer in (misprint, right, wrong, counted))
    assert all(answer["wide"] <= 1280 and answer["seen"] for answer in said["answers"]) and counted["narrow"] <= 390
