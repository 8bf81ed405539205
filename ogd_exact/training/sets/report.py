"""What is said of a given set: the report, as text or JSON."""

import json
from collections.abc import Mapping
from typing import Any

from ogd_exact.core.kernel.errors import one_line
from ogd_exact.core.kernel.step import Step
from ogd_exact.text.wording import argument, counted, short_number, wrapped
from ogd_exact.training.sets.beside import CircuitComparison
from ogd_exact.training.sets.decide import Decision, SetOutcome
from ogd_exact.training.sets.given import GivenSet

LONGEST = 10_000  # bits of weights that JSON holds
FEW = 12  # weights that text shows
ASKED = {
    "first-coordinate": "asks whether {name} ever becomes positive",
    "fixed-point": "asks whether a pass ever ends with the weights that it began with",
    "norm": "asks whether the norm ever exceeds {bound}",
}
MEANS = {
    "first-coordinate": "{name} is positive",
    "fixed-point": "the pass ends with the weights that it began with",
    "norm": "the norm exceeds {bound}",
}


def rates(step: Step) -> dict[str, str]:
    found = {"lambda": step.regularizer, "eta": step.rate, **dict(step.constants)}
    found |= {} if step.momentum is None else {"mu": step.momentum}
    return {name: str(value) for name, value in found.items()}


def weights_of(given: GivenSet, outcome: SetOutcome) -> dict[str, str]:
    return {name: str(outcome.state[key]) for key, name in given.names.items()}


def set_json(decision: Decision, outcome: SetOutcome, circuit: CircuitComparison | None) -> str:
    given = decision.given
    first = given.question == "first-coordinate"
    data: dict[str, Any] = {
        "format": "ogd-exact-simulate-set/1",
        "verdict": outcome.verdict,
        "step": outcome.step,
        "passes": outcome.passes,
        "steps": outcome.steps,
        "period": outcome.period,
        "preperiod": outcome.preperiod,
        "limit": outcome.limit or None,
        "question": given.question,
        "coordinate": given.names[given.accept] if first else None,
        **({} if given.bound is None else {"norm_bound": str(given.bound)}),
        "model": given.model,
        "rule": given.step.rule.name,
        "parameters": rates(given.step),
        "training": given.source,
        "dimension": len(given.coordinates),
        "examples": len(given.examples),
        "order": decision.order,
        "seed": None if decision.presented.fixed else decision.seed,
        "bits": outcome.bits,
        "weights": weights_of(given, outcome) if outcome.bits <= LONGEST else None,
        "engine": outcome.engine,
        "confirmed": not outcome.unconfirmed,
        **({"unconfirmed": list(outcome.unconfirmed)} if outcome.unconfirmed else {"confirmed_by": "kernel"}),
        "circuit": circuit.data() if circuit else None,
    }
    return json.dumps(data, indent=2)


def meaning(given: GivenSet, texts: Mapping[str, str] = MEANS) -> str:
    """What a yes means, or what is asked."""
    bound = one_line(str(given.bound), 40)
    return texts[given.question].format(name=one_line(given.names[given.accept], 40), bound=bound)


def set_text(decision: Decision, outcome: SetOutcome, circuit: CircuitComparison | None) -> str:
    given = decision.given
    size = f"{counted(len(given.examples), 'example')}, {counted(len(given.coordinates), 'weight')}"
    numbers = ", ".join(f"{name} = {one_line(text, 20)}" for name, text in rates(given.step).items() if text != "0")
    seed = "" if decision.presented.fixed else f" (seed {decision.seed})"
    how = "" if decision.order == "cyclic" else f", order {decision.order}{seed}"
    lines = wrapped(f"{one_line(given.source, 60)} by {given.model}: {size}, {numbers}{how}")
    lines += wrapped(meaning(given, ASKED))
    lines += wrapped(verdict_text(decision, outcome, meaning(given)))
    length = f"the longest number among the weights has {counted(outcome.bits, 'bit')}"
    by = "every step again by the kernel" if outcome.confirmed_by else "what decides again by the kernel"
    ran = "every step by the kernel" if outcome.engine == "kernel" else f"by the {outcome.engine} engines, {by}"
    lines += wrapped(f"{ran}; {length}")
    if outcome.unconfirmed:
        lines += wrapped(f"unconfirmed: {'; '.join(outcome.unconfirmed)}; {argument('confirm', True)} confirms")
    if len(given.names) <= FEW:
        shown = {name: short_number(outcome.state[key], 24, 8) for key, name in given.names.items()}
        lines += wrapped(f"weights then: {', '.join(f'{one_line(name, 40)} = {text}' for name, text in shown.items())}")
    return "\n".join(lines + (comparison_lines(circuit, len(given.examples)) if circuit else []))


def verdict_text(decision: Decision, outcome: SetOutcome, means: str) -> str:
    size = len(decision.given.examples)
    if outcome.verdict == "accepted" and outcome.step == 0:
        return f"accepted at the start: {means}"
    if outcome.verdict == "undecided":
        taken = f"{counted(outcome.passes, 'pass', 'passes')}, {counted(outcome.steps, 'step')}"
        return f"undecided after {taken}: {outcome.limit} is reached"
    if outcome.verdict == "never":
        period, first = counted(outcome.period or 0, "pass", "passes"), outcome.preperiod
        if not decision.presented.fixed:
            return f"never: no example moves the weights any more, in whatever order (seen in pass {outcome.passes})"
        seen = f"(seen after pass {outcome.passes})"
        return f"never: from pass {(first or 0) + 1} on the weights repeat after {period} {seen}"
    place = f"step {outcome.step} (pass {outcome.passes}"
    place += f", example {((outcome.step or 1) - 1) % size + 1})" if decision.order == "cyclic" else ")"
    if outcome.verdict == "accepted":
        return f"accepted after {place}: {means}"
    return f"kink: there is no {place}, as its score is on a kink of the loss, which has no gradient there"


def comparison_lines(circuit: CircuitComparison, examples: int) -> list[str]:
    name = one_line(circuit.circuit, 60)
    if circuit.why_not:
        return wrapped(f"not compared with {name}: {circuit.why_not}")
    if not circuit.others:
        said = f"the examples are those of {name}"
    else:
        listed = "; ".join(f"example {k} ({where})" for k, where in circuit.changed)
        more = f" and {circuit.others - len(circuit.changed)} more" if circuit.others > len(circuit.changed) else ""
        which = "is not that" if circuit.others == 1 else "are not those"
        said = f"{circuit.others} of {examples} examples {which} of {name}: {listed}{more}"
    if circuit.differs is None:
        passes = counted(circuit.passes, "pass", "passes")
        return wrapped(said) + wrapped(f"in {passes} that were compared, bits and answers are the circuit's")
    return wrapped(said) + wrapped(f"pass {circuit.differs} is the first that differs from the circuit: {circuit.how}")
