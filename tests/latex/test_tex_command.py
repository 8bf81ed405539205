"""verify --tex as authors use it: files that include others, marks, continuations, annotations, and exit codes."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from conftest import called, sampled
from latex.hands import HANDS
from latex.test_refused import GOOD
from ogd_exact.gadgets.reading.folder import paper

ALL = list(paper().tables.values())
MISPRINTED = [t for t in paper(printed=True).tables.values() if t.corrections and t.model != "svm-eta"]


def saved(path: Path, text: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return path


@pytest.fixture(scope="module")
def as_printed() -> Any:
    return json.loads(called("verify", "--printed", "--format", "json").out)


@pytest.mark.parametrize("hand", sampled(HANDS, 3), ids=lambda hand: hand.name)
def test_the_misprints_are_those_of_printed(hand: Any, tmp_path: Path, verify: Any, as_printed: Any) -> None:
    """The misprinted tables, typed by anyone, give the findings that --printed gives, with repairs in LaTeX."""
    path = saved(tmp_path / "paper.tex", hand.document(MISPRINTED))
    tex = json.loads(verify("--tex", path, "--format", "json").out)
    keys = ("step", "field", "kind", "condition", "case", "coordinate")

    def found(report: Any) -> list[Any]:
        return [
            (t["model"], t["gadget"], *(f[k] for k in keys))
            for t in report["tables"]
            if t["model"] != "svm-eta"
            for f in t["findings"]
        ]

    assert found(tex) == found(as_printed) and len(found(tex)) == 8 and not tex["verified"]
    assert tex["source"] == str(path)
    lines = path.read_text().splitlines()
    for table in tex["tables"]:
        for finding in table["findings"]:
            assert finding["file"] == str(path) and "*" not in finding["suggested"]
            rest = re.sub(r" |\\left|\\right", "", lines[finding["line"] - 1][finding["column"] - 1 :])
            rest = re.sub(r"\^\{(\d)\}", r"^\1", rest)
            written = finding["printed"].replace(" ", "")
            assert rest.startswith((written, "\\ff")) or hand.name == "long"


def test_what_to_type_instead(tmp_path: Path, verify: Any) -> None:
    path = saved(tmp_path / "a.tex", GOOD.replace("$-4$", r"$-\tfrac{9}{2}$"))
    answer = verify("--tex", path)
    assert answer.code == 1
    place = f"{path}:8:4"
    assert place in answer.out and r"printed   -\tfrac{9}{2}" in answer.out and "must be   -4" in answer.out


def test_files_are_followed_and_places_are_theirs(tmp_path: Path, verify: Any) -> None:
    macros, table = GOOD.split("\n", 1)
    saved(tmp_path / "macros.tex", macros)
    saved(tmp_path / "parts" / "copy.tex", "% a comment\n" + table.replace("$-4$", "$-5$"))
    text = "\\input macros\n\\input{gone.sty} % ogd-exact: skip\n\\begin{document}\n\\include{parts/copy}\n"
    main = saved(tmp_path / "main.tex", text + "\\end{document}")
    answer = verify("--tex", main, "--format", "github")
    assert answer.code == 1
    where = re.search(r"file=(\S+),line=(\d+),col=(\d+)", answer.out)
    assert where and where[1].endswith("parts/copy.tex") and where.groups()[1:] == ("8", "4")


def test_a_file_that_cannot_be_read_is_an_annotation_too(tmp_path: Path, verify: Any) -> None:
    path = saved(tmp_path / "a.tex", GOOD.replace("$-4$", r"$-4\beta$"))
    answer = verify("--tex", path, "--format", "github")
    assert answer.code == 2 and answer.out.startswith(f"::error file={path},line=8,col=6::")
    assert len(answer.err.splitlines()) == 1


def split(text: str, second: str) -> str:
    """The good table in two parts, after its second step."""
    before, after = text.split("\\midrule\n  \\multicolumn{3}{c}{\\fnot{i_1}}")
    head = text[text.index("\\begin{tabular}") : text.index("\\midrule\n")]
    end = "\\end{tabular}\n\\end{table}\n"
    return before + end + second + head + "\\midrule\n  \\multicolumn{3}{c}{\\fnot{i_1}}" + after


@pytest.mark.parametrize(
    "second",
    [
        "\\begin{table}\n\\caption{Continuing Table~\\ref{tab:cpy}.}\n",
        "\\begin{table}\\caption{\\hyperref[tab:cpy]{Table \\ref{tab:cpy}} (continued), still $c = \\tfrac12$}",
        "% ogd-exact: continues=tab:cpy\n\\begin{table}\n",
        "\\begin{table}\n\\label{tab:cpy}\n",
    ],
)
def test_a_table_goes_on_in_another(tmp_path: Path, verify: Any, second: str) -> None:
    answer = verify("--tex", saved(tmp_path / "a.tex", split(GOOD, second)))
    assert answer.code == 0 and "6 transitions and 2 calls" in answer.out


@pytest.mark.parametrize(
    ("second", "reason"),
    [
        ("\\begin{table}\n\\caption{More.}\n", "this looks like a gadget table of an unknown label"),
        ("\\begin{table}\n\\caption{Continuing \\ref{tab:cpy}, $c = \\tfrac13$.}\n", "c has another value here"),
    ],
)
def test_a_part_that_belongs_nowhere(tmp_path: Path, verify: Any, second: str, reason: str) -> None:
    answer = verify("--tex", saved(tmp_path / "a.tex", split(GOOD, second)))
    assert answer.code == 2 and reason in answer.err


def test_gadgets_of_a_new_paper(tmp_path: Path, verify: Any) -> None:
    """Marks name a new gadget; its contract is in a folder of the author's own."""
    text = GOOD.replace("\\label{tab:cpy}", "\\label{tab:mine}").replace("tab:cpy", "tab:mine")
    path = saved(tmp_path / "a.tex", "% ogd-exact: model=svm gadget=my_copy\n" + text)
    answer = verify("--tex", path)
    assert answer.code == 0 and "what they promise was not checked (conditions 2, 5 and 6): svm my_copy" in answer.out
    assert "all verified, 1 without contract." in answer.out
    assert "::warning file=" in verify("--tex", path, "--format", "github").out
    contract = 'gadget = "my_copy"\n[contract]\nbefore = { i1 = "bit", i2 = "unset" }\nafter = { i2 = "EFFECT(i1)" }\n'
    for effect, code in (("copy", 0), ("not", 1)):
        saved(tmp_path / "svm" / "my_copy.toml", contract.replace("EFFECT", effect))
        answer = verify("--tex", path, "--tables", tmp_path)
        assert answer.code == code and "No contract" not in answer.out and not answer.err


def test_contracts_of_no_table_are_named(tmp_path: Path, verify: Any) -> None:
    """A name that is misspelt, here or there, would switch the contract off, and nobody would notice."""
    text = GOOD.replace("tab:cpy", "tab:mine")
    path = saved(tmp_path / "a.tex", "% ogd-exact: model=svm gadget=my_copy\n" + text)
    for name in ("my_coppy", "quite_another"):
        contract = f'gadget = "{name}"\nlabel = "{name}"\n[contract]\nbefore = {{ i1 = "bit" }}\n'
        saved(tmp_path / "svm" / f"{name}.toml", contract)
    for form in ("text", "json"):
        answer = verify("--tex", path, "--tables", tmp_path, "--format", form)
        names = "svm my_coppy (did you mean my_copy?), svm quite_another"
        assert (answer.code, answer.err) == (0, f"ogd-exact: no table of these files has the contract of {names}\n")
    answer = verify("--tables", tmp_path)
    assert answer.code == 2 and "has a contract but no [[step]]; for a table in LaTeX, give --tex" in answer.err


def test_the_authors_own_environments_and_columns(tmp_path: Path, verify: Any) -> None:
    start = "\\begin{tabular}{@{}cccr@{}r@{, }r@{$) \\to ($}r@{, }r@{$)$}@{}}"
    text = r"\newcolumntype{R}{>{\itshape\small}r} \newcolumntype{X}[1]{#1}" + "\n"
    text += r"\newenvironment{gad}[1]{\centering\begin{tabular}{@{}ccX{c}R@{}#1@{}}}{\end{tabular}\par}"
    text += r"\NewDocumentCommand{\m}{m}{-#1}" + "\n"
    body = GOOD.replace(start, r"\begin{gad}{r@{, }r@{$) \to ($}R@{, }r@{$)$}}").replace("\\end{tabular}", "\\end{gad}")
    path = saved(tmp_path / "a.tex", text + body.replace("$-4$", r"$\m{\num{4.0}}$"))
    answer = verify("--tex", path)
    assert answer.code == 0 and "6 transitions and 2 calls" in answer.out, answer.err


def test_one_cell_of_an_example_and_one_weight(tmp_path: Path, verify: Any) -> None:
    """Both are named, and nothing that is right."""
    path = saved(tmp_path / "a.tex", GOOD.replace("$-4$ & $2$", "$-4$ & $3$").replace("$-3$ & $2$", "$-5$ & $2$", 1))
    found = [
        (f["step"], f["field"], f["suggested"])
        for f in json.loads(verify("--tex", path, "--format", "json").out)["tables"][0]["findings"]
    ]
    assert (1, "x2", "2") in found and (1, "after", "-3") in found


def test_many_annotations(tmp_path: Path, verify: Any) -> None:
    hand = HANDS[0]
    spoiled = hand.document(ALL[:8], lambda cell, text: f"({text}) + 1" if cell.field == "x1" else text)
    answer = verify("--tex", saved(tmp_path / "a.tex", spoiled), "--format", "github")
    count = answer.out.count("::error")
    assert count > 10 and f"GitHub shows 10 of each kind in a step; see this log for {count - 10} more." in answer.out
