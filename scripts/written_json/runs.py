"""What simulate, check, annealed and reduce write."""

from typing import Annotated, Literal, NotRequired, TypedDict

from written_json.shared import Assumed, Count, Exact, Limit, Positive, Step


class StoredBit(TypedDict):
    coordinate: Count
    inverted: bool


class Header(TypedDict):
    format: Literal["ogd-exact/1"]
    circuit: str
    sha256: str | None
    property: str
    assumptions: Assumed
    model: str
    rule: Annotated[str, "of the update, such as hinge"]
    step: Step
    parameters: dict[str, Exact]
    momentum: NotRequired[
        Annotated[Literal["heavy-ball", "nesterov"], "how velocities move weights, if the rule has them"]
    ]
    order: NotRequired[
        Annotated[Literal["any"], "any, if the examples of an epoch may come in any order; else that of the file"]
    ]
    epochs: NotRequired[Annotated[Positive, "of an application of the circuit, where the order is any"]]
    slots: NotRequired[Annotated[Positive, "sets of examples of which one fires in these epochs"]]
    inputs: Count
    gates: Count
    dimension: Count
    examples: Count
    coordinates: list[str]
    initial: dict[str, Exact]
    accept: Count | None
    state: list[StoredBit]
    symbolic: NotRequired[list[str]]
    question: NotRequired[str]
    norm_bound: NotRequired[Exact]


class Example(TypedDict):
    x: dict[str, Exact]
    y: Exact


class AnnealedHeader(TypedDict):
    format: Literal["ogd-exact-annealed/1"]
    circuit: str
    sha256: str | None
    property: str
    assumptions: Assumed
    model: str
    step: Step
    dimension: Count
    coordinates: list[str]
    accept: Count | None
    state: list[StoredBit]
    examples: Count


class AnnealedExample(TypedDict):
    x: dict[str, Exact]
    y: Exact
    rate: Exact


class Annealed(TypedDict):
    format: Literal["ogd-exact-annealed-run/1"]
    verdict: Literal["accepted", "not accepted"]
    frame: Count | None
    frames: Count
    steps: Count
    property: str
    model: str
    circuit: str
    sha256: str | None
    assumptions: Assumed
    latches: list[str]
    inputs: Count
    gates: Count
    dimension: Count
    examples: Count
    rates: str
    first_rate: str
    last_rate: str
    size: str
    states: list[Annotated[str, Limit("pattern", "^[01]*$")]]


class FoundSequence(TypedDict):
    inputs: dict[str, str]
    starts: dict[str, Literal[0, 1]]
    frame: Count
    sequence: Count


class Invariant(TypedDict):
    clauses: Count
    literals: Count
    proofs: dict[str, Count]
    netlist: str


class Simulate(TypedDict):
    format: Literal["ogd-exact-simulate/1"]
    verdict: Literal["accepted", "never", "undecided", None]
    frame: Annotated[Count | None, "the first in which the answer is yes, from 0"]
    passes: Count
    steps: Count
    period: Count | None
    question: str
    property: str
    model: str
    parameters: dict[str, Exact]
    circuit: str
    sha256: str | None
    latches: list[str]
    assumptions: Assumed
    inputs: Count
    gates: Count
    dimension: Count
    examples: Count
    proved: str
    engine: NotRequired[str]
    confirmed: NotRequired[bool | None]
    confirmed_by: NotRequired[str]
    unconfirmed: NotRequired[list[str]]
    most_coordinates: NotRequired[Count]
    most_weight: NotRequired[Annotated[str, "that no weight exceeds in size up to a yes: an exact number, p or p/q"]]
    most_square: NotRequired[
        Annotated[str, "that the square of the norm does not exceed up to a yes: an exact number, p or p/q"]
    ]
    norm_bound: NotRequired[Exact]
    ordinary_square: NotRequired[Exact]
    separates: NotRequired[bool]
    seed: NotRequired[Count]
    audited: NotRequired[Count]
    at_step: NotRequired[Count]
    weights: NotRequired[dict[str, Exact]]
    found: NotRequired[FoundSequence | None]
    invariant: NotRequired[Invariant]
    compared: NotRequired[bool]


class ChangedExample(TypedDict):
    example: Annotated[Positive, "from 1"]
    where: Annotated[str, "the input or gate, and the rows of gadgets, that it is of in the circuit's own set"]


class BesideCircuit(TypedDict):
    circuit: str
    compared: bool
    why_not: str | None
    changed: list[ChangedExample]
    examples_changed: Count
    passes: Annotated[Count, "that were compared"]
    first_different_pass: Annotated[Count | None, "from 1"]
    how: str | None


class SimulateSet(TypedDict):
    format: Literal["ogd-exact-simulate-set/1"]
    verdict: Literal["accepted", "never", "kink", "undecided"]
    step: Annotated[Count | None, "the first after which the answer is yes, or which is on a kink; 0 is the start"]
    passes: Count
    steps: Annotated[Count, "that were taken"]
    period: Annotated[Count | None, "in passes"]
    preperiod: Annotated[Count | None, "in passes"]
    limit: Annotated[str | None, "that was reached"]
    question: str
    coordinate: Annotated[str | None, "whose weight is to become positive"]
    norm_bound: NotRequired[Exact]
    model: str
    rule: str
    parameters: dict[str, Exact]
    training: str
    dimension: Count
    examples: Count
    order: str
    seed: Count | None
    bits: Annotated[Count, "of the longest numerator or denominator of a weight"]
    weights: Annotated[dict[str, Exact] | None, "by names, at the verdict; null where numbers are too long"]
    engine: str
    confirmed: bool
    confirmed_by: NotRequired[str]
    unconfirmed: NotRequired[list[str]]
    circuit: BesideCircuit | None
