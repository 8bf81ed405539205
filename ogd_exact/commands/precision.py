"""python -m ogd_exact.replay --precision: how many bits are enough."""

from collections.abc import Callable

from ogd_exact.commands.shell import FAILED, HOLDS, say
from ogd_exact.kernel.errors import InputError, one_line
from ogd_exact.precision.findings import Findings
from ogd_exact.precision.report import report_json, report_text
from ogd_exact.reduction.reduction import Reduction
from ogd_exact.tables.update import has_momentum

FORMATS = {"text": report_text, "json": report_json}


def precision(
    reduction: Reduction,
    passes: int | None,
    format: str,
    plot: str | None,
    tell: Callable[[int], None] = lambda bits: None,
) -> tuple[str, int]:
    """The report, and the exit code; the picture, if asked for, is written on the way."""
    if has_momentum(reduction.model):
        raise InputError(f"how many bits are enough is known without momentum only, not for {reduction.model.name}")
    found = Findings(reduction, passes, tell)
    if plot is not None:
        from ogd_exact.precision.plot import check_plot, write_error_plot

        check_plot(plot)
        if found.proved is not None:
            raise InputError("nothing is rounded with these tables, so that there is no error to draw; drop --plot")
        write_error_plot(found, plot)
        say(f"wrote {one_line(plot)}")
    return FORMATS[format](found), FAILED if found.contradicted else HOLDS
