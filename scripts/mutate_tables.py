"""Spoils every field of every step of every table, one at a time, and demands that each spoiled table is caught.

python scripts/mutate_tables.py [--model M] [--every N]   prints a summary; exit 1 if any spoiled table survives.
"""

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from multiprocessing import Pool

from ogd_exact.findings.verify import verify_table
from ogd_exact.tables.cells import Cell
from ogd_exact.tables.folder import paper
from ogd_exact.tables.model import Model
from ogd_exact.tables.table import Table


@dataclass(frozen=True)
class Mutant:
    table: Table
    kind: str
    step: int | None  # where the finding must be, from 1; None for constants and returned magnitudes
    cell: Cell | None
    original: str


def spoiled_texts(text: str, model: Model) -> Iterator[tuple[str, str]]:
    """Ways to misprint an expression."""
    single = " " not in text
    yield "sign", text[1:] if single and text[0] == "-" else f"-{text}" if single else f"-({text})"
    yield "plus one", f"{text} + 1"
    for match in re.finditer(r"(?<![a-z\d_])\d", text):
        yield "digit", text[: match.start()] + str((int(match[0]) + 1) % 10) + text[match.end() :]
    for match in re.finditer(r"\^(\d+)", text):
        for exponent in (int(match[1]) + 1, int(match[1]) - 1):
            yield "exponent", f"{text[: match.start()]}^{exponent}{text[match.end() :]}"
    for match in re.finditer(r"[a-z]\w*", text):
        for other in model.symbols + model.magnitudes:
            if other != match[0]:
                yield "symbol", text[: match.start()] + other + text[match.end() :]


def cells(table: Table) -> Iterator[Cell]:
    yield from (Cell(None, "constants", name=name) for name in table.constants)
    yield from table.cells()


def mutants(table: Table, model: Model) -> Iterator[Mutant]:
    numbers, names = model.arithmetic, model.environment(table)
    for cell in cells(table):
        original = table.get(cell)
        value = numbers.read(original, names)
        step = None if cell.step is None else cell.step + 1
        for kind, text in spoiled_texts(original, model):
            try:
                if numbers.read(text, names) != value:
                    yield Mutant(table.put(cell, text), kind, step, cell, original)
            except Exception as error:  # a spoiled text that cannot be read never reaches the verifier
                if "division by zero" not in str(error):
                    raise
    for name, text in table.returns.items():
        for kind, spoiled in spoiled_texts(text, model):
            if numbers.read(spoiled, names) != numbers.read(text, names):
                changed = replace(table, returns={**table.returns, name: spoiled})
                yield Mutant(changed, f"returns {kind}", None, None, text)
    for i, step in enumerate(table.steps):
        if len(table.steps) > 1:
            steps = table.steps[:i] + table.steps[i + 1 :]
            yield Mutant(replace(table, steps=steps), "dropped step", min(i + 1, len(steps)), None, "")
        for case in range(1, len(table.cases)):
            if step.after[case] != step.after[0]:
                lines = list(step.after)
                lines[0], lines[case] = lines[case], lines[0]
                swapped = table.steps[:i] + (replace(step, after=tuple(lines)),) + table.steps[i + 1 :]
                yield Mutant(replace(table, steps=swapped), "swapped lines", i + 1, None, "")
        if step.call:
            for name in table.inputs:
                if (name,) != step.on:
                    yield Mutant(table.put(Cell(i, "on"), name), "on", i + 1, Cell(i, "on"), ", ".join(step.on))
            for gadget in [*model.contracts, "nonsense"]:
                if gadget != step.call:
                    yield Mutant(table.put(Cell(i, "call"), gadget), "call", i + 1, Cell(i, "call"), step.call)


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
    """survived or misplaced (no finding at the right step): bad. Harmless, caught, or restored: good."""
    library = paper()
    model = library.models[mutant.table.model]
    findings = verify_table(mutant.table, library).findings
    if not findings:
        return "harmless" if harmless(mutant) else "survived"
    if mutant.step is not None and all(finding.step != mutant.step for finding in findings):
        return "misplaced"
    if mutant.cell is None or mutant.cell.kind in ("on", "call"):
        return "restored" if [f.suggested for f in findings] == [mutant.original] else "caught"
    wanted = model.arithmetic.read(mutant.original, model.environment(mutant.table))
    only = findings[0]
    same = only.cell == mutant.cell and only.suggested is not None
    if len(findings) == 1 and same and model.arithmetic.read(str(only.suggested)) == wanted:
        return "restored"
    return "caught"


def describe(mutant: Mutant) -> str:
    spoiled = mutant.table.get(mutant.cell) if mutant.cell else ""
    where = f"{mutant.table.model} {mutant.table.gadget} step {mutant.step}"
    return f"{where} {mutant.kind} {mutant.cell and mutant.cell[1:]}: {mutant.original!r} -> {spoiled!r}"


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
                if verdict in ("survived", "misplaced"):
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
