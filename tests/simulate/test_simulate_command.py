"""simulate as users type it: formats, exit codes, limits, circuits from files; and as a library, step by step."""

import json
from collections.abc import Callable
from itertools import islice, product, takewhile
from pathlib import Path
from typing import Any

import pytest
from random_circuits import shown
from simulate_command import direct, said, simulate, simulated

import ogd_exact as ogd
from circuits.circuit_files import write_aiger, write_blif
from conftest import called, in_full, sampled, typed
from ogd_exact.circuits.closing.close import settled
from ogd_exact.circuits.machines.machines import machine
from ogd_exact.circuits.netlists.sequential import Latch, Named, Sequential
from ogd_exact.core.kernel.errors import Kink, one_line
from ogd_exact.core.kernel.numbers import sign
from ogd_exact.gadgets.reading.folder import PAPER
from ogd_exact.training.runs import weights as stepping
from ogd_exact.training.runs.simulation import Mismatch, Moment, Outcome, Simulation
from reductions import reduction as reduction_of

MODELS = ["svm", "svm-bias", "svm-eta", "svm-reg", "dense-relu", "dense-relu-dense"]
KEYS = {"verdict", "frame", "passes", "steps", "period", "model", "parameters", "circuit", "inputs", "gates"}
KEYS |= {"dimension", "examples", "proved", "property", "latches"}
PROVED = "proved for all passes"
KERNEL = ("--engine", "kernel")  # every step, so that a wrong one is met


def test_the_text() -> None:
    answer = simulate("counter:2")
    assert answer.code == 0 and answer.err == ""
    assert answer.out.splitlines() == [
        "counter:2 by svm: n = 3 (2 latches and the answer), m = 6 NAND gates,",
        "12 weights, 157 examples; proved for all passes.",
        "asks whether all_true ever holds",
        "accepted in frame 3 (pass 4, step 592)",
        "run by the circuit engine, confirmed by netlist and kernel",
    ]
    never = simulate("collatz:2", "--model", "dense-relu").out.splitlines()
    assert never[0].startswith("collatz:2 by dense-relu: n = 3 (2 latches and the answer), m = ")
    assert never[3] == "never: the weights repeat with period 1 (seen after pass 2, step 430)"
    assert simulate("counter:2", "--max-passes", 2).out.splitlines()[3] == "undecided after 2 passes, 314 steps"
    assert simulate("counter:2", "--max-passes", 1).out.splitlines()[3] == "undecided after 1 pass, 157 steps"
    for model, given in (("svm-reg", "lambda = 1/4"), ("svm-eta", "eta = 1/4")):
        assert simulate("counter:1", "--model", model).out.splitlines()[1].endswith(f" examples, {given}; {PROVED}.")


@pytest.mark.usefixtures("eighty_columns")
def test_a_long_name_stays_within_80_columns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path("a" * 70 + ".blif")
    path.write_bytes(write_blif(machine("counter:2")))
    lines = simulate(path).out.splitlines()
    assert lines[1].startswith("n = 3 (2 latches") and max(map(len, lines)) <= 80


def test_json_keeps_its_contract() -> None:
    data = simulated("counter:2")
    assert set(data) >= KEYS
    numbers = {"frame": 3, "passes": 4, "steps": 592, "inputs": 3, "gates": 6, "dimension": 12, "examples": 157}
    assert {key: data[key] for key in numbers} == numbers
    assert data["verdict"] == "accepted" and data["period"] is None and data["circuit"] == "counter:2"
    data = simulated("collatz:2")
    assert data["verdict"] == "never" and data["frame"] is None and data["period"] == 1
    assert data["steps"] == data["passes"] * data["examples"]


def test_the_parameters_are_shown_as_they_were_given() -> None:
    assert simulated("counter:1")["parameters"] == {"lambda": "0", "eta": "1"}
    assert simulated("counter:1", "--model", "svm-eta")["parameters"] == {"lambda": "0", "eta": "1/4"}
    assert simulated("counter:1", "--model", "svm-eta", "--eta", "18/8")["parameters"]["eta"] == "9/4"
    assert simulated("counter:1", "--model", "svm-reg")["parameters"] == {"lambda": "1/4", "eta": "1"}
    assert simulated("counter:1", "--model", "svm-reg", "--lambda", "2/7")["parameters"]["lambda"] == "2/7"


def test_typed_in_a_process_of_its_own() -> None:
    answer = typed("-m", "ogd_exact", "simulate", "counter:1")
    assert answer.code == 0 and answer.err == "" and "accepted in frame 1 " in answer.out
    assert typed("-m", "ogd_exact.simulate", "counter:2", "--max-passes", 1).code == 3


@in_full
def test_both_number_backends_give_the_same_report() -> None:
    call = ("-m", "ogd_exact.simulate", "counter:1", "--model", "svm-reg", "--format", "json")
    one, other = (typed(*call, OGD_EXACT_NUMBERS=backend) for backend in ("gmpy2", "fraction"))
    assert one == other and one.code == 0


@pytest.mark.parametrize("model", sampled(MODELS, 3))
def test_limits_leave_it_undecided(model: str) -> None:
    whole = simulated("counter:2", "--model", model)
    frame, steps, examples = whole["frame"], whole["steps"], whole["examples"]

    def limited(*limits: object) -> tuple[int, dict[str, Any]]:
        answer = simulate("counter:2", "--model", model, "--format", "json", *limits)
        assert answer.err == ""
        return answer.code, json.loads(answer.out)

    for passes in range(1, frame + 1):
        code, data = limited("--max-passes", passes)
        assert (code, data["verdict"], data["frame"], data["period"]) == (3, "undecided", None, None)
        assert (data["passes"], data["steps"]) == (passes, passes * examples)
    for most in (1, examples - 1, examples + 1, steps - 1):
        code, data = limited("--max-steps", most)
        assert (code, data["verdict"], data["frame"]) == (3, "undecided", None)
        assert (data["passes"], data["steps"]) == (most // examples, most)  # passes that were completed
    # Whichever comes first.
    assert limited("--max-passes", 1, "--max-steps", examples + 1)[1]["steps"] == examples
    assert limited("--max-passes", 2, "--max-steps", 5)[1]["steps"] == 5
    # A limit that is just enough changes nothing.
    assert limited("--max-passes", frame + 1, "--max-steps", steps) == (0, whole)


def test_steps_that_end_with_a_pass_count_it() -> None:
    answer = simulate("counter:2", "--max-steps", 2 * 157, "--format", "json")
    assert answer.code == 3 and json.loads(answer.out)["passes"] == 2


def test_a_limit_may_be_just_enough_for_never() -> None:
    whole = simulated("collatz:2")
    assert simulated("collatz:2", "--max-passes", whole["passes"], "--max-steps", whole["steps"]) == whole
    assert simulate("collatz:2", "--max-passes", whole["passes"] - 1).code == 3
    assert simulate("collatz:2", "--max-steps", whole["steps"] - 1).code == 3


@pytest.mark.parametrize("model", MODELS)
def test_without_a_run(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ogd_exact.training.runs.conclude.Simulation", None)
    data = simulated("counter:20", "--model", model, "--no-simulate")
    assert (data["verdict"], data["frame"], data["period"], data["passes"], data["steps"]) == (None, None, None, 0, 0)
    assert data["model"] == model and data["inputs"] == 21 and data["proved"] == "for all passes"
    answer = simulate("counter:20", "--model", model, "--no-simulate")
    lines = answer.out.splitlines()
    assert answer.code == 0 and lines[2] == "asks whether all_true ever holds"
    assert lines[3].startswith("up to a yes")  # and not the names of twenty latches
    assert lines[1].startswith(f"{data['dimension']} weights, {data['examples']} examples") and PROVED in lines[1]
    assert data["latches"] == [f"x{i}" for i in range(20)]
    assert simulate("counter:3", "--no-simulate").out.splitlines()[3] == "latches in order: x0, x1, x2"


def test_output_to_a_file(tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    answer = simulate("counter:1", "--format", "json", "--output", target)
    assert (answer.code, answer.out, answer.err) == (0, "", f"wrote {target}\n")
    assert json.loads(target.read_text()) == simulated("counter:1")
    assert simulate("counter:2", "--max-passes", 1, "-o", target).code == 3
    assert target.read_text() == simulate("counter:2", "--max-passes", 1).out
    assert simulate("counter:1", "--no-simulate", "-o", target).code == 0
    assert target.read_text() == simulate("counter:1", "--no-simulate").out
    assert simulate("counter:1", "--target", "7", "-o", target).code == 2
    assert "proved" in target.read_text()
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"]
    answer = simulate("counter:1", "-o", tmp_path / "no" / "where")
    assert answer.code == 2 and "cannot be written" in answer.err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ([], "the following arguments are required: circuit"),
        (["counter:1", "counter:2"], "unrecognized arguments"),
        (["counter:0"], "counter takes a size from 1 to 64"),
        (["counted:1"], "there is no machine 'counted'"),
        (["nowhere.aig"], "nowhere.aig: cannot be read"),
        (["counter:1", "--model", "svn"], "there is no construction for --model 'svn'"),
        (
            ["counter:3", "--model", "svm-momentum"],
            "there is no construction for --model 'svm-momentum': a step of the heavy ball erases nothing, and "
            "constructions clear gates (docs/rules.md); Nesterov's momentum does: svm-nesterov\n",
        ),
        (
            ["counter:1", "--model", "svn"],
            "dense-relu-dense, logistic, logistic-reg, perceptron, svm, svm-bias, svm-eta, svm-eta-reg, svm-nesterov,",
        ),
        (["counter:1", "--model", "svn", "--tables", "compact"], "dense-relu-reg, svm, svm-bias, svm-bias-reg,"),
        (["counter:1", "--format", "xml"], "invalid choice: 'xml'"),
        (["counter:1", "--nonsense"], "unrecognized arguments"),
        (["counter:1", "--max-passes", "0"], "argument --max-passes: expected a whole number, at least 1, not '0'"),
        (["counter:1", "--max-steps", "-1"], "--max-steps: expected a whole number, at least 1, not '-1'"),
        (["counter:1", "--max-steps", "x"], "expected a whole number"),
        (["counter:1", "--max-passes", "1_0"], "expected a whole number, at least 1, not '1_0'"),
        (["counter"], "counter needs a size, as in counter:4"),
        (["counter:1", "--lambda", "1/4"], "--lambda is for svm-reg and svm-eta-reg, not for svm"),
        (["counter:1", "--model", "svm-reg", "--eta", "1/4"], "--eta is for svm-eta and svm-eta-reg, not for svm-reg"),
        (["counter:1", "--model", "svm-reg", "--lambda", "0"], "--lambda must lie between 0 and"),
        (["counter:1", "--model", "svm-reg", "--lambda", "3/10"], "--lambda must lie between 0 and"),
        (["counter:1", "--model", "svm-reg", "--lambda", "9/5"], "--lambda must lie between 0 and"),
        (["counter:1", "--model", "svm-reg", "--lambda", "0-1/4"], "--lambda must lie between 0 and"),
        (["counter:1", "--model", "svm-reg", "--lambda", "1/0"], "division by zero"),
        (["counter:1", "--model", "svm-reg", "--lambda", "0.25"], "--lambda 0.25: write 1/4, as numbers are exact"),
        (["counter:1", "--model", "svm-eta", "--eta", "0"], "--eta must be positive"),
        (["counter:1", "--model", "svm-eta", "--eta", "0-4"], "--eta must be positive"),
        (["counter:1", "--model", "svm-eta", "--eta", "eta"], "--eta 'eta' is not a number such as 1/4"),
        (["counter:2", "--target", "0"], "the target '0' must be 2 characters"),
        (["counter:2", "--target", "02"], "the target '02' must be 2 characters"),
        (["counter:2", "--target", ""], "the target '' must be 2 characters"),
        (["counter:2", "--property", "b1"], "no bad or output is called 'b1'; there are all_true"),
        (["counter:2", "--property", "b0", "--target", "00"], "--target and --property exclude each other"),
        (["counter:1", "--no-simulate", "--trace", "t"], "--no-simulate runs nothing, so that --trace has no use"),
        (["counter:1", "--no-simulate", "--checkpoint", "c"], "so that --checkpoint has no use"),
        (["counter:1", "--no-simulate", "--max-steps", "5"], "so that --max-steps has no use"),
        (["counter:1", "--trace", "-"], "--trace needs a file, not '-'"),
        (["counter:1", "--input", "a"], "--input 'a' is not of the form NAME=0 or NAME=1"),
        (["counter:1", "--input", "=1"], "--input '=1' is not of the form"),
        (["counter:1", "--input", "a=2"], "--input 'a=2' is not of the form"),
        (["counter:1", "--input", "a=1"], "the circuit has no input a"),
        (["counter:1", "--inputs", "2"], "argument --inputs: invalid choice: "),
        (["counter:1", "--uninitialised", "x"], "invalid"),
    ],
)
def test_a_wrong_call_is_one_line_and_exit_2(arguments: list[str], reason: str) -> None:
    answer = simulate(*arguments)
    assert answer.code == 2 and answer.out == "" and len(answer.err.splitlines()) == 1 and reason in answer.err


def open_circuit() -> Sequential:
    """Counts on two bits while `go` holds and `stop=now` does not; starts at 1 in its low bit, anywhere in its high."""
    go, stop, low, high = 2, 4, 6, 8
    ands = [(go, stop ^ 1)]
    step = 10
    ands += [(low, step), (low ^ 1, step ^ 1)]
    carry, neither = 12, 14
    ands += [(carry ^ 1, neither ^ 1)]
    low_next = 16
    ands += [(high, carry), (high ^ 1, carry ^ 1)]
    ands += [(18 ^ 1, 20 ^ 1), (low ^ 1, high ^ 1)]
    high_next, zero = 22, 24
    latches = (Latch("low", low_next, 1), Latch("high", high_next, None))
    return Sequential(("go", "stop=now"), latches, tuple(ands), (), (Named("zero", zero),))


WRITERS: dict[str, Callable[[Sequential], bytes]] = {
    "c.aag": lambda circuit: write_aiger(circuit, binary=False),
    "c.aig": lambda circuit: write_aiger(circuit, binary=True),
    "c.blif": write_blif,
}


@pytest.fixture(params=WRITERS)
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / str(request.param)
    path.write_bytes(WRITERS[path.name](open_circuit()))
    return path


@pytest.mark.parametrize(("go", "stop", "uninitialised"), sampled(product((0, 1), repeat=3), 4))
def test_circuits_from_files(opened: Path, go: int, stop: int, uninitialised: int) -> None:
    second = open_circuit().inputs[1] if opened.suffix != ".blif" else renamed(opened)
    alone = settled(open_circuit(), {"go": go, "stop=now": stop}, None, uninitialised).closed().circuit
    start = ["--uninitialised", uninitialised]
    data = simulated(opened, "--input", f"go={go}", "--input", f"{second}={stop}", *start)
    assert said(data) == direct(alone)
    assert said(data)[:2] == (("accepted", 1 if uninitialised else 3) if go and not stop else ("never", None))
    assert data["circuit"] == str(opened)
    # One by name, the others all together.
    assert simulated(opened, "--input", f"go={go}", "--inputs", stop, *start) == data
    assert simulated(opened, "--input", f"{second}={stop}", "--inputs", go, *start) == data
    # An input is tied once.
    assert simulate(opened, "--input", f"go={1 - go}", "--input", f"go={go}", "--inputs", stop, *start).code == 2
    for target in ("00", "01", "10", "11"):
        reduction = simulated(opened, "--input", f"go={go}", "--inputs", stop, *start, "--target", target)
        assert said(reduction) == direct(alone, target)


def renamed(path: Path) -> str:
    """The second input as BLIF calls it, which has no = in its names."""
    line = next(line for line in path.read_text().splitlines() if line.startswith(".inputs"))
    return line.split()[2]


def test_circuits_that_are_not_closed(opened: Path) -> None:
    answer = simulate(opened, "--uninitialised", 0)
    assert answer.code == 2 and "the circuit has inputs: go, " in answer.err
    answer = simulate(opened, "--uninitialised", 0, "--input", "go=1")
    assert answer.code == 2 and "the circuit has inputs: stop" in answer.err
    answer = simulate(opened, "--inputs", 0)
    assert answer.code == 2 and "latches without a reset: high;" in answer.err
    answer = simulate(opened, "--inputs", 0, "--uninitialised", 0, "--input", "og=1")
    assert answer.code == 2 and "the circuit has no input og" in answer.err


@pytest.mark.parametrize(("name", "model"), sampled(product(WRITERS, MODELS), 3))
def test_machines_by_way_of_files(tmp_path: Path, name: str, model: str) -> None:
    for spec in ("counter:2", "rule110:3", "collatz:2") if model != "svm-reg" else ("johnson:2", "collatz:1"):
        (tmp_path / name).write_bytes(WRITERS[name](machine(spec)))
        assert said(simulated(tmp_path / name, "--model", model)) == direct(machine(spec))


def test_circuits_of_odd_shapes(tmp_path: Path) -> None:
    def reduction(circuit: Sequential, *arguments: object) -> tuple[str, int | None, int | None]:
        (tmp_path / "c.aag").write_bytes(write_aiger(circuit, binary=False))
        return said(simulated(tmp_path / "c.aag", *arguments))

    always, never = Named("y", 1), Named("n", 0)
    assert reduction(Sequential(outputs=(always,))) == ("accepted", 0, None)  # no latches, no gates
    assert reduction(Sequential(outputs=(never,))) == ("never", None, 1)
    assert reduction(Sequential(outputs=(always,), bads=(never,))) == ("never", None, 1)  # bads are asked first
    stuck = Sequential((), (Latch("x", 2, 1),), (), (Named("x", 2),))
    assert reduction(stuck) == ("accepted", 0, None)
    assert reduction(stuck, "--target", "1") == ("accepted", 0, None)
    assert reduction(stuck, "--target", "0") == ("never", None, 1)


def test_one_of_several_properties(tmp_path: Path) -> None:
    low, high = Named("low", 2), Named("high", 4)
    circuit = Sequential((), (Latch("x", 3), Latch("y", 2)), (), (low, high), (Named("none", 0),))
    for name, kind, frame in (("none", "bad", None), ("low", "output", 1), ("high", "output", 2)):
        (tmp_path / "c.aag").write_bytes(write_aiger(circuit, binary=False))
        data = simulated(tmp_path / "c.aag", "--property", name)
        assert (data["property"], data["frame"]) == (f"{kind} {name}", frame)
        assert f"asks whether {name} ever holds\n" in simulate(tmp_path / "c.aag", "--property", name).out
    assert simulated(tmp_path / "c.aag")["property"] == "bad none"
    assert simulated(tmp_path / "c.aag", "--target", "10")["property"] == "target 10"
    assert simulated(tmp_path / "c.aag")["latches"] == ["x", "y"]


NOT_ONE_NUMBER = [  # the latches, as a file may have them
    ("green", "count[0]", "count[1]"),
    ("count[1]", "count[0]"),
    ("x0", "x2"),
    ("x0", "y1"),
    ("x[0]", "x1"),
    ("x0", "x1", "x"),
    ("x0", "x" + "9" * 5000),
]


@pytest.mark.parametrize("names", NOT_ONE_NUMBER, ids=len)
def test_the_bits_of_a_target_are_named_where_it_is_not_one_number(names: tuple[str, ...], tmp_path: Path) -> None:
    path, word = tmp_path / "c.aag", "1" * len(names)
    circuit = Sequential((), tuple(Latch(name, 3 + 2 * k) for k, name in enumerate(names)))
    path.write_bytes(write_aiger(circuit, binary=False))
    line = f"its bits are {', '.join(one_line(name, 40) for name in reversed(names))}"
    answer = simulate(path, "--target", word)
    assert (
        f"\nasks whether the state ever becomes {word}\n{line}\n" in answer.out and "accepted in frame 0" in answer.out
    )
    assert line not in simulate(path, "--target", word, "--format", "json").out
    run = ogd.reduce(path, target=word)
    assert line in str(run).splitlines() and f"{ogd.simulate(run)}\n" == answer.out
    assert line in str(ogd.reduce(path, target=word, tables="any-order")).splitlines()
    assert f"\n{line}\n" in called("annealed", path, "--target", word, "--frames", 1).out


def test_they_are_not_named_where_it_is_one(tmp_path: Path) -> None:
    for names in (("x0", "x1", "x2"), ("c[9]", "c[10]"), ("only",)):
        path, word = tmp_path / "c.aag", "1" * len(names)
        circuit = Sequential((), tuple(Latch(name, 3 + 2 * k) for k, name in enumerate(names)))
        path.write_bytes(write_aiger(circuit, binary=False))
        assert "its bits are" not in simulate(path, "--target", word).out
    many = tuple(Latch(f"x{k}", 2 + 2 * k) for k in reversed(range(50)))
    path.write_bytes(write_aiger(Sequential((), many), binary=False))
    assert ", x38, x39 and 10 more\n" in simulate(path, "--target", "0" * 50).out
    path.write_bytes(write_aiger(Sequential((), many[-2:], (), (Named("y", 2),)), binary=False))
    assert "its bits are" not in simulate(path).out


def test_a_target_is_the_state_after_a_frame_and_a_bad_is_in_it() -> None:
    """counter:2 has both bits true in frame 3, into which frame 2 leads."""
    assert simulated("counter:2")["frame"] == 3 and simulated("counter:2", "--target", "11")["frame"] == 2


def test_help_says_what_is_assumed() -> None:
    text = " ".join(typed("-m", "ogd_exact.simulate", "--help").out.split())
    for words in ("default: svm", "default: 1/4", "default: text", "value for all inputs not named by --input"):
        assert words in text
    for words in ("start value of latches without one", "the state that it leads to", "life:3..64. What each asks:"):
        assert words in text


@pytest.mark.parametrize("model", MODELS)
def test_step_by_step(model: str) -> None:
    reduction = reduction_of("counter:2", "--model", model)
    run = Simulation(reduction)
    weights, moments, examples = dict(run.weights), list[Moment](), list(reduction.training.examples())
    assert len(examples) == reduction.examples
    for moment in run.stepwise():
        moments.append(moment)
        assert moment.number == len(moments) == run.steps
        assert moment.frame == (moment.number - 1) // reduction.examples == run.frame
        assert moment.example == examples[(moment.number - 1) % reduction.examples]
        assert type(moment.fired) is bool and moment.margin != 0
        assert all(weights[c] != w for c, w in moment.changed.items())
        assert set(moment.changed) <= set(weights)
        if model != "svm-reg":
            assert set(moment.changed) <= {*moment.example.x, "v"}
            assert moment.fired or not moment.changed
        if model.startswith("svm"):
            score = sum(weights[c] * x for c, x in moment.example.x.items())
            assert moment.margin == moment.example.y * score - 1
            assert moment.fired == (moment.margin < 0)
        weights |= moment.changed
        assert weights == run.weights
    assert run.accepted and moments[-1].frame == 3 and moments[-1].fired
    assert len(moments) == simulated("counter:2", "--model", model)["steps"]
    assert list(run.stepwise()) == []  # it stays accepted


def test_a_run_can_be_left_and_taken_up() -> None:
    reduction = reduction_of("counter:2")
    whole = list(Simulation(reduction).stepwise())
    run = Simulation(reduction)
    first = list(takewhile(lambda moment: moment.frame < 2, run.stepwise()))
    assert first == whole[: 2 * reduction.examples]
    # The pass that was entered lasts; a second run from the weights at the end of a pass goes on as the first did.
    weights = reduction.start()
    for moment in first:
        weights |= moment.changed
    later = list(Simulation(reduction, weights, frame=2, steps=len(first)).stepwise())
    assert later == whole[len(first) :]


def test_a_run_left_within_a_pass_is_taken_up_there() -> None:
    reduction = reduction_of("counter:2")
    run = Simulation(reduction)
    first = list(islice(run.stepwise(), 200))
    assert [*first, *run.stepwise()] == list(Simulation(reduction).stepwise())


def test_the_period_of_a_run_taken_up() -> None:
    reduction = reduction_of("rule110:4")
    run = Simulation(reduction)
    list(islice(run.stepwise(), 3 * reduction.examples))
    *_, outcome = Simulation(reduction, run.weights, frame=3, steps=3 * reduction.examples).moments(None, None)
    assert isinstance(outcome, Outcome) and outcome.verdict == "never" and outcome.period == 2


def test_never_goes_on_for_ever_step_by_step() -> None:
    reduction = reduction_of("collatz:2")
    moments = list(islice(Simulation(reduction).stepwise(), 5 * reduction.examples + 1))
    assert moments[-1].frame == 5
    assert [type(m) for m in Simulation(reduction).moments(None, None)].count(Outcome) == 1


def test_the_bits_between_passes_are_the_circuit() -> None:
    reduction = reduction_of("rule110:5")
    run, circuit = Simulation(reduction), machine("rule110:5")
    state = tuple(latch.reset == 1 for latch in circuit.latches)
    frame = -1
    for moment in run.stepwise():
        if moment.number == moment.frame * reduction.examples + reduction.examples:
            state, frame = shown(circuit, state).next, moment.frame
            assert reduction.netlist.latches(run.bits()) == state
    assert frame == 3


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, Callable[[int], int]], None]:
    """Makes one decision of the run, or all from then on, wrong; the proof before the run is left as it is."""

    def breaking(number: int, wrong: Callable[[int], int]) -> None:
        reduction = iter(range(1, 10**9))
        monkeypatch.setattr(
            stepping, "sign", lambda margin: wrong(sign(margin)) if next(reduction) == number else sign(margin)
        )

    return breaking


@pytest.mark.parametrize("model", ["svm", "svm-eta", "svm-reg", "dense-relu"])
def test_every_wrong_step_that_matters_is_found(model: str, broken: Any) -> None:
    """A wrong step either fails, in its own pass or a later one, or the answer is right all the same."""
    whole, failed = simulated("counter:1", "--model", model), 0
    for number in sampled(range(1, whole["steps"] + 1, 7), 1):
        broken(number, lambda side: -side)
        try:
            answer = simulate("counter:1", "--model", model, "--format", "json", "--max-passes", 5, *KERNEL)
        except Kink:  # see the last tests
            failed += 1
            continue
        if answer.code == 1:
            assert answer.out == "" and len(answer.err.splitlines()) == 1
            assert answer.err.startswith("ogd-exact: pass ")
            failed += 1
        else:
            assert said(json.loads(answer.out)) == said(whole)
    assert failed > 1  # or the sample says nothing


@pytest.mark.parametrize("model", MODELS)
def test_a_broken_rule_fails_and_names_the_pass(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    step, reduction = Simulation.step, reduction_of("counter:2", "--model", model)

    def broken(self: Simulation, example: Any) -> Moment:
        moment = step(self, example)
        if moment.number == 2 * reduction.examples:  # the counter is at 2, and is made 3
            assert self.bits() == (False, True, False)
            self.weights[str(reduction.program.signal(0))] *= -1
        return moment

    monkeypatch.setattr(Simulation, "step", broken)
    with pytest.raises(Mismatch, match=r"^pass 2: x0 is \S+, and by the circuit it must be -"):
        list(Simulation(reduction).stepwise())
    answer = simulate("counter:2", "--model", model, *KERNEL)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith("ogd-exact: pass 2: x0 is ")


@pytest.mark.parametrize("model", MODELS)
def test_a_run_that_does_nothing_fails(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def idle(self: Simulation, example: Any) -> Moment:
        self.steps += 1
        return Moment(self.steps, self.frame, example, 1, False, {})

    monkeypatch.setattr(Simulation, "step", idle)
    answer = simulate("counter:2", "--model", model, *KERNEL)
    assert answer.code == 1 and answer.err.startswith("ogd-exact: pass 1: ") and answer.out == ""


def test_a_wrong_answer_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Simulation, "accepted", property(lambda self: self.steps >= 200))
    answer = simulate("counter:2", *KERNEL)
    assert answer.code == 1 and answer.err == "ogd-exact: pass 2: OGD answers True, the circuit False\n"


@pytest.mark.parametrize("command", ["simulate", "reduce"])
def test_tables_that_no_construction_calls_are_said_to_have_no_part(command: str, tmp_path: Path) -> None:
    reset = (PAPER / "svm" / "reset.toml").read_text()
    (tmp_path / "svm").mkdir()
    uncalled = f"ogd-exact: {tmp_path}: the construction for svm calls no table of it\n"
    for name, note in (("clear", uncalled), ("reset", "")):
        (tmp_path / "svm" / "mine.toml").write_text(reset.replace('gadget = "reset"', f'gadget = "{name}"'))
        answer = called(command, "counter:1", "--tables", tmp_path)
        assert (answer.code, answer.err) == (0, note)


def test_tables_that_are_not_verified_are_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ogd_exact.core.checker.verification.Verification.verified", lambda self, table: False)
    answer = simulate("counter:1")
    assert answer.code == 2 and "the table svm set_false_if_unset is not verified" in answer.err


def test_a_kink_fails_and_names_the_pass(broken: Any) -> None:
    broken(157 + 10, lambda side: 0)
    answer = simulate("counter:2", *KERNEL)
    assert answer.code == 1 and answer.out == "" and answer.err.startswith("ogd-exact: pass 2")


@pytest.mark.parametrize(
    "arguments", [("counter:1", "--lambda", "123456789/987654321"), ("gray:3", "--lambda", "1/100")]
)
def test_numbers_that_grow_too_long_are_one_line(arguments: tuple[str, ...]) -> None:
    answer = simulate(*arguments, "--model", "svm-reg")
    assert answer.code in (0, 2) and len(answer.err.splitlines()) <= 1


@pytest.mark.parametrize("limit", ["--max-steps", "--at-step"])
@pytest.mark.parametrize("engine", ["circuit", "kernel"])
def test_what_was_not_done_confirms_nothing(limit: str, engine: str) -> None:
    """One step of the first pass: no frame was evaluated, and the kernel completed no pass."""
    call = ("counter:3", "--engine", engine, limit, 1)
    answer = simulate(*call)
    assert "\nundecided after 0 passes, 1 step\n" in answer.out
    assert f"\nrun by the {engine} engine, nothing to confirm: no pass was done\n" in answer.out
    data = json.loads(simulate(*call, "--format", "json").out)
    assert data["confirmed"] is None and "confirmed_by" not in data and "unconfirmed" not in data


def test_one_pass_is_confirmed_by_the_kernel() -> None:
    said = simulate("counter:3", "--max-passes", 1).out.splitlines()[-2:]
    assert said[0].startswith("undecided after 1 pass, ") and said[1].endswith(", confirmed by netlist and kernel")
