"""Models, contracts and tables changed at random: no traceback, and what is called verified is so at every point tried.

Changes that keep a meaning are mixed with such that spoil it; reference.py is the judge. A few mutants of
each folder that is shipped are tried, and hundreds with --all.
"""

import json
import random
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from reference import CALL, EFFECTS, KINDS, TWO, AtPoint, Folder, Refuted, positive

import conftest

SHIPPED = Path(__file__).parents[2] / "gadget_tables"
SEEDS = {
    "svm-reg": ("paper/svm-reg",),
    "svm-eta": ("paper/svm", "paper/svm-eta"),
    "svm-annealed": ("paper/svm", "annealed/svm-annealed"),
    "svm": ("compact/svm",),
    "svm-bias": ("paper/svm-bias",),
    "dense-relu": ("paper/dense-relu",),
    "dense-relu-dense": ("paper/dense-relu-dense",),
}
MUTANTS = 150 if conftest.everything else 10
NAMES = "x1 x y before after call on returns learning_rate true bit i1 v eta alpha lambda".split()  # noqa: SIM905
VALUES = [Fraction(n, d) for n, d in ((1, 2), (1, 1), (2, 1), (3, 4), (9, 10), (19, 20), (1, 100))]
POINTS = 4
Data = dict[str, Any]
Chance = random.Random


def is_expression(text: Any) -> bool:
    return isinstance(text, str) and text not in KINDS and not re.fullmatch(CALL, text)


class Mutant:
    """A folder as data, and ways to change it."""

    def __init__(self, folders: tuple[str, ...], chance: Chance) -> None:
        self.chance = chance
        self.zeros: list[tuple[str, Fraction]] = []  # where a factor that cancels vanishes
        self.models: dict[str, Data] = {}
        self.tables: dict[tuple[str, str], Data] = {}
        for name in folders:
            for path in sorted((SHIPPED / name).glob("*.toml")):
                data, model = tomllib.loads(path.read_text()), path.parent.name
                data.pop("correction", None)
                if path.name == "model.toml":
                    self.models[model] = data
                elif path.name != "construction.toml":
                    self.tables[model, data["gadget"]] = data
        self.keep_some()

    def keep_some(self) -> None:
        """One gadget and what it calls, so that a mutant is judged quickly."""
        wanted = [self.chance.choice(sorted({gadget for _, gadget in self.tables}))]
        for gadget in wanted:
            calls = [s["call"] for (_, g), t in self.tables.items() if g == gadget for s in t["step"] if "call" in s]
            wanted += [call for call in calls if call not in wanted]
        self.tables = {key: table for key, table in self.tables.items() if key[1] in wanted}

    def places(self) -> list[tuple[Any, Any]]:
        """Every container with a key at which an expression stands."""
        found: list[tuple[Any, Any]] = []

        def walk(data: Any, key: Any) -> None:
            if isinstance(data[key], str):
                if is_expression(data[key]):
                    found.append((data, key))
            elif isinstance(data[key], (dict, list)):
                for inner in data[key] if isinstance(data[key], dict) else range(len(data[key])):
                    walk(data[key], inner)

        for table in self.tables.values():
            for key in ("cases", "constants", "returns"):
                if key in table:
                    walk(table, key)
            for step in table["step"]:
                for key in ("x", "y", "before", "after", "magnitudes"):
                    if key in step:
                        walk(step, key)
        for model in self.models.values():
            for key in ("learning_rate", "regularizer", "encoding", "scale"):
                if key in model:
                    walk(model, key)
            for contract in model.get("contract", []):
                for key in ("before", "after", "magnitudes", "entry", "final"):
                    if key in contract:
                        walk(contract, key)
        return found

    def rare_places(self) -> list[tuple[Any, Any]]:
        """Those outside the steps, of which there are few."""
        steps = [step for table in self.tables.values() for step in table["step"]]
        inside = {id(line) for step in steps for line in (step.get("x"), *step["after"])}
        return [(data, key) for data, key in self.places() if id(data) not in inside]

    def contracts(self) -> list[Data]:
        known = {gadget for _, gadget in self.tables}
        return [c for m in self.models.values() for c in m.get("contract", []) if c["gadget"] in known]

    def symbols(self) -> list[str]:
        return [n for m in self.models.values() for key in ("symbols", "magnitudes") for n in m.get(key, [])]

    def changes(self) -> list[Callable[[], None]]:
        meant_to_be_right = [self.cancel, self.cancel, self.rename, self.print_before, self.extract, self.own_contract]
        wild = [self.spoil, self.change_contract, self.change_steps, self.change_region, self.change_model, self.derive]
        return meant_to_be_right + wild

    def cancel(self) -> None:
        """An equal text, with a division that may not be defined."""
        data, key = self.chance.choice(self.rare_places() if self.chance.random() < 0.5 else self.places())
        symbol, zero = self.chance.choice(self.symbols() or ["1"]), self.chance.choice(VALUES)
        below = self.chance.choice([f"({symbol} - {zero})", f"({symbol} - {zero})", f"({symbol}^2 + 1)"])
        self.zeros.append((symbol, zero))
        data[key] = self.chance.choice([f"({data[key]})*{below}/{below}", f"({data[key]})*{below}^-1*{below}"])

    def spoil(self) -> None:
        data, key = self.chance.choice(self.places())
        others = [d[k] for d, k in self.places()]
        other = self.chance.choice([*others, *self.symbols(), "0", "1", "-1", "2"])
        text = data[key]
        data[key] = self.chance.choice([other, f"-({text})", f"{text} + 1", f"2*({text})", f"({text})*({other})"])

    def rename(self) -> None:
        """Another name for a symbol, a constant or a coordinate, everywhere."""
        coordinates = [c for t in self.tables.values() for c in t["coordinates"]]
        constants = [c for t in self.tables.values() for c in t.get("constants", {})]
        old = self.chance.choice([*self.symbols(), *constants, *coordinates])
        new = self.chance.choice(NAMES)
        text = json.dumps([self.models, list(self.tables.items())])
        # The keys of files stay what they are; a coordinate or a magnitude is a key only below these.
        words = re.compile(rf'(?<![\w"])\b{old}\b(?!\w)|"{old}"(?!: )|(?<=[{{ ])"{old}"(?=: "[^"]*"[,}}])')
        models, tables = json.loads(words.sub(lambda m: m[0].replace(old, new), text))
        self.models, self.tables = models, {tuple(key): table for key, table in tables}

    def print_before(self) -> None:
        table = self.chance.choice(list(self.tables.values()))
        k = self.chance.randrange(len(table["step"]))
        table["step"][k]["before"] = deepcopy(table["step"][k - 1]["after"] if k else table["cases"])

    def extract(self) -> None:
        """A cell's text as a constant."""
        table = self.chance.choice(list(self.tables.values()))
        step = self.chance.choice(table["step"])
        line = self.chance.choice([*step["after"], *([step["x"]] if "x" in step else [])])
        k = self.chance.randrange(len(line))
        name = self.chance.choice(NAMES)
        if not re.search(r"[A-Za-z]", line[k]) or name not in self.symbols():
            table.setdefault("constants", {})[name] = line[k]
            line[k] = name

    def change_contract(self) -> None:
        if not self.contracts():
            return
        contract = self.chance.choice(self.contracts())
        names = list(contract.get("before", {})) or ["i1"]
        name, other = self.chance.choice(names), self.chance.choice(names)
        effects = [*(f"{e}({other})" for e in EFFECTS), *(f"{e}({other}, {name})" for e in TWO)]
        words = [*effects, *KINDS, "1", "0", *self.symbols()]
        key = self.chance.choice(["before", "after", "untouched", "never_positive", "any", "magnitudes", "returns"])
        if key == "returns":
            contract["returns"] = self.chance.choice([[], [name], [name, other]])
        elif self.chance.random() < 0.3:
            contract.get(key, {}).pop(name, None)
        else:
            contract.setdefault(key, {})[name] = self.chance.choice(words)

    def own_contract(self) -> None:
        """The contract moves from the model to the table."""
        for name, model in self.models.items():
            for contract in list(model.get("contract", [])):
                if (name, contract["gadget"]) in self.tables:
                    model["contract"].remove(contract)
                    own = {key: v for key, v in contract.items() if key != "gadget"}
                    self.tables[name, contract["gadget"]]["contract"] = own

    def change_steps(self) -> None:
        table = self.chance.choice(list(self.tables.values()))
        steps = table["step"]
        k = self.chance.randrange(len(steps))
        change = self.chance.choice(["drop", "twice", "swap", "still", "on"])
        if change == "drop" and len(steps) > 1:
            del steps[k]
        elif change == "twice":
            steps.insert(k, deepcopy(steps[k]))
        elif change == "swap":
            steps[k], steps[-1] = steps[-1], steps[k]
        elif change == "still":  # an example of zeros does nothing but decay, or stands on the kink
            zeros = ["0" for c in table["coordinates"] if c != "v"]
            steps.insert(k + 1, {"x": zeros, "y": "-1", "after": deepcopy(steps[k]["after"])})
        elif "on" in steps[k]:
            steps[k]["on"] = [self.chance.choice(table["coordinates"]) for _ in steps[k]["on"]]

    def change_region(self) -> None:
        regions = [d["region"] for d in (*self.models.values(), *self.tables.values()) if d.get("region")]
        if not regions:
            return
        region = self.chance.choice(regions)
        bound = self.chance.choice(region)
        symbol = self.chance.choice(self.symbols() or ["alpha"])
        change = self.chance.choice(["drop", "turn", "add", "scale", "bare"])
        if change == "drop":
            region.remove(bound)
        elif change == "turn":
            bound["bound"] = bound["bound"].translate(str.maketrans("<>", "><"))
        elif change == "add":
            divided = f"{symbol}*(2*{symbol} - 1)/(2*{symbol} - 1) > 0"
            region.append({"bound": self.chance.choice([f"{symbol} < 1", f"{symbol} > 1/2", divided])})
        elif change == "scale":
            bound["bound"] = "2*(" + re.sub(" ([<>]) ", r") \1 2*(", bound["bound"]) + ")"
        else:
            bound.pop("outside", None)

    def change_model(self) -> None:
        model = self.chance.choice(list(self.models.values()))
        symbol = self.chance.choice([*self.symbols(), "1"])
        key = self.chance.choice(["learning_rate", "regularizer", "encoding", "per_step", "scale", "symbols"])
        if key in ("learning_rate", "regularizer"):
            model[key] = self.chance.choice(["1", "0", "1/2", "2", symbol, f"1 - {symbol}", f"{symbol}^2"])
        elif key == "encoding":
            truth = self.chance.choice(["true", "false", "unset"])
            model.setdefault(key, {})[truth] = self.chance.choice(["1", "-1", "0", "2", symbol, f"-{symbol}"])
        elif key == "scale":
            model.setdefault(key, {})[self.chance.choice("xw")] = self.chance.choice(["1", "2", symbol, f"1/{symbol}"])
        elif key == "per_step":
            model[key] = self.chance.choice([[], [symbol]])
        else:
            model["symbols"], model["magnitudes"] = self.chance.choice([
                ([], self.symbols()), (self.symbols(), []), (model.get("magnitudes", []), model.get("symbols", [])),
            ])  # fmt: skip

    def derive(self) -> None:
        """A model derived from one of these, with symbols of its own."""
        source = self.chance.choice(list(self.models))
        symbol, rate = self.chance.choice(["s", "alpha", "eta", "x1"]), self.chance.choice(["1", "s", "s^2", "1/s^2"])
        data = self.models[source]
        model: Data = {"derived_from": source, "symbols": [*dict.fromkeys([*data.get("symbols", []), symbol])]}
        model |= {key: data[key] for key in ("magnitudes", "regularizer") if key in data}
        model["learning_rate"] = rate.replace("s", symbol)
        if self.chance.random() < 0.7:
            cancels = ("1", "(2*s - 1)/(2*s - 1)")
            scale = self.chance.choice([("1/s", "s"), ("s", "1/s"), ("s/s", "1"), cancels, ("s^2", "s")])
            model["scale"] = dict(zip("xw", (text.replace("s", symbol) for text in scale), strict=True))
        model["region"] = [*deepcopy(data.get("region", [])), {"bound": f"{symbol} > 0"}]
        if self.chance.random() < 0.3:
            model["per_step"] = [symbol]
        self.models["derived"] = model

    def write(self, folder: Path) -> None:
        for name, model in self.models.items():
            (folder / name).mkdir(parents=True, exist_ok=True)
            (folder / name / "model.toml").write_text(toml(model))
        for (name, gadget), table in self.tables.items():
            (folder / name / f"{gadget}.toml").write_text(toml(table))


def toml(data: Data) -> str:
    def inline(value: Any) -> str:
        if isinstance(value, dict):
            return "{ " + ", ".join(f"{json.dumps(k)} = {inline(v)}" for k, v in value.items()) + " }"
        if isinstance(value, list):
            return "[" + ",\n".join(map(inline, value)) + "]"
        return json.dumps(value)

    tables = [key for key, value in data.items() if key in ("step", "contract")]
    lines = [f"{key} = {inline(value)}" for key, value in data.items() if key not in tables]
    for key in tables:
        for entry in data[key] if isinstance(data[key], list) else [data[key]]:
            lines += [f"[[{key}]]" if isinstance(data[key], list) else f"[{key}]"]
            lines += [f"{inner} = {inline(value)}" for inner, value in entry.items()]
    return "\n".join(lines) + "\n"


def points(
    symbols: list[str], region: list[str], chance: Chance, zeros: list[tuple[str, Fraction]]
) -> Iterator[dict[str, Fraction]]:
    """Some points of a region; zeros are preferred."""
    found = 0
    for _ in range(400):
        drawn = [Fraction(chance.randint(-20, 100), chance.randint(1, 40)) for _ in symbols]
        point = {s: chance.choice([v, chance.choice(VALUES)]) for s, v in zip(symbols, drawn, strict=True)}
        point |= {symbol: zero for symbol, zero in zeros if symbol in point and chance.random() < 0.6}
        if all(positive(bound, point) for bound in region):
            yield point
            found += 1
        if found == POINTS or not symbols:
            return


def judge(verify: Any, mutant: Mutant, folder: Path, chance: Chance) -> Counter[str]:
    mutant.write(folder)
    answer = verify("--tables", folder, "--format", "json", "--limit", "20")
    assert answer.code in (0, 1, 2, 3) and "Traceback" not in answer.err, answer
    counts: Counter[str] = Counter({f"exit {answer.code}": 1})
    if answer.code == 2 or not answer.out:
        return counts
    reference = Folder(mutant.models, mutant.tables)
    for table in json.loads(answer.out)["tables"]:
        if table["verified"]:
            model = reference.model(table["model"])
            symbols = [*model.get("symbols", []), *model.get("magnitudes", [])]
            for point in points(symbols, table["region"], chance, mutant.zeros):
                counts["points"] += 1
                where = f"{table['model']} {table['gadget']} at { {n: str(v) for n, v in point.items()} }"
                try:
                    AtPoint(reference, table["model"], table["gadget"], point, table["region"]).check()
                except (Refuted, ZeroDivisionError) as problem:
                    pytest.fail(f"{where} is verified, but {problem!r}; see {folder}")
    return counts


@pytest.mark.parametrize("name", SEEDS)
def test_what_is_shipped_stands_the_reference(verify: Any, tmp_path: Path, name: str) -> None:
    mutant = Mutant(SEEDS[name], random.Random(1))
    counts = judge(verify, mutant, tmp_path, random.Random(2))
    assert counts["exit 0"] == 1 and counts["points"] > 0, counts


@pytest.mark.parametrize("name", conftest.sampled(SEEDS, 2))
def test_no_change_makes_a_false_table_verified(verify: Any, tmp_path: Path, name: str) -> None:
    total: Counter[str] = Counter()
    for k in range(MUTANTS):
        chance = random.Random(f"{name} {k}")
        mutant = Mutant(SEEDS[name], chance)
        for _ in range(chance.randint(1, 3)):
            chance.choice(mutant.changes())()
        total += judge(verify, mutant, tmp_path / str(k), chance)
    assert total["points"] > 0 and len([key for key in total if key.startswith("exit")]) > 1, total
