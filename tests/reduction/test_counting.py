"""Gates that count, and netlists that ABC makes shorter: what they must do is asked of the bits themselves."""

import shutil
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import pytest

from conftest import called, edit, examples, needs_program
from ogd_exact.circuits.invariants import shorter as by_abc
from ogd_exact.circuits.netlists.builder import Circuit, Signal
from ogd_exact.circuits.netlists.nand import Netlist, to_nand
from ogd_exact.gadgets.reading.folder import SHIPPED
from ogd_exact.training.constructions import mapped
from ogd_exact.training.constructions.counting import table
from ogd_exact.training.constructions.reduction import chosen_construction, reduced
from ogd_exact.training.constructions.request import Request

LIBRARY, BUILT = chosen_construction("svm", "shortest", "first-coordinate")


def counting(flips: tuple[bool, ...], least: int, opposite: bool) -> Netlist:
    """The first latch takes over whether so many latches, or their opposites, are true, or whether they are not."""
    circuit = Circuit()
    bits = circuit.register("x", len(flips))
    reached: list[Signal] = [circuit.constant(1)] + [circuit.constant(0)] * least  # at least 0, 1, 2...
    for bit, flip in zip(bits, flips, strict=True):
        literal = ~bit if flip else bit
        reached = [one | (literal & before) for one, before in zip(reached, [reached[0], *reached], strict=False)]
    circuit.set_next(bits[0], ~reached[least] if opposite else reached[least])
    for bit in bits[1:]:
        circuit.set_next(bit, bit)
    circuit.bad(bits[1] & bits[2])
    return to_nand(circuit.sequential())


def test_life_takes_two_counts_and_a_write_for_each_cell() -> None:
    """Of 5, 5 and 4 examples; besides, the opposites of the glider's five cells, and the question."""
    board, columns = 4, 4
    question = 5 * board + 4 + 3
    assert reduced(Request("life:4", "svm", tables="shortest")).examples <= 14 * board * columns + 4 * 5 + question


def test_counts_are_met_and_right() -> None:
    chance = Random(1)
    for _ in range(examples(40)):
        flips = tuple(chance.random() < 0.3 for _ in range(chance.randint(5, 9)))
        least, opposite = chance.randint(1, len(flips)), chance.random() < 0.5
        netlist = counting(flips, least, opposite)
        found = mapped.mapped(netlist, BUILT, LIBRARY)
        names = {call.gadget for gate in found.construction.kinds for call in gate.calls}
        assert any(name.startswith("at_least") for name in names) or least in (1, len(flips))  # which NANDs do, too
        for state in product((False, True), repeat=len(flips)):
            count = sum(bit != flip for bit, flip in zip(state, flips, strict=True))
            after, answer = found.netlist.step((*state, False))
            assert after[0] == ((count >= least) != opposite) and after[1:-1] == state[1:]
            assert answer == (state[1] and state[2])


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"-16"]', '"-15"]', "is not verified"),
        ('"0", "0", "16"', '"0", "16"', "have an entry each for 1 to 12 examples"),
        ("32*t - 17", "32*s - 17", "expected a number, in which t may occur"),
        ('"2", "-258"', '"1/2", "-258"', "meets a kink with"),
        ("[at_least]", "[at_least]\nmost = 3", "unknown key"),
    ],
)
def test_wrong_rules(tmp_path: Path, old: str, new: str, reason: str) -> None:
    folder = Path(shutil.copytree(SHIPPED / "shortest", tmp_path / "mine"))
    edit(folder / "svm" / "construction.toml", old, new)
    answer = called("reduce", "life:3", "--tables", folder)
    assert answer.code == 2 and reason in answer.err, answer.err


@pytest.mark.parametrize("operands", range(5, 10))
def test_the_rule_is_right_for_every_count(operands: int) -> None:
    """In fractions: as all operands are treated alike, each keeps its distance from where it began."""
    assert BUILT.counting is not None
    for least in range(1, operands + 1):
        made = table(LIBRARY, "svm", BUILT.counting, operands, least)
        rows = [(Fraction(step.x[0]), Fraction(step.x[-1])) for step in made.steps]
        for count, target in product(range(operands + 1), (0, 2)):
            moved, held = Fraction(0), Fraction(target)
            for each, own in rows:
                score = each * (2 * count + operands * moved) + own * held
                assert score != 1
                if score < 1:
                    moved, held = moved + each, held + own
            assert (moved, held) == (0, 2 * (count >= least))


def test_abc_is_not_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A netlist that does something else, or has other inputs, is not taken; without ABC ours is."""
    netlist = counting((False,) * 5, 3, opposite=False)
    own = mapped.in_gates(netlist, BUILT.kinds)
    for other in (counting((False,) * 5, 2, False), counting((False,) * 6, 3, False), None):
        monkeypatch.setattr(mapped, "shorter", lambda _, other=other: other)
        assert mapped.in_gates(netlist, BUILT.kinds) == own


def test_netlists_do_the_same_where_every_state_agrees() -> None:
    chance, alike = Random(2), 0
    for _ in range(examples(300)):
        gates = [(chance.randrange(2 + k), chance.randrange(2 + k)) for k in range(4)]
        one = Netlist(2, tuple(gates), (4, 5), ())
        gates[chance.randrange(4)] = (chance.randrange(2), chance.randrange(2))
        other = Netlist(2, tuple(gates), (4, 5), ())
        same = all(one.step(state) == other.step(state) for state in product((False, True), repeat=2))
        alike += same
        assert one.does_as(other) == same
    assert alike


def test_passes_are_as_short_as_abc_makes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    needs_program("berkeley-abc", "abc", "yosys-abc")
    for machine, most in (("rule110:8", 110), ("mult:4", 35)):
        assert reduced(Request(machine, "svm", tables="shortest")).examples <= most
    monkeypatch.setattr(by_abc, "ABC", ("no-such-program",))
    assert by_abc.shorter(counting((False,) * 5, 3, opposite=False)) is None
