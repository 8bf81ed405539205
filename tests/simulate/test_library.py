"""The library's machines by OGD in every model: the verdict, the frame and the period are those of the circuit."""

from itertools import product
from pathlib import Path

import pytest
from simulate_command import direct, said, simulated

from circuits.circuit_files import write_aiger
from conftest import sampled
from ogd_exact.circuits.machines.machines import MACHINES, machine
from ogd_exact.circuits.netlists.builder import Circuit

OPTIONS: dict[str, list[str]] = {
    "svm": [],
    "svm-bias": [],
    "svm-eta": ["--eta", "4/9"],
    "svm-reg": ["--lambda", "1/5"],
    "dense-relu": [],
    "dense-relu-dense": [],
}
SIZES: dict[str, tuple[int | str, ...]] = {
    "counter": (1, 2, 3),
    "lfsr": (2, 3),
    "gray": (1, 2, 3),
    "johnson": (1, 2, 3),
    "rule110": (3, 4, 5),
    "collatz": (1, 2, 3, 4, 5),
    "busybeaver": (1, 2),
    "mult": (1, 2, 3),
    "life": ("3:blinker", "3x4:blinker"),
}
SPECS = [f"{name}:{size}" for name, sizes in SIZES.items() for size in sizes]


@pytest.mark.parametrize("spec", ["counter:2", "johnson:2", "rule110:4", "collatz:4"])
def test_a_learning_rate_without_rational_root(spec: str) -> None:
    """Exactly the run of a rational root: only the scale differs."""
    rational, irrational = (simulated(spec, "--model", "svm-eta", "--eta", eta) for eta in ("1/4", "2/3"))
    keys = ("verdict", "frame", "passes", "steps", "period")
    assert [rational[key] for key in keys] == [irrational[key] for key in keys]


def test_the_library_is_all_here() -> None:
    assert set(SIZES) == set(MACHINES)
    assert {direct(machine(spec)).verdict for spec in SPECS} == {"accepted", "never"}


@pytest.mark.parametrize(("spec", "model"), sampled(product(SPECS, OPTIONS), 6))
def test_a_machine(spec: str, model: str) -> None:
    data, circuit = simulated(spec, "--model", model, *OPTIONS[model]), machine(spec)
    assert said(data) == direct(circuit)
    assert data["model"] == model and data["circuit"] == spec and data["inputs"] == len(circuit.latches) + 1
    if data["verdict"] == "accepted":
        assert data["passes"] == data["frame"] + 1
        assert data["frame"] * data["examples"] < data["steps"] <= data["passes"] * data["examples"]
    else:
        assert data["steps"] == data["passes"] * data["examples"]


def states(width: int) -> list[str]:
    return ["".join(bits) for bits in product("01", repeat=width)]


# Every state of a machine is asked for: those it is in, its start among them, and those it is never in.
TARGETS = [
    (spec, state)
    for spec in ("counter:2", "lfsr:2", "lfsr:3", "johnson:3", "rule110:3", "rule110:4", "collatz:3")
    for state in states(int(spec[-1]))
]


@pytest.mark.parametrize(("spec", "target"), sampled(TARGETS, 4))
def test_a_target(spec: str, target: str) -> None:
    assert said(simulated(spec, "--target", target)) == direct(machine(spec), target)


IN_EVERY_MODEL = [
    ("counter:2", "00", "accepted"),  # the start: in again only after a round
    ("counter:2", "01", "accepted"),  # x0 is the last bit
    ("johnson:3", "111", "accepted"),
    ("johnson:3", "010", "never"),
    ("lfsr:2", "11", "never"),
    ("collatz:2", "00", "accepted"),
    ("collatz:2", "11", "never"),  # the start, left for good
]


@pytest.mark.parametrize(("reduction", "model"), sampled(product(IN_EVERY_MODEL, OPTIONS), 6))
def test_a_target_in_every_model(reduction: tuple[str, str, str], model: str) -> None:
    spec, target, verdict = reduction
    data = simulated(spec, "--target", target, "--model", model, *OPTIONS[model])
    assert said(data) == direct(machine(spec), target)
    assert data["verdict"] == verdict


def test_the_frame_of_a_target_is_that_of_the_step_into_it() -> None:
    assert simulated("counter:2", "--target", "01")["frame"] == 0
    assert simulated("counter:2", "--target", "10")["frame"] == 1
    assert simulated("counter:2", "--target", "00")["frame"] == 3


@pytest.mark.parametrize("model", OPTIONS)
def test_a_tail_before_the_cycle(tmp_path: Path, model: str) -> None:
    """Two states that never come back, then a cycle of two: the period is that of the cycle alone."""
    circuit = Circuit()
    late, later, flip = circuit.state("late"), circuit.state("later", reset=1), circuit.state("flip")
    circuit.set_next(late, circuit.constant(1))
    circuit.set_next(later, ~late)
    circuit.set_next(flip, flip ^ (late & ~later))
    circuit.bad(late & later & flip)
    assert direct(circuit.sequential()) == ("never", None, 2)
    (tmp_path / "tail.aag").write_bytes(write_aiger(circuit.sequential(), binary=False))
    data = simulated(tmp_path / "tail.aag", "--model", model, *OPTIONS[model])
    assert said(data) == ("never", None, 2)
    assert data["passes"] >= 4


@pytest.mark.parametrize("spec", ["gray:2", "rule110:4"])
def test_decay_of_a_quarter(spec: str) -> None:
    """Powers of two below the line are shorter numbers, so that larger machines run."""
    assert said(simulated(spec, "--model", "svm-reg")) == direct(machine(spec))
