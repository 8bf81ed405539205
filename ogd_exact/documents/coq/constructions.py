"""A construction as data, and the theorem that it simulates every circuit."""

from collections.abc import Iterator, Sequence

from ogd_exact.core.kernel.errors import Undecided
from ogd_exact.core.tables.model import Model
from ogd_exact.documents.coq.biases import Biases
from ogd_exact.documents.coq.contracts import GadgetContract, PlaceContents
from ogd_exact.documents.coq.coq_text import formula, identifier, listed, names_of
from ogd_exact.documents.coq.magnitudes import Magnitudes
from ogd_exact.training.constructions.construction import RANGES, SIGNALS, Construction, Phase
from ogd_exact.training.constructions.gates import Pattern

# A phase calls what it ranges over by these numbers, after those of the special coordinates.
PLACES = {name: place for names in RANGES.values() for place, name in enumerate(names)}
# How each statement of Theorem.v follows from what Main.v, or Bias.v, asks of a model.
PROOFS = {
    "simulates": "exact (simulation {})",
    "avoids_kink": "exact (no_kink {})",
    "dimension": "exact (dimension_known {})",
    "size": "exact (size {} eq_refl)",
    "sparse": "apply sparse; sizes",
    "finite": "finite {}",
}
PROOFS_WITH_BIASES = {
    "simulates": "exact (bias_simulation _ _ _ _ _ _ _ _ _ _ {})",
    "avoids_kink": "exact (bias_no_kink _ _ _ _ _ _ _ _ _ _ {})",
    "dimension": "exact (bias_dimension _ _ _ _ _ _ _ _ _ _ {})",
    "size": "exact (bias_size _ _ _ _ _ _ _ _ _ _ {} eq_refl)",
    "sparse": "apply bias_sparse; [reflexivity|sizes]",
    "finite": "apply (bias_finite _ _ _ _ _ _ _ _ _ _ {}); repeat constructor",
}


class ConstructionText:
    def __init__(
        self,
        built: Construction,
        model: Model,
        contracts: Sequence[GadgetContract],
        held: PlaceContents,
        magnitudes: Magnitudes,
    ) -> None:
        """The gadgets of the contracts are those of its phases, and the one that corrects biases, if there are any."""
        self.built, self.model, self.held, self.magnitudes = built, model, held, magnitudes
        called = {pattern.gadget for pattern in built.patterns}
        self.contracts = [contract for contract in contracts if contract.gadget in called]
        self.gadgets = [contract.gadget for contract in self.contracts]
        self.name = identifier(model.name)
        after = built.after_each.gadget if built.after_each else ""
        correction = next((c.rows for c in contracts if (c.table.model, c.gadget) == (model.name, after)), None)
        self.biases = Biases(built, self.name, correction, magnitudes) if after else None
        self.entries = max(c.rows.entries for c in contracts if c.rows is not correction)
        # What weights start with are fixed weights, too; they must be known before the encoding is written.
        self.rests = [held.text(built.start.get(name, "0")) for name in built.special]
        self.second = held.text(built.start.get(built.state[0], "0")) if built.state else "Unset"
        self.starting = [name for name, rest in zip(built.special, self.rests, strict=True) if rest != held.blank]
        if magnitudes.vary:
            self.check_restored()
        for name in SIGNALS:
            if model.weight(built.start.get(name, "unset")) != 0:
                raise Undecided(f"{model.name}: {name} start {built.start[name]}; for a theorem they start at 0")

    def check_restored(self) -> None:
        """Refuses a pass whose last call does not restore what starts with a weight of its own, and decays."""
        last = self.built.phases[-1]
        call = last.calls[-1] if last.over == "question" and last.calls else None
        found = [left for c in self.contracts if call and c.gadget == call.gadget for left, _ in c.leaves()]
        left = dict(zip(call.names if call else (), found, strict=False))
        for name in self.starting:
            if left.get(name) != "Fixed 1":
                where = "for a theorem the last call of a pass, over the question, must do so"
                raise Undecided(f"{self.model.name}: {name} has to be given its weight again; {where}")

    def start(self, names: Sequence[str]) -> list[str]:
        plain = names_of(self.model.symbols)
        texts = (self.built.start.get(name, "0") for name in names)
        return [formula(self.model.encoding.get(text, text), plain) for text in texts]

    def call(self, pattern: Pattern) -> str:
        on = listed(name if name in PLACES else identifier(name) for name in pattern.names)
        return f"({self.gadgets.index(pattern.gadget)}%nat (* {pattern.gadget} *), {on})"

    def phase(self, phase: Phase) -> str:
        calls, if_same = (";\n            ".join(map(self.call, calls)) for calls in (phase.calls, phase.if_same))
        body = f"over := {phase.over.capitalize()};\n          calls := [{calls}]"
        return f"       {{| {body};\n          calls_if_same := [{if_same}] |}}"

    def lines(self) -> Iterator[str]:
        built, name, special = self.built, self.name, len(self.built.special)
        first, first_good = self.first_magnitude()
        yield f"Definition {name}_construction : construction F :="
        yield from (f"  let {identifier(word)} := {k}%nat in" for k, word in enumerate(built.special))
        yield from (f"  let {word} := {special + k}%nat in" for word, k in PLACES.items())
        yield f"  {{| gadgets := {listed(f'{gadget}_gadget' for gadget in self.gadgets)};"
        starts = listed(self.start(built.special))
        second = self.start(built.state)[0] if built.state else "0"
        yield f"     special := {special}; accept := {identifier(built.accept)};"
        yield f"     start_special := {starts}; start_second := {second}; first_magnitude := {first};"
        yield "     phases := [\n" + ";\n".join(map(self.phase, built.phases)) + "] |}."
        cases = listed(f"{gadget}_cases" for gadget in self.gadgets)
        yield f"Definition {name}_contracts : list (list (case F)) := {cases}."
        rest = f"special_rest := {listed(self.rests)}; second_rest := {self.second}; blank := {self.held.blank}"
        last = "true" if built.gates_last else "false"
        yield f"Definition at_rest : resting := {{| {rest}; gates_last := {last} |}}."
        yield f"Lemma good_first : good ({first}).\nProof. {first_good}. Qed."
        kept = " ".join(f"{gadget}_keeps_contract" for gadget in self.gadgets)
        yield f"#[local] Hint Resolve {kept} : contracts."
        yield f"Theorem {name}_sound : sound R E good {name}_construction {name}_contracts at_rest."
        yield "Proof. model good good_decay good_positive good_first. Qed."
        training = self.biases.training if self.biases else f"train R {name}_construction"
        if self.biases:
            yield from self.biases.lines()
        yield f"Definition {name}_train : circuit -> list (example F) := {training}."
        for theorem, (statement, proof) in self.theorems().items():
            yield f"Theorem {theorem} : {statement}.\nProof. {proof}. Qed."
        # All of it in one, since to ask for axioms takes long.
        whole = " /\\\n  ".join(statement for statement, _ in self.theorems().values())
        proof = "; ".join(f"split; [exact {theorem}|]" for theorem in [*self.theorems()][:-1])
        yield f"Theorem {self.whole} :\n  {whole}.\nProof. {proof}; exact {[*self.theorems()][-1]}. Qed."

    @property
    def whole(self) -> str:
        """The name of the theorem that says everything."""
        return f"{self.name}_theorem"

    def theorems(self) -> dict[str, tuple[str, str]]:
        """The statements of Theorem.v about this construction, each with its proof."""
        name, sound = self.name, f"{self.name}_sound{'_with_biases' if self.biases else ''}"
        built, training = f"{name}_construction", f"{name}_train"
        proofs = PROOFS_WITH_BIASES if self.biases else PROOFS
        found = {
            "simulates": f"simulates R {built} {training}",
            "avoids_kink": f"avoids_kink R {built} {training}",
            "dimension": f"has_dimension {built} {training} {len(self.built.special)}",
        }
        gates = [phase for phase in self.built.phases if phase.over == "gates"]
        if all(self.examples(phase.calls) == self.examples(phase.if_same) for phase in gates):
            each = 1 + (self.biases.examples if self.biases else 0)  # an example, and those that correct it
            sizes = (self.per("inputs", "outputs"), self.per("gates"), self.per("question"))
            found["size"] = f"has_size {training} {' '.join(str(each * size) for size in sizes)}"
        always = len(self.built.always) if self.biases else 0
        found["sparse"] = f"is_sparse {training} {always + self.entries}"
        if not self.magnitudes.vary and self.magnitudes.decay == 1:
            found["finite"] = f"finitely_many_weights R {built} {training}"
        return {f"{name}_{what}": (statement, proofs[what].format(sound)) for what, statement in found.items()}

    def examples(self, patterns: Sequence[Pattern]) -> int:
        """How many examples these calls stand for."""
        sizes = {contract.gadget: contract.rows.size for contract in self.contracts}
        return sum(sizes[pattern.gadget] for pattern in patterns)

    def per(self, *ranges: str) -> int:
        """How many examples there are for each of what these phases range over."""
        return sum(self.examples(phase.calls) for phase in self.built.phases if phase.over in ranges)

    def first_magnitude(self) -> tuple[str, str]:
        """A magnitude that some gadget always returns, and the tactic that proves it good."""
        if not self.magnitudes.vary:
            return "1", "reflexivity"
        if self.starting:
            what = f"{self.starting[0]} starts with magnitude 1"
            numbers = self.magnitudes.numbers
            proofs = "|".join(self.magnitudes.good_at(numbers.number(1), self.magnitudes.known([]), what))
            return "1", f"repeat apply conj; [{proofs}]"
        for contract in self.contracts:
            for left, proof in contract.leaves():
                if left.startswith("Fixed "):
                    return left.removeprefix("Fixed "), proof
        raise Undecided(f"{self.model.name}: no gadget leaves a magnitude of its own, for a pass to start with")
