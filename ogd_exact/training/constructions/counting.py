"""Gates for at least so many of several bits: their tables follow from a rule of the construction."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from ogd_exact.circuits.netlists.counts import MOST_COUNTED, at_least
from ogd_exact.circuits.netlists.cuts import MOST_OPERANDS
from ogd_exact.core.kernel.errors import InputError, Kink
from ogd_exact.core.kernel.numbers import rational, sign
from ogd_exact.core.kernel.step import Example
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.data import Step
from ogd_exact.core.tables.effects import BITS
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.core.tables.table import Table
from ogd_exact.gadgets.properties.exact_value import exactly
from ogd_exact.gadgets.reading.document import Section
from ogd_exact.training.constructions.gates import Gate, Pattern

OPERANDS = "abcdefghj"[:MOST_COUNTED]
NAMES = {(k, t): f"at_least_{t}_of_{k}" for k in range(MOST_OPERANDS + 1, MOST_COUNTED + 1) for t in range(1, k + 1)}
MOST_EXAMPLES = 12


@dataclass(frozen=True)
class Counting:
    """Examples of label 1: what each has at every operand, and at the target, where t of the operands are asked for."""

    operands: tuple[str, ...]
    target: tuple[str, ...]

    @property
    def gates(self) -> tuple[Gate, ...]:
        """One for each number of operands, beyond those that other gates read, and each number of them."""
        return tuple(
            Gate(name, (Pattern(name, (*OPERANDS[:k], "i")),), OPERANDS[:k], at_least(t, k), False, len(self.target))
            for (k, t), name in NAMES.items()
        )


def read_counting(document: Section) -> Counting | None:
    if "at_least" not in document.data:
        return None
    section = document.section("at_least")
    section.known("operands", "target")
    found = Counting(section.texts("operands"), section.texts("target"))
    if not 1 <= len(found.target) == len(found.operands) <= MOST_EXAMPLES:
        raise section.error(f"operands and target have an entry each for 1 to {MOST_EXAMPLES} examples, as many")
    for key, texts in (("operands", found.operands), ("target", found.target)):
        for k, text in enumerate(texts):
            try:
                exactly(text, {"t": rational(1)})
            except ExpressionError as error:
                raise section.error(f"expected a number, in which t may occur: {error}", key, k) from None
    return found


@lru_cache(maxsize=8)
def with_tables(library: Library, model: str, counting: Counting, gadgets: frozenset[str]) -> Library:
    """The library with those of these gadgets that count; whether their tables are right is for the checker to say."""
    made = {(model, name): table(library, model, counting, k, t) for (k, t), name in NAMES.items() if name in gadgets}
    return Library(library.models, made, library, prover=library.prover) if made else library


def table(library: Library, name: str, counting: Counting, count: int, least: int) -> Table:
    """The kernel steps through all cases."""
    model, names = library.models[name], tuple(f"i{k + 1}" for k in range(count + 1))
    step, one = model.step(lambda text: exactly(text, {})), rational(1)
    weights = [
        dict(zip(names, case, strict=True))
        for case in product([exactly(model.encoding[bit], {}) for bit in BITS], repeat=count + 1)
    ]
    cases, steps = lines(weights), list[Step]()
    try:
        for operand, target in zip(counting.operands, counting.target, strict=True):
            x = [exactly(text, {"t": rational(least)}) for text in [operand] * count + [target]]
            example = Example({key: entry for key, entry in zip(names, x, strict=True) if entry}, one)
            weights = [step.take(each, example, sign).weights for each in weights]
            steps.append(Step(lines(weights), tuple(map(str, x)), "1"))
    except Kink:
        raise InputError(f"[at_least] of {name} meets a kink with {least} of {count}; change its entries") from None
    gadget = NAMES[count, least]
    before, effect = dict.fromkeys(names, "bit"), f"at_least_{least}({', '.join(names[:-1])})"
    contract = Contract(gadget, gadget, names, before, {names[-1]: effect})
    return Table(name, gadget, gadget, names, cases, tuple(steps), contract=contract)


def lines(weights: Collection[dict[str, object]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(map(str, each.values())) for each in weights)
