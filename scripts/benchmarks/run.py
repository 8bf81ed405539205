"""Measures engines, assembling and commands, in one run on one machine, as ratios."""

import argparse
import importlib.util
import json
import sys
from pathlib import Path

from benchmarks.assembling import assembled
from benchmarks.at_size import size_figures
from benchmarks.baselines import baselines
from benchmarks.commands import command_figures
from benchmarks.engines import engine_figures, growth
from benchmarks.figures import FULL, QUICK, Figure
from benchmarks.machine import machine
from benchmarks.report import data, page, text
from benchmarks.workers import worker_figures
from ogd_exact.output.extras import install

DOCS = Path(__file__).resolve().parents[2] / "docs"


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="tiny sizes: shows that it works, measures nothing")
    parser.add_argument("--json", metavar="FILE", help="write everything there")
    parser.add_argument("--write-docs", action="store_true", help="write docs/benchmarks.md")
    parser.add_argument("--plots", action="store_true", help="measure growth, and write docs/benchmarks/*.png")
    options = parser.parse_args()
    if options.quick and (options.write_docs or options.plots):
        parser.error("--quick measures nothing that is worth keeping; drop --write-docs and --plots")
    if options.plots and importlib.util.find_spec("matplotlib") is None:
        parser.error(f"--plots needs matplotlib; {install('benchmark')}")
    if importlib.util.find_spec("sklearn") is None:
        print(f"left out: scikit-learn; {install('benchmark')}", file=sys.stderr)
    sizes = QUICK if options.quick else FULL
    progress("the plain loops")
    about, loops = machine(), baselines(sizes)
    progress("assembling")
    built = assembled(sizes.gates, sizes.seconds)
    progress("the engines")
    figures = engine_figures(loops, sizes) + assembling_figures(built)
    progress("large circuits")
    figures += size_figures(sizes)
    progress("whole commands")
    figures += command_figures(sizes)
    progress("workers")
    figures += worker_figures(sizes)
    print(text(about, loops, figures), flush=True)
    progress("growth, some minutes")
    points = growth(sizes) if options.plots or options.quick else []
    if options.json:
        Path(options.json).write_text(json.dumps(data(about, loops, figures, points), indent=2) + "\n")
    if options.plots:
        from benchmarks import plots

        plots.panels(points, DOCS / "benchmarks" / "growth.png")
        plots.assembling(built, DOCS / "benchmarks" / "assembling.png")
    if options.write_docs:
        drawn = sorted(path.stem for path in (DOCS / "benchmarks").glob("*.png"))
        (DOCS / "benchmarks.md").write_text(page(about, loops, figures, drawn))
