"""How long it takes to find each gadget of the compact constructions again, from its contract alone."""

import time
from textwrap import fill

from benchmarks.figures import Figure, Sizes
from benchmarks.machine import machine
from found_again import GADGETS, SECONDS, found_again, in_words, numbers, steps_of
from ogd_exact.core.kernel.errors import InputError

HEADING = "## Finding gadgets\n"


def finding_figures(sizes: Sizes) -> list[Figure]:
    """Seconds of CPU for each, the verifier's included, without what it takes to import sympy and z3."""
    try:
        found_again("svm", "not")
    except InputError:
        return [Figure("find_all", "find compact gadgets", None, "s", note="z3 is missing")]
    figures = [finding_figure(model, gadget) for model, gadget in sizes.found]
    known = [figure.measured for figure in figures if figure.measured is not None]
    return [*figures, Figure("find_all", f"find {len(known)} of {len(figures)} gadgets", sum(known), "s")]


def finding_figure(model: str, gadget: str) -> Figure:
    began = time.process_time()
    found = found_again(model, gadget).found
    taken = time.process_time() - began
    key, what = f"find_{model}_{gadget}", f"find {model} {gadget} ({steps_of(model, gadget)})"
    return Figure(key, what, taken if found else None, "s", at_most=SECONDS, note="not found")


def finding_section(rows: list[str]) -> str:
    """A section of docs/benchmarks.md, which can be written alone."""
    here = machine()
    at = in_words({model: numbers(model) for model, _ in GADGETS})
    about = f"""Every gadget of the [compact](compact.md) constructions, found again from its contract alone, in so
        many steps, by `synthesize` in one process: seconds of CPU, verifying included, imports not. Models
        with open symbols are searched at numbers: {at}. Measured on {here["CPU"]} with z3 {here["z3-solver"]}, by
        `python scripts/benchmark.py --only finding --write-docs`, which writes this and what follows alone."""
    return "\n".join([HEADING, fill(" ".join(about.split()), 120, break_on_hyphens=False), "", *rows]) + "\n"
