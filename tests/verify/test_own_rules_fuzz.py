"""Random rules of a user's own, with tables made by running them and spoiled ones: what is said of them is so.

Kinks, states, constants, labels, regularizers, boxes and torn pieces after a step, and signs, all at random. Judge is
tests/said_step.py, on fractions: it knows docs/formats.md, and nothing of the package.
"""

import json
import random
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from test_fuzz import toml

from conftest import called, examples
from said_step import taken, value

Data = dict[str, Any]
CELLS = ["0", "1", "-1", "2", "1/2", "-1/2", "3", "-2"]
GRID = sorted({Fraction(n, d) for n in range(-12, 13) for d in (1, 2, 3)})
REGION = ("1/4", "3/4")
POINTS = [Fraction(k, 40) for k in range(11, 30)]


def polynomial(chance: random.Random, names: list[str], degree: int) -> str:
    factors = [[chance.choice(names) for _ in range(chance.randint(0, degree))] for _ in range(chance.randint(1, 3))]
    return " + ".join("*".join([chance.choice(["1", "-1", "2", "1/2", "-3/2", "1/3"]), *one]) for one in factors)


def kinks(chance: random.Random, count: int, constants: list[str]) -> list[str]:
    """Increasing, but now and then."""
    found = [str(k) for k in sorted(Fraction(chance.randint(-6, 6), 2) for _ in range(count))]
    if constants and found and chance.random() < 0.5:
        found[chance.randrange(count)] = chance.choice(["{}", "-{}", "2*{}"]).format(chance.choice(constants))
    return found


def random_rule(chance: random.Random, symbolic: bool) -> Data:
    texts = ["s", "1 - s", "s/2", "s*s", "s*(2*s - 1)/(2*s - 1)"] if symbolic else ["1/2", "2", "3/4"]
    names = chance.choice([[], ["delta"], ["delta", "learning_rate"], ["after"]])
    constants = {name: chance.choice(texts) for name in names}
    state = chance.choice([[], [], ["v"], ["bias"]])
    known = ["p", "p", "y", *state, *constants]
    rule: Data = {"constants": constants, "state": dict.fromkeys(state, "a weight")}
    rule["score"] = chance.choice(["p", "y - p", "y*p", "p^2 - y", polynomial(chance, known, 2)])
    rule["kinks"] = kinks(chance, chance.choice([0, 1, 1, 2, 2, 3, 4]), names)
    rule["moves"] = [{"x": polynomial(chance, known, 3)} if chance.random() < 0.8 else {} for _ in rule["kinks"] + [0]]
    for moves in rule["moves"]:
        moves |= {name: polynomial(chance, known, 2) for name in state if chance.random() < 0.4}
    if rule["kinks"] and chance.random() < 0.5:  # moves that agree, everywhere or on the kink
        rule["moves"][1] = dict(rule["moves"][0])
        if rule["score"] == "p" and chance.random() < 0.5:
            rule["moves"][0:2] = [{"x": f"p - ({rule['kinks'][0]})"}, {}]
    if chance.random() < 0.3:
        rule["labels"] = chance.choice([["1", "-1"], ["0", "1"], ["1/2", "1"]])
    rule["along"] = chance.choice(["x", "x", "x", "sign"])
    rule["regularized"] = chance.random() < 0.3
    if chance.random() < 0.4:
        ends = kinks(chance, chance.randint(1, 3), names)
        values = [chance.choice(["w", "w", "0", "1/2", "w/2", "-w", *names]) for _ in range(len(ends) + 1)]
        box = {"kinks": ["-3/2", "3/2"], "values": ["-3/2", "w", "3/2"]}
        rule["after"] = {"score": "w"} | chance.choice([{"kinks": ends, "values": values}, box, box])
    return rule


def said(model: Data, point: dict[str, Fraction]) -> Data:
    """The step of a model, as JSON says steps."""
    rule = model["rule"]
    constants = {name: str(value(text, point)) for name, text in rule["constants"].items()}
    rates = {"rate": model["learning_rate"], "regularizer": model["regularizer"], "momentum": None}
    return {"labels": [], "after": None, **rule, **rates, "constants": constants}


def rows(table: Data) -> Iterator[tuple[Data, list[str], list[str]]]:
    before = table["cases"]
    for step in table["step"]:
        yield from ((step, *lines) for lines in zip(before, step["after"], strict=True))
        before = step["after"]


def after(model: Data, table: Data, told: Data, line: list[str], point: dict[str, Fraction]) -> list[Fraction]:
    state, names = model["rule"]["state"], table["coordinates"]
    weights = {c: value(text, point) for c, text in zip(names, line, strict=True)}
    x = {c: value(text, point) for c, text in zip([c for c in names if c not in state], told["x"], strict=True)}
    end = taken(said(model, point), weights, x, value(told["y"], point))
    return [end[c] for c in names]


def holds(model: Data, table: Data, point: dict[str, Fraction]) -> bool:
    """Whether there is a step in every row, and leads where the table says; with all kinks increasing."""
    try:
        for follows in [model["rule"], model["rule"].get("after", {"kinks": []})]:
            found = [value(text, {k: Fraction(v) for k, v in said(model, point)["constants"].items()})
                     for text in follows["kinks"]]  # fmt: skip
            assert found == sorted(set(found))
        return all(
            after(model, table, told, line, point) == [value(text, point) for text in end]
            for told, line, end in rows(table)
        )
    except (AssertionError, ZeroDivisionError):
        return False


def random_case(seed: int) -> tuple[Data, Data]:
    """A model, and a table that is true wherever there is a step, at the middle of the region."""
    chance = random.Random(seed)
    symbolic = chance.random() < 0.4
    rule = random_rule(chance, symbolic)
    decays = rule["regularized"] and "after" not in rule
    model: Data = {"learning_rate": chance.choice(["1", "1/2"]), "regularizer": "1/2" if decays else "0"}
    if symbolic:
        model |= {"symbols": ["s"], "region": [{"bound": f"s > {REGION[0]}"}, {"bound": f"s < {REGION[1]}"}]}
    model["rule"] = rule
    inputs = chance.sample(["i1", "i2", "p", "w", "delta"], chance.randint(1, 2))
    names = [*inputs, *rule["state"]]
    lines = [[chance.choice(CELLS) for _ in names] for _ in range(chance.randint(1, 2))]
    table: Data = {"gadget": "g", "label": "tab:g", "coordinates": names, "cases": lines, "step": []}
    for _ in range(chance.randint(1, 2)):
        x = [chance.choice(CELLS) for _ in inputs]
        step = {"x": x, "y": chance.choice(rule.get("labels", CELLS)), "after": lines}
        try:
            lines = [[str(w) for w in after(model, table, step, line, {"s": Fraction(9, 20)})] for line in lines]
        except AssertionError:  # no step
            lines = deepcopy(lines)
        table["step"].append(step | {"after": lines})
    return model, table


def cells(table: Data) -> Iterator[tuple[Any, Any, tuple[Any, ...]]]:
    """Every list or step with the place of a cell in it, and what a finding calls it: step, field, case, coordinate."""
    for case, line in enumerate(table["cases"]):
        yield from ((line, i, (1, "before", case + 1, c)) for i, c in enumerate(table["coordinates"]))
    for k, step in enumerate(table["step"], 1):
        yield from ((step["x"], i, (k, f"x{i + 1}", None, None)) for i in range(len(step["x"])))
        yield step, "y", (k, "y", None, None)
        for case, line in enumerate(step["after"]):
            yield from ((line, i, (k, "after", case + 1, c)) for i, c in enumerate(table["coordinates"]))


def verified(model: Data, table: Data, folder: Path) -> tuple[int, list[Data]]:
    (folder / "m").mkdir(parents=True, exist_ok=True)
    (folder / "m" / "model.toml").write_text(toml(model))
    (folder / "m" / "g.toml").write_text(toml(table))
    code, out, err = called("verify", "--tables", folder, "--format", "json", "--limit", "20")
    assert code in (0, 1, 3) and not err, err
    return code, json.loads(out)["tables"][0]["findings"]


def test_what_is_verified_holds_and_what_holds_is_verified(tmp_path: Path) -> None:
    """With symbols only the first: there a side must be the same on the whole region."""
    seen: Counter[str] = Counter()
    for seed in range(examples(1600)):
        model, table = random_case(seed)
        points = [{"s": s} for s in POINTS] if "symbols" in model else [{}]
        true, (code, findings) = all(holds(model, table, point) for point in points), verified(model, table, tmp_path)
        assert true or code != 0, (seed, "is verified, and does not hold")
        assert not true or code == 0 or "symbols" in model, (seed, "holds, and is not verified", findings)
        seen[f"{'symbols' if 'symbols' in model else 'numbers'} {true} {code}"] += 1
    assert {"numbers True 0", "numbers False 1", "symbols True 0", "symbols False 1"} <= {*seen}, seen


def repairs(model: Data, table: Data) -> set[tuple[Any, ...]]:
    """All changes of one cell, to numbers of the grid, after which the table holds."""
    found = set()
    for place, key, name in list(cells(table)):
        printed = place[key]
        for number in GRID:
            place[key] = str(number)
            if number != Fraction(printed) and holds(model, table, {}):
                found.add((*name, number))
        place[key] = printed
    return found


def test_what_must_be_is_the_only_repair(tmp_path: Path) -> None:
    seen = 0
    for seed in range(examples(900)):
        model, table = random_case(seed)
        if "symbols" in model or not holds(model, table, {}):
            continue
        chance = random.Random(seed)
        place, key, _ = chance.choice(list(cells(table)))
        place[key] = str(chance.choice(GRID))
        if holds(model, table, {}):
            continue
        _, findings = verified(model, table, tmp_path)
        if len(findings) == 1 and findings[0]["certain"]:
            one = findings[0]
            must = (one["step"], one["field"], one.get("case"), one.get("coordinate"), Fraction(one["suggested"]))
            assert repairs(model, table) <= {must}, (seed, one["message"])
            seen += 1
    assert seen > examples(900) / 20


@pytest.mark.parametrize("fault", ["kinks", "spoiled"])
def test_the_judge_would_tell(fault: str) -> None:
    """A table of which it says that it holds does not with kinks turned round, or another weight."""
    model, table = next(
        (m, t)
        for m, t in map(random_case, range(500))
        if len(m["rule"]["kinks"]) > 1 and holds(m, t, {"s": Fraction(9, 20)})
    )
    if fault == "kinks":
        model["rule"]["kinks"].reverse()
    else:
        table["step"][-1]["after"][0][0] += " + 1"
    assert not holds(model, table, {"s": Fraction(9, 20)})
