"""What a pattern asks of examples, against the kernel: random rules with one or two kinks, and random small tables."""

import random
from itertools import product
from typing import Any

import pytest

from conftest import everything
from ogd_exact.core.kernel.errors import Kink
from ogd_exact.core.kernel.numbers import rational, sign
from ogd_exact.core.kernel.step import Example
from ogd_exact.core.tables.arithmetic import polynomial_at
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.model import ENCODING, Model
from ogd_exact.core.tables.rules import rule_in
from ogd_exact.gadgets.synthesis.problem import Problem, System, harmless_kinks
from ogd_exact.gadgets.synthesis.reason import find_reason


def half(luck: random.Random, most: int = 4) -> Any:
    return rational(luck.randint(-most, most), 2)


def random_model(luck: random.Random) -> Model:
    """Moves are of degree 2 at most in w.x, the label and a state, which there may be; some of them meet at a kink."""
    state = {"v": "state"} if luck.random() < 0.3 else {}
    score = luck.choice(["p", "y*p", "y - p", "p + v" if state else "2*p - 1"])
    kinks = sorted({half(luck) for _ in range(luck.randint(1, 2))})
    terms = ["1", "y", "p", "y*p", "y*(1 - y*p)", *(["v", "p*v"] if state else [])]

    def move() -> str:
        return " + ".join(f"({half(luck)})*{luck.choice(terms)}" for _ in range(luck.randint(1, 2)))

    moves = [luck.choice([{}, {"x": move()}])]
    for kink in kinks:
        if luck.random() < 0.5:  # a continuous one: what is added vanishes on the kink
            now = moves[-1].get("x", "0")
            moves.append({**moves[-1], "x": f"{now} + ({half(luck)})*({score} - ({kink}))"})
        else:
            moves.append({to: move() for to in ("x", *state) if luck.random() < 0.8})
    said = {"score": score, "kinks": list(map(str, kinks)), "moves": moves, "state": state, "regularized": True}
    labels = {"labels": ["1", "-1"]} if luck.random() < 0.3 else {}
    decay = luck.choice(["0", "0", "1/2"])
    return Model("random", rule_in("random", said | labels), luck.choice(["1", "1/2"]), decay, encoding=ENCODING)


def holds(system: System, values: dict[str, Any]) -> bool:
    return (
        all(polynomial_at(value, values) == 0 for value in system.equations)
        and all(polynomial_at(value, values) > 0 for value in system.positive)
        and all(polynomial_at(value, values) >= 0 for value in system.weak)
    )


@pytest.mark.parametrize("seed", range(400 if everything else 60))
def test_a_table_satisfies_its_own_pattern_and_no_other(seed: int) -> None:
    luck = random.Random(f"pattern {seed}")
    model = random_model(luck)
    taken, state = model.step(model.arithmetic.read), model.rule.state
    inputs, steps = ("a", "b")[: luck.randint(1, 2)], luck.randint(1, 3)
    names = (*inputs, *state)
    labels = model.rule.labels
    examples = [
        Example({c: half(luck) for c in inputs}, luck.choice(labels) if labels else half(luck)) for _ in range(steps)
    ]
    starts = [{c: half(luck) for c in names} for _ in range(luck.randint(1, 2))]
    values = {f"x{t + 1}_{c}": entry for t, one in enumerate(examples) for c, entry in one.x.items()}
    values |= {f"y{t + 1}": one.y for t, one in enumerate(examples)}
    ends, shown = [], []
    for case, weights in enumerate(starts):
        shown.append([])
        for t, example in enumerate(examples):
            p = taken.values(weights, example)["p"]
            values[f"m{t + 1}_{case + 1}"] = p - example.y
            try:
                update = taken.take(weights, example, sign)
            except Kink:
                return  # no table stands there
            interval = sum(not margin < 0 for margin in update.margins)
            if 0 in update.margins and interval - 1 not in harmless_kinks(model)[0]:
                return  # the moves agree for this example alone, of which nothing is searched
            shown[-1].append(interval)
            weights = update.weights
        ends.append(weights)
    lines = [tuple(tuple(str(line[c]) for c in names) for line in block) for block in (starts, ends)]
    contract = Contract("g", "", names, entry=lines[0], final=lines[1])
    problem = Problem(model, contract, steps, labels=tuple(one.y for one in examples) if labels else ())
    numbers = {interval: piece for piece, interval in enumerate(problem.pieces)}
    true = tuple(tuple(numbers[interval] for interval in intervals) for intervals in shown)
    assert holds(problem.system(true), values)
    for length in range(len(true) + 1):
        assert find_reason(problem, true[:length]) is None
    pieces = range(len(problem.pieces))
    for case, t, piece in product(range(len(true)), range(steps), pieces):
        wrong = [list(pattern) for pattern in true]
        wrong[case][t] = piece
        interval, real = problem.pieces[piece], shown[case][t]
        on_harmless_kink = (
            interval == real - 1 and interval in problem.harmless and on_kink(problem, true, case, values)
        )
        if piece != true[case][t] and not on_harmless_kink:
            assert not holds(problem.system(tuple(map(tuple, wrong))), values)


def on_kink(problem: Problem, pattern: Any, case: int, values: dict[str, Any]) -> bool:
    return any(polynomial_at(value, values) == 0 for value in problem.case_system(case, pattern[case]).weak)


def test_many_of_them_are_told_apart() -> None:
    """That of the random rules some move on both sides, some have two kinks, and some are harmless at one."""
    models = [random_model(random.Random(f"pattern {seed}")) for seed in range(60)]
    problems = [Problem(model, Contract("g", "", ("a", *model.rule.state)), 1) for model in models]
    assert sum(len(problem.pieces) == 3 for problem in problems) > 9
    assert sum(bool(problem.harmless) for problem in problems) > 9
    assert sum(all(model.rule.moves) for model in models) > 9 and sum(bool(model.rule.labels) for model in models) > 9
