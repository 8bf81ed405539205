"""Constructions as data that can be spoiled: read, changed at random, written, and judged like a user's own."""

import json
import shutil
import tomllib
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from fuzz.independent_step import Refuted, Weights, fraction, one_pass
from ogd_exact.circuits.netlists.nand import Netlist
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.gadgets.properties.exact_value import exactly
from ogd_exact.gadgets.reading.folder import SHIPPED
from ogd_exact.training.constructions.mapped import mapped
from ogd_exact.training.constructions.program import Program
from ogd_exact.training.constructions.proof import prove
from ogd_exact.training.constructions.reduction import check_tables, chosen_construction
from ogd_exact.training.constructions.training import Training

PARAMETERS = {"alpha": "3/4", "sqrt_eta": "1/2", "high": "5", "size": "2", "eta": "3", "root": "7/4", "mu": "1/2"}
OTHER_VALUES = ("3/4", "4/5", "9/10", "7/10", "1/2", "1", "2", "3", "5", "1/10", "-1", "0")
PASSES = 5
STATE = {"v": "1", "bias": "-1"}  # what rules have besides the weights of coordinates, as calls find it


@dataclass
class ConstructionFiles:
    """A construction with all files of its model, and values for the model's symbols."""

    model: str
    contents: dict[str, Any]  # by name of the file
    parameters: dict[str, str]
    beside: Path | None  # the folder of another model whose gadgets are called
    name: str  # its set and its model, such as compact/svm: sets have models of the same name

    @property
    def construction(self) -> dict[str, Any]:
        found: dict[str, Any] = self.contents["construction.toml"]
        return found

    @property
    def contracts(self) -> list[dict[str, Any]]:
        own = [content["contract"] for content in self.contents.values() if isinstance(content.get("contract"), dict)]
        return [*self.contents["model.toml"].get("contract", ()), *own]

    def write(self, folder: Path) -> None:
        if self.beside:
            shutil.copytree(self.beside, folder / self.beside.name)
        for name, content in self.contents.items():
            path = folder / self.model / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("".join(f"{key} = {toml(value)}\n" for key, value in content.items()))


def shipped() -> list[ConstructionFiles]:
    """Every construction for a fixed order that is shipped, but for the atlas, which tests/test_atlas.py runs."""
    found, elsewhere = [], {*SHIPPED.glob("atlas/*/*"), *SHIPPED.glob("any-order/*/*")}
    for path in sorted({*SHIPPED.glob("*/*/construction.toml")} - elsewhere):
        files = {file.name: tomllib.loads(file.read_text()) for file in sorted(path.parent.glob("*.toml"))}
        parameters = {name: PARAMETERS[name] for name in files["model.toml"].get("symbols", ())}
        other = path.parents[1] / files["construction.toml"].get("gadgets", "none")
        found.append(
            ConstructionFiles(
                path.parent.name,
                files,
                parameters,
                other if other.is_dir() else None,
                f"{path.parents[1].name}/{path.parent.name}",
            )
        )
    return found


def toml(value: Any) -> str:
    """A value on one line, but for lists of tables: those have a line each."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(("\n" if isinstance(item, dict) else "") + toml(item) for item in value) + "]"
    return json.dumps(value)


def netlists(seed: int, count: int) -> list[Netlist]:
    """Small ones, some with gates that read one signal twice; the first state is all false, as in every run."""
    chance, found = Random(seed), []
    for _ in range(count):
        inputs, gates = chance.randint(1, 3), chance.randint(1, 5)
        wired = tuple((chance.randrange(inputs + k), chance.randrange(inputs + k)) for k in range(gates))
        outputs = tuple(chance.randrange(inputs, inputs + gates) for _ in range(inputs))
        found.append(Netlist(inputs, wired, outputs, ()))
    return found


def judged(files: ConstructionFiles, folder: Path, circuits: list[Netlist]) -> int:
    """For how many circuits the construction is proved; each is then run, by means that share nothing with the proof.

    Raises InputError where the files are refused, and Refuted where a run contradicts the proof.
    """
    files.write(folder)
    library, built = chosen_construction(files.model, str(folder), "first-coordinate")
    given = {name: rational(Fraction(text)) for name, text in files.parameters.items()}
    accepted = 0
    for netlist in circuits:
        found = mapped(netlist, built, library)
        program = Program(found.construction, found.netlist)
        check_tables(found.library, program)
        try:
            proved = prove(program, found.library, given)
        except InputError:
            continue
        accepted += 1
        try:
            examples = list(Training(proved, found.library, given).examples())
            check_run(files, program, given, proved.magnitudes, examples)
        except Refuted as error:
            raise Refuted(f"{error}: {netlist}") from None
    return accepted


def demand(condition: bool, message: str) -> None:
    if not condition:
        raise Refuted(message)


def check_run(files: ConstructionFiles, program: Program, given: Any, magnitudes: Any, examples: list[Any]) -> None:
    """Some passes from the start, and one from every state that a pass can begin with."""
    netlist, construction, model = program.netlist, files.construction, files.contents["model.toml"]

    def exact(text: str) -> Fraction:
        return fraction(exactly(text, given))

    rate, regularizer = exact(model.get("learning_rate", "1")), exact(model.get("regularizer", "0"))
    momentum = exact(model.get("momentum", "0"))
    demand(not momentum or bool(model.get("nesterov")), "of the heavy ball no construction is known")
    keys = [str(len(construction["special"]) + i) for i in range(netlist.inputs)]
    # Gates that hold something between passes.
    held = construction.get("gates", "unset")
    lasts = held != "unset"
    left = {"true": (True,), "false": (False,)}.get(held, (False, True))  # whatever a pass before may leave there
    lasting = [str(len(construction["special"]) + netlist.inputs + k) for k in range(lasts * len(netlist.placed))]
    encoding = {truth: exact(text) for truth, text in encoding_of(files).items()}

    def code(key: str, bit: bool) -> Fraction:
        return encoding["true" if bit else "false"] * fraction(magnitudes[int(key)])

    start: Weights = dict.fromkeys(map(str, range(program.dimension)), Fraction(0))
    start |= dict.fromkeys(state_of(files), Fraction(0))
    gates = [str(len(construction["special"]) + netlist.inputs + k) for k in range(len(netlist.placed))]
    for name, text in construction.get("start", {}).items():
        for key in {"inputs": keys, "gates": gates}.get(name, ()):
            start[key] = encoding[text] * fraction(magnitudes.get(int(key), 1))
        if name not in ("inputs", "gates"):
            weight = encoding[text] if text in encoding else exact(text)
            start[name if name in start else str(construction["special"].index(name))] = weight
    accept = str(construction["special"].index(construction["accept"]))

    def check_pass(weights: Weights, bits: tuple[bool, ...]) -> tuple[tuple[bool, ...], bool]:
        follows, answer = netlist.step(bits)
        ever = one_pass(rule_of(files), weights, iter(examples), rate, regularizer, accept, momentum)
        demand(ever == answer, f"from {bits} OGD answers {ever}, the circuit {answer}")
        if not answer:
            demand(tuple(weights[key] > 0 for key in keys) == follows, f"from {bits} the state is not {follows}")
            rest = {key: weight for key, weight in weights.items() if key not in (*keys, *lasting)}
            demand(rest == {key: start[key] for key in rest}, f"from {bits} other weights do not come back")
            values = [netlist.values(bits)[signal] for signal in netlist.placed]
            for key, value in zip(lasting, values, strict=False):
                demand(weights[key] in (0, code(key, value)), f"from {bits} the weight at {key} is no gate's")
        return follows, answer

    weights, bits, answer = dict(start), (False,) * netlist.inputs, False
    for _ in range(PASSES):
        if not answer:
            bits, answer = check_pass(weights, bits)
    for number, bits in enumerate(product((False, True), repeat=netlist.inputs)):
        old = Random(number).choices(left, k=len(lasting))
        found = {key: code(key, bit) for key, bit in zip((*keys, *lasting), (*bits, *old), strict=True)}
        check_pass(start | found, bits)


def rule_of(files: ConstructionFiles) -> str:
    """The name by which replay knows the rule."""
    rule: str = files.contents["model.toml"].get("rule", files.model)
    return "svm" if rule.startswith(("hinge", "svm")) else rule.removesuffix("-norm")


def state_of(files: ConstructionFiles) -> tuple[str, ...]:
    """What its rule has besides the weights of coordinates."""
    biased = files.contents["model.toml"].get("rule") == "hinge-bias"
    return ("bias",) if biased else ("v",) if rule_of(files) == "dense-relu-dense" else ()


def encoding_of(files: ConstructionFiles) -> dict[str, str]:
    """Truth values as weights; models that are derived from others scale theirs."""
    model = files.contents["model.toml"]
    scale = model.get("scale", {}).get("w", "1")
    given: dict[str, str] = model.get("encoding", {})
    return {"true": scale, "false": f"-({scale})", "unset": "0"} | given
