"""Small random tables, and all changes of one cell, with values of a grid, after which such a table holds.

Whether a table holds is decided by Python's own fractions: nothing of ogd_exact is used here but its data.
"""

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from reference import value

from ogd_exact.core.tables.cells import Cell
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.data import Bound, Step
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.model import ENCODING, Model
from ogd_exact.core.tables.rules import RULES
from ogd_exact.core.tables.table import Table
from ogd_exact.gadgets.prover.proposals import Prover

Point = Mapping[str, Fraction]
Line = tuple[Fraction, ...]
Texts = tuple[str, ...]
REGION = (Bound("a > 1"), Bound("a < 2"))
POINTS: list[Point] = [{"a": Fraction(n, d)} for n, d in ((3, 2), (4, 3), (7, 6), (9, 5))]
KINDS = {
    "hinge": Model("m", RULES["hinge"]),
    "hinge with decay": Model("m", RULES["hinge"], regularizer="1/2"),
    "hinge at half the rate": Model("m", RULES["hinge"], learning_rate="1/2"),
    "hinge with a bias": Model("m", RULES["hinge-bias"], regularizer="1/2"),
    "perceptron": Model("m", RULES["perceptron"]),
    "relu": Model("m", RULES["dense-relu"]),
    "relu with decay": Model("m", RULES["dense-relu"], learning_rate="1/2", regularizer="1/2"),
    "two layers": Model("m", RULES["dense-relu-dense"], learning_rate="1/2"),
    "heavy ball": Model("m", RULES["hinge"], momentum="1/2"),
    "nesterov": Model("m", RULES["perceptron"], momentum="1/2", nesterov=True),
    "hinge with a symbol": Model("m", RULES["hinge"], symbols=("a",), regularizer="1 - 1/a", region=REGION),
    "relu with a symbol": Model("m", RULES["dense-relu"], symbols=("a",), learning_rate="a", region=REGION),
}
MODELS = {name: replace(model, encoding=ENCODING) for name, model in KINDS.items()}
NUMBERS = [str(Fraction(n, 2)) for n in range(-12, 13)]
FORMULAS = [f"{n}*a^{k}".replace("*a^0", "") for n in (-3, -2, -1, 1, 2, 3) for k in (-2, -1, 0, 1, 2)] + ["0"]
BITS = (("-1",), ("1",))
CALLED = {
    "flip": (BITS, (("1",), ("-1",)), ((("3",), ("1",), "4"), (("1",), ("-1",), "-2"))),
    "rise": (BITS, (("1",), ("1",)), ((("1",), ("1",), "2"),)),
}


class Refused(Exception):
    """An example on the kink, or with another label than 1 and -1; or a call that is not allowed."""


@lru_cache(maxsize=200_000)
def read(text: str, names: tuple[tuple[str, Fraction], ...]) -> Fraction:
    return value(text, dict(names))


def number(text: str, names: Point) -> Fraction:
    return read(text, tuple(names.items()))


def step(model: Model, coordinates: Texts, line: Line, x: Line, y: Fraction, names: Point) -> Line:
    """The weights after one step of OGD."""
    rates = (number(text, names) for text in (model.learning_rate, model.regularizer, model.momentum))
    return moved(model.rule.name, *rates, model.nesterov, coordinates, line, x, y)


@lru_cache(maxsize=100_000)  # as one cell is changed at a time
def moved(
    rule: str, rate: Fraction, decay: Fraction, mu: Fraction, nesterov: bool,
    coordinates: Texts, line: Line, x: Line, y: Fraction,
) -> Line:  # fmt: skip
    w = dict(zip(coordinates, line, strict=True))
    given = dict(zip((c for c in coordinates if c.startswith("i")), x, strict=True))
    product = sum((w[c] * entry for c, entry in given.items()), w.get("bias", Fraction(0)))
    classifies = "relu" not in rule
    margin = y * product - (rule != "perceptron") if classifies else product
    second = w["v"] if rule == "dense-relu-dense" else Fraction(1)
    if margin == 0 and (classifies or y * second != 0) or classifies and y not in (1, -1):
        raise Refused  # on the kink the moves that meet must be the same: none
    error = second * product - y
    slope = (y if classifies else -2 * error * second) * (margin < 0 if classifies else margin > 0)
    move = {c: rate * slope * entry - rate * decay * w[c] for c, entry in given.items()}
    move["bias"] = rate * y * (margin < 0)
    move["v"] = -2 * rate * error * product * (margin > 0)
    if not mu:
        return tuple(w[c] + move[c] for c in coordinates)
    speed = {c: mu * w[f"v_{c}"] + move[c] for c in given}
    ahead = {c: move[c] + mu * speed[c] if nesterov else speed[c] for c in given}
    return tuple(speed[c[2:]] if c.startswith("v_") else w[c] + ahead[c] for c in coordinates)


def call(table: Table, gadget: str, on: Texts, line: Line) -> Line:
    starts, ends, _ = CALLED.get(gadget, ((), (), ()))
    (place,) = [table.coordinates.index(c) for c in on] if len(on) == 1 else [0]
    weight = str(line[place])
    if (weight,) not in starts or len(on) != 1:
        raise Refused
    return line[:place] + (Fraction(ends[starts.index((weight,))][0]),) + line[place + 1 :]


def run(table: Table, model: Model, case: int, names: Point) -> list[Line]:
    """The weights at the start and after each step of a case; raises Refused if others are printed."""

    def line(texts: Texts) -> Line:
        return tuple(number(text, names) for text in texts)

    states = [line(table.cases[case])]
    for row in table.steps:
        if row.before is not None and line(row.before[case]) != states[-1]:
            raise Refused
        if row.call:
            after = call(table, row.call, row.on, states[-1])
        else:
            after = step(model, table.coordinates, states[-1], line(row.x), number(row.y, names), names)
        if after != line(row.after[case]):
            raise Refused
        states.append(after)
    return states


def holds(table: Table, model: Model, point: Point) -> bool:
    """Whether every row does what it says, from the contract's cases to the contract's ends."""
    try:
        names = {**point, **{name: number(text, point) for name, text in table.constants.items()}}
        runs = [run(table, model, case, names) for case in range(len(table.cases))]
    except (Refused, ZeroDivisionError):
        return False
    return table.contract is None or keeps(table, table.contract, runs, point)


def keeps(table: Table, contract: Contract, runs: list[list[Line]], point: Point) -> bool:
    entry, final = contract.entry, contract.final
    if contract.before:  # of fixed weights
        entry, final = ((tuple(said[c] for c in table.coordinates),) for said in (contract.before, contract.after))
    promised = [tuple(number(text, point) for text in (*a, *b)) for a, b in zip(entry, final, strict=True)]
    for c in contract.untouched:
        k = table.coordinates.index(c)
        if any(states[0][k] != later[k] for states in runs for later in states):
            return False
    for c in contract.never_positive:
        k = table.coordinates.index(c)
        if any(later[k] > 0 for states in runs for later in states[1:]):
            return False
    return sorted(promised) == sorted((*states[0], *states[-1]) for states in runs)


def random_table(chance: random.Random, kind: str) -> Table | None:
    """A table that holds; None if the example on which it got stuck is not allowed."""
    model = MODELS[kind]
    inputs = ("i1", "i2")[: 1 if model.symbols else chance.randint(1, 2)]
    state = {"hinge-bias": ("bias",), "dense-relu-dense": ("v",)}.get(model.rule.name, ())
    state = tuple(f"v_{c}" for c in inputs) if model.momentum != "0" else state
    coordinates = inputs + state
    still = ("0",) * len(state) if model.momentum != "0" else tuple(chance.choice("12") for _ in state)
    texts = ["a", "1", "-1", "1/a", "-a", "2"] if model.symbols else ["-2", "-1", "0", "1", "2"]
    lines = {
        tuple(chance.choice(texts) for _ in inputs) + still
        for _ in range(chance.randint(1, 1 + (model.momentum == "0")))
    }
    rows = [tuple(sorted(lines))]
    steps = list[Step]()
    for _ in range(chance.randint(1, 2 if model.symbols else 3)):
        if kind == "hinge" and chance.random() < 0.3 and all(rows[-1]):
            gadget, on = chance.choice(list(CALLED)), (chance.choice(inputs),)
            table = Table("m", "g", "tab:g", coordinates, rows[0], ())
            try:
                after = tuple(texts_of(call(table, gadget, on, tuple(map(Fraction, line)))) for line in rows[-1])
            except Refused:
                continue
            steps.append(Step(after, call=gadget, on=on))
        else:
            x = tuple(chance.choice([*texts, "1/2", "-3"]) for _ in inputs)
            y = chance.choice(["1", "-1"] if "relu" not in model.rule.name else ["1", "-1", "1/2", "3", "0"])
            after = tuple(leads(model, coordinates, line, x, y) for line in rows[-1])
            steps.append(Step(after, x=x, y=y, before=rows[-1] if chance.random() < 0.3 else None))
        rows.append(after)
    if not steps or any(not line for row in rows for line in row):
        return None
    if model.momentum != "0":  # a last example brings everything to rest, if it fires
        speeds = {line[len(inputs) :] for line in rows[-1]}
        y = chance.choice(["1", "-1"])
        x = tuple(str(-Fraction(v) / 2 * int(y)) for v in next(iter(speeds)))
        after = tuple(leads(model, coordinates, line, x, y) for line in rows[-1])
        if any(not line or any(map(Fraction, line[len(inputs) :])) for line in after):
            return None
        steps.append(Step(after, x=x, y=y))
        rows.append(after)
    contract = random_contract(chance, coordinates, rows, model)
    table = Table("m", "g", "tab:g", coordinates, rows[0], tuple(steps), contract=contract, state=state)
    return with_constant(chance, table) if chance.random() < 0.3 else table


def leads(model: Model, coordinates: Texts, line: Texts, x: Texts, y: str) -> Texts:
    """Where an example leads, as texts; nowhere from the kink."""
    if not line:
        return ()
    if model.symbols:
        return formulas(model, line[0], x[0], y)
    try:
        return texts_of(step(model, coordinates, tuple(map(Fraction, line)), tuple(map(Fraction, x)), Fraction(y), {}))
    except Refused:
        return ()


def texts_of(line: Line) -> Texts:
    return tuple(map(str, line))


def formulas(model: Model, w: str, x: str, y: str) -> Texts:
    """Where an example leads for every a, if it is on the same side of the kink at all points; and nowhere else."""
    fires = f"({w})/a + ({x})*({y})" if model.rule.name == "hinge" else f"{w} - 2*a*(({w})*({x}) - ({y}))*({x})"
    for after in (fires, f"({w})/a" if model.rule.name == "hinge" else w):
        row = Step(((after,),), x=(x,), y=y)
        if all(holds(Table("m", "g", "", ("i1",), ((w,),), (row,)), model, point) for point in POINTS):
            return (after,)
    return ()


def random_contract(
    chance: random.Random, coordinates: Texts, rows: list[tuple[Texts, ...]], model: Model
) -> Contract | None:
    start, end = rows[0], rows[-1]
    if len(start) == 1 and not model.symbols and (model.momentum != "0" or chance.random() < 0.3):
        columns = {c: {row[0][k] for row in rows} for k, c in enumerate(coordinates) if c.startswith("i")}
        still = {c: "true" for c, column in columns.items() if len(column) == 1 and model.regularizer == "0"}
        low = {c: "true" for c, column in columns.items() if all(Fraction(text) <= 0 for text in column)}
        before, after = (dict(zip(coordinates, line[0], strict=True)) for line in (start, end))
        promised = {"untouched": still, "never_positive": low if chance.random() < 0.5 else {}}
        return Contract("g", "tab:g", coordinates, before=before, after=after, **promised)
    if model.momentum == "0" and chance.random() < 0.5:
        return Contract("g", "tab:g", coordinates, entry=start, final=end)
    return None


def with_constant(chance: random.Random, table: Table) -> Table:
    """A number that stands in the table, called c there in one place or more."""
    cells = [cell for cell, _ in table.texts() if cell.kind != "magnitudes"]
    texts = {cell: table.get(cell) for cell in cells if len(table.get(cell)) < 9}
    text = chance.choice(sorted(set(texts.values())))
    table = replace(table, constants={"c": text})
    same = [cell for cell, other in texts.items() if other == text]
    for cell in chance.sample(same, chance.randint(1, len(same))):
        table = table.put(cell, chance.choice(["c", "c", "c", "2*c - c", "c + 1 - 1"]))
    return table


def library(model: Model, table: Table) -> Library:
    called = {}
    for name, (starts, _, steps) in CALLED.items() if model == MODELS["hinge"] else ():
        rows = tuple(Step(((low), (high)), x=(x,), y="1") for low, high, x in steps)
        called["m", name] = Table("m", name, f"tab:{name}", ("i1",), starts, rows)
    return Library({"m": model}, {**called, ("m", "g"): table}, prover=Prover)


def cells(table: Table) -> Iterator[tuple[Cell, list[str]]]:
    """Every cell, with other texts that might stand there."""
    present = {text for _, text in table.texts() if "c" not in text}
    symbolic = any("a" in text for text in present)
    for cell, _ in table.texts():
        yield cell, list(dict.fromkeys([*(FORMULAS if symbolic else NUMBERS), *sorted(present)]))
    for k, row in enumerate(table.steps):
        if row.call:
            yield Cell(k, "call"), list(CALLED)
            yield Cell(k, "on"), list(table.inputs)


def spoiled(chance: random.Random, table: Table, model: Model) -> Table | None:
    """The table with one cell changed so that it does not hold."""
    cell, texts = chance.choice(list(cells(table)))
    wrong = table.put(cell, chance.choice(texts))
    return None if holds_everywhere(wrong, model) else wrong


def holds_everywhere(table: Table, model: Model) -> bool:
    return all(holds(table, model, point) for point in (POINTS if model.symbols else [{}]))


def repairs(table: Table, model: Model) -> list[tuple[Cell, str]]:
    """All changes of one cell after which the table holds; no weight of one case has to do with another case's rows."""
    alone = {case: only(table, case) for case in range(len(table.cases))}
    wrong = {case for case, one in alone.items() if not holds_everywhere(one, model)}
    tried = (
        (cell, text) for cell, texts in cells(table) for text in texts if cell.case is None or wrong <= {cell.case}
    )
    return [(cell, text) for cell, text in tried if holds_everywhere(table.put(cell, text), model)]


def only(table: Table, case: int) -> Table:
    """One case of a table, without its contract."""
    steps = (
        replace(row, after=row.after[case:][:1], before=row.before and row.before[case:][:1]) for row in table.steps
    )
    return replace(table, cases=table.cases[case:][:1], steps=tuple(steps), contract=None)
