"""Whatever is given to a public function, it answers, or says in one line what is wrong."""

import math
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import ogd_exact as ogd
from conftest import sampled


class Odd:
    """Of no use to anyone."""


ODD = [None, True, False, 0, 1, -1, 7, 10**30, 0.5, math.nan, math.inf, 1j, "", "x", "svm", "copy", "counter:1", "\0"]
ODD += ["1/4", "0" * 50, b"svm", Fraction(1, 3), [], [1], ["svm"], [[]], (), {}, {"a": 1}, {1: None}, {"lambda": "1/5"}]
ODD += [
    set(),
    range(3),
    object(),
    Odd,
    Odd(),
    print,
    math,
    Path("nowhere"),
    Path("/"),
    iter(()),
    ...,
    ogd.verify,
    {"a": object()},
    [object()],
    {(): ()},
    [["svm"]],
    "\ud800",
    -0.0,
    "1e9",
    "٣",
]
STEP = {"x": ["1"], "y": "1", "after": [["1"]]}
RUN = ogd.reduce("counter:1")
ANY_ORDER = ogd.reduce("counter:1", tables="any-order")
REPORT = ogd.verify("svm", "reset")


def built(
    reset: Any = 0, name: Any = "a", bit: Any = 1, width: Any = 1, start: Any = 0, bad: Any = None, held: Any = None,
    outside: Any = "i",
) -> ogd.Run:  # fmt: skip
    """A circuit with odd parts."""
    circuit = ogd.Circuit()
    circuit.constraint(~circuit.input(outside), held)
    state = circuit.state(name, reset)
    circuit.set_next(state, state ^ circuit.constant(bit))
    for latch in circuit.register("r", width, start):
        circuit.set_next(latch, latch)
    circuit.bad(state, bad)
    return ogd.reduce(circuit, inputs="0")


FUNCTIONS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {  # each with arguments that are right
    "verify": (
        ogd.verify,
        {"model": "svm", "gadget": "copy", "tables": None, "tex": None, "printed": False},
    ),
    "reduce": (
        ogd.reduce,
        {
            **{"circuit": "counter:1", "model": "svm", "tables": None, "property": None, "target": None},
            **{
                "inputs": None,
                "start": None,
                "uninitialised": None,
                "question": "norm",
                "norm_bound": None,
                "parameters": None,
            },
        },
    ),
    "simulate": (
        ogd.simulate,
        {
            **{"run": RUN, "max_passes": 2, "max_steps": None, "engine": "auto"},
            **{"confirm": False, "audit": 1, "limit": 1, "seed": 0, "order": None},
        },
    ),
    "simulate by an invariant": (lambda limit: ogd.simulate(RUN, engine="invariant", limit=limit), {"limit": 1}),
    "simulate in any order": (
        ogd.simulate,
        {"run": ANY_ORDER, "order": "cyclic", "seed": 0, "max_passes": 2, "engine": "auto"},
    ),
    "Table": (
        ogd.Table,
        {
            **{"model": "svm", "gadget": "a", "coordinates": ["i1"], "cases": [["1"]], "steps": [STEP]},
            **{"contract": None, "label": None, "region": None, "constants": None, "returns": None},
        },
    ),
    "synthesize": (
        ogd.synthesize,
        {
            **{"contract": "turn(a bit): a = not(a)", "model": "svm", "steps": 1, "minimal": False, "tables": None},
            **{"keep": (), "always": None, "at": None, "nonzeros": 0, "denominator": 0, "seed": 0, "limit": 5},
        },
    ),
    "always": (lambda entry: ogd.synthesize("turn(a bit): a = not(a)", always={"a": entry}, limit=5), {"entry": "1"}),
    "a step": (lambda **step: ogd.Table("svm", "a", ["i1"], [["1"]], [step]), {**STEP, "note": "n"}),
    "a contract": (
        lambda **given: ogd.verify(tables=ogd.Table("svm", "a", ["i1"], [["1"]], [STEP], contract=given)),
        {"before": {"i1": "true"}, "after": {}, "untouched": {}, "magnitudes": {}, "returns": []},
    ),
    "Circuit": (
        built,
        {"reset": 0, "name": "a", "bit": 1, "width": 1, "start": 0, "bad": None, "held": None, "outside": "i"},
    ),
    "arrays": (RUN.arrays, {"sparse": False, "lossy": False}),
    "bits": (RUN.bits, {"weights": RUN.start}),
    "answer": (RUN.answer, {"weights": RUN.start}),
    "a weight": (lambda weight: RUN.bits([weight] * RUN.dimension), {"weight": 1}),
    "any-order bits": (ANY_ORDER.bits, {"weights": ANY_ORDER.start}),
    "an any-order weight": (lambda weight: ANY_ORDER.bits([weight] * ANY_ORDER.dimension), {"weight": 1}),
    "firings": (ANY_ORDER.firings, {"order": "cyclic", "frames": 1, "seed": 0}),
    "any-order figure": (ANY_ORDER.figure, {"number": 1, "order": "cyclic", "seed": 0}),
    "save": (RUN.save, {"path": "train", "format": "jsonl", "lossy": False}),
    "figure": (RUN.figure, {"number": 1}),
    "Report.text": (REPORT.text, {"witnesses": False}),
    "Report.page": (REPORT.page, {"witnesses": False}),
    "Page.save": (RUN.explore().save, {"path": "page"}),
}
PLACES = [(name, argument) for name, (_, right) in FUNCTIONS.items() for argument in right]


@pytest.mark.parametrize(("name", "argument"), PLACES)
def test_odd_values_are_our_errors_only(
    name: str, argument: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    function, right = FUNCTIONS[name]
    for value in sampled(ODD, 4):
        try:
            function(**{**right, argument: value})
        except ogd.InputError as error:
            assert str(error) and str(error).isprintable()
        except Exception as error:  # noqa: BLE001
            pytest.fail(f"{name}({argument}={value!r}): {error!r}")


REFUSED = [
    (lambda: ogd.verify(3), "model must be str | collections.abc.Collection[str] | None, not int"),  # type: ignore[arg-type]
    (lambda: ogd.reduce("counter:3", target=111), "target must be str | None, not int"),  # type: ignore[arg-type]
    (lambda: ogd.simulate(7), "run must be "),  # type: ignore[arg-type]
    (lambda: ogd.simulate(RUN, confirm="no"), "confirm must be bool, not str"),  # type: ignore[arg-type]
    (lambda: ogd.synthesize("turn(a bit): a = not(a)", steps=0), "steps is 0; choose from 1 to 12"),
    (lambda: ogd.synthesize("turn(a bit): a = not(a)", seed=-1), "seed is -1; choose from 0 to 1000000000"),
    (lambda: ogd.simulate(RUN, progress=3), "progress must be "),  # type: ignore[arg-type]
    (lambda: ogd.simulate(RUN, limit=0), "limit: expected a number of seconds above 0 and below 10^6, not 0"),
    (lambda: ogd.simulate(ANY_ORDER, max_passes=-3), "max_passes: expected a whole number, at least 1, not -3"),
    (lambda: ogd.simulate(ANY_ORDER, order=""), "there is no order ''"),
    (lambda: ogd.reduce("counter:3", start={0: 1}), "inputs, latches and parameters are named by texts"),  # type: ignore[dict-item]
    (
        lambda: ogd.verify(tables=ogd.Table("svm", "a", ["i1"], [["1"]], [STEP]), printed=True),
        "tables written in Python have no corrections; drop printed",
    ),
]


@pytest.mark.parametrize(("call", "said"), REFUSED)
def test_what_is_of_the_wrong_kind_is_named(call: Callable[[], Any], said: str) -> None:
    with pytest.raises(ogd.InputError) as refused:
        call()
    assert str(refused.value).startswith(said)


def test_what_functions_return_can_be_kept_in_sets() -> None:
    verdict = ogd.simulate(RUN)
    table = ogd.Table("svm", "a", ["i1"], [["1"]], [STEP])
    assert len({RUN, RUN, verdict, REPORT, table}) == 4
