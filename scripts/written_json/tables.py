"""What verify, synthesize and construct write."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from written_json.shared import Count, Exact, Limit, Positive, StepParts

WHOLE = Limit("required", ("format", "verified", "source"))


class Margin(TypedDict):
    model: str
    gadget: str
    step: Count
    case: Count
    region: list[str]
    numerator: str
    denominator: str
    fires: bool


class ProofTerm(TypedDict):
    coefficient: Exact
    powers: list[Count]


class SignProof(TypedDict):
    region: list[str]
    polynomial: str
    sign: Literal[-1, 0, 1]
    multiplier: list[ProofTerm]
    proof: list[ProofTerm]


class Certificates(TypedDict):
    format: Literal["ogd-exact-certificates/1"]
    margins: list[Margin]
    certificates: list[SignProof]


class RuleStep(StepParts):
    """what is done with each example, and all of it"""

    rate: Annotated[str, "eta, for any"]
    regularizer: Annotated[str, "lambda, for any, or 0"]


class RuleGradients(TypedDict):
    rule: str
    loss: Annotated[str, "what was differentiated, in LaTeX"]
    step: RuleStep
    intervals: Annotated[int, "of w.x, over all labels, in which a step was compared for all values"]
    kinks: int
    wrong: Annotated[list[str], "what a step does otherwise"]


class Gradients(TypedDict):
    format: Literal["ogd-exact-gradients/1"]
    verified: bool
    rules: list[RuleGradients]


Tried = TypedDict(
    "Tried",
    {
        "steps": Count,
        "patterns": Annotated[Count, "of examples that fire"],
        "verdict": Literal["found", "refuted", "open"],
        "refuted by": NotRequired[Annotated[dict[str, Count], "how many patterns, by what"]],
    },
)


class SynthesisReport(TypedDict):
    format: Literal["ogd-exact-synthesis-report/1"]
    model: str
    gadget: str
    contract: str
    free: list[str]
    verdict: Literal["found", "impossible", "undecided"]
    steps: Positive | None
    least: Annotated[Literal["proved", "by two solvers", "open"], "why fewer steps are not enough"]
    off_kinks: Annotated[
        bool, "whether tables with an example on a kink are left out, as moves meet there for some examples alone"
    ]
    tried: list[Tried]
    table: Annotated[str | None, "TOML"]


class Construct(TypedDict):
    format: Literal["ogd-exact-construct/1"]
    model: str
    verdict: Literal["constructed", "cannot", "open"]
    reason: Annotated[str, "the case of the theorem, or why there is nothing"]
    lift: Annotated[list[int], "along which each weight is held, if there are files"]
    gadgets: Annotated[dict[str, Count], "how many examples each has"]
    files: Annotated[dict[str, str], "texts by paths in a folder of tables"]


class Known(TypedDict):
    verdict: Literal["computes", "cannot", "open"]
    by: Annotated[str, "the construction, as SET/MODEL; or the rule without one, by its name"]
    reason: Annotated[str, "why it cannot"]
    symbols: Annotated[list[str], "for all of whose values its tables are proved"]
    values: Annotated[dict[str, str], "of symbols, to run it at"]
    examples: Annotated[dict[str, Count], "of a call, by what a phase is over"]
    bits: Annotated[Count | None, "that hold all numbers of its tables and their steps, at these values"]
    libraries: Annotated[list[str], "that have the same step"]


class KnownLoss(TypedDict):
    loss: str
    cells: Annotated[dict[str, Known], "by plain, bias, L2 and momentum"]


class Atlas(TypedDict):
    format: Literal["ogd-exact-atlas/1"]
    losses: list[KnownLoss]


class BarrierRule(TypedDict):
    format: Literal["ogd-exact-barrier-rule/1"]
    model: str
    verdict: Literal["constructed", "cannot", "open"]
    reason: Annotated[str, "the case of the theorem by which it computes, or why not"]


class VerifySets(TypedDict):
    format: Literal["ogd-exact-verify-sets/1"]
    verified: bool
    source: str
    sets: dict[str, Annotated[dict[str, Any], "what verify --tables NAME --format json writes", WHOLE]]


class Witness(TypedDict):
    bound: str
    point: dict[str, str]
    row: str


class Correction(TypedDict):
    step: Annotated[Positive | None, "counted from 1 through a table and its continuations, calls included"]
    field: Annotated[str, "x1, x2, ..., y, before, after, or a constant"]
    case: Positive | None
    coordinate: str | None
    printed: str
    corrected: str
    why: str
    applied: bool


class Finding(TypedDict):
    step: Annotated[Positive | None, "counted from 1 through a table and its continuations, calls included"]
    field: Annotated[str, "x1, x2, ..., y, before, after, or a constant"]
    case: Positive | None
    coordinate: str | None
    kind: str
    condition: Count
    printed: str | None
    suggested: Annotated[str | None, "what must stand there if that is certain, and else could"]
    certain: Annotated[bool, "whether it is proved that no other change of one cell repairs the table"]
    alternatives: Annotated[list[str], "other changes of one cell that do: cells with their values, or ranges of these"]
    message: str
    file: str | None
    line: Count | None
    column: Count | None


class VerifiedTable(TypedDict):
    model: str
    gadget: str
    label: str
    steps: Count
    cases: Count
    transitions: Annotated[Count, "pairs of an example and a case"]
    calls: Count
    verified: bool
    contract: Annotated[bool, "whether there is one; without it conditions 2, 5 and 6 are not checked"]
    returns: Annotated[dict[str, str], "the magnitudes that are left, of coordinates that the table returns them for"]
    region: list[str]
    drift: Annotated[str | None, "the largest that the table holds for, where its examples come in any order"]
    witnesses: list[Witness]
    corrections: list[Correction]
    findings: list[Finding]


class SeenTabular(TypedDict):
    file: str
    line: int
    checked: bool
    gadget: Annotated[str, "whose rows it holds, with its model"]
    reason: Annotated[str, "why it was not checked"]


class SaidAt(TypedDict):
    file: str | None
    line: int | None
    column: int | None
    message: str


class PrintedPage(TypedDict):
    engine: str
    as_printed: Annotated[list[str], "tables that the page prints as the source says"]
    findings: list[SaidAt]


class Verify(TypedDict):
    format: Literal["ogd-exact-verify/1"]
    verified: bool
    source: Annotated[str, "corrected, printed, or what was read"]
    tabulars: NotRequired[Annotated[list[SeenTabular], "every tabular of LaTeX files"]]
    problems: NotRequired[Annotated[list[SaidAt], "what could not be read in LaTeX files"]]
    page: NotRequired[Annotated[PrintedPage, "what TeX prints, with --typeset"]]
    conditions: dict[str, str]
    tables: list[VerifiedTable]
