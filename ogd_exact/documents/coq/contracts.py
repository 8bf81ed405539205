"""A gadget's contract as a theorem: from what its places hold to what they hold after it, case by case."""

from collections.abc import Iterator, Mapping

from ogd_exact.core.kernel.errors import Undecided
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.expressions import names_in
from ogd_exact.core.tables.model import Model
from ogd_exact.documents.coq.coq_text import coordinate, formula, grouped, listed
from ogd_exact.documents.coq.magnitudes import Magnitudes
from ogd_exact.documents.coq.table_lemmas import Place, Refuted, TableLemmas


class PlaceContents:
    """The words for what a place holds: a bit, nothing, or one of the fixed weights of a model."""

    def __init__(self, model: Model) -> None:
        self.model, self.fixed = model, list[str]()
        self.false_is_unset = model.weight("false") == 0
        if model.weight("unset") != 0:
            raise Undecided(f"{model.name}: weights start at 0, which must mean unset for there to be a theorem")

    @property
    def blank(self) -> str:
        """What a weight of 0 says."""
        return "Bit false" if self.false_is_unset else "Unset"

    def text(self, truth: str) -> str:
        if truth in ("true", "false"):
            return f"Bit {truth}"
        value = self.model.weight(truth)
        if value == 0:
            return self.blank
        known = [self.model.weight(text) for text in self.fixed]
        if value not in known:
            self.fixed.append(truth)
            known.append(value)
        return f"Weight {known.index(value)}"


def contract_of(rows: TableLemmas) -> Contract | None:
    """What a table promises, if it promises anything."""
    if rows.check.contract is None and rows.check.promised is not None:
        raise Refuted(f"{Place(rows.table)}: the contract speaks of other coordinates than the table")
    return rows.check.contract


class GadgetContract:
    def __init__(self, rows: TableLemmas, contract: Contract, held: PlaceContents, magnitudes: Magnitudes) -> None:
        self.rows, self.contract, self.held, self.magnitudes = rows, contract, held, magnitudes
        self.gadget, self.table = rows.gadget, rows.table
        self.order = [*self.table.inputs, *self.table.state]
        self.place = Place(self.table)
        if contract.any:
            raise Undecided(f"{self.place}: it leaves {', '.join(contract.any)} anywhere, which no theorem knows yet")
        self.check_magnitudes()
        self.check_state()
        self.cases = list(self.matched())

    def check_magnitudes(self) -> None:
        """Refuses a coordinate that holds something without a magnitude of its own, where magnitudes vary."""
        if self.contract.returns and not self.magnitudes.vary:
            raise Undecided(f"{self.place}: it returns magnitudes, of which its model has none")
        given = list(self.contract.magnitudes.values())
        lacking = [name for name in self.rows.magnitudes if name not in given]
        holding = [name for name in self.table.inputs if self.contract.before.get(name) != "unset"]
        plain = [name for name in holding if self.magnitudes.vary and name not in self.contract.magnitudes]
        if lacking or plain or len({*given}) < len(given):
            problem = "magnitudes vary, so that each coordinate that holds something needs one of its own"
            raise Undecided(f"{self.place}: {problem}")

    def check_state(self) -> None:
        """Refuses a v that has a magnitude, or decays: Theorem.v has neither."""
        contract, steady = self.contract, self.magnitudes.decay == 1
        for name in self.table.state:
            left = bool(contract.entry) or steady or name in contract.after
            if not left or name in (*contract.magnitudes, *contract.returns):
                what = "is a fixed weight, which `after` names, without a magnitude"
                raise Undecided(f"{self.place}: for a theorem {name} {what}")

    def matched(self) -> Iterator[tuple[int, tuple[str, ...], tuple[str, ...], list[str]]]:
        """The number of each case, what it holds before and after, and which places stay 0."""
        check, contract = self.rows.check, self.contract
        starts = [self.rows.values.line(line) for line in self.table.cases]
        for index, (assignment, weights, _) in enumerate(check.promises()):
            if weights not in starts:
                raise Refuted(f"{self.place}: no case starts from what the contract allows; see verify")
            places = [contract.coordinates.index(name) for name in self.order]
            if contract.entry:
                before, after = (tuple(lines[index][k] for k in places) for lines in (contract.entry, contract.final))
                yield starts.index(weights) + 1, before, after, []
                continue
            before = tuple(assignment[name] for name in self.order)
            after = tuple(contract.effect(name, assignment) for name in self.order)
            yield starts.index(weights) + 1, before, after, self.still(assignment)

    def still(self, assignment: Mapping[str, str]) -> list[str]:
        """The coordinates that by the contract are never positive, or are 0 and never touched."""

        def stays(name: str) -> bool:
            zero = self.contract.never_moves(name, assignment) and self.held.text(assignment[name]) == self.held.blank
            return zero or self.contract.stays_low(name, assignment)

        return [coordinate(k) for k, name in enumerate(self.table.inputs) if stays(name)]

    def at(self, what: str) -> str:
        """The name of something of the gadget, at the magnitudes m that it finds."""
        holders = {symbol: name for name, symbol in self.contract.magnitudes.items()}
        found = [f"(nth {coordinate(self.order.index(holders[name]))} m 1)" for name in self.rows.magnitudes]
        return " ".join([f"{self.gadget}_{what}", *found])

    def leaves(self) -> Iterator[tuple[str, str]]:
        """What each coordinate is left with, and the tactic that proves it good."""
        vary, contract = self.magnitudes.vary, self.contract
        for name in self.table.inputs if vary else ():
            returned = self.table.returns.get(name) if name in contract.returns else None
            effects = {self.held.text(after[self.order.index(name)]) for _, _, after, _ in self.cases}
            if returned is not None:
                yield self.returned(name, returned)
            elif name in contract.after and effects != {"Unset"}:  # false has a magnitude even where it is 0
                yield self.returned(name, "1")
            else:
                yield "Kept", "exact I"
        if not vary:
            yield from [("Fixed 1", "reflexivity")] * len(self.table.inputs)

    def returned(self, name: str, text: str) -> tuple[str, str]:
        """A magnitude that the table returns: a number of its own, or made of one that it finds."""
        magnitudes, what = self.magnitudes, f"{self.gadget} leaves {name} with magnitude {text}"
        used = names_in(text).union(
            *(names_in(body) for c, body in self.table.constants.items() if c in names_in(text))
        )
        made_of = [symbol for symbol in self.contract.magnitudes.values() if symbol in used]
        value = self.rows.values.value(text)
        if not made_of:
            proofs = "|".join(magnitudes.good_at(value, magnitudes.known([]), what))
            return f"Fixed {grouped(formula(text, self.rows.names))}", f"repeat apply conj; [{proofs}]"
        (symbol,) = made_of
        source = next(place for place, name in enumerate(self.order) if self.contract.magnitudes.get(name) == symbol)
        proofs = "|".join(magnitudes.good_at(value, magnitudes.known([symbol], "m"), what))
        body = formula(text, self.rows.names | {symbol: "m"})
        proof = f"split; [reflexivity|intros m {magnitudes.pattern}; repeat apply conj; [{proofs}]]"
        return f"From {coordinate(source)} (fun m => {body})", proof

    def in_region(self) -> Iterator[str]:
        """The lemma that good magnitudes lie in the region of the table."""
        if not self.rows.has_region:
            return
        symbols, names = self.rows.magnitudes, self.rows.names
        known = self.magnitudes.known(symbols)
        bounds = [self.rows.values.difference(bound) for bound in self.rows.check.bounds]
        what = f"{self.gadget} is called within its region"
        proofs = "".join(f"\n  - {self.magnitudes.positive(value, known, what)}." for value in bounds)
        variables = "".join(f" {names[symbol]}" for symbol in symbols)
        premises = "".join(f"good {names[symbol]} -> " for symbol in symbols)
        opened = f"intros {' '.join(self.magnitudes.pattern for _ in symbols)}. " if symbols else ""
        yield f"Lemma {self.gadget}_in_region{variables} : {premises}{self.rows.own('region')}."
        yield f"Proof.\n  {opened}repeat apply conj.{proofs}\nQed."
        yield f"#[local] Hint Resolve {self.gadget}_in_region : core."

    def lines(self) -> Iterator[str]:
        gadget, leaves = self.gadget, list(self.leaves())
        yield f"(* {gadget} *)"
        yield from self.in_region()
        yield f"Definition {gadget}_gadget : gadget F :="
        kept = listed(left for left, _ in leaves)
        yield f"  {{| width := {self.rows.width}; examples m := {self.at('examples')};\n     leaves := {kept} |}}."
        yield f"Lemma {gadget}_leaves_good : leaves_good good {gadget}_gadget."
        proofs = "".join(f"\n  - {proof}." for _, proof in leaves)
        yield f"Proof.\n  repeat apply Forall_cons.{proofs}\n  - apply Forall_nil.\nQed."
        for number, before, after, still in self.cases:
            yield f"Definition {gadget}_case{number} : case F :="
            yield f"  {{| before := {self.holdings(before)}; after := {self.holdings(after)};"
            yield f"     still := {listed(still)}; rows m := {self.at(f'rows{number}')} |}}."
        numbers = [number for number, *_ in self.cases]
        yield f"Definition {gadget}_cases := {listed(f'{gadget}_case{k}' for k in numbers)}."
        name = f"{gadget}_keeps_contract"
        self.rows.places[name] = self.place
        opened = "open_good good" if self.magnitudes.vary else "unfold good in *; subst"
        columns = "".join(f"\n  - by_column {gadget}_column{k}." for k in numbers)
        yield f"Theorem {name} : keeps_contract R good E {gadget}_gadget {gadget}_cases."
        yield f"Proof.\n  contract {gadget}_leaves_good; {opened}.{columns}\nQed."

    def holdings(self, truths: tuple[str, ...]) -> str:
        return listed(self.held.text(truth) for truth in truths)
