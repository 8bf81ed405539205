"""python -m ogd_exact.barrier weights: the weights of a quadratic model after any number of steps."""

from argparse import Namespace

from ogd_exact.commands.shell import FAILED, HOLDS, complain, write_report
from ogd_exact.limits.quadratic.training import read_training
from ogd_exact.limits.quadratic.weights import WrongPower, checked_weights
from ogd_exact.limits.quadratic.weights_report import report_json, report_text
from ogd_exact.text.files import check_writable

FORMATS = {"text": report_text, "json": report_json}


def main(options: Namespace) -> int:
    check_writable(options.output)
    training = read_training(options.training)
    try:
        found = checked_weights(training, options.steps, options.modulo, options.primes, options.balls)
    except WrongPower as wrong:
        return complain(str(wrong), FAILED)
    write_report(FORMATS[options.format](options.training, training, options.steps, found), options)
    return HOLDS
