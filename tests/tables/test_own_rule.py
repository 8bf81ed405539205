"""A [rule] in a model: what is read, and what is refused at which place."""

import re
from pathlib import Path

import pytest

from conftest import ROOT, called, edit
from ogd_exact.gadgets.reading.read_rule import KEYS

RULE = """symbols = ["epsilon"]
region = [{ bound = "epsilon > 0" }]

[rule]
words = "a loss with everything"
loss = '|y - w \\cdot x|'
constants = { epsilon = "epsilon/2", two = "2" }
state = { u = "a second weight" }
score = "y - p*u"
kinks = ["-epsilon", "epsilon"]
moves = [{ x = "-1", u = "two*p" }, {}, { x = "y" }]
labels = ["1", "-1"]
regularized = false
along = "x"
after = { score = "w", kinks = ["-4", "4"], values = ["-4", "w", "4"] }

[rule.library]
torch = { loss = "L1Loss", layer = "u" }
"""
TABLE = """gadget = "keep"
label = "tab:keep"
coordinates = ["i1", "u"]
cases = [["-1", "1"], ["1", "1"]]

[[step]]
x = ["0"]
y = "1"
after = [["-1", "1"], ["1", "1"]]
"""


@pytest.fixture
def model(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "keep.toml").write_text(TABLE)
    (folder / "model.toml").write_text(RULE)
    return folder


def test_a_rule_with_all_keys_is_read(model: Path) -> None:
    """x = 0 and y = 1, so that the score is 1: below epsilon/2 for some epsilon, above it for others."""
    code, out, err = called("verify", "--tables", model.parent)
    assert (code, err) == (1, "") and "1 - epsilon/2 has no one sign on the region (see epsilon = 4)" in out
    edit(model / "model.toml", "epsilon > 0", "epsilon > 2")
    assert called("verify", "--tables", model.parent)[::2] == (0, "")


def test_the_page_on_rules_begins_with_one_that_is_verified(tmp_path: Path) -> None:
    """What is typed there, in the files that it names."""
    page = (ROOT / "docs" / "rules.md").read_text()
    files = re.findall(r"`(mine/[a-z/]+\.toml)`", page)
    for name, text in zip(files, re.findall(r"```toml\n(.*?)```", page, re.S), strict=False):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert len(files) == 2
    code, out, err = called("verify", "--tables", tmp_path / "mine")
    assert (code, err) == (0, "") and "12 transitions and 0 calls checked: all verified." in out
    keys = re.findall(r"`([a-z]+)`", "".join(re.findall(r"^\| (`[a-z`, ]+) \|", page, re.M)))
    assert {*KEYS} <= {*keys}


WRONG = [  # what stands there, what is put in its place, and where it is refused, for what
    ('words = "a', 'wordz = "a', "5:9", "unknown key 'wordz'"),
    ('words = "a loss with everything"', "words = 7", "5:9", "expected text in quotes"),
    ('epsilon = "epsilon/2"', 'p = "1"', "7:19", "'p' cannot be a name here"),
    ('epsilon = "epsilon/2"', 'v_i1 = "1"', "7:22", "cannot be a name here"),
    ('two = "2"', 'u = "2"', "7:", "'u' cannot be a name here"),
    ('epsilon = "epsilon/2"', 'epsilon = "delta"', "7:26", "unknown symbol 'delta'"),
    ('two = "2"', 'two = "1/0"', "7:", "division by zero"),
    ('two = "2"', "two = 2", "7:", "expected text in quotes"),
    ('{ u = "a second weight" }', '{ x = "a second weight" }', "8:15", "'x' cannot be a name here"),
    ('{ u = "a second weight" }', '{ bit = "a second weight" }', "8:17", "'bit' cannot be a name here"),
    ('score = "y - p*u"', 'score = "y - w"', "9:14", "unknown symbol 'w'"),
    ('score = "y - p*u"', 'score = "y/p"', "9:", "divided by numbers"),
    ('score = "y - p*u"', 'score = "(p + y)^13"', "9:", "degree at most"),
    ('score = "y - p*u"', 'score = "__import__(p)"', "9:10", "unexpected character '_'"),
    ('{ x = "-1", u = "two*p" }', '{ x = "y*sigmoid(-y*p)" }', "11:", "sigmoid is no polynomial"),
    ('score = "y - p*u"\n', "", "4:1", "the key 'score' is missing"),
    ('kinks = ["-epsilon", "epsilon"]', 'kinks = ["-epsilon", "y"]', "10:23", "unknown symbol 'y'"),
    ('kinks = ["-epsilon", "epsilon"]', 'kinks = ["epsilon"]', "11:", "1 kinks make 2 intervals"),
    ('kinks = ["-epsilon", "epsilon"]', 'kinks = "1"', "10:9", "expected a list"),
    ('kinks = ["-epsilon", "epsilon"]\n', "", "4:1", "the key 'kinks' is missing"),
    ('{ x = "-1", u = "two*p" }', '{ x = "-1", t = "two*p" }', "11:", "unknown key 't'"),
    ('{ x = "-1", u = "two*p" }', '"-1"', "11:", "expected keys and values"),
    ('{ x = "-1", u = "two*p" }', '{ x = "-epsilo" }', "11:", "unknown symbol 'epsilo'"),
    ('labels = ["1", "-1"]', 'labels = ["y"]', "12:", "unknown symbol 'y'"),
    ("regularized = false", 'regularized = "no"', "13:15", "expected true or false"),
    ('along = "x"', 'along = "y"', "14:9", "weights move along one of x, sign"),
    ('score = "w"', 'score = "w + p"', "15:", "unknown symbol 'p'"),
    ('kinks = ["-4", "4"]', 'kinks = ["w", "4"]', "15:", "unknown symbol 'w'"),
    ('values = ["-4", "w", "4"]', 'values = ["-4", "4"]', "15:", "2 kinks make 3 intervals"),
    ('values = ["-4", "w", "4"]', 'value = ["-4", "w", "4"]', "15:", "unknown key 'value'"),
    ('torch = { loss = "L1Loss"', 'torch = { loss = "L9Loss"', "18:", "'L9Loss' is no loss here"),
    ('torch = { loss = "L1Loss", layer = "u" }', 'torch = "L1Loss"', "18:9", "expected keys with texts"),
    ('symbols = ["epsilon"]', 'symbols = ["epsilon"]\nregularizer = "1/4"', "2:15", "no regularizer"),
    ('symbols = ["epsilon"]', 'symbols = ["epsilon"]\nmomentum = "1/2"', "2:12", "momentum is for rules"),
    ('symbols = ["epsilon"]', 'symbols = ["epsilon"]\nrule = "hinge"', "5:", "TOML"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "place", "reason"), WRONG)
def test_what_is_wrong_with_a_rule_is_said_at_its_place(
    model: Path, old: str, new: str, place: str, reason: str
) -> None:
    edit(model / "model.toml", old, new)
    code, out, err = called("verify", "--tables", model.parent)
    assert (code, out) == (2, "") and len(err.splitlines()) == 1, err
    assert reason in err and f"model.toml:{place}" in err, err


def test_many_kinks_and_names_are_refused(model: Path) -> None:
    many = ", ".join(f'"{k}"' for k in range(30))
    edit(model / "model.toml", '"-epsilon", "epsilon"', many)
    edit(model / "model.toml", '{ x = "-1", u = "two*p" }, {}, ', "{}, " * 30)
    assert "at most 24 kinks" in called("verify", "--tables", model.parent)[2]
    constants = ", ".join(f'c{k} = "1"' for k in range(9))
    edit(model / "model.toml", 'two = "2"', constants)
    assert "at most 8 names" in called("verify", "--tables", model.parent)[2]


def test_a_decay_beside_what_follows_a_step_is_refused(model: Path) -> None:
    edit(model / "model.toml", "regularized = false", "regularized = true")
    edit(model / "model.toml", 'symbols = ["epsilon"]', 'symbols = ["epsilon"]\nregularizer = "1/4"')
    code, _, err = called("verify", "--tables", model.parent)
    assert code == 2 and "write the decay into after" in err


def test_a_name_of_a_shipped_rule_is_not_taken_for_another(model: Path) -> None:
    model.rename(model.parent / "hinge")
    code, _, err = called("verify", "--tables", model.parent)
    assert code == 2 and "hinge is the name of another rule, which is shipped; rename the folder" in err


RATE = """symbols = ["a"]
magnitudes = ["eps1"]
region = [{ bound = "a > 0" }, { bound = "eps1 > 0" }]
learning_rate = "1"

[rule]
constants = { learning_rate = "1", after = "2" }
score = "p"
kinks = []
moves = [{ x = "y*learning_rate" }]
"""


def test_a_constant_that_is_called_as_a_rate_does_not_stand_for_it(model: Path) -> None:
    """Else a rate that a call chooses anew, or that is nowhere defined, would pass unseen."""
    (model / "keep.toml").write_text(TABLE.replace(', "u"]', "]").replace(', "1"]', "]"))
    (model / "model.toml").write_text(RATE)
    assert called("verify", "--tables", model.parent)[::2] == (0, "")
    (model / "model.toml").write_text(RATE.replace('rate = "1"\n', 'rate = "eps1"\n'))
    assert "model.toml:4:18: unknown symbol 'eps1'" in called("verify", "--tables", model.parent)[2]
    (model / "model.toml").write_text(RATE.replace('rate = "1"\n', 'rate = "(a - 1)/(a - 1)"\n'))
    code, out, _ = called("verify", "--tables", model.parent)
    assert code == 1 and "learning_rate [condition 7]" in out


def test_a_constant_named_as_a_cell_hides_no_repair(model: Path) -> None:
    table = TABLE.replace(', "u"]', "]").replace(', "1"]', "]").replace('x = ["0"]', 'x = ["2"]')
    (model / "keep.toml").write_text(table.replace('after = [["-1"], ["1"]]', 'after = [["1"], ["2"]]'))
    (model / "model.toml").write_text(RATE[RATE.index("[rule]") :])
    code, out, _ = called("verify", "--tables", model.parent)
    assert code == 1 and "also possible: w_i1 = 0 in case 2 at the start" in out


def test_the_letter_of_momentum_is_kept_for_it(model: Path) -> None:
    """Parameters of a training set are known by these letters."""
    (model / "model.toml").write_text(RATE.replace('["a"]', '["a", "mu"]'))
    assert "mu means the momentum" in called("verify", "--tables", model.parent)[2]


FRACTIONS = """symbols = ["a"]
region = [{ bound = "a > 1" }]

[rule]
score = "p"
kinks = ["0"]
moves = [{ x = "1/3" }, { x = "p + 1/3" }]
labels = ["1/2"]
after = { score = "w", kinks = ["1/2"], values = ["w", "1/2"] }
"""
HALVES = """gadget = "halves"
label = "tab:halves"
coordinates = ["i1", "i2"]
cases = [["a", "0"], ["0", "1/2"]]

[[step]]
x = ["0", "1"]
y = "1/2"
after = [["1/2", "1/3"], ["0", "1/2"]]
"""


def test_a_fraction_of_the_rule_is_that_number_also_among_symbols(model: Path) -> None:
    """As a label, as what both sides of a kink agree in, and as what a weight becomes."""
    (model / "model.toml").write_text(FRACTIONS)
    (model / "keep.toml").write_text(HALVES)
    assert called("verify", "--tables", model.parent)[::2] == (0, "")


def test_words_of_a_rule_are_text_in_latex(model: Path, tmp_path: Path) -> None:
    """Also where two models call different weights alike."""
    edit(model / "model.toml", "a loss with everything", "50% \\\\input{secret}")
    edit(model / "model.toml", "a second weight", "\\\\write18{id}")
    (model.parent / "other").mkdir()
    for file in model.iterdir():
        (model.parent / "other" / file.name).write_text(file.read_text().replace("\\\\write18{id}", "another weight"))
    assert called("latex", "--tables", model.parent, "--output-dir", tmp_path / "written")[::2] == (0, "")
    page = (tmp_path / "written" / "symbols.tex").read_text()
    assert r"50\% \textbackslash{}input\{secret\}" in page and r"\write18" not in page
    assert r"$u$ & another weight & \texttt{other}" in page and r"write18\{id\} & \texttt{mine}" in page


def test_kinks_of_what_follows_a_step_are_in_order(model: Path) -> None:
    """Otherwise intervals would be empty; here every weight lies in the first, and is left as it is."""
    edit(model / "model.toml", "epsilon > 0", "epsilon > 2")
    edit(model / "model.toml", 'values = ["-4", "w", "4"]', 'values = ["w", "w", "4"]')
    assert called("verify", "--tables", model.parent)[::2] == (0, "")
    edit(model / "model.toml", 'kinks = ["-4", "4"]', 'kinks = ["4", "-4"]')
    code, out, err = called("verify", "--tables", model.parent)
    assert (code, err) == (1, "") and "each kink must be below the next" in " ".join(out.split())
