"""What commands write as JSON, as types, from which scripts/schemas.py makes the schemas; `pass_` is the key pass."""

from typing import Annotated, Any

from written_json import campaigns, libraries, limits, logistic, runs, shared, tables

# Types that stand in $defs, by their names there.
SHARED: dict[str, Any] = {
    "header": runs.Header,
    "example": runs.Example,
    "annealed_header": runs.AnnealedHeader,
    "annealed_example": runs.AnnealedExample,
    "assumptions": shared.Assumptions,
    "step": shared.Step,
}
LINE = runs.Header | runs.Example | runs.AnnealedHeader | runs.AnnealedExample
# The title and the type of each schema.
FORMATS: dict[str, tuple[str, Any]] = {
    "annealed": ("ogd-exact annealed --format json", runs.Annealed),
    "atlas": ("ogd-exact atlas --format json", tables.Atlas),
    "barrier-rule": ("ogd-exact barrier rule --format json", tables.BarrierRule),
    "barrier": ("ogd-exact barrier --format json", limits.Barrier),
    "campaign-report": ("ogd-exact campaign --format json", campaigns.CampaignReport),
    "certificates": ("ogd-exact verify --certificates", tables.Certificates),
    "construct": ("ogd-exact construct --format json", tables.Construct),
    "formula": ("ogd-exact barrier sat --format json", limits.FormulaReport),
    "gradients": ("ogd-exact verify --gradients --format json", tables.Gradients),
    "noise": ("ogd-exact replay --noise R --format json", libraries.Noise),
    "precision": ("ogd-exact replay --precision --format json", libraries.Precision),
    "replay": ("ogd-exact replay --format json", libraries.Replay),
    "replay-set": ("ogd-exact replay FILE --format json, of a training set", libraries.ReplaySet),
    "replay-logistic": ("ogd-exact replay --model logistic --format json", logistic.ReplayLogistic),
    "simulate": ("ogd-exact simulate --format json, and check", runs.Simulate),
    "simulate-logistic": ("ogd-exact simulate --model logistic --format json", logistic.SimulateLogistic),
    "simulate-set": ("ogd-exact simulate FILE --format json, of a training set", runs.SimulateSet),
    "stable": ("ogd-exact barrier stable FILE --format json", limits.Stable),
    "stable-contracts": ("ogd-exact barrier stable --format json", limits.StableContracts),
    "synthesis-report": ("ogd-exact synthesize --format json", tables.SynthesisReport),
    "training": (
        "a line of ogd-exact reduce --format jsonl",
        Annotated[LINE, "The first line is a header, every other one an example."],
    ),
    "verify": ("ogd-exact verify --format json", tables.Verify),
    "verify-logistic": ("ogd-exact verify --model logistic --format json", logistic.VerifyLogistic),
    "verify-sets": ("ogd-exact verify --tables all --format json", tables.VerifySets),
    "weights": ("ogd-exact barrier weights --format json", limits.Weights),
}
