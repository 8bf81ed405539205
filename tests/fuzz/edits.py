"""Edits of a construction that are most often wrong, and sometimes harmless."""

import copy
from collections.abc import Callable
from random import Random
from typing import Any

from fuzz.construction_files import OTHER_VALUES, ConstructionFiles, state_of
from ogd_exact.core.tables.effects import KINDS, TRUTHS

WORDS = {"inputs": ["i"], "gates": ["i", "a", "b"], "question": ["q"], "outputs": ["i", "o"]}
NUMBERS = ["0", "1", "-1", "1/2", "-1/2", "2", "-2", "4", "-4", "1/3", "3"]
FIXED = ["1", "-1", "1/2", "2", "0"]
CONSTANT = ["true", "false", "unset", "1", "1/2"]
Edit = Callable[[Random, ConstructionFiles], None]


def calls_of(chance: Random, files: ConstructionFiles, once: float = 0) -> tuple[dict[str, Any], list[str]]:
    """The calls of a phase; with some chance of one that is gone through once in a pass."""
    phases = files.construction["phase"]
    single = [phase for phase in phases if phase["over"] == "question"]
    phase = chance.choice(single if single and chance.random() < once else phases)
    return phase, phase[chance.choice([key for key in ("calls", "calls_if_same") if key in phase])]


def drop_call(chance: Random, files: ConstructionFiles) -> None:
    _, calls = calls_of(chance, files)
    if calls:
        del calls[chance.randrange(len(calls))]


def repeat_call(chance: Random, files: ConstructionFiles) -> None:
    (_, source), (_, calls) = calls_of(chance, files), calls_of(chance, files)
    if source:
        calls.insert(chance.randint(0, len(calls)), chance.choice(source))


def swap_calls(chance: Random, files: ConstructionFiles) -> None:
    _, calls = calls_of(chance, files)
    chance.shuffle(calls)


def swap_phases(chance: Random, files: ConstructionFiles) -> None:
    phases = files.construction["phase"]
    k = chance.randrange(len(phases) - 1)
    phases[k], phases[k + 1] = phases[k + 1], phases[k]


def repeat_phase(chance: Random, files: ConstructionFiles) -> None:
    phases = files.construction["phase"]
    phases.insert(chance.randint(0, len(phases)), copy.deepcopy(chance.choice(phases)))


def drop_phase(chance: Random, files: ConstructionFiles) -> None:
    del files.construction["phase"][chance.randrange(len(files.construction["phase"]))]


def rename_place(chance: Random, files: ConstructionFiles) -> None:
    phase, calls = calls_of(chance, files)
    if calls:
        k = chance.randrange(len(calls))
        gadget, _, names = calls[k].removesuffix(")").partition("(")
        words = names.split(", ")
        words[chance.randrange(len(words))] = chance.choice(known_words(files, phase))
        calls[k] = f"{gadget}({', '.join(words)})"


def retype_call(chance: Random, files: ConstructionFiles) -> None:
    _, calls = calls_of(chance, files)
    others = [call for phase in files.construction["phase"] for call in phase["calls"]]
    if calls and others:
        k = chance.randrange(len(calls))
        calls[k] = chance.choice(others).split("(")[0] + "(" + calls[k].split("(")[1]


def known_words(files: ConstructionFiles, phase: dict[str, Any]) -> list[str]:
    return [*WORDS[phase["over"]], *files.construction["special"]]


def change_start(chance: Random, files: ConstructionFiles) -> None:
    start = files.construction.setdefault("start", {})
    name = chance.choice([*files.construction["special"], *(state_of(files) or ("v",)), "inputs", "gates"])
    if name in start and chance.random() < 0.3:
        del start[name]
    else:
        start[name] = chance.choice(TRUTHS if name in ("inputs", "gates") else [*FIXED, *TRUTHS])


def add_special(chance: Random, files: ConstructionFiles, weight: str | None = None) -> None:
    name = f"extra{len(files.construction['special'])}"
    files.construction["special"].insert(chance.randint(0, len(files.construction["special"])), name)
    if weight or chance.random() < 0.5:
        files.construction.setdefault("start", {})[name] = weight or chance.choice(FIXED)


def change_inputs(chance: Random, files: ConstructionFiles) -> None:
    files.construction[chance.choice(["inputs", "gates"])] = chance.choice([*KINDS])


def change_accept(chance: Random, files: ConstructionFiles) -> None:
    files.construction["accept"] = chance.choice(files.construction["special"])


def change_biases(chance: Random, files: ConstructionFiles) -> None:
    key = chance.choice(["always", "after_each"])
    if key == "always" and "always" in files.construction:
        files.construction["always"][chance.choice([*files.construction["always"]])] = chance.choice(NUMBERS)
    else:
        files.construction.pop(key, None)


def change_parameter(chance: Random, files: ConstructionFiles) -> None:
    if files.parameters:
        files.parameters[chance.choice([*files.parameters])] = chance.choice(OTHER_VALUES)


def change_contract(chance: Random, files: ConstructionFiles) -> None:
    """One promise or precondition; the table must then be refused, unless the new one holds as well."""
    contracts = [contract for contract in files.contracts if "before" in contract]
    if not contracts:
        return
    contract = chance.choice(contracts)
    names = [*contract["before"]]
    on_the_way = ("untouched", "never_positive", "any")
    name, key = chance.choice(names), chance.choice(["before", "after", "after", *on_the_way, "magnitudes", "returns"])
    if key == "before":
        contract["before"][name] = chance.choice([*KINDS, *FIXED])
    elif key == "after":
        after = contract.setdefault("after", {})
        if name in after and chance.random() < 0.4:
            del after[name]
        else:
            a, b, c = (chance.choice(names) for _ in range(3))
            nested = [f"not(not({a}))", f"or(not({a}), {b})", f"maj({a}, {b}, {c})", f"mux({a}, {b}, not({c}))"]
            after[name] = chance.choice([*CONSTANT, f"copy({a})", f"not({a})", f"false_if_unset({a})", *nested])
    elif key in on_the_way:
        contract.setdefault(key, {})[name] = chance.choice(
            ["true", *(f"{e}({n})" for e in ("copy", "not") for n in names)]
        )
    elif key == "magnitudes":
        contract.setdefault("magnitudes", {})[name] = chance.choice(["eps1", "eps2", "eps3"])
    else:
        returns = contract.setdefault("returns", [])
        returns.remove(name) if name in returns else returns.append(name)
    for key in (*on_the_way, "magnitudes", "returns"):
        if chance.random() < 0.1:
            contract.pop(key, None)


EDITS: tuple[Edit, ...] = (
    drop_call, repeat_call, swap_calls, swap_phases, repeat_phase, drop_phase, rename_place, retype_call,
    change_start, add_special, change_inputs, change_accept, change_biases, change_contract, *[change_parameter] * 3,
)  # fmt: skip
