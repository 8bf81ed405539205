"""A run kept in a file after passes, so that it can go on after it was killed, to the identical result."""

import hashlib
import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ogd_exact.command import write
from ogd_exact.kernel.errors import InputError
from ogd_exact.reduction.problem import Problem
from ogd_exact.reduction.surd import from_text
from ogd_exact.simulate.simulation import Simulation

FORMAT = "ogd-exact-checkpoint/1"
MAX_BYTES = 1 << 28
SECONDS = 0.2  # between two checkpoints, at least


@dataclass
class Checkpoint:
    path: str
    asked: Problem
    last: float = field(default=0.0)

    def problem(self) -> str:
        """What a checkpoint belongs to: the netlist, the model and its parameters."""
        asked = self.asked
        text = repr((asked.model.name, sorted(asked.shown.items()), asked.netlist))
        return hashlib.sha256(text.encode()).hexdigest()

    def keep(self, simulation: Simulation) -> None:
        """Write the state between two passes, whole or not at all, unless that was done a moment ago."""
        if time.monotonic() - self.last < SECONDS:
            return
        body = {
            "problem": self.problem(),
            "frame": simulation.frame + 1,  # the next pass is the first that is not done
            "steps": simulation.steps,
            "weights": {key: str(value) for key, value in simulation.weights.items()},
            "kept": {key: str(value) for key, value in simulation.kept.items()},
            "distance": simulation.distance,
            "reach": simulation.reach,
        }
        write(json.dumps({"format": FORMAT, "digest": digest(body), "body": body}), self.path)
        self.last = time.monotonic()

    def load(self) -> Simulation:
        """The run to go on with: from the file if there is one, else from the start."""
        path = Path(self.path)
        if not path.exists():
            return Simulation(self.asked)
        try:
            if not path.is_file() or path.stat().st_size > MAX_BYTES:
                raise ValueError
            data = json.loads(path.read_text(encoding="utf-8"))
            body = data["body"]
            if data["format"] != FORMAT or data["digest"] != digest(body):
                raise ValueError
            weights, kept = numbers(body["weights"]), numbers(body["kept"])
            self.check(body, weights, kept)
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", self.path) from None
        except (ValueError, KeyError, TypeError, AttributeError, ZeroDivisionError, RecursionError):
            raise InputError("is not an undamaged checkpoint; delete it to start anew", self.path) from None
        if body["problem"] != self.problem():
            raise InputError("is the checkpoint of another circuit, model or question; name another file", self.path)
        return Simulation(self.asked, weights, body["frame"], body["steps"], kept, body["distance"], body["reach"])

    def check(self, body: Any, weights: dict[str, Any], kept: dict[str, Any]) -> None:
        """Raises ValueError unless the fields fit together, and the problem, if it is this one."""
        counts = [body[name] for name in ("frame", "steps", "distance", "reach")]
        if any(type(count) is not int or count < 0 for count in counts) or not counts[2] <= counts[3]:
            raise ValueError
        if body["problem"] == self.problem():
            keys = list(self.asked.start())
            if list(weights) != keys or list(kept) != keys or counts[0] < 1:
                raise ValueError
            if counts[1] != counts[0] * self.asked.examples:
                raise ValueError


def digest(body: Any) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


def numbers(texts: dict[str, str]) -> dict[str, Any]:
    return {key: from_text(text) for key, text in texts.items()}
