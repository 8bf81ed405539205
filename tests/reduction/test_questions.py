"""Fixed points and norms: the verdicts are those of the circuit, and of OGD by a loop of this test's own."""

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product
from math import lcm
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from simulate_command import Expected, direct, said, simulate, simulated

from circuits.circuit_files import write_aiger
from circuits.random_circuits import sequentials
from conftest import examples, needs, sampled
from fuzz.independent_step import step
from ogd_exact.circuits.machines.machines import machine
from ogd_exact.commands.command_line import command
from ogd_exact.commands.shell import run
from ogd_exact.gadgets.reading.folder import MODELS
from replay import ALL, is_compact, options

OPTIONS = {model: options(model) for model in ALL}
MACHINES = ("counter:2", "lfsr:3", "gray:2", "johnson:2", "rule110:4", "collatz:3", "busybeaver:2", "mult:3")
SLOW = ("johnson:2", "collatz:3")  # enough with a regularizer
FIXED, NORM = ("--question", "fixed-point"), ("--question", "norm")


def settled(expected: Expected, model: str) -> Expected:
    """The pass that reproduces its weights: not the first, which sets the bits.

    Where gates last, it is the one after: then they show the state that stays, and not the one that led to it.
    """
    if expected.verdict == "never":
        return expected._replace(period=lcm(2, expected.period or 0))  # one bit flips in every pass
    frame = expected.frame or 0
    return expected._replace(frame=frame + 1 if is_compact(model) else max(frame, 1))


@pytest.mark.parametrize(
    ("model", "spec"),
    sampled((pair for pair in product(OPTIONS, MACHINES) if pair[0] != "svm-reg" or pair[1] in SLOW), 5),
)
def test_fixed_points_of_the_machines(model: str, spec: str) -> None:
    data = simulated(spec, *OPTIONS[model], *FIXED)
    assert data["question"] == "fixed-point" and data["property"] == f"bad {machine(spec).bads[0].name}"
    assert said(data) == settled(direct(machine(spec)), model)
    assert data["steps"] == data["passes"] * data["examples"]


@pytest.mark.parametrize(
    ("model", "spec"), sampled(product(["svm", "svm-bias", "svm-eta", "dense-relu", "dense-relu-dense"], MACHINES), 5)
)
def test_norms_of_the_machines(model: str, spec: str) -> None:
    data = simulated(spec, *OPTIONS[model], *NORM)
    assert data["question"] == "norm" and data["model"] == f"{model}-norm" and data["separates"]
    assert said(data) == direct(machine(spec))
    # A bound just above what ordinary passes reach is no less good.
    if model == "svm":
        assert said(simulated(spec, *NORM, "--norm-bound", "100/7")) == direct(machine(spec))


@settings(max_examples=examples(15), suppress_health_check=list(HealthCheck))
@given(circuit=sequentials(inputs=0, resets=(0, 1)), data=st.data())
def test_random_circuits(tmp_path_factory: pytest.TempPathFactory, circuit: Any, data: st.DataObject) -> None:
    assume(circuit.latches)
    model = data.draw(st.sampled_from([m for m in MODELS if m != "svm-reg"]))
    target = "".join(str(data.draw(st.integers(0, 1))) for _ in circuit.latches)
    path = tmp_path_factory.mktemp("circuit") / "c.aag"
    path.write_bytes(write_aiger(circuit, binary=False))
    options = (path, "--target", target, *OPTIONS[model])
    assert said(simulated(*options, *FIXED)) == settled(direct(circuit, target), model)
    assert said(simulated(*options, *NORM)) == direct(circuit, target)


class Replay:
    """The weights after each step of the file that reduce writes, by fractions and nothing else of the project."""

    def __init__(self, path: Path, *options: str) -> None:
        assert run(command("reduce"), [*options, "-o", str(path)]) == 0
        self.header, *examples = map(json.loads, path.read_text().splitlines())
        self.data = [({i: Fraction(v) for i, v in e["x"].items()}, Fraction(e["y"])) for e in examples]

    def steps(self, passes: int) -> Iterator[dict[str, Fraction]]:
        weights = dict.fromkeys(map(str, range(self.header["dimension"])), Fraction(0))
        weights |= {key: Fraction(text) for key, text in self.header["initial"].items()}
        rate, lam = (Fraction(self.header["parameters"][name]) for name in ("eta", "lambda"))
        for x, y in self.data * passes:
            step(self.header["model"].removesuffix("-norm"), weights, x, y, rate, lam)
            yield weights


def square(weights: dict[str, Fraction]) -> Fraction:
    return sum((w * w for w in weights.values()), Fraction(0))


@pytest.mark.parametrize(
    ("model", "spec"), sampled(product(OPTIONS, [("counter:1",), ("counter:1", "--target", "1")]), 2)
)
def test_the_file_reproduces_its_weights_in_that_pass(tmp_path: Path, model: str, spec: tuple[str, ...]) -> None:
    options = (*spec, *OPTIONS[model], *FIXED)
    data = simulated(*options)
    replay = Replay(tmp_path / "x", *options)
    assert replay.header["question"] == "fixed-point" and replay.header["accept"] is None
    start = dict.fromkeys(map(str, range(replay.header["dimension"])), Fraction(0))
    start |= {key: Fraction(text) for key, text in replay.header["initial"].items()}
    ends = [dict(w) for n, w in enumerate(replay.steps(data["passes"] + 1), 1) if n % len(replay.data) == 0]
    same = [before == after for before, after in zip([start, *ends], ends, strict=False)]
    assert same == [False] * data["frame"] + [True, True]
    assert all(weights["0"] == 0 for weights in ends)


RUNS = [*((model, "counter:1") for model in MODELS), ("svm", "collatz:1"), ("dense-relu", "collatz:1")]


@pytest.mark.parametrize(("run", "bound"), sampled(product(RUNS, ["0", "1", "9/2", "1585"]), 4))
def test_the_norm_exceeds_the_bound_in_that_step(tmp_path: Path, run: tuple[str, str], bound: str) -> None:
    """Any bound: where ordinary passes exceed it, the first step that does is the answer all the same."""
    model, spec = run
    options = (spec, *OPTIONS[model], *NORM, "--norm-bound", bound)
    data, replay = simulated(*options), Replay(tmp_path / "x", *options)
    above = (number for number, w in enumerate(replay.steps(3), 1) if square(w) > Fraction(bound) ** 2)
    first = next(above, None)
    assert (data["verdict"], data["steps"]) == (("accepted", first) if first else ("never", data["steps"]))
    assert replay.header["norm_bound"] == data["norm_bound"] == bound
    assert data["separates"] == (Fraction(data["ordinary_square"]) <= Fraction(bound) ** 2)
    assert data["separates"] or data["engine"] == "kernel"


FORMULAS = {"svm": (1, 12), "svm-eta": (Fraction(1, 4), 12), "svm-bias": (1, 14), "dense-relu": (1, 40)}


@pytest.mark.parametrize(
    "model", sampled(["svm", "svm-bias", "svm-eta", "dense-relu", "dense-relu-dense", "svm-reg"], 3)
)
def test_ordinary_passes_stay_at_what_is_said(tmp_path: Path, model: str) -> None:
    """And the answer yes is above: derived by hand, and seen."""
    data = simulated("counter:1", *OPTIONS[model], *NORM)
    most, bound = Fraction(data["ordinary_square"]), int(data["norm_bound"])
    replay = Replay(tmp_path / "x", "counter:1", *OPTIONS[model], *NORM)
    *before, at_last = islice(map(square, replay.steps(data["passes"])), data["steps"])
    assert max(before) <= most <= bound**2 < at_last
    assert most > (bound - 1) ** 2 and data["parameters"]["high"] == str(bound + 1)
    if model in FORMULAS:
        # svm: n inputs and m - 1 gates are set, one of them is copied, box and the others are bits, and (3, 2) the
        # largest weights of copy. dense-relu: for the last gate, (-5, -4) are the largest, and all others are bits.
        scale, more = FORMULAS[model]
        assert most == scale * (data["inputs"] + data["gates"] + more)
        assert max(before) >= most - 3 * scale, "it is no idle bound"


def test_a_root_that_is_not_rational() -> None:
    """With eta = 2 weights are multiples of sqrt(2), and squares of the norm are twice those of eta = 1."""
    for bound, square in (("4", 16), ("9/2", Fraction(81, 4)), ("20/3", Fraction(400, 9))):
        double = simulated("counter:1", "--model", "svm-eta", "--eta", "2", *NORM, "--norm-bound", bound)
        assert double["ordinary_square"] == str(2 * (double["inputs"] + double["gates"] + 12))
        assert double["separates"] == (Fraction(double["ordinary_square"]) <= square)
    assert double["verdict"] == "accepted" and double["frame"] == 1


@pytest.mark.parametrize(
    ("question", "spec"),
    sampled(product([FIXED, NORM], [("counter:2",), ("collatz:2",), ("counter:1", "--target", "1")]), 2),
)
def test_all_engines_say_the_same(question: tuple[str, ...], spec: tuple[str, ...]) -> None:
    needs("numba", "numba")
    answers = [simulated(*spec, *question, "--engine", name) for name in ("kernel", "gadget", "native", "circuit")]
    assert [answer.pop("engine") for answer in answers] == ["kernel", "gadget", "native", "circuit"]
    assert all(answer == answers[0] for answer in answers)
    audited = simulated(*spec, *question, "--audit", "2", "--seed", "7")
    assert audited["audited"] == min(2, audited["passes"] - (audited["verdict"] == "accepted"))


def test_traces_of_kernel_and_gadgets(tmp_path: Path) -> None:
    for question in (FIXED, NORM):
        for engine in ("kernel", "gadget"):
            simulated("counter:1", *question, "--engine", engine, "--trace", tmp_path / engine)
        assert (tmp_path / "kernel").read_text() == (tmp_path / "gadget").read_text() != ""


def test_checkpoints_belong_to_a_question(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    # The first three have the very same training set; passes that the first has done exceed the second's bound.
    low, first = (*NORM, "--norm-bound", "9/2"), ("--tables", "norm", "--model", "svm-norm", "--set", "high=6")
    for question, others in ((NORM, (low, first, FIXED, ())), (FIXED, (NORM, ()))):
        assert simulate("counter:2", *question, "--max-passes", 2, "--checkpoint", path).code == 3
        for other in others:
            assert "of another circuit, model or question" in simulate("counter:2", *other, "--checkpoint", path).err
        assert simulated("counter:2", *question, "--checkpoint", path) == simulated("counter:2", *question)
        path.unlink()


def test_weights_long_after_a_fixed_point() -> None:
    """A million million passes later they are those with which the pass began that was reproduced."""
    data = simulated("counter:3", *FIXED)
    late = simulated("counter:3", *FIXED, "--at-step", data["examples"] * 10**12)
    soon = simulated("counter:3", *FIXED, "--at-step", data["examples"] * data["frame"])
    assert late["weights"] == soon["weights"] and late["verdict"] == "accepted" and late["frame"] == data["frame"]
    assert late["weights"]["bot"] == "0" and [late["weights"][f"x{i}"] for i in range(3)] == ["1"] * 3


@pytest.mark.usefixtures("eighty_columns")
def test_what_is_said() -> None:
    assert simulate("counter:2", *FIXED).out.splitlines() == [
        "counter:2 by svm: n = 3 (2 latches and a bit that flips), m = 17 NAND gates,",
        "23 weights, 362 examples; proved for all passes.",
        "asks whether all_true ever holds, by a pass that reproduces its weights",
        "accepted in frame 3 (pass 4, step 1448): the pass reproduces its weights",
        "run by the circuit engine, confirmed by netlist and kernel",
    ]
    assert simulate("counter:2", *NORM).out.splitlines() == [
        "counter:2 by svm-norm: n = 3 (2 latches and the answer), m = 6 NAND gates,",
        "12 weights, 157 examples, high = 6; proved for all passes.",
        "asks whether all_true ever holds, by whether the norm exceeds 5",
        "a pass whose answer is no keeps its square at most 21",
        "accepted in frame 3 (pass 4, step 592): the norm exceeds 5",
        "run by the circuit engine, confirmed by netlist and kernel",
    ]
    low = simulate("counter:2", *NORM, "--norm-bound", 3, "--engine", "circuit")
    assert low.err == "ogd-exact: ordinary passes may exceed the bound, so the kernel engine is used\n"
    assert "a pass whose answer is no may exceed that, too: its square is at most 21\n" in low.out
    long = simulate("counter:1", "--model", "svm-reg", *NORM)
    assert long.code == 0 and max(map(len, long.out.splitlines())) <= 80
    assert simulated("counter:1")["question"] == "first-coordinate"


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--norm-bound", "3"], "--norm-bound is for --question norm"),
        ([*NORM, "--norm-bound", "-1"], "--norm-bound must not be negative"),
        ([*NORM, "--norm-bound", "1.5"], "--norm-bound 1.5: write 3/2"),
        ([*NORM, "--norm-bound", "x"], "--norm-bound 'x' is not a number"),
        ([*NORM, "--tables", "compact"], "has constructions of its own"),
        ([*NORM, "--model", "svm-annealed"], "--question norm has a gadget for svm, svm-bias"),
        ([*NORM, "--set", "high=5"], "--set high: --question norm chooses it"),
        (["--question", "b0"], "invalid choice: 'b0'"),
    ],
)
def test_wrong_calls(options: list[str], reason: str) -> None:
    answer = simulate("counter:1", *options)
    assert (answer.code, answer.out) == (2, "") and reason in answer.err and answer.err.count("\n") == 1


@pytest.mark.parametrize("name", ["replay", "explore"])
def test_other_commands_show_the_first_coordinate(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(command(name), ["counter:1", *NORM]) == 2
    assert "first coordinate; drop --question" in capsys.readouterr().err


def test_the_tables_are_verified(verify: Any) -> None:
    answer = verify("--tables", "norm", "--gadget", "raise_if_true", "--format", "json")
    tables = json.loads(answer.out)["tables"]
    assert answer.code == 0 and all(table["verified"] for table in tables)
    # svm-bias calls that of svm-norm.
    assert sorted(table["model"] for table in tables) == sorted(f"{m}-norm" for m in MODELS if m != "svm-bias")


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("svm-norm", '["-4", "high"]', '["-1/2", "high"]'),
        ("dense-relu-norm", '"-2*high"', '"2*high"'),
        ("dense-relu-dense-norm", '"-2*high"', '"-high"'),
        ("svm-reg-norm", '"high*alpha"]', '"high"]'),
        ("svm-eta-norm", '"high/sqrt_eta^2"', '"high"'),
    ],
)
def test_a_wrong_table_is_found(verify: Any, tmp_path: Path, name: str, old: str, new: str) -> None:
    folder = Path(__file__).parents[2] / "gadget_tables" / "norm" / name
    (tmp_path / name).mkdir()
    for file in ("model.toml", "raise_if_true.toml"):
        (tmp_path / name / file).write_text((folder / file).read_text().replace(old, new))
    assert verify("--tables", tmp_path, "--gadget", "raise_if_true").code == 1
