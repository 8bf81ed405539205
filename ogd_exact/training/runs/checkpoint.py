"""A run kept in a file after passes, so that it can go on after it was killed, to the identical result."""

import hashlib
import json
import time
from dataclasses import dataclass, field
from typing import Any

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import Number
from ogd_exact.gadgets.reading.step_data import step_data
from ogd_exact.text.files import write_file
from ogd_exact.text.paths import contents, exists
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.numbers.powers import plain
from ogd_exact.training.runs.coding import Coding
from ogd_exact.training.runs.confirm import Evidence, LockstepCheck, cost
from ogd_exact.training.runs.cycle import Cycle
from ogd_exact.training.runs.simulation import Mismatch, Simulation

FORMAT = "ogd-exact-checkpoint/1"
MAX_BYTES = 1 << 28
CHEAP = 10**7  # gates, about a second in Python
SECONDS = 0.2  # between two checkpoints, at least


@dataclass
class Checkpoint:
    path: str
    reduction: Reduction
    confirm: bool = False  # whatever it costs
    evidence: Evidence = field(default_factory=Evidence)
    last: float = field(default=0.0)
    passes: int = 0  # that were done when it was kept
    believed: Simulation | None = None  # the run when it kept weights, if it was not made anew till there

    def problem(self) -> str:
        """What a checkpoint belongs to: the netlist, the question, the model, its parameters and its step."""
        reduction = self.reduction
        bound = str(reduction.norm.bound) if reduction.norm else ""
        known = (reduction.question, bound, reduction.model.name, sorted(reduction.shown.items()), reduction.netlist)
        return hashlib.sha256(repr((*known, step_data(reduction.values.step))).encode()).hexdigest()

    @property
    def due(self) -> bool:
        """Whether the last time was not a moment ago."""
        return time.monotonic() - self.last >= SECONDS

    def keep(self, simulation: Simulation) -> None:
        """Write the state between two passes, whole or not at all."""
        body = {
            "problem": self.problem(),
            "frame": simulation.steps // self.reduction.examples,  # the first pass that is not done
            "steps": simulation.steps,
            "weights": {key: str(plain(value)) for key, value in simulation.weights.items()},
            "kept": {key: str(plain(value)) for key, value in simulation.cycle.kept.items()},
            "distance": simulation.cycle.distance,
            "reach": simulation.cycle.reach,
        }
        text = json.dumps({"format": FORMAT, "digest": digest(body), "body": body})
        self.last = time.monotonic()
        write_file([text.encode() + b"\n"], self.path)

    def load(self) -> Simulation:
        """The run to go on with: from the file if there is one, else from the start."""
        if not exists(self.path):
            return Simulation(self.reduction)
        try:
            data = json.loads(contents(self.path, MAX_BYTES), parse_int=count)
            body = data["body"]
            if data["format"] != FORMAT or data["digest"] != digest(body):
                raise ValueError
            if body["problem"] != self.problem():
                reason = "is the checkpoint of another circuit, model or question"
                raise InputError(f"{reason}; name another file", self.path)
            claimed = self.checked(body)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise InputError("is not a checkpoint, or damaged; name another file", self.path) from None
        return self.taken_up(claimed)

    def checked(self, body: Any) -> Simulation:
        """The run that the fields describe; raises ValueError or the like if no run could have them."""
        frame, steps, distance, reach = counts = [body[name] for name in ("frame", "steps", "distance", "reach")]
        if any(type(number) is not int or number < 0 for number in counts) or frame < 1 or reach < 1:
            raise ValueError
        # Weights are kept after passes 0, 1, 3, 7 and so on, each till as many passes more are done.
        if reach & (reach - 1) or frame != reach - 1 + distance or steps != frame * self.reduction.examples:
            raise ValueError
        # By then all states were met, and the run has come round.
        if reach.bit_length() > self.reduction.netlist.inputs + 2:
            raise ValueError
        weights, kept = self.weights(body["weights"]), self.weights(body["kept"], start=reach == 1)
        if distance > reach or (weights != kept and distance in (0, reach)):
            raise ValueError
        return Simulation(self.reduction, weights, frame, steps, Cycle(kept, distance, reach))

    def weights(self, texts: Any, start: bool = False) -> dict[str, Number]:
        """The weights of which these are the texts: those at the start, or those that hold bits after a pass."""
        coding = Coding(self.reduction)
        found = {key: {str(plain(value)): value} for key, value in self.reduction.start().items()}
        if not start:
            held = coding.codes | coding.gate_codes
            found |= {key: {str(plain(code)): code for code in codes} for key, codes in held.items()}
        weights = {key: found[key][text] for key, text in texts.items()}
        if list(weights) != list(found):
            raise ValueError
        return weights

    def taken_up(self, claimed: Simulation) -> Simulation:
        """The run, made anew from its start where that is cheap or asked for, else from the weights that it kept.

        Where only the kernel could make it anew, that would take as long as the run took, and all of it is believed.
        """
        self.passes = claimed.frame
        if self.confirm or claimed.frame * cost(claimed) <= CHEAP:
            return self.made_anew(Simulation(self.reduction), claimed)
        self.believed, kept, reach = claimed, claimed.cycle.kept, claimed.cycle.reach
        if claimed.question.follows_circuit:  # the run when it came to the weights that it kept
            steps = (reach - 1) * self.reduction.examples
            self.believed = Simulation(self.reduction, dict(kept), reach - 1, steps, Cycle(kept, 0, reach))
        return self.made_anew(self.believed, claimed)

    def unconfirmed(self, passes: int) -> int:
        """How many passes of the file are still believed, once a run has done so many in all.

        If they are no more than those that the run did itself, they are done again now.
        """
        if self.believed is not None and self.believed.frame <= passes - self.passes:
            self.made_anew(Simulation(self.reduction), self.believed)
            self.believed = None
        return 0 if self.believed is None else self.believed.frame

    def made_anew(self, first: Simulation, claimed: Simulation) -> Simulation:
        try:
            return LockstepCheck(first, self.confirm, self.evidence).confirm(claimed, "the checkpoint")
        except Mismatch as mismatch:
            problem = f"is not what a run comes to: {mismatch}"
            raise InputError(f"{problem}; name another file", self.path) from None


def count(text: str) -> int:
    """A number in JSON; a hostile one could have millions of digits, which take hours to read."""
    if len(text) > 18:
        raise ValueError
    return int(text)


def digest(body: Any) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
