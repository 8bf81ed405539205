"""Types that several commands write, and kinds of numbers."""

from typing import Annotated, Any, Literal, NamedTuple, NotRequired, TypedDict


class Limit(NamedTuple):
    """A key of a schema beside its type, such as minimum, and what it is."""

    key: str
    value: Any


Exact = Annotated[str, "an exact number, p or p/q"]
Count = Annotated[int, Limit("minimum", 0)]
Positive = Annotated[int, Limit("minimum", 1)]
Polynomial = Annotated[str, "a polynomial in p (which is w.x), y, the state and the constants"]


class Stimulus(TypedDict):
    file: str
    sha256: str
    frames: Count
    inputs: list[str]
    unknown: Count


class Searched(TypedDict):
    inputs: list[str]
    starts: list[str]
    frames: Count
    passes: Count


class Assumptions(TypedDict):
    inputs: dict[str, str]
    starts: dict[str, Literal[0, 1]]
    constraints: list[str]
    stimulus: Stimulus | None
    quoted: NotRequired[str]
    searched: NotRequired[Searched]


Assumed = Annotated[Assumptions, "what the verdict takes for granted"]


class After(TypedDict):
    score: Annotated[str, "a polynomial in w, the weight, and the constants"]
    kinks: Annotated[list[str], "in increasing order, of numbers and constants"]
    values: Annotated[list[str], "for each interval, what the weight becomes", Limit("minItems", 1)]


class StepParts(TypedDict):
    score: Polynomial
    kinks: Annotated[
        list[str], "in increasing order, of numbers and constants: so many cut the scores into one interval more"
    ]
    moves: Annotated[
        list[dict[str, Polynomial]],
        "for each interval, by what x times the rate is scaled and added to the weights, and each state times the rate "
        "moves",
        Limit("minItems", 1),
    ]
    state: Annotated[list[str], "weights besides those that examples name"]
    constants: dict[str, Exact]
    labels: Annotated[list[str], "that an example may have; [] for any"]
    along: Annotated[Literal["x", "sign"], "weights move along x, or along the signs of its entries"]
    after: Annotated[After | None, "what becomes of each weight but the state after the moves; null where nothing does"]
    momentum: Annotated[str | None, "what a step leaves of a velocity; null where there are none"]
    nesterov: Annotated[bool, "whether a step looks ahead by its velocity"]


class Step(StepParts):
    """what is done with each example, and all of it"""

    rate: Annotated[str | None, "null where each example has its own"]
    regularizer: Annotated[str, "before the moves every weight but the state is multiplied by 1 less rate times this"]
