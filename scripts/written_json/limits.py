"""What barrier writes."""

from typing import Annotated, Literal, NotRequired, TypedDict

from written_json.shared import Count, Exact, Limit


class ClaimCase(TypedDict):
    before: list[str]
    after: list[str]


class UntouchedClaim(TypedDict):
    case: Count
    coordinate: str


class AffineMap(TypedDict):
    matrix: list[list[str]]
    shift: list[str]


class Quadratic(TypedDict):
    A: dict[str, str]
    b: dict[str, str]


class LeastSquare(TypedDict):
    x: dict[str, str]
    y: str
    weight: NotRequired[str]


class Examples(TypedDict):
    quadratic: list[Quadratic]
    least_squares: NotRequired[list[LeastSquare]]


class NoMap(TypedDict):
    coordinate: str
    coefficients: list[str]


class BarrierClaim(TypedDict):
    name: str
    symbols: list[str]
    coordinates: list[str]
    cases: list[ClaimCase]
    untouched: list[UntouchedClaim]
    verdict: Literal["possible", "impossible"]
    map: NotRequired[AffineMap]
    rate: NotRequired[str]
    examples: NotRequired[Examples]
    untouched_kept: NotRequired[dict[str, bool]]
    certificate: NotRequired[NoMap]


class Barrier(TypedDict):
    format: Literal["ogd-exact-barrier/1"]
    model: str
    claims: list[BarrierClaim]


class Replayed(TypedDict):
    name: str
    version: str
    passes: Count
    equal: Count
    positive: Count | None


class FormulaReport(TypedDict):
    format: Literal["ogd-exact-formula/1"]
    formula: str
    variables: Count
    clauses: Count
    short_clauses: Count
    primes: dict[str, Count]
    weights: Count
    examples: Count
    rate: Exact
    proved: Literal[True]
    verdict: Literal["satisfiable", "unsatisfiable", "undecided"]
    pass_: Annotated[str | None, "a number, as text"]
    step: Annotated[str | None, "a number, as text"]
    assignment: Annotated[list[int], "a literal for each variable"] | None
    period: Annotated[str, "a number, as text"]
    stepped: Count
    replayed: Replayed | None


class ContractCase(TypedDict):
    before: str
    after: str


class DistanceSquared(TypedDict):
    before: Exact
    after: Exact


class Contract(TypedDict):
    name: str
    coordinates: list[str]
    impossible: bool
    why: NotRequired[str]
    cases: NotRequired[Annotated[list[ContractCase], Limit("minItems", 2), Limit("maxItems", 2)]]
    distance_squared: NotRequired[DistanceSquared]


class StableContracts(TypedDict):
    format: Literal["ogd-exact-stable-contracts/1"]
    model: str
    contracts: list[Contract]


class LargestBound(TypedDict):
    bound: Exact
    line: Count


class Stable(TypedDict):
    format: Literal["ogd-exact-stable/1"]
    training: str
    examples: Count
    names: Annotated[list[str] | None, "of the columns of a CSV file, if its first line was taken for names; else null"]
    weights: Count
    loss: str
    lipschitz: Exact
    rate: Exact
    step: str
    stable: bool
    largest: NotRequired[LargestBound]
    unstable: NotRequired[Count]
    stable_rates_below: NotRequired[Exact | None]
    trace: NotRequired[Exact]
    pivots: NotRequired[list[Exact]]
    direction: NotRequired[dict[str, Exact] | None]


class Ball(TypedDict):
    centre: str
    radius: str


class Weights(TypedDict):
    format: Literal["ogd-exact-weights/1"]
    training: str
    dimension: Count
    examples: Count
    steps: str
    method: str
    products: Count
    weights: list[str | Ball]
    stepped: Count
    modulus: NotRequired[str]
    primes: NotRequired[Count]
    bits: NotRequired[Count]
