"""What verify, simulate and replay write of the logistic loss."""

from typing import Annotated, Any, Literal, TypedDict

from written_json.shared import Assumed, Count, Exact, Positive

Errors = Annotated[dict[str, Exact], "by the floats: how far a bit may ever be off, in units of a bit"]


class Level(TypedDict):
    eta: Exact
    dtype: Literal["float64", "float32"]
    fan_out: Annotated[Positive, "how many calls of a pass may read a signal"]
    error: Annotated[Exact, "by which a bit is off at most, in units of a bit"]
    read: Annotated[Exact, "by which a call moves what it reads, at most"]
    rest: Annotated[Exact, "how far below 0 the accepting weight lies, at most"]
    keeps: Annotated[Exact, "what a pass leaves of a weight: 1 without a regularizer"]
    examples: Annotated[list[Positive], "at least and at most, of a pass"]
    noise: Annotated[Exact, "which a pass may add to a weight, at most, in units of a bit"]
    gadgets: Count
    cases: Count
    verified: bool
    failures: list[str]


class VerifyLogistic(TypedDict):
    format: Literal["ogd-exact-verify-logistic/1"]
    verified: bool
    source: str
    models: dict[str, list[Level]]


class SimulateLogistic(TypedDict):
    format: Literal["ogd-exact-simulate-logistic/1"]
    verdict: Literal["accepted", "never", "undecided"] | None
    frame: Annotated[Count | None, "the first in which the answer is yes, from 0"]
    passes: Count
    steps: Count
    period: Annotated[Positive | None, "of the circuit"]
    question: Literal["first-coordinate"]
    property: str
    model: str
    circuit: str
    sha256: str | None
    latches: list[str]
    assumptions: Assumed
    parameters: dict[str, Exact]
    inputs: Positive
    gates: Count
    dimension: Positive
    examples: Positive
    fan_out: Positive
    error: Errors
    noise: Annotated[Exact, "what may be added to every weight after every step, at most; 0 if nothing is certified"]


class ReplayLogistic(TypedDict):
    format: Literal["ogd-exact-replay-logistic/1"]
    agreed: bool
    circuit: str
    model: str
    library: str
    version: str
    dtype: str
    exact: Annotated[dict[str, Any], "the circuit's outcome"]
    passes_right: Annotated[Count, "from the first on, those of gates included"]
    accepted_in_pass: Positive | None
    off: Annotated[float, "by which a bit was off at most, in units of a bit"]
    certified: Exact
