"""What replay writes."""

from typing import Annotated, Literal, TypedDict

from written_json.shared import Assumed, Count, Exact, Limit, Positive


class NoiseLimit(TypedDict):
    delta: Exact
    step: Positive
    place: str | None
    margin: Exact
    error: Exact


class Sampled(TypedDict):
    seed: Count
    passes: Count
    right: Count
    answered: bool
    share: Annotated[float, Limit("minimum", 0)] | None


class Noise(TypedDict):
    format: Literal["ogd-exact-noise/1"]
    circuit: str
    model: str
    parameters: dict[str, Exact]
    examples: Count
    delta: Exact
    forever: bool
    passes: Annotated[Count | None, "from the first on, that are right for all noise; null if all are"]
    limit: NoiseLimit
    forever_below: Exact | None
    box: Annotated[dict[str, Exact], "by how much each weight can be off between passes"] | None
    translations: Annotated[bool, "whether no step ever corrects an error"]
    sampled: Sampled


class Rounding(TypedDict):
    place: str
    quantity: str
    value: str


class TablePrecision(TypedDict):
    table: str
    bits: Count | None
    rounds: dict[str, Rounding | None]


class NeededBits(TypedDict):
    bits: Count | None
    top: Count | None
    predicted: float | None


class NeededPrecision(TypedDict):
    passes: Count
    bits: NeededBits
    decisions: NeededBits


class LargestFactor(TypedDict):
    place: str
    log2: float | None


class FirstError(TypedDict):
    at: str
    call: str
    place: str


class DoubleRun(TypedDict):
    first_error: FirstError | None
    first_wrong_decision: FirstError | None


class Precision(TypedDict):
    format: Literal["ogd-exact-precision/1"]
    circuit: str
    sha256: str | None
    assumptions: Assumed
    model: str
    parameters: dict[str, Exact]
    examples: Count
    proved_bits: Count | None
    tables: list[TablePrecision]
    needed: list[NeededPrecision]
    smallest_magnitude_log2: float | None
    largest_factor: LargestFactor
    double: DoubleRun


class ExactRun(TypedDict):
    verdict: Literal["accepted", "never", "undecided", None]
    frame: Annotated[Count | None, "the first in which the answer is yes, from 0"]
    passes: Count
    steps: Count
    period: Count | None


class FirstUnequal(TypedDict):
    pass_: Count
    step: Count
    margin: str
    library_margin: str | None
    coordinate: str
    exact: Exact
    library: float | None


class FirstWrongBit(TypedDict):
    pass_: Count
    coordinate: str


class FirstAstray(TypedDict):
    pass_: Count
    step: Count
    margin: str
    library_margin: str | None


class NearestMargin(TypedDict):
    margin: str
    pass_: Count
    step: Count


class Replay(TypedDict):
    format: Literal["ogd-exact-replay/1"]
    agreed: bool
    circuit: str
    sha256: str | None
    assumptions: Assumed
    model: str
    parameters: dict[str, Exact]
    library: str
    version: str
    dtype: str
    exact: ExactRun
    accepted_in_pass: Count | None
    passes: Count
    passes_equal: Count
    proved_exact: bool
    passes_right: Count
    first_unequal: FirstUnequal | None
    first_wrong_bit: FirstWrongBit | None
    first_astray: FirstAstray | None
    nearest_margin: NearestMargin
