"""abc's own verdict on small circuits, and in which frame they fail; skipped where abc is not installed."""

import os
import random
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from simulate_command import direct, simulated

from circuits.circuit_files import write_aiger
from conftest import sampled
from ogd_exact.circuits.formats.load import load
from ogd_exact.circuits.machines.machines import machine
from ogd_exact.circuits.netlists.builder import Circuit
from ogd_exact.circuits.netlists.sequential import Sequential

MACHINES = [
    *(f"counter:{n}" for n in (1, 2, 3, 4)),
    *(f"lfsr:{n}" for n in (2, 3, 4)),
    *(f"gray:{n}" for n in (1, 2, 3)),
    *(f"johnson:{n}" for n in (1, 2, 3, 5)),
    *(f"mult:{n}" for n in (1, 2, 3)),
    *(f"rule110:{n}" for n in (3, 4, 5)),
    *(f"collatz:{n}" for n in (1, 2, 3, 4, 5)),
    *(f"busybeaver:{n}" for n in (1, 2)),
]
RANDOM = 32


def needs_abc() -> str:
    """The name of abc here; without it the test is skipped, or fails where CI=true."""
    for name in ("berkeley-abc", "abc", "yosys-abc"):
        if shutil.which(name):
            return name
    message = "berkeley-abc is missing; install it with: apt-get install berkeley-abc"
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)


def random_circuit(seed: int) -> Sequential:
    """Two to four latches with any resets, and a dozen gates; bad is a conjunction, so that it is not always soon."""
    chosen, circuit = random.Random(seed), Circuit()
    states = [circuit.state(f"x{i}", chosen.randint(0, 1)) for i in range(chosen.randint(2, 4))]
    signals = list(states)
    for _ in range(chosen.randint(4, 12)):
        a, b = chosen.sample(signals, 2)
        signals.append(chosen.choice([a & b, a | b, a ^ b, ~(a & ~b)]))
    for state in states:
        circuit.set_next(state, chosen.choice([s for s in signals if s is not state]))
    bad = circuit.constant(1)
    for signal in chosen.sample(states, len(states) - 1):
        bad &= chosen.choice([signal, ~signal])
    circuit.bad(bad)
    return circuit.sequential()


CIRCUITS = {spec: lambda spec=spec: machine(spec) for spec in MACHINES}
CIRCUITS |= {f"random-{seed}": lambda seed=seed: random_circuit(seed) for seed in range(RANDOM)}


def judged(folder: Path, name: str) -> tuple[str, int | None]:
    """The verdict of abc: by bounded model checking where the circuit fails, else by its proof that it never does."""
    command = f"read_aiger {name}; zero; bmc3 -F 40; print_status; read_aiger {name}; zero; pdr; print_status"
    done = subprocess.run([needs_abc(), "-q", command], cwd=folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    # Status 1 is proved, 0 is failed, -1 is undecided.
    bounded, proof = re.findall(r"^Status = *(-?\d+) .*?(?:CEX:.*?Frame = *(\d+).*)?$", done.stdout, re.MULTILINE)
    if bounded[0] == "0":
        assert proof[0] == "0", done.stdout
        return "accepted", int(bounded[1])
    assert proof == ("1", ""), done.stdout
    return "never", None


@pytest.mark.parametrize("name", sampled(CIRCUITS, 6))
def test_abc_agrees(tmp_path: Path, name: str) -> None:
    circuit = CIRCUITS[name]()
    (tmp_path / "c.aig").write_bytes(write_aiger(replace(circuit, outputs=circuit.bads, bads=()), binary=True))
    assert load(str(tmp_path / "c.aig")).outputs[0] == circuit.bads[0]
    data = simulated(tmp_path / "c.aig", "--model", "svm")
    assert (data["verdict"], data["frame"]) == judged(tmp_path, "c.aig")


def test_the_circuits_are_of_both_kinds() -> None:
    verdicts = [direct(random_circuit(seed)) for seed in range(RANDOM)]
    assert sum(v.verdict == "never" for v in verdicts) >= 6
    assert sum(v.verdict == "accepted" and v.frame != 0 for v in verdicts) >= 6
