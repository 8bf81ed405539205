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


class ExactSetRun(TypedDict):
    verdict: Literal["accepted", "never", "kink", "undecided"]
    step: Annotated[Count | None, "the first after which the answer is yes, or which is on a kink; 0 is the start"]
    passes: Count
    steps: Annotated[Count, "that were taken"]
    period: Annotated[Count | None, "in passes"]
    preperiod: Annotated[Count | None, "in passes"]
    limit: Annotated[str | None, "that was reached"]


UnequalInSet = TypedDict(
    "UnequalInSet",
    {
        "pass": Positive,
        "coordinate": str,
        "exact": Annotated[str, "p or p/q, or its first digits and dots where that is long"],
        "library": Annotated[float | None, "null where it is no number"],
    },
)
FurthestInSet = TypedDict(
    "FurthestInSet",
    {
        "pass": Positive,
        "coordinate": str,
        "deviation": Annotated[str | None, "p or p/q, or its first digits; null where the library has no number"],
    },
)


class ReplaySet(TypedDict):
    format: Literal["ogd-exact-replay-set/1"]
    agreed: Annotated[bool, "whether all weights were equal after every pass, of which there was one at least"]
    training: str
    model: str
    rule: str
    parameters: dict[str, Exact]
    library: str
    version: str
    dtype: str
    exact: ExactSetRun
    passes: Annotated[Count, "that were compared"]
    passes_equal: Annotated[Count, "from the first on"]
    first_unequal: UnequalInSet | None
    furthest: Annotated[FurthestInSet | None, "the weight that was furthest off after any pass"]
