"""A second implementation of gradient descent on what reduce writes, which shares nothing with the one under test."""

import json
import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from ogd_exact.circuits.netlists.nand import Netlist, Stored
from ogd_exact.training.constructions.asked import NetlistQuestion

ORDERS = ("full-batch", "cyclic", "reverse", "shuffle", "adversary", "batch:7")


def random_netlist(seed: int, inputs: int = 3, gates: int = 6) -> Netlist:
    rng = random.Random(seed)
    n, m = rng.randint(1, inputs), rng.randint(1, gates)
    wires = tuple((rng.randrange(n + k), rng.randrange(n + k)) for k in range(m))
    outputs = tuple(rng.randrange(n, n + m) for _ in range(n))
    state = tuple(Stored(i, False) for i in range(n))
    asking = [Netlist(n, wires, outputs, state, answer) for answer in range(n, n + m)]
    return max(asking, key=lambda netlist: len(frames(netlist, 8)))  # one that says yes late makes a longer run


def asked(netlist: Netlist) -> NetlistQuestion:
    return NetlistQuestion("random", tuple(f"x{i}" for i in range(netlist.inputs)), "the last output", netlist)


def frames(netlist: Netlist, count: int) -> list[tuple[tuple[bool, ...], bool]]:
    """The inputs after each frame and whether its answer is yes, up to the first yes, by plain Boolean logic."""
    bits, found = [False] * netlist.inputs, []
    for _ in range(count):
        values = list(bits)
        for a, b in netlist.gates:
            values.append(not values[a] or not values[b])
        bits = [values[output] for output in netlist.outputs]
        found.append((tuple(bits), values[netlist.answer]))
        if found[-1][1]:
            break
    return found


class Descent:
    """An example fires where y w.x < threshold. In whole numbers: weights are w / unit, entries x / fine."""

    def __init__(self, lines: Sequence[bytes], threshold: int = 1) -> None:
        self.header: dict[str, Any] = json.loads(lines[0])
        self.rate = Fraction(self.header["parameters"]["eta"])
        start = {int(key): Fraction(text) for key, text in self.header["initial"].items()}
        rows = [json.loads(line) for line in lines[1:]]
        x = [[(int(c), Fraction(text)) for c, text in row["x"].items()] for row in rows]
        assert len(x) == self.header["examples"] and all(row["y"] == "1" for row in rows)
        self.fine = lcm(*(value.denominator for row in x for _, value in row))
        moves = [[(c, self.rate * value) for c, value in row] for row in x]
        numbers = [*start.values(), *(value for row in moves for _, value in row)]
        self.unit = lcm(*(value.denominator for value in numbers))
        self.w = [int(start.get(c, 0) * self.unit) for c in range(self.header["dimension"])]
        self.x = [[(c, int(value * self.fine)) for c, value in row] for row in x]
        self.moves = [[(c, int(value * self.unit)) for c, value in row] for row in moves]
        self.threshold = threshold * self.fine * self.unit

    def weight(self, c: int) -> Fraction:
        return Fraction(self.w[c], self.unit)

    def margin(self, k: int) -> int:
        return sum([self.w[c] * x for c, x in self.x[k]]) - self.threshold

    def batch(self, examples: Sequence[int]) -> None:
        margins = {k: self.margin(k) for k in examples}
        assert 0 not in margins.values(), "on the kink"
        for k in (k for k, margin in margins.items() if margin < 0):
            for c, move in self.moves[k]:
                self.w[c] += move

    def epoch(self, rng: random.Random) -> None:
        """In an order, and in batches, that change in every epoch."""
        row = rng.sample(range(len(self.x)), len(self.x))
        size = rng.choice([1, 1, 2, 7, len(row)])
        if rng.random() < 0.5:  # what is nearly due before the drift, or after everything else
            near = sorted(row, key=self.margin)
            row = [k for k in near if k] + [0] if rng.random() < 0.5 else [0, *reversed([k for k in near if k])]
        for first in range(0, len(row), size):
            self.batch(row[first : first + size])

    def run(self, count: int, rng: random.Random) -> Iterator[tuple[tuple[Fraction, ...], bool]]:
        """The weights of the state after each frame, and whether the answer was ever yes."""
        said = False
        for _ in range(count):
            for _ in range(self.header["epochs"]):
                self.epoch(rng)
                said = said or self.w[self.header["accept"]] > 0
            yield tuple(self.weight(s["coordinate"]) for s in self.header["state"]), said


def disagreement(lines: Sequence[bytes], netlist: Netlist, count: int, seed: int, threshold: int = 1) -> str | None:
    """Where a run and the circuit differ within some frames."""
    descent = Descent(lines, threshold)
    wanted = frames(netlist, count)
    found = descent.run(len(wanted), random.Random(seed))
    for k, ((bits, answer), (weights, said)) in enumerate(zip(wanted, found, strict=True)):
        if answer != said:
            return f"frame {k}: the answer is {answer}, and said is {said}"
        if not answer and weights != tuple(descent.rate * (1 if bit else -1) for bit in bits[: len(weights)]):
            return f"frame {k}: {weights} for {bits}"
    return None
