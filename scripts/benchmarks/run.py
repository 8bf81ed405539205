"""Measures engines, assembling and commands, in one run on one machine, as ratios."""

import argparse
import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

from benchmarks.assembling import assembled
from benchmarks.at_size import size_figures
from benchmarks.baselines import baselines
from benchmarks.commands import command_figures
from benchmarks.engines import engine_figures, growth
from benchmarks.figures import FULL, QUICK, Figure
from benchmarks.finding import finding_figures
from benchmarks.logistic import logistic_figures
from benchmarks.machine import machine
from benchmarks.report import data, figures_text, page, text, with_gadgets
from benchmarks.sets import set_figures
from benchmarks.workers import worker_figures
from ogd_exact.text.extras import install

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = DOCS / "benchmarks.md"


def assembling_figures(found: list[dict[str, float]]) -> list[Figure]:
    each = [(one["prove"] + one["write"]) / one["gates"] for one in found]
    least, large = found[0]["gates"], found[-1]
    what = f"assembling {least:,} to {large['gates']:,} gates"
    return [
        Figure("assembling_flat", f"{what}: per gate", max(each) / min(each), at_most=1.25),
        Figure("assembling_peak", "assembling the largest: memory", large["peak"], "MB", at_most=300),
        Figure("assembling_rate", "examples streamed", large["examples"] / large["stream"], "/s", at_least=400_000),
        Figure("assembling_jsonl", "examples written as jsonl", large["examples"] / large["write"], "/s"),
    ]


def progress(section: str) -> None:
    if sys.stderr.isatty():
        print(f"measuring {section} ...", file=sys.stderr)


def write_json(path: str, found: dict[str, Any]) -> None:
    Path(path).write_text(json.dumps(found, indent=2) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="tiny sizes: shows that it works, measures nothing")
    parser.add_argument("--json", metavar="FILE", help="write everything there")
    parser.add_argument("--write-docs", action="store_true", help="write docs/benchmarks.md")
    parser.add_argument("--plots", action="store_true", help="measure growth, and write docs/benchmarks/*.png")
    parser.add_argument(
        "--only", choices=["finding"], help="measure, and write, only how long it takes to find gadgets"
    )
    options = parser.parse_args()
    if options.quick and (options.write_docs or options.plots):
        parser.error("--quick measures nothing that is worth keeping; drop --write-docs and --plots")
    if options.only and options.plots:
        parser.error("--plots needs a whole run; drop --only")
    if options.plots and importlib.util.find_spec("matplotlib") is None:
        parser.error(f"--plots needs matplotlib; {install('benchmark')}")
    if importlib.util.find_spec("sklearn") is None and not options.only:
        print(f"left out: scikit-learn; {install('benchmark')}", file=sys.stderr)
    sizes = QUICK if options.quick else FULL
    progress("the search for gadgets")
    found = finding_figures(sizes)
    if options.only:
        print(figures_text(found))
        if options.json:
            write_json(options.json, data(machine(), {}, found, []))
        if options.write_docs:
            PAGE.write_text(with_gadgets(PAGE.read_text(), found))
        return
    progress("the plain loops")
    about, loops = machine(), baselines(sizes)
    progress("assembling")
    built = assembled(sizes.gates, sizes.seconds)
    progress("the engines")
    figures = engine_figures(loops, sizes) + assembling_figures(built)
    progress("training sets of one's own")
    figures += set_figures(sizes)
    progress("the logistic loss")
    figures += logistic_figures(sizes)
    progress("large circuits")
    figures += size_figures(sizes)
    progress("whole commands")
    figures += command_figures(sizes)
    progress("workers")
    figures += worker_figures(sizes)
    print(text(about, loops, figures + found), flush=True)
    progress("growth, some minutes")
    points = growth(sizes) if options.plots or options.quick else []
    if options.json:
        write_json(options.json, data(about, loops, figures + found, points))
    if options.plots:
        from benchmarks import plots

        plots.panels(points, DOCS / "benchmarks" / "growth.png")
        plots.assembling(built, DOCS / "benchmarks" / "assembling.png")
    if options.write_docs:
        drawn = sorted(path.stem for path in (DOCS / "benchmarks").glob("*.png"))
        PAGE.write_text(with_gadgets(page(about, loops, figures, drawn), found))
