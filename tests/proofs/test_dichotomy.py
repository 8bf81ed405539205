"""The dichotomy in Coq: its training sets compute, stepped by a program that knows the loss alone; and no axioms."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice

import pytest
from coq import checked
from test_training_sets import Example, circuit_term, examples_in

from ogd_exact.circuits.netlists.nand import Netlist
from ogd_exact.documents.coq.coqc import ASKED as ASKED_FOR
from ogd_exact.documents.coq.development import theorems_apart, theory
from ogd_exact.training.constructions.reduction import reduced
from ogd_exact.training.constructions.request import Request

THIRD, TAU = Fraction(1, 3), Fraction(2, 7)
# The construction in Coq, how many coordinates hold a weight, the rate, and what the residual u is made to move by.
LOSSES: dict[str, tuple[str, int, Fraction, Callable[[Fraction], Fraction]]] = {
    "expectile": (
        "Let pieces : list (rationals -> rationals) := expectile (1/#3). Let v : list rationals := [#5; #2; #1].\n"
        "Let rate : rationals := #3/#10. Let K := slope_construction [0] pieces (rate * square_of v) 1 1 0 0 (-1) #3.",
        3,
        Fraction(3, 10),
        lambda u: u if u > 0 else u * THIRD,
    ),
    "pinball": (
        "Let pieces : list (rationals -> rationals) := pinball (#2/#7). Let v : list rationals := [1].\n"
        "Let rate : rationals := #1/#4. Let K := ends_construction (rate * square_of v) 1 (#2/#7) (#2/#7 - 1) 0 0.",
        1,
        Fraction(1, 4),
        lambda u: TAU if u > 0 else TAU - 1,
    ),
}
FILES = ("Passive", "Falling", "Barrier", "Dichotomy", "Squares")
HEAD = f"Require Import OGD.Rows {' '.join(f'OGD.{file}' for file in FILES)}."
ASKED = f"""{HEAD}
Require Import OGD.Rationals.
Local Open Scope field_scope.
Section Loss.
GIVEN
Definition printed C := fractions (lifted v (train (residual_rule [0] pieces (rate * square_of v)) K) C).
End Loss.
"""
CIRCUITS, PASSES = ("counter:1", "johnson:2"), 9


def steps(
    examples: list[Example], rate: Fraction, move: Callable[[Fraction], Fraction]
) -> Iterator[dict[int, Fraction]]:
    """The weights after each example, pass after pass; none stands on the break."""
    weights = dict.fromkeys({c for x, _ in examples for c in x}, Fraction(0))
    while True:
        for x, y in examples:
            residual = y - sum(p * weights[c] for c, p in x.items())
            assert residual != 0
            weights |= {c: weights[c] + rate * move(residual) * p for c, p in x.items()}
            yield weights


def iterates(netlist: Netlist) -> Iterator[tuple[list[bool], bool]]:
    """The inputs after each application of the circuit, and what it answered."""
    bits = [False] * netlist.inputs
    while True:
        values = list(bits)
        for a, b in netlist.gates:
            values.append(not (values[a] and values[b]))
        bits = [values[o] for o in netlist.outputs]
        yield bits, values[netlist.answer]


@pytest.mark.parametrize("loss", LOSSES)
def test_training_sets_of_the_theorem_compute(loss: str) -> None:
    given, width, rate, move = LOSSES[loss]
    netlists = [reduced(Request(circuit)).netlist for circuit in CIRCUITS]
    asked = "".join(f"Eval vm_compute in printed {circuit_term(netlist)}.\n" for netlist in netlists)
    answer = checked(f"set_{loss}", ASKED.replace("GIVEN", given) + asked)
    assert answer.accepted, answer.complaint
    for netlist, examples in zip(netlists, examples_in(answer.printed), strict=True):
        run = steps(examples, rate, move)
        for bits, yes in islice(iterates(netlist), PASSES):
            weights = [dict(next(run)) for _ in examples]
            assert any(w[0] > 0 for w in weights) == yes
            if yes:
                break
            assert [weights[-1][width * (1 + i)] > 0 for i in range(len(bits))] == bits
        else:
            raise AssertionError("the circuit never said yes")


def test_theorems_of_no_model_are_asked_for_and_rest_on_no_axiom() -> None:
    """All that need the theory of this page; the full tests compile the others."""
    asked = [name for name in ASKED_FOR.findall(theorems_apart(theory())) if name.split(".")[0] in FILES]
    assert {
        "Barrier.affine_moves_make_no_nand",
        "Falling.nothing_is_overwritten",
        "Squares.rationals_have_squares",
    } <= {*asked}
    assert {"Passive.weights_alternate_finitely_often", "Dichotomy.never_falling_computes"} <= {*asked}
    whole = f"Definition whole := ({', '.join(f'@{name}' for name in asked)})."  # at once, as each question takes long
    answer = checked("apart", f"{HEAD}\n{whole}\nPrint Assumptions whole.\n")
    assert answer.accepted and answer.assumptions == {"whole": ()}, answer.complaint
