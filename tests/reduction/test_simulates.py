"""OGD, by a loop of this test's own, does in each pass what the circuit does in each step."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from circuits.random_circuits import Bits, sequentials, shown
from conftest import examples, sampled
from fuzz.independent_step import one_pass
from ogd_exact.circuits.netlists.nand import Netlist, to_nand
from ogd_exact.circuits.netlists.sequential import Latch, Named, Sequential
from replay import ALL, JOIN, REGULARIZED, SPECIALS, is_compact, own_name, rates, training, zeroes

VALUES = {  # alpha above 1/sqrt(2), and the root of eta
    "svm-reg": [Fraction(3, 4), Fraction(5, 7), Fraction(9, 10)],
    "svm-eta": [Fraction(1, 2), Fraction(3), Fraction(2, 5), Fraction(1)],
    # Ours take any alpha between 0 and 1.
    **{f"{model} compact": [Fraction(3, 4), Fraction(1, 10), Fraction(19, 20)] for model in REGULARIZED},
}
CLOSED = sequentials(inputs=0, resets=(0, 1))
MOST_PASSES = 4
TRUE = {"svm": 2, "svm-bias": 2, "dense-relu": 1, "dense-relu-dense": 3}  # where false is 0


def true_at(model: str, netlist: Netlist, signal: int, alpha: Fraction) -> Fraction:
    """The weight of a true signal at the end of a pass of one of our constructions: what it was written as, decayed."""
    if own_name(model) not in REGULARIZED:
        return Fraction(TRUE[own_name(model)])
    inputs, gates = netlist.inputs, len(netlist.gates)
    after = inputs - 1 - signal if signal < inputs else inputs + gates - 1 - (signal - inputs)  # gadgets of 5 examples
    decayed = alpha ** (5 * after + 3)
    if model.startswith("dense"):
        return alpha**2 * decayed
    if own_name(model) == "svm-bias-reg":
        return decayed
    return decayed / (4 if signal == netlist.answer else 2)  # the question halves what it reads


def follow(
    model: str, circuit: Sequential, target: str | None, value: Fraction | None, passes: int = MOST_PASSES
) -> int:
    """Runs OGD and the circuit side by side until the answer is yes; returns how many passes that took."""
    netlist = to_nand(circuit, target)
    learned = training(model, netlist, value)
    rate, lam = rates(model, value)
    weights = zeroes(model, SPECIALS[model] + netlist.inputs + len(netlist.gates))
    state = tuple(latch.reset == 1 for latch in circuit.latches)
    for number in range(1, passes + 1):
        outputs, bads, follows = shown(circuit, state)
        answer = (*bads, *outputs)[0] if target is None else follows == tuple(bit == "1" for bit in reversed(target))
        ever = one_pass(model, weights, learned.examples(), rate, lam)
        assert ever == answer == (weights["0"] > 0), "the accepting weight is positive exactly if the answer is yes"
        check(model, weights, netlist, follows, answer, 1 - lam)
        if answer:
            return number
        state = follows
    return passes + 1


def check(
    model: str, weights: dict[str, Fraction], netlist: Netlist, follows: Bits, answer: bool, alpha: Fraction
) -> None:
    first = SPECIALS[model]
    held = [weights[str(first + i)] for i in range(netlist.inputs)]
    if is_compact(model):
        assert all(weight in (0, true_at(model, netlist, i, alpha)) for i, weight in enumerate(held))
    else:
        assert 0 not in held, "every input is set after a pass"
    bits = tuple(w > 0 for w in held)
    assert tuple(bits[s.input] != s.inverted for s in netlist.state) == follows == netlist.latches(bits)
    assert bits[-1] == answer
    for k in range(netlist.inputs, netlist.inputs + len(netlist.gates)):
        bit = true_at(model, netlist, k, alpha) if is_compact(model) else 0
        assert weights[str(first + k)] in (0, bit), "gates are unset, or bits"
    special = ["1" if model.startswith("dense") and str(k) == JOIN[is_compact(model)] else "0" for k in range(first)]
    assert [str(weights[str(k)]) for k in range(1, first)] == special[1:]
    assert weights.get("v", 1) == 1 and weights.get("bias", -1) == -1


@pytest.mark.parametrize("model", ALL)
@settings(
    max_examples=examples(12),
    suppress_health_check=[HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.generate],  # to shrink takes minutes
)
@given(data=st.data())
def test_random_circuits(model: str, data: st.DataObject) -> None:
    circuit = data.draw(CLOSED)
    target = None
    if data.draw(st.booleans()) or not (circuit.bads or circuit.outputs):
        target = "".join(str(data.draw(st.integers(0, 1))) for _ in circuit.latches)
    value = data.draw(st.sampled_from(VALUES[model])) if model in VALUES else None
    follow(model, circuit, target, value, 2 if model == "svm-reg" else MOST_PASSES)


X, NOT_X = 2, 3  # the literals of the first latch
SHAPES = {
    "nothing at all": (Sequential((), (), (), (), ()), "", 1),
    "no latches, never": (Sequential((), (), (), (Named("o", 0),), ()), None, 5),
    "no latches, at once": (Sequential((), (), (), (Named("o", 1),), ()), None, 1),
    "one latch that keeps 0": (Sequential((), (Latch("x", X, 0),), (), (), (Named("b", X),)), None, 5),
    "one latch that keeps 1": (Sequential((), (Latch("x", X, 1),), (), (), (Named("b", X),)), None, 1),
    "a toggle": (Sequential((), (Latch("x", NOT_X, 0),), (), (), (Named("b", X),)), None, 2),
    "a toggle from 1": (Sequential((), (Latch("x", NOT_X, 1),), (), (), (Named("b", NOT_X),)), None, 2),
    "a toggle to a target": (Sequential((), (Latch("x", NOT_X, 0),), (), (), ()), "0", 2),
    "a constant next": (Sequential((), (Latch("x", 1, 0),), (), (Named("o", X),), ()), None, 2),
    "a constant 0 from 1": (Sequential((), (Latch("x", 0, 1),), (), (Named("o", NOT_X),), ()), None, 2),
    "latches tied together": (
        Sequential((), tuple(Latch(name, NOT_X, 0) for name in "xyz"), (), (Named("o", 6),), ()),
        None,
        2,
    ),
    "tied, with unequal resets": (
        Sequential((), (Latch("x", NOT_X, 0), Latch("y", NOT_X, 1)), (), (), ()),
        "00",
        2,
    ),
    "question tied to a latch's next": (
        Sequential((), (Latch("x", 6, 0), Latch("y", NOT_X, 1)), ((NOT_X, 4),), (Named("o", 6),), ()),
        None,
        1,
    ),
    "a swap that never ends": (Sequential((), (Latch("x", 4, 0), Latch("y", 2, 1)), (), (), ()), "11", 5),
    "an and of a signal with itself": (
        Sequential((), (Latch("x", NOT_X, 0),), ((2, 2), (4, 5)), (Named("o", 4),), (Named("b", 6),)),
        None,
        5,
    ),
    "a shift register": (
        Sequential((), (Latch("x", 1, 0), Latch("y", 2, 0), Latch("z", 4, 0)), (), (), (Named("b", 6),)),
        None,
        4,
    ),
}


@pytest.mark.parametrize(("model", "shape"), sampled(product(ALL, SHAPES), 4))
def test_odd_shapes(model: str, shape: str) -> None:
    circuit, target, expected = SHAPES[shape]
    assert follow(model, circuit, target, None) == expected
