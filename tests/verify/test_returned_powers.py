"""The paper on set_false_if_unset and copy_if_true with a regularizer: two more coordinates, a power of alpha."""

import shutil
from pathlib import Path

import pytest

from conftest import called, edit
from ogd_exact.gadgets.reading.folder import SHIPPED


def test_five_calls_return_a_power_of_alpha() -> None:
    answer = called("verify", "--tables", "powers")
    assert answer.code == 0
    assert "2 tables (powers), 0 transitions and 25 calls checked: all verified." in answer.out


@pytest.mark.parametrize(
    ("gadget", "old", "new", "said"),
    [
        ("set_false_if_unset", 'returns = { i1 = "alpha^7" }', 'returns = { i1 = "alpha^6" }', "must be   alpha^7"),
        ("set_false_if_unset", 'eps1 = "eps1*alpha^3/2"', 'eps1 = "eps1*alpha^3"', "step 2"),  # the half forgotten
        ("set_false_if_unset", 'eps1 = "alpha^7"', 'eps1 = "alpha^4"', "step 4"),  # the decay forgotten
        ("copy_if_true", 'i2 = "alpha^18"', 'i2 = "alpha^2"', "must be   alpha^18"),
    ],
)
def test_another_magnitude_is_refused(gadget: str, old: str, new: str, said: str, tmp_path: Path) -> None:
    shutil.copytree(SHIPPED / "powers", tmp_path / "mine")
    edit(tmp_path / "mine" / "svm-reg" / f"{gadget}_power.toml", old, new)
    answer = called("verify", "--tables", tmp_path / "mine", "--gadget", f"{gadget}_power")
    assert answer.code == 1 and said in answer.out, answer.out
