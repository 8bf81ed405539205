"""The Coq file of a set of slots: its tables, that Coq accepts each, and the theorem for any order about them."""

from collections.abc import Iterator, Mapping, Sequence

from ogd_exact.core.checker.verification import Verification
from ogd_exact.core.kernel.errors import Undecided
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.documents.coq.coq_text import identifier, listed, shown
from ogd_exact.documents.coq.proof_file import ProofFile
from ogd_exact.documents.coq.table_lemmas import Place
from ogd_exact.training.any_order.table import Line, SlotSet, SlotTable
from ogd_exact.training.any_order.walk import chosen

ROLES = {  # of the gadgets of InTime.v: how many coordinates their tables have
    "nand": 4, "not": 2, "copy": 2, "raise": 2,
}  # fmt: skip
ENCODING = {"true": 1, "false": -1, "unset": 0}
HEAD = """From Coq Require Import List ZArith.
Require Import OGD.Theorem OGD.InTime OGD.AnyOrder OGD.SlotTables OGD.SlotSizes OGD.AnyOrderProof.
Import ListNotations.
Local Open Scope Z_scope.
"""


def slot_file(slots: SlotSet) -> ProofFile:
    """Raises Undecided where the theory does not know the construction, or its numbers."""
    roles, name = roles_of(slots), identifier(slots.model)
    places = {
        f"{role}_{lemma}": Place(table.table) for role, table in roles.items() for lemma in ("slots_hold", "kept")
    }
    lines = [f"(* {shown(slots.model)}: its slots, as ogd-exact prove wrote them. *)", HEAD]
    for role, table in roles.items():
        lines += [*table_lines(role, table), ""]
    fields = "; ".join(f"{role}_table := {role}_turns" for role in roles)
    lines += [
        f"Definition {name}_slots : slot_tables := {{| {fields} |}}.",
        f"Lemma {name}_sound : sound {name}_slots.",
        f"Proof. constructor; [{'|'.join(f'exact {lemma}' for lemma in in_order(roles))}]. Qed.",
        *size_lines(name, roles),
        f"Theorem {name}_any_order_theorem (F : ordered_field) : simulates_in_any_order F {name}_slots /\\",
        f"  iterates_in_any_order F {name}_slots /\\ avoids_kink_in_any_order F {name}_slots /\\",
        f"  has_clock F {name}_slots.",
        f"Proof. exact (any_order_theorem F {name}_slots {name}_sound). Qed.",
        f"Print Assumptions {name}_any_order_theorem.",
    ]  # fmt: skip

    def faultless(lemma: str) -> bool:
        return Verification(slots.library).verified(places[lemma].table)

    return ProofFile(f"{slots.model}, any order", f"{name}_any_order", "\n".join([*lines, ""]), places, faultless)


def in_order(roles: Mapping[str, SlotTable]) -> list[str]:
    """The lemmas, as `sound` asks for them."""
    return [f"{role}_{lemma}" for lemma in ("slots_hold", "kept") for role in roles]


def size_lines(name: str, roles: Mapping[str, SlotTable]) -> Iterator[str]:
    """How many slots and examples there are, if it is the same for all gates."""
    for what, field, size in (("slots", "", lambda slot: 1), ("examples", " F", lambda slot: len(slot.members))):
        counts = {role: sum(map(size, table.slots)) for role, table in roles.items()}
        if counts["nand"] == counts["not"]:
            sizes = f"{counts['copy']} {counts['nand']} {counts['raise'] + (what == 'examples')}"  # one is the drift
            yield f"Theorem {name}_has_{what} (F : ordered_field) : has_{what}{field} {name}_slots {sizes}."
            yield f"Proof. exact ({what}_counted{field} {name}_slots _ _ _ eq_refl eq_refl eq_refl eq_refl). Qed."


def table_lines(role: str, table: SlotTable) -> Iterator[str]:
    """A table, that its rows hold, and that it keeps its promise; in the words of SlotTables.v."""
    slots = [f"({grid(slot.members)},\n     {grid(slot.after)})" for slot in table.slots]
    turns = ";\n    ".join(slots)
    yield f"Definition {role}_turns : table := {{|\n  cases := {grid(table.cases)};\n  turns := [{turns}] |}}."
    for lemma, claim in (("slots_hold", f"table_holds {ROLES[role]} "), ("kept", f"{role}_keeps ")):
        yield f"Lemma {role}_{lemma} : {claim}{role}_turns = true.\nProof. vm_compute. reflexivity. Qed."


def grid(lines: Sequence[Line]) -> str:
    """Whole numbers; apart from its sign, as -1 is a word of Theorem.v."""
    return listed(listed(str(x).replace("-", "- ") for x in line) for line in lines)


def roles_of(slots: SlotSet) -> dict[str, SlotTable]:
    """The tables that are called for gates, for gates that read a signal twice, for outputs, and for the answer."""
    built = slots.construction
    special, phases = built.special, {phase.over: phase for phase in built.phases}

    def refuse(problem: str) -> Undecided:
        return Undecided(f"{slots.model}: the theorem for any order {problem}")

    if [phase.over for phase in built.phases] != ["gates", "question", "outputs"] or len(special) != 2:
        raise refuse("is about gates, the question and outputs, in this order, and two special coordinates")
    bot, join = special
    starts = [slots.start.get(name, rational(0)) for name in special]
    if built.accept != bot or starts != [0, 2] or any(slots.encoding[t] != w for t, w in ENCODING.items()):
        raise refuse("is about bits -1 and 1, and special coordinates that accept, from 0 on, and that are 2")
    wanted = {
        "nand": (phases["gates"].calls, ("a", "b", "i", join)),
        "not": (phases["gates"].if_same, ("a", "i")),
        "copy": (phases["outputs"].calls, ("o", "i")),
        "raise": (phases["question"].calls, ("q", bot)),
    }
    found = {}
    for role, (calls, names) in wanted.items():
        if [call.names for call in calls] != [names]:
            raise refuse(f"has one call on {', '.join(names)}")
        found[role] = table = slots.tables[calls[0].gadget]
        numbers = [x for slot in table.slots for line in (*table.cases, *slot.members, *slot.after) for x in line]
        gaps = [chosen(slot.members, w).gap for k, slot in enumerate(table.slots) for w in table.before(k)]
        if any(rational(x).denominator != 1 for x in numbers) or any(gap is not None and 0 < gap < 2 for gap in gaps):
            raise refuse(f"is about whole numbers, and winners by 2 or more, which {table.table.gadget} does not have")
    return found
