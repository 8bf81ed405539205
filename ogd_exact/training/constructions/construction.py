"""A construction as data: special coordinates, starting weights, and phases of gadget calls."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ogd_exact.core.checker.scope import needed_magnitudes
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.tables.arithmetic import arithmetic
from ogd_exact.core.tables.effects import KINDS, TRUTHS
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.core.tables.model import Model
from ogd_exact.core.tables.written import CONSTRUCTION_FILE
from ogd_exact.gadgets.properties.traits import moves_alone
from ogd_exact.gadgets.properties.update import erases_nothing
from ogd_exact.gadgets.reading.document import Section, read_document
from ogd_exact.gadgets.reading.folder import BEYOND, LEVELS_FILE, LOGISTIC, PAPER, models_beyond
from ogd_exact.gadgets.reading.form import NAME
from ogd_exact.text.paths import is_file
from ogd_exact.text.suggestion import did_you_mean
from ogd_exact.text.wording import argument
from ogd_exact.training.constructions.counting import Counting, read_counting
from ogd_exact.training.constructions.gates import LETTERS, Gate, Pattern, read_gates
from ogd_exact.training.constructions.lift import Lift

# What a phase ranges over, and the names that its calls may use besides the special coordinates.
RANGES = {"inputs": ("i",), "gates": ("i", "a", "b"), "question": ("q",), "outputs": ("i", "o")}
CALL = re.compile(r"(\w+)\(([\w, ]+)\)")
SIGNALS = ("inputs", "gates")  # as keys of start: all of them
KEYS = (
    "gadgets", "inputs", "gates", "special", "accept", "start", "always", "after_each", "lift", "drift", "gate",
    "at_least",
)  # fmt: skip
MOST_LIFTED = 8  # coordinates of a weight
NUMBERED = re.compile(r"(input|gate)[0-9]+")  # the names of the netlist's own coordinates


@dataclass(frozen=True)
class Phase:
    over: str
    calls: tuple[Pattern, ...]
    if_same: tuple[Pattern, ...]  # instead, for gates that read one coordinate twice
    gates: tuple[Gate, ...] = ()  # instead of both, for gates of several kinds

    @property
    def all(self) -> tuple[Pattern, ...]:
        of_gates = tuple(call for gate in self.gates for call in gate.calls)
        return tuple(dict.fromkeys(self.calls + self.if_same + of_gates))


@dataclass(frozen=True)
class Construction:
    model: str
    gadgets: str  # the model whose tables are called
    special: tuple[str, ...]
    accept: str
    inputs: str  # what an input may hold when a pass begins, such as bit or unset
    start: dict[str, str]  # what does not start at 0: a weight, or a truth value; of all inputs, or gates, in one word
    always: dict[str, str]  # what every example has at some coordinates
    after_each: Pattern | None  # a gadget after every single example
    phases: tuple[Phase, ...]
    state: tuple[str, ...] = ()  # what the rule has besides coordinates
    gates: str = "unset"  # what a gate may hold when a pass begins: a bit, if its value stays till it is overwritten
    lift: Lift = Lift()  # how a weight is held
    drift: str = ""  # by how much an epoch lowers every phase, where examples come in any order
    counting: Counting | None = None  # the rule of gates that count, if it has such
    answers: bool = True  # whether the accepting coordinate shows the answer; else it stays as it is

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        """All calls of its phases, each once."""
        return tuple(dict.fromkeys(pattern for phase in self.phases for pattern in phase.all))

    @property
    def called(self) -> list[tuple[str, str]]:
        """The gadgets, each with the model whose table it is."""
        found = [(self.gadgets, pattern.gadget) for pattern in self.patterns]
        return list(dict.fromkeys(found + ([(self.model, self.after_each.gadget)] if self.after_each else [])))

    @property
    def added(self) -> dict[str, str]:
        """What is added to the examples of gadgets; without a gadget after each, they have it themselves."""
        return self.always if self.after_each else {}

    @property
    def kinds(self) -> tuple[Gate, ...]:
        """The gates that it has, where these are not NANDs alone."""
        own = tuple(gate for phase in self.phases for gate in phase.gates)
        return own + self.counting.gates if own and self.counting else own

    @property
    def gates_last(self) -> bool:
        """Whether gates hold something between passes."""
        return self.gates != "unset"


def silent(built: Construction) -> Construction:
    """The construction without the calls that write the answer, for a question about whole passes."""

    def kept(calls: tuple[Pattern, ...]) -> tuple[Pattern, ...]:
        return tuple(pattern for pattern in calls if built.accept not in pattern.names)

    once = {phase: replace(phase, calls=kept(phase.calls), if_same=kept(phase.if_same)) for phase in built.phases}
    phases = [once[phase] if phase.over == "question" else phase for phase in built.phases]
    return replace(built, phases=tuple(phase for phase in phases if phase.all), answers=False)


def read_construction(path: Path, library: Library) -> Construction:
    document = read_document(path)
    document.known(*KEYS, "phase")
    name = path.parent.name
    gadgets = document.text("gadgets", name)
    if name not in library.models or gadgets not in library.models:
        raise document.error(f"there is no model {gadgets!r}; there is {', '.join(library.models)}", "gadgets")
    model, called = library.models[name], library.models[gadgets]
    lift, drift = read_lift(document, model), read_drift(document)
    if drift:  # members are added by every rule that may have any
        called = replace(called, rule=model.rule)
    if rule_of(called) != rule_of(replace(model, learning_rate=called.learning_rate) if lift.width > 1 else model):
        raise document.error(f"{name} and {gadgets} have different rules or encodings; their gadgets differ", "gadgets")
    if not set(called.symbols) <= set(model.symbols):
        raise document.error(f"{name} has not the symbols of {gadgets}, whose gadgets it calls; add them", "gadgets")
    read = arithmetic(model.symbols).read
    if lift.width > 1 and read(called.learning_rate) != lift.square * read(model.learning_rate):
        raise document.error(f"with this lift the rate of {gadgets} must be {lift.square} times that of {name}", "lift")

    special = special_names(document, library.models[name].rule.state)

    def pattern(text: str, names: tuple[str, ...], model: Model, section: Section, *below: str | int) -> Pattern:
        found = called_in(text, section, *below)
        table = library.find(model.name, found.gadget)
        contract = library.models[table.model].contract(table) if table else None
        if table is None or contract is None:
            raise section.error(f"{model.name} has no gadget {found.gadget!r} with a contract", *below)
        if section is not document and not contract.before:
            raise section.error(f"the contract of {found.gadget} has no before, so that a phase cannot use it", *below)
        if table.in_any_order != bool(drift):
            order = (
                "in any order: the construction needs a drift" if not drift else "in one order, and a drift is for any"
            )
            raise section.error(f"the examples of {found.gadget} come {order}", *below)
        if not set(contract.magnitudes.values()) <= set(model.magnitudes):
            raise section.error(f"the magnitudes of {found.gadget} are not all symbols of {model.name}", *below)
        for unknown in set(needed_magnitudes(table, model)) - set(contract.magnitudes.values()):
            raise section.error(f"{found.gadget} uses {unknown}, a magnitude that its contract does not give", *below)
        for word in found.names:
            if word not in names:
                raise section.error(f"{word!r} is not one of {', '.join(names)}", *below)
        if len(found.names) != len(table.inputs):
            raise section.error(f"{found.gadget} takes {len(table.inputs)} coordinates", *below)
        return found

    def phase_pattern(text: str, over: str, section: Section, *below: str | int) -> Pattern:
        return pattern(text, (*RANGES.get(over, ("i", *LETTERS)), *special), library.models[gadgets], section, *below)

    inputs, gates = document.text("inputs", "bit or unset"), document.text("gates", "unset")
    kinds = read_gates(document, phase_pattern, library, called, gates)
    if kinds and {*special} & {*LETTERS}:
        raise document.error(
            f"with [[gate]] {', '.join(LETTERS)} are operands; rename the special coordinate", "special"
        )
    if kinds and (drift or lift.width > 1):
        key = "drift" if drift else "lift"
        raise document.error(f"a {key} is for NAND gates alone; drop it, or [[gate]]", key)
    counting = read_counting(document)
    if counting is not None and (not kinds or called.arithmetic.symbols or called.rule.state):
        raise document.error("at_least is for models of numbers alone, and besides [[gate]]; drop it", "at_least")
    phases = read_phases(document, phase_pattern, kinds)
    after = document.text("after_each", "")
    accept = document.text("accept")
    for word in (accept, *document.mapping("always")):
        if word not in special:
            raise document.error(f"{word!r} is not one of the special coordinates")
    after_each = pattern(after, special, library.models[name], document, "after_each") if after else None
    start, always = document.mapping("start"), document.mapping("always")
    state = library.models[name].rule.state
    for word, text in start.items():
        if word not in (*special, *state, *SIGNALS):
            raise document.error(f"{word!r} is not one of {', '.join((*special, *state, *SIGNALS))}", "start", word)
        if word in SIGNALS and text not in TRUTHS:
            raise document.error(f"{word} start as one of {', '.join(TRUTHS)}, not {text[:40]!r}", "start", word)
    for key, weights in (("start", start), ("always", always)):
        for word, text in weights.items():
            if key == "start" and text in TRUTHS and word not in state:
                continue
            try:
                arithmetic(library.models[name].symbols).read(text)
            except ExpressionError as error:
                raise document.error(f"expected a number, such as 1, not {text[:40]!r}: {error}", key, word) from None
    for key, kind in (("inputs", inputs), ("gates", gates)):
        if kind not in KINDS:
            raise document.error(f"{key} hold one of {', '.join(KINDS)}", key)
    held = (accept, inputs, start, always)
    starts = {signal: start.get(signal) for signal in SIGNALS}
    if drift and (
        (inputs, gates) != ("bit", "bit") or {*starts.values()} != {"false"} or always or after or lift.width > 1
    ):
        problem = 'with a drift inputs and gates are "bit" and start = { inputs = "false", gates = "false" }'
        raise document.error(f"{problem}, without always, after_each and lift", "drift")
    return Construction(name, gadgets, special, *held, after_each, phases, state, gates, lift, drift, counting)


def special_names(document: Section, state: Sequence[str] = ()) -> tuple[str, ...]:
    """The names of the coordinates besides those of the netlist."""
    special = document.texts("special")
    taken = dict.fromkeys(word for names in (*RANGES.values(), state, SIGNALS) for word in names)
    for k, word in enumerate(special):
        if not NAME.fullmatch(word) or word in special[:k] or word in taken or NUMBERED.fullmatch(word):
            rule = f"special coordinates have distinct names, none of {', '.join(taken)}, input0, gate0 and so on"
            raise document.error(f"{word[:40]!r} cannot be used: {rule}", "special", k)
    return special


def called_in(text: str, section: Section, *below: str | int) -> Pattern:
    match = CALL.fullmatch(text)
    if match is None:
        raise section.error(f"{text[:40]!r} is not a call, such as copy(a, box)", *below)
    return Pattern(match[1], tuple(word.strip() for word in match[2].split(",")))


def read_phases(document: Section, pattern: Callable[..., Pattern], kinds: tuple[Gate, ...] = ()) -> tuple[Phase, ...]:
    """The phases; pattern reads a call of one: its text, what the phase is over, and where it stands."""
    phases = list[Phase]()
    for section in document.sections("phase"):
        section.known("over", "calls", "calls_if_same")
        over = section.text("over")
        if over not in RANGES:
            raise section.error(f"a phase is over one of {', '.join(RANGES)}", "over")
        if kinds and over in ("gates", "outputs"):
            if over == "outputs" or {*section.data} != {"over"} or any(phase.gates for phase in phases):
                once = "one phase over gates without calls, and none over outputs"
                raise section.error(f"with [[gate]] there is {once}, which gates write; drop this", "over")
            phases.append(Phase(over, (), (), kinds))
            continue
        keys = ("calls", "calls_if_same" if "calls_if_same" in section.data else "calls")
        if keys[1] != "calls" and over != "gates":
            raise section.error("calls_if_same is for phases over gates; drop it", "calls_if_same")
        calls, if_same = (
            tuple(pattern(text, over, section, key, k) for k, text in enumerate(section.texts(key))) for key in keys
        )
        phases.append(Phase(over, calls, if_same))
    if kinds and not any(phase.gates for phase in phases):
        raise document.error('with [[gate]] there is one phase over gates; add [[phase]] over = "gates"', "gate")
    return tuple(phases)


def read_lift(document: Section, model: Model) -> Lift:
    """How weights are held; refused where a step is not along x alone, with nothing after it."""
    if "lift" not in document.data:
        return Lift()
    try:
        v = tuple(arithmetic(()).read(text) for text in document.texts("lift"))
    except ExpressionError as error:
        raise document.error(f'a lift is numbers, such as ["1", "2"]: {error}', "lift") from None
    if not 2 <= len(v) <= MOST_LIFTED or not v[0] > 0:
        raise document.error(f"a lift is 2 to {MOST_LIFTED} numbers, the first of them positive", "lift")
    if not moves_alone(model.rule) or model.rule.state or (model.regularizer, model.momentum) != ("0", "0"):
        steps = "steps along x, without state, regularizer or momentum, and with nothing after"
        raise document.error(f"a lift is for {steps}; drop it", "lift")
    if {"always", "after_each"} & {*document.data}:
        raise document.error("a lift goes with neither always nor after_each; drop it", "lift")
    return Lift(v)


def read_drift(document: Section) -> str:
    """The drift of a construction whose examples come in any order; empty where they have one."""
    if "drift" not in document.data:
        return ""
    try:
        drift = document.text("drift")
        if arithmetic(()).read(drift) > 0:
            return drift
    except ExpressionError as error:
        raise document.error(str(error), "drift", offset=error.offset + 1) from None
    raise document.error("the drift lowers phases, so it is positive", "drift")


def rule_of(model: Model) -> tuple[object, ...]:
    """What gadgets rest on: two models that agree in this can use each other's."""
    return model.step(str), model.encoding


def gadgets_of(folder: Path, model: str) -> str:
    """The model whose gadgets the construction of a model calls."""
    return read_document(folder / model / CONSTRUCTION_FILE).text("gadgets", model)


def construction(library: Library, model: str, *folders: Path) -> Construction:
    """The construction for a model, from the first folder that has one."""
    for folder in folders:
        if is_file(folder / model / CONSTRUCTION_FILE):
            return read_construction(folder / model / CONSTRUCTION_FILE, library)
    missing = f"there is no construction for {argument('model')} {model!r}"
    if model in library.models and erases_nothing(library.models[model]):
        why = "a step of the heavy ball erases nothing, and constructions clear gates (docs/rules.md)"
        raise InputError(f"{missing}: {why}; Nesterov's momentum does: svm-nesterov")
    looked_in = [*folders, BEYOND, LOGISTIC] if {*folders} == {PAPER} else folders
    files = (path for folder in looked_in for path in folder.glob("*/*.toml"))
    known = {path.parent.name for path in files if path.name in (CONSTRUCTION_FILE, LEVELS_FILE)}
    meant = "" if model in library.models else did_you_mean(model, {*known, *models_beyond()})
    raise InputError(f"{missing}; there is one for {', '.join(sorted(known))}{meant}")
