"""The checker by itself: which condition fails where, in tables made here, that no reader has looked at."""

from contextlib import nullcontext
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from ogd_exact.core.checker.conditions import violations
from ogd_exact.core.checker.evaluated_table import BYSTANDER, Bystander
from ogd_exact.core.checker.sign_oracle import SignOracle
from ogd_exact.core.checker.table_check import TableCheck
from ogd_exact.core.checker.verification import Verification
from ogd_exact.core.checker.violation import Disturbed, Violation, undecided
from ogd_exact.core.kernel.errors import InputError, Undecided
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.core.tables.arithmetic import arithmetic
from ogd_exact.core.tables.cells import Cell
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.data import Bound, Step
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.core.tables.model import ENCODING, Model, positive_part
from ogd_exact.core.tables.rules import RULES
from ogd_exact.core.tables.table import Table
from ogd_exact.gadgets.prover.proposals import Prover
from ogd_exact.gadgets.reading.folder import PAPER, paper

MODEL = Model("m", RULES["hinge"], encoding=ENCODING)
BITS = (("-1",), ("1",))
STAYS = Step(BITS, x=("0",), y="1")  # x = 0 moves nothing
KEEP = Contract("g", "tab:g", ("i1",), before={"i1": "bit"}, after={"i1": "copy(i1)"})
TABLE = Table("m", "g", "tab:g", ("i1",), BITS, (STAYS,), contract=KEEP)


def library(model: Model, *tables: Table) -> Library:
    return Library({model.name: model}, {(table.model, table.gadget): table for table in tables}, prover=Prover)


def found(table: Table, *others: Table, model: Model = MODEL) -> list[tuple[int, str, Cell]]:
    return [violation[:3] for violation in violations(TableCheck(table, library(model, table, *others)))]


def promising(**changes: Any) -> Contract:
    return replace(KEEP, **changes)


def returned(name: str = "i1") -> Cell:
    return Cell(None, "returns", name=name)


def test_a_table_that_holds() -> None:
    assert found(TABLE) == []


def test_a_magnitude_is_returned_that_is_not_promised() -> None:
    """Or one is promised and not returned."""
    assert found(replace(TABLE, returns={"i1": "1"})) == [(5, "returns", returned())]
    assert found(replace(TABLE, contract=promising(returns=("i1",)))) == [(5, "returns", returned())]
    assert found(replace(TABLE, returns={"i1": "1"}, contract=promising(returns=("i1",)))) == []


def test_a_returned_magnitude_of_minus_one_would_make_every_table_a_not() -> None:
    lie = promising(after={"i1": "not(i1)"}, returns=("i1",))
    assert found(replace(TABLE, contract=lie, returns={"i1": "-1"})) == [(5, "sign", returned())]


def test_a_returned_magnitude_says_nothing_of_a_coordinate_that_is_always_0() -> None:
    """It could be any, and so a caller could be told any; where some value is not 0, the last row shows it."""
    off = (STAYS, Step((("0",), ("0",)), x=("0",), y="1"))
    contract = promising(after={"i1": "unset"}, returns=("i1",))
    assert (5, "returns", returned()) in found(replace(TABLE, steps=off, contract=contract, returns={"i1": "1"}))
    half = promising(after={"i1": "unset_if_false(i1)"}, returns=("i1",))
    wrong = found(replace(TABLE, contract=half, returns={"i1": "1"}))
    assert wrong == [(5, "postcondition", Cell(0, "after", 0, 0))]


def test_two_cases_of_a_contract_that_are_the_same_weights() -> None:
    same = promising(before={}, after={}, entry=(("-1",), ("1",), ("2/2",)), final=(("-1",), ("1",), ("1",)))
    assert found(replace(TABLE, contract=same)) == [(2, "precondition", Cell(0, "cases"))]


def test_the_magnitude_of_a_contract_is_positive() -> None:
    assert (2, "sign", Cell(0, "cases")) in found(replace(TABLE, contract=promising(magnitudes={"i1": "-1"})))


def test_a_wrong_weight_after_a_call_is_of_the_coordinates_that_it_names_or_of_others() -> None:
    """Condition 1 where the call's own coordinate is wrong, condition 8 where only others are."""
    two = (("-1", "0"), ("1", "0"))
    call = Step(two, call="g", on=("i1",))
    caller = replace(TABLE, gadget="h", coordinates=("i1", "i2"), cases=two, steps=(call,), contract=None)
    assert found(caller, TABLE) == []
    for after, condition, kind in (
        ((("-2", "0"), ("1", "0")), 1, "transition"),
        ((("-1", "5"), ("1", "0")), 8, "unnamed"),
        ((("-2", "5"), ("1", "0")), 1, "transition"),
    ):
        wrong = replace(caller, steps=(replace(call, after=after),))
        assert found(wrong, TABLE) == [(condition, kind, Cell(0, "after", 0))]


def test_a_case_that_is_missing_is_said_once_also_where_something_is_untouched() -> None:
    one = replace(TABLE, cases=BITS[:1], steps=(replace(STAYS, after=BITS[:1]),))
    assert found(replace(one, contract=promising(untouched={"i1": "true"}))) == [(2, "missing", Cell(0, "cases"))]


def test_a_side_that_is_not_proved_breaks_condition_7(monkeypatch: pytest.MonkeyPatch) -> None:
    def gives_up(*_: Any) -> int:
        raise Undecided("nothing was tried")

    monkeypatch.setattr(SignOracle, "proved", gives_up)
    wrong = found(replace(TABLE, contract=None))
    assert wrong[2:] == [(7, "undecided", Cell(0, "after", case)) for case in (0, 1)]
    assert wrong[:2] == [(1, "undecided", Cell(None, "learning_rate")), (8, "undecided", Cell(None, "regularizer"))]


def test_the_rate_and_what_a_step_leaves_are_positive() -> None:
    assert found(replace(TABLE, contract=None), model=replace(MODEL, learning_rate="0")) == [
        (1, "sign", Cell(None, "learning_rate"))
    ]
    zero = (("0",),)
    gone = replace(TABLE, cases=zero, steps=(Step(zero, x=("0",), y="1"),), contract=None)
    assert found(gone, model=replace(MODEL, regularizer="1")) == [(8, "sign", Cell(None, "regularizer"))]


def test_no_weight_may_depend_on_what_each_step_chooses_anew() -> None:
    region = (Bound("a > 0"),)
    model = replace(MODEL, symbols=("a",), per_step=("a",), region=region)
    start = (("0",),)
    fixed = Table("m", "g", "tab:g", ("i1",), start, (Step((("1",),), x=("1",), y="1"),))
    assert found(fixed, model=model) == []
    moved = replace(fixed, steps=(Step((("a",),), x=("a",), y="1"),))
    assert found(moved, model=model) == [(3, "chain", Cell(0, "after", 0, 0))]
    below = replace(fixed, steps=(Step((("1/a",),), x=("1/a",), y="1"),))
    assert found(below, model=model) == [(3, "chain", Cell(0, "after", 0, 0))]
    assert found(moved, model=replace(model, per_step=())) == []
    again = replace(moved, steps=(*moved.steps, Step((("a",),), x=("0",), y="1")))
    assert found(again, model=model) == [(3, "chain", Cell(0, "after", 0, 0))]  # once is enough


def test_only_what_is_undecided_is_undecided() -> None:
    open_, wrong = Violation(7, "undecided", Cell(0, "after")), Violation(1, "transition", Cell(0, "after"))
    assert undecided((open_, open_)) and not undecided((open_, wrong)) and not undecided(())


def test_a_table_without_steps_is_not_verified_and_nothing_follows_from_one_that_is_wrong() -> None:
    wrong = replace(TABLE, contract=promising(after={"i1": "not(i1)"}))
    caller = replace(TABLE, gadget="h", steps=(Step(BITS, call="g", on=("i1",)),), contract=None)
    good = Verification(library(MODEL, TABLE, caller))
    assert good.verified(TABLE) and good.verified(caller)
    bad = Verification(library(MODEL, wrong, caller))
    assert not bad.verified(caller) and [v[:3] for v in bad.violations(caller)] == [(4, "call", Cell(0, "call"))]
    assert not Verification(library(MODEL, TABLE)).verified(replace(TABLE, gadget="k", steps=(), contract=None))


SYMBOLIC = replace(MODEL, symbols=("a",), region=(Bound("a > 0"),))
AT_ZERO = Table("m", "g", "tab:g", ("i1",), (("0",),), (Step((("0",),), x=("0",), y="1"),))


def test_of_a_rate_that_is_not_defined_nothing_else_is_said() -> None:
    for name in ("learning_rate", "regularizer"):
        model = replace(SYMBOLIC, **{name: "1/(a - 1)"})
        assert found(AT_ZERO, model=model) == [(7, "undefined", Cell(None, name))]


def test_a_line_that_is_there_twice_is_told_from_one_that_is_not_allowed() -> None:
    for line, again in (("1", True), ("7", False)):
        lines = (*BITS, (line,))
        table = replace(TABLE, cases=lines, steps=(replace(STAYS, after=lines),))
        wrong = [v for v in violations(TableCheck(table, library(MODEL, table))) if v.condition == 2]
        assert [(v.kind, v.cell, v.about) for v in wrong] == [("precondition", Cell(0, "cases", 2), again)]


HALVING = replace(MODEL, regularizer="1/2")
# Weights are halved by each example; the first of these also adds 1/2 to them, which the last takes back.
SWAYS = replace(
    TABLE,
    steps=(
        Step((("0",), ("1",)), x=("1/2",), y="1"),
        Step((("0",), ("1/2",)), x=("0",), y="1"),
        Step((("-1/8",), ("1/8",)), x=("-1/8",), y="1"),
    ),
    contract=promising(after={}),
)
STILL = replace(SWAYS, steps=tuple(Step(((f"-1/{n}",), (f"1/{n}",)), x=("0",), y="1") for n in (2, 4, 8)))


def never_moves(table: Table, when: str) -> Table:
    assert table.contract
    return replace(table, contract=replace(table.contract, untouched={"i1": when}))


def test_what_is_untouched_only_decays() -> None:
    """The first step that moves it is named, in each case where it must not move, and no other."""
    assert found(SWAYS, model=HALVING) == found(never_moves(STILL, "true"), model=HALVING) == []
    wrong = [(6, "intermediate", Cell(0, "after", case, 0)) for case in (0, 1)]
    assert found(never_moves(SWAYS, "true"), model=HALVING) == wrong
    assert found(never_moves(SWAYS, "copy(i1)"), model=HALVING) == wrong[1:]


def test_what_is_untouched_only_decays_on_the_way_through_calls_as_well() -> None:
    """The call is of three examples, and one more follows; i2 is named by neither, and so is 1/8, then 1/16."""
    rows = [
        tuple((f"{sign}1/{n}".removesuffix("/1"), f"1/{n}".removesuffix("/1")) for sign in "- ") for n in (1, 8, 16)
    ]
    lines = [tuple(tuple(text.strip() for text in line) for line in row) for row in rows]
    steps = (Step(lines[1], call="g", on=("i1",)), Step(lines[2], x=("0", "0"), y="1"))
    contract = Contract("h", "tab:h", ("i1", "i2"), before={"i1": "bit", "i2": "true"}, untouched={"i2": "true"})
    caller = replace(TABLE, gadget="h", coordinates=("i1", "i2"), cases=lines[0], steps=steps, contract=contract)
    assert found(caller, SWAYS, model=HALVING) == []
    assert found(never_moves(caller, "true"), STILL, model=HALVING) == []
    wrong = [(6, "intermediate", Cell(0, "after", case, 0)) for case in (0, 1)]
    assert found(never_moves(caller, "true"), SWAYS, model=HALVING) == wrong
    outer = replace(caller, gadget="k", steps=(Step(lines[2], call="h", on=("i1", "i2")),))
    assert found(outer, caller, SWAYS, model=HALVING) == []
    assert found(never_moves(outer, "true"), caller, STILL, model=HALVING) == []
    assert found(never_moves(outer, "true"), caller, SWAYS, model=HALVING) == wrong


def never_rises(table: Table, when: str) -> Table:
    assert table.contract
    return replace(table, contract=replace(table.contract, never_positive={"i1": when}))


def test_what_is_never_positive_may_move_below_0_and_be_0() -> None:
    """The first step after which it is positive is named, in each case where it must not be."""
    fell = Step((("-1",), ("-1",)), x=("-2",), y="1")  # true falls to -1, and false stays
    rose = Step((("1",), ("1",)), x=("2",), y="1")
    to_false, to_true = ({"after": {"i1": word}} for word in ("false", "true"))
    low = replace(TABLE, steps=(fell, replace(STAYS, after=fell.after)), contract=promising(**to_false))
    assert found(never_rises(low, "true")) == []
    high = replace(TABLE, steps=(fell, rose, fell), contract=promising(**to_false))
    assert found(high) == [] and found(never_rises(high, "copy(i1)")) == [(6, "intermediate", Cell(1, "after", 1, 0))]
    assert found(never_rises(high, "true")) == [(6, "intermediate", Cell(1, "after", case, 0)) for case in (0, 1)]
    ends = replace(TABLE, steps=(rose,), contract=promising(**to_true))
    assert found(never_rises(ends, "not(i1)")) == [(6, "intermediate", Cell(0, "after", 0, 0))]
    up = Step((("0",),), x=("-1",), y="1")
    zero = replace(TABLE, cases=BITS[1:], steps=(up,), contract=promising(before={"i1": "true"}, after={"i1": "unset"}))
    assert found(never_rises(zero, "true")) == []


def test_what_is_never_positive_is_not_within_calls_either() -> None:
    """The callee moves from 0 and back, up or down; nothing of that is to be seen in the rows of those who call it."""
    zero, stays = (("0",),), promising(before={"i1": "unset"}, after={})

    def callee(way: int) -> Table:
        steps = (Step(((f"{2 * way}",),), x=(f"{2 * way}",), y="1"), Step(zero, x=(f"{-2 * way}",), y="1"))
        return replace(TABLE, cases=zero, steps=steps, contract=stays)

    inner = replace(TABLE, gadget="h", cases=zero, steps=(Step(zero, call="g", on=("i1",)),))
    inner = replace(inner, contract=replace(stays, gadget="h"))
    outer = replace(inner, gadget="k", steps=(Step(zero, call="h", on=("i1",)),), contract=replace(stays, gadget="k"))
    for caller, others in ((inner, ()), (outer, (inner,))):
        assert found(caller, callee(1), *others) == found(never_rises(caller, "true"), callee(-1), *others) == []
        wrong = [(6, "intermediate", Cell(0, "after", 0, 0))]
        assert found(never_rises(caller, "true"), callee(1), *others) == wrong


@pytest.mark.parametrize(
    ("weight", "kinds"),
    [("-a", []), ("0", []), ("a - a", []), ("a - 2", []), ("a", ["intermediate"]), ("a - 1", ["intermediate"]),
     ("1/a - 1/2", ["intermediate"]), ("a*(a - 2)", []), ("(a - 2)/(a + 1)", [])],
)  # fmt: skip
def test_what_is_never_positive_is_so_on_the_whole_region(weight: str, kinds: list[str]) -> None:
    """From -3 to a weight and back, where a is between 0 and 2."""
    region = (Bound("a > 0"), Bound("a < 2"))
    model = replace(MODEL, symbols=("a",), region=region)
    start = (("-3",),)
    steps = (Step(((weight,),), x=(f"{weight} + 3",), y="1"), Step(start, x=(f"-3 - ({weight})",), y="1"))
    contract = promising(before={"i1": "-3"}, after={}, never_positive={"i1": "true"})
    assert [kind for n, kind, _ in found(replace(TABLE, cases=start, steps=steps, contract=contract), model=model)
            if n == 6] == kinds  # fmt: skip


def test_a_weight_that_is_not_proved_to_be_0_or_less_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    def gives_up(*_: Any) -> int:
        raise Undecided("nothing was tried")

    monkeypatch.setattr(SignOracle, "proved", gives_up)
    assert [one for one in found(never_rises(TABLE, "not(i1)")) if one[0] == 6] == [
        (6, "undecided", Cell(0, "after", 0, 0))
    ]


def test_of_a_call_that_may_not_be_made_it_is_not_known_whether_it_touches_what_it_must_not() -> None:
    nowhere = never_moves(replace(TABLE, steps=(Step(BITS, call="nowhere", on=("i1",)),)), "true")
    not_made = [(4, "call", Cell(0, "after", case)) for case in (0, 1)]
    assert found(nowhere) == [*not_made, *[(6, "intermediate", Cell(0, "call"))] * 2]
    assert found(never_rises(never_moves(nowhere, "not(i1)"), "copy(i1)")) == found(nowhere)


def test_a_call_names_as_many_coordinates_as_its_gadget_has_and_none_twice() -> None:
    two = (("1", "1"),)
    callee = Table("m", "h", "tab:h", ("i1", "i2"), two, (Step(two, x=("0", "0"), y="1"),))
    for on, wrong in ((("i1", "i2"), []), (("i2", "i1"), []), (("i1", "i1"), [4]), (("i1",), [4])):
        caller = replace(callee, gadget="g", steps=(Step(two, call="h", on=on),))
        assert [condition for condition, _, _ in found(caller, callee)] == wrong


def test_a_call_cannot_give_a_symbol_another_value() -> None:
    """The callee adds a, whatever a is; nobody can make it add 2a by calling a itself a magnitude."""
    callee = replace(AT_ZERO, gadget="h", steps=(Step((("a",),), x=("a",), y="1"),))
    plain = replace(AT_ZERO, steps=(Step((("a",),), call="h", on=("i1",)),))
    assert found(plain, callee, model=SYMBOLIC) == []
    lie = replace(AT_ZERO, steps=(Step((("2*a",),), call="h", on=("i1",), magnitudes={"a": "2*a"}),))
    assert found(lie, callee, model=SYMBOLIC) == [(4, "call", Cell(0, "after", 0))]


def test_nothing_is_proved_of_an_empty_region() -> None:
    for bound in ("a < 0", "a > a"):  # nowhere, and nowhere by a hair
        with pytest.raises(InputError, match="m g: no point of the region"):
            found(AT_ZERO, model=replace(SYMBOLIC, region=(*SYMBOLIC.region, Bound(bound))))


def test_no_side_is_chosen_on_the_kink_of_a_symbolic_table() -> None:
    kink = replace(AT_ZERO, cases=(("a",),), steps=(Step((("a",),), x=("1/a",), y="1"),))
    assert found(kink, model=SYMBOLIC) == [(7, "kink", Cell(0, "after", 0))]


def test_an_example_may_use_what_each_step_chooses_anew() -> None:
    """Its rate is a and its x is 1/a, so that it adds 1: so may constants, bounds and the scale of x, but no weight."""
    model = replace(SYMBOLIC, learning_rate="a", per_step=("a",), scale_x="1/a")
    steps = (Step((("1",),), x=("c",), y="1"),)
    table = replace(AT_ZERO, steps=steps, constants={"c": "1/a"}, region=(Bound("a > 0"),))
    assert found(table, model=model) == []
    assert found(table, model=replace(model, scale_w="a")) == [(3, "chain", Cell(None, "scale", name="w"))]


def test_a_call_need_not_give_a_magnitude_that_its_gadget_does_not_speak_of() -> None:
    model = replace(MODEL, magnitudes=("e", "f"), region=(Bound("e > 0"), Bound("f > 0")))
    callee = replace(AT_ZERO, gadget="h", steps=(Step((("e",),), x=("e",), y="1"),))
    for given, wrong in (({"e": "f"}, []), ({"f": "f"}, [4]), ({"e": "f", "f": "e"}, []), ({"e": "-f"}, [4])):
        caller = replace(AT_ZERO, steps=(Step((("f",),), call="h", on=("i1",), magnitudes=given),))
        assert [condition for condition, _, _ in found(caller, callee, model=model)] == wrong, given


def test_corrections_are_made_unless_the_table_was_read_as_printed() -> None:
    """A table that lies behind those read as printed was read with its corrections."""
    key = ("svm-reg", "set_false_if_unset")
    for printed in (False, True):
        own = paper(printed, only=("svm-reg",))
        assert Verification(own).verified(own.tables[key]) == (not printed)
    behind = paper(only=("svm-reg",))
    front = Library(behind.models, {}, behind, printed=True, prover=Prover)
    assert Verification(front).verified(behind.tables[key])


def test_a_folder_is_compared_with_its_corrections_unless_it_was_to_be_read_as_printed() -> None:
    models = ("svm-reg",)
    corrected, printed = paper(only=models), paper(printed=True, only=models)
    Verification(corrected, [PAPER], models=models)
    Verification(printed, [PAPER], printed=True, models=models)
    with pytest.raises(InputError):
        Verification(printed, [PAPER], models=models)
    with pytest.raises(InputError):
        Verification(corrected, [PAPER], printed=True, models=models)


def test_a_point_on_the_edge_of_a_region_is_not_in_it() -> None:
    """Whoever proposes points is not trusted to know."""
    numbers = arithmetic(("a",))
    oracle = SignOracle(numbers, [positive_part(Bound("a > 0"), numbers)], Prover)
    for value, inside in ((1, True), (0, False), (-1, False)):
        oracle.prover = SimpleNamespace(points=[{"a": rational(value)}])  # type: ignore[assignment]
        with nullcontext() if inside else pytest.raises(InputError, match="here: no point of the region"):
            oracle.check_inhabited("here")


def test_what_a_rule_makes_of_a_coordinate_that_no_table_names_is_its_decay_and_nothing_else() -> None:
    assert (2 * (3 * Bystander())).factor == 6
    for spoiled in (rational(1), 2 * Bystander()):  # set to a number, or scaled where nothing decays
        lies = SimpleNamespace(weights={"i1": rational(1), BYSTANDER: spoiled})
        check = TableCheck(TABLE, library(MODEL, TABLE))
        check.values.moving = SimpleNamespace(take=lambda *_, lies=lies: lies)  # type: ignore[assignment]
        with pytest.raises(Disturbed):
            check.values.run(STAYS, (rational(1),), check.oracle.proved)


def test_what_is_left_of_a_unit_weight() -> None:
    for regularizer, left in (("0", 1), ("-1", 8), ("1", 0), ("1/2", rational(1, 8))):
        check = TableCheck(TABLE, library(replace(MODEL, regularizer=regularizer), TABLE))
        assert check.values.decayed(3) == left


def test_a_called_table_has_its_own_constants() -> None:
    """The caller's c is 5 and the callee's is 2e, of which the call says that e is 3."""
    model = replace(MODEL, magnitudes=("e",), region=(Bound("e > 0"),))
    callee = replace(AT_ZERO, gadget="h", steps=(Step((("c",),), x=("c",), y="1"),), constants={"c": "2*e"})
    for after, wrong in (("6", []), ("5", [1]), ("2*e", [1])):
        call = Step(((after,),), call="h", on=("i1",), magnitudes={"e": "3"})
        caller = replace(AT_ZERO, steps=(call,), constants={"c": "5"})
        assert [condition for condition, _, _ in found(caller, callee, model=model)] == wrong, after


def test_a_call_lies_within_the_region_of_its_gadget_and_not_on_its_edge() -> None:
    model = replace(MODEL, magnitudes=("e",), region=(Bound("e > 0"),))
    steps = (Step((("e",),), x=("e",), y="1"),)
    callee = replace(AT_ZERO, gadget="h", steps=steps, region=(Bound("e > 0"), Bound("e < 4")))
    for given, wrong in (("3", []), ("4", [4]), ("5", [4]), ("e", [4])):  # of e itself nobody knows
        call = Step(((given,),), call="h", on=("i1",), magnitudes={"e": given})
        assert [v[0] for v in found(replace(AT_ZERO, steps=(call,)), callee, model=model)] == wrong, given


def test_points_of_a_region_are_exact() -> None:
    """Rounded, a point may seem to lie in a region that is empty."""
    numbers = arithmetic(("t",))
    oracle = SignOracle(numbers, [positive_part(Bound("0 > (t - 1)^4"), numbers)], Prover)
    oracle.prover.points = [{"t": 1.0000001}]
    with pytest.raises(TypeError, match="not an exact number"):
        oracle.check_inhabited("here")


def test_calls_in_a_ring_are_refused() -> None:
    ring = [replace(TABLE, gadget=a, steps=(Step(BITS, call=b, on=("i1",)),), contract=None) for a, b in ("gh", "hg")]
    with pytest.raises(InputError, match="calls are at most 40 deep"):
        Verification(library(MODEL, *ring)).verified(ring[0])


def test_a_value_that_grows_too_large_in_the_proof_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def grows(*_: Any) -> Any:
        raise ExpressionError("too large", 0)

    monkeypatch.setattr("ogd_exact.core.checker.verification.violations", grows)
    with pytest.raises(InputError, match="g: too large.*; simplify it"):
        Verification(library(MODEL, TABLE)).verified(TABLE)


def test_only_folders_that_were_read_are_compared_and_only_the_first_as_printed() -> None:
    assert Verification(library(MODEL, TABLE), [None]).verified(TABLE)
    behind = paper(only=("svm-reg",))
    front = Library(behind.models, {}, behind, printed=True, prover=Prover)
    Verification(front, [None, PAPER], printed=True, models=("svm-reg",))


def test_a_value_has_no_sign_where_it_is_not_defined() -> None:
    numbers = arithmetic(("a",))
    oracle = SignOracle(numbers, [positive_part(Bound("a > 0"), numbers)], Prover)
    oracle.prover = SimpleNamespace(points=[{"a": rational(1)}])  # type: ignore[assignment]
    assert oracle.signs_inside(numbers.read("1/(a - 1)")) == {0}


def test_a_region_without_symbols_is_no_excuse() -> None:
    for bound in ("1 > 0", "0 > 1"):
        assert found(replace(TABLE, region=(Bound(bound),))) == []
        wrong = replace(TABLE, region=(Bound(bound),), contract=promising(after={"i1": "not(i1)"}))
        assert [violation[0] for violation in found(wrong)] == [5, 5]
