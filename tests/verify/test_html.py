"""The page of verify --format html: whole, safe, and saying at each cell what the JSON report says of it."""

import json
import re
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from page_tree import Element, Tree, by_id, grid

from conftest import ROOT, sampled
from latex.test_refused import GOOD
from ogd_exact.commands.command_line import command
from ogd_exact.commands.shell import run
from ogd_exact.core.checker.sign_oracle import shared_oracle
from ogd_exact.gadgets.reading.folder import paper

CORPUS = ROOT / "tests" / "verify" / "incorrect"
EVIL = "<script>alert('\"&amp;')</script>"


class Page:
    """A page and the JSON report of the same call."""

    def __init__(self, folder: Path, *arguments: object) -> None:
        files = {name: folder / f"report.{name}" for name in ("html", "json")}
        words = {"html": arguments, "json": [word for word in arguments if word != "--witnesses"]}  # it has them anyway
        codes = {
            run(command("verify"), [*map(str, words[name]), "--format", name, "-o", str(file)])
            for name, file in files.items()
        }
        (self.code,) = codes
        self.text = files["html"].read_text()
        self.root = Tree(self.text).root
        self.json = json.loads(files["json"].read_text())
        self.ids = by_id(self.root)
        self.links = [a.attributes["href"] for a in self.root.all("a")]

    def section(self, table: dict[str, Any]) -> Element:
        return self.ids[f"{table['model']}.{table['gadget']}"]

    def followed(self, link: Element) -> Element:
        return self.ids[link.attributes["href"].removeprefix("#")]


def check_page(page: Page) -> None:
    """What holds of every page: links lead somewhere, nothing is fetched, and counts are those of the JSON report."""
    assert all(link.startswith("#") and link[1:] in page.ids for link in page.links)
    assert not {e.tag for e in page.root.all()} & {"script", "img", "link", "iframe", "object", "form", "base"}
    assert not [name for e in page.root.all() for name in e.attributes if name.startswith("on") or name == "src"]
    assert "url(" not in page.text and "@import" not in page.text
    sections = [e for e in page.root.all("section") if e.has("gadget")]
    assert [e.id for e in sections] == [f"{t['model']}.{t['gadget']}" for t in page.json["tables"]]
    for section, table in zip(sections, page.json["tables"], strict=True):
        check_section(page, section, table)
    listed = [e for e in page.root.all("section") if e.has("list")]
    found = [row for e in listed if e.text.startswith("Findings") for row in e.all("tr")][1:]
    assert len(found) == sum(len(table["findings"]) for table in page.json["tables"])
    assert page.ids["summary"].within("section").text.count("FAILED") == sum(
        section.text.count("FAILED") for section in sections
    )


def check_section(page: Page, section: Element, table: dict[str, Any]) -> None:
    (steps,) = [e for e in section.all("table") if e.has("steps")]
    cells = grid(steps)
    rows = [row for body in steps.all("tbody") for row in body.all("tr")]
    assert len(rows) == table["transitions"] + table["calls"] == table["steps"] * table["cases"]
    assert len({id(cell) for cell in cells.values()}) == len(list(steps.all("th", "td")))
    status = Counter(e.text for e in steps.all("td") if e.has("status"))
    assert sum(status.values()) == len(rows)
    if table["verified"]:
        assert set(status) == {"✓"} and "✓ verified" in section.text
    notes = [e for e in section.all("li") if e.id.startswith("finding:")]
    assert len(notes) == len(table["findings"])
    assert len([e for e in section.all("table") if e.has("witnesses")]) == bool(table["region"])
    for note, finding in zip(notes, table["findings"], strict=True):
        cell = page.followed(next(note.all("a")))
        assert cell.within("section") is section
        words = {dt.text for dt in note.all("dt")}
        assert ("printed" in words) == (finding["printed"] is not None)
        assert bool({"must be", "could be"} & words) == (finding["suggested"] is not None)
        if finding["step"]:
            body = cell.within("tbody")
            assert next(body.all("th")).text.startswith(str(finding["step"]))
            assert "✗" in body.text or "?" in body.text
            assert cell.has("wrong") or cell.has("undecided")


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Page:
    return Page(tmp_path_factory.mktemp("printed"), "--printed")


@pytest.fixture(scope="module")
def corrected(tmp_path_factory: pytest.TempPathFactory) -> Page:
    return Page(tmp_path_factory.mktemp("corrected"))


def test_the_paper_corrected_and_as_printed(printed: Page, corrected: Page) -> None:
    for page, code in ((printed, 1), (corrected, 0)):
        check_page(page)
        assert page.code == code and len(page.json["tables"]) == 30 and len(page.text.encode()) < 1_000_000
        total = next(page.root.all("tfoot")).text
        assert all(str(count) in total for count in (30, 524, 40))
    assert "8 findings in 6 tables" in printed.text and "all verified" in corrected.text


def test_tables_have_the_numbers_of_the_paper(printed: Page, tmp_path: Path) -> None:
    """Those that LaTeX gives its labels, with the paper's captions; svm-eta is derived, and not printed there."""
    heads = {e.id: " ".join(next(e.all("h3")).text.split()) for e in printed.root.all("section") if e.has("gadget")}
    six = ("reset", "not", "copy", "destructive_nand", "set_false_if_unset", "copy_if_true")
    numbers = {
        "svm": (six, (2, 3, 5, 6, 7, 8)),
        "svm-bias": (("correct_bias",), (4,)),
        "svm-reg": (("reset", "copy2", "d_nand", *six[-2:]), (9, 11, 12, 13, 14)),
        "dense-relu": (six, (16, 17, 18, 19, 20, 21)),
        "dense-relu-dense": (six, (23, 24, 25, 27, 30, 32)),
    }
    for model, in_order in numbers.items():
        for gadget, number in zip(*in_order, strict=True):
            assert f" Table {number} " in heads.pop(f"{model}.{gadget}")
    assert {*heads} == {f"svm-eta.{gadget}" for gadget in six}
    assert "from Table 5 " in heads["svm-eta.copy"]
    assert "On the Computational Power of Online Gradient Descent" in printed.root.text
    own = Page(tmp_path, "--tables", "compact")
    assert "Table 5" not in own.root.text and "Your own tables, each by the name" in own.root.text


def test_a_finding_in_a_constant_is_counted(printed: Page) -> None:
    """The misprints of the paper: one in the constant rho, all others in cells."""
    (place,) = [c for t in paper().tables.values() for c in t.corrections if c.cell.step is None]
    assert place.cell.field == "rho"
    assert printed.root.text.count("cells checked: 1 finding, in a constant") == 1
    assert "checked: 0 with" not in printed.root.text


def test_what_no_page_of_paper_holds_may_begin_anywhere(printed: Page) -> None:
    long = {e.id for e in printed.root.all("section") if e.has("long")}
    sizes = {f"{t['model']}.{t['gadget']}": t["transitions"] + t["calls"] for t in printed.json["tables"]}
    assert long == {name for name, rows in sizes.items() if rows > 44} and "dense-relu-dense.destructive_nand" in long


def column_name(cell: Element) -> str:
    """What the header says above a cell of a table of steps."""
    cells = grid(cell.within("table"))
    place = next(place for place, element in cells.items() if element is cell)
    return cells[1, place[1]].text


def test_every_misprint_is_reached_from_the_list_in_its_row_and_column(printed: Page, corrected: Page) -> None:
    wanted = [
        (t.model, t.gadget, c.cell, c.printed, c.corrected) for t in paper().tables.values() for c in t.corrections
    ]
    assert len(wanted) == 8
    for page, name, sort in ((printed, "findings", "wrong"), (corrected, "corrections", "corrected")):
        rows = list(page.ids[name].within("section").all("tr"))[1:]
        for row, (model, gadget, cell, old, new) in zip(rows, wanted, strict=True):
            note, place = (page.followed(link) for link in row.all("a"))
            assert place.within("section").id == note.within("section").id == f"{model}.{gadget}"
            assert place.has(sort) and note.has(sort) and {"printed", "because"} <= {dt.text for dt in note.all("dt")}
            if cell.step is None:
                assert place.tag == "span" and place.text.startswith("ρ")
            else:
                column = "y" if cell.field == "y" else f"xi{cell.field[1:]}"
                assert place.tag == "td" and column_name(place) == column
                assert next(place.within("tbody").all("th")).text == str(cell.step + 1)
            (struck,), (instead,) = place.all("del"), place.all("ins")
            assert [plain(struck), plain(instead)] == [spelled(old), spelled(new)]


def plain(element: Element) -> str:
    """A formula with powers and indices as they are typed; spaces and products go."""
    return re.sub(r"[\s()]", "", element.text.replace("−", "-"))


def spelled(text: str) -> str:
    for old, new in (("alpha", "α"), ("eps", "ε"), ("*", ""), ("^", ""), ("(", ""), (")", ""), (" ", "")):
        text = text.replace(old, new)
    return text


def test_a_witness_links_to_the_row_that_fails(corrected: Page) -> None:
    for table in corrected.json["tables"]:
        shown = [e for e in corrected.section(table).all("table") if e.has("witnesses")]
        links = [link for e in shown for link in e.all("a")]
        assert len(links) == len(table["witnesses"])
        for link, witness in zip(links, table["witnesses"], strict=True):
            assert witness["row"].startswith(f"{link.text}:")
            step, case = re.findall(r"\d+", link.text)
            row = corrected.followed(link)
            assert next(row.within("tbody").all("th")).text.startswith(step)
            assert next(e.text for e in row.all("td") if e.has("case")) == case


def test_witnesses_are_unfolded_when_asked_for(tmp_path: Path, corrected: Page) -> None:
    folded = list(corrected.root.all("details"))
    assert len(folded) == 11 and not any("open" in e.attributes for e in folded)
    page = Page(tmp_path, "--witnesses", "--model", "svm-reg", "--gadget", "reset", "--gadget", "copy2")
    check_page(page)
    assert [("open" in e.attributes) for e in page.root.all("details")] == [True, True]


@pytest.mark.parametrize("path", sampled(sorted(CORPUS.glob("*.toml")), 4), ids=lambda path: path.stem)
def test_whatever_is_wrong_has_a_place_on_the_page(tmp_path: Path, path: Path) -> None:
    model = path.read_text().split("|")[0].removeprefix("#").strip()
    (tmp_path / model).mkdir()
    shutil.copy(path, tmp_path / model / path.name)
    page = Page(tmp_path, "--tables", tmp_path)
    check_page(page)
    assert page.code == 1 and "✗" in page.ids["summary"].within("section").text
    assert path.name in page.text  # where to mend it


def test_a_step_that_cannot_be_mended_has_no_row_that_holds(tmp_path: Path) -> None:
    text = 'gadget = "g"\nlabel = "t"\ncoordinates = ["i1"]\ncases = [["-1"], ["1"], ["3"]]\n'
    text += '[[step]]\nx = ["1"]\ny = "1"\nafter = [["7"], ["1"], ["90"]]\n'
    text += '[[step]]\nx = ["0"]\ny = "1"\nafter = [["7"], ["1"], ["90"]]\n'
    (tmp_path / "svm").mkdir()
    (tmp_path / "svm" / "g.toml").write_text(text)
    page = Page(tmp_path, "--tables", tmp_path)
    check_page(page)
    assert [f["suggested"] for f in page.json["tables"][0]["findings"]] == [None]
    status = [e.text for e in page.root.all("td") if e.has("status")]
    assert status == ["✗"] * 3 + ["✓"] * 3
    assert "no contract" in page.root.text


def test_text_of_files_is_never_markup(tmp_path: Path) -> None:
    folder = tmp_path / "<b>mine&"
    (folder / "svm").mkdir(parents=True)
    quoted = json.dumps(EVIL)
    text = f'gadget = "g"\nlabel = {quoted}\ncoordinates = ["i1"]\ncases = [["-1"], ["1"]]\n'
    text += f'[[step]]\nx = ["2"]\ny = "1"\nnote = {quoted}\nafter = [["1"], ["1"]]\n'
    correction = f'[[correction]]\nstep = 1\nfield = "x1"\nprinted = "2"\ncorrected = "3"\nwhy = {quoted}\n'
    (folder / "svm" / "g.toml").write_text(text + correction)
    page = Page(tmp_path, "--tables", folder)
    check_page(page)
    assert page.root.text.count("alert(") == 3 and "<script" not in page.text and "<b>mine" not in page.text
    assert "<b>mine&" in page.root.text  # it is shown as it is
    for wrong in (text.replace('"g"', quoted), text.replace('"i1"', quoted)):
        (folder / "svm" / "g.toml").write_text(wrong)
        assert run(command("verify"), ["--tables", str(folder), "--format", "html"]) == 2  # no name


def test_a_latex_file_is_told_what_to_type(tmp_path: Path) -> None:
    spoiled = GOOD.replace("$-4$", r"$-\frac{10}{2}$")
    assert spoiled != GOOD
    (tmp_path / "a<i>.tex").write_text(spoiled)
    page = Page(tmp_path, "--tex", tmp_path / "a<i>.tex")
    check_page(page)
    (note,) = [e for e in page.root.all("li") if e.id == "finding:1"]
    said = dict(zip([e.text for e in note.all("dt")], [e.text for e in note.all("dd")], strict=True))
    assert said["LaTeX there"] == r"-\frac{10}{2}" and said["to type"] == "-4" and "a<i>.tex:" in said["in"]
    assert said["printed"] == "−10/2" and said["must be"] == "−4"


def test_undecided_is_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ogd_exact.gadgets.prover.proposals.find_certificate", lambda *_: None)
    monkeypatch.setattr(
        "ogd_exact.core.checker.table_check.shared_oracle", shared_oracle.__wrapped__
    )  # knows nothing yet
    page = Page(tmp_path, "--model", "svm-reg", "--gadget", "set_false_if_unset")
    check_page(page)
    assert page.code == 3 and "? undecided" in page.root.text and not [e for e in page.ids.values() if e.has("wrong")]


def test_output_is_written_whole_or_not_at_all(verify: Any, tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    target.write_text("old")
    assert verify("--model", "nonsense", "--format", "html", "-o", target).code == 2
    assert target.read_text() == "old" and [path.name for path in tmp_path.iterdir()] == ["report.html"]
    answer = verify("--model", "svm", "--format", "html", "-o", target)
    assert (
        answer == (0, "", f"wrote {target}\n")
        and target.read_text() == verify("--model", "svm", "--format", "html").out
    )
