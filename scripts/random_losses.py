"""Random losses through construct, and their training sets through a second stepper: COUNT [SEED [KIND ...]]

Losses are piecewise quadratic. Each is written as a model.toml, made into tables, verified, and reduced with a random
circuit; a few passes are run with Python's fractions, by a step that is written here and knows nothing of the package,
and all state bits and the answer are compared with the circuit after every pass. Then a number of a table is changed,
which verify must refuse. docs/construct/random.txt has the last output.
"""

import random
import re
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction as Q
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import ogd_exact as ogd

PASSES = 6


class Loss(NamedTuple):
    """w moves by rate * h(y - w.x) * x; h is affine between breaks, and where two pieces differ it is not defined.

    Where labels are 1 and -1, it moves by rate * h(-y w.x) * y x; with a pull, by rate * (h(-w.x) + pull * y) * x.
    """

    breaks: list[Q]
    lines: list[tuple[Q, Q]]  # slope, and value at 0
    rate: Q
    sided: bool = False
    pull: Q | None = None

    def h(self, u: Q) -> Q:
        k = sum(t < u for t in self.breaks)
        met = {a * u + b for a, b in self.lines[k : k + 1 + (u in self.breaks)]}
        assert len(met) == 1, "an example lies on a jump"
        return met.pop()

    def move(self, p: Q, y: Q) -> Q:
        assert not self.sided or abs(y) == 1, "a label that is neither 1 nor -1"
        if self.pull is not None:
            return self.rate * (self.h(-p) + self.pull * y)
        return self.rate * (y * self.h(-y * p) if self.sided else self.h(y - p))

    def turned(self) -> "Loss":
        """The function -h(-u)."""
        return self._replace(breaks=[-t for t in self.breaks[::-1]], lines=[(a, -b) for a, b in self.lines[::-1]])

    @property
    def affine(self) -> bool:
        return len({*self.lines}) == 1

    def toml(self, chance: random.Random) -> str:
        """As a user might write it: the score turned round, or scaled."""
        scale, shift = chance.choice([(Q(1), Q(0)), (Q(-1), Q(0)), (Q(2), Q(1)), (Q(-1, 3), Q(2))])
        order = slice(None, None, 1 if scale > 0 else -1)
        kinks = ", ".join(f'"{scale * t + shift}"' for t in self.breaks[order])
        u, sign, labels = ("(-y*p)", "y*", 'labels = ["1", "-1"]\n') if self.sided else ("(y - p)", "", "")
        if self.pull is not None:
            u, sign = "(-p)", f"{self.pull}*y + "
        moves = ", ".join(f'{{ x = "{sign}(({a})*{u} + {b})" }}' for a, b in self.lines[order])
        rule = f'score = "({scale})*{u} + {shift}"\nkinks = [{kinks}]\nmoves = [{moves}]\n{labels}'
        return f'learning_rate = "{self.rate}"\n[rule]\n{rule}'


def convex(r: random.Random) -> Loss:
    """The derivative never falls: kinks, upward jumps, or both; often flat somewhere."""
    breaks = random_breaks(r)
    kind = r.choice(["kinks", "jumps", "both", "flat ends", "flat left"])
    slope = lambda: Q(r.choice([0, 0, 1, 1, 2, 3, r.randint(1, 12)]), r.choice([1, 1, 2, 3, 5, 7]))  # noqa: E731
    slopes = [slope() for _ in range(len(breaks) + 1)]
    if kind == "jumps":
        slopes = [slopes[0]] * len(slopes)
    slopes[0] = Q(0) if kind.startswith("flat") else slopes[0]
    slopes[-1] = Q(0) if kind == "flat ends" else slopes[-1]
    jump = lambda: Q(0) if kind == "kinks" else r.choice([Q(0), Q(r.randint(1, 8), r.randint(1, 3))])  # noqa: E731
    lines = joined(breaks, slopes, Q(r.randint(-6, 6), r.randint(1, 3)), [jump() for _ in breaks])
    return Loss(breaks, lines, random_rate(r))


def wild(r: random.Random) -> Loss:
    """Anything between ends, one of which rises, or both of which are flat and the right one is no lower."""
    breaks = random_breaks(r)
    line = lambda: (Q(r.randint(-6, 6), r.randint(1, 3)), Q(r.randint(-9, 9), r.choice([1, 2, 5])))  # noqa: E731
    lines = [line() for _ in range(len(breaks) + 1)]
    if r.random() < 0.5:
        lines[-1] = (abs(lines[-1][0]) or Q(1), lines[-1][1])
    else:
        lines[0], lines[-1] = (Q(0), lines[0][1]), (Q(0), lines[0][1] + r.choice([0, 1, Q(5, 2)]))
    return Loss(breaks, lines, random_rate(r))


def hilly(r: random.Random) -> Loss:
    """Continuous, falling at both ends, rising somewhere."""
    breaks = random_breaks(r, least=2)
    slopes = [Q(r.randint(-6, 6), r.randint(1, 3)) for _ in range(len(breaks) + 1)]
    slopes[0], slopes[1], slopes[-1] = -abs(slopes[0]) - 1, abs(slopes[1]) + Q(1, 5), -abs(slopes[-1])
    return Loss(breaks, joined(breaks, slopes, Q(r.randint(-9, 9), 2), [Q(0)] * len(breaks)), random_rate(r))


def sided(r: random.Random) -> Loss:
    """A convex loss of y w.x, with labels 1 and -1; some of them 0 on one side, as hinges are."""
    found = convex(r)
    if r.random() < 0.2:
        a, b = found.lines[0]
        t = found.breaks[0]
        found = found._replace(lines=[(p, q - a * t - b) for p, q in found.lines])
        found.lines[0] = (Q(0), Q(0))
    return found._replace(sided=True)


def layered(r: random.Random) -> Loss:
    """What sees w.x and any label, as layers do."""
    return convex(r)._replace(pull=Q(r.randint(-6, 6), r.randint(1, 3)))


KINDS = {"convex": convex, "wild": wild, "hilly": hilly, "sided": sided, "layered": layered}


def random_breaks(r: random.Random, least: int = 1) -> list[Q]:
    parts = r.choice([1, 2, 3, 4, 5, 10])
    return [Q(t, parts) for t in sorted(r.sample(range(-6 * parts, 6 * parts + 1), r.randint(least, 4)))]


def random_rate(r: random.Random) -> Q:
    return r.choice([Q(1), Q(1, 2), Q(1, 10), Q(1, 100), Q(r.randint(1, 30), r.randint(1, 30))])


def joined(breaks: list[Q], slopes: list[Q], value: Q, jumps: list[Q]) -> list[tuple[Q, Q]]:
    """Lines of these slopes, from a value at the first break on, with these jumps."""
    lines = [(slopes[0], value - slopes[0] * breaks[0])]
    for t, slope, jump in zip(breaks, slopes[1:], jumps, strict=True):
        a, b = lines[-1]
        lines.append((slope, a * t + b + jump - slope * t))
    return lines


class Circuit(NamedTuple):
    """Latches that start at 0, and gates, each the AND of two literals (2*signal, and 1 more for its opposite)."""

    latches: list[int]
    gates: list[tuple[int, int]]
    bad: int

    def aiger(self) -> str:
        n, m = len(self.latches), len(self.gates)
        lines = [f"aag {n + m} 0 {n} 0 {m} 1", *(f"{2 * k + 2} {next}" for k, next in enumerate(self.latches))]
        lines += [str(self.bad), *(f"{2 * (n + k) + 2} {a} {b}" for k, (a, b) in enumerate(self.gates))]
        return "\n".join(lines) + "\n"

    def frames(self) -> Iterator[tuple[list[bool], bool]]:
        """The latches and the answer of each."""
        state = [False] * len(self.latches)
        while True:
            signals = [False, *state]
            for a, b in self.gates:
                signals.append(all(signals[literal // 2] != literal % 2 for literal in (a, b)))
            yield state, signals[self.bad // 2] != self.bad % 2
            state = [signals[literal // 2] != literal % 2 for literal in self.latches]

    def answer(self) -> int | None:
        """The first frame that says yes; a state comes back by then, if none does."""
        within = zip(range(2 ** len(self.latches)), self.frames(), strict=False)
        return next((k for k, (_, bad) in within if bad), None)


def random_circuit(seed: int, latches: int = 3, gates: int = 7) -> Circuit:
    chance, most = random.Random(seed), 2 * (latches + gates) + 1
    made = [(chance.randint(2, 2 * (latches + k) + 1), chance.randint(2, 2 * (latches + k) + 1)) for k in range(gates)]
    return Circuit([chance.randint(2, most) for _ in range(latches)], made, most - chance.randint(0, 1))


def stepped(loss: Loss, run: ogd.Run, circuit: Circuit) -> int:
    """How many passes are right, up to the one that says yes."""
    head = run.header()
    weights = dict.fromkeys(map(str, range(head["dimension"])), Q(0))
    weights |= {key: Q(text) for key, text in head["initial"].items()}
    examples = [({c: Q(str(e)) for c, e in x.items()}, Q(str(y))) for x, y in run.exact_examples()]
    for done, (state, yes) in zip(range(PASSES), circuit.frames(), strict=False):
        found = [(weights[str(s["coordinate"])] > 0) != s["inverted"] for s in head["state"]]
        assert found == state, (loss, circuit, done, found, state)
        positive = False
        for x, y in examples:
            move = loss.move(sum((weights[c] * e for c, e in x.items()), Q(0)), y)
            weights |= {c: weights[c] + move * e for c, e in x.items()}
            positive = positive or weights[str(head["accept"])] > 0
        assert positive == yes, (loss, circuit, done)
        if yes:
            return done + 1
    return PASSES


def tried(kind: str, seed: int, folder: Path) -> tuple[ogd.Constructed, int, float]:
    """What is made of a random loss, how many passes were right, and the seconds of CPU that making it took."""
    chance = random.Random(f"{kind} {seed}")
    loss = KINDS[kind](chance)
    loss = loss.turned() if chance.random() < 0.5 else loss
    model = folder / "loss" / "model.toml"
    model.parent.mkdir(parents=True)
    model.write_text(loss.toml(chance))
    began = time.process_time()
    found = ogd.construct(model)
    taken = time.process_time() - began
    assert (found.verdict == "cannot") == loss.affine, loss
    if found.verdict != "constructed":
        return found, 0, taken
    for path, text in found.files.items():
        (folder / "made" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "made" / path).write_text(text)
    circuit = next(c for k in range(100) if (c := random_circuit(100 * seed + k)).answer() not in (0, 1))
    (folder / "circuit.aag").write_text(circuit.aiger())
    run = ogd.reduce(folder / "circuit.aag", "loss", tables=folder / "made")
    assert isinstance(run, ogd.Run)
    passes = stepped(loss, run, circuit)
    assert not spoiled(folder / "made", chance), loss
    return found, passes, taken


def spoiled(folder: Path, chance: random.Random) -> bool:
    """Whether tables are verified with 1/64 more in one place: an entry, or a weight before or after."""
    path = chance.choice(sorted(path for path in folder.glob("*/*.toml") if "cases = [" in path.read_text()))
    lines = path.read_text().splitlines()
    k = chance.choice([k for k, line in enumerate(lines) if re.match(r"(x|after|cases) = \[", line)])
    parts = lines[k].split('"')
    place = chance.randrange(1, len(parts), 2)
    parts[place] += " + 1/64"
    path.write_text("\n".join([*lines[:k], '"'.join(parts), *lines[k + 1 :]]))
    return ogd.verify(tables=folder).verified


def main(count: int, first: int = 0, *kinds: str) -> None:
    for kind in kinds or KINDS:
        cases, passes, seconds, longest = Counter[str](), 0, list[float](), Counter[int]()
        for seed in range(first, first + count):
            with TemporaryDirectory() as folder:
                found, right, taken = tried(kind, seed, Path(folder))
            cases[found.reason.partition(":")[0] if found.verdict == "cannot" else found.reason.partition(";")[0]] += 1
            longest[len(found.lift)] += found.verdict == "constructed"
            passes, seconds = passes + right, [*seconds, taken]
        print(f"{kind}: {count} losses from seed {first}, {passes} passes right, none wrong")
        for words, number in cases.most_common():
            print(f"  {number:5} {words}")
        print("  coordinates of a weight:", ", ".join(f"{k} ({longest[k]})" for k in sorted(longest) if k))
        print(f"  construct and verify: {statistics.median(seconds):.2f} s of CPU, at most {max(seconds):.2f} s")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]), *sys.argv[3:])
