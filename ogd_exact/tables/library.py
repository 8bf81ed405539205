"""Tables by model and gadget, and what is known of gadgets that are called."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ogd_exact.kernel.errors import InputError
from ogd_exact.tables.contract import Contract
from ogd_exact.tables.data import Bound
from ogd_exact.tables.model import Model
from ogd_exact.tables.table import Table

MAX_CHAIN = 40
MAX_EXAMPLES = 100_000


@dataclass(frozen=True, eq=False)
class Library:
    """What lies behind it is for calls of gadgets that are not among its own tables."""

    models: Mapping[str, Model]
    tables: Mapping[tuple[str, str], Table]
    behind: "Library | None" = None
    promised: Mapping[tuple[str, str], Table] = field(default_factory=dict)  # contracts of tables that stand elsewhere
    printed: bool = False  # whether corrections are left out
    sizes: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict, compare=False)

    def find(self, model: str, gadget: str) -> Table | None:
        table = self.tables.get((model, gadget))
        if table is None and self.behind and self.behind.models.get(model) is self.models.get(model):
            return self.behind.find(model, gadget)
        return table

    def printed_of(self, table: Table) -> bool:
        """Whether a table was read without its corrections."""
        own = self.tables.get((table.model, table.gadget)) is table
        return self.printed if own or self.behind is None else self.behind.printed_of(table)

    def contract(self, table: Table) -> Contract | None:
        """What a table promises: its model says it, or the table itself."""
        return self.models[table.model].contract(table)

    def examples(self, table: Table) -> int:
        """How many training examples a table stands for, its calls expanded."""
        return self.size(table, ())[0]

    def size(self, table: Table, callers: tuple[Table, ...]) -> tuple[int, int]:
        """The number of examples, and how deep calls are nested; refuses rings, and too much of either."""
        key = (table.model, table.gadget)
        own = self.tables.get(key) is table
        if own and key in self.sizes:
            return self.sizes[key]
        if any(caller is table for caller in callers):
            names = [caller.gadget for caller in callers]
            ring = " calls ".join((*names[names.index(table.gadget) :], table.gadget))
            raise InputError(f"{ring}: a gadget cannot call itself", str(table.path))
        count, depth = 0, 0
        for step in table.steps:
            callee = self.find(table.model, step.call) if step.call else None
            examples, below = self.size(callee, (*callers, table)) if callee else (1, 0)
            count, depth = count + examples, max(depth, below + 1)
            if count > MAX_EXAMPLES or depth > MAX_CHAIN or len(callers) > MAX_CHAIN:
                limits = f"at most {MAX_EXAMPLES} examples, and calls at most {MAX_CHAIN} deep"
                raise InputError(f"a table stands for {limits}; this one is beyond", str(table.path))
        if own:
            self.sizes[key] = (count, depth)
        return count, depth

    def elsewhere(self, model: str, gadget: str) -> Table | None:
        """The contract and region of a gadget whose table stands elsewhere."""
        return self.promised.get((model, gadget)) or (self.behind.elsewhere(model, gadget) if self.behind else None)

    def promise(self, model: str, gadget: str) -> Contract | None:
        """The contract of a gadget, also of one whose table stands elsewhere."""
        table = self.find(model, gadget) or self.elsewhere(model, gadget)
        return self.contract(table) if table else self.models[model].contracts.get(gadget)

    def region(self, model: str, gadget: str) -> tuple[Bound, ...] | None:
        table = self.elsewhere(model, gadget)
        return table.region if table else None
