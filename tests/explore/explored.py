"""Shared by the tests of the explorer: pages as users make them, what is in them, and numbers as they write them."""

import json
import re
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

from conftest import ROOT, Answer, called
from ogd_exact.training.numbers.powers import plain
from ogd_exact.training.numbers.surd import Surd

PAGE = ROOT / "ogd_exact" / "documents" / "explorer" / "page"
MODELS = ("svm", "svm-bias", "svm-eta", "svm-reg", "dense-relu", "dense-relu-dense")


def explore(*arguments: object) -> Answer:
    return called("explore", *arguments)


def page_file(folder: Path, *arguments: object) -> Path:
    path = folder / "page.html"
    answer = explore(*arguments, "-o", path)
    assert answer == (0, "", f"wrote {path}\n")
    return path


def data_of(path: Path) -> dict[str, Any]:
    """The data that a page carries, as a browser would find it."""
    (text,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', path.read_text(), re.S)
    data: dict[str, Any] = json.loads(text)
    return data


def node(script: str, *arguments: object) -> Any:
    """What a script of this folder prints, as JSON."""
    command = ["node", str(Path(__file__).with_name(script)), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


Number = tuple[Fraction, Fraction]  # a + b*root


class Numbers:
    """Reads numbers off a page, by arithmetic of its own: sums of c*alpha^e or c*root, or quotients of such sums."""

    def __init__(self, alpha: Fraction | None = None) -> None:
        self.alpha = alpha
        self.known: dict[str, Number] = {}

    def read(self, text: str) -> Number:
        if text not in self.known:
            over, _, under = text.partition(")/(")
            (a, b), (c, d) = self.total(over.strip("()")), self.total(under.strip("()") or "1")
            assert d == 0
            self.known[text] = (a / c, b / c)
        return self.known[text]

    def total(self, text: str) -> Number:
        a = b = Fraction(0)
        for term in text.split(" + "):
            match = re.fullmatch(r"(-?[\d/]*)\*?(?:(alpha)(?:\^(-?\d+))?|(root))?", term)
            assert match and term, text
            coefficient = Fraction({"": "1", "-": "-1"}.get(match[1], match[1]))
            if match[4]:
                b += coefficient
            elif match[2]:
                assert self.alpha is not None
                a += coefficient * self.alpha ** int(match[3] or 1)
            else:
                a += coefficient
        return a, b


def exactly(value: Any) -> Number:
    """A number of the exact run in the same form."""
    if isinstance(value, Surd):
        return fraction(value.a), fraction(value.b)
    return fraction(plain(value)), Fraction(0)


def fraction(value: Any) -> Fraction:
    return Fraction(int(value.numerator), int(value.denominator))
