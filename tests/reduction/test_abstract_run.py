"""One call by itself: which magnitudes it is given, and that those found and left are as its contract says."""

from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from ogd_exact.circuits.formats.load import load
from ogd_exact.circuits.netlists.nand import Netlist, to_nand
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import Number, rational
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.data import Step
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.model import ENCODING, Model
from ogd_exact.core.tables.rules import RULES
from ogd_exact.core.tables.table import Table
from ogd_exact.training.constructions.abstract_run import AbstractRun, Effect, Held
from ogd_exact.training.constructions.called import called
from ogd_exact.training.constructions.construction import Construction, Pattern, Phase
from ogd_exact.training.constructions.program import Call, Program
from ogd_exact.training.constructions.terms import Terms, numbered, reduced, truth_table

MODEL = Model("m", RULES["hinge"], magnitudes=("e",), encoding=ENCODING)
BIT, UNSET = frozenset({"true", "false"}), frozenset({"unset"})
ROWS = (("0", "0"),)
KIND = "bit or unset"
SHARED = Contract("g", "", ("i1", "i2"), {"i1": KIND, "i2": KIND}, magnitudes={"i1": "e", "i2": "e"})
TABLE = Table("m", "g", "tab:g", ("i1", "i2"), ROWS, (Step(ROWS, x=("0", "0"), y="1"),), contract=SHARED)
BUILT = Construction("m", "m", ("bot",), "bot", KIND, {}, {}, None, ())


def run(table: Table = TABLE, model: Model = MODEL) -> AbstractRun:
    return AbstractRun(Program(BUILT, to_nand(load("counter:2"))), Library({"m": model}, {("m", "g"): table}), {})


def effect(table: Table, *held: Held) -> Effect:
    """Of a call on the first two coordinates, which hold that."""
    walk = run(table)
    walk.held = [*held]
    return walk.effect(Call("g", (0, 1)), called(walk.library, "m", "g"), (0, 1), 1, check_regions=True)


def bit(magnitude: int) -> Held:
    return Held(BIT, rational(magnitude))


def unset(magnitude: int) -> Held:
    return Held(UNSET, rational(magnitude))


def test_a_call_without_a_value_is_refused() -> None:
    """What a table makes of magnitudes is defined in its region, and the walk may try others."""
    table = replace(TABLE, constants={"k": "1/(2 - e)"})
    assert effect(table, bit(3), bit(3)).given == {"e": 3}
    with pytest.raises(InputError, match="has no value where e = 2: division by zero"):
        effect(table, bit(2), bit(2))


def test_two_coordinates_of_one_magnitude_must_have_it() -> None:
    assert effect(TABLE, bit(2), bit(2)) == Effect({"e": 2}, ((BIT, 2), (BIT, 2)))
    with pytest.raises(InputError, match="needs magnitude 2 at input0, not 3"):
        effect(TABLE, bit(2), bit(3))
    with pytest.raises(InputError, match="needs magnitude 1 at bot, not 2"):
        effect(replace(TABLE, contract=replace(SHARED, magnitudes={"i2": "e"})), bit(2), bit(3))


def test_a_coordinate_that_is_0_gives_way() -> None:
    assert effect(TABLE, unset(9), bit(2)).given == effect(TABLE, bit(2), unset(9)).given == {"e": 2}
    assert effect(TABLE, unset(9), unset(8)).given == {"e": 9}


def test_a_coordinate_without_a_symbol_for_its_magnitude_gives_none() -> None:
    assert effect(replace(TABLE, contract=replace(SHARED, magnitudes={"i2": "e"})), bit(1), bit(3)).given == {"e": 3}


@pytest.mark.parametrize(
    ("untouched", "allowed"),
    [
        ({"i1": "true"}, True),
        ({"i1": "not(i2)"}, True),
        ({}, False),
        ({"i2": "true"}, False),
        ({"i1": "copy(i2)"}, False),
    ],
)
@pytest.mark.parametrize("key", ["untouched", "never_positive"])
def test_a_call_leaves_the_coordinate_of_the_answer_alone_or_low_unless_the_answer_is_yes(
    key: str, untouched: Any, allowed: bool
) -> None:
    """It is called on bot and on a coordinate that holds the answer."""
    walk = run(replace(TABLE, contract=replace(SHARED, **{key: untouched})))
    walk.held = [unset(1), bit(1)._replace(term=walk.answer)]
    with nullcontext() if allowed else pytest.raises(InputError, match="moves bot though the answer may be no"):
        walk.check_answer(Call("g", (0, 1)), called(walk.library, "m", "g"), (0, 1), 1)


def test_a_magnitude_that_a_call_leaves_is_positive() -> None:
    contract = replace(SHARED, after={"i1": "copy(i1)"}, returns=("i1",))
    table = replace(TABLE, contract=contract, returns={"i1": "2 - e"})
    assert effect(table, bit(1), bit(1)).after[0] == (BIT, 1)
    for magnitude in (2, 3):
        with pytest.raises(InputError, match=f"leaves magnitude {2 - magnitude}, which is not positive"):
            effect(table, bit(magnitude), bit(magnitude))


def test_one_name_for_one_weight_but_fixed_weights_are_no_truth_values() -> None:
    """Only 0 is both; where false is 0 as well, so is unset."""
    walk = run()
    names = {text: walk.truth(text) for text in ("1", "2/2", "true", "false", "-1", "0", "unset")}
    assert names == {"1": "1", "2/2": "1", "true": "true", "false": "false", "-1": "-1", "0": "unset", "unset": "unset"}
    low = run(model=replace(MODEL, encoding={**ENCODING, "false": "0"}))
    assert low.truth("unset") == low.truth("0") == low.truth("false") == "false"


def applied(terms: Terms, effect: str, *arguments: int) -> int:
    """Of a, b and c, in this order, whatever an effect is of."""
    return terms.applied(truth_table(effect), arguments)


def test_unset_if_false_is_another_value_unless_false_is_unset() -> None:
    walk, low = run().terms, run(model=replace(MODEL, encoding={**ENCODING, "false": "0"})).terms
    assert applied(walk, "unset_if_false(a)", 7) != 7 and applied(low, "unset_if_false(a)", 7) == 7
    nand = applied(walk, "nand(a, b)", 7, 8)
    assert applied(walk, "unset_if_false(nand(a, b))", 7, 8) == applied(walk, "unset_if_false(a)", nand) != nand
    assert applied(walk, "copy(a)", 7) == applied(walk, "false_if_unset(a)", 7) == 7


def test_a_value_is_the_same_however_it_is_written() -> None:
    terms = Terms()
    assert applied(terms, "not(a)", 7) == applied(terms, "nand(a, b)", 7, 7) != 7
    assert applied(terms, "nand(a, b)", 7, 8) == applied(terms, "nand(a, b)", 8, 7) != applied(terms, "nor(a, b)", 7, 8)
    assert applied(terms, "implies(a, b)", 7, 8) != applied(terms, "implies(a, b)", 8, 7)
    assert applied(terms, "implies(a, b)", 7, 8) == applied(terms, "or(not(a), b)", 7, 8)
    assert applied(terms, "nand(false_if_unset(a), false_if_unset(b))", 7, 8) == applied(terms, "nand(a, b)", 7, 8)
    assert applied(terms, "maj(a, b, c)", 9, 7, 8) == applied(terms, "maj(a, b, c)", 7, 8, 9)
    assert applied(terms, "maj(a, b, c)", 7, 7, 8) == applied(terms, "and(a, or(a, b))", 7, 8) == 7
    assert applied(terms, "mux(a, b, c)", 7, 8, 9) != applied(terms, "mux(a, b, c)", 7, 9, 8)
    assert (
        applied(terms, "xor(a, b)", 7, 7) == applied(terms, "and(a, not(a))", 8) != applied(terms, "xnor(a, b)", 7, 7)
    )


@pytest.mark.parametrize("seed", range(50))
def test_a_function_of_fewer_values_agrees_with_the_one_it_was_made_of(seed: int) -> None:
    chance = Random(seed)
    arity, values = chance.randint(1, 4), chance.randint(1, 4)
    table = "".join(chance.choice("01") for _ in range(2**arity))
    places = tuple(chance.randrange(values) for _ in range(arity))
    distinct = sorted({*places})
    made, used = reduced(table, tuple(map(distinct.index, places)))
    for bits in product("01", repeat=values):
        row = "".join(bits[place] for place in places)
        less = "".join(bits[distinct[k]] for k in used)
        assert table[int(row, 2)] == made[int(less or "0", 2)]
    for k in range(len(used)):  # and depends on all that it keeps
        rows = [*product("01", repeat=len(used))]
        flipped = ["".join("10"[int(b)] if j == k else b for j, b in enumerate(row)) for row in rows]
        assert any(made[int("".join(row), 2)] != made[int(flip, 2)] for row, flip in zip(rows, flipped, strict=True))


def test_what_is_made_of_an_unknown_value_is_unknown() -> None:
    """Else two values that nobody knows would be the same."""
    terms = Terms()
    for text in ("copy(a)", "not(a)", "unset_if_false(a)"):
        table = truth_table(text)
        assert terms.result((table, (0,)), [None, 7]) is None
        assert terms.result((table, (1,)), [None, 7]) == terms.applied(table, [7])
    assert terms.result(("1110", (0, 1)), [None, 7]) is terms.result(("1110", (1, 0)), [None, 7]) is None


def test_what_a_rule_has_besides_the_coordinates_lies_behind_them_in_order() -> None:
    program = Program(replace(BUILT, state=("u", "v")), to_nand(load("counter:2")))
    walk = AbstractRun(program, Library({"m": MODEL}, {("m", "g"): TABLE}), {})
    assert walk.state == {"u": program.dimension, "v": program.dimension + 1}


def given_magnitudes(decay: str, first: list[int]) -> list[Number]:
    """What two rounds of calls of one example are given, that leave each of the inputs alone."""
    contract = Contract("g", "", ("i1",), {"i1": KIND}, magnitudes={"i1": "e"})
    table = Table("m", "g", "tab:g", ("i1",), (("0",),), (Step((("0",),), x=("0",), y="1"),), contract=contract)
    phase = Phase("inputs", (Pattern("g", ("i",)),), ())
    program = Program(replace(BUILT, phases=(phase, phase)), Netlist(2, ((0, 1),), (2, 2), ()))
    model = replace(MODEL, regularizer=f"1 - {decay}")
    walk = AbstractRun(program, Library({"m": model}, {("m", "g"): table}), {})
    start = {program.signal(i): rational(magnitude) for i, magnitude in enumerate(first)}
    return [step.magnitudes["e"] for step in walk.steps(start)]


@pytest.mark.parametrize("decay", ["1", "1/2", "2"])
def test_the_magnitude_that_a_call_is_given_has_decayed_with_every_example_before_it(decay: str) -> None:
    """Weights would grow if the regularizer were negative."""
    assert given_magnitudes(decay, [1, 1]) == [Fraction(decay) ** number for number in range(4)]


def test_calls_that_find_other_magnitudes_are_given_those() -> None:
    assert given_magnitudes("1", [2, 3]) == [2, 3, 2, 3]


def test_every_input_and_gate_begins_with_the_magnitude_of_its_own_place() -> None:
    walk = run()
    first, size = len(BUILT.special), walk.program.netlist.inputs + len(walk.program.netlist.gates)
    magnitudes = {first + k: rational(k + 2) for k in range(size)}
    assert [held.magnitude for held in walk.start(magnitudes)] == [1] * first + [k + 2 for k in range(size)]


@pytest.mark.parametrize("length", [1, 2, 3])
def test_other_values_have_another_number(length: int) -> None:
    """Or two gates that read other values would be taken for one."""
    some = [*product(range(12), repeat=length)]
    assert len({numbered(arguments) for arguments in some}) == len(some)
