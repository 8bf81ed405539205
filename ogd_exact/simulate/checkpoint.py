"""A run kept in a file after passes, so that it can go on after it was killed, to the identical result."""

import hashlib
import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ogd_exact.command import write
from ogd_exact.kernel.errors import InputError
from ogd_exact.reduction.powers import plain
from ogd_exact.reduction.problem import Problem
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
        """What a checkpoint belongs to: the netlist, the question, the model and its parameters."""
        asked = self.asked
        bound = str(asked.norm.bound) if asked.norm else ""
        text = repr((asked.question, bound, asked.model.name, sorted(asked.shown.items()), asked.netlist))
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def due(self) -> bool:
        """Whether the last time was not a moment ago."""
        return time.monotonic() - self.last >= SECONDS

    def keep(self, simulation: Simulation) -> None:
        """Write the state between two passes, whole or not at all."""
        body = {
            "problem": self.problem(),
            "frame": simulation.steps // self.asked.examples,  # the first pass that is not done
            "steps": simulation.steps,
            "weights": {key: str(plain(value)) for key, value in simulation.weights.items()},
            "kept": {key: str(plain(value)) for key, value in simulation.kept.items()},
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
            data = json.loads(path.read_text(encoding="utf-8"), parse_int=count)
            body = data["body"]
            if data["format"] != FORMAT or data["digest"] != digest(body):
                raise ValueError
            if body["problem"] != self.problem():
                reason = "is the checkpoint of another circuit, model or question"
                raise InputError(f"{reason}; name another file", self.path)
            return self.checked(body)
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", self.path) from None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise InputError("is not a checkpoint, or damaged; name another file", self.path) from None

    def checked(self, body: Any) -> Simulation:
        """The run that the fields describe; raises ValueError or the like if no run could have come to it."""
        frame, steps, distance, reach = counts = [body[name] for name in ("frame", "steps", "distance", "reach")]
        if any(type(number) is not int or number < 0 for number in counts) or frame < 1 or reach < 1:
            raise ValueError
        # Weights are kept at passes 0, 1, 3, 7 and so on, each till as many passes more are done; equal ones end a run.
        if reach & (reach - 1) or frame != reach - 1 + distance or steps != frame * self.asked.examples:
            raise ValueError
        possible, start = self.possible(), self.asked.start()
        weights, kept = ({key: possible[key][text] for key, text in body[name].items()} for name in ("weights", "kept"))
        if list(weights) != list(start) or list(kept) != list(start) or (reach == 1 and kept != start):
            raise ValueError
        if distance > reach or (weights != kept and distance in (0, reach)):
            raise ValueError
        return Simulation(self.asked, weights, frame, steps, kept, distance, reach)

    def possible(self) -> dict[str, dict[str, Any]]:
        """What each weight can be between passes, by its text: inputs hold bits, and all else is as at the start."""
        found = {key: [value] for key, value in self.asked.start().items()}
        encoding = Simulation(self.asked).encoding.values()
        for index, magnitude in self.asked.proved.magnitudes.items():
            found[str(index)] += [weight * magnitude for weight in encoding]
        return {key: {str(plain(value)): value for value in values} for key, values in found.items()}


def count(text: str) -> int:
    """A number in JSON; a hostile one could have millions of digits, which take hours to read."""
    if len(text) > 18:
        raise ValueError
    return int(text)


def digest(body: Any) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
