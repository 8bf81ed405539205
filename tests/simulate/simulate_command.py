"""Shared by the tests of simulate: the command as users call it, and a direct run of the circuit to compare with."""

import contextlib
import io
import json
from typing import Any, NamedTuple

from conftest import Answer
from ogd_exact.circuits.sequential import Sequential
from ogd_exact.commands.command_line import command
from ogd_exact.commands.shell import run


def simulate(*arguments: object) -> Answer:
    """Runs the command in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(command("simulate"), [str(a) for a in arguments])
    return Answer(code, out.getvalue(), err.getvalue())


def simulated(*arguments: object) -> dict[str, Any]:
    """What the command says as JSON, where it reaches a verdict."""
    answer = simulate(*arguments, "--format", "json")
    assert answer.code == 0, answer.err
    assert all(line.startswith("wrote ") for line in answer.err.splitlines()), answer.err
    data: dict[str, Any] = json.loads(answer.out)
    return data


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
        shown = circuit.evaluate(state)
        if shown.next == wanted if target else (shown.bads + shown.outputs)[0]:
            return Expected("accepted", frame, None)
        state = shown.next
    raise AssertionError("more states than there are")
