"""Gadgets of random examples, each with the contract that it keeps, called somewhere in a construction."""

from collections.abc import Callable
from random import Random
from typing import Any

from fuzz.construction_files import STATE, ConstructionFiles
from fuzz.edits import CONSTANT, FIXED, NUMBERS, WORDS, add_special, calls_of, known_words
from ogd_exact.core.kernel.errors import Kink, SignVaries
from ogd_exact.core.kernel.step import Example
from ogd_exact.core.tables.effects import EFFECTS, KINDS
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.model import positive_part
from ogd_exact.core.tables.value_text import value_text
from ogd_exact.gadgets.prover.proposals import Prover

Effect = Callable[[dict[str, str]], str]


def invent_gadget(chance: Random, files: ConstructionFiles, library: Library) -> None:
    """A gadget of one's own, called somewhere: what random examples do, with a contract that says just that."""
    made = next((made for _ in range(20) if (made := invented(chance, files, library))), None)
    if made is None:
        return
    if made["contract"]["after"] and chance.random() < 0.1:  # or not quite that
        name, _ = made["contract"]["after"].popitem()
        made["contract"]["returns"] = [other for other in made["contract"]["returns"] if other != name]
    call_gadget(chance, files, made)


def call_gadget(chance: Random, files: ConstructionFiles, made: dict[str, Any]) -> None:
    """Adds the file, and calls on coordinates that fit: one, or two of which the second finds what the first left."""
    gadget = f"own{sum('own' in file for file in files.contents)}"
    other = files.construction.get("gadgets", files.model)
    file = f"{gadget}.toml" if other == files.model else f"../{other}/{gadget}.toml"
    files.contents[file] = {**made, "gadget": gadget, "label": f"tab:{gadget}"}
    if chance.random() < 0.3:  # at the very end of a pass
        files.construction["phase"].append({"over": "question", "calls": []})
    phase, calls = calls_of(chance, files, once=0.4)
    inputs = [c for c in made["coordinates"] if c not in STATE]
    words = [a_place(chance, files, phase, made["contract"]["before"][c]) for c in inputs]
    for _ in range(chance.choice([1, 1, 2])):
        calls.insert(chance.randint(0, len(calls)), f"{gadget}({', '.join(words)})")


def a_place(chance: Random, files: ConstructionFiles, phase: dict[str, Any], kind: str) -> str:
    """A coordinate that may well hold what the gadget needs, or any other."""
    if chance.random() < 0.2:
        return chance.choice(known_words(files, phase))
    if kind not in KINDS:
        starts = files.construction.get("start", {})
        started = [name for name, weight in starts.items() if weight == kind and name not in STATE]
        if started and chance.random() < 0.7:
            return str(chance.choice(started))
        add_special(chance, files, kind)
        return str(next(reversed(files.construction["start"])))
    if kind == "unset":
        return str(chance.choice([files.construction["accept"], *files.construction["special"]]))
    return chance.choice(WORDS[phase["over"]])


def invented(chance: Random, files: ConstructionFiles, library: Library) -> dict[str, Any] | None:
    """Coordinates, steps and a contract, if there is one, for random examples on random kinds."""
    model = library.models[files.construction.get("gadgets", files.model)]
    numbers, sized = model.arithmetic, bool(model.magnitudes)
    sides = Prover(numbers, [positive_part(b, numbers) for b in model.region] if numbers.symbols else [])
    names = ["i1", "i2"][: chance.choice([1, 1, 2])]
    kinds = {name: chance.choice(["unset", "bit", "bit or unset", "true", *FIXED]) for name in names}
    kinds |= {name: STATE[name] for name in model.rule.state}
    names = [*kinds]
    magnitudes = {name: f"eps{k}" for k, name in enumerate(names, 1) if sized and "bit" in kinds[name]}
    inputs = [name for name in names if name not in STATE]
    unit = model.scale_x if chance.random() < 0.8 else "1"
    steps = [
        ([f"{chance.choice(NUMBERS)}*{unit}" for _ in inputs], chance.choice(["1", "1", "1", "-1"]))
        for _ in range(chance.choice([1, 1, 2]))
    ]
    if chance.random() < 0.6:  # and back again
        steps += [([f"-({x})" for x in xs], y) for xs, y in reversed(steps)]
    taken = model.step(numbers.read)
    cases: list[list[str]] = []
    ends: list[Any] = []
    after: list[list[list[str]]] = [[] for _ in steps]
    truths = assignments(kinds)
    for truth in truths:
        weights = {c: model.weight(truth[c]) * numbers.read(magnitudes.get(c, "1")) for c in names}
        cases.append([value_text(weights[c] + numbers.number(0)) for c in names])
        for k, (xs, y) in enumerate(steps):
            x = {c: numbers.read(text) for c, text in zip(inputs, xs, strict=True)}
            try:
                weights = taken.take(weights, Example(x, numbers.read(y)), sides.guess).weights
            except (Kink, SignVaries, ValueError):
                return None
            after[k].append([value_text(weights[c] + numbers.number(0)) for c in names])
        ends.append(weights)
    decay = (1 - taken.rate * taken.regularizer) ** len(steps)
    contract: dict[str, Any] = {"before": kinds, "magnitudes": magnitudes, "after": {}, "returns": []}
    returns: dict[str, str] = {}
    for c in names:
        begun = [model.weight(truth[c]) * numbers.read(magnitudes.get(c, "1")) for truth in truths]
        left = [end[c] for end in ends]
        if all(a == decay * b for a, b in zip(left, begun, strict=True)) and chance.random() < 0.8:
            continue
        found = effect(model, truths, left, c, kinds, chance, sides)
        if found is None:
            return None
        contract["after"][c], magnitude = found
        if magnitude != 1:
            contract["returns"].append(c)
            returns[c] = value_text(magnitude + numbers.number(0))
    listed = [{"x": xs, "y": y, "after": lines} for (xs, y), lines in zip(steps, after, strict=True)]
    return {"coordinates": names, "cases": cases, "returns": returns, "step": listed, "contract": contract}


def assignments(kinds: dict[str, str]) -> list[dict[str, str]]:
    found: list[dict[str, str]] = [{}]
    for name, kind in kinds.items():
        found = [{**truth, name: value} for truth in found for value in KINDS.get(kind, (kind,))]
    return found


def effect(
    model: Any, truths: list[dict[str, str]], left: list[Any], of: str, kinds: dict[str, str], chance: Random,
    sides: Prover,
) -> tuple[str, Any] | None:  # fmt: skip
    """A text for `after` and a magnitude under which these weights are left, if there is one."""
    candidates: list[tuple[str, Effect]] = [(text, always(text)) for text in (*CONSTANT, *FIXED)]
    for name, kind in kinds.items():
        allowed = ["copy", *(["false_if_unset"] if kind in KINDS else []), *(["not"] if kind == "bit" else [])]
        for function in allowed if name not in STATE else []:
            candidates.append((f"{function}({name})", of_one(function, name)))
    chance.shuffle(candidates)
    if chance.random() < 0.7:  # in the words of the precondition, so that a magnitude must tell the difference
        candidates.sort(key=lambda candidate: candidate[0] not in (kinds[of], f"copy({of})"))
    for text, does in candidates:
        units = [model.weight(does(truth)) for truth in truths]
        ratios = [w / u for w, u in zip(left, units, strict=True) if u != 0]
        zeroes = all(weight == 0 for weight, unit in zip(left, units, strict=True) if unit == 0)
        if zeroes and all(ratio == ratios[0] for ratio in ratios) and (not ratios or positive(sides, ratios[0])):
            return text, ratios[0] if ratios else 1
    return None


def always(text: str) -> Effect:
    return lambda _: text


def of_one(function: str, name: str) -> Effect:
    return lambda truths: EFFECTS[function](truths[name])


def positive(sides: Prover, value: Any) -> bool:
    try:
        return sides.guess(value) > 0
    except SignVaries:
        return False
