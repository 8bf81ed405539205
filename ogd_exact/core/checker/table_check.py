"""One table under check: what its rows lead to, and what its contract expects of them."""

from collections.abc import Callable, Sequence
from typing import Any

from ogd_exact.core.checker.evaluated_table import EvaluatedTable, Weights
from ogd_exact.core.checker.scope import region_bounds
from ogd_exact.core.checker.sign_oracle import shared_oracle
from ogd_exact.core.checker.violation import CallProblem, Disturbed, Failure
from ogd_exact.core.kernel.errors import Kink, SignVaries, Undecided
from ogd_exact.core.kernel.step import Side
from ogd_exact.core.tables.cells import Cell, Line
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.data import Step
from ogd_exact.core.tables.effects import ANY, Truth
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.core.tables.meaning import meaning
from ogd_exact.core.tables.table import Table

Promise = tuple[dict[str, Truth], Weights, Weights]
PROBLEMS = (Kink, SignVaries, Undecided, CallProblem, Disturbed, ValueError, ExpressionError)


class TableCheck:
    def __init__(self, table: Table, library: Library) -> None:
        self.table, self.library, self.model = table, library, library.models[table.model]
        self.numbers, self.bounds = self.model.arithmetic, region_bounds(table, self.model)
        self.oracle = shared_oracle(self.numbers, tuple(bound.text for bound in self.bounds), library.prover)
        self.oracle.check_inhabited(str(table.path or f"{table.model} {table.gadget}"))
        self.promised = self.model.contract(table)
        self.values = EvaluatedTable(table, self.model, library, self.numbers, self.model.environment(table))
        self.promised_cases: list[Promise] | None = None

    @property
    def contract(self) -> Contract | None:
        """What is promised, if it speaks of the table's coordinates."""
        return self.promised if self.promised and self.promised.coordinates == self.table.coordinates else None

    def failures(self, k: int, side: Side) -> list[Failure]:
        """The lines of a step that do not hold."""
        step, failed = self.table.steps[k], []
        for case, (before, after) in enumerate(zip(self.table.before(k), step.after, strict=True)):
            wanted, outcome = self.values.line(after), self.outcome(step, before, side)
            if outcome != wanted:
                stopped = isinstance(outcome, Exception)
                failed.append(Failure(case, wanted, *((None, outcome) if stopped else (outcome,))))
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

    def promises(self) -> list[Promise]:
        """The cases of the contract: the truth values, and the weights that stand for them at the start and the end."""
        contract = self.contract
        assert contract is not None
        if self.promised_cases is None:
            listed = zip(contract.entry, contract.final, strict=True)
            self.promised_cases = [({}, self.fixed(start), self.fixed(end)) for start, end in listed]
            decay, weight = self.values.decayed(self.library.examples(self.table)), self.model.weight
            does = meaning(contract, self.table.returns, decay, self.values.value)
            for truths in contract.assignments() if contract.before else ():
                start = (weight(truths[c]) * does.found_magnitudes[c] for c in contract.coordinates)
                effects = {c: contract.effect(c, truths) for c in contract.coordinates}
                end = (None if e == ANY else weight(e) * does.left_magnitudes[c] for c, e in effects.items())
                self.promised_cases.append((truths, tuple(start), tuple(end)))
        return self.promised_cases

    def fixed(self, line: Line) -> Weights:
        return tuple(self.numbers.read(text) for text in line)

    def final_weights(self, case: int) -> Weights:
        """What the contract promises at the end of a case, or what is printed where it promises nothing."""
        start, printed = (self.values.line(lines[case]) for lines in (self.table.cases, self.table.steps[-1].after))
        promised = next((end for _, found, end in self.promises() if found == start), printed)
        return tuple(weight if end is None else end for end, weight in zip(promised, printed, strict=True))

    def final_errors(self) -> list[tuple[Cell, Any]]:
        """The weights at the end that are not the contract's, with what they must be."""
        errors, last = [], len(self.table.steps) - 1
        for case, line in enumerate(self.table.steps[last].after if self.contract else ()):
            for k, (weight, right) in enumerate(zip(self.values.line(line), self.final_weights(case), strict=True)):
                if weight != right:
                    errors.append((Cell(last, "after", case, k), right))
        return errors
