"""Pages in browsers: opened from disk, with what they complain about and load."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from explored import page_file

from conftest import needs, needs_program

Opened = Callable[..., Any]


@contextmanager
def chromium() -> Iterator[Any]:
    """A window of a browser, in which nothing moves by itself."""
    program = shutil.which(needs_program("chromium", "chromium-browser", "google-chrome"))
    playwright = needs("playwright.sync_api", "playwright")
    with playwright.sync_playwright() as api:
        # As root, and in containers, Chromium has no sandbox; the pages here are our own.
        opened = api.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield opened.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
        opened.close()


@contextmanager
def tabs(window: Any, folder: Path) -> Iterator[Opened]:
    """Opens pages; at the end nothing was complained about, and nothing was loaded but the file."""
    problems: list[str] = []
    requests: list[str] = []
    tab = window.new_page()
    tab.on("console", lambda message: problems.append(message.text))
    tab.on("pageerror", lambda error: problems.append(str(error)))
    tab.on("dialog", lambda dialog: problems.append(dialog.message))
    tab.on("request", lambda request: requests.append(request.url))

    def open_page(*arguments: object, at: str = "") -> Any:
        path = page_file(folder, *arguments)
        tab.goto("about:blank")  # or another moment of the same file would not load it again
        tab.goto(f"file://{path}{at}")
        return tab

    yield open_page
    tab.evaluate("localStorage.clear()")
    assert problems == []
    assert requests and {url.partition("#")[0] for url in requests} == {f"file://{folder}/page.html"}
    tab.close()


def label(tab: Any, name: str) -> str:
    return str(tab.locator(f"#{name}").text_content())


def rows(tab: Any) -> list[str]:
    """What the picture of space and time says that it shows, from above."""
    return str(tab.locator("#rows canvas").get_attribute("aria-label")).split("; ")


def until(tab: Any, script: str) -> None:
    for _ in range(300):
        if tab.evaluate(script):
            return
        tab.wait_for_timeout(100)
    raise AssertionError(script)
