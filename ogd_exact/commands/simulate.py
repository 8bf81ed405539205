"""python -m ogd_exact.simulate: runs OGD exactly on the training set of a circuit, until the question is answered."""

import json
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from random import SystemRandom
from typing import Any, TextIO

from ogd_exact.commands.circuit_options import check_files, request
from ogd_exact.commands.progress import Progress
from ogd_exact.commands.shell import FAILED, HOLDS, UNDECIDED, complain, write_report
from ogd_exact.kernel.errors import InputError
from ogd_exact.output.files import check_writable
from ogd_exact.output.wording import counted
from ogd_exact.reduction.reduction import Reduction, reduced
from ogd_exact.run.at_step import Late, OutOfReach
from ogd_exact.run.audit import audit
from ogd_exact.run.checkpoint import Checkpoint
from ogd_exact.run.confirm import Beside, Evidence, confirm_outcome
from ogd_exact.run.engine import Engine, KernelEngine, advance
from ogd_exact.run.engines.choose import EVERY_STEP, choose
from ogd_exact.run.engines.circuit import CircuitEngine
from ogd_exact.run.engines.gadget import GadgetEngine
from ogd_exact.run.questions import question
from ogd_exact.run.report import moment_json, named, report_json, report_text
from ogd_exact.run.simulation import Mismatch, Outcome, Simulation
from ogd_exact.run.watch import Watch

FORMATS = {"text": report_text, "json": report_json}


def main(options: Namespace) -> int:
    check(options)
    reduction = reduced(request(options))
    if options.no_simulate:
        write_report(FORMATS[options.format](reduction, None, {}), options)
        return HOLDS
    engine = chosen(reduction, options)
    shown: dict[str, Any] = {"engine": engine.name}
    try:
        if options.at_step is not None:
            return show_weights(reduction, engine, options)
        outcome = conclude(reduction, engine, options, shown)
        if options.audit is not None:
            shown["seed"] = options.seed or SystemRandom().randrange(1, 1 << 32)
            shown["audited"] = audit(reduction, engine, outcome, options.audit, shown["seed"])
    except Mismatch as mismatch:
        return complain(str(mismatch), FAILED)
    write_report(FORMATS[options.format](reduction, outcome, shown), options)
    return UNDECIDED if outcome.verdict == "undecided" else HOLDS


def chosen(reduction: Reduction, options: Namespace) -> Engine:
    """The engine that was asked for, or the kernel where the circuit, which engines follow, does not decide."""
    if question(reduction).follows_circuit:
        return choose(options.engine, reduction, options.trace is not None)
    if options.engine not in ("auto", "kernel"):
        complain("ordinary passes may exceed the bound, so the kernel engine is used", HOLDS)
    return KernelEngine()


def show_weights(reduction: Reduction, engine: Engine, options: Namespace) -> int:
    try:
        late = Late(reduction, engine)
        weights, outcome = late.after(options.at_step)
    except OutOfReach as reason:
        return complain(str(reason), UNDECIDED)
    if outcome.verdict != "accepted":  # that it will never be is not what was asked, and not every engine looks for it
        outcome = Outcome("undecided", None, options.at_step // reduction.examples, options.at_step)
    shown = {"engine": engine.name, **confirmed(late.evidence)}
    shown |= {"at_step": options.at_step, "weights": named(reduction, weights)}
    write_report(FORMATS[options.format](reduction, outcome, shown), options)
    return HOLDS


def check(options: Namespace) -> None:
    """Refuses what could not be done, or would be ignored, before any work."""
    files = {"--output": options.output, "--trace": options.trace, "--checkpoint": options.checkpoint}
    check_files(("circuit", options.circuit), *files.items())
    for path in files.values():
        check_writable(path)
    limits = ("trace", "checkpoint", "max_passes", "max_steps", "audit", "confirm")
    for name in (*limits, "at_step") if options.no_simulate else ():
        if getattr(options, name) not in (None, False):
            raise InputError(f"--no-simulate runs nothing, so that --{name.replace('_', '-')} has no use; drop one")
    for name in limits if options.at_step is not None else ():
        if getattr(options, name) not in (None, False):
            raise InputError(f"--at-step runs to that step and no further; drop it, or --{name.replace('_', '-')}")
    if options.seed is not None and options.audit is None:
        raise InputError("--seed chooses the passes of --audit; give --audit K too")
    if options.trace is not None and options.engine not in ("auto", *EVERY_STEP):
        raise InputError(f"--engine {options.engine} shows no steps to --trace; drop one of them")
    if options.trace is not None and options.checkpoint is not None and Path(options.checkpoint).exists():
        problem = "the run goes on from here, and --trace would begin in its middle"
        raise InputError(f"{problem}; drop --trace, or name a new checkpoint to start anew", options.checkpoint)


def conclude(reduction: Reduction, engine: Engine, options: Namespace, shown: dict[str, Any]) -> Outcome:
    """Runs to the end, and notes which engines ran and what is not confirmed; keeps checkpoints."""
    checkpoint, evidence = None, Evidence()
    if options.checkpoint is not None:
        checkpoint = Checkpoint(options.checkpoint, reduction, options.confirm, evidence)
    run = checkpoint.load() if checkpoint else Simulation(reduction)
    with Progress("step") as progress:
        watch = Watch(checkpoint, progress, most_steps(reduction, options))
        if options.trace is not None:
            outcome = traced(run, engine, options, watch, evidence)
        else:
            outcome = moved(run, engine, options, watch, evidence, shown)
    doubts = []
    if checkpoint and (passes := checkpoint.unconfirmed(outcome.passes)):
        doubts.append(f"the first {counted(passes, 'pass', 'passes')} are the checkpoint's word")
    if outcome.verdict == "never" and not evidence.comes_round:
        doubts.append("that the weights come round is the netlist's word, not the kernel's")
    shown |= {"confirmed": False, "unconfirmed": doubts} if doubts else confirmed(evidence)
    return outcome


def most_steps(reduction: Reduction, options: Namespace) -> int | None:
    """After how many steps the run stops undecided, if that is known."""
    passes = None if options.max_passes is None else options.max_passes * reduction.examples
    return min((limit for limit in (passes, options.max_steps) if limit is not None), default=None)


def confirmed(evidence: Evidence) -> dict[str, Any]:
    """What the report says where nothing is left to confirm: by what it was, if there was anything."""
    return {"confirmed": True, "confirmed_by": evidence.by} if evidence.by else {"confirmed": None}


def traced(run: Simulation, engine: Engine, options: Namespace, watch: Watch, evidence: Evidence) -> Outcome:
    """Every step, by the kernel or by the gadget engine, whose outcome is then confirmed."""
    steps = engine.stepwise(run) if isinstance(engine, GadgetEngine) else None
    with opened(options.trace) as trace:
        for moment in run.moments(options.max_passes, options.max_steps, steps):
            if isinstance(moment, Outcome):
                if steps is not None:
                    confirm_outcome(run.reduction, moment, f"the {engine.name} engine", options.confirm, evidence)
                watch.keep(run, at_end=True)
                return moment
            trace.write(json.dumps(moment_json(moment)) + "\n")
            if steps is None:
                evidence.step(run)
            watch.step(run, moment)
    raise AssertionError("a run ends with an outcome")


def moved(
    run: Simulation, engine: Engine, options: Namespace, watch: Watch, evidence: Evidence, shown: dict[str, Any]
) -> Outcome:
    """As far as an engine says, if that is confirmed, and from there by the kernel."""
    limits = (options.max_passes, options.max_steps)
    for moving in with_another(engine, run.reduction):
        who, unable = f"the {moving.name} engine", ""
        beside, right = Beside(run, options.confirm, evidence), run
        for claim in advance(run, moving, *limits):
            unable, right = claim.unable, beside.confirm(run, who)
            watch.passes(right)
        run = right
        if moving is not engine and run.frame > beside.began:
            shown["engine"] = f"{engine.name} and {moving.name}"
        for moment in run.moments(*limits):
            if isinstance(moment, Outcome):
                watch.keep(run, at_end=True)
                return moment
            evidence.step(run)
            watch.step(run, moment)
            if run.pass_done and not (run.accepted or run.come_round or isinstance(moving, KernelEngine)):
                break  # a pass that the engine left to the kernel, and that decides nothing
        if not unable:
            raise Mismatch(f"pass {run.frame + 1}: {who} stops there, and the kernel does not")
        complain(f"{who} cannot go on at pass {run.frame + 1}, as {unable}; the circuit engine does", HOLDS)
        run.place(run.frame + 1, run.weights)
    raise AssertionError("the circuit engine can do every pass")


def with_another(engine: Engine, reduction: Reduction) -> Iterator[Engine]:
    """The engine, and the circuit engine for what it is unable to do."""
    yield engine
    yield CircuitEngine(reduction)


def opened(path: str) -> TextIO:
    try:
        return Path(path).open("w", encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", path) from None
