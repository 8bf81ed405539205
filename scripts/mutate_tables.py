"""Spoils every field of every step of every table, one at a time, and demands that each spoiled table is caught.

python scripts/mutate_tables.py [--model M] [--every N]   prints a summary; exit 1 if any spoiled table survives.
"""

import argparse
import sys
import time
from collections import Counter
from multiprocessing import Pool

from ogd_exact.campaign.spoiled import Mutant, describe, mutants
from ogd_exact.findings.finding import Finding
from ogd_exact.findings.verify import verify_table
from ogd_exact.tables.folder import paper

BAD = ("survived", "misplaced", "misled")


def harmless(mutant: Mutant) -> bool:
    """Whether the spoiled cell is an x_j of a step that starts with w_j = 0 and v = 0 in every case.

    In dense-relu-dense x_j enters only through w_j * x_j in the margin and v * x_j in the update. Where both
    factors are 0 in every case, every value of x_j gives the same step, so the change spoils nothing.
    """
    cell, table = mutant.cell, mutant.table
    if cell is None or cell.step is None or not cell.in_x or "v" not in table.coordinates:
        return False
    j, v = cell.entry, table.coordinates.index("v")
    return all(line[j] == line[v] == "0" for line in table.before(cell.step))


def judge(mutant: Mutant) -> str:
    """survived, misplaced (no finding at the right step) or misled (another repair is called certain): bad.

    Harmless, caught, or restored: good.
    """
    findings = verify_table(mutant.table, paper()).findings
    if not findings:
        return "harmless" if harmless(mutant) else "survived"
    if mutant.step is not None and all(finding.step != mutant.step for finding in findings):
        return "misplaced"
    back = [puts_back(finding, mutant) for finding in findings]
    if back == [True]:
        return "restored"
    wrong = any(finding.certain for finding, right in zip(findings, back, strict=True) if not right)
    return "misled" if mutant.cell and wrong else "caught"


def puts_back(finding: Finding, mutant: Mutant) -> bool:
    """Whether what a finding suggests is what stood there."""
    if mutant.cell is None or mutant.cell.kind in ("on", "call") or finding.suggested is None:
        return bool(finding.suggested == mutant.original)
    model = paper().models[mutant.table.model]
    wanted = model.arithmetic.read(mutant.original, model.environment(mutant.table))
    return bool(finding.cell == mutant.cell and model.arithmetic.read(str(finding.suggested)) == wanted)


def judge_table(job: tuple[str, str, int, int]) -> list[tuple[str, str, str]]:
    model, gadget, start, every = job
    library = paper()
    chosen = list(mutants(library.tables[model, gadget], library.models[model]))[start::every]
    return [(mutant.kind, judge(mutant), describe(mutant)) for mutant in chosen]


def main() -> int:
    parser = argparse.ArgumentParser(description="Spoil every cell and demand that each is caught.")
    parser.add_argument("--model", action="append", default=[])
    parser.add_argument("--every", type=int, default=1, help="only every N-th mutant")
    options = parser.parse_args()
    tables = [key for key in paper().tables if not options.model or key[0] in options.model]
    parts = 8  # each table in several jobs, so that the progress bar moves and both cores stay busy
    jobs = [(*key, i * options.every, parts * options.every) for key in tables for i in range(parts)]
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
