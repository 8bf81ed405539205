"""Losses of a user's own, each a folder of TOML under tests/losses: tables, constructions and whole runs.

Runs are compared with the circuit itself and with OGD by fractions, which knows the training set that `reduce` writes,
and the step that this says, and nothing of the package.
"""

import json
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

from conftest import called, edit, needs
from own_losses import FIXTURES, LOSSES, NUMBERS, by_fractions, copied, numbers, options
from random_losses import Circuit, random_circuit
from said_step import taken, value

each_loss = pytest.mark.parametrize("loss", LOSSES)


@pytest.fixture
def folder(loss: str, tmp_path: Path) -> Path:
    return copied(loss, tmp_path)


def circuits() -> Iterator[tuple[str, Circuit]]:
    """One at random that says yes in its fifth frame or later, and one that never does, and moves."""
    made = [random_circuit(seed) for seed in range(2000)]
    yield "late", next(one for one in made if (one.answer() or 0) >= 4)
    turning = (one for one in made if one.answer() is None and len(states(one)) >= 4)
    yield "never", next(turning)


def states(circuit: Circuit) -> set[tuple[bool, ...]]:
    return {tuple(state) for _, (state, _) in zip(range(8), circuit.frames(), strict=False)}


RANDOM = dict(circuits())


@each_loss
def test_all_tables_are_verified(folder: Path, loss: str) -> None:
    code, out, err = called("verify", *options(folder, loss), "--format", "json")
    data = json.loads(out)
    assert (code, err) == (0, "") and data["verified"]
    written = {path.stem for path in (folder / "tables" / loss).glob("*.toml")} - {"model", "construction"}
    assert {table["gadget"] for table in data["tables"]} == written and len(written) >= 4
    assert all(table["verified"] and not table["findings"] for table in data["tables"])


def said_in(model: Any, names: dict[str, Fraction]) -> dict[str, Any]:
    """The step of a model.toml, as the JSON of docs/formats.md says steps."""
    rule = model["rule"]
    constants = {name: str(value(text, names)) for name, text in rule.get("constants", {}).items()}
    rates = {"rate": model.get("learning_rate", "1"), "regularizer": "0", "momentum": None}
    return {"labels": [], "state": [], "along": "x", "after": None, **rule, **rates, "constants": constants}


@each_loss
def test_every_row_by_fractions(loss: str) -> None:
    """So that the fixtures are right whatever the package says of them."""
    model = tomllib.loads((FIXTURES / loss / "model.toml").read_text())
    name, _, number = NUMBERS.get(loss, "").partition("=")
    names = {name: Fraction(number)} if name else {}
    step, rows = said_in(model, names), 0
    for path in sorted((FIXTURES / loss).glob("*.toml")):
        table = tomllib.loads(path.read_text())
        before = table.get("cases")
        for told in table.get("step", ()):
            for line, end in zip(before, told["after"], strict=True) if "x" in told else ():
                start, x, after = ({c: value(text, names) for c, text in zip(table["coordinates"], texts, strict=True)}
                                   for texts in (line, told["x"], end))  # fmt: skip
                assert taken(step, start, x, value(told["y"], names)) == after, (path.stem, told, line)
                rows += 1
            before = told["after"]
    assert rows > 40


SPOILED = [  # a file, what stands there, what is put there instead; and the finding: step, cell, what must stand there
    ("absolute", "not", 'x = ["-1", "0", "-1"]', 'x = ["-1", "0", "-3"]', (3, "x3", "-1")),
    ("absolute", "copy_if_true", 'x = ["0", "1", "0"]', 'x = ["0", "2", "0"]', (3, "x2", "1")),
    ("huber", "nand", 'x = ["-1", "-1", "0", "-1"]', 'x = ["-1", "-2", "0", "-1"]', (3, "x2", "-1")),
    ("huber", "copy", '["2", "2", "0"]]\n\n[contract]', '["2", "3", "0"]]\n\n[contract]', (3, "after", "2")),
    ("epsilon-insensitive", "copy", 'x = ["1", "-1", "1"]', 'x = ["1", "1", "1"]', (2, "x2", "-1")),
    ("epsilon-insensitive", "move_if_true", 'x = ["2", "-2"]', 'x = ["2", "-3"]', (1, "x2", "-2")),
    ("squared-epsilon-insensitive", "not", 'y = "epsilon - 1"', 'y = "epsilon - 2"', (3, "y", "-1 + epsilon")),
    ("squared-epsilon-insensitive", "nand", 'x = ["-2", "-2", "1"]', 'x = ["-2", "-2", "2"]', (2, "x3", "1")),
    ("squared-hinge", "copy", 'x = ["4", "-1"]', 'x = ["4", "-2"]', (3, "x2", "-1")),
    ("squared-hinge", "move_if_true", 'x = ["-1", "1", "1"]', 'x = ["-1", "3", "1"]', (1, "x2", "1")),
    ("modified-huber", "not", 'x = ["4", "-5"]', 'x = ["4", "-6"]', (3, "x2", "-5")),
    ("modified-huber", "copy", 'x = ["5", "0"]', 'x = ["5", "1"]', (3, "x2", "0")),
    ("leaky-relu", "copy", 'y = "2/(1 - s)"', 'y = "3/(1 - s)"', (2, "y", "(-2)/(-1 + s)")),
    ("leaky-relu", "set_false_if_unset", 'x = ["1/s", "0"]', 'x = ["1/s", "1"]', (4, "x2", "0")),
    ("leaky-relu", "not", 'on = ["i1", "i3", "i2"]', 'on = ["i1", "i2", "i3"]', (1, "on", "i1, i3, i2")),
    ("least-squares-box", "set_false_if_unset", 'y = "1/4"', 'y = "1/3"', (1, "y", "1/4")),
    ("least-squares-box", "copy_if_true", '["7/8", "1"]', '["7/9", "1"]', (1, "after", "7/8")),
]


@pytest.mark.parametrize(("loss", "gadget", "old", "new", "wanted"), SPOILED)
def test_a_spoiled_cell_is_found_and_repaired(
    folder: Path, loss: str, gadget: str, old: str, new: str, wanted: tuple[int, str, str | None]
) -> None:
    edit(folder / "tables" / loss / f"{gadget}.toml", old, new, 1)
    code, out, err = called("verify", *options(folder, loss), "--gadget", gadget, "--format", "json")
    (table,) = json.loads(out)["tables"]
    (finding,) = table["findings"]
    assert (code, err) == (1, "") and (finding["step"], finding["field"], finding["suggested"]) == wanted


def test_the_absolute_loss_leaves_nothing_untouched_that_it_names(tmp_path: Path) -> None:
    copied("absolute", tmp_path)
    edit(tmp_path / "tables" / "absolute" / "copy_if_true.toml", "never_positive", "untouched")
    code, out, err = called("verify", *options(tmp_path, "absolute"))
    assert (code, err) == (1, "") and "promises that i2 is never touched in case 1, but it becomes -1" in out
    code, out, err = called("simulate", "counter:2", *options(tmp_path, "absolute"))
    assert (code, out) == (2, "") and "the table absolute copy_if_true is not verified" in err


def simulated(folder: Path, loss: str, circuit: str, engine: str) -> dict[str, Any]:
    words = ["simulate", circuit, *options(folder, loss), *numbers(loss), "--engine", engine, "--format", "json"]
    code, out, err = called(*words)
    assert (code, err) == (0, "")
    return {key: json.loads(out)[key] for key in ("verdict", "frame", "passes", "steps", "model")}


def stepped(folder: Path, loss: str, circuit: str, frames: Iterator[tuple[list[bool], bool]], most: int) -> int | None:
    """The step after which the accepting weight is positive, if one is, in so many passes, all compared with frames."""
    header, run = by_fractions(folder, loss, circuit)
    weights, steps = next(run), count(1)
    for _, (state, yes) in zip(range(most), frames, strict=False):
        assert [(weights[str(s["coordinate"])] > 0) != s["inverted"] for s in header["state"]] == state
        for step in islice(steps, header["examples"]):
            weights = next(run)
            if weights[str(header["accept"])] > 0:
                assert yes
                return step
        assert not yes
    return None


def counter() -> Iterator[tuple[list[bool], bool]]:
    """Two bits, which ask for 11."""
    for number in count():
        bits = [bool(number >> k & 1) for k in range(2)]
        yield bits, all(bits)


@each_loss
@pytest.mark.parametrize("name", ["counter", *RANDOM])
def test_whole_circuits_run(folder: Path, loss: str, name: str) -> None:
    if name == "counter":
        circuit, frames, answer = "counter:2", counter(), 3
    else:
        circuit, frames, answer = str(folder / "circuit.aag"), RANDOM[name].frames(), RANDOM[name].answer()
        Path(circuit).write_text(RANDOM[name].aiger())
    first, *others = (simulated(folder, loss, circuit, engine) for engine in ("circuit", "gadget", "kernel"))
    assert others == [first, first] and first["model"] == loss
    assert (first["verdict"], first["frame"]) == ("never" if answer is None else "accepted", answer)
    assert stepped(folder, loss, circuit, frames, 8) == (None if answer is None else first["steps"])


@each_loss
def test_machine_integers_run_it_as_the_kernel_does(folder: Path, loss: str) -> None:
    needs("numba", "numba")
    words = ["simulate", "counter:3", *options(folder, loss), *numbers(loss), "--format", "json", "--engine"]
    kernel, native = (called(*words, engine) for engine in ("kernel", "native"))
    assert (native[0], native[2]) == (0, "") and kernel[0] == 0
    assert json.loads(native[1]) == json.loads(kernel[1]) | {"engine": "native"}


@each_loss
def test_pages_and_latex_say_the_rule(folder: Path, loss: str) -> None:
    words = next(s for s in (FIXTURES / loss / "model.toml").read_text().splitlines() if s.startswith("words"))
    said = words.split('"')[1]
    tables = options(folder, loss)[:2]
    assert called("latex", *tables, "--output-dir", folder / "written")[0] == 0
    assert said in (folder / "written" / "symbols.tex").read_text()
    assert called("verify", *tables, "--format", "html", "--output", folder / "report.html")[0] == 0


def test_noise_is_refused_where_a_table_stands_on_a_kink() -> None:
    """Both moves are 0 there, so that a table may; but not those beside it."""
    code, out, err = called("replay", "counter:2", "--tables", FIXTURES, "--model", "squared-hinge", "--noise", "1/100")
    assert (code, out) == (2, "") and "nand stands on a kink, where the least noise decides; take another model" in err
