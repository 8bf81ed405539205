"""The page that checks a table in a browser, without anything installed: built, served and used in two browsers."""

import functools
import importlib.util
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


LOOSE = ".model m\n.inputs a b\n.outputs q\n.latch q q 0\n.end\n"


def test_what_a_circuit_lacks_is_given_on_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there are no options, none is named, and what is said instead makes it run."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "80")  # which the page sets itself
    monkeypatch.chdir(tmp_path)
    spec = importlib.util.spec_from_file_location("answer", ROOT / "docs" / "playground" / "answer.py")
    assert spec and spec.loader
    page = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(page)

    def said(text: str) -> str:
        return str(json.loads(page.answer("circuit", "svm", text))["text"])

    assert said(" ") == "nothing to run: write a machine, such as counter:3, or paste a BLIF or AIGER file"
    assert "on this page, take them out of .inputs and add for each .names NAME" in said(LOOSE)
    closed = LOOSE.replace(".inputs a b", ".names a\n.names b\n1")
    assert "on this page, write 0 or 1 at the end" in said(closed.replace("q q 0", "q q 3")) and "=0|1" not in said(
        LOOSE
    )
    assert "proved for all passes" in said(closed)
