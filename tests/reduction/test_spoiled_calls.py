"""Programs with one call spoiled: each is refused, or does by brute force what the netlist does."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import pytest

from fuzz.independent_step import one_pass
from ogd_exact.circuits.formats.load import load
from ogd_exact.circuits.netlists.nand import to_nand
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.training.constructions.program import Call, Program
from ogd_exact.training.constructions.proof import prove
from ogd_exact.training.constructions.training import Training
from replay import CONSTRUCTIONS, LIBRARY, SPECIALS, parameters, zeroes

NETLIST = to_nand(load("counter:2"))


@dataclass(frozen=True)
class Spoiled(Program):
    """With one call left out, or moved to another coordinate at one of its places."""

    number: int = 0
    place: int | None = None
    coordinate: int = 0

    def calls(self) -> Iterator[Call]:
        for number, call in enumerate(super().calls()):
            if number != self.number:
                yield call
            elif self.place is not None:
                on = (*call.on[: self.place], self.coordinate, *call.on[self.place + 1 :])
                yield Call(call.gadget, on)


def spoiled(model: str) -> Iterator[Program]:
    right = Program(CONSTRUCTIONS[model], NETLIST)
    for number, call in enumerate(right.calls()):
        yield Spoiled(right.construction, NETLIST, number=number)
        for place, coordinate in product(range(len(call.on)), range(right.dimension)):
            if coordinate != call.on[place]:
                yield Spoiled(right.construction, NETLIST, (), number, place, coordinate)


@pytest.mark.parametrize("model", ["svm", "dense-relu"])
def test_a_spoiled_call_is_refused_or_does_no_harm(model: str) -> None:
    """A walk keeps the outcomes of calls; what it must not keep is who computes what, which only later calls show."""
    refused, harmless = 0, 0
    for program in spoiled(model):
        try:
            proved = prove(program, LIBRARY, parameters(model))
        except InputError as error:
            assert str(error).startswith("the program is wrong: ")
            refused += 1
            continue
        harmless += 1
        examples = list(Training(proved, LIBRARY, parameters(model)).examples())
        for bits in product((False, True), repeat=NETLIST.inputs):
            weights = zeroes(model, program.dimension)
            inputs = [str(SPECIALS[model] + i) for i in range(NETLIST.inputs)]
            for key, bit in zip(inputs, bits, strict=True):
                weights[key] = Fraction(LIBRARY.models[model].encoding["true" if bit else "false"])
            follows = NETLIST.evaluate(bits)
            assert one_pass(model, weights, iter(examples)) == follows[-1]
            assert [weights[key] > 0 for key in inputs] == list(follows)
    assert refused > 500 and harmless < 10
