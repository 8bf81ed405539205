"""Shared by the tests of simulate: the command as users call it, and a direct run of the circuit to compare with."""

import json
from pathlib import Path
from typing import Any, NamedTuple

from random_circuits import shown

from circuits.circuit_files import write_aiger
from conftest import Answer, called
from ogd_exact.circuits.netlists.builder import Circuit
from ogd_exact.circuits.netlists.sequential import Sequential


def simulate(*arguments: object) -> Answer:
    return called("simulate", *arguments)


def simulated(*arguments: object) -> dict[str, Any]:
    """What the command says as JSON, where it reaches a verdict."""
    answer = simulate(*arguments, "--format", "json")
    assert answer.code == 0, answer.err
    assert all(line.startswith("wrote ") for line in answer.err.splitlines()), answer.err
    data: dict[str, Any] = json.loads(answer.out)
    return data


def counter(constrained: bool = False) -> Circuit:
    """Counts on two bits where `en` holds, from 0 after `rst`; bad at 3, and an output at 2.

    The low bit has no start, the high one 0. So it is 3 in frame 2 at the earliest: from 1, with `en` in frames 0 and
    1, and no `rst`. Where `en` must not be while the low bit is 1, it never is.
    """
    circuit = Circuit()
    rst, en = circuit.input("rst"), circuit.input("en")
    low, high = circuit.state("low", None), circuit.state("high", 0)
    circuit.set_next(low, ~rst & (low ^ en))
    circuit.set_next(high, ~rst & (high ^ (low & en)))
    circuit.bad(low & high, "three")
    circuit.output(~low & high, "two")
    if constrained:
        circuit.constraint(~(low & en))
    return circuit


def counter_file(folder: Path) -> Path:
    file = folder / "c.aag"
    file.write_bytes(write_aiger(counter().sequential(), binary=False))
    return file


class Expected(NamedTuple):
    verdict: str
    frame: int | None
    period: int | None


def said(data: dict[str, Any]) -> Expected:
    return Expected(data["verdict"], data["frame"], data["period"])


def direct(circuit: Sequential, target: str | None = None) -> Expected:
    """The circuit stepped by itself until bad holds (or the next state is the target), or a state comes back."""
    wanted = target and tuple(bit == "1" for bit in reversed(target))
    state, seen = tuple(latch.reset == 1 for latch in circuit.latches), dict[tuple[bool, ...], int]()
    for frame in range(2 ** len(state) + 1):
        if state in seen:
            return Expected("never", None, frame - seen[state])
        seen[state] = frame
        found = shown(circuit, state)
        if found.next == wanted if target else (found.bads + found.outputs)[0]:
            return Expected("accepted", frame, None)
        state = found.next
    raise AssertionError("more states than there are")
