"""Reads a folder of tables: one folder per model, one TOML file per gadget, and model.toml for the model."""

from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.tables.derived import derived_model, derived_table
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.model import Model
from ogd_exact.core.tables.reread import CONSTRUCTION_FILE, MODEL_FILE
from ogd_exact.core.tables.table import Table
from ogd_exact.gadgets.prover.proposals import Prover
from ogd_exact.gadgets.reading.document import read_document
from ogd_exact.gadgets.reading.files import table_files
from ogd_exact.gadgets.reading.form import check_derived
from ogd_exact.gadgets.reading.read import read_model, read_table
from ogd_exact.gadgets.reading.table_form import check_derived_table
from ogd_exact.text.paths import is_dir
from ogd_exact.text.suggestion import did_you_mean, unknown
from ogd_exact.text.wording import argument, counted

# Beside the package in a checkout, where people find them; within it where it is installed.
PLACES = [folder / "gadget_tables" for folder in Path(__file__).parents[2:4]]
SHIPPED = next((place for place in PLACES if place.is_dir()), PLACES[0])
PAPER = SHIPPED / "paper"
BEYOND = SHIPPED / "rules"  # models of rules that the paper does not treat, found by their names alone
LOGISTIC = SHIPPED / "logistic"  # for the logistic loss; models found by their names alone, too
LEVELS_FILE = "levels.toml"  # of such tables, whose steps are enclosed, and which are read elsewhere
MODELS = ("svm", "svm-bias", "svm-eta", "svm-reg", "dense-relu", "dense-relu-dense")


@cache
def paper(printed: bool = False, only: tuple[str, ...] = ()) -> Library:
    """The paper's tables, corrected, or exactly as printed; of all models, or of some only."""
    return read_library(PAPER, printed, only=only)


def folder_of(text: str | None, *models: str) -> Path:
    """The folder of tables that a user names: one of their own, or by its name one that is shipped.

    Who names none means the paper's, or, by the names of models alone, those of other rules.
    """
    if text is None:
        if models and {*models} <= {path.name for path in LOGISTIC.iterdir()}:
            return LOGISTIC
        return BEYOND if models and {*models} <= {path.name for path in BEYOND.iterdir()} else PAPER
    named = Path(text)
    shipped = SHIPPED / text if text.replace("-", "_").isidentifier() else named
    return shipped if is_dir(shipped) and not is_dir(named) else named


def models_beyond() -> list[str]:
    """The models that are found by their names alone, although they are not of the paper."""
    return sorted(path.name for folder in (BEYOND, LOGISTIC) for path in folder.iterdir())


def in_any_order(folder: Path) -> list[str]:
    """The models of a folder whose constructions are for examples in any order."""
    found = sorted(folder.glob(f"*/{CONSTRUCTION_FILE}")) if is_dir(folder) else []
    return [path.parent.name for path in found if "drift" in read_document(path).data]


def is_any_order(tables: str | None) -> bool:
    """Whether constructions of a folder are for examples in any order."""
    return tables is not None and bool(in_any_order(folder_of(tables)))


def is_logistic(tables: str | None, *models: str) -> bool:
    """Whether tables, or those that a model's name means, are for the logistic loss."""
    return is_dir(folder := folder_of(tables, *models)) and any(folder.glob(f"*/{LEVELS_FILE}"))


def library_in(folder: Path, printed: bool = False) -> Library:
    """The tables of a folder, with the paper's behind them."""
    return paper(printed) if folder == PAPER else read_library(folder, printed, fallback=paper())


def default_model(tables: str | None) -> str:
    """svm, where none is named; tables without it are refused, as nobody would notice that they are not used."""
    folder = folder_of(tables)
    named = sorted({path.parent.name for path in table_files(folder)} if is_dir(folder) else ())
    if named and "svm" not in named:
        choose = f"choose a model of it by {argument('model')}"
        raise InputError(f"has nothing for svm; {choose}: {', '.join(named)}", tables)
    return "svm"


def read_library(
    folder: Path,
    printed: bool = False,
    fallback: Library | None = None,
    tables_elsewhere: bool = False,
    only: Collection[str] = (),
) -> Library:
    """The tables of a folder; if these may stand elsewhere, a file may also hold a contract alone.

    If only some models are wanted, and the folder has them all, the others are not read.
    """
    if not is_dir(folder):
        shipped = did_you_mean(folder.name, (path.name for path in SHIPPED.iterdir()))
        remedy = f"give one that holds a folder of .toml files for each model{shipped}"
        raise InputError(f"is not a folder; {remedy}", str(folder))
    files = table_files(folder)
    for path in files:
        if path.name == LEVELS_FILE:
            able = "verify, reduce, simulate, replay and prove take those; choose other tables here"
            raise InputError(f"is for the logistic loss: {able}", str(path), 1)
    if only and {*only} <= {path.parent.name for path in files if path.name == MODEL_FILE}:
        needed = needed_models(folder, only)
        files = [path for path in files if path.parent.name in needed]
    own: dict[str, Model] = {}
    for path in files:
        if path.name == MODEL_FILE:
            if path.parent.name in own:
                raise InputError(f"a second {MODEL_FILE} for {path.parent.name}; keep one", str(path), 1)
            own[path.parent.name] = read_model(path, path.parent.name)
    models = {**(fallback.models if fallback else {}), **own}
    for name, model in own.items():
        if model.derived_from:
            models[name] = derived_model(model, check_derived(model, models))
    tables: dict[tuple[str, str], Table] = {}
    labels: dict[tuple[str, str], Path] = {}
    for path in files:
        if path.name == CONSTRUCTION_FILE and "gadget" in (document := read_document(path)).data:
            raise document.error(f"a table cannot be kept in {CONSTRUCTION_FILE}; rename the file", "gadget")
        if path.name in (MODEL_FILE, CONSTRUCTION_FILE):
            continue
        name = path.parent.name
        if name not in models:
            known = ", ".join(sorted(models))
            raise InputError(
                f"lies in folder {name!r}, which is no model; put it into a folder named {known}, or add "
                f"{name}/{MODEL_FILE}",
                str(path),
            )
        table = read_table(path, models[name], printed)
        for key, kind in (((name, table.gadget), "gadget"), ((name, table.label), "label")):
            if key in (labels if kind == "label" else tables):
                raise InputError(f"a second table with {kind} {key[1]!r} for {name}; rename one", str(path), 1)
        tables[name, table.gadget] = table
        labels[name, table.label] = path
    for model in (models[name] for name in own):
        if model.derived_from:
            same = fallback is not None and fallback.models.get(model.derived_from) is models[model.derived_from]
            below = {**(fallback.tables if fallback and same else {}), **tables}
            source = [t for (m, _), t in below.items() if m == model.derived_from]
            for table in source:
                check_derived_table(table, model)
            derived = {(model.name, t.gadget): derived_table(t, model) for t in source}
            tables = derived | tables  # a table in the folder takes the place of a derived one
    promised = {key: table for key, table in tables.items() if not table.steps}
    for table in promised.values() if not tables_elsewhere else ():
        remedy = f"for a table in LaTeX, give {argument('tex')}"
        raise InputError(f"has a contract but no [[step]]; {remedy}", str(table.path), 1)
    tables = {key: table for key, table in tables.items() if key not in promised}
    if not tables and not (tables_elsewhere and (promised or own)):
        there = [f"{name} with {counted(len(model.contracts), 'contract')}" for name, model in own.items()]
        holds = f"holds the model {' and '.join(there)}, but" if there else "holds"
        raise InputError(f"{holds} no table; put a .toml file into a folder named after its model", str(folder))
    ordered = dict(sorted(tables.items(), key=lambda item: order(item[1], models)))
    return Library(models, ordered, fallback, promised, printed, Prover)


def needed_models(folder: Path, only: Collection[str]) -> set[str]:
    """The models, and those that they are derived from."""
    sources = {read_document(folder / name / MODEL_FILE).text("derived_from", "") for name in only}
    return {*only, *filter(None, sources)}


def order(table: Table, models: Mapping[str, Model]) -> tuple[int, str, int, str]:
    """The order of reports: models as the paper treats them, gadgets as their contracts are listed."""
    place = MODELS.index(table.model) if table.model in MODELS else len(MODELS)
    contracts = list(models[table.model].contracts)
    rank = contracts.index(table.gadget) if table.gadget in contracts else len(contracts)
    return place, table.model, rank, table.gadget


def chosen_tables(library: Library, models: Collection[str], gadgets: Collection[str]) -> list[Table]:
    """The tables of some models and gadgets, or of all; raises InputError for a name that is not among them."""
    of_models = [t for (model, _), t in library.tables.items() if not models or model in models]
    for kind, given, known in (
        ("model", models, {model for model, _ in library.tables}),
        ("gadget", gadgets, {table.gadget for table in of_models}),
    ):
        for name in given:
            if name not in known:
                if kind == "model" and library.fallback is None and name not in models_beyond():
                    known |= {*models_beyond()}
                raise unknown(kind, name, sorted(known))
    return [table for table in of_models if not gadgets or table.gadget in gadgets]


def unfinished_library(tables: str | None) -> Library:
    """The paper's, or a folder's, whose contracts need no tables yet."""
    return read_library(folder_of(tables), fallback=paper(), tables_elsewhere=True) if tables else paper()


def callable_gadgets(library: Library, model: str) -> list[str]:
    """All gadgets of a model that can be called."""
    below = library.fallback.tables if library.fallback else {}
    names = dict.fromkeys(gadget for m, gadget in (*library.tables, *below) if m == model)
    return [gadget for gadget in names if library.find(model, gadget)]
