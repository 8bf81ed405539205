"""Sets of slots as a stranger might write them: files of ours, changed at random, with the weights that follow."""

import copy
import tomllib
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from fuzz.construction_files import toml
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.gadgets.reading.folder import SHIPPED
from ogd_exact.training.any_order.assemble import assemble
from ogd_exact.training.any_order.clock import Clock
from ogd_exact.training.any_order.proof import prove
from ogd_exact.training.any_order.table import SlotSet
from ogd_exact.training.constructions.program import Program

Files = dict[str, dict[str, Any]]
SHIPPED_FILES: Files = {
    path.name: tomllib.loads(path.read_text()) for path in sorted((SHIPPED / "any-order" / "svm").glob("*.toml"))
}
ENTRIES = ["0", "1", "-1", "2", "-2", "3", "-3", "1/2", "5", "-5"]
WORDS = {"gates": ["i", "a", "b"], "outputs": ["i", "o"], "question": ["q"], "inputs": ["i"]}


def tables(files: Files) -> list[dict[str, Any]]:
    return [content for name, content in files.items() if name not in ("model.toml", "construction.toml")]


def follow(table: dict[str, Any]) -> None:
    """Writes down what the members do, by the smallest w.x; of two that share it, the first."""
    lines = [[Fraction(x) for x in line] for line in table["cases"]]
    for slot in table["step"]:
        members = [[Fraction(x) for x in member] for member in slot["members"]]
        for k, line in enumerate(lines):
            winner = min(members, key=lambda x, line=line: sum(a * b for a, b in zip(x, line, strict=True)))
            lines[k] = [w + x for w, x in zip(line, winner, strict=True)]
        slot["after"] = [list(map(str, line)) for line in lines]


def a_slot(chance: Random, files: Files) -> tuple[dict[str, Any], dict[str, Any]]:
    table = chance.choice(tables(files))
    return table, chance.choice(table["step"])


def one_more_member(chance: Random, files: Files) -> None:
    """One that may lose in all cases of its slot, and still be the lowest in the turns of others."""
    table, slot = a_slot(chance, files)
    slot["members"].insert(chance.randint(0, len(slot["members"])), some_entries(chance, table))
    follow(table)


def some_entries(chance: Random, table: dict[str, Any]) -> list[str]:
    size = chance.choice(["1", "1", "1", "4", "1/3"])
    return [str(Fraction(chance.choice(ENTRIES)) * Fraction(size)) for _ in table["coordinates"]]


def other_entry(chance: Random, files: Files) -> None:
    table, slot = a_slot(chance, files)
    member = chance.choice(slot["members"])
    member[chance.randrange(len(member))] = chance.choice(ENTRIES)
    follow(table)


def there_and_back(chance: Random, files: Files) -> None:
    """Two slots of one member each: weights, and so heights, are elsewhere for a while."""
    table = chance.choice(tables(files))
    there = some_entries(chance, table)
    if chance.random() < 0.7:
        there = [x if chance.random() < 0.4 else "0" for x in there]
    first = chance.randint(0, len(table["step"]))
    last = chance.randint(first, len(table["step"]))
    table["step"].insert(last, {"members": [[str(-Fraction(x)) for x in there]], "after": []})
    table["step"].insert(first, {"members": [there], "after": []})
    follow(table)


def swap_slots(chance: Random, files: Files) -> None:
    table, _ = a_slot(chance, files)
    chance.shuffle(table["step"])
    follow(table)


def repeat_slot(chance: Random, files: Files) -> None:
    table, slot = a_slot(chance, files)
    table["step"].insert(chance.randint(0, len(table["step"])), copy.deepcopy(slot))
    follow(table)


def other_contract(chance: Random, files: Files) -> None:
    contract = chance.choice(tables(files))["contract"]
    names = [*contract["before"]]
    key, name, other = chance.choice(["before", "after", "untouched"]), chance.choice(names), chance.choice(names)
    texts = {
        "before": ["bit", "unset", "true", "2", "bit or unset", "1"],
        "after": [f"copy({other})", f"not({other})", f"unset_if_false({other})", "unset", "true", "false", "2"],
        "untouched": ["true", f"not({other})", f"copy({other})"],
    }
    contract.setdefault(key, {})[name] = chance.choice(texts[key])


def other_number(chance: Random, files: Files) -> None:
    built, model = files["construction.toml"], files["model.toml"]
    key = chance.choice(["drift", "drift", "start", "encoding", "rule"])
    if key == "drift":
        built["drift"] = chance.choice(["1/2", "1/3", "3/4", "4/3", "2", "1", "9/10"])
    elif key == "rule":
        model["rule"] = chance.choice(["hinge", "perceptron"])
    elif key == "start":
        built["start"] = built["start"] | {chance.choice(["bot", "join"]): chance.choice(["-1", "2", "1", "0", "-2"])}
    else:
        truth = chance.choice(["true", "false", "unset"])
        model["encoding"] = model["encoding"] | {truth: chance.choice(["1", "-1", "0", "2", "-2"])}


def other_scale(chance: Random, files: Files) -> None:
    """All weights times the same: bits are -c and c then."""
    scale = Fraction(chance.choice(["2", "1/2", "3", "3/2"]))

    def times(text: str) -> str:
        return str(scale * Fraction(text))

    for table in tables(files):
        table["cases"] = [list(map(times, line)) for line in table["cases"]]
        for slot in table["step"]:
            slot["members"] = [list(map(times, line)) for line in slot["members"]]
        for part in ("before", "after"):
            fixed = table["contract"].get(part, {})
            table["contract"][part] = {c: times(t) if t.lstrip("-")[:1].isdigit() else t for c, t in fixed.items()}
        follow(table)
    built, model = files["construction.toml"], files["model.toml"]
    model["encoding"] = {truth: times(text) for truth, text in model["encoding"].items()}
    words = {name: text for name, text in built["start"].items() if text == "false"}
    built["start"] = {name: times(text) for name, text in built["start"].items() if name not in words} | words


def other_calls(chance: Random, files: Files) -> None:
    built = files["construction.toml"]
    phase = chance.choice(built["phase"])
    key = chance.choice([key for key in ("calls", "calls_if_same") if key in phase])
    calls, words = list(phase[key]), [*WORDS[phase["over"]], *built["special"]]
    table = chance.choice(tables(files))
    call = f"{table['gadget']}({', '.join(chance.choices(words, k=len(table['coordinates'])))})"
    what = chance.choice(["add", "add", "replace", "drop", "repeat", "phases"])
    if what in ("add", "replace"):
        calls.insert(chance.randint(0, len(calls)), call)
    if what in ("drop", "replace") and calls:
        calls.remove(chance.choice(calls))
    if what == "repeat":
        calls += calls
    if what == "phases":
        chance.shuffle(built["phase"])
    phase[key] = calls


def own_gadget(chance: Random, files: Files) -> None:
    """A gadget that changes nothing in the end, or what random members do, called wherever it may fit."""
    names = ["i1", "i2"][: chance.choice([1, 2, 2])]
    kinds = [chance.choice(["bit", "bit", "2", "unset"]) for _ in names]
    weights = {"bit": ["-1", "1"], "2": ["2"], "unset": ["0"]}
    cases: list[list[str]] = [[]]
    for kind in kinds:
        cases = [[*line, weight] for line in cases for weight in weights[kind]]
    there = some_entries(chance, {"coordinates": names})
    other = some_entries(chance, {"coordinates": names})
    members = [there, other] if chance.random() < 0.5 and there != other else [there]
    back = [[str(-Fraction(x)) for x in member] for member in members]
    table: dict[str, Any] = {
        "gadget": "own",
        "label": "own",
        "coordinates": names,
        "cases": cases,
        "contract": {"before": dict(zip(names, kinds, strict=True)), "after": {}},
        "step": [{"members": members, "after": []}, {"members": back, "after": []}],
    }
    follow(table)
    files["own.toml"] = table
    phase = chance.choice(files["construction.toml"]["phase"])
    words = {"bit": WORDS[phase["over"]], "2": ["join"], "unset": ["bot"]}
    call = f"own({', '.join(chance.choice(words[kind]) for kind in kinds)})"
    for key in ("calls", "calls_if_same"):
        if key in phase:
            phase[key] = [*phase[key], call] if chance.random() < 0.5 else [call, *phase[key]]


CHANGES: tuple[Callable[[Random, Files], None], ...] = (
    one_more_member, one_more_member, other_entry, there_and_back, there_and_back, swap_slots, repeat_slot,
    other_contract, other_number, other_number, other_scale, other_calls, own_gadget, own_gadget,
)  # fmt: skip


def mutant(seed: int) -> Files:
    chance, files = Random(seed), copy.deepcopy(SHIPPED_FILES)
    for _ in range(chance.choice([1, 1, 2, 3])):
        chance.choice(CHANGES)(chance, files)
    return files


def write(files: Files, folder: Path) -> None:
    (folder / "svm").mkdir(parents=True)
    for name, content in files.items():
        text = "".join(f"{key} = {toml(value)}\n" for key, value in content.items())
        (folder / "svm" / name).write_text(text)


def clocks(chance: Random, program: Program, slots: SlotSet) -> Iterator[Clock]:
    """The one that is chosen; the shortest period that it is proved for; and phases of one's own."""
    chosen = assemble(program, slots)
    yield chosen
    drift = Fraction(str(chosen.drift))
    roots = [k for k in range(1, 40) if (k * k / drift).denominator == 1]
    tight = [Clock(chosen.drift, int(k * k / drift), rational(k), chosen.phases) for k in roots]
    yield from [clock for clock in tight if proves(program, slots, clock)][:1]
    unit = slots_unit(chosen)
    for _ in range(3):
        phases, shift = [], 0
        for phase in chosen.phases:
            shift += chance.choice([-2, -1, -1, 0, 0, 0, 0, 0, 1]) if chance.random() < 0.3 else 0
            phases.append(phase + shift * unit)
        yield Clock(chosen.drift, chosen.epochs, chosen.grip, tuple(phases))


def slots_unit(clock: Clock) -> Any:
    """A step that may keep residues: the least difference of two phases."""
    differences = {abs(a - b) for a in clock.phases for b in clock.phases if a != b}
    return min([*differences, clock.drift])


def proves(program: Program, slots: SlotSet, clock: Clock) -> bool:
    try:
        prove(program, slots, clock)
    except InputError:
        return False
    return True
