"""The whole page: the verdict, findings and corrections by number, a summary of all tables, then each of them."""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from string import Template

from ogd_exact import __version__
from ogd_exact.documents.html.gadget_section import GadgetSection, verdict
from ogd_exact.documents.html.html_notation import HTML, formula, sentence
from ogd_exact.documents.html.marks import Mark, all_marks, section_id, target
from ogd_exact.documents.html.notes import repair_word
from ogd_exact.documents.html.paper import AUTHORS, OURS, TITLE, VERSION
from ogd_exact.documents.html.paper import name as table_name
from ogd_exact.documents.notation.rule_words import rule_words
from ogd_exact.documents.notation.table_view import place
from ogd_exact.gadgets.findings.finding import CONDITIONS, Result
from ogd_exact.gadgets.findings.report import corrected, summary
from ogd_exact.text.wording import counted

HERE = Path(__file__).parent
NAMES = "Here <i>p</i> is <i>w</i>·<i>x</i>, and gains are times the learning rate."


class ReportPage:
    """The results of verify as HTML; witnesses are unfolded if asked for."""

    def __init__(
        self, results: Sequence[Result], source: str, witnesses: bool, more: Sequence[str] = (), but: str = ""
    ) -> None:
        self.results, self.source, self.witnesses, self.more, self.but = results, source, witnesses, more, but
        self.marks = all_marks(results)
        self.by_model = [
            (model, list(group)) for model, group in groupby(enumerate(results, 1), lambda item: item[1].table.model)
        ]

    def text(self) -> str:
        undecided = all(result.verified or result.undecided for result in self.results)
        good = bool(self.results) and all(result.verified for result in self.results)
        sort = "holds" if good else "undecided" if undecided else "wrong"
        return Template((HERE / "page.html").read_text("utf-8")).substitute(
            style=(HERE / "page.css").read_text("utf-8"),
            version=escape(__version__),
            sort=sort,
            summary=escape(" ".join(self.closing())),
            about=self.about(),
            links=" ".join(self.links()),
            lists="\n".join(self.lists()),
            rows="\n".join(self.rows()),
            total=self.total(),
            conditions="\n".join(f'<li id="condition:{n}">{escape(text)}</li>' for n, text in CONDITIONS.items()),
            tables="\n".join(self.tables()),
        )

    def about(self) -> str:
        """A sentence on what was checked."""
        if self.source not in OURS:
            return "Your own tables, each by the name of its model and gadget."
        way = (
            "with the misprints corrected that are listed below"
            if self.source == "corrected"
            else "as they are printed"
        )
        return (
            f"The tables of <cite>{TITLE}</cite> by {AUTHORS} ({VERSION}), {way}, with the numbers and labels that "
            "they have there."
        )

    def closing(self) -> list[str]:
        return [summary(self.results, self.source, self.but), corrected(self.results, self.source), *self.more]

    def links(self) -> Iterator[str]:
        names = [name for name, marks in self.listed() if marks]
        yield from (f'<a href="#{name}">{name}</a>' for name in [*names, "summary"])
        yield from (f'<a href="#model:{escape(model)}">{escape(model)}</a>' for model, _ in self.by_model)
        yield '<a href="#conditions">conditions</a>'

    def listed(self) -> list[tuple[str, list[tuple[int, Mark]]]]:
        """Findings, and corrections, each with the index of its table."""
        marks = [(i, mark) for i, here in enumerate(self.marks) for mark in here]
        found = [(i, mark) for i, mark in marks if mark.finding]
        return [("findings", found), ("corrections", [(i, mark) for i, mark in marks if not mark.finding])]

    def lists(self) -> Iterator[str]:
        for name, marks in self.listed():
            if marks:
                instead = "suggested" if name == "findings" else "corrected"
                head = f"<td></td><th>table</th><th>cell</th><th>printed</th><th>{instead}</th>"
                rows = "\n".join(self.listed_row(i, mark) for i, mark in marks)
                yield f'<section class="list"><h2 id="{name}">{name.capitalize()}</h2><div class="wide" tabindex="0">'
                yield f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div></section>"

    def listed_row(self, index: int, mark: Mark) -> str:
        table = self.results[index].table
        name = f"{escape(table.model)} <code>{escape(table.gadget)}</code> {table_name(table, self.source)}"
        instead = "" if mark.instead is None else formula(mark.instead)
        if repair_word(mark) == "could be":
            instead += " <small>(or another)</small>"
        return (
            f'<tr class="{mark.sort}"><td><a class="sign" href="#{mark.id}">{mark.sign}</a></td><td>{name}</td>'
            f'<td><a href="#{escape(target(mark, table))}">{place(mark.cell, table, HTML(table))}</a></td>'
            f'<td data-head="printed">{formula(mark.printed or "")}</td>'
            f'<td data-head="{repair_word(mark)}"><ins>{instead}</ins></td></tr>'
        )

    def rows(self) -> Iterator[str]:
        for model, group in self.by_model:
            yield f'<tbody><tr><th colspan="8"><a href="#model:{escape(model)}">{escape(model)}</a></th></tr>'
            yield from (self.row(k, result) for k, result in group)
            yield "</tbody>"

    def row(self, k: int, result: Result) -> str:
        table, marks = result.table, self.marks[k - 1]
        corrected = sum(mark.finding is None for mark in marks)
        more = [counted(len(result.findings), "finding")] if result.findings else []
        more += [counted(corrected, "correction")] if corrected else []
        region = ", ".join(f'<span class="bound">{formula(bound)}</span>' for bound in result.region)
        counts = (len(table.steps), len(table.cases), result.transitions, result.calls)
        return (
            f"<tr><td>{table_name(table, self.source)}</td>"
            f'<td><a href="#{escape(section_id(table))}"><code>{escape(table.gadget)}</code></a></td>'
            f"{''.join(f'<td>{count}</td>' for count in counts)}"
            f"<td>{verdict(result)} <small>{', '.join(more)}</small></td><td>{region}</td></tr>"
        )

    def total(self) -> str:
        counts = (sum(r.transitions for r in self.results), sum(r.calls for r in self.results))
        good = sum(result.verified for result in self.results)
        return (
            f'<tr><th colspan="4">{counted(len(self.results), "table")}</th>'
            f"{''.join(f'<td>{count}</td>' for count in counts)}<td>{good} verified</td><td></td></tr>"
        )

    def tables(self) -> Iterator[str]:
        sections = {section_id(result.table) for result in self.results}
        for model, group in self.by_model:
            yield f'<h2 id="model:{escape(model)}">{escape(model)}</h2>'
            first = group[0][1]
            yield f"<p>{escape(first.rule.words)}: {sentence(rule_words(first.rule), first.table)}. {NAMES}</p>"
            for k, result in group:
                yield str(
                    GadgetSection(
                        result, self.marks[k - 1], table_name(result.table, self.source), sections, self.witnesses
                    )
                )
