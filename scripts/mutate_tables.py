"""Spoils every field of every step of every table, one at a time, and demands that each spoiled table is caught.

python scripts/mutate_tables.py [--tables SET] [--model M] [--every N]   exit 1 if any spoiled table survives.

A spoiled table that is verified is run once more, by fractions and with none of the checker's rules: it is harmless if
it does what the original does.
"""

import argparse
import sys
import time
from collections import Counter
from functools import cache
from multiprocessing import Pool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from fuzz.independent_step import Refuted
from fuzz.replayed import NotKnown, check_same
from fuzz.spoiled import Mutant, describe, mutants
from ogd_exact.core.tables.library import Library
from ogd_exact.gadgets.findings.finding import Finding
from ogd_exact.gadgets.findings.verify import verify_table
from ogd_exact.gadgets.reading.folder import folder_of, library_in

BAD = ("survived", "unknown", "misplaced", "misled")


@cache
def library_of(tables: str) -> Library:
    return library_in(folder_of(tables))


def judge(mutant: Mutant, library: Library) -> str:
    """Survived, unknown (survived, and there is no second run), misplaced (no finding at the right step) or misled
    (another repair is called certain): bad. Harmless, caught, or restored: good.
    """
    findings = verify_table(mutant.table, library).findings
    if not findings:
        return run_again(mutant, library)
    if mutant.step is not None and all(finding.step != mutant.step for finding in findings):
        return "misplaced"
    back = [puts_back(finding, mutant, library) for finding in findings]
    if back == [True]:
        return "restored"
    wrong = any(finding.certain for finding, right in zip(findings, back, strict=True) if not right)
    return "misled" if mutant.cell and wrong else "caught"


def run_again(mutant: Mutant, library: Library) -> str:
    """What the second run says of a table that is verified."""
    try:
        check_same(mutant.table, library.tables[mutant.table.model, mutant.table.gadget], library)
    except Refuted:
        return "survived"
    except NotKnown:
        return "unknown"
    return "harmless"


def puts_back(finding: Finding, mutant: Mutant, library: Library) -> bool:
    """Whether what a finding suggests is what stood there."""
    if mutant.cell is None or mutant.cell.kind in ("on", "call") or finding.suggested is None:
        return bool(finding.suggested == mutant.original)
    model = library.models[mutant.table.model]
    wanted = model.arithmetic.read(mutant.original, model.environment(mutant.table))
    return bool(finding.cell == mutant.cell and model.arithmetic.read(str(finding.suggested)) == wanted)


def judge_table(job: tuple[str, str, str, int, int]) -> list[tuple[str, str, str]]:
    tables, model, gadget, start, every = job
    library = library_of(tables)
    chosen = list(mutants(library.tables[model, gadget], library.models[model]))[start::every]
    return [(mutant.kind, judge(mutant, library), describe(mutant)) for mutant in chosen]


def main() -> int:
    parser = argparse.ArgumentParser(description="Spoil every cell and demand that each is caught.")
    parser.add_argument("--tables", default="paper", metavar="SET")
    parser.add_argument("--model", action="append", default=[])
    parser.add_argument("--every", type=int, default=1, help="only every N-th mutant")
    options = parser.parse_args()
    tables = [key for key in library_of(options.tables).tables if not options.model or key[0] in options.model]
    parts = 8  # each table in several jobs, so that the progress bar moves and both cores stay busy
    jobs = [(options.tables, *key, i * options.every, parts * options.every) for key in tables for i in range(parts)]
    counts: Counter[tuple[str, str]] = Counter()
    bad: list[str] = []
    started = time.monotonic()
    with Pool() as pool:
        for done, rows in enumerate(pool.imap_unordered(judge_table, jobs), 1):
            for kind, verdict, text in rows:
                counts[kind, verdict] += 1
                if verdict in BAD:
                    bad.append(f"{verdict}: {text}")
            if sys.stderr.isatty():
                print(f"\r{done}/{len(jobs)} jobs, {counts.total()} mutants, {len(bad)} bad", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    for kind in sorted({kind for kind, _ in counts}):
        parts_text = ", ".join(f"{n} {verdict}" for (k, verdict), n in sorted(counts.items()) if k == kind)
        print(f"{kind:18} {parts_text}")
    print("\n".join(bad))
    print(f"{counts.total()} mutants of {len(tables)} tables in {time.monotonic() - started:.0f} s, {len(bad)} bad")
    return 1 if bad or not counts else 0


if __name__ == "__main__":
    sys.exit(main())
