"""Writes what the symbols of the tables mean, and what the models are."""

from collections.abc import Iterator, Sequence

from ogd_exact.core.tables.model import Model
from ogd_exact.core.tables.table import Table
from ogd_exact.core.tables.value_text import value_text
from ogd_exact.documents.latex_write.booktabs import Booktabs
from ogd_exact.documents.notation.latex_notation import LATEX, escaped, latex_of, latex_of_bound, symbol
from ogd_exact.documents.notation.rule_words import rule_words
from ogd_exact.documents.notation.typeset import typeset_sentence


def symbols_page(models: Sequence[Model], tables: Sequence[Table]) -> str:
    rows = [*everywhere(models), *of_models(models), *of_tables(tables)]
    header = r"\textbf{Symbol} & \textbf{Meaning} & \textbf{Where}"
    symbols = Booktabs("@{}lll@{}", "Symbols of the tables.", "tab:symbols", header, [rows])
    names = ["Model", "What it is", "Rate", "Regularizer", "False", "Unset", "True"]
    header = " & ".join(rf"\textbf{{{name}}}" for name in names)
    lines = [model_line(model) for model in models]
    pages = [symbols, Booktabs("@{}llccccc@{}", "Models.", "tab:models", header, [lines]), rules(models)]
    return "\n".join(f"% ogd-exact: ignore\n{page.text()}" for page in pages)


def rules(models: Sequence[Model]) -> Booktabs:
    """What each rule does, from its data."""
    lines = [f"{named([model])} & {typeset_sentence(rule_words(model.rule), LATEX)}" for model in models]
    header = r"\textbf{Model} & \textbf{What an example does}"
    caption = r"Rules; $p$ is $w \cdot x$, and gains are times the rate."
    return Booktabs(r"@{}lp{0.7\linewidth}@{}", caption, "tab:rules", header, [lines])


def everywhere(models: Sequence[Model]) -> Iterator[str]:
    yield r"$i_1, i_2, \ldots$ & coordinates that a gadget is called on & all tables"
    yield "$x_{i_k}$, $y$ & the example: its entry at a coordinate, and its label & all tables"
    yield "$w_{i_k}$ & weight at a coordinate & all tables"
    states = [{*zip(model.rule.state, model.rule.state_words, strict=True)} for model in models]
    for state in sorted(set().union(*states)):
        where = named([model for model, own in zip(models, states, strict=True) if state in own])
        yield f"${symbol(state[0])}$ & {escaped(state[1])} & {where}"


def of_models(models: Sequence[Model]) -> Iterator[str]:
    for model in models:
        for name in model.symbols:
            scope = "chosen anew by each step" if name in model.per_step else "the same in all steps"
            yield f"${symbol(name)}$ & parameter, {scope}{bounds([name], model)} & {named([model])}"
        if model.magnitudes:
            names = ", ".join(map(symbol, model.magnitudes))
            assumed = bounds(model.magnitudes, model)
            yield f"${names}$ & magnitudes of bits, chosen by each call{assumed} & {named([model])}"
            yield rf"$\sigma(w)$ & sign of a weight & {named([model])}"


def bounds(names: Sequence[str], model: Model) -> str:
    """What the model assumes of symbols."""
    about = [f"${latex_of_bound(bound.text)}$" for bound in model.region if any(name in bound.text for name in names)]
    return f"; {', '.join(about)}" if about else ""


def of_tables(tables: Sequence[Table]) -> Iterator[str]:
    for table in tables:
        for name, text in table.constants.items():
            where = rf"{named_text(table.model)}, \texttt{{{escaped(table.gadget)}}}"
            yield f"${symbol(name)}$ & the number ${latex_of(text)}$ & {where}"


def model_line(model: Model) -> str:
    parameters = [model.learning_rate, model.regularizer]
    # With magnitudes a bit is so many times its own.
    own = f"({{}})*{model.magnitudes[0]}" if model.magnitudes else "{}"
    values = {truth: model.arithmetic.read(own.format(model.encoding[truth])) for truth in ("false", "unset", "true")}
    texts = [*parameters, *map(value_text, values.values())]
    return " & ".join([named([model]), escaped(model.rule.words), *(f"${latex_of(text)}$" for text in texts)])


def named(models: Sequence[Model]) -> str:
    return ", ".join(named_text(model.name) for model in models)


def named_text(name: str) -> str:
    return rf"\texttt{{{escaped(name)}}}"
