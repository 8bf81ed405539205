"""The tables of the library as several authors would type them; shares nothing with the project's own writer."""

from collections.abc import Callable
from dataclasses import dataclass, field

from ogd_exact.core.tables.cells import Cell, Line
from ogd_exact.core.tables.expressions import Node, parse
from ogd_exact.core.tables.table import Table

Typed = Callable[[Cell, str], str]  # a cell in math mode; a test may spoil it on the way
NAMES = {"alpha": r"\alpha", "rho": r"\rho", "sqrt_eta": r"\sqrt{\eta}", "sqrt_eta_plain": r"\eta"}


@dataclass
class Hand:
    """How an author writes: `formula` for cells, and a whole table from its cells."""

    name: str
    preamble: str
    formula: Callable[[Node], str]
    table: Callable[["Hand", Table, Typed], str]
    epsilon: str = r"\epsilon"

    def typed(self, text: str) -> str:
        return self.formula(parse(text))

    def document(self, tables: list[Table], typed: Typed | None = None) -> str:
        body = "\n\n".join(self.table(self, table, typed or (lambda _, text: text)) for table in tables)
        return f"\\documentclass{{article}}\n{self.preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"


@dataclass
class Style:
    """How formulas are typed; each hand has its own."""

    fraction: Callable[[str, str], str]
    number: Callable[[int], str] = str
    times: str = " "
    epsilon: str = r"\epsilon"
    group: tuple[str, str] = ("(", ")")
    names: dict[str, str] = field(default_factory=lambda: dict(NAMES))

    def symbol(self, name: str) -> str:
        return f"{self.epsilon}_{name[3:]}" if name.startswith("eps") else self.names[name]

    def __call__(self, node: Node, place: str = "sum") -> str:
        text, kind = self.shape(node)
        loose = {"sum": (), "term": ("sum",), "factor": ("sum", "negative"), "base": ("sum", "negative", "product")}
        return f"{self.group[0]}{text}{self.group[1]}" if kind in loose[place] else text

    def shape(self, node: Node) -> tuple[str, str]:
        if node.kind == "number":
            return self.number(node.number), "atom"
        if node.kind == "symbol":
            return self.symbol(node.symbol), "atom"
        if node.kind == "neg":
            return f"-{self(node.operands[0], 'factor')}", "negative"
        if node.kind == "^":
            return f"{self(node.operands[0], 'base')}^{{{node.operands[1].number}}}", "product"
        left, right = node.operands
        if node.kind in "+-":
            return f"{self(left)}{node.kind}{self(right, 'factor')}", "sum"
        if node.kind == "/":
            return self.fraction(self(left), self(right)), "product"
        return self.product(self(left, "factor"), self(right, "factor")), "product"

    def product(self, left: str, right: str) -> str:
        digits = left[-1:].isdigit() and (right[:1].isdigit() or right.startswith(("\\frac", "\\tfrac", "\\ff")))
        return left + (r" \cdot " if digits else self.times) + right


def cells(table: Table, typed: Typed, formula: Callable[[str], str]) -> Callable[[Cell, str], str]:
    return lambda cell, text: formula(typed(cell, text))


def escaped(name: str) -> str:
    return name.replace("_", r"\_")


def subscripted(name: str) -> str:
    return f"{name[0]}_{name[1:]}"


def call_text(table: Table, k: int, show: Callable[[Cell, str], str]) -> list[str]:
    """The arguments of a call: coordinates, then magnitudes."""
    step = table.steps[k]
    return [
        *map(subscripted, step.on),
        *(show(Cell(k, "magnitudes", name=name), text) for name, text in step.magnitudes.items()),
    ]


def rows(table: Table, show: Callable[[Cell, str], str]) -> list[list[tuple[list[str], list[str]]]]:
    """For each step, its lines: weights before and after."""

    def shown(k: int, name: str, c: int, line: Line) -> list[str]:
        kind = "cases" if (k, name) == (0, "before") else name
        return [show(Cell(k, kind, c, i), text) for i, text in enumerate(line)]

    return [
        [
            (shown(k, "before", c, before), shown(k, "after", c, after))
            for c, (before, after) in enumerate(zip(table.before(k), step.after, strict=True))
        ]
        for k, step in enumerate(table.steps)
    ]


def example(table: Table, k: int, show: Callable[[Cell, str], str]) -> list[str]:
    step = table.steps[k]
    return [*(show(Cell(k, f"x{i + 1}"), text) for i, text in enumerate(step.x)), show(Cell(k, "y"), step.y)]


def weights(table: Table) -> str:
    return ", ".join("v" if c == "v" else f"w_{{{subscripted(c)}}}" for c in table.coordinates)


def mark(table: Table) -> str:
    return f"% ogd-exact: model={table.model} gadget={table.gadget}"


def returned(table: Table, show: Callable[[Cell, str], str], epsilon: str) -> str:
    number = {c: k + 1 for k, c in enumerate(table.coordinates)}
    named = [f"{epsilon}_{number[c]}' = {show(Cell(None, 'returns', name=c), t)}" for c, t in table.returns.items()]
    return f"Return $({', '.join(named)})$."


# An author who writes as the paper does: columns for every weight, joined by the preamble.


def booktabs(hand: Hand, table: Table, typed: Typed) -> str:
    show = cells(table, typed, hand.typed)
    n, w = len(table.inputs), len(table.coordinates)
    joined = "@{, }".join("r" * w)
    lines = [
        mark(table), r"\begin{table}", rf"\caption{{Data for \texttt{{{escaped(table.gadget)}}}"
        + "".join(f" $\\left(\\text{{here }} {NAMES[c]}={show(Cell(None, 'constants', name=c), t)}\\right)$"
                  for c, t in table.constants.items()) + ".}%no more",
        rf"\label{{{table.model}:{table.label}}}", r"\centering",
        rf"\begin{{tabular}}{{@{{}}{'c' * (n + 1)}r@{{}}{joined}@{{$) \to ($}}{joined}@{{$)$}}@{{}}}}", r"  \toprule",
        "  " + " & ".join([*(f"$x_{{{subscripted(c)}}}$" for c in table.inputs), "$y$"])
        + rf" & \multicolumn{{{2 * w + 1}}}{{c}}{{Effect on $({weights(table)})$}} \\ \midrule",
    ]  # fmt: skip
    for k, (step, group) in enumerate(zip(table.steps, rows(table, show), strict=True)):
        for c, (before, after) in enumerate(group):
            effect = " & ".join(f"${text}$" for text in (*before, *after))
            left = rf"\multicolumn{{{n + 1}}}{{c}}{{{f'({step.note})' if c == 1 and step.note else ''}}}"
            if c == 0 and not step.call:
                left = " & ".join(f"${text}$" for text in example(table, k, show))
            elif c == 0:
                name = step.call.replace("_", r"\_")
                left = rf"\multicolumn{{{n + 1}}}{{c}}{{\func{{{name}}}{{{', '.join(call_text(table, k, show))}}}}}"
            lines.append(rf"  {left} & $($ & {effect} \\" + (r" \midrule" if c == len(group) - 1 else ""))
    if table.returns:
        lines.append(rf"  \multicolumn{{{n + 2 * w + 2}}}{{c}}{{{returned(table, show, hand.epsilon)}}} \\")
    return "\n".join([*lines, r"  \bottomrule", r"\end{tabular}", r"\end{table}"])


# An author of few packages: rules everywhere, one cell for the whole effect, empty cells instead of \multicolumn.


def ruled(hand: Hand, table: Table, typed: Typed) -> str:
    show = cells(table, typed, hand.typed)
    n = len(table.inputs)
    heads = [*(rf"$x_{{{subscripted(c)}}}$" for c in table.inputs), "$y$", rf"$({weights(table)})$"]
    text = mark(table) + "\n\\begin{table}[h]\n\\begin{center}\n\\begin{tabular}{|" + "c|" * (n + 2) + "}\n\\hline\n"
    text += " & ".join(heads) + "\\\\\n\\hline\\hline\n"
    for k, (step, group) in enumerate(zip(table.steps, rows(table, show), strict=True)):
        for c, (before, after) in enumerate(group):
            left = [""] * (n + 1)
            if c == 0 and not step.call:
                left = [f"$\\displaystyle {part}$" for part in example(table, k, show)]
            elif c == 0:
                left[0] = (
                    rf"\textsf{{{step.call.replace('_', chr(92) + '_')}}}$({', '.join(call_text(table, k, show))})$"
                )
            elif c == 1 and step.note:
                left[0] = f"({step.note})"
            arrow = r"\;\longrightarrow\;"
            text += (
                " & ".join(left)
                + f"\n   & $\\left({', '.join(before)}\\right){arrow}\\left({', '.join(after)}\\right)$"
            )
            text += "\\\\\n"
        text += "\\hline % end of a step\n\n"
    if table.returns:
        text += rf"\multicolumn{{{n + 2}}}{{|l|}}{{{returned(table, show, hand.epsilon)}}}\\" + "\n\\hline\n"
    values = ", ".join(f"{NAMES[c]} = {show(Cell(None, 'constants', name=c), t)}" for c, t in table.constants.items())
    note = f", where ${values}$" if values else ""
    return (
        text + f"\\end{{tabular}}\n\\end{{center}}\n\\caption{{{table.gadget.replace('_', ' ')}{note}}}\n\\end{{table}}"
    )


# An author of macros: math columns, a longtable, \multirow, a macro for a whole line of weights.


def long(hand: Hand, table: Table, typed: Typed) -> str:
    show = cells(table, typed, hand.typed)
    n, cases = len(table.inputs), len(table.cases)
    head = " & ".join(
        [*(rf"x_{{{c[1:]}}}" if c.startswith("i") else rf"x_{{{subscripted(c)}}}" for c in table.inputs), "y"]
    )
    head += r" & \text{before} & \text{after} \\ \midrule"
    text = f"{mark(table)}\n\\begin{{longtable}}[c]{{@{{}}*{{{n + 3}}}{{>{{$}}c<{{$}}}}@{{}}}}\n"
    defined = "; ".join(
        f"${NAMES[c]} = {show(Cell(None, 'constants', name=c), t)}$" for c, t in table.constants.items()
    )
    text += (
        rf"\caption[short]{{\protect\\ Gadget; {defined}}}\label{{long:{table.model}:{table.gadget}}}\\ \toprule" + "\n"
    )
    text += f"{head}\n\\endfirsthead\n\\toprule {head}\n\\endhead\n\\bottomrule\n\\endfoot\n"
    for k, (step, group) in enumerate(zip(table.steps, rows(table, show), strict=True)):
        for c, (before, after) in enumerate(group):
            left = " & " * n
            if c == 0 and not step.call:
                left = " & ".join(rf"\multirow{{{cases}}}{{*}}{{${part}$}}" for part in example(table, k, show))
            elif c == 0:
                name = step.call.replace("_", r"\_")
                left = rf"\multicolumn{{{n + 1}}}{{l}}{{\use{{{name}}}{{{','.join(call_text(table, k, show))}}}}}"
            elif c == 1 and step.note:
                left = rf"\multicolumn{{{n + 1}}}{{l}}{{\emph{{({step.note})}}}}"
            text += f"{left} & \\vect{{{', '.join(before)}}} & \\vect{{{', '.join(after)}}} \\\\*[2pt]\n"
        text += r"\addlinespace[3pt]\cmidrule(lr){1-" + f"{n + 1}" + "}\n"
    if table.returns:
        text += rf"\multicolumn{{{n + 3}}}{{c}}{{{returned(table, show, hand.epsilon)}}} \\" + "\n"
    return text + "\\end{longtable}"


def grouped(number: int) -> str:
    text = str(number)
    while len(text.split(r"\,")[0]) > 3 and len(text) > 4:
        first, *rest = text.split(r"\,")
        text = r"\,".join([first[:-3], first[-3:], *rest])
    return text


def short_fraction(above: str, below: str) -> str:
    plain = len(above) == len(below) == 1 and (above + below).isdigit()
    return rf"\tfrac{above}{below}" if plain else rf"\tfrac{{{above}}}{{{below}}}"


def mixed(above: str, below: str) -> str:
    """Improper fractions of numbers as mixed numbers."""
    if above.isdigit() and below.isdigit() and int(above) > int(below) > 1 and int(above) % int(below):
        return rf"{int(above) // int(below)}\frac{{{int(above) % int(below)}}}{{{below}}}"
    return rf"\frac{{{above}}}{{{below}}}"


FUNC = r"\newcommand{\func}[2]{\texttt{#1}$\left( #2 \right)$}"
LONG = r"""\newcommand\ff[2]{\dfrac{#1}{#2}} \def\vect#1{\bigl(#1\bigr)}
\newcommand{\use}[2]{\mathtt{#1}(#2)} \newcommand*{\e}{\varepsilon} \usepackage{longtable,multirow,booktabs}"""
HANDS = [
    Hand("booktabs", FUNC, Style(short_fraction), booktabs),
    Hand("ruled", "", Style(mixed, times=r"\cdot ", group=(r"\left(", r"\right)")), ruled),
    Hand(
        "long",
        LONG,
        Style(lambda a, b: rf"\ff{{{a}}}{{{b}}}", grouped, times=r"\,", epsilon=r"\e"),
        long,
        epsilon=r"\e",
    ),
]
