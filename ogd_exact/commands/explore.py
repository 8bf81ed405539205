"""python -m ogd_exact.explore: writes a page on which one can watch OGD compute a circuit, or a picture of it."""

import re
import sys
import webbrowser
from argparse import Namespace
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from ogd_exact.api.shown import SHOWN_PASSES
from ogd_exact.commands.circuit_options import pairs, parameters, request
from ogd_exact.commands.shell import FAILED, HOLDS, complain, write, write_pieces
from ogd_exact.commands.uses import SHUFFLE
from ogd_exact.explorer.circuit import check_size, circuit_data
from ogd_exact.explorer.clock import check_shown, clock_data, clock_outline
from ogd_exact.explorer.clock_picture import clock_picture
from ogd_exact.explorer.gadget import PREFIX, gadget_data
from ogd_exact.explorer.outline import outlined
from ogd_exact.explorer.page import page
from ogd_exact.explorer.picture import picture, picture_format
from ogd_exact.kernel.errors import InputError
from ogd_exact.output.files import check_files
from ogd_exact.reduction.closing import asked_of
from ogd_exact.reduction.reduction import reduced
from ogd_exact.reduction.request import number
from ogd_exact.run.simulation import Mismatch
from ogd_exact.slots.reduction import slot_reduction
from ogd_exact.tables.folder import default_model, is_slots


def main(options: Namespace) -> int:
    unnamed = options.output is None and options.figure is None
    if unnamed and (options.open or (sys.stdout is not None and sys.stdout.isatty())):
        options.output = file_beside(options.circuit)  # a terminal would show nothing but HTML
    code = explore(options)
    if code == HOLDS and options.open:
        unnamed = not webbrowser.open(Path(options.output).absolute().as_uri())  # then whoever typed it must
    if code == HOLDS and unnamed and options.output is not None:
        print(f"open {options.output} in a browser")
    return code


def explore(options: Namespace) -> int:
    read = ("circuit", options.circuit), ("--stimulus", options.stimulus)
    check_files(*read, output=options.output, figure=options.figure)
    check_use(options)
    if options.circuit.startswith(PREFIX):
        named = pairs("--magnitude", options.magnitude, "NAME=R")
        magnitudes = {name: number(f"--magnitude {name}", text) for name, text in named}
        model = options.model or default_model(options.tables)
        about = (options.circuit.removeprefix(PREFIX), model, options.tables)
        write(page(gadget_data(*about, parameters(options), magnitudes)), options.output)
        return HOLDS
    try:
        data, drawn = (in_any_order if is_slots(options.tables) else in_order)(options)
    except Mismatch as mismatch:
        return complain(str(mismatch), FAILED)
    if options.figure is not None:
        write_pieces(iter([drawn(picture_format(options.figure))]), options.figure)
    if options.figure is None or options.output is not None:
        write(page(data()), options.output)
    return HOLDS


Shown = tuple[Callable[[], dict[str, Any]], Callable[[str], bytes]]  # the data of a page, and a picture by its format


def in_order(options: Namespace) -> Shown:
    reduction = reduced(request(options))
    check_size(reduction)
    way = outlined(reduction, options.max_passes or SHOWN_PASSES)
    return partial(circuit_data, reduction, way), partial(picture, reduction, way, options.drawn or 1)


def in_any_order(options: Namespace) -> Shown:
    wanted, order = request(options), options.order or SHUFFLE
    asked = asked_of(wanted)
    check_shown(asked, order)
    reduction = slot_reduction(wanted, asked)
    way, seed = clock_outline(reduction, options.max_passes or SHOWN_PASSES), options.seed or 0
    drawn = partial(clock_picture, reduction, way, options.drawn or 1, order, seed)
    return partial(clock_data, reduction, way, order, seed), drawn


def file_beside(circuit: str) -> str:
    """The page's file where none is named, such as counter-3.html, or design.html for design.blif."""
    name = Path(circuit).stem if Path(circuit).suffix else circuit
    file = (re.sub(r"[^A-Za-z0-9_.-]+", "-", name).strip(".-")[:100] or "page") + ".html"
    if Path(file).exists():
        raise InputError("is there already; name a file by -o, or - for stdout", file)
    return file


def check_use(options: Namespace) -> None:
    """Refuses what could not be shown."""
    if options.open and options.output in (None, "-"):
        raise InputError(
            "--open shows a page that is a file; give -o FILE too, or drop --figure"
            if options.figure
            else "--open shows a page that is a file; drop -o -"
        )
    if options.question != "first-coordinate" or options.norm_bound is not None:
        raise InputError("the page shows the first coordinate; drop --question and --norm-bound")
    if options.figure is not None:
        picture_format(options.figure)
