"""Tables in the layouts that people use: nothing is passed over in silence, and all that is wrong is said at once."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from conftest import called
from latex.test_refused import GOOD

MARK = "% ogd-exact: model=svm gadget=mine"
COPY = [  # the paper's copy: x, y, and for both cases the weights before and after; None for the call of not
    (("-4", "2"), "1", [("-1", "0", "-1", "0"), ("1", "0", "-3", "2")]),
    (("2", "0"), "1", [("-1", "0", "1", "0"), ("-3", "2", "-1", "2")]),
    (None, "", [("1", "0", "-1", "0"), ("-1", "2", "1", "2")]),
    (("0", "-1"), "1", [("-1", "0", "-1", "-1"), ("1", "2", "1", "1")]),
]


def table(head: str, row: Any, call: str = r"\texttt{not}$(i_1)$", mark: str = MARK, count: int = 4) -> str:
    """The copy gadget; `row` makes the cells of a line of its step, example and weights; 0 is no first line."""
    lines = [f"{head} \\\\"]
    for k, (x, y, cases) in enumerate(COPY, 1):
        for c, (a, b, p, q) in enumerate(cases):
            lines.append(" & ".join(row(k if c == 0 else 0, x, y, call, (a, b), (p, q))) + r" \\")
    begin = f"\\begin{{tabular}}{{{'c' * count}}}"
    return "\n".join([mark, begin, *lines, r"\end{tabular}", ""])


def left(k: int, x: Any, y: str, call: str) -> list[str]:
    if not k:
        return ["", "", ""]
    return [call, "", ""] if x is None else [f"${x[0]}$", f"${x[1]}$", f"${y}$"]


def whole(w: Any) -> str:
    return f"$({w[0]}, {w[1]})$"


def number(k: int) -> str:
    return f"{k}" if k else ""


def arrow(a: str, b: str) -> str:
    return rf"${a} \to {b}$"


def example(k: int, x: Any, y: str, call: str) -> str:
    return "" if not k else call if x is None else f"$(({x[0]}, {x[1]}), {y})$"


X12 = "$x_1$ & $x_2$ & $y$"
LAYOUTS = {
    "columns before and after": table(
        X12 + " & $(w_1,w_2)$ before & $(w_1,w_2)$ after",
        lambda k, x, y, call, w, v: [*left(k, x, y, call), whole(w), whole(v)], count=5),
    "an arrow between old and new": table(
        X12 + " & old $w$ & new $w$",
        lambda k, x, y, call, w, v: [*left(k, x, y, call), whole(w), whole(v)], count=5
    ).replace("{ccccc}", r"{cccc@{ $\to$ }c}"),
    "step and example": table(
        "Step & Example & Before & After",
        lambda k, x, y, call, w, v: [number(k), example(k, x, y, call), whole(w), whole(v)]),
    "x as a vector": table(
        r"Step & $\mathbf{x}$ & $y$ & Effect on $(w_1, w_2)$",
        lambda k, x, y, call, w, v: [number(k), *(["", ""] if not k else [call, ""] if x is None else [whole(x), y]),
                                     rf"{whole(w)} $\to$ {whole(v)}"]),
    "a weight a column": table(
        X12 + " & $w_1$ & $w_2$ & $w_1'$ & $w_2'$",
        lambda k, x, y, call, w, v: [*left(k, x, y, call), *(f"${e}$" for e in (*w, *v))], count=7),
    "an effect a weight": table(
        X12 + " & Effect on $w_1$ & Effect on $w_2$",
        lambda k, x, y, call, w, v: [*left(k, x, y, call), arrow(w[0], v[0]), arrow(w[1], v[1])], count=5),
    "small capitals": table(
        X12 + " & Effect on $(w_1, w_2)$",
        lambda k, x, y, call, w, v: [*left(k, x, y, call), rf"{whole(w)} $\to$ {whole(v)}"], r"\textsc{Not}$(1)$"),
    "an alias": table(
        X12 + " & Effect on $(w_1, w_2)$",
        lambda k, x, y, call, w, v: [*left(k, x, y, call), rf"{whole(w)} $\to$ {whole(v)}"],
        r"\textsc{Flip}$(i_1)$", f"{MARK} aliases=Flip:not"),
    "header cells of two lines": table(
        r"\thead{$x_1$} & \thead{$x_2$} & \thead{$y$} & \thead{Effect on \\ $(w_1, w_2)$}",
        lambda k, x, y, call, w, v: [*left(k, x, y, call), rf"{whole(w)} $\to$ {whole(v)}"]),
    "columns in the mark": table(
        "Zeit & Beispiel & vorher & nachher",
        lambda k, x, y, call, w, v: [number(k), example(k, x, y, call), whole(w), whole(v)],
        mark=f"{MARK} columns=step,example,before,after"),
    "steps by number": table(
        "No. & " + X12 + " & Weights before & Weights after",
        lambda k, x, y, call, w, v: [number(k), *left(k, x, y, call), whole(w), whole(v)], count=6),
    "tabulary": table(
        X12 + " & Effect on $(w_1, w_2)$",
        lambda k, x, y, call, w, v: [*left(k, x, y, call), rf"{whole(w)} $\to$ {whole(v)}"],
    ).replace("{tabular}{cccc}", r"{tabulary}{\linewidth}{CCCL}").replace(r"\end{tabular}", r"\end{tabulary}"),
    "an array": table(
        X12 + r" & \text{Effect on } $(w_1, w_2)$",
        lambda k, x, y, call, w, v: [*left(k, x, y, call), rf"{whole(w)} $\to$ {whole(v)}"],
    ).replace("$", "").replace("{tabular}", "{array}").replace(MARK, MARK + "\n$") + "$",
    "a contract in the mark": table(
        X12 + " & Effect on $(w_1, w_2)$",
        lambda k, x, y, call, w, v: [*left(k, x, y, call), rf"{whole(w)} $\to$ {whole(v)}"],
        mark=f"{MARK} contract=mine(i1 bit, i2 unset): i2 = copy(i1)"),
}  # fmt: skip


@pytest.fixture
def read(tmp_path: Path, verify: Any) -> Any:
    def read(text: str, *more: str) -> Any:
        (tmp_path / "paper.tex").write_text(text)
        return verify(tmp_path / "paper.tex", *more)

    return read


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_layout_is_read_and_a_wrong_cell_of_it_found(name: str, read: Any) -> None:
    answer = read(LAYOUTS[name])
    assert answer.code == 0 and "6 transitions and 2 calls checked: all verified" in " ".join(answer.out.split()), (
        answer
    )
    spoiled = LAYOUTS[name].replace("-3, 2", "-5, 2").replace("$-3$", "$-5$").replace("-3$", "-5$")
    answer = read(spoiled)
    assert spoiled != LAYOUTS[name] and answer.code == 1 and "FAILED" in answer.out, answer


def test_the_contract_of_a_mark_is_kept_or_broken(read: Any) -> None:
    text = LAYOUTS["a contract in the mark"]
    assert "No contract" not in read(text).out
    answer = read(text.replace("i2 = copy(i1)", "i2 = not(i1)"))
    assert answer.code == 1 and "[condition 5]" in answer.out
    answer = read(text.replace("contract=mine(", "contract=other("))
    assert answer.code == 2 and "the contract is of other, the mark of mine" in answer.err


def test_tables_of_calls_only(read: Any) -> None:
    rows = "\n".join(rf"\texttt{{not}}$(1)$ & $({a})$ & $({-a})$ \\ & $({-a})$ & $({a})$ \\" for a in (1, -1))
    text = f"{MARK}\n\\begin{{tabular}}{{lcc}}\nCall & $w_1$ before & $w_1$ after \\\\\n{rows}\n\\end{{tabular}}"
    assert "0 transitions and 4 calls" in read(text).out
    assert read(text.replace("$(-1)$ & $(1)$", "$(-1)$ & $(2)$", 1)).code == 1


def test_messages_are_in_the_authors_spelling(read: Any) -> None:
    operator = r"\DeclareMathOperator{\NOT}{Not}" + "\n"
    text = LAYOUTS["small capitals"].replace(r"\textsc{Not}$(1)$", r"$\NOT(1)$")
    answer = read(operator + text.replace("(-1, 2)$ $\\to$ $(1, 2)", "(-1, 2)$ $\\to$ $(1, 3)"))
    assert answer.code == 1 and "w_2" in answer.out and "w_i2" not in answer.out and "mathit" not in answer.out


HEADERS = [  # what no header may say, and the reason
    ("$x_1$ & $x_2$ & $y$ & New $(w_1,w_2)$ & Old $(w_1,w_2)$", "stand left of those after"),
    ("$x_1$ & $x_2$ & $y$ & $(w_2,w_1)$ before & $(w_2,w_1)$ after", "in this order"),
    ("$x_1$ & $x_2$ & $y$ & $(w_1,w_2)$ before & $(w_2,w_1)$ after", "in the same order"),
    ("$x_1$ & $x_2$ & $y$ & Half of $(w_1,w_2)$ before & $(w_1,w_2)$ after", "the header says 'half'"),
    ("$x_1$ & $x_2$ & No label & $(w_1,w_2)$ before & $(w_1,w_2)$ after", "the header says 'no'"),
    (r"$x_1$ & $x_2$ & $y$ & $2\alpha(w_1,w_2)$ before & $(w_1,w_2)$ after", "expected a header|one column|name both"),
]


@pytest.mark.parametrize(("head", "reason"), HEADERS)
def test_headers_mean_what_they_say(head: str, reason: str, read: Any) -> None:
    answer = read(LAYOUTS["columns before and after"].replace(X12 + " & $(w_1,w_2)$ before & $(w_1,w_2)$ after", head))
    assert answer.code == 2 and any(part in answer.err for part in reason.split("|")), answer.err


def test_a_mark_does_not_say_otherwise_than_the_header(read: Any) -> None:
    text = LAYOUTS["columns before and after"].replace(MARK, f"{MARK} columns=x,x,y,before,after")
    assert read(text).code == 0
    for head, other in (("before & $(w_1,w_2)$ after", "after & $(w_1,w_2)$ before"), ("$x_2$ & $y$", "$y$ & $x_2$")):
        answer = read(text.replace(head, other))
        assert answer.code == 2 and "of this column, which is headed" in answer.err, answer


@pytest.mark.parametrize("name", ["columns before and after", "step and example", "an effect a weight"])
def test_no_layout_is_passed_over_in_silence(name: str, read: Any) -> None:
    text = LAYOUTS[name].replace(MARK, "")
    answer = read(GOOD + text)
    assert answer.code == 2 and "mark it by a comment" in answer.err and "2 tabulars: 1 checked, 1 not" in answer.out
    answer = read(GOOD + "% ogd-exact: ignore\n" + text)
    assert answer.code == 0 and "ignored, as its mark says" in " ".join(answer.out.split())


def test_what_mentions_x_y_and_w_is_read_or_refused(read: Any) -> None:
    odd = "\\begin{tabular}{cc} quantity & meaning \\\\ $w$ & weights \\\\ $x$, $y$ & an example \\\\ \\end{tabular}\n"
    answer = read(odd + GOOD)
    assert answer.code == 2 and "write % ogd-exact: ignore above it" in answer.err
    answer = read("% ogd-exact: ignore\n" + odd + GOOD, "--format", "json")
    seen = json.loads(answer.out)["tabulars"]
    assert [(t["line"], t["checked"], t["gadget"]) for t in seen] == [(2, False, ""), (7, True, "svm copy")]


def test_one_round_is_enough(read: Any) -> None:
    """Three layouts, two wrong cells and one table that cannot be read: all of it is said at once."""
    first = LAYOUTS["columns before and after"].replace("=mine", "=one").replace("$(-3, 2)$", "$(-5, 2)$", 1)
    second = LAYOUTS["step and example"].replace("=mine", "=two").replace("(-4, 2)", "(-4, 3)")
    third = LAYOUTS["a weight a column"].replace("=mine", "=three").replace("$-4$", r"$-4\beta$")
    answer = read(first + second + third)
    assert answer.code == 2 and re.findall(r"svm (\w+) \(", answer.out).count("one") >= 1
    assert "could be" in answer.out or "must be" in answer.out
    assert "svm two (two), step 1, x2" in answer.out and "\\beta (beta) is neither" in answer.err
    assert "3 tabulars: 2 checked, 1 not" in answer.out and len(answer.err.splitlines()) == 1
    annotated = read(first + second + third, "--format", "github").out
    assert annotated.count("::error") >= 3 and "3 tabulars: 2 checked" in annotated


def test_a_table_that_calls_one_that_cannot_be_read_is_not_verified(read: Any) -> None:
    head = "$x_1$ & $y$ & $w_1$ before & $w_1$ after"
    callee = f"{MARK}\n\\begin{{tabular}}{{cccc}} {head} \\\\ $\\beta$ & $1$ & $1$ & $1$ \\\\ \\end{{tabular}}\n"
    caller = f"{MARK.replace('mine', 'other')}\n\\begin{{tabular}}{{cccc}} {head} \\\\ "
    answer = read(callee + caller + "mine$(1)$ & & $1$ & $1$ \\\\ \\end{tabular}")
    assert answer.code == 2 and len(answer.err.splitlines()) == 2 and "calls mine, whose table cannot" in answer.err


@pytest.mark.parametrize(
    "main",
    [r"\iffalse\input{wrong}\fi", r"\newcommand{\never}{\input{wrong}}", "\\end{document}\n\\input{wrong}"],
)
def test_a_file_that_is_named_is_read(main: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("main.tex").write_text(GOOD + main)
    Path("wrong.tex").write_text(LAYOUTS["small capitals"].replace("-4", "-7"))
    assert called("verify", "main.tex").code == 0
    answer = called("verify", "main.tex", "wrong.tex")
    assert answer.code == 1 and "wrong.tex:" in answer.out


def test_a_contract_that_changes_has_all_files_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("paper.tex").write_text(LAYOUTS["small capitals"])
    Path("mine/svm").mkdir(parents=True)
    contract = Path("mine/svm/mine.toml")
    for effect, code in (("copy", 0), ("not", 1)):
        contract.write_text(
            f'gadget = "mine"\n[contract]\nbefore = {{ i1 = "bit", i2 = "unset" }}\nafter = {{ i2 = "{effect}(i1)" }}\n'
        )
        assert called("verify", "--if-any", "--tables", "mine", "--", str(contract)).code == code


def test_decimal_commas_are_not_two_weights(read: Any) -> None:
    text = f"{MARK}\n\\begin{{tabular}}{{ccr@{{(}}S@{{) $\\to$ (}}S@{{)}}}}\n"
    text += "$x_1$ & $y$ & \\multicolumn{3}{c}{Effect on $(w_1)$} \\\\ 0 & 1 & & 1,5 & 1,5 \\\\ \\end{tabular}"
    answer = read(text)
    assert answer.code == 2 and "a comma in an S column" in answer.err
    text = text.replace("1,5", "1.5")
    assert read(text).code == 0
    for option in (r"\sisetup{round-mode=places}", r"\usepackage[round-mode=places]{siunitx}"):
        answer = read(option + text)
        assert answer.code == 2 and "siunitx may change the numbers" in answer.err


def test_the_order_of_a_series_continues_nothing(read: Any) -> None:
    second = GOOD.split("\n", 1)[1].replace(
        "Data, with", "Not, which continues the series begun in Table~\\ref{tab:cpy}, with"
    )
    answer = read(GOOD + second.replace("\\label{tab:cpy}", "\\label{tab:mine}"))
    assert answer.code == 2 and "of an unknown label" in answer.err
