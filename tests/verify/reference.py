"""What docs/tables.md says of a folder of tables, a second time: at one point, by Python's own fractions.

It shares no line with ogd_exact, reads files that it has accepted, and says what is not so.
"""

import itertools
import random
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

Point = dict[str, Fraction]
Data = dict[str, Any]
KINDS = {"bit": ("false", "true"), "bit or unset": ("false", "unset", "true")}
KINDS |= {truth: (truth,) for truth in ("true", "false", "unset")}
EFFECTS: dict[str, Any] = {
    "copy": lambda a: a,
    "not": lambda a: {"true": "false", "false": "true"}[a],
    "false_if_unset": lambda a: "false" if a == "unset" else a,
    "unset_if_false": lambda a: "unset" if a == "false" else a,
}
TWO = {"and": "0001", "or": "0111", "nand": "1110", "nor": "1000", "xor": "0110", "xnor": "1001"}
TWO |= {"implies": "1101"}
TABLES = {**TWO, "maj": "00010111", "mux": "01010011"}
CALL = r"\w+\(.*\)"
BYSTANDER = "a coordinate that nobody names"


class Refuted(Exception):
    """A table that the program calls verified is wrong at a point."""


def value(text: str, names: Mapping[str, Fraction]) -> Fraction:
    """By Python's own grammar, numbers and names put in one by one."""

    def translated(match: re.Match[str]) -> str:
        power, number, name = match.groups()
        return f"**{power[1:]}" if power else f"F({number})" if number else f"N[{name!r}]"

    code = re.sub(r"(\^\s*-?\s*\d+)|(\d+)|([A-Za-z]\w*)", translated, text)
    return Fraction(eval(f"({code})", {"F": Fraction, "N": names}))  # noqa: S307  text that the program has accepted


def positive(bound: str, names: Mapping[str, Fraction]) -> bool:
    left, right = re.split("[<>]", bound)
    return value(left, names) > value(right, names) if ">" in bound else value(left, names) < value(right, names)


def effect(text: str, truths: Mapping[str, str]) -> str:
    """The innermost function first, until a truth value is left."""
    known = dict(truths)
    while match := re.search(r"(\w+)\(([^()]*)\)", text):
        name, given = match[1], [known[part.strip()] for part in match[2].split(",")]
        row = int("".join(str(int(truth == "true")) for truth in given), 2)
        found = EFFECTS[name](*given) if name in EFFECTS else ("false", "true")[int(TABLES[name][row])]
        known[f"value{len(known)}"] = str(found)
        text = text.replace(match[0], f"value{len(known) - 1}", 1)
    return known[text.strip()]


class Folder:
    """Models and tables by name, as data; derived models are worked out."""

    def __init__(self, models: dict[str, Data], tables: dict[tuple[str, str], Data]) -> None:
        self.models, self.tables = models, tables

    def model(self, name: str) -> Data:
        model = self.models[name]
        source = self.models.get(model.get("derived_from", ""), {})
        inherited: Data = {key: source[key] for key in ("rule", "encoding", "contract") if key in source}
        return {**model, **inherited}

    def table(self, model: str, gadget: str) -> tuple[Data, Data]:
        """The table, and what its numbers are to be multiplied by."""
        if (model, gadget) in self.tables:
            return self.tables[model, gadget], {}
        return self.tables[self.models[model]["derived_from"], gadget], self.models[model].get("scale", {})


class AtPoint:
    """One table at one point; what it may choose anew at each step is drawn anew."""

    def __init__(self, folder: Folder, model: str, gadget: str, point: Point, region: list[str], seed: int = 0) -> None:
        self.folder, self.name, self.gadget, self.point, self.region = folder, model, gadget, point, region
        self.model = folder.model(model)
        self.state = ("v",) if self.model["rule"] == "dense-relu-dense" else ()
        self.chance = random.Random(seed)
        self.rate = value(self.model.get("learning_rate", "1"), point)
        self.regularizer = value(self.model.get("regularizer", "0"), point)
        self.scale = value(self.model.get("scale", {}).get("w", "1"), point)
        given = {"true": "1", "false": "-1", "unset": "0"} | self.model.get("encoding", {})
        self.encoding = {truth: value(text, point) * self.scale for truth, text in given.items()}

    def check(self) -> None:
        if self.rate <= 0 or self.decay <= 0:
            raise Refuted("a rate or a decay that is not positive")
        table, scale = self.folder.table(self.name, self.gadget)
        names = {**self.point, **{n: value(t, self.point) for n, t in table.get("constants", {}).items()}}
        w = value(scale.get("w", "1"), self.point)
        cases = [[w * value(t, names) for t in line] for line in table["cases"]]
        ends = []
        for case, line in enumerate(cases):
            weights = dict(zip(table["coordinates"], line, strict=True)) | {BYSTANDER: Fraction(7, 3)}
            history = [dict(weights)]
            for k, step in enumerate(table["step"]):
                keys = [key for key in ("before", "after") if key in step]
                printed = {key: [w * value(t, names) for t in step[key][case]] for key in keys}
                if "before" in step:
                    self.same(weights, table["coordinates"], printed["before"], f"before {k}")
                history += self.run(step, table, scale, names, self.point, weights)
                weights = history[-1]
                self.same(weights, table["coordinates"], printed["after"], f"after {k}")
            if weights[BYSTANDER] != self.decay ** (len(history) - 1) * Fraction(7, 3):
                raise Refuted("a bystander moved")
            ends.append(history)
        contracts = [c for c in self.model.get("contract", []) if c["gadget"] == self.gadget]
        contract = (contracts or [table.get("contract")])[0]
        # Contracts of the source are scaled, its tables' own among them; that of a table of this very model is not.
        self.own_scale = self.scale if contracts else w
        if contract is not None:
            self.check_contract(contract, table, names, cases, ends)

    @property
    def decay(self) -> Fraction:
        return 1 - self.rate * self.regularizer

    def same(self, weights: Mapping[str, Fraction], coordinates: list[str], wanted: list[Fraction], where: str) -> None:
        if [weights[c] for c in coordinates] != wanted:
            raise Refuted(f"{where}: {[str(weights[c]) for c in coordinates]}, not {[str(v) for v in wanted]}")

    def run(self, step: Data, table: Data, scale: Data, names: Point, point: Point, weights: Point) -> Iterator[Point]:
        """The weights after each example of a step, its calls expanded."""
        if "x" in step:
            fresh = self.anew()
            here = {**names, **fresh}
            here |= {n: value(t, {**point, **fresh}) for n, t in table.get("constants", {}).items()}
            factor = value(scale.get("x", "1"), {**point, **fresh})
            rate = value(self.model.get("learning_rate", "1"), {**self.point, **fresh})
            inputs = [c for c in table["coordinates"] if c not in self.state]
            x = {c: factor * value(t, here) for c, t in zip(inputs, step["x"], strict=True)}
            yield self.example(weights, x, value(step["y"], here), rate)
            return
        callee, below = self.folder.table(self.name, step["call"])
        passed = {n: value(t, names) for n, t in step.get("magnitudes", {}).items()}
        inner = {n: v for n, v in point.items() if n not in self.model.get("magnitudes", ())} | passed
        local = {**inner, **{n: value(t, inner) for n, t in callee.get("constants", {}).items()}}
        on = dict(zip([c for c in callee["coordinates"] if c not in self.state], step["on"], strict=True))
        on |= {c: c for c in self.state}
        for deeper in callee["step"]:
            start = {c: weights[on[c]] for c in callee["coordinates"]}
            rest = {f"{c} outside": v for c, v in weights.items()}
            for after in self.run(deeper, callee, below, local, inner, start | rest):
                weights = {c: after[f"{c} outside"] for c in weights} | {on[c]: after[c] for c in callee["coordinates"]}
                yield weights

    def anew(self) -> Point:
        """Another choice of what each step may choose, within the region."""
        names = self.model.get("per_step", ())
        for _ in range(40 if names else 0):
            other = {name: Fraction(self.chance.randint(1, 60), self.chance.randint(1, 20)) for name in names}
            if all(positive(bound, {**self.point, **other}) for bound in self.region):
                return other
        return {name: self.point[name] for name in names}

    def example(self, weights: Point, x: Point, y: Fraction, rate: Fraction) -> Point:
        product = sum((weights[c] * x[c] for c in x), Fraction(0))
        margin = y * product - 1 if self.model["rule"] == "hinge" else product
        if margin == 0 or (self.model["rule"] == "hinge" and y not in (1, -1)):
            raise Refuted("an example on the kink, or with an impossible label")
        if self.model["rule"] == "hinge":
            jump = rate * y if margin < 0 else Fraction(0)
            return {c: w * (1 - rate * self.regularizer) + jump * x.get(c, 0) for c, w in weights.items()}
        if margin < 0:
            return dict(weights)
        v = weights["v"] if self.model["rule"] == "dense-relu-dense" else Fraction(1)
        slope = 2 * rate * (v * product - y)
        after = {c: w - slope * v * x.get(c, 0) for c, w in weights.items()}
        return after | ({"v": v - slope * product} if self.state else {})

    def check_contract(self, contract: Data, table: Data, names: Point, cases: Any, ends: Any) -> None:
        coordinates = table["coordinates"]
        if "entry" in contract:
            lines, finals = ([self.fixed(line) for line in contract[key]] for key in ("entry", "final"))
            if sorted(lines) != sorted(cases):
                raise Refuted("other cases than the contract's")
            for line, final in zip(lines, finals, strict=True):
                self.same(ends[cases.index(line)][-1], coordinates, final, "end")
            return
        sizes = {c: value(t, self.point) for c, t in contract.get("magnitudes", {}).items()}
        returned = {c: value(table["returns"][c], names) for c in contract.get("returns", ())}
        if any(size <= 0 for size in (*sizes.values(), *returned.values())):
            raise Refuted("a magnitude that is not positive")
        choices = [KINDS.get(kind, (kind,)) for kind in (contract["before"][c] for c in coordinates)]
        allowed = list(itertools.product(*choices))
        for truths in allowed:
            found = dict(zip(coordinates, truths, strict=True))
            line = [self.weight(found[c]) * sizes.get(c, 1) for c in coordinates]
            if line not in cases:
                raise Refuted(f"no case for {found}")
            history = ends[cases.index(line)]
            for c, start in zip(coordinates, line, strict=True):
                still = [self.decay**n * start for n in range(len(history))]
                text = contract.get("untouched", {}).get(c)
                if text and (text == "true" or effect(text, found) == "true") and [h[c] for h in history] != still:
                    raise Refuted(f"{c} is touched")
                text = contract.get("never_positive", {}).get(c)
                low = text and (text == "true" or effect(text, found) == "true")
                if low and any(h[c] > 0 for h in history[1:]):
                    raise Refuted(f"{c} is positive on the way")
                says = contract.get("after", {}).get(c)
                truth = effect(says, found) if says and re.fullmatch(CALL, says) else says
                right = self.weight(truth) * returned.get(c, 1) if truth else still[-1]
                text = contract.get("any", {}).get(c)
                anywhere = text and (text == "true" or effect(text, found) == "true")
                if history[-1][c] != right and not anywhere:
                    raise Refuted(f"{c} ends at {history[-1][c]}, not at {right}, from {found}")
        if len(allowed) != len(cases):
            raise Refuted("more cases than the contract's")

    def fixed(self, line: list[str]) -> list[Fraction]:
        return [self.own_scale * value(text, self.point) for text in line]

    def weight(self, truth: str) -> Fraction:
        return self.encoding[truth] if truth in self.encoding else self.own_scale * value(truth, self.point)
