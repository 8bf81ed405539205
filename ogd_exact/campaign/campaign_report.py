"""The report of a campaign as text, JSON and a page: counts, ratios, and every failure with what reproduces it."""

import json
from collections import Counter
from collections.abc import Mapping
from html import escape
from typing import Any

from ogd_exact.campaign.tally import Tally
from ogd_exact.campaign.task import HOLDS, REFUTED, VERDICTS
from ogd_exact.core.kernel.errors import one_line
from ogd_exact.text.text_table import text_table
from ogd_exact.text.wording import counted

FORMAT = "ogd-exact-campaign-report/1"
COLUMNS = ["work", "tasks", "done", *VERDICTS[1:], "missing"]
STYLE = """body { font: 16px/1.5 system-ui, sans-serif; max-width: 70em; margin: 2em auto; padding: 0 1em }
table { border-collapse: collapse } th, td { padding: .2em .8em; text-align: right; border-bottom: 1px solid #ccc }
th:first-child, td:first-child, th:last-child, td:last-child { text-align: left; white-space: pre-wrap }
pre { white-space: pre-wrap; background: #f4f4f4; padding: .6em } .holds { color: #060 } .not { color: #a00 }
@media (prefers-color-scheme: dark) { body { background: #111; color: #ddd } pre { background: #222 }
.holds { color: #7d7 } .not { color: #f88 } }"""


def rows(tally: Tally) -> list[list[Any]]:
    """A row for each work, as COLUMNS has it; what holds is done."""
    found = []
    for number, work in enumerate(tally.plan.works):
        tasks = sum(of == number for of in tally.works.values())
        verdicts = Counter(answer.verdict for answer in tally.of_work(number))
        found.append([f"{number + 1} {work.kind}", tasks, *(verdicts[v] for v in VERDICTS), tasks - verdicts.total()])
    return found


def ratios(counts: Mapping[str, int], total: str) -> str:
    """Counts as text, such as: 240 runs: 60 accepted (25 %), 180 never (75 %); 120 circuits."""
    whole = counts.get(total, 0)
    parts = [(name, number) for name, number in counts.items() if name != total and number]
    said = [f"{number} {name}" + (f" ({percent(number, whole)})" if number <= whole else "") for name, number in parts]
    return ": ".join(filter(None, [f"{whole} {total}" if whole else "", ", ".join(said)]))


def percent(part: int, whole: int) -> str:
    """A share in per cent, rounded, but never up to all and never down to none."""
    if part in (0, whole):
        return "100 %" if part else "0 %"
    return f"{min(99.9, max(0.1, 100 * part / whole)):.1f} %"


def verdict_words(tally: Tally) -> str:
    tasks = counted(len(tally.works), "task")
    if tally.verdict == HOLDS:
        return f"all of {tasks} hold"
    if tally.verdict == REFUTED:
        refuted = sum(answer.verdict == REFUTED for answer in tally.answers.values())
        return f"REFUTED: {counted(refuted, 'task')} of {len(tally.works)}"
    return f"undecided: {len(tally.works) - len(tally.done)} of {tasks} not done; the same command goes on"


def details(tally: Tally) -> list[str]:
    """The title of each work, and what its tasks counted."""
    counts = [ratios(tally.counts(number), work.total) for number, work in enumerate(tally.plan.works)]
    titles = [one_line(f"{number} {work.title}") for number, work in enumerate(tally.plan.works, 1)]
    return [f"{title}\n  {said or 'no answers yet'}" for title, said in zip(titles, counts, strict=True)]


def report_text(tally: Tally) -> str:
    lines = [text_table(COLUMNS, rows(tally), range(1, len(COLUMNS))), "", *details(tally)]
    for key, text in tally.shown():
        lines += ["", f"found by task {key[:16]}:", text]
    for key, answer in tally.failures():
        lines += ["", f"{answer.verdict}: task {key[:16]}", *(f"  {one_line(said, 4000)}" for said in answer.said)]
        lines += [f"  {tally.command(key)}"]
    return "\n".join([*lines, "", verdict_words(tally)])


def report_json(tally: Tally) -> str:
    works = [
        {"kind": work.kind, "title": work.title, "tasks": row[1], "counts": dict(tally.counts(number))}
        | dict(zip(COLUMNS[2:], row[2:], strict=True))
        for number, (work, row) in enumerate(zip(tally.plan.works, rows(tally), strict=True))
    ]
    failures = [
        {"task": key, "verdict": answer.verdict, "said": list(answer.said), "command": tally.command(key)}
        for key, answer in tally.failures()
    ]
    found = [{"task": key, "table": text} for key, text in tally.shown()]
    data = {"format": FORMAT, "plan": tally.plan.path, "verdict": tally.verdict, "works": works}
    return json.dumps({**data, "failures": failures, "found": found}, indent=2)


def report_page(tally: Tally) -> str:
    """The report as one HTML file that needs nothing else, and runs nothing."""
    sort = "holds" if tally.verdict == HOLDS else "not"
    head = "".join(f"<th>{escape(name)}</th>" for name in [*COLUMNS, "counts"])
    body = "\n".join(
        "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in [*row, detail]) + "</tr>"
        for row, detail in zip(rows(tally), details(tally), strict=True)
    )
    parts = [f'<p class="{sort}"><b>{escape(verdict_words(tally))}</b></p>']
    seconds = sum(answer.seconds for answer in tally.answers.values())
    parts += [f"<p>{seconds:.0f} s of work by all workers together.</p>"]
    parts += [f"<table><tr>{head}</tr>\n{body}</table>"]
    parts += ["<h2>Failures</h2>" if tally.failures() else "<p>No failures.</p>"]
    for key, answer in tally.failures():
        said = "\n".join(one_line(text, 4000) for text in answer.said)
        parts.append(f'<h3 class="not">{escape(answer.verdict)}: task {escape(key[:16])}</h3>')
        parts.append(f"<pre>{escape(said)}</pre><p>Again: <code>{escape(tally.command(key))}</code></p>")
    parts += ["<h2>Found</h2>"] if tally.shown() else []
    parts += [f"<h3>Task {escape(key[:16])}</h3><pre>{escape(text)}</pre>" for key, text in tally.shown()]
    title = escape(f"Campaign {tally.plan.path}")
    begin = f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
    return "\n".join([f"{begin}<style>{STYLE}</style></head><body>", f"<h1>{title}</h1>", *parts, "</body></html>"])
