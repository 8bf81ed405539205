"""A given set beside the circuit that its header names: which examples are others, and when its bits are."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.step import Example, Step
from ogd_exact.gadgets.reading.folder import SHIPPED
from ogd_exact.text.json_lines import number
from ogd_exact.training.constructions.asked import asked_of
from ogd_exact.training.constructions.formats import header_data
from ogd_exact.training.constructions.provenance import provenances
from ogd_exact.training.constructions.reduction import Reduction, chosen_construction, reduced
from ogd_exact.training.constructions.request import RATES, Request, over_time
from ogd_exact.training.numbers.powers import plain
from ogd_exact.training.runs.coding import Coding, NoBit
from ogd_exact.training.sets.decide import MOST_ENTRIES, Decision, SetOutcome
from ogd_exact.training.sets.given import GivenSet

SAME = ("circuit", "sha256", "property", "model", "inputs", "gates", "dimension", "coordinates", "state")
RUN_IT = "run it by simulate"
NO_PAGE = "there is no page of a training set"
NO_CIRCUIT = f"{NO_PAGE} that names no circuit; {RUN_IT}"
MOST_GATES = 5000
MOST_CHANGED = 20  # examples that are told


@dataclass(frozen=True)
class CircuitComparison:
    """How a set differs from that of its circuit; or why they were not compared."""

    circuit: str
    why_not: str = ""
    changed: tuple[tuple[int, str], ...] = ()  # examples, from 1, and where each belongs; the first few
    others: int = 0  # how many are others in all
    passes: int = 0  # that were compared
    differs: int | None = None  # the first pass after which a bit, or in which the answer, is not the circuit's
    how: str = ""

    def data(self) -> dict[str, Any]:
        changed = [{"example": k, "where": where} for k, where in self.changed]
        about = {"circuit": self.circuit, "compared": not self.why_not, "why_not": self.why_not or None}
        found = {"first_different_pass": self.differs, "how": self.how or None}
        return about | {"changed": changed, "examples_changed": self.others, "passes": self.passes} | found


def compared_with_circuit(decision: Decision, outcome: SetOutcome) -> CircuitComparison | None:
    """What there is to say of the circuit, where the header names one."""
    head = decision.given.header
    if not head or not isinstance(head.get("circuit"), str):
        return None
    found = made_again(head)
    if isinstance(found, str):
        return CircuitComparison(head["circuit"], found)
    if decision.order != "cyclic":
        return CircuitComparison(head["circuit"], "the circuit is run in the order of the file alone")
    others = different(decision.given, found)
    told = {*others[:MOST_CHANGED]}
    names, places = found.program.names, (place for place in provenances(found) if place.number in told)
    changed = tuple((place.number, f"{names[str(place.of)]}: {place.text}") for place in places)
    return CircuitComparison(head["circuit"], "", changed, len(others), *compared(decision, outcome, found))


def changed_run(given: GivenSet) -> tuple[Reduction, list[int]]:
    """The circuit's training set, and the numbers of the examples that are others here; raises InputError.

    All else must be the circuit's: the step, the start and what is asked.
    """
    if not given.header or not isinstance(given.header.get("circuit"), str):
        raise InputError(NO_CIRCUIT, given.source)
    found = made_again(given.header)
    if isinstance(found, str):
        raise InputError(f"{NO_PAGE}: {found}; {RUN_IT}", given.source)
    theirs = (found.values.step, found.start(), found.examples, "first-coordinate", str(found.program.accept))
    ours = (given.step, given.start, len(given.examples), given.question, given.accept)
    parts = ("step", "start", "number of examples", "question", "question")
    for part, one, other in zip(parts, ours, theirs, strict=True):
        if in_rationals(one) != in_rationals(other):
            raise InputError(f"{NO_PAGE} whose {part} is another than its circuit's; {RUN_IT}", given.source)
    return found, different(given, found)


def in_rationals(part: Any) -> Any:
    """A step, weights or anything else, so that it can be compared."""
    if isinstance(part, Step):
        rates = (part.rate, part.regularizer, part.momentum or 0, *(value for _, value in part.constants))
        return part.rule, part.nesterov, [plain(rate) for rate in rates]
    return {c: plain(weight) for c, weight in part.items()} if isinstance(part, Mapping) else part


def made_again(head: Mapping[str, Any]) -> Reduction | str:
    """The training set that a header was written for, or why it cannot be had."""
    try:
        return reduction_named(head)
    except (InputError, KeyError, TypeError, ValueError, AttributeError) as error:
        why = error.message if isinstance(error, InputError) else "its header does not say what was asked"
        return f"the circuit cannot be made again: {why}"


def different(given: GivenSet, reduction: Reduction) -> list[int]:
    """The numbers, from 1, of the examples that are not the circuit's."""
    pairs = zip_longest(given.examples, reduction.training.examples())
    return [k for k, (one, other) in enumerate(pairs, 1) if not (one and other and shown(one) == shown(other))]


def shown(example: Example) -> tuple[Any, Any]:
    return {c: plain(x) for c, x in example.x.items()}, plain(example.y)


def reduction_named(head: Mapping[str, Any]) -> Reduction | str:
    """The training set that a header was written for, or why there is none to compare with."""
    assumed, parameters = head["assumptions"], head["parameters"]
    if head.get("order") == "any" or "question" in head:
        return "sets for any order, or for other questions, are not compared"
    if assumed.get("stimulus") or assumed.get("searched"):
        return "it was driven by a file, or searched"
    if head["gates"] > MOST_GATES:
        return f"it has more than {MOST_GATES} gates"
    kind, _, name = head["property"].partition(" ")
    asked = {"target": name} if kind == "target" else {"property": name}
    driven = {name: over_time(name, text) for name, text in assumed["inputs"].items()}
    request = Request(head["circuit"], head["model"], driven=driven, start=assumed["starts"], **asked)
    shipped = sorted(
        path.parents[1].name for path in SHIPPED.glob("*/*/model.toml") if path.parent.name == head["model"]
    )
    for tables in (None, *(name for name in shipped if name != "paper")):
        with suppress(InputError):
            symbols = chosen_construction(request.model, tables, request.question)[0].models[request.model].symbols
            given = {name: number(parameters[name]) for name, (symbol, _) in RATES.items() if symbol in symbols}
            made = reduced(replace(request, tables=tables, parameters=given))
            if all(head.get(key) == value for key, value in header_data(made).items() if key in SAME):
                return made
    if len(asked_of(request).netlist.gates) != head["gates"]:
        return "the circuit of that name has another number of gates"
    return "no tables that are shipped make this set of the circuit"


def compared(decision: Decision, outcome: SetOutcome, reduction: Reduction) -> tuple[int, int | None, str]:
    """How many passes were compared, the first that differs, and how."""
    given, coding, netlist = decision.given, Coding(reduction), reduction.netlist
    done = outcome.passes - (outcome.verdict in ("accepted", "kink"))  # to their end
    accept, state = str(reduction.program.accept), given.start
    bits = (False,) * netlist.inputs
    for k in range(1, outcome.passes + 1):
        if k * max(1, given.entries) > MOST_ENTRIES:
            return k - 1, None, ""
        bits, answer = netlist.step(bits)
        if outcome.verdict == "kink" and k == outcome.passes:
            return k, k, "the run ends on a kink"
        if k > done and (given.question, given.accept) != ("first-coordinate", accept):
            return k - 1, None, ""  # in its middle the circuit says nothing
        state = outcome.state if k > done else decision.ahead(state, 1)
        if (yes := bool(state[accept] > 0)) != answer:
            return k, k, f"the answer is {'yes' if yes else 'no'}, and by the circuit {'yes' if answer else 'no'}"
        if yes:
            return k, None, ""
        try:
            found = coding.bits(state)
        except NoBit as problem:
            return k, k, str(problem)
        for place, (one, other) in enumerate(zip(found, bits, strict=True)):
            if one != other:
                name = coding.names[str(reduction.program.signal(place))]
                return k, k, f"{name} holds {int(one)}, and by the circuit {int(other)}"
    return outcome.passes, None, ""
