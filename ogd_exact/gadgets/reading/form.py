"""Complaints about the form of models and contracts, each with its place in the file and a remedy.

What is refused here could not make a table verified that is not: the checker holds by itself to what it rests on.
"""

import math
import re
from collections.abc import Mapping, Sequence

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.tables.arithmetic import Arithmetic, arithmetic
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.data import Bound
from ogd_exact.core.tables.effects import KINDS, TRUTHS, effect_problem, is_call, is_condition
from ogd_exact.core.tables.expressions import names_in
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.core.tables.model import Model, contract_texts, positive_part
from ogd_exact.gadgets.properties.traits import moves_alone
from ogd_exact.gadgets.properties.update import has_momentum
from ogd_exact.gadgets.reading.document import Section
from ogd_exact.gadgets.reading.toml_positions import Address

MAX_CASES = 300
MAX_SYMBOLS = 12
MAX_BOUNDS = 24
MAX_COORDINATES = 12
MAX_STEPS = 300
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}")
WORDS = tuple(dict.fromkeys((*TRUTHS, *KINDS)))  # what a contract means by these is no number


def is_symbol(text: str) -> bool:
    """Whether an expression may use the text as a name; a contract's own words would be taken for kinds."""
    return NAME.fullmatch(text) is not None and text not in WORDS


def check_model(model: Model, document: Section) -> None:
    """Every expression of the file is read once, so that a fault is met here and not in a proof."""
    if not model.derived_from and not model.rule.regularized and model.regularizer != "0":
        raise document.error(f"{model.rule.name} has no regularizer; drop it", "regularizer")
    for name, text, key in (
        ("eta", model.learning_rate, "learning_rate"),
        ("lambda", model.regularizer, "regularizer"),
        ("mu", model.momentum, "momentum"),
    ):
        if name in model.symbols and text != name:
            raise document.error(f'{name} means the {key.replace("_", " ")}; set {key} = "{name}", or rename it', key)
    special = model.derived_from or model.rule.state or model.per_step or not moves_alone(model.rule)
    if has_momentum(model) and (model.regularizer != "0" or special):
        problem = "momentum is for rules without a regularizer or state, not derived, at the same rate in every step"
        raise document.error(f"{problem}, along x and with nothing after; drop it", "momentum")
    if model.rule.after and model.regularizer != "0":
        raise document.error("a rule with after has no regularizer; write the decay into after", "regularizer")
    if model.nesterov and not has_momentum(model):
        raise document.error('nesterov needs a momentum, such as momentum = "1/2"', "nesterov")
    rates: list[tuple[str, Address]] = [(text, (key,)) for key, text in model.rates.items()]
    constants: list[tuple[str, Address]] = [(text, ("rule", "constants", key)) for key, text in model.rule.constants]
    check_texts(rates + constants, document, arithmetic(model.symbols))  # the same in every call, so without magnitudes
    texts: list[tuple[str, Address]] = [
        (model.scale_x, ("scale", "x")),
        (model.scale_w, ("scale", "w")),
        *((text, ("encoding", key)) for key, text in model.encoding.items()),
    ]
    for i, contract in enumerate(model.contracts.values()):
        texts += ((text, ("contract", i, *address)) for text, address in contract_places(contract))
    check_texts(texts, document, model.arithmetic)
    check_fixed(texts, document, model)
    check_per_step(model, document, [entry for entry in texts if entry[1] != ("scale", "x")])
    for i, bound in enumerate(model.region):
        check_bound(document, bound, i, model.arithmetic)


def contract_places(contract: Contract) -> list[tuple[str, Address]]:
    """The expressions of a contract, with their addresses."""
    named = {"before": contract.before, "after": contract.after, "magnitudes": contract.magnitudes}
    places: list[tuple[str, Address]] = [(text, (key, c)) for key, given in named.items() for c, text in given.items()]
    for key, lines in (("entry", contract.entry), ("final", contract.final)):
        places += [(text, (key, a, b)) for a, line in enumerate(lines) for b, text in enumerate(line)]
    known = contract_texts(contract)
    return [(text, place) for text, place in places if text in known and not (place[0] == "before" and text in KINDS)]


def check_fixed(texts: Sequence[tuple[str, Address]], document: Section, model: Model) -> None:
    """No magnitude stands where every call must find the same weight; cases and magnitudes are a call's own."""
    for text, address in texts:
        for name in model.magnitudes if not {"magnitudes", "entry", "final"} & set(address) else ():
            if name in names_in(text):
                problem = f"a fixed weight is the same in every call, so it cannot use the magnitude {name}"
                raise document.error(problem, *address)


def check_per_step(model: Model, document: Section, texts: Sequence[tuple[str, Address]]) -> None:
    """No weight, and nothing that weights are made of, may depend on what each step chooses anew.

    Then a row that is proved for all choices joins the next one, whatever that one chooses.
    """
    for name in model.per_step:
        if name not in model.symbols:
            raise document.error(f"{name[:50]!r} is not one of the symbols", "per_step")
        if model.regularizer != "0":
            raise document.error("with a regularizer weights depend on every step; drop one of the two", "per_step")
        for text, address in texts:
            if name in names_in(text):
                raise document.error(f"each step may choose {name} anew, so that no weight may depend on it", *address)


def check_texts(texts: Sequence[tuple[str, Address]], document: Section, numbers: Arithmetic) -> None:
    for text, address in texts:
        try:
            numbers.read(text)
        except ExpressionError as error:
            raise document.error(str(error), *address, offset=error.offset + 1) from None


def check_bound(section: Section, bound: Bound, index: int, numbers: Arithmetic) -> None:
    try:
        positive_part(bound, numbers)
    except ExpressionError as error:
        raise section.error(str(error), "region", index, "bound") from None
    for name, text in (bound.outside or {}).items():
        if name not in numbers.symbols:
            raise section.error(f"unknown symbol {name!r}", "region", index, "outside", name)
        try:
            arithmetic(()).read(text)
        except ExpressionError as error:
            raise section.error(str(error), "region", index, "outside", name, offset=error.offset + 1) from None


def check_contract(entry: Section, contract: Contract, state: Sequence[str]) -> None:
    coordinates, before = contract.coordinates, contract.before
    if len(set(coordinates)) != len(coordinates):
        raise entry.error("the coordinates of a contract are distinct", "coordinates")
    if not coordinates:
        raise entry.error('say what the gadget may be called on: before = { i1 = "bit" }')
    cases = math.prod(len(KINDS.get(kind, "1")) for kind in before.values())
    if cases > MAX_CASES:
        raise entry.error(f"the precondition allows {cases} cases; at most {MAX_CASES} can be checked", "before")
    if bool(before) == bool(contract.entry) or len(contract.entry) != len(contract.final):
        raise entry.error("give either before and after, or as many lines of entry as of final")
    if before and set(before) != set(coordinates):
        raise entry.error(f"before must say of each of {', '.join(coordinates)} what it may be", "before")
    for name in contract.returns:
        if name not in contract.after:
            raise entry.error(f"returns names {name!r}; say under after what {name} becomes", "returns")
    for name in {*contract.any} & {*contract.returns, *state}:
        raise entry.error(f"{name} has a weight or a magnitude that is promised; drop it here", "any", name)
    on_the_way = {"untouched": "never touched", "never_positive": "never positive", "any": "left anywhere"}
    others = ("after", *on_the_way, "magnitudes", "returns")
    if contract.entry and any(getattr(contract, key) for key in others):
        raise entry.error(f"a contract with entry and final has no {', '.join(others[:-1])} or returns")
    if any(len(line) != len(coordinates) for line in contract.entry + contract.final):
        raise entry.error(f"each line of entry and final needs {len(coordinates)} weights, one per coordinate")
    for key in ("before", "after", *on_the_way, "magnitudes"):
        for name, text in entry.mapping(key).items():
            problem = state_problem(key, name, text, state)
            if name not in coordinates:
                problem = f"{name!r} is not a coordinate here"
            if problem is None and key in ("after", *on_the_way):
                wrong = effect_problem(text, before)
                if wrong:
                    raise entry.error(str(wrong), key, name, offset=wrong.offset + 1)
            if problem is None and key in on_the_way and text != "true" and not is_condition(text):
                problem = f'write when it is {on_the_way[key]}: "not(i1)", another function of bits, or "true"'
            if problem:
                raise entry.error(problem, key, name)
    for name in contract.returns:
        if name not in coordinates:
            raise entry.error(f"{name!r} is not a coordinate here", "returns")


def state_problem(key: str, name: str, text: str, state: Sequence[str]) -> str | None:
    """What a contract cannot say of the state of its rule, which is no bit."""
    for word in state:
        told = (key, name) == ("after", word) or (key not in ("before", "magnitudes") and word in names_in(text))
        if told and is_call(text):
            return f'{word} holds a fixed weight, and effects are on bits and of bits; give it as "1", say'
    return None


def check_derived(model: Model, models: Mapping[str, Model]) -> Model:
    """The model that another is derived from, if it can be."""
    path, source = str(model.path), models.get(model.derived_from)
    if source is None or source.derived_from or has_momentum(source):
        problem = "which is no model, or itself derived, or one with momentum; name another"
        raise InputError(f"derived_from names {model.derived_from!r}, {problem}", path)
    if not set(source.symbols) <= set(model.symbols) or not set(source.magnitudes) <= set(model.magnitudes):
        problem = f"has not the symbols and magnitudes of {model.derived_from}, from which it is derived"
        raise InputError(f"{problem}; add them", path)
    if not source.rule.regularized and model.regularizer != "0":
        raise InputError(f"{source.rule.name} has no regularizer; drop it", path)
    return source
