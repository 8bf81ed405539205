"""The Coq file of a model: its tables row by row, its contracts, its construction, and the theorem about it."""

from collections.abc import Iterator, Sequence

from ogd_exact.core.checker.verification import Verification
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.model import Model
from ogd_exact.core.tables.table import Table
from ogd_exact.documents.coq.constructions import ConstructionText
from ogd_exact.documents.coq.contracts import GadgetContract, PlaceContents, contract_of
from ogd_exact.documents.coq.coq_text import formula, identifier, listed, names_of, shown
from ogd_exact.documents.coq.magnitudes import Magnitudes
from ogd_exact.documents.coq.proof_file import NotCovered, ProofFile
from ogd_exact.documents.coq.rule_text import beyond, rule_text
from ogd_exact.documents.coq.table_lemmas import TableLemmas
from ogd_exact.training.constructions.construction import Construction
from ogd_exact.training.constructions.proof import check_always

HEAD = """Require Import OGD.Model OGD.Positive.
Local Open Scope field_scope.

Section Tables.
Context {F : ordered_field}.
Add Field numbers : (field_of F) (morphism (num_morphism F), completeness (num_faithful F),
  constants [numeral], power_tac (power_of F) [exponent])."""


def model_file(model: str, library: Library, built: Construction | None) -> ProofFile:
    """Writes the file of a model; raises Undecided where a proof is not found, and Refuted where there is none."""
    owner = library.models[built.gadgets if built else model]
    more = {"lift": built.lift.width > 1, "gates but NAND": built.kinds} if built else {}
    if lacking := beyond(owner) or next((name for name, has in more.items() if has), ""):
        raise NotCovered(f"{model}: the theory has no {lacking}")
    if built and not built.after_each:
        check_always(built, library)  # which the theorem does not speak of
    symbols = tuple(dict.fromkeys(owner.symbols + library.models[model].symbols))
    tables = needed_tables(library, owner.name, built)
    if owner.name != model:
        tables += needed_tables(library, model, None)
    rows = [TableLemmas(table, library) for table in tables]
    held, magnitudes = PlaceContents(owner), Magnitudes(owner, tables)
    promised = [(of_table, contract_of(of_table)) for of_table in rows]
    contracts = [GadgetContract(of_table, found, held, magnitudes) for of_table, found in promised if found]
    construction = ConstructionText(built, library.models[model], contracts, held, magnitudes) if built else None
    head = HEAD.replace("OGD.Model", "OGD.Model OGD.Bias") if construction and construction.biases else HEAD
    title = f"(* {shown(model)}: its tables and its construction, as ogd-exact prove wrote them. *)"
    lines = [title, head, *variables(owner, symbols)]
    for of_table in rows:
        lines += ["", *of_table.lines()]
    lines += ["", *magnitudes.lines()]
    bodies = [line for contract in contracts for line in ("", *contract.lines())]  # which find more fixed weights
    lines += [encoding(owner, held), *bodies]
    theorems = [f"{contract.gadget}_keeps_contract" for contract in contracts]
    if construction:
        lines += ["", "(* The construction. *)", *construction.lines()]
        theorems = [construction.whole]
    lines += ["End Tables.", "", *(f"Print Assumptions {name}." for name in theorems), ""]
    places = {name: place for of_table in rows for name, place in of_table.places.items()}

    def faultless(lemma: str) -> bool:
        return Verification(library).verified(places[lemma].table)

    return ProofFile(model, identifier(model), "\n".join(lines), places, faultless)


def needed_tables(library: Library, model: str, built: Construction | None) -> list[Table]:
    """The tables of the model, and the tables that its construction calls, each after what it calls itself."""
    found: dict[str, Table] = {}

    def visit(gadget: str) -> None:
        table = library.find(model, gadget)
        if table is None or gadget in found:
            return
        library.examples(table)  # refuses calls in a ring
        for step in table.steps:
            if step.call:
                visit(step.call)
        found[gadget] = table

    own = [gadget for name, gadget in library.tables if name == model]
    for gadget in [*own, *(pattern.gadget for phase in (built.phases if built else ()) for pattern in phase.all)]:
        visit(gadget)
    return list(found.values())


def variables(model: Model, symbols: Sequence[str]) -> Iterator[str]:
    """The symbols of a model, and its rule."""
    names = names_of(symbols)
    if names:
        yield f"Variables {' '.join(names.values())} : F."
    yield rule_text(model, names)


def encoding(model: Model, held: PlaceContents) -> str:
    names = names_of(model.symbols)
    yes, no = (formula(model.encoding[truth], names) for truth in ("true", "false"))
    fixed = listed(formula(text, names) for text in held.fixed)
    return f"Definition E : encoding F := {{| yes := {yes}; no := {no}; fixed := {fixed} |}}."
