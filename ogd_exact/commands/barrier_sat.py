"""ogd-exact barrier sat: a formula as a training set of least squares, proved, run and replayed."""

from argparse import Namespace

from ogd_exact.commands.shell import FAILED, HOLDS, UNDECIDED, complain, write, write_pieces
from ogd_exact.core.kernel.errors import BadCertificate, InputError, Undecided
from ogd_exact.libraries.learner import Setting
from ogd_exact.limits.sat.dimacs import read_formula
from ogd_exact.limits.sat.formula import split
from ogd_exact.limits.sat.formula_report import Answer, report_json, report_text
from ogd_exact.limits.sat.proof import check
from ogd_exact.limits.sat.replay import Replayed, replayed
from ogd_exact.limits.sat.run import NotAsProved, first_pass, followed, period
from ogd_exact.limits.sat.training import RATE, Plan, examples, lines, plan
from ogd_exact.text.extras import install
from ogd_exact.text.files import check_files

FORMATS = {"text": report_text, "json": report_json}
SQUARES = {"estimator": "SGDRegressor", "loss": "squared_error", "times": 2}  # its loss is half the square


def main(options: Namespace) -> int:
    check_files(("formula", options.formula), output=options.output)
    if options.output == "-":
        raise InputError("the report is on stdout; name a file for the training set")
    formula = read_formula(options.formula)
    short = split(formula)
    made = plan(short)
    first, undecided = None, ""
    try:
        check(formula, short, made, RATE, examples(made))
        first = first_pass(made)
        passes = period(made) if first is None else first + 1
        stepped = followed(made, passes)
    except BadCertificate as error:
        return complain(f"the training set is wrong: {error}; please report it", FAILED)
    except NotAsProved as wrong:
        return complain(f"{wrong}; please report it", FAILED)
    except Undecided as error:
        undecided, passes, stepped = str(error), 1, followed(made, 1)
    found = in_sklearn(made, passes) if options.replay else None
    answer = Answer(options.formula, formula, made, first, undecided, stepped, found)
    if options.output is not None:
        write_pieces(lines(made), options.output)
    write(FORMATS[options.format](answer), None)
    if found is not None and found.equal < found.passes:
        return FAILED
    return UNDECIDED if undecided else HOLDS


def in_sklearn(made: Plan, passes: int) -> Replayed:
    try:
        from ogd_exact.libraries.scikit import Sparse
    except ImportError:
        raise InputError(f"--replay sklearn needs sklearn; {install('sklearn')}") from None
    rounded = tuple(({i: float(value) for i, value in e.x.items()}, float(e.y)) for e in examples(made))
    return replayed(made, Sparse(Setting(SQUARES, float(RATE), 0.0, rounded, (0.0,) * made.dimension)), passes)
