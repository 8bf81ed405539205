"""Runs in all orders: against the circuit, against a second implementation, and engine against engine."""

import json
import random
from fractions import Fraction
from pathlib import Path

import pytest

import any_orders
import logistic
import ogd_exact as ogd
from conftest import called, examples, in_full, needs, sampled
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.training.any_order.events import EventEngine
from ogd_exact.training.any_order.formats import FORMATS
from ogd_exact.training.any_order.from_zero import from_zero
from ogd_exact.training.any_order.orders import order
from ogd_exact.training.any_order.plain import PlainEngine
from ogd_exact.training.any_order.read import read_slots
from ogd_exact.training.any_order.reduction import assembled, slot_reduction
from ogd_exact.training.any_order.run import run
from ogd_exact.training.constructions.request import Request
from slots.second import ORDERS, asked, disagreement, frames, random_netlist

SLOTS = read_slots("any-order")


@pytest.mark.parametrize(
    ("seed", "name"), sampled([(s, o) for s in range(60) for o in ORDERS], 12, lambda run: run[1:])
)
def test_random_circuits(seed: int, name: str) -> None:
    """Up to 5 inputs and 20 gates: the verdict is that of plain Boolean logic."""
    netlist = random_netlist(seed, 5, 20)
    reduction = assembled(asked(netlist), SLOTS, rational(1))
    wanted = frames(netlist, 6)
    found = run(reduction, name, seed, "events", 6 * reduction.epochs).outcome
    if wanted[-1][1]:
        assert (found.verdict, found.frame) == ("accepted", len(wanted) - 1)
    else:
        assert found.verdict in ("undecided", "never")


@pytest.mark.parametrize("seed", range(examples(10)))
def test_a_second_implementation_agrees(seed: int) -> None:
    netlist = random_netlist(seed + 100, 2, 4)
    written = list(FORMATS["jsonl"](assembled(asked(netlist), SLOTS, rational(1, 1 + seed)), False))
    assert disagreement(written, netlist, 2, seed) is None


@pytest.mark.parametrize(
    ("name", "model"), sampled([(o, m) for o in ORDERS for m in ("svm", "perceptron")], 6, lambda pair: pair)
)
def test_engines_agree_after_every_epoch(name: str, model: str) -> None:
    netlist = random_netlist(11, 2, 3)
    reduction = assembled(asked(netlist), read_slots("any-order", model), rational(2, 3))
    places = order(name, len(reduction.examples), 5)
    plain, events = PlainEngine(reduction, places), EventEngine(reduction, places)
    for epoch in range(1, 2 * reduction.epochs + 1):
        plain.advance(epoch)
        events.advance(epoch)
        assert plain.weights() == events.weights() and plain.accepted == events.accepted, epoch
        if plain.accepted:
            break


def test_an_adversary_reaches_the_bound_of_the_proof() -> None:
    """Margins grow with the rate: at rate 1 the least |w.x - 1| is 1/2."""
    reduction = assembled(asked(random_netlist(2, 1, 2)), SLOTS, rational(3))
    found = run(reduction, "adversary", engine="kernel", most_epochs=reduction.epochs)
    assert found.nearest == reduction.kink_bound == rational(3, 2)


@pytest.mark.parametrize("rate", ["1/1000000", "7/2"])
@pytest.mark.parametrize("asks", ["", "--from-zero", "--model perceptron"])
def test_distances_from_the_kink_are_those_of_the_weights(rate: str, asks: str) -> None:
    """A loop over fractions, which knows nothing but the examples, looks at every margin but the drift's."""
    call = ["counter:1", "--tables", "any-order", "--eta", rate, *asks.split()]
    head, *rows = [json.loads(line) for line in called("reduce", *call).out.splitlines()]
    report = json.loads(
        called("simulate", *call, "--order", "full-batch", "--engine", "kernel", "--format", "json").out
    )
    weights = [Fraction(head["initial"].get(str(i), 0)) for i in range(head["dimension"])]
    examples = [{int(i): Fraction(x) for i, x in row["x"].items()} for row in rows]
    distances = []
    for _ in range(report["passes"]):
        before = list(weights)
        for k, x in enumerate(examples):
            margin = sum(value * before[i] for i, value in x.items()) - (head["rule"] != "perceptron")
            distances += [abs(margin)] if k else []
            for i, value in x.items() if margin < 0 else ():
                weights[i] += Fraction(rate) * value
    assert report["nearest_margin"] == str(min(distances)) and 0 < Fraction(report["kink_bound"]) <= min(distances)
    if not asks:
        made = ogd.reduce("counter:1", tables="any-order", parameters={"eta": rate})
        verdict = ogd.simulate(made, order="full-batch", engine="kernel")
        assert verdict.nearest == min(distances) and f"was {min(distances)} from the kink" in str(verdict)


def test_an_adversary_delays_every_winner() -> None:
    """First before the drift, in the epoch that makes it due; then behind everything else."""
    places = order("adversary", 5)
    assert places(1, [], [3])[3] < places(1, [], [3])[0]
    assert max(places(2, [3], [])) == places(2, [3], [])[3]


def test_a_wrong_start_is_noticed() -> None:
    """The comparison with the circuit is not vacuous."""
    reduction = assembled(asked(random_netlist(4)), SLOTS, rational(1))
    runner = EventEngine(reduction, order("cyclic", len(reduction.examples)))
    runner.data[reduction.program.signal(0)] = rational(1)
    runner.advance(reduction.epochs)
    right = EventEngine(reduction, order("cyclic", len(reduction.examples)))
    right.advance(reduction.epochs)
    assert runner.weights() != right.weights()


@pytest.mark.parametrize("name", ORDERS)
def test_simulate_command(name: str) -> None:
    answer = called("simulate", "counter:3", "--tables", "any-order", "--order", name, "--engine", "events",
                    "--format", "json")  # fmt: skip
    found = json.loads(answer.out)
    assert answer.code == 0 and (found["verdict"], found["frame"]) == ("accepted", 7)
    assert (found["order"], found["slots"], found["epochs_per_frame"]) == (name, 32, 256)


def test_never_and_undecided() -> None:
    call = ("simulate", "lfsr:3", "--target", "111", "--tables", "any-order")
    by_events, by_circuit = (
        json.loads(called(*call, "--engine", engine, "--format", "json").out) for engine in ("events", "circuit")
    )
    assert by_events["verdict"] == by_circuit["verdict"] == "never"
    assert by_events["period"] == by_circuit["period"] == 7 * by_events["epochs_per_frame"]
    words = f"never: the weights repeat with period {by_circuit['period']} (seen after epoch {by_circuit['passes']})"
    assert words in called(*call, "--engine", "circuit").out.splitlines()  # as a run of passes says it
    assert called(*call, "--max-passes", "300").code == 3


def test_the_circuit_engine_counts_to_the_end_of_the_frame_and_says_so() -> None:
    """In which epoch of the last frame the yes comes, orders decide; that it is in this frame they do not."""
    call = ("simulate", "counter:2", "--tables", "any-order")
    orders = ("full-batch", "cyclic")
    at = [json.loads(called(*call, "--order", name, "--format", "json").out)["passes"] for name in orders]
    assert at[0] != at[1] and all(3 * 256 < epoch <= 4 * 256 for epoch in at)
    said = called(*call, "--engine", "circuit").out
    assert "accepted in frame 3 (by the end of epoch 1024, in every order)" in said


def test_reduce_writes_the_order_and_the_epochs(tmp_path: Path) -> None:
    path = tmp_path / "train.jsonl"
    assert called("reduce", "counter:1", "--tables", "any-order", "--model", "svm", "-o", path).code == 0
    lines = path.read_bytes().splitlines()
    header = json.loads(lines[0])
    assert (header["order"], header["epochs"], header["rule"]) == ("any", 64, "hinge")
    assert header["examples"] == len(lines) - 1 == 1 + 6 * (2 + 2) + 4
    netlist = slot_reduction(Request("counter:1", tables="any-order")).program.netlist
    assert disagreement(lines, netlist, 1, 0) is None


def test_the_full_batch_from_zero_joins_the_ordinary_run() -> None:
    """One more example, which fires in the first epoch alone; from then on all other weights are the same."""
    ordinary = assembled(asked(random_netlist(3, 2, 3)), SLOTS, rational(2, 3))
    zero = from_zero(ordinary)
    assert len(zero.examples) == len(ordinary.examples) + 1 and not any(zero.start().values())
    left = PlainEngine(zero, order("full-batch", len(zero.examples)))
    right = EventEngine(ordinary, order("full-batch", len(ordinary.examples)))
    fresh = None
    for epoch in range(1, 2 * ordinary.epochs + 1):
        left.advance(epoch)
        right.advance(epoch)
        weights = list(left.weights().values())
        fresh = fresh or weights[-1]
        assert weights[:-1] == list(right.weights().values()) and weights[-1] == fresh
    assert fresh > 0


def test_from_zero_by_the_command() -> None:
    call = ("simulate", "counter:1", "--tables", "any-order", "--from-zero", "--format", "json")
    found = json.loads(called(*call).out)
    assert (found["verdict"], found["frame"], found["order"]) == ("accepted", 1, "full-batch")
    assert found["proved"] == "for the full batch, from w = 0"


@pytest.mark.parametrize(
    ("library", "name", "module", "model"),
    [("torch", "full-batch", "torch", "svm"), ("torch", "batch:7", "torch", "perceptron"),
     ("sklearn", "shuffle", "sklearn", "svm"), ("sklearn", "shuffle", "sklearn", "perceptron"),
     ("sklearn-sparse", "adversary", "sklearn", "svm")],
)  # fmt: skip
def test_libraries_have_the_exact_weights_after_every_epoch(library: str, name: str, module: str, model: str) -> None:
    needs(module, {"sklearn": "scikit-learn"}.get(module, module))
    call = ("replay", "counter:1", "--tables", "any-order", "--library", library, "--order", name, "--format", "json")
    answer = called(*call, "--model", model)
    found = json.loads(answer.out)
    assert ("Perceptron" in found["library"]) == ((module, model) == ("sklearn", "perceptron"))
    assert answer.code == 0 and found["agreed"] and found["frames"] == found["frames_right"] == 1
    assert found["accepted_in_epoch"] == found["exact"]["passes"] == found["epochs_equal"] > 64


def test_the_library_interface(tmp_path: Path) -> None:
    made = ogd.reduce("counter:2", tables="any-order", parameters={"eta": "1/2"})
    X, y = made.arrays()
    assert X.shape == (len(made), made.dimension) and set(y) == {1.0} and made.bits(made.start) == (0, 0)
    w = [float(weight) for weight in made.start]
    for _ in range(made.epochs):  # full-batch gradient descent in five words of numpy
        w = w + 0.5 * X[X @ w < 1].sum(0)
    assert made.bits(w) == (1, 0)
    found = ogd.simulate(made, order="shuffle", seed=4)
    assert (found.verdict, found.frame, found.seed) == ("accepted", 3, 4) and "in order shuffle" in str(found)
    made.save(tmp_path / "train.jsonl")
    assert len((tmp_path / "train.jsonl").read_text().splitlines()) == 1 + len(made)
    assert ogd.verify(tables="any-order").verified
    with pytest.raises(ogd.InputError, match="order is for examples in any order"):
        ogd.simulate("counter:1", order="shuffle")


def test_firings_are_one_of_each_slot_in_turn() -> None:
    made = ogd.reduce("counter:2", tables="any-order")
    fired = made.firings("full-batch", frames=2)
    count = max(made.slots) + 1
    assert [made.slots[k] for _, k in fired] == [*range(count)] * 2
    assert [epoch for epoch, _ in fired] == sorted(epoch for epoch, _ in fired)


def test_the_scripts() -> None:
    assert any_orders.disagreements(any_orders.random_netlist(random.Random(5)), 5) == []
    small = slot_reduction(Request("counter:1", tables="any-order"))
    assert logistic.frames_right(small, 27)[0] and not logistic.frames_right(small, 0.03)[0]


WRONG = [
    (("replay", "counter:1", "--tables", "any-order", "--order", "full-batch"), "one example at a time"),
    (("replay", "counter:1", "--tables", "any-order", "--library", "vw"), "cannot start at given weights"),
    (("replay", "counter:1", "--tables", "any-order", "--noise", "1/9"), "--noise is not for tables in any order"),
    (("replay", "counter:1", "--order", "shuffle"), "--order is for examples in any order"),
    (("reduce", "counter:1", "--from-zero"), "--from-zero is for examples in any order"),
    (("simulate", "counter:1", "--tables", "any-order", "--from-zero", "--order", "cyclic"), "is for the full batch"),
    (("simulate", "counter:1", "--tables", "any-order", "--model", "perceptron", "--from-zero"), "is on the kink"),
    (("simulate", "counter:2", "--order", "shuffle"), "--order is for examples in any order"),
    (("simulate", "counter:2", "--tables", "any-order", "--order", "batch:0"), "there is no order 'batch:0'"),
    (("simulate", "counter:2", "--tables", "any-order", "--order", "suffle"), "; did you mean shuffle?"),
    (("simulate", "counter:2", "--tables", "any-order", "--audit", "2"), "--audit is not for tables in any order"),
    (("simulate", "counter:2", "--tables", "any-order", "--engine", "gadget"), "slots are run by"),
    (("simulate", "counter:2", "--engine", "events"), "--engine events is for examples in any order"),
    (("simulate", "counter:2", "--tables", "any-order", "--lambda", "1/8"), "with a regularizer"),
    (("simulate", "counter:2", "--tables", "any-order", "--eta", "0"), "must be positive"),
    (("simulate", "counter:2", "--tables", "any-order", "--model", "svm-reg"), "there is no construction for --model"),
    (("simulate", "counter:2", "--tables", "any-order", "--question", "fixed-point"), "first coordinate"),
    (("verify", "--tables", "any-order", "--gadget", "cpy"), "did you mean"),
]


@pytest.mark.parametrize(("call", "message"), WRONG, ids=[message for _, message in WRONG])
def test_what_cannot_be_done_is_one_line(call: tuple[str, ...], message: str) -> None:
    answer = called(*call)
    assert answer.code == 2 and message in answer.err and answer.err.count("\n") == 1


@in_full
@pytest.mark.parametrize("name", ORDERS)
def test_many_random_circuits(name: str) -> None:
    for seed in range(1000, 1020):
        netlist = random_netlist(seed, 5, 20)
        reduction = assembled(asked(netlist), SLOTS, rational(1))
        found = run(reduction, name, seed, "events", 4 * reduction.epochs).outcome
        assert (found.verdict == "accepted") == frames(netlist, 4)[-1][1]
