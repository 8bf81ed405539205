"""A model: an update rule of the kernel with its parameters, an encoding of truth values, and contracts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ogd_exact.kernel.rules import RULES, Rule
from ogd_exact.tables.arithmetic import Arithmetic, arithmetic
from ogd_exact.tables.contract import KINDS, Contract, effect_problem
from ogd_exact.tables.document import Section, read_document
from ogd_exact.tables.expressions import ExpressionError
from ogd_exact.tables.table import Bound
from ogd_exact.tables.toml_positions import Address


@dataclass(frozen=True)
class Model:
    name: str
    rule_name: str
    learning_rate: str = "1"
    regularizer: str = "0"
    symbols: tuple[str, ...] = ()  # the same throughout a training set, such as alpha
    magnitudes: tuple[str, ...] = ()  # chosen anew by each call, such as eps1
    encoding: Mapping[str, str] = field(default_factory=dict)
    region: tuple[Bound, ...] = ()
    contracts: Mapping[str, Contract] = field(default_factory=dict)
    derived_from: str = ""
    scale_x: str = "1"
    scale_w: str = "1"

    @property
    def rule(self) -> Rule:
        return RULES[self.rule_name]

    @property
    def arithmetic(self) -> Arithmetic:
        return arithmetic(self.symbols + self.magnitudes)

    def weight(self, truth: str, magnitude: str | None) -> Any:
        """The weight that stands for a truth value (or the fixed weight that the text says)."""
        fixed = truth not in self.encoding
        value = self.weights((truth,))[0] if fixed else self.arithmetic.read(self.encoding[truth])
        return value if magnitude is None else value * self.arithmetic.read(magnitude)

    def weights(self, line: Sequence[str]) -> tuple[Any, ...]:
        """Fixed weights of a contract, which are scaled where the model is derived from another."""
        return tuple(self.arithmetic.read(text) * self.arithmetic.read(self.scale_w) for text in line)


def read_model(path: Path, name: str) -> Model:
    document = read_document(path)
    document.known(
        "rule", "learning_rate", "regularizer", "symbols", "magnitudes", "encoding", "region", "contract",
        "derived_from", "scale",
    )  # fmt: skip
    rule = document.text("rule", "")
    derived_from = document.text("derived_from", "")
    if not derived_from and rule not in RULES:
        raise document.error(f'add rule = "..." with one of {", ".join(RULES)}', "rule")
    scale = document.mapping("scale")
    model = Model(
        name=name,
        rule_name=rule,
        learning_rate=document.text("learning_rate", "1"),
        regularizer=document.text("regularizer", "0"),
        symbols=document.texts("symbols") if "symbols" in document.data else (),
        magnitudes=document.texts("magnitudes") if "magnitudes" in document.data else (),
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
    texts: list[tuple[str, Address]] = [
        (model.learning_rate, ("learning_rate",)),
        (model.regularizer, ("regularizer",)),
        (model.scale_x, ("scale", "x")),
        (model.scale_w, ("scale", "w")),
        *((text, ("encoding", key)) for key, text in model.encoding.items()),
    ]
    for i, contract in enumerate(model.contracts.values()):
        texts += contract_texts(contract, ("contract", i))
    check_texts(texts, document, model.arithmetic)
    for i, bound in enumerate(model.region):
        check_bound(document, bound, i, model.arithmetic)


def contract_texts(contract: Contract, address: Address) -> list[tuple[str, Address]]:
    """The expressions of a contract: fixed weights and magnitudes, but not kinds and effects."""
    texts: list[tuple[str, Address]] = []
    for key, kinds in (("before", contract.before), ("after", contract.after)):
        fixed = [(c, text) for c, text in kinds.items() if text not in KINDS and "(" not in text]
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
    for operator, sign in ((">", 1), ("<", -1)):
        left, found, right = bound.text.partition(operator)
        if found:
            value = sign * (numbers.read(left) - numbers.read(right))
            if not numbers.symbols or value.denom != 1:
                raise ExpressionError("a bound compares two polynomials of the symbols, without division by them")
            return value.numer
    raise ExpressionError("a bound has the form a > b or a < b")


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
    if not coordinates:
        raise entry.error('say what the gadget may be called on: before = { i1 = "bit" }')
    if bool(before) == bool(contract.entry) or len(contract.entry) != len(contract.final):
        raise entry.error("give either before and after, or as many lines of entry as of final")
    if contract.entry and (contract.after or contract.untouched or contract.magnitudes or contract.returns):
        raise entry.error("a contract with entry and final has no after, untouched, magnitudes or returns")
    if any(len(line) != len(coordinates) for line in contract.entry + contract.final):
        raise entry.error(f"each line of entry and final needs {len(coordinates)} weights, one per coordinate")
    for key in ("before", "after", "untouched", "magnitudes"):
        for name, text in entry.mapping(key).items():
            problem = f"{name!r} is not a coordinate here" if name not in coordinates else None
            if problem is None and key in ("after", "untouched"):
                problem = effect_problem(text, before)
            if problem:
                raise entry.error(problem, key, name)
    for name in contract.returns:
        if name not in coordinates:
            raise entry.error(f"{name!r} is not a coordinate here", "returns")
    return contract
