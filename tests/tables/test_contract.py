"""What the words of a contract mean: truth tables written out, and bounds."""

from dataclasses import replace

import pytest

from ogd_exact.core.tables.arithmetic import arithmetic
from ogd_exact.core.tables.contract import EFFECTS, OF_TWO, UNSET_ALLOWED, Contract, apply_effect, is_call, is_defined
from ogd_exact.core.tables.data import Bound
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.core.tables.meaning import meaning
from ogd_exact.core.tables.model import positive_part

T, F, U = "true", "false", "unset"
OF_ONE = {  # of true, of false, of unset where that is allowed
    "copy": (T, F, U),
    "not": (F, T),
    "false_if_unset": (T, F, F),
    "unset_if_false": (T, U),
}
PAIRS = {  # of (true, true), (true, false), (false, true), (false, false)
    "and": (T, F, F, F),
    "or": (T, T, T, F),
    "nand": (F, T, T, T),
    "nor": (F, F, F, T),
    "xor": (F, T, T, F),
    "xnor": (T, F, F, T),
}


def test_every_effect_by_its_truth_table() -> None:
    assert EFFECTS.keys() == OF_ONE.keys() | PAIRS.keys() and {*OF_TWO} == PAIRS.keys()
    assert {*UNSET_ALLOWED} == {name for name, results in OF_ONE.items() if len(results) == 3}
    for name, results in OF_ONE.items():
        assert tuple(apply_effect(f"{name}(i1)", {"i1": bit}) for bit in (T, F, U)[: len(results)]) == results
    for name, results in PAIRS.items():
        pairs = [(a, b) for a in (T, F) for b in (T, F)]
        assert tuple(apply_effect(f"{name}(i1, i2)", {"i1": a, "i2": b}) for a, b in pairs) == results


def test_what_is_no_call_stands_for_itself() -> None:
    assert apply_effect("7", {}) == "7" and not is_call("7") and is_call("nand(i1,i2)") and is_defined("7", {})


def test_an_effect_is_defined_where_its_truth_table_is() -> None:
    kinds = {"bit": (T, F), "bit or unset": (T, F, U), "true": (T,), "false": (F,), "unset": (U,), "7": ("7",)}
    for name, results in OF_ONE.items():
        for kind, held in kinds.items():
            known = name == "copy" or {*held} <= {*(T, F, U)[: len(results)]}
            assert is_defined(f"{name}(i1)", {"i1": kind}) == known, (name, kind)
        assert not is_defined(f"{name}(i1, i2)", {"i1": "bit", "i2": "bit"}) and not is_defined(f"{name}(i2)", {})
    for name in PAIRS:
        for kind, held in kinds.items():
            known = {*held} <= {T, F}
            assert is_defined(f"{name}(i1, i2)", {"i1": "bit", "i2": kind}) == known, (name, kind)
            assert is_defined(f"{name}(i1, i2)", {"i1": kind, "i2": "bit"}) == known, (name, kind)
        assert not is_defined(f"{name}(i1)", {"i1": "bit"}) and not is_defined(f"{name}(i1, i2)", {"i1": "bit"})


def test_a_contract_goes_through_all_that_it_allows() -> None:
    contract = Contract("g", "", ("i1", "i2"), {"i1": "bit or unset", "i2": "7"}, {"i2": "1"}, {"i1": "not(i1)"})
    assert [*contract.assignments()] == [{"i1": truth, "i2": "7"} for truth in (F, U, T)]
    held = {"i1": F, "i2": "7"}
    assert contract.effect("i1", held) == F and contract.effect("i2", held) == "1"
    assert contract.never_moves("i1", held) and not contract.never_moves("i1", {"i1": T})
    assert not contract.never_moves("i2", held)


def test_a_bound_is_one_strict_comparison() -> None:
    assert Bound("a > b").sides == ("a ", " b") and Bound("a < b").sides == (" b", "a ")
    for text in ("a", "a >= b", "a <= b", "a = b", ""):
        with pytest.raises(ExpressionError, match="both strict"):
            Bound(text).sides  # noqa: B018


def test_a_bound_speaks_of_symbols() -> None:
    with pytest.raises(ExpressionError, match="two polynomials of the symbols"):
        positive_part(Bound("2 > 1"), arithmetic(()))


def test_what_a_call_finds_and_leaves() -> None:
    """Magnitudes that a contract names, or 1; returned if it returns them, or 1; decayed where nothing is done."""
    contract = Contract("g", "", ("i1", "i2", "i3"), dict.fromkeys(("i1", "i2", "i3"), "bit"), magnitudes={"i1": "5"})
    changing = replace(contract, after={"i2": "not(i1)", "i3": "true"}, returns=("i2",))
    does = meaning(changing, {"i2": "7", "i3": "9"}, 10, int)
    held = {"i1": T, "i2": F, "i3": F}
    assert does.found_magnitudes == {"i1": 5, "i2": 1, "i3": 1}
    assert does.left_magnitudes == {"i1": 50, "i2": 7, "i3": 1}
    assert meaning(changing, {}, 10, int).left_magnitudes == {"i1": 50, "i2": 1, "i3": 1}
    assert {name: changing.effect(name, held) for name in held} == {"i1": T, "i2": F, "i3": T}
