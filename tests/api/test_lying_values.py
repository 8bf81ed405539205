"""Values that are not what they say, or that change afterwards: what is checked is what is there, once and for all."""

import dataclasses
from fractions import Fraction
from typing import Any

import pytest

import ogd_exact as ogd

STEPS = [{"x": ["4"], "y": "1", "after": [["3"], ["1"]]}, {"x": ["-2"], "y": "1", "after": [["1"], ["-1"]]}]
CONTRACT = {"before": {"i1": "bit"}, "after": {"i1": "not(i1)"}}


class LyingText(str):
    """Equal to everything."""

    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        return True

    def __str__(self) -> str:
        return "4"


class LyingNumber(int):
    """Written as 4, whatever it is."""

    def __str__(self) -> str:
        return "4"

    __repr__ = __str__


class LyingFraction(Fraction):
    """Written as 4 and equal to everything."""

    __hash__ = Fraction.__hash__

    def __eq__(self, other: object) -> bool:
        return True

    def __str__(self) -> str:
        return "4"


def table(first: Any = "4", cases: Any = (["-1"], ["1"])) -> ogd.Table:
    return ogd.Table("svm", "turn", ["i1"], cases, [{**STEPS[0], "x": [first]}, STEPS[1]], contract=CONTRACT)


def test_a_cell_is_what_it_is_and_not_what_it_prints() -> None:
    assert ogd.verify(tables=table()).verified
    for lie in (LyingText("9"), LyingNumber(9), LyingFraction(9)):
        made = table(lie)
        assert made.checked.steps[0].x == ("9",) and type(made.checked.steps[0].x[0]) is str
        assert not ogd.verify(tables=made).verified


def test_a_table_does_not_change_with_what_it_was_made_of() -> None:
    cases = [["-1"], ["1"]]
    made = table(cases=cases)
    cases[0][0] = "5"
    assert made.checked.cases == (("-1",), ("1",)) and ogd.verify(tables=made).verified
    with pytest.raises(dataclasses.FrozenInstanceError):
        made.checked = None  # type: ignore[misc, assignment]


def test_a_table_does_not_change_with_what_it_shows() -> None:
    made = table()
    contract = made.checked.contract
    assert contract is not None and isinstance(contract.after, dict)
    contract.after["i1"] = "true"  # which it does not do
    assert ogd.verify(tables=made).verified and made.checked.contract.after == {"i1": "not(i1)"}  # type: ignore[union-attr]


def test_what_a_verdict_assumes_is_what_was_assumed() -> None:
    circuit = ogd.Circuit()
    enable, state = circuit.input("enable"), circuit.state("a", None)
    circuit.set_next(state, state ^ enable)
    circuit.bad(state)
    run = ogd.reduce(circuit, inputs={"enable": "0,1"}, start={"a": 0})
    said = "with enable = 0,1 and 1 latch started at 0"
    assert isinstance(run.assumptions.starts, dict) and isinstance(run.assumptions.inputs, dict)
    run.assumptions.starts["a"] = 1
    run.assumptions.inputs.clear()
    assert ogd.simulate(run).assuming == str(run.assumptions) == said and said in str(run)


def toggle(bit: Any = 1, reset: Any = 0) -> ogd.Circuit:
    circuit = ogd.Circuit()
    state = circuit.state("a", reset)
    circuit.set_next(state, state ^ circuit.constant(bit))
    circuit.bad(state)
    return circuit


@pytest.mark.parametrize("bit", ["0", "1", 2, -1, None, [], 0.5, float("nan")])
def test_a_bit_is_0_or_1(bit: Any) -> None:
    with pytest.raises(ogd.InputError, match="a bit is 0 or 1, not"):
        toggle(bit)
    if bit is not None:
        with pytest.raises(ogd.InputError, match="a bit is 0 or 1, not"):
            toggle(reset=bit)


def test_bits_of_other_classes() -> None:
    numpy = pytest.importorskip("numpy")
    for one in (True, 1, 1.0, numpy.int64(1), numpy.bool_(True)):
        assert ogd.simulate(toggle(one)).frame == 1
        assert ogd.simulate(toggle(reset=one)).frame == 0
    with pytest.raises(ogd.InputError, match="a reset that fits"):
        ogd.Circuit().register("r", 2, 4)


def test_a_run_does_not_change_with_its_circuit() -> None:
    circuit = toggle()
    run = ogd.reduce(circuit)
    circuit.nexts.clear()
    circuit.bads.clear()
    assert ogd.simulate(run).frame == 1


def test_weights_by_name_are_read_in_any_order() -> None:
    """A mapping was once read as its values happened to stand."""
    for tables, one in (("any-order", 1), ("compact", 2)):
        made = ogd.reduce("counter:2", tables=tables)
        start = dict(zip(made.coordinates, made.start, strict=True))
        named = start | {"x0": Fraction(one)}
        turned = dict(reversed(named.items()))
        numbered = {made.coordinates.index(name): weight for name, weight in turned.items()}
        assert made.bits(named) == made.bits(turned) == made.bits(numbered) == (1, 0)
        with pytest.raises(ogd.InputError, match="there is no weight for"):
            made.bits({name: weight for name, weight in named.items() if name != "gate0"})


def test_bits_are_read_by_their_encoding() -> None:
    """False may be positive in a set of slots; then the sign says nothing."""
    made = ogd.reduce("counter:2", tables="any-order", parameters={"eta": "1/2"})
    library = made.reduction.tables.library
    model = dataclasses.replace(library.models["svm"], encoding={"true": "3", "false": "1", "unset": "0"})
    library = dataclasses.replace(library, models={**library.models, "svm": model})
    tables = dataclasses.replace(made.reduction.tables, library=library)
    other = dataclasses.replace(made, reduction=dataclasses.replace(made.reduction, tables=tables))
    start = dict(zip(made.coordinates, made.start, strict=True))
    assert other.bits(start | {"x0": 0.6, "x1": 1.4}) == (0, 1)
    with pytest.raises(ogd.InputError, match="the weight of x0 is 1, which is no bit"):
        other.bits(start | {"x0": 1, "x1": 1.4})
    for weight in (0, 1, 1e9, -1, -1e9):  # half way between -1/2 and 1/2, as far beyond them, and farther
        with pytest.raises(ogd.InputError, match="the weight of x0 is .*, which is no bit"):
            made.bits(start | {"x0": weight})
    assert made.bits(start | {"x0": 0.99, "x1": -0.99}) == (1, 0)
