"""The largest sum of squares in the rows of a table, calls included, against numbers derived by hand."""

import re
import shutil
from pathlib import Path

from ogd_exact.circuits.machines.machines import machine
from ogd_exact.circuits.netlists.nand import to_nand
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.gadgets.reading.folder import SHIPPED, paper, read_library
from ogd_exact.training.constructions.construction import construction
from ogd_exact.training.constructions.norm import NormBound, RowBounds, norm_question, root_above, yes_exceeds
from ogd_exact.training.constructions.program import Program
from ogd_exact.training.constructions.proof import prove

FLIPS = """
gadget = "flip_twice"
label = "tab:flip"
coordinates = ["i1", "i2"]
cases = [["-1", "2"], ["1", "2"]]
[[step]]
call = "not"
on = ["i1"]
after = [["1", "2"], ["-1", "2"]]
[[step]]
call = "not"
on = ["i1"]
after = [["-1", "2"], ["1", "2"]]
"""


def test_the_rows_of_a_called_gadget_count(tmp_path: Path) -> None:
    """Inside not, i1 is 3 for a moment, while i2 stays at 2; the rows of the table itself are at most 1 + 4."""
    (tmp_path / "svm").mkdir()
    (tmp_path / "svm" / "flip_twice.toml").write_text(FLIPS)
    library = read_library(tmp_path, fallback=paper())
    assert RowBounds(library, {}).most(library.tables["svm", "flip_twice"], {}).square == 9 + 4


def test_cases_that_move_the_accepting_coordinate_do_not_count() -> None:
    """If i2 stays, raise_if_true starts from false: i1 is -1, 1, and inside not 1 or, from -1, 3."""
    library = read_library(SHIPPED / "norm", fallback=paper())
    table, rows = library.tables["svm-norm", "raise_if_true"], RowBounds(library, {"high": rational(100)})
    assert rows.most(table, {}).square == 100**2 + 9
    assert rows.most(table, {}, "i2").square == 9


def test_what_a_yes_comes_to(tmp_path: Path) -> None:
    """With a regularizer high decays at once, but not in the step that writes it; half of it is not enough."""
    folder = Path(shutil.copytree(SHIPPED / "norm", tmp_path / "norm"))
    for model, given in (("svm-reg", {"alpha": rational(3, 4)}), ("svm", {}), ("dense-relu-dense", {})):
        for spoiled in (False, True):
            path = folder / f"{model}-norm" / "raise_if_true.toml"
            path.write_text(re.sub(r"([\"*])high", r"\1high/2", path.read_text()) if spoiled else path.read_text())
            library = read_library(folder, fallback=paper())
            built = construction(library, f"{model}-norm", folder)
            parameters = given | {"high": rational(8)}
            proved = prove(Program(built, to_nand(machine("counter:1"))), library, parameters)
            assert yes_exceeds(rational(7), proved, library, parameters) == (not spoiled)
            assert not yes_exceeds(rational(8), proved, library, parameters)


def test_the_bound_and_what_is_above_it() -> None:
    assert [root_above(rational(*square)) for square in ((0, 1), (1, 100), (4, 1), (17, 4), (9, 1))] == [0, 1, 2, 3, 3]
    ordinary = rational(17, 4)
    assert norm_question(ordinary, None) == NormBound(rational(3), ordinary)
    for bound, separates, high in (
        (rational(2), False, 4),
        (rational(3), True, 4),
        (rational(9, 2), True, rational(11, 2)),
    ):
        reduction = norm_question(ordinary, bound)
        assert (reduction.separates, reduction.high) == (separates, high)
