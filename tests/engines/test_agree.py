"""Whatever the engine, every pass boundary and every outcome is the kernel's."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_circuits import sequentials
from runs import ALL, NATIVE, NUMBA, PYTHON, by_engine, in_one_go, of_circuit, of_model, reference, targets

from conftest import examples, needs, sampled
from ogd_exact.circuits.machines import MACHINES
from ogd_exact.engines.circuit import CircuitEngine
from ogd_exact.engines.native import NativeEngine
from ogd_exact.simulate.engine import KernelEngine, Unfit

FEW = {"counter": 3, "lfsr": 3, "gray": 3, "johnson": 3, "rule110": 4, "collatz": 4, "busybeaver": 2, "mult": 3}


@pytest.mark.parametrize("model", ALL)
@settings(max_examples=examples(12))
@given(data=st.data())
def test_random_circuits_in_python(model: str, data: st.DataObject) -> None:
    sequential = data.draw(sequentials(inputs=0, resets=(0, 1)))
    asked = of_circuit(sequential, data.draw(targets(sequential)), model)
    assert by_engine(asked, CircuitEngine(asked, PYTHON)) == reference(asked)


@pytest.mark.parametrize("model", NATIVE)
@settings(max_examples=examples(12))
@given(data=st.data())
def test_random_circuits_as_machine_integers(model: str, data: st.DataObject) -> None:
    needs("numba", "numba")
    sequential = data.draw(sequentials(inputs=0, resets=(0, 1)))
    asked = of_circuit(sequential, data.draw(targets(sequential)), model)
    assert by_engine(asked, NativeEngine(asked)) == reference(asked)


@pytest.mark.parametrize(("model", "name"), sampled(product(ALL, MACHINES), 6))
def test_the_machines(model: str, name: str) -> None:
    needs("numba", "numba")
    asked = of_model(f"{name}:{FEW[name]}", model)
    wanted = reference(asked)
    engines: list[Any] = [CircuitEngine(asked, PYTHON), CircuitEngine(asked, NUMBA)]
    if model in NATIVE:
        engines.append(NativeEngine(asked))
    for engine in engines:
        assert by_engine(asked, engine) == wanted
        assert in_one_go(asked, engine) == wanted[1]


@pytest.mark.parametrize("model", sampled(["svm", "svm-reg", "svm-short", "dense-relu-dense"], 2))
def test_straight_line_code_by_numba(model: str) -> None:
    needs("numba", "numba")
    for text in ("johnson:4", "collatz:3"):
        asked = of_model(text, model)
        assert by_engine(asked, CircuitEngine(asked, NUMBA)) == reference(asked)


@pytest.mark.parametrize("text", sampled(["lfsr:11", "johnson:40", "counter:10"], 3))
def test_long_runs_agree_engine_by_engine(text: str) -> None:
    """More passes than the kernel would do in a test; all engines find the same kept weights at the same passes."""
    needs("numba", "numba")
    asked = of_model(text, "svm")
    python = by_engine(asked, CircuitEngine(asked, PYTHON))
    assert by_engine(asked, NativeEngine(asked)) == python
    assert by_engine(asked, CircuitEngine(asked, NUMBA)) == python


@pytest.mark.parametrize("model", ["svm", "dense-relu"])
def test_limits(model: str) -> None:
    needs("numba", "numba")
    asked = of_model("counter:3", model)
    for engine in (CircuitEngine(asked), NativeEngine(asked)):
        for passes in range(1, 9):
            assert in_one_go(asked, engine, passes) == reference(asked, passes)[1]
        for steps in (1, asked.examples - 1, asked.examples, asked.examples + 1, 3 * asked.examples + 7, 10**9):
            assert in_one_go(asked, engine, None, steps) == in_one_go(asked, KernelEngine(), None, steps)


def test_sixty_five_inputs_do_not_fit_a_word() -> None:
    needs("numba", "numba")
    asked = of_model("counter:64", "svm-short")
    assert by_engine(asked, CircuitEngine(asked, NUMBA), 40) == by_engine(asked, CircuitEngine(asked, PYTHON), 40)


@pytest.mark.parametrize("model", ["svm-reg", "dense-relu-dense"])
def test_models_that_machine_integers_cannot_do(model: str) -> None:
    needs("numba", "numba")
    with pytest.raises(Unfit, match=f"the native engine has no {model}"):
        NativeEngine(of_model("counter:2", model))
