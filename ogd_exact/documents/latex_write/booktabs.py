"""A booktabs table around rows: a float while it fits on a page, a longtable when it does not."""

from collections.abc import Sequence
from dataclasses import dataclass

MAX_ROWS = 32  # of a float, so that it fits with its caption and notes


@dataclass(frozen=True)
class Booktabs:
    columns: str
    caption: str
    label: str
    header: str
    groups: Sequence[Sequence[str]]  # rows, without their ends; rules stand between groups
    notes: Sequence[str] = ()  # below the table

    def text(self) -> str:
        rows = sum(len(group) for group in self.groups)
        lines = self.floating() if rows <= MAX_ROWS else self.breaking()
        return "\n".join(lines) + "\n"

    def body(self, end: str) -> list[str]:
        """All rows; `end` ends a row within a group."""
        lines: list[str] = []
        for group in self.groups:
            rule = r" \midrule" if group is not self.groups[-1] else ""
            lines += [f"  {row} {end}" for row in group[:-1]] + [rf"  {group[-1]} \\{rule}"]
        return lines

    def head(self) -> list[str]:
        return [r"  \toprule", rf"  {self.header} \\ \midrule"]

    def spread(self) -> str:
        """More room between rows where there are fractions."""
        fractions = any("frac{" in row for group in self.groups for row in group)
        return r"\renewcommand{\arraystretch}{1.3}" if fractions else ""

    def below(self) -> list[str]:
        """The notes, as centred lines of their own."""
        if not self.notes:
            return []
        box = r"\parbox{0.85\linewidth}{\centering\footnotesize"
        return [r"\par\nopagebreak\smallskip", box, *(rf"  {note}\par" for note in self.notes), "}"]

    def floating(self) -> list[str]:
        return [
            r"\begin{table}[htbp]",
            rf"\centering\small{self.spread()}",
            rf"\caption{{{self.caption}}}",
            rf"\label{{{self.label}}}",
            rf"\begin{{tabular}}{{{self.columns}}}",
            *self.head(),
            *self.body(r"\\"),
            r"  \bottomrule",
            r"\end{tabular}",
            *self.below(),
            r"\end{table}",
        ]

    def breaking(self) -> list[str]:
        """Pages break between groups, and every page has the header."""
        return [
            rf"\begin{{center}}\small{self.spread()}\setlength{{\LTpost}}{{0pt}}",
            rf"\begin{{longtable}}{{{self.columns}}}",
            rf"  \caption{{{self.caption}}}\label{{{self.label}}} \\",
            *self.head(),
            r"  \endfirsthead",
            r"  \caption[]{(continued)} \\",
            *self.head(),
            r"  \endhead",  # and no foot: every group ends with a rule
            *self.body(r"\\*"),
            r"  \bottomrule",
            r"\end{longtable}",
            *self.below(),
            r"\end{center}",
        ]
