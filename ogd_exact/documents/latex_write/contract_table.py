"""Writes the API of a model from its contracts: what each gadget needs, does and returns."""

from collections.abc import Mapping, Sequence

from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.effects import KINDS, TRUTHS, Node, is_call, parsed
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.model import Model
from ogd_exact.core.tables.table import Table
from ogd_exact.core.tables.value_text import value_text
from ogd_exact.documents.latex_write.booktabs import Booktabs
from ogd_exact.documents.latex_write.gadget_table import heading, returned
from ogd_exact.documents.notation.latex_notation import LaTeX, escaped, latex_of


def api_page(model: Model, tables: Sequence[Table], library: Library, labels: Mapping[tuple[str, str], str]) -> str:
    """One group of lines for each of the tables that have a contract."""
    promises = [(table, library.models[table.model].contract(table)) for table in tables]
    rows = [Row(table, contract, model, labels[table.model, table.gadget]) for table, contract in promises if contract]
    with_returns = any(row.contract.returns for row in rows)
    names = ["Gadget", "Precondition", "Effect", *(["Returns"] if with_returns else [])]
    header = " & ".join(rf"\textbf{{{name}}}" for name in names)
    old = "Right of an arrow stand the weights before the call."
    caption = rf"The gadgets of \texttt{{{escaped(model.name)}}}, with the weights they set. {old} {others(model)}"
    groups = [row.lines(with_returns) for row in rows]
    page = Booktabs(f"@{{}}{'l' * len(names)}@{{}}", caption, f"tab:api-{model.name}", header, groups)
    return f"% ogd-exact: ignore\n{page.text()}"


def others(model: Model) -> str:
    """What happens to the weights that an effect does not name."""
    numbers = model.arithmetic
    factor = value_text(1 - numbers.read(model.learning_rate) * numbers.read(model.regularizer))
    if factor == "1":
        return "Others stay as they are."
    return f"Every example multiplies all others by ${latex_of(factor)}$."


class Row:
    """What stands in the columns for one gadget, line by line."""

    def __init__(self, table: Table, contract: Contract, model: Model, label: str) -> None:
        self.table, self.contract, self.model, self.label = table, contract, model, label
        self.shown = LaTeX(table).weight

    def lines(self, with_returns: bool) -> list[str]:
        gadget = [heading(self.table, self.model), rf"(Table~\ref{{{self.label}}})"]
        columns = [gadget, self.precondition(), self.effect(), *([self.returns()] if with_returns else [])]
        height = max(map(len, columns))
        padded = [[*column, *[""] * (height - len(column))] for column in columns]
        return [" & ".join(line) for line in zip(*padded, strict=True)]

    def weight(self, truth: str, magnitude: str | None) -> str:
        """The weight that stands for a truth value, of some magnitude; or a fixed weight."""
        value = value_text(self.model.weight(truth))
        if magnitude is None or value == "0":
            return latex_of(value)
        return {"1": "", "-1": "-"}.get(value, f"{latex_of(value)} ") + magnitude

    def at_entry(self, coordinate: str, truth: str) -> str:
        name = self.contract.magnitudes.get(coordinate) if truth in TRUTHS else None
        return self.weight(truth, latex_of(name) if name else None)

    def at_end(self, coordinate: str, truth: str) -> str:
        sized = coordinate in self.contract.returns and truth in TRUTHS
        return self.weight(truth, returned(coordinate, self.table, self.model) if sized else None)

    def precondition(self) -> list[str]:
        if self.contract.entry:
            return [f"${self.vector()} \\in \\{{{', '.join(map(point, self.contract.entry))}\\}}$"]
        return [self.needed(coordinate, kind) for coordinate, kind in self.contract.before.items()]

    def needed(self, coordinate: str, kind: str) -> str:
        values = list(dict.fromkeys(self.at_entry(coordinate, truth) for truth in KINDS.get(kind, (kind,))))
        if len(values) == 1:
            return f"${self.shown(coordinate)} = {values[0]}$"
        return f"${self.shown(coordinate)} \\in \\{{{', '.join(values)}\\}}$"

    def effect(self) -> list[str]:
        if self.contract.final:
            if len(set(self.contract.final)) == 1:
                return [f"${self.vector()} \\leftarrow {point(self.contract.final[0])}$"]
            pairs = zip(self.contract.entry, self.contract.final, strict=True)
            return [f"${point(before)} \\to {point(after)}$" for before, after in pairs]
        result = [line for coordinate in self.contract.after for line in self.becomes(coordinate)]
        for coordinate, condition in self.contract.untouched.items():
            result += [f"${self.shown(coordinate)}$ moves in no step{self.when(condition)}"]
        for coordinate, condition in self.contract.never_positive.items():
            result += [f"${self.shown(coordinate)}$ is positive after no step{self.when(condition)}"]
        for coordinate, condition in self.contract.any.items():
            result += [f"${self.shown(coordinate)}$ ends anywhere{self.when(condition)}"]
        return result

    def becomes(self, target: str) -> list[str]:
        """The lines that say what a coordinate becomes."""
        text = self.contract.after[target]
        arrow = f"{self.shown(target)} \\leftarrow"
        if not is_call(text):
            return [f"${arrow} {self.at_end(target, text)}$"]
        effect = parsed(text)
        part = effect.parts[0]
        if effect.word == "unset_if_false":
            true = f"${arrow} {self.at_end(target, 'true')}${self.is_true(part)}"
            return [f"{true}, else ${self.at_end(target, 'unset')}$"]
        if effect.word == "false_if_unset" and not part.parts:
            at_entry = f"{self.shown(part.word)} = {self.at_entry(part.word, 'unset')}"
            unset = f"${arrow} {self.at_end(target, 'false')}$ if ${at_entry}$"
            kept = f"${arrow} {self.same(part.word, target)}$ otherwise"
            return [unset, kept] if self.changes(part.word, target) else [unset]
        if effect.word == "copy" and not part.parts:
            return [f"${arrow} {self.same(part.word, target)}$"]
        size = f"\\, {returned(target, self.table, self.model)}" if target in self.contract.returns else ""
        return [f"${arrow} {self.function(effect)}{size}$"]

    def changes(self, source: str, target: str) -> bool:
        """Whether a bit that is kept still needs a line: at another coordinate, or with another magnitude."""
        return source != target or target in self.contract.returns

    def same(self, source: str, target: str) -> str:
        """The bit of one coordinate as the weight of another."""
        if target not in self.contract.returns:
            return self.shown(source)
        return f"\\sigma({self.shown(source)})\\, {returned(target, self.table, self.model)}"

    def function(self, effect: Node) -> str:
        if not effect.parts:
            return self.shown(effect.word)
        return f"\\mathrm{{{escaped(effect.word.upper())}}}({', '.join(map(self.function, effect.parts))})"

    def when(self, condition: str) -> str:
        if not is_call(condition):
            return ""
        effect = parsed(condition)
        if effect.word in ("not", "copy"):
            return self.is_true(effect.parts[0], "false" if effect.word == "not" else "true")
        return self.is_true(effect)

    def is_true(self, effect: Node, truth: str = "true") -> str:
        """The condition that an effect, or a coordinate at entry, is true, or is false."""
        if effect.parts:
            return f" if ${self.function(effect)}$ is {truth}"
        return f" if ${self.shown(effect.word)} = {self.at_entry(effect.word, truth)}$"

    def returns(self) -> list[str]:
        known = self.table.returns
        names = {c: returned(c, self.table, self.model) for c in self.contract.returns}
        return [f"${name} = {latex_of(known[c])}$" if c in known else f"${name}$" for c, name in names.items()]

    def vector(self) -> str:
        return f"({', '.join(map(self.shown, self.contract.coordinates))})"


def point(line: Sequence[str]) -> str:
    return f"({', '.join(map(latex_of, line))})"
