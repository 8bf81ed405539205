"""Momentum: velocities are state that every gadget brings back to 0; the heavy ball erases nothing, Nesterov's can."""

import json
import shutil
from fractions import Fraction
from itertools import cycle, islice
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from conftest import called, edit, examples, needs, sampled
from ogd_exact.core.checker.velocities import velocities_zero
from ogd_exact.core.kernel.numbers import rational, sign
from ogd_exact.core.kernel.step import Example, Step, velocity
from ogd_exact.core.tables.rules import RULES
from ogd_exact.gadgets.reading.folder import BEYOND, paper, read_library
from ogd_exact.training.constructions.reduction import reduced
from ogd_exact.training.constructions.request import Request

numbers = st.fractions(min_value=-9, max_value=9, max_denominator=12)
pairs = st.lists(numbers, min_size=2, max_size=2)
State = tuple[list[Fraction], list[Fraction]]


def by_kernel(nesterov: bool, mu: Fraction, w: list[Fraction], v: list[Fraction], x: list[Fraction]) -> State:
    weights = {f"w{i}": rational(a) for i, a in enumerate(w)}
    weights |= {velocity(f"w{i}"): rational(a) for i, a in enumerate(v)}
    example = Example({f"w{i}": rational(a) for i, a in enumerate(x) if a}, rational(1))
    step = Step(RULES["hinge"], rational(1), rational(0), (), rational(mu), nesterov)
    after = step.take(weights, example, sign).weights
    found = {name: Fraction(int(a.numerator), int(a.denominator)) for name, a in after.items()}
    return [found["w0"], found["w1"]], [found[velocity("w0")], found[velocity("w1")]]


def dot(a: list[Fraction], b: list[Fraction]) -> Fraction:
    return sum((p * q for p, q in zip(a, b, strict=True)), Fraction(0))


@settings(max_examples=examples(60))
@given(mu=numbers, w=pairs, v=pairs, x=pairs, nesterov=st.booleans())
def test_a_step_is_the_documented_one_of_torch(
    mu: Fraction, w: list[Fraction], v: list[Fraction], x: list[Fraction], nesterov: bool
) -> None:
    """buf = mu buf + g, then g = g + mu buf or g = buf, then w = w - g; our velocity is the opposite of buf."""
    assume(dot(w, x) != 1)
    gradient = [-a if dot(w, x) < 1 else Fraction(0) for a in x]
    buffer = [mu * -b + g for b, g in zip(v, gradient, strict=True)]
    step = [g + mu * b for g, b in zip(gradient, buffer, strict=True)] if nesterov else buffer
    found = by_kernel(nesterov, mu, w, v, x)
    assert found == ([a - s for a, s in zip(w, step, strict=True)], [-b for b in buffer])


@settings(max_examples=examples(60))
@given(mu=numbers, w=pairs, v=pairs, x=pairs)
def test_a_step_of_the_heavy_ball_can_be_undone(
    mu: Fraction, w: list[Fraction], v: list[Fraction], x: list[Fraction]
) -> None:
    """The weights before are those after less the velocity, and with them it is known whether the example fired."""
    assume(dot(w, x) != 1 and mu != 0)
    weights, velocities = by_kernel(False, mu, w, v, x)
    before = [a - b for a, b in zip(weights, velocities, strict=True)]
    move = x if dot(before, x) < 1 else [Fraction(0)] * 2
    assert (before, [(b - m) / mu for b, m in zip(velocities, move, strict=True)]) == (w, v)


def test_nesterov_erases() -> None:
    """Two states at rest that reset takes to the same one: what the heavy ball cannot do."""
    table = read_library(BEYOND, fallback=paper()).tables["svm-nesterov", "reset"]
    ends = []
    for line in table.cases:
        w, v = [Fraction(line[0]), Fraction(0)], [Fraction(0), Fraction(0)]
        for step in table.steps:
            w, v = by_kernel(True, Fraction(1, 2), w, v, [Fraction(step.x[0]), Fraction(0)])
        ends.append((w, v))
    assert ends[0] == ends[1] == ([0, 0], [0, 0]) and table.cases[0] != table.cases[1]


MODEL = ("--model", "svm-nesterov")


@pytest.mark.parametrize("circuit", sampled(["counter:2", "johnson:2", "lfsr:3", "rule110:3"], 2))
@pytest.mark.parametrize("engine", ["kernel", "gadget", "circuit"])
def test_every_engine_says_what_the_svm_says(circuit: str, engine: str) -> None:
    wanted = json.loads(called("simulate", circuit, "--format", "json")[1])
    code, out, err = called("simulate", circuit, *MODEL, "--engine", engine, "--format", "json")
    found = json.loads(out)
    assert (code, err) == (0, "")
    assert [found[key] for key in ("verdict", "frame", "period")] == [wanted[k] for k in ("verdict", "frame", "period")]


@pytest.mark.parametrize("mu", ["9/10", "1/2", "3/7"])
def test_one_set_of_tables_is_for_an_interval(mu: str) -> None:
    options = ("--model", "svm-nesterov-mu", "--set", f"mu={mu}", "--engine", "kernel")
    code, out, err = called("simulate", "counter:2", *options)
    assert (code, err) == (0, "") and "accepted in frame 3" in out


@pytest.mark.parametrize("mu", ["2/5", "19/20", "1/10", "1"])
def test_outside_the_interval_nothing_is_promised(mu: str) -> None:
    code, _, err = called("reduce", "counter:2", "--model", "svm-nesterov-mu", "--set", f"mu={mu}")
    assert code == 2 and "is outside the region where it is proved" in err


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_torch_runs_the_circuit_exactly(dtype: str) -> None:
    needs("torch", "torch")
    code, out, err = called("replay", "counter:2", *MODEL, "--library", "torch", "--dtype", dtype, "--format", "json")
    found = json.loads(out)
    assert (code, err) == (0, "")
    assert found["exact"]["frame"] == 3 and found["passes_equal"] == found["passes"] == 4


@pytest.mark.parametrize(
    ("name", "arguments", "code", "said"),
    [
        ("replay", ["counter:2", "--library", "sklearn"], 2, "it has no momentum; try --library torch"),
        ("replay", ["counter:2", "--precision"], 2, "without momentum only"),
        ("replay", ["counter:2", "--noise", "1/9"], 2, "errors are followed in weights, not in velocities"),
        ("synthesize", ["wipe(a bit): a = unset", "--tables", "rules"], 2, "examples are found without it only"),
        ("explore", ["counter:2", "--output", "x.html"], 2, "the page shows no velocities"),
        ("explore", ["gadget:copy", "--output", "x.html"], 2, "the page shows no velocities"),
        ("prove", ["--output", "proofs"], 3, "the theory has no momentum; svm-nesterov is not proved"),
    ],
)
def test_what_lacks_momentum_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, arguments: list[str], code: int, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    found, _, err = called(name, *arguments, *MODEL)
    assert found == code and said in err and len(err.splitlines()) == 1


def test_the_heavy_ball_has_verified_tables_and_no_construction() -> None:
    assert called("verify", "--model", "svm-momentum")[0] == 0
    code, _, err = called("simulate", "counter:2", "--model", "svm-momentum")
    assert code == 2 and "there is no construction" in err and len(err.splitlines()) == 1


def test_the_file_says_the_momentum() -> None:
    header = json.loads(called("reduce", "counter:2", *MODEL)[1].splitlines()[0])
    assert (header["rule"], header["momentum"], header["initial"]) == ("hinge", "nesterov", {})
    assert header["parameters"]["mu"] == "1/2" and header["dimension"] == len(header["coordinates"])


def moved_by_hand(lines: list[str], count: int) -> dict[str, Fraction]:
    """The weights after so many steps of Nesterov's momentum, by its formula on the file of reduce."""
    header, *rows = map(json.loads, lines)
    mu, w = Fraction(header["parameters"]["mu"]), [Fraction(0)] * header["dimension"]
    v = list(w)
    for row in islice(cycle(rows), count):
        x = [Fraction(row["x"].get(str(k), 0)) for k in range(len(w))]
        fires = dot(w, x) < 1
        moves = [fires * a for a in x]
        v = [mu * a + move for a, move in zip(v, moves, strict=True)]
        w = [a + move + mu * b for a, move, b in zip(w, moves, v, strict=True)]
    return {name: weight for name, weight in zip(header["coordinates"], w, strict=True) if weight}


@pytest.mark.parametrize("engine", ["kernel", "circuit"])
def test_what_moves_after_a_yes_moves_on(engine: str) -> None:
    """The second yes, in pass 8, finds the accepting weight above 0, and leaves velocities from pass to pass."""
    given = ("counter:2", "--model", "svm-nesterov-mu", "--set", "mu=1/2")
    lines = called("reduce", *given)[1].splitlines()
    assert all(json.loads(line)["y"] == "1" for line in lines[1:])
    for step in (8 * 96, 9 * 96, 9 * 96 + 6, 10 * 96 + 7):
        said = called("simulate", *given, "--engine", engine, "--at-step", step, "--format", "json")[1]
        found = {name: Fraction(text) for name, text in json.loads(said)["weights"].items()}
        assert {name: weight for name, weight in found.items() if weight} == moved_by_hand(lines, step)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    shutil.copytree(BEYOND / "svm-nesterov", tmp_path / "mine" / "svm-mine")
    return tmp_path / "mine"


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "said"),
    [
        ("reset.toml", 'x = ["29/32"]', 'x = ["1"]', 1, "step 5"),  # a velocity is left
        ("model.toml", 'momentum = "1/2"', 'momentum = "1/3"', 1, "step 1"),
        ("model.toml", "nesterov = true\n", "", 1, "step 1"),
        ("model.toml", 'before = { i1 = "bit", v_i1 = "0" }', 'before = { i1 = "bit" }', 2, "must say that v_i1"),
        ("model.toml", 'after = { i1 = "unset" }', 'after = { i1 = "unset", v_i1 = "1" }', 2, "must say that v_i1"),
        ("model.toml", 'before = { i1 = "bit", v_i1 = "0" }', 'before = { i1 = "bit", v_i1 = "1" }', 2, "must say"),
        ("model.toml", 'after = { i1 = "unset" }', 'after = { i1 = "copy(v_i1)" }', 2, "an effect of a velocity"),
        ("model.toml", 'regularizer = "0"', 'regularizer = "1/4"', 2, "without a regularizer"),
        ("model.toml", "nesterov = true", 'nesterov = "yes"', 2, "true or false"),
        ("model.toml", 'momentum = "1/2"\n', "", 2, "nesterov needs a momentum"),
        ("reset.toml", 'x = ["-1/4"]\ny = "1"', 'call = "copy"\non = ["i1"]', 2, "calls no other"),
    ],
)  # fmt: skip
def test_velocities_must_come_back(mine: Path, file: str, old: str, new: str, code: int, said: str) -> None:
    edit(mine / "svm-mine" / file, old, new, 1)
    found, out, err = called("verify", "--tables", mine, "--model", "svm-mine")
    assert found == code and said in out + err, out + err
    assert called("reduce", "counter:2", "--model", "svm-mine", "--tables", mine)[0] == 2


def test_a_velocity_that_is_left_is_not_verified_even_if_the_table_shows_it(mine: Path) -> None:
    """The rows are all right; only the last velocity is not 0."""
    path = mine / "svm-mine" / "reset.toml"
    path.write_text(path.read_text().rpartition("\n[[step]]")[0] + "\n")
    code, out, _ = called("verify", "--tables", mine, "--model", "svm-mine", "--gadget", "reset")
    assert code == 1 and "1 finding" in out and "step 4" in out, out


def test_the_checker_insists_by_itself() -> None:
    """Whatever a reader lets through: without the promise a table is refused."""
    from dataclasses import replace

    library = read_library(BEYOND, fallback=paper())
    model, table = library.models["svm-nesterov"], library.tables["svm-nesterov", "reset"]
    assert velocities_zero(table, model)
    contract = model.contracts["reset"]
    for wrong in (
        replace(contract, before={"i1": "bit"}),
        replace(contract, before={"i1": "bit", "v_i1": "1"}),
        replace(contract, after={"i1": "unset", "v_i1": "1"}),
    ):
        assert not velocities_zero(table, replace(model, contracts={"reset": wrong}))
    assert not velocities_zero(table, replace(model, contracts={}))
    assert not velocities_zero(table, replace(model, regularizer="1/4"))
    assert not velocities_zero(replace(table, steps=(replace(table.steps[0], call="copy"),)), model)


def test_the_heavy_ball_with_pauses_is_the_plain_rule_on_another_quantity() -> None:
    """docs/rules.md: w + v mu / (1 - mu) moves as the SVM's weights do, if a pause after each example lets v fall."""
    training = reduced(Request("counter:1")).training
    given = [
        ({c: Fraction(int(a.numerator), int(a.denominator)) for c, a in example.x.items()}, example.y)
        for example in training.examples()
    ]
    mu, pauses, passes = Fraction(1, 2), 8, 2
    plain, w, v = (dict[str, Fraction]() for _ in range(3))
    for _ in range(passes):
        for x, y in given:
            assert y == 1
            fires = {}
            for name, weights in (("plain", plain), ("ball", w)):
                margin = sum(value * weights.get(c, 0) for c, value in x.items()) - 1
                assert margin != 0
                fires[name] = margin < 0
            assert fires["plain"] == fires["ball"]
            for c, value in x.items() if fires["plain"] else ():
                plain[c] = plain.get(c, Fraction(0)) + value
                v[c] = v.get(c, Fraction(0)) + (1 - mu) * value / mu  # which the next line damps
            for _ in range(1 + pauses):
                v = {c: mu * value for c, value in v.items()}
                w = {c: w.get(c, Fraction(0)) + value for c, value in v.items()}
            assert all(w[c] + mu / (1 - mu) * v[c] == plain[c] for c in plain)
            assert (plain.get("0", 0) > 0) == (w.get("0", 0) > 0)
    assert plain["0"] > 0


def test_what_is_known_of_one_momentum_is_not_told_of_another(tmp_path: Path) -> None:
    """The same wrong table under both forms, which move weights differently: each is repaired as if it stood alone."""
    for model in ("heavy", "nesterov"):
        shutil.copytree(BEYOND / "svm-nesterov", tmp_path / model)
        edit(tmp_path / model / "reset.toml", 'x = ["3/4"]', 'x = ["1/4"]')
    edit(tmp_path / "heavy" / "model.toml", "nesterov = true", "nesterov = false")
    arguments = ("verify", "--tables", tmp_path, "--gadget", "reset", "--format", "json")
    (_, together), (alone,) = (
        json.loads(called(*arguments, *models)[1])["tables"] for models in ((), ("--model", "nesterov"))
    )
    assert together["findings"] == alone["findings"] and alone["findings"][0]["suggested"] == "3/4"
