"""A model: an update rule of the kernel with its parameters, an encoding of truth values, and contracts."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ogd_exact.kernel.rules import RULES, Rule
from ogd_exact.kernel.rules.dense_relu import SECOND_LAYER
from ogd_exact.tables.arithmetic import Arithmetic, arithmetic
from ogd_exact.tables.contract import KINDS, TRUTHS, Contract, effect_problem, is_call, is_condition
from ogd_exact.tables.document import Section, read_document
from ogd_exact.tables.expressions import ExpressionError, names_in
from ogd_exact.tables.table import Bound, Table
from ogd_exact.tables.toml_positions import Address

MAX_CASES = 300
MAX_SYMBOLS = 12
MAX_BOUNDS = 24
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}")
WORDS = tuple(dict.fromkeys((*TRUTHS, *KINDS)))  # what a contract means by these is no number


@dataclass(frozen=True)
class Model:
    name: str
    rule_name: str
    learning_rate: str = "1"
    regularizer: str = "0"
    symbols: tuple[str, ...] = ()  # the same throughout a training set, such as alpha
    per_step: tuple[str, ...] = ()  # those symbols that each step may choose anew, such as an annealed rate
    magnitudes: tuple[str, ...] = ()  # chosen anew by each call, such as eps1
    encoding: Mapping[str, str] = field(default_factory=dict)
    region: tuple[Bound, ...] = ()
    contracts: Mapping[str, Contract] = field(default_factory=dict)
    derived_from: str = ""
    scale_x: str = "1"
    scale_w: str = "1"

    @property
    def scaled(self) -> bool:
        """Whether the tables that it is derived from have other numbers."""
        return (self.scale_x, self.scale_w) != ("1", "1")

    @property
    def rule(self) -> Rule:
        return RULES[self.rule_name]

    @property
    def arithmetic(self) -> Arithmetic:
        return arithmetic(self.symbols + self.magnitudes)

    def contract(self, table: Table) -> Contract | None:
        """What a table promises: the model says it, or the table itself."""
        return self.contracts.get(table.gadget, table.contract)

    def weight(self, truth: str) -> Any:
        """The weight that stands for a truth value of magnitude 1 (or the fixed weight that the text says)."""
        return self.arithmetic.read(self.encoding.get(truth, truth))


def is_symbol(text: str) -> bool:
    """Whether an expression may use the text as a name; a contract's own words would be taken for kinds."""
    return NAME.fullmatch(text) is not None and text not in WORDS


def read_model(path: Path, name: str) -> Model:
    document = read_document(path)
    document.known(
        "rule", "learning_rate", "regularizer", "symbols", "per_step", "magnitudes", "encoding", "region",
        "contract", "derived_from", "scale",
    )  # fmt: skip
    rule = document.text("rule", "")
    derived_from = document.text("derived_from", "")
    for key in ("rule", "encoding", "contract") if derived_from else ("scale",):
        if key in document.data:
            problem = "comes from the model it is derived from" if derived_from else "is for models with derived_from"
            raise document.error(f"{key} {problem}; drop it", key)
    for key in document.mapping("encoding"):
        if key not in TRUTHS:
            raise document.error(f"an encoding is of {', '.join(TRUTHS)}, not of {key!r}", "encoding", key)
    if not derived_from and rule not in RULES:
        problem = f"unknown rule {rule!r}; choose" if rule else 'add rule = "...":'
        raise document.error(f"{problem} one of {', '.join(RULES)}", "rule")
    scale = document.mapping("scale")
    given = {key: document.texts(key) if key in document.data else () for key in ("symbols", "per_step", "magnitudes")}
    names = given["symbols"] + given["magnitudes"]
    if not NAME.fullmatch(name.replace("-", "_")):
        raise document.error(f"the folder {name[:50]!r} cannot name a model; use letters, digits, _ and -")
    for key in ("symbols", "magnitudes"):
        for text in given[key]:
            if not is_symbol(text) or names.count(text) > 1 or len(names) > MAX_SYMBOLS:
                problem = f"symbols and magnitudes are at most {MAX_SYMBOLS} distinct names, other than"
                raise document.error(f"{problem} {', '.join(WORDS)}", key)
    model = Model(
        name=name,
        rule_name=rule,
        learning_rate=document.text("learning_rate", "1"),
        regularizer=document.text("regularizer", "0"),
        symbols=given["symbols"],
        per_step=given["per_step"],
        magnitudes=given["magnitudes"],
        encoding={"true": "1", "false": "-1", "unset": "0"} | document.mapping("encoding"),
        region=read_region(document),
        contracts=read_contracts(document),
        derived_from=derived_from,
        scale_x=scale.get("x", "1"),
        scale_w=scale.get("w", "1"),
    )
    check_model(model, document)
    return model


def check_model(model: Model, document: Section) -> None:
    """Every expression of the file is read once, so that a fault is met here and not in a proof."""
    if model.rule_name != "hinge" and not model.derived_from and model.regularizer != "0":
        raise document.error(f"{model.rule_name} has no regularizer; drop it", "regularizer")
    for name, text, key in (
        ("eta", model.learning_rate, "learning_rate"),
        ("lambda", model.regularizer, "regularizer"),
    ):
        if name in model.symbols and text != name:
            raise document.error(f'{name} means the {key.replace("_", " ")}; set {key} = "{name}", or rename it', key)
    rule = [(model.learning_rate, ("learning_rate",)), (model.regularizer, ("regularizer",))]
    check_texts(rule, document, arithmetic(model.symbols))  # the same in every call, so without magnitudes
    texts: list[tuple[str, Address]] = [
        (model.scale_x, ("scale", "x")),
        (model.scale_w, ("scale", "w")),
        *((text, ("encoding", key)) for key, text in model.encoding.items()),
    ]
    for i, contract in enumerate(model.contracts.values()):
        texts += contract_texts(contract, ("contract", i))
    check_texts(texts, document, model.arithmetic)
    check_fixed(texts, document, model)
    check_per_step(model, document, [entry for entry in texts if entry[1] != ("scale", "x")])
    for i, bound in enumerate(model.region):
        check_bound(document, bound, i, model.arithmetic)


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


def contract_texts(contract: Contract, address: Address) -> list[tuple[str, Address]]:
    """The expressions of a contract: fixed weights and magnitudes, but not kinds and effects."""
    texts: list[tuple[str, Address]] = []
    for key, kinds in (("before", contract.before), ("after", contract.after)):
        known = KINDS if key == "before" else TRUTHS
        fixed = [(c, t) for c, t in kinds.items() if t not in known and not (key == "after" and is_call(t))]
        texts += [(text, (*address, key, c)) for c, text in fixed]
    texts += [(text, (*address, "magnitudes", c)) for c, text in contract.magnitudes.items()]
    for key, lines in (("entry", contract.entry), ("final", contract.final)):
        texts += [(t, (*address, key, a, b)) for a, line in enumerate(lines) for b, t in enumerate(line)]
    return texts


def check_texts(texts: Sequence[tuple[str, Address]], document: Section, numbers: Arithmetic) -> None:
    for text, address in texts:
        try:
            numbers.read(text)
        except ExpressionError as error:
            raise document.error(str(error), *address, offset=error.offset + 1) from None


def read_region(section: Section) -> tuple[Bound, ...]:
    bounds = []
    for entry in section.sections("region"):
        entry.known("bound", "outside")
        outside = entry.mapping("outside") if "outside" in entry.data else None
        bounds.append(Bound(entry.text("bound"), outside))
    if len(bounds) > MAX_BOUNDS:
        raise section.error(f"a region has at most {MAX_BOUNDS} bounds", "region")
    return tuple(bounds)


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


def positive_part(bound: Bound, numbers: Arithmetic) -> Any:
    """The polynomial that a bound says is positive."""
    greater, less = bound.sides
    value = numbers.read(greater) - numbers.read(less)
    below = [d for side in bound.sides for d in numbers.divisors(side, numbers.environment)]
    if not numbers.symbols or any(not part.is_ground for d in below for part in (d.numer, d.denom)):
        raise ExpressionError("a bound compares two polynomials of the symbols, without division by them")
    return value.numer * (1 / value.denom.LC)


def read_contracts(document: Section) -> dict[str, Contract]:
    contracts: dict[str, Contract] = {}
    for entry in document.sections("contract"):
        contract = read_contract(entry, entry.text("gadget"))
        if contract.gadget in contracts:
            raise entry.error(f"a second contract for {contract.gadget!r}; keep one", "gadget")
        contracts[contract.gadget] = contract
    return contracts


def read_contract(entry: Section, gadget: str) -> Contract:
    entry.known(
        "gadget", "label", "before", "after", "untouched", "magnitudes", "returns", "coordinates", "entry", "final",
        "note",
    )  # fmt: skip
    before = entry.mapping("before")
    coordinates = entry.texts("coordinates") if "coordinates" in entry.data else tuple(before)
    contract = Contract(
        gadget=gadget,
        label=entry.text("label", ""),
        coordinates=coordinates,
        before=before,
        after=entry.mapping("after"),
        untouched=entry.mapping("untouched"),
        magnitudes=entry.mapping("magnitudes"),
        returns=entry.texts("returns") if "returns" in entry.data else (),
        entry=entry.lines("entry") if "entry" in entry.data else (),
        final=entry.lines("final") if "final" in entry.data else (),
        note=entry.text("note", ""),
    )
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
    if contract.entry and (contract.after or contract.untouched or contract.magnitudes or contract.returns):
        raise entry.error("a contract with entry and final has no after, untouched, magnitudes or returns")
    if any(len(line) != len(coordinates) for line in contract.entry + contract.final):
        raise entry.error(f"each line of entry and final needs {len(coordinates)} weights, one per coordinate")
    for key in ("before", "after", "untouched", "magnitudes"):
        for name, text in entry.mapping(key).items():
            problem = f"{name!r} is not a coordinate here" if name not in coordinates else v_problem(key, name, text)
            if problem is None and key in ("after", "untouched"):
                problem = effect_problem(text, before)
            if problem is None and key == "untouched" and not is_condition(text):
                problem = 'write when it is never touched: "not(i1)", another function of bits, or "true"'
            if problem:
                raise entry.error(problem, key, name)
    for name in contract.returns:
        if name not in coordinates:
            raise entry.error(f"{name!r} is not a coordinate here", "returns")
    return contract


def v_problem(key: str, name: str, text: str) -> str | None:
    """What a contract cannot say of v, the weight of a second layer, which is no bit."""
    told = (key, name) == ("after", SECOND_LAYER) or (key in ("after", "untouched") and SECOND_LAYER in names_in(text))
    if told and is_call(text):
        return 'v holds a fixed weight, and effects are on bits and of bits; give it as "1", say'
    return None
