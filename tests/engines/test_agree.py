"""Whatever the engine, every pass boundary and every outcome is the kernel's."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_circuits import sequentials
from runs import ALL, NATIVE, NUMBA, PYTHON, by_engine, in_one_go, of_circuit, of_model, reference, targets

from conftest import examples, in_full, needs, sampled
from ogd_exact.circuits.machines.machines import MACHINES
from ogd_exact.training.runs.engine import KernelEngine, Unfit
from ogd_exact.training.runs.engines.circuit import CircuitEngine
from ogd_exact.training.runs.engines.native import NativeEngine

FEW = {
    "counter": 3,
    "lfsr": 3,
    "gray": 3,
    "johnson": 3,
    "rule110": 4,
    "collatz": 4,
    "busybeaver": 2,
    "mult": 3,
    "life": "3:blinker",
}
LONG = {(model, "life") for model in ("svm-reg", "dense-relu-dense", "dense-relu-reg compact")}  # half a minute each


@pytest.mark.parametrize("model", ALL)
@settings(max_examples=examples(12))
@given(data=st.data())
def test_random_circuits_in_python(model: str, data: st.DataObject) -> None:
    sequential = data.draw(sequentials(inputs=0, resets=(0, 1)))
    reduction = of_circuit(sequential, data.draw(targets(sequential)), model)
    assert by_engine(reduction, CircuitEngine(reduction, PYTHON)) == reference(reduction)


@pytest.mark.parametrize("model", sampled(NATIVE, 3))
@settings(max_examples=examples(12))
@given(data=st.data())
def test_random_circuits_as_machine_integers(model: str, data: st.DataObject) -> None:
    needs("numba", "numba")
    sequential = data.draw(sequentials(inputs=0, resets=(0, 1)))
    reduction = of_circuit(sequential, data.draw(targets(sequential)), model)
    assert by_engine(reduction, NativeEngine(reduction)) == reference(reduction)


@pytest.mark.parametrize(("model", "name"), sampled(sorted({*product(ALL, MACHINES)} - LONG), 12))
def test_the_machines(model: str, name: str) -> None:
    needs("numba", "numba")
    reduction = of_model(f"{name}:{FEW[name]}", model)
    wanted = reference(reduction)
    engines: list[Any] = [CircuitEngine(reduction, PYTHON), CircuitEngine(reduction, NUMBA)]
    if model in NATIVE:
        engines.append(NativeEngine(reduction))
    for engine in engines:
        assert by_engine(reduction, engine) == wanted
        assert in_one_go(reduction, engine) == wanted[1]


@in_full
@pytest.mark.parametrize("model", ["svm", "svm-reg", "svm compact", "dense-relu-dense"])
def test_straight_line_code_by_numba(model: str) -> None:
    needs("numba", "numba")
    for text in ("johnson:4", "collatz:3"):
        reduction = of_model(text, model)
        assert by_engine(reduction, CircuitEngine(reduction, NUMBA)) == reference(reduction)


@pytest.mark.parametrize("text", sampled(["lfsr:11", "johnson:40", "counter:10"], 3))
def test_long_runs_agree_engine_by_engine(text: str) -> None:
    """More passes than the kernel would do in a test; all engines find the same kept weights at the same passes."""
    needs("numba", "numba")
    reduction = of_model(text, "svm")
    python = by_engine(reduction, CircuitEngine(reduction, PYTHON))
    assert by_engine(reduction, NativeEngine(reduction)) == python
    assert by_engine(reduction, CircuitEngine(reduction, NUMBA)) == python


@pytest.mark.parametrize("model", ["svm", "dense-relu"])
def test_limits(model: str) -> None:
    needs("numba", "numba")
    reduction = of_model("counter:3", model)
    for engine in (CircuitEngine(reduction), NativeEngine(reduction)):
        for passes in range(1, 9):
            assert in_one_go(reduction, engine, passes) == reference(reduction, passes)[1]
        size = reduction.examples
        for steps in (1, size - 1, size, size + 1, 3 * size + 7, 10**9):
            assert in_one_go(reduction, engine, None, steps) == in_one_go(reduction, KernelEngine(), None, steps)


def test_sixty_five_inputs_do_not_fit_a_word() -> None:
    needs("numba", "numba")
    reduction = of_model("counter:64", "svm compact")
    compiled, plain = (by_engine(reduction, CircuitEngine(reduction, by), 40) for by in (NUMBA, PYTHON))
    assert compiled == plain


@pytest.mark.parametrize(("model", "what"), [("svm-reg", "a regularizer"), ("dense-relu-dense", "a state")])
def test_models_that_machine_integers_cannot_do(model: str, what: str) -> None:
    needs("numba", "numba")
    with pytest.raises(Unfit, match=f"the native engine has no {model}, which has {what}"):
        NativeEngine(of_model("counter:2", model))
