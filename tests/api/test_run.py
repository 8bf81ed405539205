"""ogd.reduce, and what a run says: its examples train as the circuit counts, by nothing but fractions."""

import random
import re
import time
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import ogd_exact as ogd
from conftest import ROOT, called, in_full, needs, typed
from ogd_exact.api.weights import number

MODELS = ("svm", "svm-bias", "svm-eta", "svm-reg", "dense-relu", "dense-relu-dense")


def trained(run: ogd.Run) -> Iterator[list[Fraction]]:
    """The weights after each pass, by the gradients of the loss and nothing of the project's."""
    rate, decay = (Fraction(run.parameters[name]) for name in ("eta", "lambda"))
    examples, weights = list(run.examples()), list(run.start)
    while True:
        for x, y in examples:
            product = sum(weights[c] * value for c, value in x.items())
            if run.model.startswith("svm"):
                if decay:
                    weights = [w - rate * decay * w for w in weights]
                slope = y if y * product < 1 else Fraction(0)
            else:
                outer = weights[-1] if run.model == "dense-relu-dense" else Fraction(1)
                slope = 2 * (y - outer * product) * outer if product > 0 else Fraction(0)
                if run.model == "dense-relu-dense" and product > 0:
                    weights[-1] += rate * 2 * (y - outer * product) * product
            if slope:
                for c, value in x.items():
                    weights[c] += rate * slope * value
        yield list(weights)


@pytest.mark.parametrize("model", MODELS)
def test_the_weights_count(model: str) -> None:
    run = ogd.reduce("counter:2", model)
    assert run.latches == ("x0", "x1") and len(list(run.examples())) == len(run)
    assert len(run.coordinates) == run.dimension == len(run.start) - (model == "dense-relu-dense")
    found = [(run.bits(weights), run.answer(weights)) for weights, _ in zip(trained(run), range(3), strict=False)]
    assert found == [((1, 0), False), ((0, 1), False), ((1, 1), False)] and run.bits(run.start) == (0, 0)


def test_a_circuit_in_python_in_its_own_order_and_names() -> None:
    """Random next states, latches that start true among them; the same formulas say what must follow."""
    for seed in range(4):
        chosen = random.Random(seed)
        resets = [chosen.randrange(2) for _ in range(3)]
        table = [chosen.choices((0, 1), k=8) for _ in range(3)]
        circuit = ogd.Circuit()
        state = [circuit.state(f"s{k}", reset) for k, reset in enumerate(resets)]
        for latch, column in zip(state, table, strict=True):
            follows = circuit.constant(0)
            for row in (row for row in range(8) if column[row]):
                term = circuit.constant(1)
                for k, signal in enumerate(state):
                    term &= signal if row >> k & 1 else ~signal
                follows |= term
            circuit.set_next(latch, follows)
        circuit.bad(circuit.constant(0))
        run = ogd.reduce(circuit)
        assert run.latches == ("s0", "s1", "s2") and run.bits(run.start) == tuple(resets)
        bits = resets
        for weights, _ in zip(trained(run), range(4), strict=False):
            bits = [column[sum(bit << k for k, bit in enumerate(bits))] for column in table]
            assert run.bits(weights) == tuple(bits)
        assert ogd.simulate(run).verdict == "never"


def test_the_second_time_is_soon_done() -> None:
    """Tables and constructions of ours are read and verified once; the proof for the circuit is made each time."""
    times = []
    for _ in range(6):
        began = time.process_time()
        ogd.reduce("counter:3")
        times.append(time.process_time() - began)
    assert min(times[1:]) < 0.010, times


def test_arrays_are_the_examples() -> None:
    numpy = needs("numpy", "numpy")
    run = ogd.reduce("counter:2", "dense-relu")
    dense, y = run.arrays()
    assert dense.dtype == y.dtype == numpy.float64 and dense.shape == (len(run), run.dimension)
    for row, label, (x, wanted) in zip(dense, y, run.examples(), strict=True):
        assert {c: Fraction(float(row[c])) for c in numpy.flatnonzero(row)} == x and Fraction(float(label)) == wanted
    needs("scipy.sparse", "scipy")
    sparse, again = run.arrays(sparse=True)
    assert (sparse.toarray() == dense).all() and (again == y).all()


def test_what_is_no_double_is_refused_or_rounded() -> None:
    needs("numpy", "numpy")
    run = ogd.reduce("counter:2", "svm-reg", parameters={"lambda": Fraction(1, 5)})
    with pytest.raises(ogd.InputError, match=r"^example 1: .* is not exactly a double; use run.examples\(\), or lossy"):
        run.arrays()
    x, y = next(run.examples())
    rounded, labels = run.arrays(lossy=True)
    assert [float(x.get(c, 0)) for c in range(run.dimension)] == list(rounded[0]) and float(y) == labels[0]


def test_rounded_weights_are_read_as_the_nearest_bits() -> None:
    """By svm false is -1, unset 0 and true 1, so that a bit ends half way to 0, and as far beyond 1."""
    run = ogd.reduce("counter:1")
    place = run.coordinates.index("x0")
    for weight, bit in ((1.25, 1), (Fraction(3, 4), 1), (-0.75, 0), (0.25, 0), (1, 1), (-1.0, 0)):
        weights: list[Any] = [0.0] * run.dimension
        weights[place] = weight
        assert run.bits(weights) == run.bits(dict(zip(run.coordinates, weights, strict=True))) == (bit,)
    for weight, problem in ((0.5, "no bit"), (1.5, "no bit"), (-4, "no bit"), (float("inf"), "no number")):
        weights[place] = weight
        with pytest.raises(ogd.InputError, match=f"the weight of x0 is {weight}, which is {problem}"):
            run.bits(weights)
    with pytest.raises(ogd.InputError, match="there are 2 weights for"):
        run.bits([0, 0])
    with pytest.raises(ogd.InputError, match="there is no weight for x0"):
        run.bits({name: 0 for name in run.coordinates if name != "x0"})


def test_irrational_numbers_are_no_fractions_but_their_bits_are_read() -> None:
    run = ogd.reduce("counter:1", "svm-eta", parameters={"eta": "1/2"})
    with pytest.raises(ogd.InputError, match="^example 1: .* is irrational; choose parameters whose square roots"):
        next(run.examples())
    weights = [0.0] * run.dimension
    weights[run.coordinates.index("x0")] = 0.5**0.5  # true is the root of eta
    assert run.bits(weights) == (1,)


def test_files_are_those_of_the_command(tmp_path: Path) -> None:
    run = ogd.reduce("counter:2", "svm-eta", parameters={"eta": "1/4"})
    for name in ("jsonl", "svmlight"):
        called("reduce", "counter:2", "--model", "svm-eta", "--format", name, "-o", tmp_path / "command")
        run.save(tmp_path / "library", name)
        assert (tmp_path / "library").read_bytes() == (tmp_path / "command").read_bytes()
    assert run.header()["dimension"] == run.dimension


def test_pages_and_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = ogd.reduce("counter:1")
    page = run.explore()
    assert called("explore", "counter:1").out == f"{page.html}\n" and page._repr_html_().startswith("<iframe srcdoc=")
    page.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text() == f"{page.html}\n"
    assert run._repr_html_().startswith("<pre>counter:1 by svm: n = 2")
    needs("matplotlib", "matplotlib")
    picture = run.figure()
    for shown in (page, picture):
        assert "save(path)" in str(shown) and len(str(shown)) < 100 and len(repr(shown)) < 20
    assert bytes(picture) == picture._repr_png_() and bytes(picture).startswith(b"\x89PNG")
    assert capsys.readouterr() == ("", "")
    with pytest.raises(ogd.InputError, match="the page shows the first coordinate"):
        ogd.reduce("counter:1", question="fixed-point").explore()


@in_full
def test_numbers_may_have_more_digits_than_python_writes(tmp_path: Path) -> None:
    """By Python's fractions, whose texts have a limit unless the process lifts it; it is found as it was."""
    code = (
        "import sys; sys.set_int_max_str_digits(640); import ogd_exact as ogd\n"
        "run = ogd.reduce('counter:3', 'svm-reg', parameters={'lambda': '1/5'})\n"
        f"run.save({str(tmp_path / 'train.jsonl')!r})\n"
        "print(sys.get_int_max_str_digits())"
    )
    assert typed("-c", code, OGD_EXACT_NUMBERS="fraction") == (0, "640\n", "")
    assert max(map(len, re.findall("[0-9]+", (tmp_path / "train.jsonl").read_text()))) > 640


def test_numpys_integers_are_exact_weights() -> None:
    """Also beyond 2^53, where doubles are not."""
    numpy = needs("numpy", "numpy")
    run = ogd.reduce("counter:1")
    place = run.coordinates.index("x0")
    for kind in (numpy.int64, numpy.int8, numpy.float32):
        weights = numpy.zeros(run.dimension, dtype=kind)
        weights[place] = 1
        assert run.bits(weights) == (1,) and run.bits(list(weights)) == (1,)
    assert number(numpy.int64(2**53 + 1), "w") == 2**53 + 1
    assert number(numpy.uint64(2**64 - 1), "w") == 2**64 - 1


def test_a_weight_has_the_name_of_its_latch_in_every_output() -> None:
    """Distinct, whatever a circuit calls its latches, and none of them taken for a special coordinate."""
    circuit = ogd.Circuit()
    names = ("bot", "gate0", "same", "same", "same_3", "spare", "clock0", "fresh")
    latches = [circuit.latch(name, reset) for name, reset in zip(names, (0, 0, 0, 0, 0, 0, 1, 0), strict=True)]
    for latch in latches:
        circuit.set_next(latch, ~latch)
    circuit.bad(latches[0] & latches[2])
    wanted = ("bot_0", "gate0_1", "same", "same_3", "same_3_4", "spare", "not clock0", "fresh", "spare_8")
    found = ogd.reduce(circuit)
    assert found.coordinates[3:12] == wanted and len({*found.coordinates}) == found.dimension
    assert ogd.simulate(circuit).frame == 1
    any_order = ogd.reduce(circuit, tables="any-order").coordinates
    assert len({*any_order}) == len(any_order)


@pytest.mark.parametrize("model, tables", [("svm", None), ("svm", "compact"), ("svm-bias", None), ("perceptron", None)])
def test_every_example_leads_back_to_the_row_that_it_is(model: str, tables: str | None) -> None:
    """The tables' files say what the last gadget of a path has in that row; its call, on which coordinates that is."""
    run = ogd.reduce("counter:1", model, tables=tables)
    calls = list(run.calls())
    assert [c.first for c in calls] == [1, *(c.last + 1 for c in calls[:-1])] and calls[-1].last == len(run)
    assert {c.phase for c in calls} <= {"inputs", "gates", "question", "outputs"}
    assert {c.of for c in calls if c.phase == "gates"} == {f"gate{i}" for i in range(run.gates)}
    for k, (x, _) in enumerate(run.examples(), 1):
        origin = run.provenance(k)
        call, (gadget, row) = origin.call, origin.rows[-1]
        assert origin.example == k and call.first <= k <= call.last and origin.rows[0][0] == call.gadget
        named = {run.coordinates[c] for c in x}
        assert named <= {*call.on, "b1", "b2"}  # the biases are in every example
        if len(origin.rows) == 1 and model == "svm":
            file = ROOT / "gadget_tables" / (tables or "paper") / model / f"{gadget}.toml"
            table = tomllib.loads(file.read_text())
            step = {"x": [], **table["step"][row - 1]}
            assert [run.coordinates.index(i) in x for i in call.on] == [text != "0" for text in step["x"]]
    for wrong in (0, len(run) + 1):
        with pytest.raises(ogd.InputError, match=f"there is no example {wrong}; give one from 1 to {len(run)}"):
            run.provenance(wrong)


def test_a_run_is_replayed_in_a_library() -> None:
    needs("sklearn", "scikit-learn")
    run = ogd.reduce("counter:2", tables="compact")
    found = run.replay(library="sklearn")
    assert (found.agreed, found.passes, found.equal, found.right, found.accepted) == (True, 4, 4, 4, 4)
    assert str(found) + "\n" == called("replay", "counter:2", "--tables", "compact").out
    with pytest.raises(ogd.InputError, match="there is no library 'sklaern'"):
        run.replay("sklaern")
    with pytest.raises(ogd.InputError, match="a library is watched by its first coordinate; drop question"):
        ogd.reduce("counter:1", question="fixed-point").replay()
    rounded = ogd.reduce("counter:2", "svm-reg").replay()
    assert not rounded.agreed and rounded.right < rounded.passes
