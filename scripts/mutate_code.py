"""Changes the trusted code in every small way, one at a time, and demands that the tests notice.

python scripts/mutate_code.py [--file PART] [--every N]   prints a summary by file; exit 1 if a change survives that
mutants_equivalent.toml does not list. What was noticed before is kept in .cache/ and not tried again; --count says
what is known.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import importlib.util
import json
import os
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from multiprocessing import Pool
from pathlib import Path

import trusted
from code_mutants import Mutant, mutants
from code_trials import ROOT, Patience, Trials, passes

EQUIVALENT = ROOT / "scripts/mutants_equivalent.toml"
EXACT_VALUE = "ogd_exact/gadgets/properties/exact_value.py"
WALKED = ("abstract_run", "terms", "proof", "called")
WALK = [*(f"ogd_exact/training/constructions/{name}.py" for name in WALKED), EXACT_VALUE]
PATIENCE = 4  # a change with which a test takes so many times as long as the longest, and five seconds, is noticed
INVARIANT = [f"ogd_exact/circuits/invariants/{name}.py" for name in ("propagation", "check")]
# Of a file whose path begins so, the tests to run, in this order; the last are slow, and run if --wide is given.
CHECKER = [
    "verify/test_checker.py", "verify/test_form.py", "tables/test_contract.py", "verify/test_soundness.py",
    "verify/test_conditions.py", "tables/test_reread.py", "tables/test_expressions.py", "verify/test_defined.py",
    "tables/test_derived.py", "tables/test_call_chains.py", "verify/test_untrusted_readers.py",
]  # fmt: skip
SLOW = ["kernel", "tables/test_malformed.py", "annealed", "verify/test_printed.py", "tables", "verify"]
KERNEL = ["kernel/test_certificate.py", "kernel/test_rules.py", "kernel/test_numbers.py"]
WALK_QUICK = [
    "test_terms",
    "test_abstract_run",
    "test_labels",
    "test_biases",
    "test_walk_ends",
    "test_called",
    "test_false_proofs",
    "test_proof",
    "test_other_constructions",
    "test_spoiled_calls",
    "test_parameters",
]
WALK_TESTS = ([f"reduction/{name}.py" for name in WALK_QUICK], ["reduction", "simulate"])
TESTS = {
    "ogd_exact/circuits/invariants": (
        [f"invariant/test_{name}.py" for name in ("propagation", "formulas", "certificate_file")],
        [],
    ),
    "ogd_exact/training/constructions": WALK_TESTS,
    EXACT_VALUE: WALK_TESTS,
    "ogd_exact/core/kernel": (KERNEL + CHECKER, SLOW),
    "ogd_exact": (CHECKER, SLOW),
}


def files() -> list[str]:
    return [str(path) for path in trusted.verdicts()["`verify`"]] + WALK + INVARIANT


def tests_of(file: str, wide: bool) -> list[str]:
    quick, slow = next(lists for folder, lists in TESTS.items() if file.startswith(folder))
    return [f"tests/{name}" for name in (quick + slow if wide else quick)]


def equivalent() -> dict[Mutant, str]:
    """The changes that change no verdict, each with the reason."""
    entries = tomllib.loads(EQUIVALENT.read_text())
    return {
        Mutant(file, entry["function"], entry["before"], entry["after"], entry.get("nth", 1)): entry["why"]
        for file, listed in entries.items()
        for entry in listed
    }


def warm_up() -> None:
    """Imports what tests need and what is not changed, once for all processes."""
    os.chdir(ROOT)
    for name in ("pytest", "hypothesis", "sympy", "gmpy2", "numpy", "tabulate", "flint"):
        if importlib.util.find_spec(name):
            importlib.import_module(name)
    gc.freeze()  # so that processes share what is imported


def survivors(
    part: tuple[str, int, int], skipped: frozenset[Mutant], wide: bool, limits: dict[str, float]
) -> list[tuple[Mutant, bool]]:
    """Each change of a part of a file, with whether it survives all its tests."""
    file, start, every = part
    chosen = [m for number, (m, _) in enumerate(mutants(ROOT, file)) if number % every == start and m not in skipped]
    if not chosen:
        return []
    tests = tests_of(file, wide)
    seconds = limits[" ".join(tests)]
    with tempfile.NamedTemporaryFile("r+") as results:
        passes(tests, Trials(file, chosen, seconds, Path(results.name)))
        known = {Mutant(*rest): survives for survives, *rest in map(json.loads, results)}
    for mutant, tree in mutants(ROOT, file):
        if mutant in chosen and mutant not in known:
            known[mutant] = passes(tests, Patience(seconds), file, tree)
    return list(known.items())


class Noticed:
    """The changes that tests have noticed already, of files as they are now."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(exist_ok=True)
        self.digests = {file: hashlib.sha256((ROOT / file).read_bytes()).hexdigest()[:16] for file in files()}

    def read(self) -> frozenset[Mutant]:
        lines = self.path.read_text().splitlines() if self.path.exists() else []
        rows = [json.loads(line) for line in lines]
        return frozenset(Mutant(*rest) for digest, *rest in rows if self.digests.get(rest[0]) == digest)

    def add(self, mutant: Mutant) -> None:
        with self.path.open("a") as file:
            file.write(json.dumps([self.digests[mutant.file], *mutant]) + "\n")


def shown(mutant: Mutant) -> str:
    nth = f" (number {mutant.nth})" if mutant.nth > 1 else ""
    return f"{mutant.file} {mutant.function}{nth}\n  - {mutant.before}\n  + {mutant.after}"


def jobs(made: dict[str, int], every: int, size: int = 60) -> Sequence[tuple[str, int, int]]:
    """Parts of files, each of so many changes."""
    strides = {file: every * max(1, -(-number // (size * every))) for file, number in made.items()}
    return [(file, start, stride) for file, stride in strides.items() for start in range(0, stride, every)]


def verdict(mutant: Mutant, listed: Collection[Mutant], known: Collection[Mutant]) -> str:
    return "listed" if mutant in listed else "noticed" if mutant in known else "not tried"


def report(verdicts: Mapping[Mutant, str]) -> int:
    """Prints how many changes have which verdict, by file and in all; 1 if some survived."""
    for file in dict.fromkeys(mutant.file for mutant in verdicts):
        print(f"{file}: {counted(found for mutant, found in verdicts.items() if mutant.file == file)}")
    print(f"in all: {counted(verdicts.values())}")
    return 1 if "survived" in verdicts.values() else 0


def counted(verdicts: Iterable[str]) -> str:
    counts = Counter(verdicts)
    return f"of {counts.total()} changes " + ", ".join(f"{number} {found}" for found, number in sorted(counts.items()))


def main() -> int:
    parser = argparse.ArgumentParser(description="Change the trusted code and demand that the tests notice.")
    parser.add_argument("--file", action="append", default=[], help="only files whose path has this in it")
    parser.add_argument("--every", type=int, default=1, help="only every N-th change")
    parser.add_argument("--wide", action="store_true", help="let those that survive the quick tests meet the slow ones")
    parser.add_argument("--noticed", type=Path, default=ROOT / ".cache/mutants_noticed.jsonl", help="kept here")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--count", action="store_true", help="try nothing, and say what is known")
    options = parser.parse_args()
    chosen = [file for file in files() if not options.file or any(part in file for part in options.file)]
    noticed, listed = Noticed(options.noticed), equivalent()
    known = noticed.read()
    made = {file: [mutant for mutant, _ in mutants(ROOT, file)] for file in chosen}
    verdicts = {mutant: verdict(mutant, listed, known) for all_of in made.values() for mutant in all_of}
    if options.count:
        return report(verdicts)
    warm_up()
    limits = {}
    for tests in {" ".join(tests_of(file, options.wide)): None for file in chosen}:
        patience = Patience()
        if not passes(tests.split(), patience):
            print(f"{tests}: these must pass before anything is changed", file=sys.stderr)
            return 2
        limits[tests] = 5 + PATIENCE * patience.longest.value
    with Pool(options.processes) as pool:
        run = partial(survivors, skipped=known | listed.keys(), wide=options.wide, limits=limits)
        parts = jobs({file: len(all_of) for file, all_of in made.items()}, options.every)
        for results in pool.imap_unordered(run, parts):
            for mutant, survives in results:
                verdicts[mutant] = "survived" if survives else "noticed"
                if survives:
                    print(shown(mutant), flush=True)
                else:
                    noticed.add(mutant)
    return report(verdicts)


if __name__ == "__main__":
    sys.exit(main())
