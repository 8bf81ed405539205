"""python -m ogd_exact.explore: writes a page on which one can watch OGD compute a circuit, or a picture of it."""

import re
import sys
import webbrowser
from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import Any

from ogd_exact.api.given_set import training_set
from ogd_exact.api.logistic import LogisticRun
from ogd_exact.api.reduce import run_of
from ogd_exact.api.shown import SHOWN_PASSES
from ogd_exact.commands.circuit_options import pairs, parameters, request
from ogd_exact.commands.known import GADGET
from ogd_exact.commands.shell import HOLDS, write, write_pieces
from ogd_exact.commands.uses import SHUFFLE, of_circuit
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.documents.explorer.clock import check_shown
from ogd_exact.documents.explorer.gadget_data import gadget_data
from ogd_exact.documents.explorer.page import page
from ogd_exact.documents.explorer.picture import picture_format
from ogd_exact.gadgets.reading.folder import default_model, is_any_order
from ogd_exact.text.example_files import is_example_file
from ogd_exact.text.files import check_files
from ogd_exact.training.constructions.asked import asked_of
from ogd_exact.training.constructions.request import number
from ogd_exact.training.sets.beside import NO_CIRCUIT


def main(options: Namespace) -> int:
    unnamed = options.output is None and options.figure is None
    if unnamed and (options.open or (sys.stdout is not None and sys.stdout.isatty())):
        options.output = page_name(options.circuit)  # a terminal would show nothing but HTML
    explore(options)
    if options.open:
        unnamed = not webbrowser.open(Path(options.output).absolute().as_uri())  # then the user must
    if unnamed and options.output is not None:
        print(f"open {options.output} in a browser")
    return HOLDS


def explore(options: Namespace) -> None:
    read = ("circuit", options.circuit), ("--stimulus", options.stimulus)
    check_files(*read, output=options.output, figure=options.figure)
    check_use(options)
    if is_example_file(options.circuit):
        if not options.circuit.lower().endswith(".jsonl"):
            raise InputError(NO_CIRCUIT, options.circuit)
        write(training_set(options.circuit).explore().html, options.output)
        return
    if not of_circuit(options):
        named = pairs("--magnitude", options.magnitude, "NAME=R")
        magnitudes = {name: number(f"--magnitude {name}", text) for name, text in named}
        model = options.model or default_model(options.tables)
        about = (options.circuit.removeprefix(GADGET), model, options.tables)
        write(page(gadget_data(*about, parameters(options), magnitudes)), options.output)
        return
    wanted, asked, first = request(options), None, tuple[Any, ...]()
    if is_any_order(options.tables):
        asked, first = asked_of(wanted), (options.order or SHUFFLE, options.seed or 0)
        check_shown(asked, first[0])  # before any work
    found = run_of(wanted, asked=asked)
    if isinstance(found, LogisticRun):
        raise InputError("the page shows exact weights, which the logistic loss has not; choose another model")
    run = replace(found, shown=options.max_passes or SHOWN_PASSES)
    if options.figure is not None:
        drawn = run.drawn(options.drawn or 1, *first)
        write_pieces(iter([drawn(picture_format(options.figure))]), options.figure)
    if options.figure is None or options.output is not None:
        write(run.explore(*first).html, options.output)


def page_name(circuit: str) -> str:
    """The name of the page's file where none is given, such as counter-3.html, or design.html for design.blif."""
    name = Path(circuit).stem if Path(circuit).suffix else circuit
    file = (re.sub(r"[^A-Za-z0-9_.-]+", "-", name).strip(".-")[:100] or "page") + ".html"
    if Path(file).exists():
        raise InputError("is there already; name a file by -o, or - for stdout", file)
    return file


def check_use(options: Namespace) -> None:
    """Refuses what could not be shown."""
    if options.open and options.output in (None, "-"):
        remedy = "give -o FILE too, or drop --figure" if options.figure else "drop -o -"
        raise InputError(f"--open shows a page that is a file; {remedy}")
    if options.question != "first-coordinate" or options.norm_bound is not None:
        raise InputError("the page shows the first coordinate; drop --question and --norm-bound")
    if options.figure is not None:
        picture_format(options.figure)
