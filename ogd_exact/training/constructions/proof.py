"""Proves an assembled program right for every pass, without running it.

If after a walk through a pass every input holds the value of its output, the answer sits where it should, and all
else is as it was assumed before, then, the tables being verified, every pass simulates the netlist.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import Number, rational
from ogd_exact.core.tables.effects import ANY
from ogd_exact.core.tables.library import Library
from ogd_exact.gadgets.properties.traits import is_additive
from ogd_exact.training.constructions.abstract_run import AbstractRun
from ogd_exact.training.constructions.called import called
from ogd_exact.training.constructions.construction import Construction
from ogd_exact.training.constructions.program import Program
from ogd_exact.training.constructions.terms import UNSET_IF_FALSE


@dataclass(frozen=True)
class Proved:
    """A program that simulates its netlist in every pass.

    Between passes inputs, and gates if these last, hold bits of the given magnitudes; but some gates end as 0.
    """

    program: Program
    magnitudes: Mapping[int, Number]
    examples: int
    spent: frozenset[int]
    anywhere: frozenset[int]  # what a yes may leave at any weight


def wrong(problem: str) -> InputError:
    return InputError(f"the program is wrong: {problem}")


def check_start(walk: AbstractRun) -> None:
    """Before the first pass weights are 0, or as the construction says, and that is what a pass assumes.

    Inputs and gates start with the magnitudes that a pass finds; every input starts false, as the netlist does.
    """
    construction = walk.program.construction
    if not walk.decay > 0:
        raise walk.wrong(f"each example leaves {walk.decay} of a weight, which must be positive")
    if walk.weights["unset"] != 0:
        raise walk.wrong(f"weights start at 0, which must mean unset; the encoding has {walk.weights['unset']}")
    for what, kind in (("inputs", construction.inputs), ("gates", construction.gates)):
        first = construction.start.get(what, "unset")
        if walk.truth(first) not in walk.kind(kind):
            remedy = f'let false be "0" in the encoding, or say start = {{ {what} = "false" }} if {kind} holds that'
            start = "at 0" if first == "unset" else first
            raise walk.wrong(f"{what} start {start}, which is not {kind} by this encoding; {remedy}")
    if construction.start.get("inputs") == "true":
        raise walk.wrong("inputs start true, and those of a netlist start false")
    if not walk.weights["true"] > 0 or walk.weights["false"] > 0:
        raise walk.wrong("the answer is yes where a weight is positive, so true must be, and false must not")
    for index, held in enumerate(walk.start({})[: walk.program.dimension]):
        if not walk.is_at_rest(held.truths, held.magnitude):
            raise walk.wrong(f"{walk.name(index)} starts at a weight that changes after every step")
    if walk.weights[walk.truth(construction.start.get(construction.accept, "0"))] > 0:
        raise walk.wrong(f"{construction.accept} starts positive, which says yes before any answer")


def check_values(walk: AbstractRun) -> None:
    """After a pass, every input holds its output's value, a gate its own or 0, and the answer is the last output's."""
    program = walk.program
    for k, signal in enumerate(program.netlist.placed):
        held = walk.held[program.signal(signal)]
        if held.term != walk.signals[signal] and not walk.is_zero(held.truths - {ANY}):
            raise walk.wrong(f"after a pass gate{k} holds neither its value nor 0")
    for i, gate in enumerate(program.netlist.outputs):
        if walk.held[program.signal(i)].term != walk.signals[gate]:
            raise walk.wrong(f"after a pass {walk.name(program.signal(i))} does not hold the value of its output")
    written = (walk.answer, walk.terms.applied(UNSET_IF_FALSE, [walk.answer]))
    if program.construction.answers and walk.held[walk.accept].term not in written:
        raise walk.wrong("after a pass the answer is not that of the last output")


def check_biases(program: Program, library: Library, parameters: Mapping[str, Number]) -> None:
    """What every example has at some coordinates is undone by the gadget after each example, from 0 or -1 to 0."""
    always, after = program.construction.always, program.construction.after_each
    if after is None:
        check_always(program.construction, library)
        return
    model = library.models[program.construction.model]
    contract = model.contracts.get(after.gadget)
    width = len(always)
    named = {name for pattern in program.construction.patterns for name in pattern.names}
    if (
        contract is None
        or not is_additive(model.rule)
        or (model.learning_rate, model.regularizer) != ("1", "0")
        or program.construction.accept in always
        or named & set(always)
        or set(always) != set(after.names)
        or any(text != "-1" for text in always.values())
        or any(name in program.construction.start for name in always)
        or sorted(contract.entry) != [("-1",) * width, ("0",) * width]
        or set(contract.final) != {("0",) * width}
    ):
        raise wrong("biases are -1 in every example, and brought back to 0 after each")
    correction = called(library, model.name, after.gadget)
    if bound := correction.outside(parameters):
        raise wrong(f"{after.gadget}, after each example, is outside the region where it is proved: {bound.text}")
    if any(step.call or set(step.x) != {"-1"} for step in correction.table.steps):
        raise wrong(f"biases are -1 in every example, and so they must be in those of {after.gadget}")
    check_labels(program, library)


def check_always(built: Construction, library: Library) -> None:
    """Without a gadget after each example, those of the gadgets themselves have what every example has."""
    for pattern in built.patterns if built.always else ():
        table = library.find(built.gadgets, pattern.gadget)
        assert table is not None
        found = [dict(zip(pattern.names, step.x, strict=False)) for step in table.steps]  # of a call, nothing
        if any(x.get(name) != text for x in found for name, text in built.always.items()):
            has = " and ".join(f"{text} at {name}" for name, text in built.always.items())
            raise wrong(f"an example of {pattern.gadget} has not {has}, as every one must")


def check_labels(program: Program, library: Library) -> None:
    """Biases move to 0 or -1, which is what their correction expects, only if every example has y = 1."""
    pending = [pattern.gadget for pattern in program.construction.patterns]
    done: set[str] = set()
    while pending:
        gadget = pending.pop()
        table = library.find(program.construction.gadgets, gadget)
        if gadget in done or table is None:
            continue
        done.add(gadget)
        pending += [step.call for step in table.steps if step.call]
        if any(step.y != "1" for step in table.steps if not step.call):
            raise wrong(f"{gadget} has an example with y other than 1, which biases forbid")


def prove(program: Program, library: Library, parameters: Mapping[str, Number]) -> Proved:
    """Walks a pass until the magnitudes at its start are those at its end, then checks everything once."""
    check_biases(program, library, parameters)
    walk = AbstractRun(program, library, parameters)
    check_start(walk)
    gates = program.netlist.placed if program.construction.gates_last else ()
    lasting = [program.signal(i) for i in (*range(program.netlist.inputs), *gates)]
    magnitudes: dict[int, Number] = {index: rational(1) for index in lasting}
    for _ in range(0 if walk.decay == 1 else 4):  # without decay nothing changes them
        for _call in walk.steps(magnitudes, check_regions=False):
            pass
        after = {index: walk.magnitude(index) for index in lasting}
        if after == magnitudes:
            break
        magnitudes = after
    for _call in walk.steps(magnitudes):
        pass
    check_comes_back(walk, magnitudes)
    check_values(walk)
    spent = frozenset(index for index in lasting if walk.is_zero(walk.held[index].truths - {ANY}))
    anywhere = frozenset(index for index, held in enumerate(walk.held) if ANY in held.truths)
    return Proved(program, magnitudes, walk.time, spent, anywhere)


def check_comes_back(walk: AbstractRun, magnitudes: Mapping[int, Number]) -> None:
    """After a pass every weight is one that a pass may begin with, unless it says yes, or is left so by a yes."""
    answers = frozenset({"true"} if walk.program.construction.answers else ())
    for index, before in enumerate(walk.start(magnitudes)):
        truths = walk.held[index].truths - {ANY} - (answers if index == walk.accept else frozenset())
        same = walk.is_zero(truths) or not truths or walk.magnitude(index) == before.magnitude
        if not (truths <= before.truths and same):
            raise walk.wrong(f"after a pass {walk.name(index)} is not as it was assumed before it")
