"""Noise after every step: what is proved of it, by hand and against runs of fractions with noise; what is refused."""

import json
import random
import re
import shlex
import shutil
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import ROOT, called, in_full, sampled
from ogd_exact.commands import replay as noise_command
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.core.kernel.step import Example
from ogd_exact.robustness.noise.boxes import Boxes
from ogd_exact.robustness.noise.forever import lasting
from ogd_exact.robustness.noise.sampled import NoisyRun, Sampled
from ogd_exact.robustness.precision.forms import Form
from ogd_exact.training.constructions.reduction import Reduction, reduced
from ogd_exact.training.constructions.request import Request

REFRESH = ("dense-relu-refresh", "refresh")


@cache
def boxes(circuit: str, model: str = REFRESH[0], tables: str | None = REFRESH[1], **given: Any) -> Boxes:
    return Boxes(reduced(Request(circuit=circuit, model=model, tables=tables, **given)))


def asked(*words: str) -> tuple[int, dict[str, Any]]:
    answer = called("replay", *words, "--format", "json")
    assert answer.err == ""
    return answer.code, json.loads(answer.out)


def gadget(found: Boxes, name: str) -> Any:
    return next(does for key, does in found.known.items() if key[0] == name)  # type: ignore[index]


def test_what_refreshing_does_by_hand() -> None:
    """At x = -3/4 and y = 3/4 a weight of -1 + e becomes -1 - e/8; noise comes after each of the two steps."""
    false, true = gadget(boxes("counter:2"), "refresh").cases
    assert [(c.after[0].of_errors, c.after[0].of_noise) for c in (false, true)] == [
        ((rational(1, 8),), 2),
        ((rational(1, 8),), rational(9, 8)),
    ]
    assert [(room.margin, room.error.of_errors) for room in true.rooms] == [(rational(3, 4), (rational(3, 4),))] * 2
    (settled,) = gadget(boxes("counter:2"), "settle").cases
    # e - 2 (e.x) x with x = (3/4, 1/4): e1 - 9/8 e1 - 3/8 e2, and e2 - 1/8 e2 - 3/8 e1.
    assert settled.after[0] == ((rational(1, 8), rational(3, 8)), 1)
    assert settled.after[1] == ((rational(3, 8), rational(7, 8)), 1)


def test_translations_keep_every_error() -> None:
    """Of the SVM: after t steps each weight may be off by t delta, whatever the examples."""
    found = boxes("counter:2", "svm", None)
    for does in found.known.values():
        for case in does.cases:
            for place, after in enumerate(case.after):
                assert after.of_noise == does.examples
                assert after.of_errors == tuple(rational(int(k == place)) for k in range(len(case.after)))


@pytest.mark.parametrize(
    ("regularizer", "expected", "tables"), [((1, 4), 4, "paper"), ((1, 10), 10, "paper"), ((1, 4), 4, "compact")]
)
def test_a_regularizer_forgets_errors(regularizer: tuple[int, int], expected: int, tables: str) -> None:
    """Of an error a step leaves 1 - lambda, and adds delta: in the end at most delta/lambda, and noise fills a part."""
    words = ("counter:2", "--model", "svm-reg", "--tables", tables, "--lambda", "/".join(map(str, regularizer)))
    code, found = asked(*words, "--noise", "1/10^120")
    assert code == 0 and found["forever"] and {*found["box"].values()} == {str(Fraction(expected, 10**120))}
    assert 1 / 10 < found["sampled"]["share"] <= 1


def test_the_limit_is_where_the_proof_ends() -> None:
    for found in (boxes("counter:2"), boxes("lfsr:3")):
        limit = lasting(found, rational(1, 10**9)).below
        assert limit is not None and limit * found.reduction.examples > rational(1, 10)
        assert lasting(found, limit * rational(99, 100)).passes is None
        at = lasting(found, limit)
        assert at.passes is not None and at.below == limit


def relu_pass(weights: dict[str, Fraction], rows: Any, delta: Fraction, choose: random.Random) -> None:
    """Steps of the squared loss of a ReLU, in fractions, with noise that is mostly as large as it may be."""
    for x, y in rows:
        z = sum(weights[c] * v for c, v in x.items())
        if z > 0:
            for c, v in x.items():
                weights[c] -= 2 * (z - y) * v
        for c in weights:
            weights[c] += delta * choose.choice((-1, -1, Fraction(1, 3), 1, 1))
            weights[c] = weights[c].limit_denominator(10**12)


@pytest.mark.parametrize(
    ("circuit", "seed"), sampled([(c, s) for c in ("counter:2", "lfsr:3") for s in range(4)], 8, lambda pair: pair[:1])
)
def test_no_noise_leaves_the_box(circuit: str, seed: int) -> None:
    """Just below the limit, by an implementation that knows nothing of gadgets."""
    found = boxes(circuit)
    reduction: Reduction = found.reduction
    limit = lasting(found, rational(1, 10**9)).below
    delta = Fraction(str(limit)) * Fraction(99, 100)
    box = lasting(found, rational(delta.numerator, delta.denominator)).box
    assert box is not None
    rows = [({c: Fraction(str(v)) for c, v in e.x.items()}, Fraction(str(e.y))) for e in reduction.training.examples()]
    weights = {c: Fraction(str(w)) for c, w in reduction.start().items()}
    choose, bits = random.Random(seed), (False,) * reduction.netlist.inputs
    for _ in range(2):
        relu_pass(weights, rows, delta, choose)
        bits, answer = reduction.netlist.step(bits)
        if answer:
            assert weights["0"] > Fraction(1, 2)
            break
        meant = {str(reduction.program.signal(i)): (1 if bit else -1) for i, bit in enumerate(bits)} | {"3": 1}
        # Rounding to 12 digits adds a little noise of its own.
        assert all(
            abs(w - meant.get(c, 0)) <= Fraction(str(room)) * delta * Fraction(1001, 1000)
            for (c, w), room in zip(weights.items(), box, strict=True)
        )


@pytest.mark.parametrize("passes", [0, 1, 5])
def test_passes_of_translations_are_counted_as_one_by_one(passes: int) -> None:
    found = boxes("counter:2", "svm", None)
    limits, errors = [], found.same(rational(0))
    for _ in range(passes + 1):
        done = found.one_pass(errors)
        limits.append(done.limit.delta)
        errors = done.errors
    assert limits == sorted(limits, reverse=True)
    between = (limits[passes] + limits[passes - 1]) / 2 if passes else limits[0] * 2
    assert lasting(found, between).passes == passes
    assert lasting(found, between).limit.delta == limits[passes]


def test_without_refreshing_there_is_no_proof() -> None:
    code, found = asked("counter:2", "--model", "dense-relu", "--noise", "1/10^50")
    assert code in (1, 3) and not found["forever"] and found["forever_below"] is None


@pytest.mark.parametrize("gadget", ["steady", "settle", "refresh"])
def test_each_kind_of_gadget_is_needed(tmp_path: Path, gadget: str) -> None:
    folder = Path(shutil.copytree(ROOT / "gadget_tables" / "refresh", tmp_path / "mine"))
    path = folder / REFRESH[0] / "construction.toml"
    fewer = re.sub(rf'"{gadget}\([^"]*\)",? ?', "", path.read_text())
    assert fewer != path.read_text()
    path.write_text(fewer)
    found = lasting(boxes("counter:2", tables=str(folder)), rational(1, 10**9))
    assert found.below is None and found.box is None


def test_random_noise_shows_what_is_lost() -> None:
    code, found = asked("counter:3", "--model", "dense-relu", "--noise", "1/10^9", "--max-passes", "8")
    assert code == 1 and found["sampled"]["right"] < found["sampled"]["passes"]


def test_a_contradiction_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noise_command, "sampled", lambda *_: Sampled(1, 4, 4, False, 1.01))
    assert asked("counter:2", "--tables", REFRESH[1], "--model", REFRESH[0], "--noise", "1/10^9")[0] == 1


def test_noise_is_at_most_what_is_said() -> None:
    run = NoisyRun(boxes("counter:2").reduction, rational(1, 1000), 5)
    run.examples = [Example({"3": rational(3, 4)}, rational(3, 4))]  # which leaves 1 where it is
    moved = set()
    for _ in range(50):
        run.weights = {c: rational(int(c == "3")) for c in run.weights}
        run.one_pass()
        moved |= {weight - int(c == "3") for c, weight in run.weights.items()}
    assert max(moved) <= rational(1, 1000) and min(moved) >= -rational(1, 1000) and max(moved) > rational(99, 100000)


NUMBERS = st.fractions(-3, 3, max_denominator=8).map(lambda f: rational(f.numerator, f.denominator))
FORMS = st.tuples(NUMBERS, st.dictionaries(st.sampled_from("abc"), NUMBERS)).map(lambda parts: Form(*parts))


@given(FORMS, FORMS, NUMBERS, st.fixed_dictionaries(dict.fromkeys("abc", NUMBERS)))
def test_forms_compute_with_whatever_the_errors_are(p: Form, q: Form, k: Any, errors: dict[str, Any]) -> None:
    def at(form: Form) -> Any:
        return form.value + sum((errors[u] * v for u, v in form.parts.items()), rational(0))

    assert at(p + q) == at(p) + at(q) and at(p - q) == at(p) - at(q) and at(-p) == -at(p)
    assert at(k * p) == at(p * k) == k * at(p) and at(k + p) == k + at(p) and at(k - p) == k - at(p)
    with pytest.raises(TypeError):
        p * q


def test_the_tables_are_verified_and_run() -> None:
    answer = called("verify", "--tables", "refresh")
    assert answer.code == 0 and "9 tables (refresh), 91 transitions and 0 calls checked: all verified." in answer.out
    for name, frame in (("counter:3", 7), ("lfsr:3", 6)):
        words = ("simulate", name, "--tables", "refresh", "--model", REFRESH[0], "--engine", "kernel")
        assert f"accepted in frame {frame} " in called(*words).out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--noise", "0"], "--noise is above 0"),
        (["--noise", "0.5"], "--noise 0.5: write 1/2"),
        (["--noise", "much"], "--noise 'much' is not a number"),
        (["--noise", "1/9", "--precision"], "--precision and --noise ask for different things"),
        (["--noise", "1/9", "--library", "torch"], "--library does not go with --noise"),
        (["--noise", "1/9", "--dtype", "float32"], "--dtype does not go with --noise"),
        (["--noise", "1/9", "--plot", "x.svg"], "--plot is for --precision"),
        (["--seed", "3"], "--seed is for --noise"),
        (["--noise", "1/9", "--model", "dense-relu-dense"], "--noise is not for dense-relu-dense"),
        (
            ["--noise", "1/9", "--tables", "rules", "--model", "svm-nesterov"],
            "errors are followed in weights, not in velocities",
        ),
        (["--noise", "1/9", "--model", "svm-eta", "--eta", "1/2"], "--noise takes rational numbers"),
    ],
)
def test_what_cannot_be_asked_is_refused(words: list[str], reason: str) -> None:
    answer = called("replay", "counter:2", *words)
    assert (answer.code, answer.out) == (2, "") and reason in answer.err and answer.err.count("\n") == 1


PAGE = (ROOT / "docs" / "noise.md").read_text()
SHOWN = re.findall(r"```\n\$ python ([^\n]*)\n(.*?)```", PAGE, re.S)


@pytest.mark.parametrize(("command", "output"), SHOWN)
@pytest.mark.usefixtures("eighty_columns")
def test_the_page_shows_real_output(command: str, output: str) -> None:
    assert called(*shlex.split(command.removeprefix("-m ogd_exact."))).out == output


ROWS = re.findall(
    r"^\| ([\w:]*) *\| ([\w-]+)(?:, lambda = (\S+)| \(`(.*?)`\))? \| (\d+) \| (\S+) \| (.*) \|$", PAGE, re.M
)
MEASURED = [(next(r[0] for r in ROWS[: k + 1][::-1] if r[0]), *row[1:]) for k, row in enumerate(ROWS)]


@in_full
@pytest.mark.parametrize("row", MEASURED, ids=lambda row: "-".join(row[:3]))
def test_the_page_has_the_figures(row: tuple[str, ...]) -> None:
    circuit, model, regularizer, named, examples, limit, passes = row
    tables = named or {"dense-relu-refresh": "refresh"}.get(model)
    given = {"lambda": rational(1, int(regularizer[2:]))} if regularizer else {}
    found = Boxes(reduced(Request(circuit=circuit, model=model, tables=tables, parameters=given)))
    lasts = [lasting(found, rational(1, 10**k)) for k in (4, 6, 9, 12)]
    assert found.reduction.examples == int(examples)
    assert [("ever" if last.passes is None else str(last.passes)) for last in lasts] == passes.split(" | ")
    below: Any = lasts[-1].below
    said = "none" if below is None else f"{Decimal(int(below.numerator)) / Decimal(int(below.denominator)):.2g}"
    assert limit == said


def test_the_page_measures_all_models_that_can_be() -> None:
    assert len(MEASURED) == 15 and {row[1] for row in MEASURED} == {
        "svm", "svm-bias", "svm-reg", "dense-relu", "dense-relu-refresh",
    }  # fmt: skip
