"""python -m ogd_exact.campaign: all that a plan asks for, done on many processes and kept as it comes."""

import json
import shlex
from argparse import Namespace
from pathlib import Path

from ogd_exact.campaign.campaign_report import report_json, report_page, report_text
from ogd_exact.campaign.carry_out import carried_out, carry_on
from ogd_exact.campaign.cluster import Lost, cluster
from ogd_exact.campaign.plan import Plan, read_plan
from ogd_exact.campaign.results import Results
from ogd_exact.campaign.tally import Tally, tally_of
from ogd_exact.commands.progress import Progress
from ogd_exact.commands.shell import FAILED, HOLDS, UNDECIDED, complain, say, write
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.text.files import check_files
from ogd_exact.text.wording import counted

CODES = {"holds": HOLDS, "refuted": FAILED, "undecided": UNDECIDED}


def main(options: Namespace) -> int:
    results = f"{Path(options.plan).stem}.jsonl" if options.results is None else options.results
    check_files(("PLAN", options.plan), ("--results", results), output=options.output)
    plan = read_plan(options.plan)
    if options.task is not None:
        return one_task(plan, options.task)
    with Results(results) as kept:
        tally = tally_of(plan, kept.lines())
        say_what_is_kept(kept, tally)
        code = run(kept, tally, options) if len(tally.done) < len(tally.works) else HOLDS
    write(report_json(tally) if options.format == "json" else report_text(tally), None)
    if options.output is not None:
        write(report_page(tally), options.output)
    return code or CODES[tally.verdict]


def run(kept: Results, tally: Tally, options: Namespace) -> int:
    """Does what is left; whatever stops it, the answers that came are kept, and a line says how to go on."""
    try:
        with cluster(options.workers, options.scheduler) as workers, Progress("task") as progress:
            carry_on(kept, tally, workers.answers, progress)
    except KeyboardInterrupt as stopped:
        again = f"{len(tally.done)} of {counted(len(tally.works), 'task')} done; to go on: {command(options)}"
        raise type(stopped)(again) from None
    except Lost as reason:
        return complain(f"{reason}; to go on: {command(options)}", UNDECIDED)
    return HOLDS


def say_what_is_kept(kept: Results, tally: Tally) -> None:
    if kept.dropped:
        say(f"ogd-exact: {kept.path}: the last line was not whole, and is dropped; its task is done again")
    if tally.others:
        lines = counted(tally.others, "line")
        say(f"ogd-exact: {kept.path}: {lines} of other plans, versions or tables stay there and do not count")
    if tally.answers:
        say(f"ogd-exact: {len(tally.done)} of {counted(len(tally.works), 'task')} are done already")


def command(options: Namespace) -> str:
    """The call that goes on with what is left."""
    words = ["ogd-exact", "campaign", options.plan]
    for name in ("results", "scheduler", "output"):
        if getattr(options, name) is not None:
            words += [f"--{name}", getattr(options, name)]
    return shlex.join(words)


def one_task(plan: Plan, begin: str) -> int:
    """Does one task in this process, so that one who looks for a defect can follow it."""
    found = [task for _, task in plan.tasks() if task.key.startswith(begin)]
    if len(found) != 1 or not begin:
        there = "no task of the plan has such a key" if not found else f"{len(found)} tasks have such a key"
        raise InputError(f"--task {begin[:64]!r}: {there}; keys change with the version and the tables")
    line = carried_out(found[0])
    write(json.dumps(line, indent=2), None)
    return CODES[line["verdict"]]
