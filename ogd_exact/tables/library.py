"""Tables by model and gadget, and what is known of gadgets that are called."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ogd_exact.kernel.errors import InputError
from ogd_exact.tables.model import Model
from ogd_exact.tables.table import Table

MAX_CHAIN = 40


@dataclass(frozen=True, eq=False)
class Library:
    """What lies behind it is for calls of gadgets that are not among its own tables."""

    models: Mapping[str, Model]
    tables: Mapping[tuple[str, str], Table]
    behind: "Library | None" = None
    promised: Mapping[tuple[str, str], Table] = field(default_factory=dict)  # contracts of tables that stand elsewhere
    printed: bool = False  # whether corrections are left out
    sizes: dict[tuple[str, str], int] = field(default_factory=dict, compare=False)

    def find(self, model: str, gadget: str) -> Table | None:
        table = self.tables.get((model, gadget))
        if table is None and self.behind and self.behind.models.get(model) is self.models.get(model):
            return self.behind.find(model, gadget)
        return table

    def examples(self, table: Table, depth: int = 0) -> int:
        """How many training examples a table stands for, its calls expanded; refuses calls without end."""
        if depth > MAX_CHAIN:
            raise InputError(f"calls are at most {MAX_CHAIN} deep", str(table.path or table.gadget))
        key = (table.model, table.gadget)
        own = self.tables.get(key) is table  # others may have the same name
        if own and key in self.sizes:
            return self.sizes[key]
        called = [self.find(table.model, step.call) if step.call else None for step in table.steps]
        count = sum(self.examples(callee, depth + 1) if callee else 1 for callee in called)
        if own:
            self.sizes[key] = count
        return count
