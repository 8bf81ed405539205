"""python -m ogd_exact.atlas: which losses compute, which cannot, and of which that is open."""

from argparse import Namespace

from ogd_exact.api.atlas import Cell, atlas
from ogd_exact.commands.shell import HOLDS, write_report
from ogd_exact.text.files import check_writable


def main(options: Namespace) -> int:
    check_writable(options.output)
    found = atlas()
    commands = dict.fromkeys(shown(cell) for cells in found.losses.values() for cell in cells.values() if cell.by)
    text = "\n".join([found.text(), "", "shown by", *(f"  {command}" for command in commands)])
    write_report(found.to_json() if options.format == "json" else text, options)
    return HOLDS


def shown(cell: Cell) -> str:
    """The command that shows what a cell says."""
    if cell.verdict == "cannot":
        return f"ogd-exact barrier rule {cell.by}"
    tables, _, model = cell.by.partition("/")
    values = "".join(f" --set {symbol}={value}" for symbol, value in cell.values.items())
    return f"ogd-exact simulate counter:3 --tables {tables} --model {model}{values}"
