"""Constructions for losses of a user's own, changed at random: what is still reduced is run, and must be right.

Changed are what follows a step (boxes, torn pieces, pieces in which 0 does not rest), states, contracts, starts, calls,
and gadgets that call gadgets beside weights that the call does not name. Runs are by tests/said_step.py.
"""

import json
import random
import shutil
import tomllib
from collections import Counter
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from typing import Any

from conftest import called, examples
from said_step import taken, value
from test_losses import FIXTURES, LOSSES, numbers, options, random_circuit, said_in

ConstructionFiles = dict[str, Any]
CONSTRUCTIONS: dict[str, ConstructionFiles] = {
    loss: {path.stem: tomllib.loads(path.read_text()) for path in sorted((FIXTURES / loss).glob("*.toml"))}
    for loss in LOSSES
}
PASSES = 5
RARE = ["0", "1/2", "3", "5"]  # weights of few rows


def gadgets(files: ConstructionFiles) -> list[str]:
    return [name for name in files if name not in ("model", "construction")]


def rerun(files: ConstructionFiles) -> None:
    """Puts into every row of numbers what the rule, as it is now, makes of it."""
    step = said_in(files["model"], {})
    for table in (files[name] for name in gadgets(files)):
        before = table["cases"]
        for told in table["step"]:
            if "x" in told:
                inputs = [c for c in table["coordinates"] if c not in step["state"]]
                x = {c: value(text, {}) for c, text in zip(inputs, told["x"], strict=True)}
                starts = [{c: value(t, {}) for c, t in zip(table["coordinates"], line, strict=True)} for line in before]
                ends = [taken(step, start, x, value(told["y"], {})) for start in starts]
                told["after"] = [[str(end[c]) for c in table["coordinates"]] for end in ends]
            before = told["after"]


def follow(chance: random.Random, files: ConstructionFiles) -> None:
    """Another piece for some weights after every step; tables say what it leads to. Or one that few weights lie in."""
    if chance.random() < 0.4:
        spot, near = Fraction(chance.choice(RARE)), Fraction(1, 100)
        ends = {"score": "w", "kinks": [str(spot - near), str(spot + near)], "values": ["w", "w + 1", "w"]}
        files["model"]["rule"]["after"] = ends
        return
    weights = {Fraction(t) for name in gadgets(files) for s in files[name]["step"] for line in s["after"] for t in line}
    below, above = sorted(chance.sample(sorted(weights | {Fraction(n, 3) for n in range(-9, 10)}), 2))
    values = [["w", chance.choice(["0", "w/2", "-w", "w + 1", str(above)]), "w"], [str(below), "w", str(above)]]
    ends = {"score": "w", "kinks": [str(below), str(above)], "values": chance.choice(values)}
    files["model"]["rule"]["after"] = ends
    rerun(files)


def add_state(chance: random.Random, files: ConstructionFiles) -> None:
    name, start = chance.choice(["v", "bias"]), chance.choice(["0", "1", "5"])
    rule = files["model"]["rule"]
    rule.setdefault("state", {})[name] = "another weight"
    for moves in rule["moves"]:
        moves |= {name: chance.choice(["0", "p", "1"])} if chance.random() < 0.3 else {}
    files["construction"].setdefault("start", {})[name] = start
    for table in (files[gadget] for gadget in gadgets(files)):
        table["coordinates"].append(name)
        table["contract"]["before"][name] = start
        for lines in (table["cases"], *(step["after"] for step in table["step"])):
            for line in lines:
                line.append(start)


def wrap(chance: random.Random, files: ConstructionFiles) -> None:
    """A gadget that calls another, beside a weight that the call does not name."""
    name, state = chance.choice(gadgets(files)), files["model"]["rule"].get("state", {})
    table, encoding = deepcopy(files[name]), files["model"]["encoding"]
    kind = chance.choice(["bit", "unset", "1", *RARE])
    held = [encoding["false"], encoding["true"]] if kind == "bit" else [encoding.get(kind, kind)]
    for lines in (table["cases"], table["step"][-1]["after"]):
        lines[:] = [[*line, weight] for line in lines for weight in held]
    call = {
        "call": name,
        "on": [c for c in table["coordinates"] if c not in state],
        "after": table["step"][-1]["after"],
    }
    table |= {
        "gadget": f"wrapped_{name}",
        "label": f"wrapped:{name}",
        "coordinates": [*table["coordinates"], "beside"],
        "step": [call],
    }
    table["contract"]["before"]["beside"] = kind
    files[table["gadget"]] = table
    built, place = files["construction"], f"beside_{name}"
    if chance.random() < 0.7 and kind != "bit" and place not in built["special"]:
        built["special"].append(place)
        built.setdefault("start", {})[place] = held[0]
    else:
        place = chance.choice(["i", *built["special"]])
    for phase in built["phase"]:
        for calls in (phase[key] for key in ("calls", "calls_if_same") if key in phase):
            for k, text in enumerate(calls):
                if text.startswith(f"{name}("):
                    calls[k] = f"wrapped_{text[:-1]}, {place})"


def promise(chance: random.Random, files: ConstructionFiles) -> None:
    contract = files[chance.choice(gadgets(files))]["contract"]
    names = list(contract["before"])
    when = ["true", *(f"{word}({c})" for word in ("not", "copy") for c in names)]
    contract.setdefault(chance.choice(["never_positive", "untouched"]), {})[chance.choice(names)] = chance.choice(when)
    contract.pop(chance.choice(["never_positive", "untouched", "note"]), None)


def reorder(chance: random.Random, files: ConstructionFiles) -> None:
    phases = files["construction"]["phase"]
    calls = chance.choice(phases)["calls"]
    k = chance.randrange(len(calls))
    chance.choice([lambda: calls.pop(k), lambda: calls.insert(k, calls[k]), lambda: chance.shuffle(phases)])()


def start_elsewhere(chance: random.Random, files: ConstructionFiles) -> None:
    built = files["construction"]
    built["special"].insert(chance.randrange(2), "extra")
    built.setdefault("start", {})[chance.choice(built["special"])] = chance.choice(["-1", "2", *RARE])
    built["accept"] = chance.choice([built["accept"], chance.choice(built["special"])])
    built[chance.choice(["inputs", "gates"])] = chance.choice(["bit", "bit or unset"])


CHANGES = [follow, follow, follow, add_state, wrap, wrap, promise, reorder, start_elsewhere]


def run(header: Any, lines: list[Any], circuit: Any) -> None:
    """Before each pass bits are the circuit's and all else is as it was; no yes comes before its time."""
    weights = dict.fromkeys([*map(str, range(header["dimension"])), *header["step"]["state"]], Fraction(0))
    weights |= {key: Fraction(text) for key, text in header["initial"].items()}
    special = header["dimension"] - header["inputs"] - header["gates"]
    fixed = {key: weights[key] for key in [*map(str, range(special)), *header["step"]["state"]]}
    for _, (state, yes) in zip(range(PASSES), circuit.frames(), strict=False):
        assert [(weights[str(s["coordinate"])] > 0) != s["inverted"] for s in header["state"]] == state
        assert {key: weights[key] for key in fixed} == fixed
        ever = weights[str(header["accept"])] > 0
        for line in lines:
            x = {key: Fraction(text) for key, text in line["x"].items()}
            weights = taken(header["step"], weights, x, Fraction(line["y"]))
            ever |= weights[str(header["accept"])] > 0
            if ever and yes:
                return
        assert ever == yes


def test_what_is_reduced_runs(tmp_path: Path) -> None:
    seen: Counter[str] = Counter()
    for seed in range(examples(1000)):
        chance = random.Random(seed)
        loss = chance.choice(LOSSES)
        files, change = deepcopy(CONSTRUCTIONS[loss]), chance.choice(CHANGES)
        try:
            for one in [change, chance.choice(CHANGES)][: chance.randint(1, 2)]:
                one(chance, files)
        except (AssertionError, ValueError, NameError):  # no step there; or symbols, which this does not run
            continue
        folder = tmp_path / "tables" / loss
        shutil.rmtree(folder.parent, ignore_errors=True)
        folder.mkdir(parents=True)
        for name, data in files.items():
            (folder / f"{name}.toml").write_text(written(data))
        circuit = random_circuit(seed, chance.randint(1, 3), chance.randint(1, 5))
        (tmp_path / "circuit.aag").write_text(circuit.aiger())
        words = [str(tmp_path / "circuit.aag"), *options(tmp_path, loss), *numbers(loss), "--format", "jsonl"]
        code, out, err = called("reduce", *words)
        assert (code, len(err.splitlines())) in ((0, 0), (2, 1)), err
        seen[f"{change.__name__} {code}"] += 1
        if code == 0:
            header, *lines = map(json.loads, out.splitlines())
            try:
                run(header, lines, circuit)
            except AssertionError as wrong:
                raise AssertionError(f"{seed}, {loss} {change.__name__}: proved, and the run is wrong") from wrong
    assert {"follow 0", "follow 2", "wrap 0", "wrap 2"} <= {*seen}, seen


def written(data: dict[str, Any]) -> str:
    def inline(item: Any) -> str:
        if isinstance(item, dict):
            return "{ " + ", ".join(f"{key} = {inline(one)}" for key, one in item.items()) + " }"
        return "[" + ", ".join(map(inline, item)) + "]" if isinstance(item, list) else json.dumps(item)

    return "".join(f"{key} = {inline(item)}\n" for key, item in data.items())
