"""Formulas on the page of HTML keep their form and their value, and names stay apart."""

import re
from fractions import Fraction

import pytest
from hypothesis import given

from latex.test_typeset import VALUES, Meaning, expressions
from ogd_exact.core.tables.expressions import evaluate, parse
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.documents.html.html_notation import formula, sentence, symbol
from ogd_exact.documents.notation.latex_notation import LaTeX
from ogd_exact.documents.notation.typeset import typeset_sentence
from ogd_exact.gadgets.reading.folder import paper
from ogd_exact.text.sentence import Formula, joined, marked

EPS1 = "<i>ε</i><sub>1</sub>"
TABLE = paper().tables["svm-reg", "d_nand"]


def frac(above: str, below: str) -> str:
    return f'<span class="frac"><span>{above}</span><span class="bar">/</span><span>{below}</span></span>'


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("alpha/eps1 - eps1*alpha^2", f"{frac('<i>α</i>', EPS1)} − {EPS1} <i>α</i><sup>2</sup>"),
        ("-91821/2", f"−{frac('91821', '2')}"),
        ("47*(1/3)", f"47 · {frac('1', '3')}"),
        ("(1/2)^-2", f"({frac('1', '2')})<sup>−2</sup>"),
        ("a - (b - c)", "<i>a</i> − (<i>b</i> − <i>c</i>)"),
        ("sqrt_eta < 2", '√<span class="root"><i>η</i></span> &lt; 2'),
        ("lambda", "<i>λ</i>"),
        ("i1, i2", "<i>i</i><sub>1</sub>, <i>i</i><sub>2</sub>"),
        ("x < <b>&", "x &lt; &lt;b&gt;&amp;"),
    ],
)  # fmt: skip
def test_the_form_is_kept(text: str, html: str) -> None:
    assert formula(text).translate({0xA0: " ", 0x202F: " "}) == html


@given(expressions)
def test_the_value_is_kept(text: str) -> None:
    try:
        value = evaluate(parse(text), VALUES, Fraction)
    except ExpressionError:  # division by zero, or too long
        return
    assert Meaning(as_latex(formula(text))).sum() == value


def as_latex(html: str) -> str:
    """The marks of the page, one by one, as those of LaTeX, which another test knows how to read."""
    html = html.replace('√<span class="root"><i>η</i></span>', r"\sqrt{\eta}").replace(
        "<i>ε</i><sub>1</sub>", r"\epsilon_1"
    )
    html = html.replace("<i>α</i>", r"\alpha").replace("<i>ρ</i>", r"\rho").replace("−", "-").replace("·", r"\cdot")
    html = re.sub(r"<sup>(-?\d+)</sup>", r"^{\1}", html)
    inner = re.compile(
        r'<span class="frac"><span>([^<>]*)</span><span class="bar">/</span><span>([^<>]*)</span></span>'
    )
    while match := inner.search(html):
        small = "t" * (match[1] + match[2]).isdigit()
        html = html[: match.start()] + rf"\{small}frac{{{match[1]}}}{{{match[2]}}}" + html[match.end() :]
    assert "<" not in html
    return html


def test_different_names_look_different() -> None:
    names = ["eps", "eps1", "epsilon1", "e", "x", "x1", "x_1", "x01", "x11", "sqrt_x1", "sqrt_x"]
    names += ["alpha", "alpha1", "alpha_1", "al", "lambda"]
    assert len({symbol(name) for name in names}) == len(names)


def test_a_sentence_is_plain_text_that_knows_its_formulas() -> None:
    text = marked("goes to `-alpha^2/eps1 + x2`, where `w_i1 > 1` & more") + " <"
    assert text == "goes to -alpha^2/eps1 + x2, where w_i1 > 1 & more <"
    assert joined("; ", [text, Formula("y = 1")]).pieces[-3:] == (" <", "; ", "y = 1")
    assert sentence(text, TABLE) == (
        f"goes to −{frac('<i>α</i><sup>2</sup>', EPS1)} + <i>x</i><sub><i>i</i><sub>2</sub></sub>, "
        "where <i>w</i><sub><i>i</i><sub>1</sub></sub> &gt; 1 &amp; more &lt;"
    )
    assert typeset_sentence(text, LaTeX(TABLE)) == (
        r"goes to $-\frac{\alpha^2}{\epsilon_1} + x_{i_2}$, where $w_{i_1} > 1$ \& more \textless{}"
    )


def test_what_is_no_formula_is_shown_as_it_is() -> None:
    assert sentence(marked("from `<b>` to `a, b = 1`"), TABLE) == "from &lt;b&gt; to <i>a</i>, <i>b</i> = 1"
