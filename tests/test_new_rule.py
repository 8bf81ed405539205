"""Rules that a user writes into models of his own: every command works with them, or says in one line why not."""

import json
import re
import shutil
from pathlib import Path

import pytest

from conftest import ROOT, called, edit, needs, sampled

MODEL, STATES, TWO = ["--model", "svm-bold"], ["--model", "two-states"], ["--model", "two-kinks"]


RULES_OF_USERS = """
[bold-hinge]  # at twice the rate, so that the paper's tables hold at half of it
words = "hinge loss at twice the rate"
loss = '2 \\max(0, 1 - y\\, w \\cdot x)'
score = "y*p"
kinks = ["1"]
moves = [{ x = "2*y" }, {}]
labels = ["1", "-1"]
regularized = true

[cut-hinge]  # the hinge, with a kink more at which both sides agree
words = "hinge loss, cut once more"
score = "y*p"
kinks = ["-1", "1"]
moves = [{ x = "y" }, { x = "y" }, {}]
labels = ["1", "-1"]

[insensitive]  # sign(y - w.x) x is added where |y - w.x| > epsilon
words = "epsilon-insensitive loss"
constants = { epsilon = "epsilon" }
score = "y - p"
kinks = ["-epsilon", "epsilon"]
moves = [{ x = "-1" }, {}, { x = "1" }]

[threshold]  # a perceptron, written once more
words = "threshold"
score = "p*y + 1"
kinks = ["1"]
moves = [{ x = "y" }, {}]
labels = ["1", "-1"]

[mirrored]  # besides the weight u of the second layer there is its mirror, which moves the other way
words = "two dense layers, ReLU; squared loss; and a mirror"
loss = '(y - u \\max(0, w \\cdot x))^2'
state = { mirror = "the mirror of u", u = "the weight of the second layer" }
score = "p"
kinks = ["0"]
moves = [{}, { x = "2*(y - u*p)*u", u = "2*(y - u*p)*p", mirror = "-2*(y - u*p)*p" }]
"""


def write_mirrored(folder: Path) -> None:
    """The paper's tables of two dense layers, each line with the opposite of its last weight behind it."""
    folder.mkdir()
    for path in (ROOT / "gadget_tables" / "paper" / "dense-relu-dense").glob("*.toml"):
        text = path.read_text().replace('rule = "dense-relu-dense"', "").replace('v = "1"', 'u = "1", mirror = "-1"')
        lines = text.replace('"v"]', '"u", "mirror"]').splitlines()
        of_weights = re.compile(r"(cases|after) = \[\[|  \[")
        doubled = [re.sub(r'"([^"]*)"\]', r'"\1", "-(\1)"]', s) if of_weights.match(s) else s for s in lines]
        (folder / path.name).write_text("\n".join(doubled))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Each rule has a model with tables."""
    rules = {text.partition("]")[0]: text.partition("\n")[2] for text in RULES_OF_USERS.split("\n[")[1:]}

    def own(model: Path, name: str) -> None:
        (model / "model.toml").write_text((model / "model.toml").read_text() + "\n[rule]\n" + rules[name])

    bold = tmp_path / "tables" / "svm-bold"
    shutil.copytree(ROOT / "gadget_tables" / "paper" / "svm", bold)
    edit(bold / "model.toml", 'rule = "hinge"\nlearning_rate = "1"', 'learning_rate = "1/2"')
    own(bold, "bold-hinge")
    shutil.copytree(ROOT / "gadget_tables" / "paper" / "svm", tmp_path / "tables" / "svm-cut")
    edit(tmp_path / "tables" / "svm-cut" / "model.toml", 'rule = "hinge"', "")
    own(tmp_path / "tables" / "svm-cut", "cut-hinge")
    two = tmp_path / "tables" / "two-kinks"
    two.mkdir()
    (two / "model.toml").write_text(TWO_KINKS)
    own(two, "insensitive")
    (two / "not.toml").write_text(NOT)
    write_mirrored(tmp_path / "tables" / "two-states")
    own(tmp_path / "tables" / "two-states", "mirrored")
    simple = tmp_path / "tables" / "simple"
    simple.mkdir()
    (simple / "model.toml").touch()
    own(simple, "threshold")
    (simple / "set_true.toml").write_text(SET_TRUE)
    (tmp_path / "not.tex").write_text(
        (ROOT / "docs/tables/svm-not.tex").read_text().replace("model=svm ", "model=svm-bold ").replace("tab:not", "x")
    )
    return tmp_path


SET_TRUE = """gadget = "set_true"
label = "tab:set-true"
coordinates = ["i1"]
cases = [["-1"], ["1"]]

[[step]]
x = ["2"]
y = "1"
after = [["1"], ["1"]]

[contract]
before = { i1 = "bit" }
after = { i1 = "true" }
"""


TWO_KINKS = """symbols = ["epsilon"]
encoding = { true = "2", false = "0" }
region = [{ bound = "epsilon > 0" }, { bound = "epsilon < 1", outside = { epsilon = "1" } }]
"""
# Worked out by hand: |y - w.x| is 1 in every row, so that every example fires, up or down, for every epsilon below 1.
NOT = """gadget = "not"
label = "tab:two-kinks-not"
coordinates = ["i1", "i2", "i3"]
cases = [["0", "0", "0"], ["0", "2", "0"], ["2", "0", "0"], ["2", "2", "0"]]

[[step]]
x = ["0", "1", "0"]
y = "1"
after = [["0", "1", "0"], ["0", "1", "0"], ["2", "1", "0"], ["2", "1", "0"]]

[[step]]
x = ["-1", "-1", "-1"]
y = "-2"
after = [["1", "2", "1"], ["1", "2", "1"], ["1", "0", "-1"], ["1", "0", "-1"]]

[[step]]
x = ["-1", "0", "-1"]
y = "-1"
after = [["0", "2", "0"], ["0", "2", "0"], ["2", "0", "0"], ["2", "0", "0"]]

[contract]
before = { i1 = "bit", i2 = "bit", i3 = "0" }
after = { i2 = "not(i1)" }
"""


COMMANDS = [  # what is typed in the folder, the exit code, and words of what is said
    ("verify", [], 0, "all verified"),
    ("verify", ["--tex", "not.tex"], 0, "all verified"),
    ("verify", ["--format", "html", "--output", "report.html"], 0, ""),
    ("verify", ["--witnesses"], 0, "all verified"),
    ("latex", ["--output-dir", "written"], 0, ""),
    ("reduce", ["counter:2", *MODEL, "--output", "x.jsonl"], 0, ""),
    *(
        ("simulate", ["counter:2", *MODEL, "--engine", engine], 0, "accepted in frame 3")
        for engine in ("circuit", "native", "gadget", "kernel")
    ),
    ("replay", ["counter:2", *MODEL, "--library", "sklearn"], 2, "rule svm-bold has no library.sklearn"),
    ("replay", ["counter:2", *MODEL, "--library", "torch"], 2, "rule svm-bold has no library.torch"),
    ("replay", ["counter:2", *MODEL, "--precision"], 2, "known only of rules that add y*x below a threshold"),
    ("explore", ["counter:2", *MODEL, "--output", "run.html"], 0, ""),
    ("explore", ["gadget:copy", *MODEL, "--output", "copy.html"], 0, ""),
    ("explore", ["gadget:set_true", "--model", "simple", "--output", "s.html"], 0, ""),
    ("annealed", ["counter:2", "--schedule", "1/t"], 2, "there is no construction"),
    ("barrier", ["--gadget", "not", *MODEL], 0, "proved and checked"),
    *(
        ("simulate", ["counter:2", "--model", "svm-cut", "--engine", engine], 0, "accepted in frame 3")
        for engine in ("circuit", "native", "gadget", "kernel")
    ),
    ("replay", ["counter:2", "--model", "svm-cut", "--precision"], 2, "known only of rules that add y*x below"),
    ("synthesize", ["put(a bit): a = true", "--model", "svm-cut"], 0, "found: 1 step, verified"),
    ("explore", ["gadget:not", *TWO, "--set", "epsilon=1/2", "--output", "x.html"], 0, ""),
    ("simulate", ["counter:2", "--model", "simple"], 2, "there is no construction"),
    ("reduce", ["counter:2", *STATES, "--output", "x.jsonl"], 0, ""),
    *(
        ("simulate", ["counter:2", *STATES, "--engine", engine], 0, "accepted in frame 3")
        for engine in ("circuit", "native", "gadget", "kernel")
    ),
    ("simulate", ["counter:2", *STATES, "--question", "fixed-point"], 0, "accepted in frame 3"),
    ("simulate", ["counter:2", *STATES, "--at-step", "734"], 0, "mirror = -1, u = 1"),  # a pass, so as at the start
    ("replay", ["counter:2", *STATES, "--library", "torch"], 2, "the rule two-states has no library.torch"),
    ("replay", ["counter:2", *STATES, "--precision"], 2, "known only of rules that add y*x below a threshold"),
    ("explore", ["counter:2", *STATES, "--output", "run.html"], 0, ""),
    ("explore", ["gadget:copy", *STATES, "--output", "copy.html"], 0, ""),
]  # fmt: skip


@pytest.mark.parametrize(("name", "arguments", "code", "said"), sampled(COMMANDS, 2, lambda row: [row[0]]))
def test_every_command_works_or_says_why_not(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, arguments: list[str], code: int, said: str
) -> None:
    monkeypatch.chdir(folder)
    if name == "synthesize":
        needs("z3", "z3-solver")
    found, out, err = called(name, *arguments, "--tables", "tables")
    assert found == code, err + out
    assert said in " ".join((err if code else out).split())
    assert len(err.splitlines()) == 1 if code else "Traceback" not in err


def test_the_rule_is_named_in_latex(folder: Path) -> None:
    assert called("latex", "--output-dir", folder / "o", "--tables", folder / "tables")[0] == 0
    assert "hinge loss at twice the rate" in (folder / "o" / "symbols.tex").read_text()


@pytest.mark.parametrize(
    ("old", "new"),
    [('x = ["2"]', 'x = ["3"]'), ('y = "1"', 'y = "-1"'), ('y = "1"', 'y = "2"'), ('[["1"], ["1"]]', '[["1"], ["7"]]')],
)
def test_a_wrong_table_under_the_rule_is_found(folder: Path, old: str, new: str) -> None:
    path = folder / "tables" / "simple" / "set_true.toml"
    path.write_text(SET_TRUE.replace(old, new))
    code, out, err = called("verify", "--tables", folder / "tables", "--model", "simple")
    assert (code, err) == (1, "") and "set_true" in out and "step 1" in out


@pytest.mark.parametrize(
    ("old", "new", "cell", "suggested"),
    [
        ('["1", "0", "-1"], ["1", "0", "-1"]]', '["1", "0", "-1"], ["1", "5", "-1"]]', "after", "0"),
        ('x = ["-1", "0", "-1"]', 'x = ["-1", "0", "-3"]', "x3", "-1"),
    ],
)
def test_a_wrong_cell_between_two_kinks_is_repaired(
    folder: Path, old: str, new: str, cell: str, suggested: str
) -> None:
    edit(folder / "tables" / "two-kinks" / "not.toml", old, new)
    arguments = ("--tables", folder / "tables", "--model", "two-kinks", "--format", "json")
    code, out, err = called("verify", *arguments)
    (finding,) = json.loads(out)["tables"][0]["findings"]
    assert (code, err) == (1, "") and (finding["field"], finding["suggested"]) == (cell, suggested)


def test_kinks_are_in_order_on_the_whole_region(folder: Path) -> None:
    """For epsilon below 0 they are not, and where the order varies with epsilon nothing is verified."""
    path = folder / "tables" / "two-kinks" / "model.toml"
    edit(path, '{ bound = "epsilon > 0" }', '{ bound = "epsilon > -1" }')
    code, out, err = called("verify", "--tables", folder / "tables", "--model", "two-kinks")
    assert (code, err) == (1, "") and "each kink must be below the next" in " ".join(out.split())
