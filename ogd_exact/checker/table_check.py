"""One table under check: what its rows lead to, and what its contract expects of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ogd_exact.checker.evaluated_table import CallProblem, Disturbed, EvaluatedTable, Weights
from ogd_exact.checker.scope import region_bounds
from ogd_exact.checker.sign_oracle import SignOracle, shared_oracle
from ogd_exact.kernel.errors import Kink, SignVaries, Undecided
from ogd_exact.kernel.rules import Side
from ogd_exact.tables.cells import Cell, Line
from ogd_exact.tables.contract import Contract, Truth
from ogd_exact.tables.data import Bound, Step
from ogd_exact.tables.library import Library
from ogd_exact.tables.limits import ExpressionError
from ogd_exact.tables.meaning import Holding, Meaning, meaning
from ogd_exact.tables.table import Table

PROBLEMS = (Kink, SignVaries, Undecided, CallProblem, Disturbed, ValueError, ExpressionError)


@dataclass(frozen=True)
class Failure:
    """A line of a step that does not hold: it leads elsewhere, or cannot be run at all."""

    case: int
    computed: Weights | None = None
    problem: Exception | None = None


@dataclass
class TableCheck:
    table: Table
    library: Library
    bounds: tuple[Bound, ...] = field(init=False)
    oracle: SignOracle = field(init=False)

    def __post_init__(self) -> None:
        self.model = self.library.models[self.table.model]
        self.numbers = self.model.arithmetic
        self.bounds = region_bounds(self.table, self.model)
        self.oracle = shared_oracle(self.numbers, self.bounds)
        self.oracle.check_inhabited(str(self.table.path or f"{self.table.model} {self.table.gadget}"))
        self.promised = self.library.contract(self.table)
        names = self.model.environment(self.table)
        self.values = EvaluatedTable(self.table, self.model, self.library, self.numbers, names)
        self.entries: list[tuple[dict[str, Truth], Weights]] | None = None

    @property
    def contract(self) -> Contract | None:
        """What is promised, if it speaks of the table's coordinates."""
        return self.promised if self.promised and self.promised.coordinates == self.table.coordinates else None

    def failures(self, k: int, side: Side) -> list[Failure]:
        """The lines of a step that do not hold."""
        step, failed = self.table.steps[k], []
        for case, (before, after) in enumerate(zip(self.table.before(k), step.after, strict=True)):
            wanted, outcome = self.values.line(after), self.outcome(step, before, side)
            if isinstance(outcome, Exception):
                failed.append(Failure(case, problem=outcome))
            elif outcome != wanted:
                failed.append(Failure(case, outcome))
        return failed

    def outcome(self, step: Step, before: Line, side: Side) -> Weights | Exception:
        """Where a step leads from given weights, or why it leads nowhere."""
        try:
            return self.values.run(step, self.values.line(before), side)
        except PROBLEMS as problem:
            return problem

    def not_proved(self, values: Sequence[Any], holds: Callable[[int], bool], otherwise: str) -> str:
        """Empty if the signs of all values are proved to be so; else what is known: otherwise, or undecided."""
        try:
            return "" if all(holds(self.oracle.proved(value)) for value in values) else otherwise
        except SignVaries:
            return otherwise
        except Undecided:
            return "undecided"

    def not_positive(self, value: Any) -> str:
        """The kind of violation that a value deserves; empty if it is proved positive on the region."""
        return self.not_proved([value], lambda sign: sign > 0, "sign")

    def undefined(self, text: str) -> str:
        """The kind of violation that an expression deserves; empty if nothing that it divides by vanishes."""
        return self.not_proved(self.numbers.divisors(text, self.values.names), bool, "undefined")

    def contract_entries(self) -> list[tuple[dict[str, Truth], Weights]]:
        """The entry weights that the precondition allows, each with its truth values."""
        contract = self.contract
        assert contract is not None
        if self.entries is None:
            self.entries = [({}, self.fixed(line)) for line in contract.entry]
            for assignment in contract.assignments() if contract.before else ():
                self.entries.append((assignment, self.weights(self.meaning().found(assignment))))
        return self.entries

    def meaning(self) -> Meaning:
        """What the contract says of a call, in the arithmetic of the table."""
        assert self.contract is not None
        decay = self.values.decayed(self.library.examples(self.table))
        return meaning(self.contract, self.table.returns, decay, self.values.value)

    def weights(self, holdings: Mapping[str, Holding]) -> Weights:
        return tuple(self.model.weight(held.truth) * held.magnitude for held in holdings.values())

    def fixed(self, line: Line) -> Weights:
        return tuple(self.numbers.read(text) for text in line)

    def final_weights(self, case: int) -> Weights:
        """What the contract promises at the end of a case, or what is printed where it does not know the case."""
        assert self.contract is not None
        start, entries = self.values.line(self.table.cases[case]), self.contract_entries()
        for index, (assignment, weights) in enumerate(entries):
            if weights == start and self.contract.final:
                return self.fixed(self.contract.final[index])
            if weights == start:
                return self.weights(self.meaning().left(assignment))
        return self.values.line(self.table.steps[-1].after[case])

    def final_errors(self) -> list[tuple[Cell, Any]]:
        """The weights at the end that are not the contract's, with what they must be."""
        errors, last = [], len(self.table.steps) - 1
        for case, line in enumerate(self.table.steps[last].after if self.contract else ()):
            for k, (weight, right) in enumerate(zip(self.values.line(line), self.final_weights(case), strict=True)):
                if weight != right:
                    errors.append((Cell(last, "after", case, k), right))
        return errors
