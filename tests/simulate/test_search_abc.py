"""Searches against ABC's bounded model checking, on open circuits: which can be bad within so many frames, and when."""

import random
import re
import subprocess
from pathlib import Path

import pytest
from simulate_command import simulated

from circuits.circuit_files import write_aiger
from conftest import in_full, needs_program, sampled
from ogd_exact.circuits.netlists.builder import Circuit
from ogd_exact.circuits.netlists.sequential import Sequential

LENGTH = 4
KINDS = [(constrained, opened) for constrained in (False, True) for opened in (False, True)]
CASES = [(*kind, seed) for kind in KINDS for seed in range(8)]


def open_circuit(constrained: bool, opened: bool, seed: int) -> Sequential:
    """Two inputs, five latches, some perhaps without a start, a bad that takes some frames, perhaps a constraint."""
    chosen, circuit = random.Random(f"{constrained} {opened} {seed}"), Circuit()
    inputs = [circuit.input(f"i{k}") for k in range(2)]
    resets = [chosen.choice([0, 1]) for _ in range(5)]
    for k in chosen.sample(range(5), 2 if opened else 0):
        resets[k] = None
    states = [circuit.state(f"x{k}", reset) for k, reset in enumerate(resets)]
    signals = [*inputs, *states]
    for _ in range(9):
        a, b = chosen.sample(signals, 2)
        signals.append(chosen.choice([a & b, a | b, a ^ b, a & ~b]))
    for state in states:
        circuit.set_next(state, chosen.choice(signals))
    first, second, third = chosen.sample(states, 3)
    circuit.bad(first & ~second & chosen.choice([third, ~third]) & chosen.choice(signals))
    if constrained:
        circuit.constraint(~(chosen.choice(inputs) & chosen.choice(states)))
    return circuit.sequential()


def by_abc(folder: Path, constrained: bool) -> int | None:
    """The first frame below the length in which something is bad, if there is one."""
    abc = needs_program("berkeley-abc", "abc", "yosys-abc")
    # Open starts become inputs, starts at 1 opposites, and constraints a latch.
    command = f"read_aiger c.aig; logic; undc; strash; zero; fold; bmc3 -F {LENGTH}; print_status"
    done = subprocess.run([abc, "-q", command], cwd=folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    assert ("The network has no constraints" in done.stdout) != constrained  # what it reads is what was meant
    assert "from don't-care to zero" not in done.stdout
    frame = re.search(r"was asserted in frame (\d+)", done.stdout)
    assert frame or f"No output asserted in {LENGTH} frames" in done.stdout, done.stdout
    return int(frame[1]) if frame else None


@pytest.mark.parametrize(("constrained", "opened", "seed"), sampled(CASES, 8, lambda case: [case[:2]]))
def test_bounded_model_checking_agrees(tmp_path: Path, constrained: bool, opened: bool, seed: int) -> None:
    (tmp_path / "c.aig").write_bytes(write_aiger(open_circuit(constrained, opened, seed), binary=True))
    frame = by_abc(tmp_path, constrained)
    data = simulated(tmp_path / "c.aig", "--search", LENGTH)
    assert data["verdict"] == ("never" if frame is None else "accepted")
    shortest = simulated(tmp_path / "c.aig", "--search", f"up-to:{LENGTH}")
    if frame is None:
        assert data["found"] is shortest["found"] is None
        return
    assert shortest["found"]["frame"] == frame and shortest["assumptions"]["searched"]["frames"] == frame + 1
    assert frame <= data["found"]["frame"] < LENGTH


@in_full
def test_abc_finds_both_kinds(tmp_path: Path) -> None:
    """Otherwise the comparison would say little."""
    for kind in KINDS:
        frames = []
        for seed in range(8):
            (tmp_path / "c.aig").write_bytes(write_aiger(open_circuit(*kind, seed), binary=True))
            frames.append(by_abc(tmp_path, kind[0]))
        assert frames.count(None) >= 2 and sum(frame is not None and frame > 0 for frame in frames) >= 2, (kind, frames)
