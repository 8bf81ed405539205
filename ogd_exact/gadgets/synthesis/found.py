"""A table of examples that were found: run by the kernel, written as TOML, and verified as any other."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

from ogd_exact.core.checker.verification import Verification
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import rational, sign
from ogd_exact.core.kernel.step import Example
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.effects import ARITY, effect_problem
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.table import Table
from ogd_exact.gadgets.reading.contract_text import stated
from ogd_exact.gadgets.reading.document import Section
from ogd_exact.gadgets.reading.read import table_in
from ogd_exact.gadgets.synthesis.problem import Problem
from ogd_exact.text.text_table import text_table
from ogd_exact.text.toml import toml

Line = dict[str, Any]


def found_table(problem: Problem, values: Mapping[str, Fraction], library: Library) -> tuple[Table, str, bool]:
    """The table with its weights in every case, its file, and what the verifier says of it."""
    data = table_data(problem, values)
    text = toml(data)
    section = Section(Path(f"{problem.model.name} {problem.contract.gadget}"), {}, (), data)
    table = table_in(section, problem.model, printed=False)
    models = {**library.models, problem.model.name: problem.model}  # which may be one at numbers
    alone = Library(models, {(table.model, table.gadget): table}, library, prover=library.prover)
    return table, text, Verification(alone).verified(table)


def table_data(problem: Problem, values: Mapping[str, Fraction]) -> dict[str, Any]:
    """The keys and values of the table's file; the kernel steps through the cases once more, on numbers."""
    model, contract = problem.model, problem.contract
    taken = model.step(model.arithmetic.read)
    numbers = {name: rational(value.numerator, value.denominator) for name, value in values.items()}
    examples = [plain(problem.example(t, numbers)) for t in range(problem.steps)]
    starts: list[Line] = [{c: number_of(w) for c, w in start.items()} for start, _, _ in problem.cases]
    afters: list[list[Line]] = []
    weights = starts
    for example in examples:
        weights = [taken.take(line, example, sign).weights for line in weights]
        afters.append(weights)

    def lines(block: list[Line]) -> list[list[str]]:
        return [[str(line[c]) for c in contract.coordinates] for line in block]

    data: dict[str, Any] = {"gadget": contract.gadget, "label": f"tab:{contract.gadget}"}
    data |= {"coordinates": list(contract.coordinates), "cases": lines(starts)}
    if contract.returns:
        data["returns"] = {c: str(numbers[f"returned_{c}"]) for c in contract.returns}
    data["step"] = [
        {"x": [str(example.x.get(c, 0)) for c in problem.inputs], "y": str(example.y), "after": lines(after)}
        for example, after in zip(examples, afters, strict=True)
    ]
    if contract.gadget not in model.contracts:
        data["contract"] = contract_data(problem, starts, afters[-1])
    return data


def plain(example: Example) -> Example:
    return Example({c: number_of(value) for c, value in example.x.items()}, example.y)


def number_of(value: Any) -> Any:
    """The number that a constant polynomial is."""
    if not hasattr(value, "ring"):
        return value
    constant = value.coeff(1)
    return rational(int(constant.numerator), int(constant.denominator))


def contract_data(problem: Problem, starts: list[Line], ends: list[Line]) -> dict[str, Any]:
    """The contract as a file states it, with what free ends became: an effect, a weight, or every case."""
    contract = problem.contract
    if contract.entry:
        return stated(contract)
    after = dict(contract.after)
    for name in sorted(problem.free):
        effect = effect_of(problem, name, [line[name] for line in ends])
        if effect is None:
            if contract.untouched or contract.returns:
                raise InputError(f"no contract says what became of {name}; keep it, or give it an end")
            lines = [[[str(line[c]) for c in contract.coordinates] for line in block] for block in (starts, ends)]
            return {"coordinates": list(contract.coordinates), "entry": lines[0], "final": lines[1]}
        after[name] = effect
    said = stated(replace(contract, after=after))
    return {key: value for key, value in said.items() if key != "coordinates"}  # which are those before


def effect_of(problem: Problem, name: str, ends: list[Any]) -> str | None:
    """The text of an effect that leads to these weights in the cases: a word, a weight, or a function of bits."""
    contract, model = problem.contract, problem.model
    bits = [c for c in contract.coordinates if contract.before[c] in ("bit", "bit or unset")]
    texts = ["true", "false", "unset", str(ends[0])]
    functions = (f"{f}({', '.join(of)})" for f, arity in ARITY.items() for of in permutations(bits, arity))
    texts += [text for text in functions if not effect_problem(text, contract.before)]
    if name in model.rule.state:
        texts = texts[3:4]
    for text in texts:
        trial = Contract("", "", contract.coordinates, contract.before, {name: text})
        if [model.weight(trial.effect(name, truths)) for truths in contract.assignments()] == ends:
            return text
    return None


def step_by_step(table: Table) -> str:
    """The examples, and the weights of every case after each."""
    cases = [f"case {k + 1}" for k in range(len(table.cases))]
    rows: list[list[str]] = [["", "", "", *map(weights_text, table.cases)]]
    for number, step in enumerate(table.steps, 1):
        after = [weights_text(line) for line in step.after]
        rows.append([str(number), weights_text(step.x), step.y, *after])
    return text_table(["step", f"x ({', '.join(table.inputs)})", "y", *cases], rows)


def weights_text(line: tuple[str, ...]) -> str:
    return f"({', '.join(line)})"
