"""What the words of a contract mean: truth tables written out, and bounds."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from ogd_exact.core.tables.arithmetic import arithmetic
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.data import Bound
from ogd_exact.core.tables.effects import (
    ARITY,
    EFFECTS,
    KINDS,
    UNSET_ALLOWED,
    apply_effect,
    coordinates_in,
    effect_problem,
    is_call,
    parsed,
)  # fmt: skip
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.core.tables.meaning import meaning
from ogd_exact.core.tables.model import positive_part
from ogd_exact.training.constructions.terms import truth_table

T, F, U = "true", "false", "unset"


def is_defined(text: str, before: dict[str, str]) -> bool:
    return effect_problem(text, before) is None


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
    "implies": (T, F, T, T),
}
TRIPLES = {  # of three, in the same order: ttt, ttf, tft, tff, ftt, ftf, fft, fff
    "maj": (T, T, T, F, T, F, F, F),
    "mux": (T, T, F, F, T, F, T, F),  # the second if the first is true, else the third
}


def test_every_effect_by_its_truth_table() -> None:
    assert EFFECTS.keys() == OF_ONE.keys() | PAIRS.keys() | TRIPLES.keys()
    assert dict.fromkeys(OF_ONE, 1) | dict.fromkeys(PAIRS, 2) | dict.fromkeys(TRIPLES, 3) == ARITY
    assert {*UNSET_ALLOWED} == {name for name, results in OF_ONE.items() if len(results) == 3}
    for name, results in OF_ONE.items():
        assert tuple(apply_effect(f"{name}(i1)", {"i1": bit}) for bit in (T, F, U)[: len(results)]) == results
    for name, results in PAIRS.items():
        pairs = [(a, b) for a in (T, F) for b in (T, F)]
        assert tuple(apply_effect(f"{name}(i1, i2)", {"i1": a, "i2": b}) for a, b in pairs) == results
    for name, results in TRIPLES.items():
        triples = [{"i1": a, "i2": b, "i3": c} for a in (T, F) for b in (T, F) for c in (T, F)]
        assert tuple(apply_effect(f"{name}(i1, i2, i3)", truths) for truths in triples) == results


def test_so_many_of_several() -> None:
    for bits in product((T, F), repeat=5):
        truths = {f"i{k}": bit for k, bit in enumerate(bits)}
        for least in range(1, 7):
            count = bits.count(T) + (1 if bits[2] == F else -1)  # i2 is asked for its opposite
            assert (apply_effect(f"at_least_{least}(i0, i1, not(i2), i3, i4)", truths) == T) == (count >= least)


def test_what_is_no_call_stands_for_itself() -> None:
    assert apply_effect("7", {}) == "7" and not is_call("7") and is_call("nand(i1,i2)") and is_defined("7", {})
    assert not is_call("(a + 1)/2") and not is_call("2*(a)") and is_call("nott(a + 1)")


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


Truths = dict[str, str]


def random_effect(chance: Random, names: list[str], depth: int) -> tuple[str, Callable[[Truths], str]]:
    """A text, and what it yields by the tables above; raises KeyError where it is not defined."""
    if depth == 0 or chance.random() < 0.3:
        name = chance.choice(names)
        return name, lambda truths: truths[name]
    function = chance.choice([*OF_ONE, *PAIRS, *TRIPLES])
    arity = 1 if function in OF_ONE else 2 if function in PAIRS else 3
    parts = [random_effect(chance, names, depth - 1) for _ in range(arity)]
    table = {**OF_ONE, **PAIRS, **TRIPLES}[function]

    def yields(truths: Truths) -> str:
        found = tuple(part(truths) for _, part in parts)
        if function == "copy":
            return found[0]
        rows = [*product((T, F), repeat=arity)] if arity > 1 else [(bit,) for bit in (T, F, U)]
        return dict(zip(rows, table, strict=False))[found]

    return f"{function}({chance.choice([',', ', ', ' , ']).join(text for text, _ in parts)})", yields


@pytest.mark.parametrize("seed", range(300))
def test_effects_nest(seed: int) -> None:
    chance = Random(seed)
    names = ["a", "b", "c", "d"][: chance.randint(1, 4)]
    kinds = {name: chance.choice(["bit", "bit", "bit or unset", "true", "7"]) for name in names}
    text, yields = random_effect(chance, names, chance.randint(1, 4))
    if not is_call(text):
        return
    values, defined = {}, True
    for held in product(*(KINDS.get(kind, (kind,)) for kind in kinds.values())):
        truths = dict(zip(names, held, strict=True))
        try:
            values[held] = yields(truths)
        except KeyError:
            defined = False
    if effect_problem(text, kinds) is None:  # which may refuse what no values can be at once
        assert defined
        for held, value in values.items():
            assert apply_effect(text, dict(zip(names, held, strict=True))) == value
        assert parsed(text).outcomes(kinds) >= {*values.values()}
        of, digits = coordinates_in(text), {F: "0", T: "1", U: "-", "7": "7"}
        assert {*of} <= {*names} and len(truth_table(text)) == 2 ** len(of)
        for held, value in values.items():  # unset counts as false
            row = "".join(str(int(truth == T)) for name in of for truth in [held[names.index(name)]])
            if "7" not in held:
                as_false = {"0"} if value == U and U in held else set()
                assert truth_table(text)[int(row, 2)] in {digits[value], *as_false}
    elif all(kind == "bit" for kind in kinds.values()) and "unset_if_false" not in text:
        raise AssertionError(f"{text} is defined on bits")


@pytest.mark.parametrize(
    ("text", "problem", "offset"),
    [
        ("nand(i1, frob(i2))", "unknown effect 'frob'", 9),
        ("nand(i1, not(i2, i1))", "not takes 1 coordinate", 9),
        ("nand(i1)", "nand takes 2 coordinates", 0),
        ("nand(i1, i2", "missing )", 11),
        ("nand(i1,", "missing )", 8),
        ("nand(i1, i2))", "expected nothing more, found ')'", 12),
        ("nand(i1 i2)", "expected , or ), found 'i2'", 8),
        ("nand(, i2)", "expected a coordinate or an effect, found ','", 5),
        ("not()", "expected a coordinate or an effect, found ')'", 4),
        ("not(i1)(i2)", "expected nothing more, found '('", 7),
        ("nand(i1, copy(u))", "nand is for bits, and copy(u) may be unset", 9),
        ("nand(i1, unset_if_false(i2))", "nand is for bits, and unset_if_false(i2) may be unset", 9),
        ("nand(not(w), i2)", "not is for bits, and w holds the fixed weight 7", 9),
        ("nand(i1, i9)", "'i9' is not a coordinate of this gadget", 9),
        ("not(" * 7 + "i1" + ")" * 7, "effects nest at most 6 deep", 24),
        ("not(" * 200 + "i1" + ")" * 200, "an effect has at most 400 characters", 0),
        ("and(and(and(a,b),and(c,d)),and(and(e,f),and(g,and(h,and(i,j)))))", "at most 9 coordinates", 0),
        ("at_least_2(i1,i1,i1,i1,i1,i1,i1,i1,i1,i1)", "at_least_2 takes 9 coordinates", 0),
        ("at_least_0(i1, i2)", "unknown effect 'at_least_0'", 0),
        ("at_least_2(i1, u)", "at_least_2 is for bits, and u may be unset", 15),
    ],
)  # fmt: skip
def test_what_is_wrong_with_an_effect_is_said_at_its_place(text: str, problem: str, offset: int) -> None:
    kinds = {"i1": "bit", "i2": "bit", "u": "bit or unset", "w": "7"}
    found = effect_problem(text, kinds)
    assert found is not None and problem in str(found) and found.offset == offset


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
