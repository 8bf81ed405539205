"""python -m ogd_exact.replay: feeds a circuit's training set, or one's own, to a real library, beside the exact run."""

from argparse import Namespace
from collections.abc import Callable

from ogd_exact.api.any_order import AnyOrderRun
from ogd_exact.api.logistic import LogisticRun
from ogd_exact.api.reduce import run_of
from ogd_exact.api.replay import replay as replayed
from ogd_exact.api.replay import replay_set
from ogd_exact.commands.circuit_options import given_set, request
from ogd_exact.commands.progress import Progress
from ogd_exact.commands.shell import FAILED, HOLDS, UNDECIDED, say, write_report
from ogd_exact.commands.uses import any_order, order_of, own_set
from ogd_exact.core.kernel.errors import InputError, one_line
from ogd_exact.gadgets.properties.update import has_momentum
from ogd_exact.libraries import any_order as in_any_order
from ogd_exact.libraries import logistic
from ogd_exact.libraries.libraries import LIBRARIES
from ogd_exact.robustness.noise.boxes import Boxes
from ogd_exact.robustness.noise.forever import lasting
from ogd_exact.robustness.noise.report import report_json as noise_json
from ogd_exact.robustness.noise.report import report_text as noise_text
from ogd_exact.robustness.noise.sampled import sampled
from ogd_exact.robustness.precision.exactness import never_rounds
from ogd_exact.robustness.precision.findings import Findings
from ogd_exact.robustness.precision.report import report_json as precision_json
from ogd_exact.robustness.precision.report import report_text as precision_text
from ogd_exact.text.files import check_files
from ogd_exact.training.any_order.orders import order
from ogd_exact.training.any_order.reduction import SlotReduction
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.constructions.request import number
from ogd_exact.training.logistic.reduction import LogisticReduction
from ogd_exact.training.runs.conclude import SECONDS

FEW_PASSES = 4


def main(options: Namespace) -> int:
    read = ("circuit", options.circuit), ("--stimulus", options.stimulus)
    check_files(*read, output=options.output, plot=options.plot)
    if own_set(options):
        return replay_given(options)
    if options.question != "first-coordinate":
        raise InputError(f"a library is watched by its first coordinate; drop --question {options.question}")
    if any_order(options):
        order(order_of(options), 1)  # or refused
    run = run_of(request(options), options.from_zero)
    if isinstance(run, AnyOrderRun):
        return replay_any_order(run.reduction, options)
    if isinstance(run, LogisticRun):
        return replay_logistic(run.reduction, options)
    if options.noise is None and not options.precision:
        return replay(run.reduction, options)
    with Progress("bits") as progress:
        asked = options.max_passes, options.format, options.plot
        text, code = precision(run.reduction, *asked, progress) if options.precision else noise(run.reduction, options)
    write_report(text, options)
    return code


def replay(reduction: Reduction, options: Namespace) -> int:
    with Progress("pass") as progress:
        done = replayed(reduction, options.library or "sklearn", options.dtype, options.max_passes, progress)
    write_report(done.to_json() if options.format == "json" else str(done), options)
    found = done.comparison
    if not found.agreed or (found.equal < found.passes and never_rounds(reduction, done.dtype)):
        return FAILED
    outcome = found.exact.outcome
    return UNDECIDED if outcome is not None and outcome.verdict == "undecided" else HOLDS


def replay_given(options: Namespace) -> int:
    """Runs a training set that someone gives; it agrees where every weight is equal after every pass."""
    given, how = given_set(options), (options.dtype, options.max_passes, options.limit or SECONDS)
    with Progress("step") as progress:
        done = replay_set(given, options.library or "sklearn", *how, progress)
    write_report(done.to_json() if options.format == "json" else str(done), options)
    verdict = done.comparison.outcome.verdict
    if verdict == "kink" or done.equal < done.passes:
        return FAILED
    return HOLDS if done.agreed and verdict != "undecided" else UNDECIDED


def replay_any_order(reduction: SlotReduction, options: Namespace) -> int:
    name, ordered = options.library or "sklearn", order_of(options)
    dtype = options.dtype or LIBRARIES[name].dtypes[0]
    library = in_any_order.presented(name, reduction, ordered, dtype)
    with Progress("epoch") as progress:
        seed, most = options.seed or 0, options.max_passes
        found = in_any_order.replayed(reduction, library, ordered, seed, most, progress)
    form = in_any_order.report_json if options.format == "json" else in_any_order.report_text
    write_report(form(reduction, library, dtype, ordered, found), options)
    return FAILED if not found.agreed else UNDECIDED if found.outcome.verdict == "undecided" else HOLDS


def replay_logistic(reduction: LogisticReduction, options: Namespace) -> int:
    name = options.library or "sklearn"
    dtype = options.dtype or LIBRARIES[name].dtypes[0]
    library = logistic.learner(name, reduction, dtype)
    with Progress("pass") as progress:
        found = logistic.replayed(reduction, library, options.max_passes, progress)
    form = logistic.report_json if options.format == "json" else logistic.report_text
    write_report(form(reduction, library, dtype, found), options)
    if not found.agreed(reduction.levels[dtype].error):
        return FAILED
    return UNDECIDED if found.outcome.verdict == "undecided" else HOLDS


def noise(reduction: Reduction, options: Namespace) -> tuple[str, int]:
    """How long noise does no harm, and the exit code: for ever, for some passes only, or wrong in a run with noise."""
    delta = number("--noise", options.noise)
    if not delta > 0:
        raise InputError("--noise is above 0, such as 1/1000")
    found = lasting(Boxes(reduction), delta)
    tried = sampled(reduction, delta, options.max_passes or FEW_PASSES, options.seed or 1, found.box)
    report = (noise_json if options.format == "json" else noise_text)(reduction, delta, found, tried)
    if tried.right < tried.passes or (found.passes is None and (tried.share or 0) > 1):
        return report, FAILED
    return report, HOLDS if found.passes is None else UNDECIDED


def precision(
    reduction: Reduction,
    passes: int | None,
    format: str,
    plot: str | None,
    tell: Callable[[int], None] = lambda bits: None,
) -> tuple[str, int]:
    """How many bits are enough: the report, and the exit code; the picture, if asked for, is written on the way."""
    if has_momentum(reduction.model):
        raise InputError(f"how many bits are enough is known without momentum only, not for {reduction.model.name}")
    found = Findings(reduction, passes, tell)
    if plot is not None:
        from ogd_exact.robustness.precision.plot import check_plot, write_error_plot

        check_plot(plot)
        if found.proved is not None:
            raise InputError("nothing is rounded with these tables, so that there is no error to draw; drop --plot")
        write_error_plot(found, plot)
        say(f"wrote {one_line(plot)}")
    report = precision_json if format == "json" else precision_text
    return report(found), FAILED if found.contradicted else HOLDS
