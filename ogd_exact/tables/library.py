"""Reads a folder of tables: one folder per model, one TOML file per gadget, and model.toml for the model."""

from collections.abc import Collection, Container, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from ogd_exact.kernel.errors import InputError
from ogd_exact.tables.contract import KINDS, TRUTHS, Contract, is_call
from ogd_exact.tables.document import read_document
from ogd_exact.tables.files import table_files
from ogd_exact.tables.model import Model, read_model
from ogd_exact.tables.read import read_table
from ogd_exact.tables.table import Bound, Line, Step, Table

# Beside the package both in a checkout and in an installed wheel.
SHIPPED = Path(__file__).parents[2] / "gadget_tables"
PAPER = SHIPPED / "paper"
MODELS = ("svm", "svm-bias", "svm-eta", "svm-reg", "dense-relu", "dense-relu-dense")
MODEL_FILE = "model.toml"
CONSTRUCTION_FILE = "construction.toml"
MAX_CHAIN = 40
MAX_EXAMPLES = 100_000


@dataclass(frozen=True, eq=False)
class Library:
    """Tables by model and gadget, with what lies behind them for calls of gadgets that are not among them."""

    models: Mapping[str, Model]
    tables: Mapping[tuple[str, str], Table]
    behind: "Library | None" = None
    promised: Mapping[tuple[str, str], Table] = field(default_factory=dict)  # contracts of tables that stand elsewhere
    sizes: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict, compare=False)

    def examples(self, table: Table) -> int:
        """How many training examples a table stands for, its calls expanded."""
        return self.size(table, ())[0]

    def size(self, table: Table, callers: tuple[Table, ...]) -> tuple[int, int]:
        """The number of examples, and how deep calls are nested; refuses rings, and too much of either."""
        key = (table.model, table.gadget)
        own = self.tables.get(key) is table
        if own and key in self.sizes:
            return self.sizes[key]
        where = str(table.path or f"{table.model} {table.gadget}")
        if any(caller is table for caller in callers):
            names = [caller.gadget for caller in callers]
            ring = " calls ".join((*names[names.index(table.gadget) :], table.gadget))
            raise InputError(f"{ring}: a gadget cannot call itself", where)
        count, depth = 0, 0
        for step in table.steps:
            callee = self.find(table.model, step.call) if step.call else None
            examples, below = self.size(callee, (*callers, table)) if callee else (1, 0)
            count, depth = count + examples, max(depth, below + 1)
            if count > MAX_EXAMPLES or depth > MAX_CHAIN or len(callers) > MAX_CHAIN:
                limits = f"at most {MAX_EXAMPLES} examples, and calls at most {MAX_CHAIN} deep"
                raise InputError(f"a table stands for {limits}; this one is beyond", where)
        if own:
            self.sizes[key] = (count, depth)
        return count, depth

    def gadgets(self, model: str) -> list[str]:
        """All gadgets of a model that can be called."""
        below = self.behind.tables if self.behind else {}
        names = dict.fromkeys(gadget for m, gadget in (*self.tables, *below) if m == model)
        return [gadget for gadget in names if self.find(model, gadget)]

    def contract(self, table: Table) -> Contract | None:
        """What a table promises: its model says it, or the table itself."""
        return self.models[table.model].contract(table)

    def promise(self, model: str, gadget: str) -> Contract | None:
        """The contract of a gadget, also of one whose table stands elsewhere."""
        table = self.find(model, gadget) or self.elsewhere(model, gadget)
        return self.contract(table) if table else self.models[model].contracts.get(gadget)

    def region(self, model: str, gadget: str) -> tuple[Bound, ...] | None:
        table = self.elsewhere(model, gadget)
        return table.region if table else None

    def elsewhere(self, model: str, gadget: str) -> Table | None:
        return self.promised.get((model, gadget)) or (self.behind.elsewhere(model, gadget) if self.behind else None)

    def chosen(self, models: Collection[str] = (), gadgets: Collection[str] = ()) -> list[Table]:
        """The tables of some models and gadgets, or of all; raises InputError for a name that is not among them."""
        of_models = [t for (model, _), t in self.tables.items() if not models or model in models]
        for kind, given, known in (
            ("model", models, {model for model, _ in self.tables}),
            ("gadget", gadgets, {table.gadget for table in of_models}),
        ):
            for name in given:
                if name not in known:
                    raise InputError(f"there is no {kind} {name!r} here; there is {', '.join(sorted(known))}")
        return [table for table in of_models if not gadgets or table.gadget in gadgets]

    def find(self, model: str, gadget: str) -> Table | None:
        table = self.tables.get((model, gadget))
        if table is None and self.behind and self.behind.models.get(model) is self.models.get(model):
            return self.behind.find(model, gadget)
        return table


@cache
def paper(printed: bool = False) -> Library:
    """The paper's tables, corrected, or exactly as printed."""
    return read_library(PAPER, printed)


def folder_of(text: str) -> Path:
    """The folder of tables that a user names: one of their own, or by its name one that is shipped."""
    named = Path(text)
    shipped = SHIPPED / text if text.isidentifier() else named
    return shipped if shipped.is_dir() and not named.is_dir() else named


def read_library(
    folder: Path, printed: bool = False, behind: Library | None = None, tables_elsewhere: bool = False
) -> Library:
    """The tables of a folder; if these may stand elsewhere, a file may also hold a contract alone."""
    if not folder.is_dir():
        raise InputError("is not a folder; give one that holds a folder of .toml files for each model", str(folder))
    files = table_files(folder)
    own: dict[str, Model] = {}
    for path in files:
        if path.name == MODEL_FILE:
            if path.parent.name in own:
                raise InputError(f"a second {MODEL_FILE} for {path.parent.name}; keep one", str(path), 1)
            own[path.parent.name] = read_model(path, path.parent.name)
    models = {**(behind.models if behind else {}), **own}
    for name, model in own.items():
        if model.derived_from:
            models[name] = derived_model(model, models, folder)
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
            same = behind is not None and behind.models.get(model.derived_from) is models[model.derived_from]
            below = {**(behind.tables if behind and same else {}), **tables}
            source = [t for (m, _), t in below.items() if m == model.derived_from]
            derived = {(model.name, t.gadget): derived_table(t, model) for t in source}
            tables = derived | tables  # a table in the folder takes the place of a derived one
    promised = {key: table for key, table in tables.items() if not table.steps}
    for table in promised.values() if not tables_elsewhere else ():
        raise InputError("has a contract but no [[step]]; for a table in LaTeX, give --tex", str(table.path), 1)
    tables = {key: table for key, table in tables.items() if key not in promised}
    if not tables and not (tables_elsewhere and (promised or own)):
        raise InputError("holds no table; put a .toml file into a folder named after its model", str(folder))
    return Library(models, dict(sorted(tables.items(), key=lambda item: order(item[1], models))), behind, promised)


def order(table: Table, models: Mapping[str, Model]) -> tuple[int, str, int, str]:
    """The order of reports: models as the paper treats them, gadgets as their contracts are listed."""
    place = MODELS.index(table.model) if table.model in MODELS else len(MODELS)
    contracts = list(models[table.model].contracts)
    rank = contracts.index(table.gadget) if table.gadget in contracts else len(contracts)
    return place, table.model, rank, table.gadget


def derived_model(model: Model, models: Mapping[str, Model], folder: Path) -> Model:
    """The model of scaled tables: the contracts of the original, with every weight scaled."""
    source = models.get(model.derived_from)
    if source is None or source.derived_from or (model.scaled and source.symbols + source.magnitudes):
        raise InputError(
            f"derived_from names {model.derived_from!r}, which is no model with tables of plain numbers",
            str(folder / model.name / MODEL_FILE),
        )
    if not set(source.symbols) <= set(model.symbols) or not set(source.magnitudes) <= set(model.magnitudes):
        raise InputError(
            f"has not the symbols and magnitudes of {model.derived_from}, from which it is derived; add them",
            str(folder / model.name / MODEL_FILE),
        )
    if source.rule_name != "hinge" and model.regularizer != "0":
        path = str(folder / model.name / MODEL_FILE)
        raise InputError(f"{source.rule_name} has no regularizer; drop it", path)
    encoding, contracts = source.encoding, source.contracts
    if model.scaled:  # else texts stay as they are: a division that cancels would be lost
        scale = model.arithmetic.read(model.scale_w)
        encoding = {k: model.arithmetic.text(model.arithmetic.read(t) * scale) for k, t in encoding.items()}
        contracts = {name: scaled_contract(c, model) for name, c in contracts.items()}
    return replace(model, rule_name=source.rule_name, encoding=encoding, contracts=contracts)


def scaled_contract(contract: Contract, model: Model) -> Contract:
    """The contract with its fixed weights scaled; truth values are scaled by the encoding."""
    numbers = model.arithmetic

    def scaled(text: str, known: Container[str]) -> str:
        fixed = text not in known and not is_call(text)
        return numbers.text(numbers.read(text) * numbers.read(model.scale_w)) if fixed else text

    return replace(
        contract,
        before={c: scaled(text, KINDS) for c, text in contract.before.items()},
        after={c: scaled(text, TRUTHS) for c, text in contract.after.items()},
        entry=tuple(tuple(scaled(text, ()) for text in line) for line in contract.entry),
        final=tuple(tuple(scaled(text, ()) for text in line) for line in contract.final),
    )


def derived_table(table: Table, model: Model) -> Table:
    """The table with every x and every weight scaled as the model says."""
    if not model.scaled:
        for name in table.constants:
            if name in model.arithmetic.symbols:
                raise InputError(f"the constant {name!r} is a symbol of {model.name}; rename one", str(table.path))
        return replace(table, model=model.name, corrections=(), path=None, places={})
    numbers = model.arithmetic
    names = {name: numbers.read(text) for name, text in table.constants.items()}

    def scaled(line: Line, factor: str) -> Line:
        return tuple(numbers.text(numbers.read(text, names) * numbers.read(factor)) for text in line)

    def scaled_lines(lines: tuple[Line, ...]) -> tuple[Line, ...]:
        return tuple(scaled(line, model.scale_w) for line in lines)

    def scaled_step(step: Step) -> Step:
        before = None if step.before is None else scaled_lines(step.before)
        y = scaled((step.y,), "1")[0] if step.y else ""
        return replace(step, x=scaled(step.x, model.scale_x), y=y, before=before, after=scaled_lines(step.after))

    return replace(
        table,
        model=model.name,
        cases=scaled_lines(table.cases),
        steps=tuple(scaled_step(step) for step in table.steps),
        constants={},
        contract=scaled_contract(table.contract, model) if table.contract else None,
        returns={c: scaled((text,), "1")[0] for c, text in table.returns.items()},  # of truth values, which are scaled
        corrections=(),
        path=None,
        places={},
    )
