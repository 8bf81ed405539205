"""The command: what it writes, and what it refuses."""

import re
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from explored import PAGE, data_of, explore, fraction, page_file
from simulate_command import simulated

from conftest import ROOT, needs, needs_program, typed
from ogd_exact.commands.command_line import command
from ogd_exact.commands.shell import run
from ogd_exact.documents.explorer.outline import MOST_KEPT, outlined
from ogd_exact.documents.explorer.page import script, with_imported
from ogd_exact.documents.explorer.picture import STYLE, picture, weights_of_pass
from ogd_exact.training.numbers.powers import plain
from ogd_exact.training.runs.simulation import Simulation
from reductions import reduction

MAINS = ("main.js", "clock/clock_main.js")


def test_a_page_is_one_file_that_names_no_other(tmp_path: Path) -> None:
    text = page_file(tmp_path, "counter:2").read_text()
    assert text.startswith("<!doctype html>") and text.rstrip().endswith("</html>")
    assert not re.search(r"\b(src|href)\s*=|@import|url\(|\bfetch\(|\{\{", text)
    assert explore("counter:2").out == text
    assert typed("-m", "ogd_exact", "explore", "counter:2").out == text


@pytest.mark.parametrize("circuit", ["counter:9", "gray:3", "collatz:4", "rule110:5"])
def test_the_outcome_is_that_of_simulate(tmp_path: Path, circuit: str) -> None:
    found = data_of(page_file(tmp_path, circuit))["outcome"]
    said = simulated(circuit)
    assert {key: said[key] for key in found} == found


def test_states_are_kept_now_and_then() -> None:
    problem = reduction("counter:10")
    way = outlined(problem, 10_000)
    assert way.outcome.passes == 1024 and MOST_KEPT / 2 <= len(way.states) < MOST_KEPT
    for number in (0, 1, 511, 512, 513, 1000, 1023):
        bits = way.bits(problem.netlist, number)
        assert sum(bit << k for k, bit in enumerate(problem.netlist.latches(bits))) == number  # it counts


def test_limits_end_a_page(tmp_path: Path) -> None:
    outcome = data_of(page_file(tmp_path, "counter:40", "--max-passes", 3))["outcome"]
    assert (outcome["verdict"], outcome["passes"]) == ("undecided", 3)


REFUSED = [
    (["counter:99"], "counter takes a size from 1 to 64"),
    (["counter:2", "--model", "nothing"], "there is no construction for --model 'nothing'"),
    (["life:12"], "at most 4000 can be drawn"),
    (["counter:2", "--max-passes", "0"], "expected a whole number, at least 1"),
    (["counter:2", "--magnitude", "eps1=1"], "--magnitude is for gadget:NAME"),
    (["counter:2", "--pass", "2"], "--pass chooses what --figure draws; give --figure FILE too"),
    (["counter:2", "-o", "no/such/folder/page.html"], "there is no such folder"),
    (["gadget:nothing"], "svm has no gadget 'nothing'; there is reset, not, copy"),
    (["gadget:copy", "--model", "nothing"], "there is no model 'nothing'"),
    (["gadget:copy", "--figure", "a.png"], "--figure draws the run of a circuit"),
    *(
        (["gadget:copy", f"--{n}", "1"], f"--{n} is for circuits")
        for n in ("target", "property", "inputs", "max-passes")
    ),
    (["gadget:copy", "--norm-bound", "1"], "a gadget is asked nothing; drop --question and --norm-bound"),
    (["counter:3", "--max-passes", "1", "--figure", "a.png", "--pass", "2"], "the run has 1 pass; choose it"),
    (["gadget:copy", "--magnitude", "eps1=1"], "svm has no such magnitude; there is none"),
    (["gadget:reset", "--model", "svm-reg", "--magnitude", "eps1=0"], "has no value here: division by zero"),
    (["gadget:reset", "--model", "svm-reg", "--magnitude", "eps1=x"], "is not a number such as 1/4"),
]


@pytest.mark.parametrize(("arguments", "reason"), REFUSED, ids=[" ".join(a) for a, _ in REFUSED])
def test_wrong_calls_are_refused_in_a_line(arguments: list[str], reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is missed that a right call would need."""
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    answer = explore(*arguments)
    assert answer.code == 2 and answer.out == ""
    assert reason in answer.err and answer.err.count("\n") == 1


STEP = '[[step]]\nx = ["4"]\ny = "1"\nafter = [["3"], ["1"]]\n'
WRONG_TABLES = [
    (STEP.replace('y = "1"', 'y = "2"'), "has an example with y other than 1 and -1"),
    ('[[step]]\ncall = "nothing"\non = ["i1"]\nafter = [["3"], ["1"]]\n', "step 1: nothing cannot be called"),
    ('[[step]]\ncall = "copy"\non = ["i1"]\nafter = [["3"], ["1"]]\n', "step 1: copy cannot be called"),
    ('[[step]]\ncall = "flip"\non = ["i1"]\nafter = [["3"], ["1"]]\n', "a gadget cannot call itself"),
]


@pytest.mark.parametrize(("steps", "reason"), WRONG_TABLES, ids=[reason for _, reason in WRONG_TABLES])
def test_tables_that_cannot_be_run_are_refused(tmp_path: Path, steps: str, reason: str) -> None:
    (tmp_path / "svm").mkdir()
    head = 'gadget = "flip"\nlabel = "tab:flip"\ncoordinates = ["i1"]\ncases = [["-1"], ["1"]]\n'
    (tmp_path / "svm" / "flip.toml").write_text(head + steps)
    answer = explore("gadget:flip", "--tables", tmp_path)
    assert answer.code == 2 and reason in answer.err and answer.err.count("\n") == 1


def test_a_picture(tmp_path: Path) -> None:
    needs("matplotlib", "matplotlib")
    path = (
        tmp_path / "\u4e2d<b>$\\frac{.blif"
    )  # no letter of the font, and no formula, though matplotlib knows formulas
    path.write_text(
        ".model m\n.outputs bad\n.latch n $\\frac{ 0\n.names $\\frac{ n\n0 1\n.names $\\frac{ bad\n1 1\n.end\n"
    )
    assert explore(path, "--figure", tmp_path / "a.png", "--pass", 2) == (0, "", f"wrote {tmp_path / 'a.png'}\n")
    image = (tmp_path / "a.png").read_bytes()
    assert image.startswith(b"\x89PNG\r\n\x1a\n") and image.endswith(b"IEND\xaeB`\x82")
    assert not (tmp_path / "page.html").exists()
    assert explore(path, "--figure", tmp_path / "a.png", "--pass", 3).err.endswith(
        "--pass 3: the run has 2 passes; choose one of them\n"
    )


@pytest.mark.parametrize("model", ["svm", "svm-reg", "dense-relu-dense"])
def test_a_picture_draws_the_weights_of_its_pass(model: str) -> None:
    problem = reduction("counter:2", "--model", model)
    found = weights_of_pass(problem, outlined(problem, 100), 3)
    run = Simulation(problem)
    expected = [[float(fraction(plain(w))) for w in run.weights.values()] for _ in run.stepwise()]
    start = 2 * problem.examples
    assert found == expected[start - 1 : start + problem.examples]


@pytest.mark.parametrize("circuit", ["counter:3", "counter:4", "counter:7", "gray:4", "lfsr:23", "lfsr:44"])
def test_names_in_a_picture_do_not_touch(circuit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    needs("matplotlib", "matplotlib")
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    def measured(draw: Callable[[Any], None], size: tuple[float, float], kind: str, title: str) -> bytes:
        figure = Figure(figsize=size, dpi=300, layout="constrained")
        canvas = FigureCanvasAgg(figure)
        with rc_context(STYLE):
            draw(figure)
            canvas.draw()
        for axes in figure.axes[:2]:
            boxes = [label.get_window_extent() for label in axes.get_yticklabels()]
            assert len(boxes) > 2 and not any(a.overlaps(b) for a, b in pairwise(boxes))
        return kind.encode()

    monkeypatch.setattr("ogd_exact.documents.explorer.picture.saved", measured)
    problem = reduction(circuit)
    assert picture(problem, outlined(problem, 3), 1) == b"png"


def test_a_picture_is_what_its_name_says(tmp_path: Path) -> None:
    needs("matplotlib", "matplotlib")
    begins = {"svg": b"<?xml", "pdf": b"%PDF-", "png": b"\x89PNG", "PNG": b"\x89PNG"}
    for suffix, first in begins.items():
        path = tmp_path / f"a.{suffix}"
        assert explore("counter:1", "--figure", path) == (0, "", f"wrote {path}\n")
        assert path.read_bytes().startswith(first)
        twice = path.read_bytes()
        assert explore("counter:1", "--figure", path).code == 0 and path.read_bytes() == twice
    for name in ("a.jpg", "figure", "a.svg.gz"):
        answer = explore("counter:1", "--figure", tmp_path / name)
        assert answer.code == 2 and "a picture is one of png, svg, pdf" in answer.err and answer.err.count("\n") == 1
        assert not (tmp_path / name).exists()


def drawn_names(*arguments: str) -> list[str]:
    """The names beside the rows of the run, from above, as an SVG has them in its comments."""
    problem = reduction(*arguments)
    text = picture(problem, outlined(problem, 50), 1, "svg").decode()
    return re.findall("<!-- (.*?) -->", text.partition('id="axes_2"')[2].partition('id="axes_3"')[0])


def test_the_state_is_drawn_as_words_are_written_and_many_gates_are_not() -> None:
    needs("matplotlib", "matplotlib")
    names = drawn_names("counter:3")
    assert [name for name in names if re.fullmatch("x[0-9]|gate0", name)] == ["x2", "x1", "x0", "gate0"]
    many = drawn_names("rule110:8")
    assert [name for name in many if re.fullmatch("c[0-9]", name)] == [f"c{k}" for k in range(7, -1, -1)]
    assert "gate0" not in many and any("the state of every pass" in name for name in many)


def test_a_picture_needs_matplotlib(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    answer = explore("counter:1", "--figure", tmp_path / "a.png")
    assert answer.code == 2 and "pip install '.[plot]'" in answer.err
    assert not (tmp_path / "a.png").exists()


def test_the_scripts_are_all_there_and_well_formed(tmp_path: Path) -> None:
    used = {module for main in MAINS for module in with_imported(main, {})}
    assert used == {str(path.relative_to(PAGE)) for path in PAGE.rglob("*.js")}
    needs_program("node", package="nodejs")
    for main in MAINS:
        (tmp_path / "page.mjs").write_text(script(main))
        done = subprocess.run(["node", "--check", str(tmp_path / "page.mjs")], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("main", MAINS, ids=["ordered", "any order"])
def test_a_script_stands_below_all_that_it_imports(main: str) -> None:
    """And no two of a page hand on the same name, as they would meet."""
    exported: dict[str, str] = {}
    for module, text in with_imported(main, {}).items():
        assert text == (PAGE / module).read_text()
        for names, path in re.findall(r'^import \{ (.*) \} from "(.*)";$', text, re.M):
            source = (PAGE / module).parent.joinpath(path).resolve().relative_to(PAGE)
            assert {exported.get(name.split(" as ")[0]) for name in names.split(", ")} == {str(source)}, module
        for name in re.findall(r"^export (?:const|class|function|async function) (\w+)", text, re.M):
            assert exported.setdefault(name, module) == module, name


@pytest.mark.parametrize(("script", "page"), [("help.js", "explorer.md"), ("clock/clock_words.js", "any-order.md")])
def test_the_docs_have_every_key(script: str, page: str) -> None:
    listed = re.findall(r'^  \["(.+)", "(.+)"\],$', (PAGE / script).read_text().partition("const KEYS")[2], re.M)
    table = (ROOT / "docs" / page).read_text().partition("| key | does |\n")[2].partition("\n\n")[0]
    documented = re.findall(r"^\| (.+?) \| (.+?)(?: \(.*\))? \|$", table, re.M)
    assert len(listed) >= 10 and documented == listed


def test_a_contract_that_counts_is_put_in_words() -> None:
    needs_program("node", package="nodejs")
    asked = '{ needs: { a: "bit", b: "bit", c: "bit" }, leaves: { c: "at_least_2(a, not(b), c)" } }, (c) => c, true'
    script = f'import {{ contractWords }} from "{PAGE / "words.js"}"; console.log(contractWords({asked}));'
    said = subprocess.run(["node", "--input-type=module", "-e", script], capture_output=True, text=True).stdout
    assert "c becomes true if at least 2 of a, (the opposite of b) and c are; all else stays" in said


def test_the_scripts_pass_eslint() -> None:
    needs_program("eslint", package="npm, then: npm install --global eslint@9")
    command = ["eslint", "--config", str(Path(__file__).with_name("eslint.config.mjs")), "."]
    done = subprocess.run(command, cwd=PAGE, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(("circuit", "file"), [("counter:2", "counter-2.html"), ("gadget:copy", "gadget-copy.html")])
def test_on_a_terminal_the_page_becomes_a_file(
    circuit: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert run(command("explore"), [circuit]) == 0
    assert capsys.readouterr().out == f"open {file} in a browser\n"
    written = (tmp_path / file).read_text()
    assert written.startswith("<!doctype html>")
    assert run(command("explore"), [circuit]) == 2  # never in place of another
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", f"ogd-exact: {file}: is there already; name a file by -o, or - for stdout\n")
    assert run(command("explore"), [circuit, "-o", "-"]) == 0
    assert capsys.readouterr().out == written
    assert [path.name for path in tmp_path.iterdir()] == [file]


def test_a_page_of_other_tables_says_whose(tmp_path: Path) -> None:
    for words, title in (((), "counter:1 by svm"), (("--tables", "compact"), "counter:1 by svm (compact)")):
        assert f"<title>{title}</title>" in page_file(tmp_path, "counter:1", *words).read_text()
