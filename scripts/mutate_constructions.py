"""Changes shipped constructions at random, and runs what is still called proved: it must be so.

python scripts/mutate_constructions.py [--seeds FIRST LAST] [--circuits N]   exit 1 if any proof is contradicted.

A seed is one construction with one to three changes. Runs share nothing with the proof: OGD by fractions, on small
random circuits, several passes from the start and one pass from every state.
"""

import argparse
import sys
from collections import Counter
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from fuzz.changes import mutant
from fuzz.construction_files import judged, netlists
from fuzz.independent_step import Refuted
from ogd_exact.core.kernel.errors import InputError

REFUSED, RIGHT, WRONG = "refused", "proved and right", "proved and wrong"


def judge(seed: int, circuits: int = 2) -> tuple[str, str]:
    """What became of a changed construction, and, if it is wrong, why."""
    files = mutant(seed)
    with TemporaryDirectory() as folder:
        try:
            proved = judged(files, Path(folder), netlists(seed, circuits))
        except InputError:
            return REFUSED, ""
        except Refuted as error:
            return WRONG, f"seed {seed}, {files.name}: {error}"
    return RIGHT if proved else REFUSED, ""


def main() -> int:
    parser = argparse.ArgumentParser(description="Change constructions, and run what is still called proved.")
    parser.add_argument("--seeds", type=int, nargs=2, default=(0, 999), metavar=("FIRST", "LAST"))
    parser.add_argument("--circuits", type=int, default=2, metavar="N", help="on how many each is tried")
    options = parser.parse_args()
    seeds = range(options.seeds[0], options.seeds[1] + 1)
    counts: Counter[str] = Counter()
    with Pool() as pool:
        for verdict, why in pool.imap_unordered(partial(judge, circuits=options.circuits), seeds, chunksize=4):
            counts[verdict] += 1
            if why:
                print(why)
            if sys.stderr.isatty():
                print(f"\r{counts.total()}/{len(seeds)} constructions, {counts[WRONG]} wrong", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    parts = ", ".join(f"{counts[verdict]} {verdict}" for verdict in (REFUSED, RIGHT, WRONG))
    print(f"{counts.total()} changed constructions: {parts}")
    return 1 if counts[WRONG] or not counts[RIGHT] else 0


if __name__ == "__main__":
    sys.exit(main())
