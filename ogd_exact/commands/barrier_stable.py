"""ogd-exact barrier stable: whether steps are stable, so that none can cycle; and what no stable steps can do."""

from argparse import Namespace

from ogd_exact.commands.barrier import chosen_model, chosen_requirements
from ogd_exact.commands.shell import FAILED, HOLDS, write_report
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.limits.stable.contracts import excluded
from ogd_exact.limits.stable.examples import LOSSES, read_training
from ogd_exact.limits.stable.stability_report import contracts_json, contracts_text, training_json, training_text
from ogd_exact.limits.stable.steps import batch, steps
from ogd_exact.text.files import check_files
from ogd_exact.training.constructions.request import number


def main(options: Namespace) -> int:
    check_files(("training", options.training), output=options.output)
    return report_contracts(options) if options.training is None else report_training(options)


def report_training(options: Namespace) -> int:
    loss = LOSSES[options.loss or "squared"]
    rows = read_training(options.training, loss)
    rate = number("--eta", options.eta) if options.eta is not None else rows.rate
    if rate is None or not rate > 0:
        raise InputError("the file has no learning rate above 0; give --eta" if rate is None else "--eta is above 0")
    share = rational(1, len(rows.rows)) if options.batch == "mean" else rational(1)
    found = batch(rows, loss, rate * share) if options.batch else steps(rows, loss, rate)
    how = f"all at once ({options.batch})" if options.batch else "one example at a time"
    report = training_json if options.format == "json" else training_text
    write_report(report(options.training, rows, options.loss or "squared", rate, how, found), options)
    return HOLDS if found.stable else FAILED


def report_contracts(options: Namespace) -> int:
    library, model = chosen_model(options.tables, options.model)
    requirements = chosen_requirements(library, model, options)
    if not requirements:
        raise InputError(f"{model.name} has no contract for that; give --contract FILE")
    report = contracts_json if options.format == "json" else contracts_text
    write_report(report(model.name, [(required, excluded(required)) for required in requirements]), options)
    return HOLDS
