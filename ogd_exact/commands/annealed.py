"""python -m ogd_exact.annealed: evaluates a circuit by one pass of OGD under rates that differ from step to step."""

from argparse import Namespace
from dataclasses import replace

from ogd_exact.commands.circuit_options import circuit_request
from ogd_exact.commands.progress import Progress
from ogd_exact.commands.shell import HOLDS, write_pieces, write_report
from ogd_exact.text.files import check_files
from ogd_exact.training.annealed.schedule import formula, listed
from ogd_exact.training.annealed.single_pass import SinglePass
from ogd_exact.training.annealed.single_pass_report import report_json, report_text, training_lines
from ogd_exact.training.constructions.reduction import assembled

FORMATS = {"text": report_text, "json": report_json}


def main(options: Namespace) -> int:
    read = ("circuit", options.circuit), ("--stimulus", options.stimulus), ("--rates", options.rates)
    check_files(*read, training=options.training, output=options.output)
    schedule = formula(options.schedule) if options.rates is None else listed(options.rates)
    single = SinglePass(assembled(replace(circuit_request(options), state=options.state)), schedule, options.frames)
    with Progress("step") as progress:
        frames = list(single.run(progress))
    if options.training is not None:
        write_pieces(training_lines(single, len(frames)), options.training)
    write_report(FORMATS[options.format](single, frames, options.circuit, options.rates or options.schedule), options)
    return HOLDS
