"""Losses of a user's own, each a folder of TOML in tests/losses; and runs of OGD under them by fractions."""

import json
import shutil
from collections.abc import Iterator
from fractions import Fraction
from itertools import cycle
from pathlib import Path
from typing import Any

from conftest import ROOT, called
from said_step import Weights, taken

FIXTURES = ROOT / "tests" / "losses"
NUMBERS = {"epsilon-insensitive": "epsilon=1/3", "squared-epsilon-insensitive": "epsilon=8", "leaky-relu": "s=2/7"}
LOSSES = sorted(path.name for path in FIXTURES.iterdir())


def copied(loss: str, folder: Path) -> Path:
    """The folder, with nothing but the files of one loss in it."""
    shutil.copytree(FIXTURES / loss, folder / "tables" / loss)
    return folder


def options(folder: Path, loss: str) -> list[str]:
    return ["--tables", str(folder / "tables"), "--model", loss]


def numbers(loss: str) -> list[str]:
    return ["--set", NUMBERS[loss]] if loss in NUMBERS else []


def by_fractions(folder: Path, loss: str, circuit: str) -> tuple[Any, Iterator[Weights]]:
    """The header of the training set; and the weights at the start, and after each example, for ever."""
    path = folder / "set.jsonl"
    assert called("reduce", circuit, *options(folder, loss), *numbers(loss), "--format", "jsonl", "-o", path)[0] == 0
    header, *examples = map(json.loads, path.read_text().splitlines())

    def run() -> Iterator[Weights]:
        weights = dict.fromkeys(map(str, range(header["dimension"])), Fraction(0))
        weights |= {key: Fraction(text) for key, text in header["initial"].items()}
        yield weights
        for example in cycle(examples):
            x = {key: Fraction(text) for key, text in example["x"].items()}
            weights = taken(header["step"], weights, x, Fraction(example["y"]))
            yield weights

    return header, run()
