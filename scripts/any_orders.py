"""Random circuits in every kind of order, each compared with the circuit after every frame.

python3 scripts/any_orders.py [COUNT [SEED]]       up to 5 inputs, 20 gates and 4 frames each; 1000 unless you say
"""

import random
import sys
from itertools import count, islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from ogd_exact.circuits.netlists.nand import Netlist
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.training.any_order.read import read_slots
from ogd_exact.training.any_order.reduction import assembled
from ogd_exact.training.any_order.run import run
from ogd_exact.training.constructions.asked import NetlistQuestion
from ogd_exact.training.runs.simulation import Mismatch

ORDERS = ("full-batch", "cyclic", "reverse", "shuffle", "adversary", "batch:7")
INPUTS, GATES, FRAMES = 5, 20, 4


def random_netlist(rng: random.Random) -> Netlist:
    n, m = rng.randint(1, INPUTS), rng.randint(1, GATES)
    gates = tuple((rng.randrange(n + k), rng.randrange(n + k)) for k in range(m))
    outputs = tuple(rng.randrange(n, n + m) for _ in range(n))
    asking = [Netlist(n, gates, outputs, (), answer) for answer in rng.sample(range(n, n + m), m)]
    return max(asking, key=first_yes)


def first_yes(netlist: Netlist) -> int:
    """The frame in which the answer is yes; of the gates that could answer, a late one makes a longer run."""
    answers = [frame.accepted for frame in islice(netlist.run(), FRAMES)]
    return answers.index(True) if True in answers else FRAMES


def disagreements(netlist: Netlist, seed: int) -> list[str]:
    """The orders in which the run and the circuit say different things."""
    reduction = assembled(
        NetlistQuestion("random", (), "the last output", netlist), read_slots("any-order"), rational(1)
    )
    frame = first_yes(netlist)
    wanted = frame if frame < FRAMES else None
    wrong = []
    for order in ORDERS:
        try:
            found = run(reduction, order, seed, "events", FRAMES * reduction.epochs).outcome
        except Mismatch as mismatch:
            wrong.append(f"{order}: {mismatch}")
        else:
            wrong += [f"{order}: frame {found.frame}, not {wanted}"] if found.frame != wanted else []
    return wrong


def main(total: int, first: int) -> None:
    wrong = frames = 0
    for seed in islice(count(first), total):
        netlist = random_netlist(random.Random(seed))
        found = disagreements(netlist, seed)
        wrong += len(found)
        frames += min(FRAMES, first_yes(netlist) + 1)
        for line in found:
            print(f"circuit {seed}: {line}")
        if (seed - first + 1) % 50 == 0:
            print(f"{seed - first + 1} circuits", file=sys.stderr, flush=True)
    print(f"{total} random circuits ({frames} frames), {len(ORDERS)} orders each: {wrong} disagreements")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, int(sys.argv[2]) if len(sys.argv) > 2 else 0)
