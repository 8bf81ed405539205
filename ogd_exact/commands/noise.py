"""ogd-exact replay --noise: for how long a run is right if every weight is moved a little after every step."""

from argparse import Namespace

from ogd_exact.commands.shell import FAILED, HOLDS, UNDECIDED
from ogd_exact.kernel.errors import InputError
from ogd_exact.noise.boxes import Boxes
from ogd_exact.noise.forever import lasting
from ogd_exact.noise.report import report_json, report_text
from ogd_exact.noise.sampled import sampled
from ogd_exact.reduction.reduction import Reduction
from ogd_exact.reduction.request import number

FORMATS = {"text": report_text, "json": report_json}
FEW_PASSES = 4


def noise(reduction: Reduction, options: Namespace) -> tuple[str, int]:
    """The report, and the exit code: for ever, for some passes only, or wrong in a run with noise."""
    delta = number("--noise", options.noise)
    if not delta > 0:
        raise InputError("--noise is above 0, such as 1/1000")
    found = lasting(Boxes(reduction), delta)
    tried = sampled(reduction, delta, options.max_passes or FEW_PASSES, options.seed or 1, found.box)
    report = FORMATS[options.format](reduction, delta, found, tried)
    if tried.right < tried.passes or (found.passes is None and (tried.share or 0) > 1):
        return report, FAILED
    return report, HOLDS if found.passes is None else UNDECIDED
