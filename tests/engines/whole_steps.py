"""Shared by the tests of the native engine: passes over examples made by hand, compiled or by the same source."""

import importlib.util
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any

import pytest

from conftest import needs
from ogd_exact.circuits.netlists import compiled
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.core.kernel.step import Example, Step
from ogd_exact.core.tables.rules import rule_in
from ogd_exact.training.runs.engines.integers import Pass, whole_pass

BITS = 63  # of a machine integer, besides its sign


class Word(int):
    """A machine integer that refuses to overflow."""


def in_a_word(operation: Callable[..., int]) -> Callable[..., Any]:
    def done(*numbers: int) -> Any:
        found = operation(*numbers)
        assert found is NotImplemented or -(1 << BITS) <= found < 1 << BITS, (operation, numbers)
        return found if found is NotImplemented else Word(found)

    return done


for operation in ("add", "radd", "sub", "rsub", "mul", "rmul", "floordiv", "pow", "neg"):
    setattr(Word, f"__{operation}__", in_a_word(getattr(int, f"__{operation}__")))


def compiled_loops() -> ModuleType:
    needs("numba", "numba")
    return importlib.import_module("ogd_exact.training.runs.engines.loops")


def plain_loops() -> ModuleType:
    """Another copy of the same module, which compiles nothing."""
    spec = importlib.util.find_spec("ogd_exact.training.runs.engines.loops")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled, "compiled", lambda function, **_: function)
        spec.loader.exec_module(module)
    return module


PLAIN = plain_loops()


def stepping(said: Mapping[str, Any], rate: str = "1", **constants: str) -> Step:
    """The step of a rule that is said as in model.toml, with numbers for its constants."""
    rule = rule_in("own", {"constants": {name: name for name in constants}, **said})
    return Step(rule, number(rate), constants=tuple((name, number(text)) for name, text in constants.items()))


def number(text: str) -> Any:
    numerator, _, denominator = text.partition("/")
    return rational(int(numerator), int(denominator or 1))


def example(x: Mapping[int, str], y: str = "1") -> Example:
    return Example({str(c): number(text) for c, text in x.items()}, number(y))


def passes(
    loops: ModuleType, data: Pass, weights: Iterable[int], most: int = 1, accept: int = -1, to_stop: bool = False
) -> tuple[str, int, list[int]]:
    """Why no more passes were made, how many were, and the weights; as Words unless it is compiled."""
    numpy = needs("numpy", "numpy")
    numbers = list(weights)
    kind, made = (object, words) if loops is PLAIN else (numpy.int64, list)
    arrays = tuple(numpy.array(made(a.tolist()), dtype=kind if k > 1 else a.dtype) for k, a in enumerate(data.arrays))
    now, kept = (numpy.array(made(numbers), dtype=kind) for _ in range(2))
    one, limits = loops.pass_of(*data[:4]), (data.limit, accept % len(numbers), to_stop)
    moved, why = loops.passes(one, arrays, *limits, now, now.copy(), kept, most)
    return name_of(loops, why), moved, [int(w) for w in now]


def words(numbers: Sequence[int]) -> list[Any]:
    return [Word(n) for n in numbers]


def name_of(loops: ModuleType, why: int) -> str:
    names = ("DONE", "ROUND", "YES", "KINK", "LARGE", "INEXACT", "STILL")
    return next(name for name in names if getattr(loops, name) == why)


def whole(step: Step, examples: Iterable[Example], weights: Iterable[str] = ()) -> Pass:
    return whole_pass(step, examples, [number(text) for text in weights])
