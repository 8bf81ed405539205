"""synthesize --construction: every gadget that a construction calls, found anew; then the construction, with them."""

from argparse import Namespace
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from ogd_exact.api.reduce import reduce
from ogd_exact.api.verify import verify
from ogd_exact.commands.shell import FAILED, HOLDS, UNDECIDED, write
from ogd_exact.core.kernel.errors import InputError, one_line
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.reread import CONSTRUCTION_FILE, MODEL_FILE
from ogd_exact.core.tables.table import Table
from ogd_exact.gadgets.reading.folder import PAPER, folder_of, unfinished_library
from ogd_exact.gadgets.synthesis.synthesis import Synthesis
from ogd_exact.text.files import check_folder, make_folder
from ogd_exact.text.paths import is_file
from ogd_exact.text.text_table import text_table
from ogd_exact.text.wording import counted
from ogd_exact.training.constructions.construction import read_construction

SAMPLE = "counter:2"  # whose reduction is proved with what was found


def find_construction(options: Namespace, search: Callable[[str, str, Mapping[str, str]], Synthesis]) -> int:
    """Writes gadgets to a folder as they are found, and proves that a circuit is simulated by all of them."""
    if options.output is None:
        raise InputError("--construction writes many tables; give -o DIR for them")
    check_folder(options.output)
    folder = folder_of(options.tables) if options.tables else PAPER
    library = unfinished_library(options.tables)
    places = [place / options.model / CONSTRUCTION_FILE for place in (folder, PAPER)]
    path = next((place for place in places if is_file(place)), None)
    if path is None or options.model not in library.models:
        remedy = f"write DIR/{options.model[:40]}/{CONSTRUCTION_FILE} (docs/constructions.md), and give --tables DIR"
        raise InputError(f"there is no construction for the model {options.model!r} here; {remedy}")
    built = read_construction(path, with_promises(library))
    output = Path(options.output)
    if options.tables:  # what the paper does not have
        for name in dict.fromkeys((options.model, built.gadgets)):
            for kept in (MODEL_FILE, CONSTRUCTION_FILE):
                if is_file(folder / name / kept):
                    write_in_new_folder((folder / name / kept).read_text().rstrip("\n"), str(output / name / kept))
    rows, missing = [], list[Synthesis]()
    for model, gadget in built.called:
        found = search(contract_of(model, gadget, library), model, {} if built.after_each else built.always)
        table = library.find(model, gadget)
        rows.append([model, gadget, library.examples(table) if table else "", found.verdict])
        if found.found and found.toml is not None:  # at once, as the others may take long, or never end
            write_in_new_folder(found.toml, str(output / model / f"{gadget}.toml"))
        else:
            missing.append(found)
    table_of_all = text_table(["model", "gadget", "there", "found"], rows)
    if missing:
        kept = f"{len(rows) - len(missing)} of {counted(len(rows), 'gadget')} found, in {one_line(options.output, 60)}"
        write(f"{table_of_all}\n\n{kept}; without the others there is no construction", None)
        return FAILED if any(found.impossible or found.refused for found in missing) else UNDECIDED
    verified = verify(tables=options.output).verified
    after = len(reduce(SAMPLE, options.model, tables=options.output))
    line = f"{SAMPLE}: {after} examples a pass, proved to simulate it"
    if all(library.find(*key) for key in built.called):
        line += f"; {len(reduce(SAMPLE, options.model, tables=options.tables))} with the tables that were there"
    write(f"{table_of_all}\n\n{line}", None)
    return HOLDS if verified else FAILED


def write_in_new_folder(text: str, output: str) -> None:
    make_folder(Path(output).parent)
    write(text, output)


def with_promises(library: Library) -> Library:
    """The library, and for each contract that no table keeps yet one without steps, to be found."""
    missing = {
        (model.name, name): Table(model.name, name, "", contract.coordinates, (), (), state=model.rule.state)
        for model in library.models.values()
        for name, contract in model.contracts.items()
        if library.find(model.name, name) is None
    }
    return replace(library, tables={**library.tables, **missing})


def contract_of(model: str, gadget: str, library: Library) -> str:
    """The name of a contract of the model, or the file of the table that has one of its own."""
    table = library.find(model, gadget)
    return gadget if gadget in library.models[model].contracts or table is None else str(table.path)
