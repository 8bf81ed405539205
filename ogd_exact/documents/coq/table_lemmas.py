"""The rows of a table as lemmas, one for each step and case, and each case as a column of them."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from ogd_exact.core.checker.conditions import of_rule
from ogd_exact.core.checker.scope import needed_magnitudes, texts
from ogd_exact.core.checker.table_check import TableCheck
from ogd_exact.core.checker.violation import CallProblem
from ogd_exact.core.kernel.errors import SignVaries, Undecided
from ogd_exact.core.tables.cells import Line
from ogd_exact.core.tables.data import Step
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.table import Table
from ogd_exact.core.tables.value_text import value_text
from ogd_exact.documents.coq.coq_text import coordinate, formula, grouped, listed, names_of
from ogd_exact.documents.coq.positivity import Positivity, all_positive, bound_text


class Place(NamedTuple):
    """What a lemma is about; steps and cases count from 1."""

    table: Table
    step: int | None = None
    case: int | None = None

    def __str__(self) -> str:
        parts = [f"{self.table.model} {self.table.gadget} ({self.table.label})"]
        parts += [f"{word} {k}" for word, k in (("step", self.step), ("case", self.case)) if k is not None]
        return ", ".join(parts)


class Refuted(Exception):
    """A row that leads nowhere, so that there is no lemma to write."""


class TableLemmas:
    """The text about one table. Magnitudes, if it has any, are variables; so what it proves takes them first."""

    def __init__(self, table: Table, library: Library) -> None:
        self.table, self.check = table, TableCheck(table, library)
        model = self.check.model
        self.gadget, self.width, self.values = table.gadget, len(table.inputs), self.check.values
        plain = names_of(model.symbols + model.magnitudes)
        self.names = plain | {name: formula(text, plain) for name, text in table.constants.items()}
        self.magnitudes = needed_magnitudes(table, model)
        self.bounds = [bound_text(bound, plain) for bound in self.check.bounds]
        self.known = Positivity(self.check.oracle, self.bounds)
        self.order = [table.coordinates.index(name) for name in (*table.inputs, *table.state)]
        self.size, own = library.examples(table), (step.x for step in table.steps if not step.call)
        self.entries = max((sum(self.values.value(text) != 0 for text in x) for x in own), default=0)
        self.places: dict[str, Place] = {}

    @property
    def has_region(self) -> bool:
        return bool(self.known.numbers.symbols)

    def weights(self, line: Line) -> str:
        return listed(formula(line[k], self.names) for k in self.order)

    def example(self, step: Step) -> str:
        entries = [(k, text) for k, text in enumerate(step.x) if self.values.value(text) != 0]
        x = listed(f"({coordinate(k)}, {formula(text, self.names)})" for k, text in entries)
        return f"({x}, {formula(step.y, self.names)})"

    def own(self, what: str) -> str:
        """The name of something of this gadget, at its own magnitudes."""
        return " ".join([f"{self.gadget}_{what}", *(self.names[name] for name in self.magnitudes)])

    def defined(self, what: str, kind: str, body: str) -> str:
        variables = " ".join(self.names[name] for name in self.magnitudes)
        return f"Definition {self.gadget}_{what}{f' ({variables} : F)' if variables else ''} : {kind} := {body}."

    def lines(self) -> Iterator[str]:
        """All definitions and lemmas about the rows."""
        self.check_defined()
        self.check_rule()
        yield f"(* {self.gadget} *)"
        examples = " ++\n  ".join(self.examples(step) for step in self.table.steps)
        yield self.defined("examples", "list (example F)", f"\n  {examples}")
        if self.has_region:
            yield self.defined("region", "Prop", all_positive(self.bounds))
            yield f"Section {self.gadget}_rows."
            if self.magnitudes:
                yield f"Variables {' '.join(self.names[name] for name in self.magnitudes)} : F."
            yield f"Hypothesis region : {self.own('region')}."
            yield self.region_tactic()
            for k, step in enumerate(self.table.steps):
                if step.call:
                    yield from self.call_region(k, step)
        for case in range(len(self.table.cases)):
            yield from self.column(case)
        if self.has_region:
            yield f"End {self.gadget}_rows."

    def check_defined(self) -> None:
        """Refuses divisions by zero: in Coq they have some value, so that no lemma would tell."""
        for cell, text in texts(self.table, self.check.model) if self.has_region else ():
            place = Place(self.table, None if cell.step is None else cell.step + 1)
            if kind := self.check.undefined(text):
                problem = f"{place}: {text} is not known to be defined on the whole region"
                raise Undecided(problem) if kind == "undecided" else Refuted(problem)

    def check_rule(self) -> None:
        """Refuses wrong labels and learning rates: in Coq a rule takes every one, so that no lemma would tell."""
        for violation in of_rule(self.check):
            what = violation.cell.kind.replace("_", " ")
            problem = f"{Place(self.table)}: the {what} is not known to be one of gradient descent; see verify"
            raise Undecided(problem) if violation.kind == "undecided" else Refuted(problem)
        labels = self.check.model.rule.labels
        for k, step in enumerate(self.table.steps, 1):
            if labels and not step.call and self.values.value(step.y) not in labels:
                named = " or ".join(map(str, labels))
                raise Refuted(f"{Place(self.table, k)}: the label {step.y} is none of this rule, which has {named}")

    def examples(self, step: Step) -> str:
        return self.called(step) if step.call else f"[{self.example(step)}]"

    def on(self, step: Step) -> str:
        return listed(coordinate(self.table.inputs.index(name)) for name in step.on)

    def called(self, step: Step) -> str:
        return f"called {self.width} {self.on(step)} {grouped(self.of_callee(step, 'examples'))}"

    def of_callee(self, step: Step, what: str) -> str:
        """The name of something of a called gadget, at the magnitudes that it is given."""
        callee, _ = self.called_table(step, Place(self.table, self.table.steps.index(step) + 1))
        given = needed_magnitudes(callee.table, self.check.model)
        magnitudes = [grouped(formula(step.magnitudes[name], self.names)) for name in given]
        return " ".join([f"{step.call}_{what}", *magnitudes])

    def region_tactic(self) -> str:
        """What the region says, one by one, and that its symbols are positive where it says so in other words."""
        known = f"pose proof region as known; unfold {self.gadget}_region in known"
        if len(self.bounds) > 1:
            known += f"; destruct known as ({' & '.join('?' for _ in self.bounds)})"
        for symbol, value in self.known.numbers.environment.items():
            used = symbol in self.check.model.symbols or symbol in self.magnitudes
            if used and self.names[symbol] not in self.bounds and self.known.is_positive(value):
                known += f";\n  assert (0 < {self.names[symbol]}) by positively ({self.known.certificate(value)})"
        return f"Ltac in_region := {known}."

    def call_region(self, k: int, step: Step) -> Iterator[str]:
        """The lemma that a call is made within the region of the called gadget."""
        name, place = f"{self.gadget}_step{k + 1}_region", Place(self.table, k + 1)
        self.places[name] = place
        callee, _ = self.called_table(step, place)
        bounds = [callee.difference(bound) for bound in TableCheck(callee.table, self.check.library).bounds]
        proofs = "".join(f"\n  - positively ({self.certificate(value, place)})." for value in bounds)
        yield f"Lemma {name} : {self.of_callee(step, 'region')}."
        yield f"Proof.\n  in_region. repeat apply conj.{proofs}\nQed."

    def called_table(self, step: Step, place: Place) -> Any:
        try:
            return self.values.callee(step)
        except CallProblem as problem:
            raise Refuted(f"{place}: the call of {step.call} is not allowed: {problem.reason}; see verify") from None

    def certificate(self, value: Any, place: Place) -> str:
        """The certificate of a value or its opposite; where its sign varies, the value, which Coq will refuse."""
        try:
            return self.known.certificate(value)
        except SignVaries:
            return formula(value_text(value), self.names)
        except Undecided as problem:
            raise Undecided(f"{place}: {problem}") from None

    def side(self, margin: Any, place: Place) -> str:
        """Where a score lies beside a kink, from which it is this far; above it, by no proof, where that varies."""
        text = grouped(self.certificate(margin, place))
        try:
            return ("On", f"Above {text}", f"Below {text}")[self.known.sign(margin)]
        except SignVaries:
            return f"Above {text}"

    def column(self, case: int) -> Iterator[str]:
        """The rows of a case, then that they lead from its first weights to its last."""
        gadget, table, width = self.gadget, self.table, self.width
        rows, proofs = [], []
        for k, step in enumerate(table.steps):
            before, after = table.before(k)[case], step.after[case]
            name, place = f"{gadget}_step{k + 1}_case{case + 1}", Place(table, k + 1, case + 1)
            self.places[name] = place
            proofs.append(f"{'through' if k + 1 < len(table.steps) else 'arrive'} {name}.")
            if step.call:
                called = self.matching(step, before, place)
                row = f"within R {width} {self.on(step)} {self.weights(before)} "
                row += grouped(self.of_callee(step, f"rows{called}"))
                column = f"{step.call}_column{called}"
                if self.has_region:
                    given = self.of_callee(step, f"column{called}")
                    column = f"({given} {gadget}_step{k + 1}_region)"
                statement = f"leads R {width} ({self.called(step)}) {self.weights(before)}\n  ({row})"
                proof = f"calls {column}"
            else:
                row = f"[{self.weights(after)}]"
                statement = f"row R {width} {self.example(step)} {self.weights(before)}"
                proof = self.row_proof(step, before, place)
            rows.append(row)
            yield f"Lemma {name} : {statement} {self.weights(after)}."
            yield f"Proof. {'in_region. ' if self.has_region else ''}{proof}. Qed."
        first, last = self.weights(table.cases[case]), self.weights(table.steps[-1].after[case])
        name = f"{gadget}_column{case + 1}"
        self.places[name] = Place(table, None, case + 1)
        yield self.defined(f"rows{case + 1}", "list (list F)", "\n  " + " ++ ".join(rows))
        examples, rows_text = (grouped(self.own(what)) for what in ("examples", f"rows{case + 1}"))
        yield f"Lemma {name} : leads R {width} {examples} {first} {rows_text} {last}."
        yield f"Proof.\n  {' '.join(proofs)}\nQed."

    def row_proof(self, step: Step, before: Line, place: Place) -> str:
        """Where the score lies beside each kink, and what is added there of x and to v."""
        taken, weights = self.values.step, dict(zip(self.table.coordinates, self.values.line(before), strict=True))
        values, zero = taken.values(weights, self.values.example(step)), self.known.numbers.number(0)
        sides = [self.side(margin + zero, place) for margin in taken.margins(values)]
        moved = taken.moves(sum(side.startswith("Above") for side in sides), values)
        added = [self.plain(moved.get(name, 0) + zero) for name in ("x", *(self.table.state or ("",)))]
        return f"lies {listed(sides)} moves {' '.join(added)}"

    def plain(self, value: Any) -> str:
        """A value as Coq reads it; it is left to Coq where it divides by symbols, in other words than the table."""
        if self.known.numbers.symbols and not value.denom.is_ground:
            return "_"
        return grouped(formula(value_text(value), self.names))

    def matching(self, step: Step, before: Line, place: Place) -> int:
        """The number of the case of the called gadget that fits."""
        callee, positions = self.called_table(step, place)
        try:
            return self.values.matching_case(callee, positions, self.values.line(before)) + 1
        except CallProblem:
            raise Refuted(f"{place}: {step.call} is called on weights that none of its cases has; see verify") from None
