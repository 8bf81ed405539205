"""Tables by model and gadget, and what is known of gadgets that are called."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ogd_exact.core.kernel.certificate import Certificate
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.tables.arithmetic import Arithmetic
from ogd_exact.core.tables.model import Model
from ogd_exact.core.tables.table import Table

MAX_CHAIN = 40


class Prover(Protocol):
    """Proposes what may be true of values over a region; nothing that it says is trusted."""

    @property
    def points(self) -> Sequence[Mapping[str, Any]]: ...
    def guess(self, value: Any) -> int: ...
    def certificate(self, polynomial: Any) -> Certificate: ...


MakeProver = Callable[[Arithmetic, Sequence[Any]], Prover]


@dataclass(frozen=True, eq=False)
class Library:
    """The fallback is for calls of gadgets that are not among its own tables."""

    models: Mapping[str, Model]
    tables: Mapping[tuple[str, str], Table]
    fallback: "Library | None" = None
    contracts_only: Mapping[tuple[str, str], Table] = field(default_factory=dict)  # of tables that stand elsewhere
    printed: bool = False  # whether corrections are left out
    prover: MakeProver | None = None  # needed by tables with symbols
    sizes: dict[tuple[str, str], int] = field(default_factory=dict, compare=False)

    def find(self, model: str, gadget: str) -> Table | None:
        table = self.tables.get((model, gadget))
        if table is None and self.fallback and self.fallback.models.get(model) is self.models.get(model):
            return self.fallback.find(model, gadget)
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
