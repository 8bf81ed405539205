"""Two SMT solvers on every margin of the symbolic tables, built from the texts without our arithmetic.

On which side a case must fall is read off the weights after the step; the solvers are asked whether any point
of the region puts it on the other side, or on the kink. Their word is no certificate, but it is independent.
"""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from conftest import needs, sampled
from ogd_exact.core.checker.scope import region_bounds
from ogd_exact.core.tables.data import Step
from ogd_exact.core.tables.expressions import Node, parse
from ogd_exact.core.tables.table import Table
from ogd_exact.gadgets.reading.folder import paper

TABLES = {f"{t.model}-{t.gadget}": t for t in paper().tables.values() if paper().models[t.model].symbols}


def translate(node: Node, algebra: Any) -> Any:
    if node.kind == "number":
        return algebra.number(node.number)
    if node.kind == "symbol":
        return algebra.symbol(node.symbol)
    if node.kind == "^":
        base, power = translate(node.operands[0], algebra), node.operands[1].number
        result = algebra.number(1)
        for _ in range(abs(power)):
            result = algebra.multiply(result, base)
        return result if power >= 0 else algebra.divide(algebra.number(1), result)
    parts = [translate(operand, algebra) for operand in node.operands]
    if node.kind == "neg":
        return algebra.subtract(algebra.number(0), parts[0])
    return {"+": algebra.add, "-": algebra.subtract, "*": algebra.multiply, "/": algebra.divide}[node.kind](*parts)


class Z3:
    def __init__(self) -> None:
        self.z3 = needs("z3", "z3-solver")
        self.solver = self.z3.SolverFor("QF_NRA")
        self.number, self.symbol = self.z3.RealVal, self.z3.Real

    add = staticmethod(lambda a, b: a + b)
    subtract = staticmethod(lambda a, b: a - b)
    multiply = staticmethod(lambda a, b: a * b)
    divide = staticmethod(lambda a, b: a / b)

    def positive(self, value: Any) -> None:
        self.solver.add(value > 0)

    def not_positive(self, value: Any) -> None:
        self.solver.add(value <= 0)

    def impossible(self) -> bool:
        return bool(self.solver.check() == self.z3.unsat)


class Cvc5:
    def __init__(self) -> None:
        self.cvc5 = needs("cvc5", "cvc5")
        self.terms = self.cvc5.TermManager()
        self.solver = self.cvc5.Solver(self.terms)
        self.solver.setLogic("QF_NRA")
        self.symbols: dict[str, Any] = {}

    def number(self, value: int) -> Any:
        return self.terms.mkReal(value)

    def symbol(self, name: str) -> Any:
        return self.symbols.setdefault(name, self.terms.mkConst(self.terms.getRealSort(), name))

    def make(self, kind: str, a: Any, b: Any) -> Any:
        return self.terms.mkTerm(getattr(self.cvc5.Kind, kind), a, b)

    def add(self, a: Any, b: Any) -> Any:
        return self.make("ADD", a, b)

    def subtract(self, a: Any, b: Any) -> Any:
        return self.make("SUB", a, b)

    def multiply(self, a: Any, b: Any) -> Any:
        return self.make("MULT", a, b)

    def divide(self, a: Any, b: Any) -> Any:
        return self.make("DIVISION", a, b)

    def positive(self, value: Any) -> None:
        self.solver.assertFormula(self.make("GT", value, self.number(0)))

    def not_positive(self, value: Any) -> None:
        self.solver.assertFormula(self.make("LEQ", value, self.number(0)))

    def impossible(self) -> bool:
        return bool(self.solver.checkSat().isUnsat())


def moved(table: Table, step: Step, before: tuple[str, ...], case: int) -> bool:
    """Whether the printed weights of a case change other than by decay."""
    model = paper().models[table.model]
    numbers = model.arithmetic
    decay = 1 - numbers.read(model.learning_rate) * numbers.read(model.regularizer)
    return any(numbers.read(a) * decay != numbers.read(b) for a, b in zip(before, step.after[case], strict=True))


def margins(table: Table) -> Iterator[tuple[str, str]]:
    """Texts that must be positive on the region: each margin, turned to the side on which it must lie."""
    for i, step in enumerate(table.steps):
        for case, before in enumerate(table.before(i)):
            if step.x:
                product = " + ".join(f"({x})*({w})" for x, w in zip(step.x, before, strict=True))
                margin = f"({step.y})*({product}) - 1"
                yield f"step {i + 1}, case {case + 1}", f"-({margin})" if moved(table, step, before, case) else margin
        for text in step.magnitudes.values():
            yield f"step {i + 1}, magnitude", text


@pytest.mark.parametrize(("name", "solver"), sampled(product(TABLES, [Z3, Cvc5]), 2))
def test_no_point_of_the_region_is_on_the_wrong_side(name: str, solver: Callable[[], Any]) -> None:
    table, reduction = TABLES[name], 0
    for place, text in margins(table):
        algebra = solver()
        for bound in region_bounds(table, paper().models[table.model]):
            left, sign, right = bound.text.partition(">") if ">" in bound.text else bound.text.partition("<")
            greater, less = (left, right) if sign == ">" else (right, left)
            algebra.positive(translate(parse(f"({greater}) - ({less})"), algebra))
        algebra.not_positive(translate(parse(text), algebra))
        assert algebra.impossible(), f"{table.model} {table.gadget} {place}"
        reduction += 1
    assert reduction == sum(len(s.after) if s.x else len(s.magnitudes) for s in table.steps)
