"""Runs until the question is answered: an engine claims, what it claims is confirmed, and the kernel does the rest."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from random import SystemRandom
from typing import Any

from ogd_exact.circuits.closing.search import Found
from ogd_exact.circuits.invariants.programs import NoProof
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import Number
from ogd_exact.text.wording import argument, counted
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.runs.alone import replay_search_result
from ogd_exact.training.runs.audit import audit
from ogd_exact.training.runs.certificate import Certificate
from ogd_exact.training.runs.checkpoint import Checkpoint
from ogd_exact.training.runs.confirm import Evidence, LockstepCheck, confirm_outcome
from ogd_exact.training.runs.engine import Engine, KernelEngine, advance
from ogd_exact.training.runs.engines.choose import NAMES, choose
from ogd_exact.training.runs.engines.circuit import CircuitEngine
from ogd_exact.training.runs.engines.gadget import GadgetEngine
from ogd_exact.training.runs.memoised_pass import memoised_pass
from ogd_exact.training.runs.never import certified
from ogd_exact.training.runs.questions import question
from ogd_exact.training.runs.simulation import Mismatch, Moment, Outcome, Simulation
from ogd_exact.training.runs.watch import Progress, Watch

SECONDS = 60.0
MOST_SECONDS = 10**6
LONG = 200_000  # steps, which take the kernel some seconds
NEVER = Outcome("never", None, 0, 0)  # whatever the number of passes


def check_count(name: str, count: int | None) -> None:
    if count is not None and (type(count) is not int or count < 1):
        raise InputError(f"{argument(name)}: expected a whole number, at least 1, not {count!r}")


@dataclass(frozen=True)
class RunOptions:
    """How to run, and whom to tell."""

    most_passes: int | None = None
    most_steps: int | None = None
    engine: str = "auto"
    confirm: bool = False  # everything, whatever it costs
    audit: int | None = None  # so many passes, chosen at random, once more by the kernel
    seed: int | None = None  # which ones
    checkpoint: str | None = None  # the file in which the run is kept
    trace: Callable[[Moment], None] | None = None  # is told of every step
    progress: Progress | None = None
    tell: Callable[[str], None] = lambda message: None  # is told where another engine takes over, in a line
    limit: float = SECONDS  # that the search for an invariant may take, or the kernel on the way to a step

    def __post_init__(self) -> None:
        counts = {"max_passes": self.most_passes, "max_steps": self.most_steps, "audit": self.audit}
        for name, count in counts.items():
            check_count(name, count)
        if not 0 < self.limit < MOST_SECONDS:
            expected = "expected a number of seconds above 0 and below 10^6"
            raise InputError(f"{argument('limit')}: {expected}, not {str(self.limit)[:40]}")
        if self.engine not in NAMES:
            raise InputError(f"there is no engine {self.engine!r}; there is {', '.join(NAMES)}")
        if self.engine == "invariant" and self.audit is not None:
            engine, audit = argument("engine", "invariant"), argument("audit")
            raise InputError(f"{engine} runs no passes to audit; drop {audit}, or name another engine")

    @property
    def limits(self) -> tuple[int | None, int | None]:
        return self.most_passes, self.most_steps


@dataclass(frozen=True)
class Conclusion:
    """An outcome, with who ran it and who confirmed it."""

    outcome: Outcome
    engine: str  # those that ran, such as: native and circuit
    evidence: Evidence
    unconfirmed: tuple[str, ...] = ()
    seed: int | None = None
    audited: int | None = None  # how many passes
    certificate: Certificate | None = None  # where nothing was run
    found: Found | None = None  # by a search
    order: str | None = None  # in which examples came, where that may be any
    nearest: Number | None = None  # the least distance of a margin to the kink, where every margin was looked at

    def how(self) -> dict[str, Any]:
        """What reports say about the run besides its outcome."""
        if self.certificate is not None:
            return self.certificate.how()
        about = {"engine": self.engine, **confirmed(self.evidence)}
        if self.unconfirmed:
            about = {"engine": self.engine, "confirmed": False, "unconfirmed": list(self.unconfirmed)}
        about |= {} if self.found is None else {"found": self.found.data()}
        return about if self.audited is None else {**about, "seed": self.seed, "audited": self.audited}


def confirmed(evidence: Evidence) -> dict[str, Any]:
    """What the report says where nothing is left to confirm: by what it was, if there was anything."""
    return {"confirmed": True, "confirmed_by": evidence.by} if evidence.by else {"confirmed": None}


def chosen_engine(reduction: Reduction, options: RunOptions) -> Engine:
    """The engine that was asked for, or the kernel where the circuit, which engines follow, does not decide."""
    if question(reduction).follows_circuit:
        return choose(options.engine, reduction, options.trace is not None, options.tell)
    if options.engine not in ("auto", "kernel"):
        options.tell("ordinary passes may exceed the bound, so the kernel engine is used")
    return KernelEngine()


def conclude(reduction: Reduction, options: RunOptions) -> Conclusion:
    """Runs to the end, or to a limit; raises Mismatch where an engine's word is not confirmed.

    Without a run, where an invariant is to be found, and is.
    """
    if options.engine == "invariant":
        try:
            return Conclusion(NEVER, "invariant", Evidence(), certificate=certified(reduction, options.limit))
        except NoProof as reason:
            options.tell(f"no invariant: {reason}; it is run instead")
            options = replace(options, engine="auto")
    engine = chosen_engine(reduction, options)
    running = Running(reduction, engine, options)
    outcome = running.outcome()
    found = replay_search_result(reduction, outcome)
    seed = audited = None
    if options.audit is not None:
        seed = options.seed or SystemRandom().randrange(1, 1 << 32)
        audited = audit(reduction, engine, outcome, options.audit, seed)
    unconfirmed_claims = tuple(running.unconfirmed_claims(outcome))
    if running.checkpoint and running.checkpoint.believed is not None:  # a file that anyone may have written
        outcome, found = replace(outcome, verdict="undecided", frame=None, period=None), None
    return Conclusion(outcome, running.ran, running.evidence, unconfirmed_claims, seed, audited, found=found)


@dataclass
class Running:
    reduction: Reduction
    engine: Engine
    options: RunOptions
    evidence: Evidence = field(default_factory=Evidence)
    checkpoint: Checkpoint | None = None

    def __post_init__(self) -> None:
        self.ran = self.engine.name
        if self.options.checkpoint is not None:
            self.checkpoint = Checkpoint(self.options.checkpoint, self.reduction, self.options.confirm, self.evidence)

    def outcome(self) -> Outcome:
        run = self.checkpoint.load() if self.checkpoint else Simulation(self.reduction)
        watch = Watch(self.checkpoint, self.options.progress, self.most(), self.options.tell)
        return self.moved(run, watch) if self.options.trace is None else self.traced(run, watch, self.options.trace)

    def most(self) -> int | None:
        """After how many steps the run stops undecided, if that is known."""
        passes, steps = self.options.limits
        known = [steps, None if passes is None else passes * self.reduction.examples]
        return min((limit for limit in known if limit is not None), default=None)

    def announce(self, verdict: str, who: str) -> None:
        """Where the kernel takes long to confirm it, the verdict comes first."""
        if self.reduction.examples >= LONG:
            self.options.tell(
                f"{who} says {verdict}; the kernel confirms that, {self.reduction.examples} steps to a pass"
            )

    def unconfirmed_claims(self, outcome: Outcome) -> Iterator[str]:
        """What the outcome rests on and nobody confirmed."""
        if self.checkpoint and (passes := self.checkpoint.unconfirmed(outcome.passes)):
            where = "" if outcome.frame is None else f" in frame {outcome.frame}"
            leads = "" if outcome.verdict == "undecided" else f"it leads to {outcome.verdict}{where}, but "
            yield f"{leads}the first {counted(passes, 'pass', 'passes')} are the checkpoint's word"
        if outcome.verdict == "never" and not self.evidence.comes_round:
            yield "that the weights come round is the netlist's word, not the kernel's"

    def traced(self, run: Simulation, watch: Watch, trace: Callable[[Moment], None]) -> Outcome:
        """Every step, by the kernel or by the gadget engine, whose outcome is then confirmed."""
        gadgets = self.engine if isinstance(self.engine, GadgetEngine) else None
        for moment in run.moments(*self.options.limits, gadgets.stepwise(run) if gadgets else run.stepwise()):
            if isinstance(moment, Outcome):
                if gadgets:
                    confirm_outcome(self.reduction, moment, "the gadget engine", self.options.confirm, self.evidence)
                watch.keep(run, at_end=True)
                return moment
            trace(moment)
            if not gadgets:
                self.evidence.step(run)
            watch.step(run)
        raise AssertionError("a run ends with an outcome")

    def moved(self, run: Simulation, watch: Watch) -> Outcome:
        """Goes as far as an engine says, if that is confirmed, and from there by the kernel."""
        for moving in (self.engine, CircuitEngine(self.reduction)):  # which does what the first is unable to do
            who, unable = f"the {moving.name} engine", ""
            beside, right = LockstepCheck(run, self.options.confirm, self.evidence), run
            for claim in advance(run, moving, *self.options.limits):
                if run.cycle_closed:
                    self.announce("never" if self.reduction.asked.search is None else "not reachable", who)
                unable, right = claim.unable, beside.confirm(run, who)
                watch.step(right, at_once=True)
            run = right
            if run.steps % run.examples == 0 and not run.cycle_closed and run.reduction.netlist.step(run.bits())[1]:
                self.announce(f"yes in frame {run.frame}", who)
            if moving is not self.engine and run.frame > beside.began:
                self.ran = f"{self.engine.name} and {moving.name}"
            plainly = isinstance(moving, KernelEngine)
            steps = run.stepwise(with_decay=False) if plainly else memoised_pass(run, self.options.most_steps)
            for told in run.moments(*self.options.limits, steps):
                if isinstance(told, Outcome):
                    watch.keep(run, at_end=True)
                    return told
                self.evidence.step(run)
                watch.step(run)
                if run.pass_done and not (run.accepted or run.cycle_closed or plainly):
                    break  # a pass that the engine left to the kernel, and that decides nothing
            if not unable:
                raise Mismatch(f"pass {run.frame + 1}: {who} stops there, and the kernel does not")
            self.options.tell(f"{who} cannot go on at pass {run.frame + 1}, as {unable}; the circuit engine does")
            run.place(run.frame + 1, run.weights)
        raise AssertionError("the circuit engine can do every pass")
