"""z3 as whoever searches asks it: the conditions of one case more, or less, and the numbers that satisfy them."""

import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from ogd_exact.gadgets.synthesis.problem import System
from ogd_exact.text.extras import optional_module

STARTS = 2.0  # seconds in which cvc5 is there


def z3_module() -> Any:
    return optional_module("z3", "searches for examples", "synthesis")


class Solver:
    """The answers are yes, no, or None where there is none in time."""

    def __init__(self, names: Sequence[str], system: System, seed: int = 0) -> None:
        self.z3 = z3_module()
        self.variables = [self.z3.Real(name) for name in names]
        self.solver = self.z3.SolverFor("QF_NRA")
        self.solver.set("random_seed", seed)
        self.solver.set("ctrl_c", False)  # or z3 keeps an interrupt to itself, and answers that it does not know
        self.add(system)

    def term(self, polynomial: Any) -> Any:
        terms = []
        for monomial, coefficient in polynomial.terms():
            term = self.z3.RealVal(str(coefficient))
            for variable, power in zip(self.variables, monomial, strict=False):
                for _ in range(power):
                    term = term * variable
            terms.append(term)
        if len(terms) < 2:  # cvc5 knows no sums of one
            return terms[0] if terms else self.z3.RealVal(0)
        return self.z3.Sum(terms)

    def add(self, system: System) -> None:
        self.solver.add(*(self.term(equation) == 0 for equation in system.equations))
        self.solver.add(*(self.term(value) > 0 for value in system.positive))
        self.solver.add(*(self.term(value) >= 0 for value in system.weak))

    def push(self, system: System) -> None:
        self.solver.push()
        self.add(system)

    def fix(self, name: int, value: Fraction) -> None:
        self.solver.push()
        self.solver.add(self.variables[name] == self.z3.RealVal(str(value)))

    def pop(self) -> None:
        self.solver.pop()

    def satisfiable(self, seconds: float) -> bool | None:
        self.solver.set("timeout", max(1, int(seconds * 1000)))
        try:
            answer = self.solver.check()
        except self.z3.Z3Exception:  # stopped from outside
            return None
        return None if answer == self.z3.unknown else bool(answer == self.z3.sat)

    def values(self) -> list[Fraction | float]:
        """The values of the unknowns; one that is not rational is only approached."""
        model, found = self.solver.model(), list[Fraction | float]()
        for variable in self.variables:
            value = model.eval(variable, model_completion=True)
            if self.z3.is_rational_value(value):
                found.append(value.as_fraction())
            else:
                near = value.approx(20)
                found.append(float(near.as_fraction()))
        return found

    def script(self) -> str:
        """The conditions as SMT-LIB, for another solver."""
        text: str = self.solver.to_smt2()
        return "(set-logic QF_NRA)\n" + "".join(line + "\n" for line in text.splitlines() if "set-info" not in line)


def refuted_by_cvc5(script: str, seconds: float) -> bool | None:
    """Whether cvc5 finds it unsatisfiable; None where it is missing, or has no answer in time."""
    asked = [sys.executable, "-P", str(Path(__file__).with_name("ask_cvc5.py")), str(max(1, int(seconds * 1000)))]
    try:
        done = subprocess.run(
            asked, input=script, capture_output=True, text=True, timeout=seconds + STARTS, check=False
        )
    except subprocess.TimeoutExpired:
        return None
    return {"unsat": True, "sat": False}.get(done.stdout.strip())


def versions() -> dict[str, str]:
    """The versions of the two solvers."""
    found = {"z3": z3_module().get_version_string()}
    try:
        import cvc5

        found["cvc5"] = cvc5.__version__
    except ImportError:
        pass
    return found
