"""Examples that lie on a kink, harmlessly: noise and rounding are not followed across it, and that is said."""

import shutil
from pathlib import Path

from conftest import ROOT, called, edit

PERCEPTRON = ROOT / "gadget_tables" / "rules" / "perceptron"
RULE = '\n[rule]\nscore = "y*p"\nkinks = ["0"]\nmoves = [{ x = "y" }, {}]\n'
STILL = '[[step]]\nx = ["1"]\ny = "0"\nafter = [["-1"], ["1"]]\n\n[[step]]\n'


def test_noise_is_refused_in_one_line() -> None:
    code, out, err = called("replay", "counter:2", "--tables", ROOT / "tests" / "losses", "--model", "squared-hinge",
                            "--noise", "1/1000")  # fmt: skip
    assert (code, out, len(err.splitlines())) == (2, "", 1) and "stands on a kink, where the least noise decides" in err


def test_bits_are_refused_in_one_line(tmp_path: Path) -> None:
    """A perceptron that takes the label 0, with which an example does nothing."""
    shutil.copytree(PERCEPTRON, tmp_path / "mine")
    edit(tmp_path / "mine" / "model.toml", 'rule = "perceptron"\n', "")
    (tmp_path / "mine" / "model.toml").write_text((tmp_path / "mine" / "model.toml").read_text() + RULE)
    edit(tmp_path / "mine" / "reset.toml", "[[step]]\n", STILL, 1)
    assert called("verify", "--tables", tmp_path, "--model", "mine")[::2] == (0, "")
    code, out, err = called("replay", "counter:1", "--tables", tmp_path, "--model", "mine", "--precision")
    assert (code, out, len(err.splitlines())) == (2, "", 1) and "an example lies on a kink" in err
