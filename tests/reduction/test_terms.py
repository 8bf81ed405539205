"""Terms, by which the walk knows values: one number for one function, however it is written."""

from itertools import product

from ogd_exact.training.constructions.terms import Terms

BASE = list(product((0, 1), repeat=2))  # what the two inputs may be


def test_two_terms_are_one_exactly_if_they_are_one_function() -> None:
    """All functions of up to two arguments, of two inputs, the same one twice included, and of what these give."""
    terms = Terms(false_is_unset=True)
    inputs = {terms.term("input", k): tuple(bits[k] for bits in BASE) for k in range(2)}
    known = dict(inputs)
    tables = ["".join(bits) for count in (1, 2) for bits in product("01", repeat=2**count)]
    for table in tables:
        for arguments in product(inputs, repeat=len(table).bit_length() - 1):
            rows = zip(*(inputs[argument] for argument in arguments), strict=True)
            value = tuple(int(table[int("".join(map(str, row)), 2)]) for row in rows)
            assert known.setdefault(terms.applied(table, arguments), value) == value
    assert len({*known.values()}) == len(known) == 16


def test_a_constant_is_a_function_of_nothing() -> None:
    terms = Terms(false_is_unset=True)
    some = terms.term("input", 0)
    assert terms.applied("1111", [some, some]) == terms.applied("1", []) != terms.applied("0", [])


def test_false_is_unset_only_where_it_is_said() -> None:
    some = [Terms(), Terms(false_is_unset=True)]
    is_copy = [terms.applied("-1", [terms.term("input", 0)]) == terms.term("input", 0) for terms in some]
    assert is_copy == [False, True]
