"""What all magnitudes of a model satisfy, so that every call is made within its gadget's region.

A model without magnitudes has 1 throughout. For others the bounds on a single magnitude are collected from the regions
of its tables; those that follow from others are left out. They must hold of what gadgets return, and survive decay.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from ogd_exact.core.checker.scope import region_bounds
from ogd_exact.core.checker.sign_oracle import SignOracle
from ogd_exact.core.kernel.errors import Undecided
from ogd_exact.core.tables.data import Bound
from ogd_exact.core.tables.expressions import names_in
from ogd_exact.core.tables.model import Model, positive_part
from ogd_exact.core.tables.table import Table
from ogd_exact.core.tables.value_text import value_text
from ogd_exact.documents.coq.coq_text import names_of
from ogd_exact.documents.coq.positivity import Positivity, all_positive, bound_text
from ogd_exact.gadgets.prover.proposals import Prover


class Magnitudes:
    """The bounds of a model on its symbols, and those on every magnitude, called m here."""

    def __init__(self, model: Model, tables: Sequence[Table]) -> None:
        self.model, self.tables = model, tables
        self.numbers, self.names = model.arithmetic, names_of(model.symbols + model.magnitudes)
        self.symbol_bounds = [bound for bound in model.region if not names_in(bound.text) & {*model.magnitudes}]
        self.decay = 1 - self.numbers.read(model.learning_rate) * self.numbers.read(model.regularizer)

    @property
    def vary(self) -> bool:
        return bool(self.model.magnitudes)

    def at(self, bound: Bound, symbol: str, value: Any) -> Any:
        """What a bound says is positive, where a magnitude has this value."""
        greater, less = (self.numbers.read(side, self.numbers.environment | {symbol: value}) for side in bound.sides)
        return greater - less

    @cached_property
    def good(self) -> list[tuple[Bound, str]]:
        """Bounds, each with the one magnitude that it is about."""
        first = self.model.magnitudes[0]
        m, found, kept = self.numbers.environment[first], list[tuple[Bound, str]](), set[Any]()
        for bound in (b for table in self.tables for b in region_bounds(table, self.model)):
            about = sorted(names_in(bound.text) & {*self.model.magnitudes})
            if len(about) == 1 and (value := self.at(bound, about[0], m)) not in kept:
                found.append((bound, about[0]))
                kept.add(value)
        positive = (Bound(f"{first} > 0"), first)
        found = [positive, *(pair for pair in found if self.at(*pair, m) != m)]
        for pair in found[1:]:
            others = [other for other in found if other != pair]
            if self.over(others, [first]).is_positive(self.at(*pair, m)):
                found = others
        return found

    def over(self, good: Sequence[tuple[Bound, str]], magnitudes: Sequence[str], shown: str = "") -> Positivity:
        """What is known where these magnitudes are good; one of them may be shown by another name."""
        stated = self.symbol_bounds if self.numbers.symbols else []
        polynomials = [positive_part(bound, self.numbers) for bound in stated]
        texts = [bound_text(bound, self.names) for bound in self.symbol_bounds]
        for magnitude in magnitudes:
            for bound, about in good:
                value = self.at(bound, about, self.numbers.environment[magnitude])
                polynomials.append(value.numer * (1 / value.denom.LC))
                texts.append(bound_text(bound, self.names | {about: shown or self.names[magnitude]}))
        oracle = SignOracle(self.numbers, polynomials, Prover)
        if self.numbers.symbols and not oracle.prover.points:
            raise Undecided(f"{self.model.name}: no magnitudes were found that lie in the regions of all tables")
        return Positivity(oracle, texts)

    def known(self, magnitudes: Sequence[str], shown: str = "") -> Positivity:
        return self.over(self.good if self.vary else [], magnitudes, shown)

    def positive(self, value: Any, known: Positivity, what: str) -> str:
        """The tactic that proves a value positive; raises Undecided where no certificate is found."""
        if not known.is_positive(value):
            text = value_text(value)
            raise Undecided(f"{self.model.name}: {what}: no certificate was found for {text} > 0")
        return f"positively ({known.certificate(value)})"

    def good_at(self, value: Any, known: Positivity, what: str) -> Iterator[str]:
        """The tactics that prove a magnitude good, bound by bound."""
        for bound, about in self.good:
            yield self.positive(self.at(bound, about, value), known, what)

    @property
    def pattern(self) -> str:
        """The pattern of `intros` that takes apart what is known of a good magnitude."""
        return f"({' & '.join('?' for _ in self.good)})" if len(self.good) > 1 else "?"

    def lines(self) -> Iterator[str]:
        """What good means, and that good magnitudes are positive and stay good."""
        for k, bound in enumerate(self.symbol_bounds, 1):
            yield f"Hypothesis region{k} : 0 < {bound_text(bound, self.names)}."
        if not self.vary:
            yield "Definition good (m : F) : Prop := m = 1."
            yield "Lemma good_decay m : good m -> good (decay R * m).\nProof. intros ->. unfold good. cbn. ring. Qed."
            yield "Lemma good_positive m : good m -> 0 < m.\nProof. intros ->. positive. Qed."
            return
        first = self.model.magnitudes[0]
        bounds = [bound_text(bound, self.names | {about: "m"}) for bound, about in self.good]
        yield f"Definition good (m : F) : Prop := {all_positive(bounds)}."
        known, value = self.known([first], "m"), self.decay * self.numbers.environment[first]
        proofs = "".join(f"\n  - {tactic}." for tactic in self.good_at(value, known, "decay keeps magnitudes good"))
        yield "Lemma good_decay m : good m -> good (decay R * m)."
        yield f"Proof.\n  intros {self.pattern}. repeat apply conj.{proofs}\nQed."
        yield f"Lemma good_positive m : good m -> 0 < m.\nProof. intros {self.pattern}. assumption. Qed."
