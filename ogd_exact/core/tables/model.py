"""A model: an update rule with its parameters, an encoding of truth values, and contracts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ogd_exact.core.kernel.step import Rule, Step, velocities
from ogd_exact.core.tables.arithmetic import Arithmetic, arithmetic
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.data import Bound, TableData
from ogd_exact.core.tables.effects import KINDS, TRUTHS, is_call
from ogd_exact.core.tables.limits import ExpressionError

ENCODING = {"true": "1", "false": "-1", "unset": "0"}  # unless a model says otherwise


@dataclass(frozen=True)
class Model:
    name: str
    rule: Rule
    learning_rate: str = "1"
    regularizer: str = "0"
    momentum: str = "0"  # the factor by which velocities are damped; with 0 there are none
    nesterov: bool = False  # whether a step looks ahead by it
    symbols: tuple[str, ...] = ()  # the same throughout a training set, such as alpha
    per_step: tuple[str, ...] = ()  # those symbols that each step may choose anew, such as an annealed rate
    magnitudes: tuple[str, ...] = ()  # chosen anew by each call, such as eps1
    encoding: Mapping[str, str] = field(default_factory=dict)
    region: tuple[Bound, ...] = ()
    contracts: Mapping[str, Contract] = field(default_factory=dict)
    derived_from: str = ""
    scale_x: str = "1"
    scale_w: str = "1"
    path: Path | None = None

    @property
    def rates(self) -> dict[str, str]:
        return {"learning_rate": self.learning_rate, "regularizer": self.regularizer, "momentum": self.momentum}

    @property
    def step_texts(self) -> list[str]:
        """The expressions that a step is made of; a constant of the rule may be called as a rate is."""
        return [*self.rates.values(), *(text for _, text in self.rule.constants)]

    @property
    def arithmetic(self) -> Arithmetic:
        return arithmetic(self.symbols + self.magnitudes)

    def step(self, value: Callable[[str], Any]) -> Step:
        """What is done with each example, in some arithmetic."""
        constants = tuple((name, value(text)) for name, text in self.rule.constants)
        momentum = value(self.momentum) if self.momentum != "0" else None
        return Step(self.rule, value(self.learning_rate), value(self.regularizer), constants, momentum, self.nesterov)

    def state(self, coordinates: Sequence[str]) -> tuple[str, ...]:
        """The coordinates of a table that no example names."""
        return velocities(coordinates) if self.momentum != "0" else self.rule.state

    def environment(self, table: TableData) -> dict[str, Any]:
        """The symbols and constants that the cells of a table may use."""
        numbers = self.arithmetic
        constants = {name: numbers.read(text) for name, text in table.constants.items()}
        return numbers.environment | constants if constants else numbers.environment

    def contract(self, table: TableData) -> Contract | None:
        """What a table promises: the model says it, or the table itself."""
        return self.contracts.get(table.gadget, table.contract)

    def weight(self, truth: str) -> Any:
        """The weight that stands for a truth value of magnitude 1 (or the fixed weight that the text says)."""
        return self.arithmetic.read(self.encoding.get(truth, truth))


def contract_texts(contract: Contract) -> list[str]:
    """The expressions of a contract: fixed weights and magnitudes, but not kinds and effects."""
    before = [text for text in contract.before.values() if text not in KINDS]
    after = [text for text in contract.after.values() if text not in TRUTHS and not is_call(text)]
    lines = [text for line in contract.entry + contract.final for text in line]
    return [*before, *after, *contract.magnitudes.values(), *lines]


def positive_part(bound: Bound, numbers: Arithmetic) -> Any:
    """The polynomial that a bound says is positive."""
    greater, less = bound.sides
    value = numbers.read(greater) - numbers.read(less)
    below = [d for side in bound.sides for d in numbers.divisors(side, numbers.environment)]
    if not numbers.symbols or any(not part.is_ground for d in below for part in (d.numer, d.denom)):
        raise ExpressionError("a bound compares two polynomials of the symbols, without division by them")
    return value.numer * (1 / value.denom.LC)
