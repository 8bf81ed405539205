"""A [rule] in a model: what is read, and what is refused at which place."""

from pathlib import Path

import pytest

from conftest import called, edit

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
