"""One table under check: what its rows lead to, and what its contract expects of them.

check.table is the table as repaired so far: a wrong cell is repaired as soon as it is found, so that one misprint
is one finding, however many rows it spoils.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ogd_exact.checker.evaluated_table import CallProblem, Disturbed, EvaluatedTable, Weights, region_bounds
from ogd_exact.checker.sign_oracle import SignOracle
from ogd_exact.findings.finding import Finding, Result
from ogd_exact.kernel.errors import InputError, Kink, SignVaries, Undecided
from ogd_exact.kernel.rules import Side
from ogd_exact.tables.arithmetic import arithmetic
from ogd_exact.tables.contract import Contract, Truth
from ogd_exact.tables.expressions import ExpressionError
from ogd_exact.tables.library import Library
from ogd_exact.tables.meaning import Holding, Meaning, meaning
from ogd_exact.tables.model import positive_part
from ogd_exact.tables.read import table_environment
from ogd_exact.tables.table import Bound, Cell, Line, Step, Table

PROBLEMS = (Kink, SignVaries, Undecided, CallProblem, Disturbed, ValueError, ExpressionError)


@dataclass(frozen=True)
class Failure:
    """A line of a step that does not hold: it leads elsewhere, or cannot be run at all."""

    case: int
    computed: Weights | None = None
    problem: Exception | None = None


class TableCheck:
    def __init__(self, table: Table, library: Library) -> None:
        self.library = library
        self.model = library.models[table.model]
        self.contract: Contract | None = library.contract(table)
        self.numbers = self.model.arithmetic
        self.bounds = region_bounds(table, self.model)
        self.sides = shared_sides(self.model.symbols + self.model.magnitudes, self.bounds)
        if self.numbers.symbols and not self.sides.points:
            where = str(table.path or f"{table.model} {table.gadget}")
            raise InputError("no point of the region was found; it is empty, or state it more simply", where)
        self.readings: dict[tuple[tuple[str, str], ...], dict[str, Any]] = {}
        self.entry_lines: list[tuple[dict[str, Truth], Weights]] | None = None
        self.table = table  # as repaired so far
        examples = sum(len(step.after) for step in table.steps if not step.call)
        calls = sum(len(step.after) for step in table.steps if step.call)
        region = [bound.text for bound in self.bounds]
        self.result = Result(table, examples, calls, region, self.contract is not None)

    def reading(self, table: Table) -> EvaluatedTable:
        constants = tuple(sorted(table.constants.items()))
        values = self.readings.setdefault(constants, {})
        names = table_environment(table, self.model)
        return EvaluatedTable(table, self.model, self.library, self.numbers, names, values)

    def report(self, finding: Finding) -> None:
        self.result.findings.append(finding)

    def failures(self, table: Table, k: int, side: Side) -> list[Failure]:
        reading, step, failed = self.reading(table), table.steps[k], []
        for case, (before, after) in enumerate(zip(table.before(k), step.after, strict=True)):
            wanted, outcome = reading.line(after), self.outcome(reading, step, before, side)
            if isinstance(outcome, Exception):
                failed.append(Failure(case, problem=outcome))
            elif outcome != wanted:
                failed.append(Failure(case, outcome))
        return failed

    def outcome(self, reading: EvaluatedTable, step: Step, before: Line, side: Side) -> Weights | Exception:
        """Where a step leads from given weights, or why it leads nowhere; examples are run only once."""
        rule = (self.model.rule_name, self.model.learning_rate, self.model.regularizer)
        names = (reading.table.coordinates, tuple(sorted(reading.table.constants.items())))
        key = (rule, names, step.x, step.y, before, side == self.sides.proved)
        known: Weights | Exception | None = None if step.call else self.sides.outcomes.get(key)
        if known is None:
            try:
                known = reading.run(step, reading.line(before), side)
            except PROBLEMS as problem:
                known = problem
            if not step.call:
                self.sides.outcomes[key] = known
        return known

    def not_positive(self, value: Any) -> str:
        """The kind of finding that a value deserves; empty if it is proved positive on the region."""
        try:
            return "" if self.sides.proved(value) > 0 else "sign"
        except SignVaries:
            return "sign"
        except Undecided:
            return "undecided"

    def contract_lines(self, reading: EvaluatedTable) -> list[tuple[dict[str, Truth], Weights]]:
        """The entry weights that the precondition allows, each with its truth values."""
        assert self.contract is not None
        if self.entry_lines is None:
            self.entry_lines = [({}, self.fixed(line)) for line in self.contract.entry]
            for assignment in self.contract.assignments() if self.contract.before else ():
                self.entry_lines.append((assignment, self.weights(self.meaning(reading).found(assignment))))
        return self.entry_lines

    def meaning(self, reading: EvaluatedTable) -> Meaning:
        """What the contract says of a call, in the arithmetic of the table."""
        assert self.contract is not None
        decay = reading.decayed(self.library.examples(reading.table))
        return meaning(self.contract, reading.table.returns, decay, reading.value)

    def weights(self, holdings: Mapping[str, Holding]) -> Weights:
        return tuple(self.model.weight(held.truth) * held.magnitude for held in holdings.values())

    def fixed(self, line: Line) -> Weights:
        return tuple(self.numbers.read(text) for text in line)

    def final_weights(self, reading: EvaluatedTable, case: int) -> Weights | None:
        """What the contract promises at the end of a case; None where the case is not one of its own."""
        assert self.contract is not None
        start = reading.line(reading.table.cases[case])
        lines = self.contract_lines(reading)
        index = next((i for i, (_, weights) in enumerate(lines) if weights == start), None)
        if index is None or self.contract.coordinates != reading.table.coordinates:
            return None
        if self.contract.final:
            return self.fixed(self.contract.final[index])
        return self.weights(self.meaning(reading).left(lines[index][0]))

    def promised(self, reading: EvaluatedTable, case: int) -> Weights:
        """The promised final weights, or those printed where the contract does not know the case."""
        return self.final_weights(reading, case) or reading.line(reading.table.steps[-1].after[case])

    def final_errors(self, table: Table) -> list[tuple[Cell, Any]]:
        """The weights at the end that are not the contract's, with what they must be."""
        if self.contract is None:
            return []
        reading, last, errors = self.reading(table), len(table.steps) - 1, []
        for case, line in enumerate(table.steps[-1].after):
            pairs = zip(reading.line(line), self.promised(reading, case), strict=True)
            for k, (weight, promised) in enumerate(pairs):
                if weight != promised:
                    errors.append((Cell(last, "after", case, k), promised))
        return errors


_sides: dict[tuple[tuple[str, ...], tuple[str, ...]], SignOracle] = {}


def shared_sides(symbols: tuple[str, ...], bounds: Sequence[Bound]) -> SignOracle:
    """One Sides for each region, so that a margin met before is not searched for again."""
    key = (symbols, tuple(bound.text for bound in bounds))
    if key not in _sides:
        numbers = arithmetic(symbols)
        region = [positive_part(bound, numbers) for bound in bounds] if symbols else []
        _sides[key] = SignOracle(numbers, region)
    return _sides[key]
