"""A construction with biases: -1 in every example, and brought back to 0 after each of them."""

from collections.abc import Iterator

from ogd_exact.core.kernel.errors import Undecided
from ogd_exact.documents.coq.coq_text import coordinate, formula, listed
from ogd_exact.documents.coq.magnitudes import Magnitudes
from ogd_exact.documents.coq.table_lemmas import TableLemmas
from ogd_exact.gadgets.properties.traits import Y
from ogd_exact.training.constructions.construction import Construction


class Biases:
    """The coordinates of biases, and the table that corrects them, as Bias.v asks for them."""

    def __init__(self, built: Construction, name: str, correction: TableLemmas | None, magnitudes: Magnitudes) -> None:
        self.built, self.name = built, name
        model = magnitudes.model
        adds = all(moves in ((), (("x", Y),)) for moves in model.rule.moves) and model.weight(model.learning_rate) == 1
        if not adds or magnitudes.decay != 1:
            raise Undecided(f"{built.model}: for a theorem with biases a step adds y*x or nothing, and weights stay")
        table = correction.table if correction else None
        plain = table is not None and all(not step.call and {*step.x} == {"-1"} for step in table.steps)
        if correction is None or table is None or not plain or list(built.always) != list(after_names(built)):
            raise Undecided(f"{built.model}: for a theorem biases are -1 in every example, those that correct them too")
        width, starts = len(built.always), [correction.values.line(line) for line in table.cases]
        if {*built.always.values()} != {"-1"} or any((value,) * width not in starts for value in (0, -1)):
            raise Undecided(f"{built.model}: for a theorem biases go from 0 to -1, and are brought back from both")
        self.still, self.moved = (starts.index((value,) * width) + 1 for value in (0, -1))
        self.places = listed(coordinate(built.special.index(word)) for word in built.always)
        self.labels = listed(formula(step.y, {}) for step in table.steps)
        self.gadget, self.examples = table.gadget, len(table.steps)

    @property
    def training(self) -> str:
        return f"biased (train R {self.name}_construction) {self.places} {self.labels}"

    def lines(self) -> Iterator[str]:
        rows = f"{self.gadget}_rows{self.still} {self.gadget}_rows{self.moved}"
        given = f"R E good {self.name}_construction {self.name}_contracts at_rest {self.places} {self.labels}"
        yield f"Theorem {self.name}_sound_with_biases : sound_with_biases {given} {rows}."
        corrections = "|".join(f"exact {self.gadget}_column{k}" for k in (self.still, self.moved))
        computed = "adds_plainly|reflexivity|repeat constructor|repeat constructor"
        yield f"Proof. constructor; [exact {self.name}_sound|{computed}|{corrections}]. Qed."


def after_names(built: Construction) -> tuple[str, ...]:
    return built.after_each.names if built.after_each else ()
