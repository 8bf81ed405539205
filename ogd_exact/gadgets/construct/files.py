"""A kit as files: the model with its bits, a table with a contract for each gadget, and the construction."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from ogd_exact.core.kernel.numbers import rational, sign
from ogd_exact.core.kernel.step import Example, Step
from ogd_exact.core.tables.model import Model
from ogd_exact.core.tables.reread import CONSTRUCTION_FILE, MODEL_FILE
from ogd_exact.gadgets.construct.kit import ASK, Kit, Row
from ogd_exact.gadgets.properties.exact_value import exactly
from ogd_exact.text.toml import toml

TARGETS = {"nand": "nand(i1, i2)", "not": "not(i1)", "copy": "copy(i1)", ASK: "copy(i1)"}


def files(model: Model, said: Mapping[str, Any], kit: Kit) -> dict[str, str]:
    """The text of each file by its path; `said` is what the model's own file says."""
    encoding = {"true": str(kit.true), "false": str(kit.false), "unset": "0"}
    square = sum(v * v for v in kit.lift)
    gadgets = model.name if square == 1 else f"{model.name}-lifted"
    rate = exactly(model.learning_rate, {}) * square
    rule = {"rule": said["rule"]}
    found = {f"{model.name}/{MODEL_FILE}": {"learning_rate": model.learning_rate, "encoding": encoding, **rule}}
    found |= {f"{gadgets}/{MODEL_FILE}": {"learning_rate": str(rate), "encoding": encoding, **rule}}
    step = replace(model.step(lambda text: exactly(text, {})), rate=rate)
    for name, rows in ({ASK: kit.tables["copy"]} | kit.tables).items():
        found[f"{gadgets}/{name}.toml"] = table_data(name, rows, step, kit)
    found[f"{model.name}/{CONSTRUCTION_FILE}"] = construction_data(kit, gadgets if square != 1 else "")
    return {path: toml(data) + "\n" for path, data in found.items()}


def table_data(name: str, rows: list[Row], step: Step, kit: Kit) -> dict[str, Any]:
    """The keys and values of a table; the kernel steps through its cases."""
    width = len(kit.constants)
    names = [f"i{k + 1}" for k in range(len(rows[0][0]))]
    operands, target = names[: -1 - width], names[-1 - width]
    olds = (0,) if name == ASK else (kit.false, kit.true)
    starts = product(*((kit.false, kit.true) for _ in operands), olds, *((weight,) for weight in kit.constants))
    weights = [dict(zip(names, map(number, start), strict=True)) for start in starts]
    cases, steps, before_last = lines(weights), [], weights[-1]
    for x, y in rows:
        example = Example(dict(zip(names, map(number, x), strict=True)), number(y))
        weights = [step.take(line, example, sign).weights for line in weights]
        steps.append({"x": [str(e) for e in example.x.values()], "y": str(example.y), "after": lines(weights)})
    before = dict.fromkeys((*operands, target), "bit")
    before |= dict(zip(names[len(operands) + 1 :], map(str, kit.constants), strict=True))
    contract: dict[str, Any] = {"before": before | ({target: "unset"} if name == ASK else {})}
    contract["after"] = {target: TARGETS[name]}
    if name == ASK:
        if kit.false:
            contract["after"] = {target: "unset_if_false(i1)"}
        if spent := {c for c in names if c != target and weights[-1][c] != before_last[c]}:
            contract["any"] = dict.fromkeys(spent, "copy(i1)")
        contract["never_positive"] = {target: "not(i1)"}
    data = {"gadget": name, "label": f"{step.rule.name}:{name}", "coordinates": names, "cases": cases}
    return {**data, "step": steps, "contract": contract}


def number(value: Any) -> Any:
    exact = Fraction(value)
    return rational(exact.numerator, exact.denominator)


def lines(weights: list[dict[str, Any]]) -> list[list[str]]:
    return [[str(weight) for weight in line.values()] for line in weights]


def construction_data(kit: Kit, gadgets: str) -> dict[str, Any]:
    constants = [f"one{k + 1}" for k in range(len(kit.constants))]
    more = "".join(f", {name}" for name in constants)
    data: dict[str, Any] = {"gadgets": gadgets, "lift": [str(v) for v in kit.lift]} if gadgets else {}
    data |= {"special": ["bot", *constants], "accept": "bot", "inputs": "bit", "gates": "bit"}
    start = dict(zip(constants, map(str, kit.constants), strict=True))
    if start := start | (dict.fromkeys(("inputs", "gates"), "false") if kit.false else {}):
        data["start"] = start
    nand = {"over": "gates", "calls": [f"nand(a, b, i{more})"], "calls_if_same": [f"not(a, i{more})"]}
    copy = {"over": "outputs", "calls": [f"copy(o, i{more})"]}
    return data | {"phase": [nand, copy, {"over": "question", "calls": [f"{ASK}(q, bot{more})"]}]}
