"""The atlas: its tables are verified, and whole circuits run, by OGD on fractions that knows nothing of the package."""

import json
import re
from collections import defaultdict
from fractions import Fraction
from itertools import cycle
from pathlib import Path

import pytest

import atlas
import ogd_exact as ogd
from conftest import ROOT, called, needs, sampled
from ogd_exact.api.atlas import Cell
from ogd_exact.commands.atlas import shown
from said_step import Weights, taken

ATLAS = ROOT / "gadget_tables" / "atlas"
NUMBERS = {
    "absolute": ["rate=2/7"],
    "absolute-bias": ["rate=3"],
    "epsilon-insensitive": ["epsilon=1/3", "rate=2/5"],
    "epsilon-insensitive-bias": ["epsilon=1/10", "rate=1"],
    "epsilon-insensitive-classifier": ["epsilon=1/3"],
    "expectile": ["slope=2/7"],
    "huber": ["epsilon=1/3", "rate=6/5"],
    "huber-bias": ["epsilon=2", "rate=3/2"],
    "huber-classifier": ["epsilon=3/7"],
    "leaky-relu": ["s=2/7"],
    "pinball": ["tau=1/9"],
    "sign-sgd": ["rate=1/3"],
    "squared-epsilon-insensitive": ["epsilon=1/7"],
}
DYADIC = {"rate": "2", "epsilon": "1/2", "s": "1/2"}  # of which scikit-learn and PyTorch, in doubles, round nothing
MODELS = sorted(path.name for path in ATLAS.iterdir())
REAL = [
    (model, library)
    for model in MODELS
    for library in ("sklearn", "torch")
    if f"\n{library} = " in (ATLAS / model / "model.toml").read_text()
]


def options(model: str) -> list[str]:
    given = [word for number in NUMBERS.get(model, ()) for word in ("--set", number)]
    return ["--tables", "atlas", "--model", model, *given]


def test_every_table_is_verified() -> None:
    code, out, err = called("verify", "--tables", "atlas", "--format", "json")
    data = json.loads(out)
    assert (code, err) == (0, "") and data["verified"]
    files = {(path.parent.name, path.stem) for path in ATLAS.glob("*/*.toml")}
    tables = {pair for pair in files if pair[1] not in ("model", "construction")}
    assert {(table["model"], table["gadget"]) for table in data["tables"]} == tables and len(MODELS) == 20


@pytest.mark.parametrize("model", sampled(MODELS, 1, lambda model: []))
def test_a_counter_by_fractions(model: str, tmp_path: Path) -> None:
    """Its bits after every pass, and its answer in the step that every engine names."""
    path = tmp_path / "set.jsonl"
    assert called("reduce", "counter:2", *options(model), "--format", "jsonl", "-o", path)[0] == 0
    header, *examples = map(json.loads, path.read_text().splitlines())
    weights: Weights = dict.fromkeys((*map(str, range(header["dimension"])), *header["step"]["state"]), Fraction(0))
    weights |= {key: Fraction(text) for key, text in header["initial"].items()}
    accept, steps = str(header["accept"]), 0
    for example in cycle(examples):
        if steps % header["examples"] == 0:
            number = steps // header["examples"]
            bits = [(weights[str(s["coordinate"])] > 0) != s["inverted"] for s in header["state"]]
            assert bits == [bool(number >> k & 1) for k in range(2)] and number < 4
        x = {key: Fraction(text) for key, text in example["x"].items()}
        weights, steps = taken(header["step"], weights, x, Fraction(example["y"])), steps + 1
        if weights[accept] > 0:
            break
    for engine in ("circuit", "gadget", "kernel"):
        code, out, err = called("simulate", "counter:2", *options(model), "--engine", engine, "--format", "json")
        data = json.loads(out)
        assert (code, err) == (0, "") and (data["verdict"], data["frame"], data["steps"]) == ("accepted", 3, steps)


@pytest.mark.parametrize(
    ("model", "gadget", "old", "new", "must"),
    [
        ("pinball", "not", 'x = ["-2", "-2", "-2"]', 'x = ["-2", "-4", "-2"]', "x2 = -2"),
        ("expectile", "copy", 'x = ["3/2", "2"]', 'x = ["3/2", "3"]', "x2 = 2"),
        ("ramp", "nand", 'x = ["-1", "-1", "-3"]', 'x = ["-1", "-1", "-4"]', "x3 = -3"),
    ],
)
def test_a_spoiled_entry_is_found(tmp_path: Path, model: str, gadget: str, old: str, new: str, must: str) -> None:
    folder = tmp_path / model
    folder.mkdir()
    for path in (ATLAS / model).glob("*.toml"):
        (folder / path.name).write_text(path.read_text().replace(old, new) if path.stem == gadget else path.read_text())
    code, out, _ = called("verify", "--tables", tmp_path, "--gadget", gadget)
    assert code == 1 and f"with {must} every" in " ".join(out.split())


@pytest.mark.parametrize(("model", "library"), sampled(REAL, 1))
def test_real_estimators_hold_the_exact_weights(model: str, library: str) -> None:
    needs(library, {"sklearn": "scikit-learn"}.get(library, library))
    symbols = [number.split("=")[0] for number in NUMBERS.get(model, ())]
    given = [word for symbol in symbols for word in ("--set", f"{symbol}={DYADIC[symbol]}")]
    chosen = ["--tables", "atlas", "--model", model, *given, "--library", library]
    code, out, err = called("replay", "counter:2", *chosen, "--dtype", "float64", "--format", "json")
    data = json.loads(out)
    assert (code, err, data["accepted_in_pass"], data["passes_right"], data["passes_equal"]) == (0, "", 4, 4, 4)


CELLS = [cell for cells in ogd.atlas().losses.values() for cell in cells.values()]


def test_the_page_has_what_is_shipped() -> None:
    assert atlas.page() == atlas.PAGE.read_text() and atlas.picture() == atlas.PICTURE.read_text()


def test_every_construction_of_the_set_is_in_a_cell() -> None:
    assert {cell.by for cell in CELLS if cell.by.startswith("atlas/")} == {f"atlas/{name}" for name in MODELS}


@pytest.mark.parametrize("cell", sampled([cell for cell in CELLS if cell.by], 2, lambda cell: [cell.verdict]))
def test_what_a_cell_says_is_shown_by_its_command(cell: Cell) -> None:
    code, out, err = called(*shown(cell).split()[1:])
    said = {"computes": "accepted in frame 7 ", "cannot": f"cannot compute: {cell.reason}"}
    assert (code, err) == (0, "") and said[cell.verdict] in " ".join(out.split())


@pytest.mark.parametrize("cell", sampled([cell for cell in CELLS if cell.bits], 1, lambda cell: []))
def test_so_many_bits_hold_what_a_run_meets(cell: Cell, tmp_path: Path) -> None:
    """By fractions: weights, examples and w.x through four passes; of a counter, which meets most of the tables."""
    path = tmp_path / "set.jsonl"
    assert called("reduce", "counter:2", *shown(cell).split()[3:], "--format", "jsonl", "-o", path)[0] == 0
    header, *examples = map(json.loads, path.read_text().splitlines())
    weights: Weights = defaultdict(Fraction) | {key: Fraction(text) for key, text in header["initial"].items()}
    met, velocities = set[Fraction](), Weights()
    for example in examples * 4:
        x = {key: Fraction(text) for key, text in example["x"].items()}
        met |= {Fraction(example["y"]), *x.values(), sum(weights[key] * entry for key, entry in x.items())}
        weights = defaultdict(Fraction) | taken(header["step"], weights, x, Fraction(example["y"]), velocities)
        met |= {*weights.values()}
    assert all(number.denominator.bit_count() == 1 for number in met)
    odd = [number.numerator // (number.numerator & -number.numerator) for number in met if number]
    assert max(abs(number).bit_length() for number in odd) <= cell.bits


def test_the_command_prints_the_table() -> None:
    code, out, err = called("atlas")
    lines = out.splitlines()
    split = [re.split(r"\s{2,}", line.strip()) for line in lines[2 : lines.index("")]]
    verdicts = {parts[0]: parts[1:] for parts in split}
    assert (code, err) == (0, "") and verdicts["linear model, Huber loss"] == ["computes", "computes", "open", "open"]
    (affine,) = (found for words, found in verdicts.items() if "squared error" in words)
    assert affine == ["cannot"] * 4 and f"  {shown(CELLS[0])}" in lines
    assert json.loads(called("atlas", "--format", "json")[1]) == json.loads(ogd.atlas().to_json())
