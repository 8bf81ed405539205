"""Tables that a careless verifier would call verified, or reject though they are right. Each was once such a case.

Each folder of soundness/ holds tables, and in expected.txt the exit code that they deserve and a part of what is said.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.gadgets.findings.verify import verify_table
from ogd_exact.gadgets.reading.folder import paper

FOLDERS = sorted((Path(__file__).parent / "soundness").iterdir())


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_each_gets_the_verdict_it_deserves(verify: Any, folder: Path) -> None:
    code, message = (folder / "expected.txt").read_text().splitlines()
    answer = verify("--tables", folder)
    said = " ".join(f"{answer.out} {answer.err}".split())
    assert answer.code == int(code), said
    assert message in said


def test_a_table_with_neither_example_nor_call_cannot_borrow_a_result() -> None:
    library = paper()
    good = library.tables["svm", "copy_if_true"]
    assert verify_table(good, library).verified
    hollow = replace(good, steps=(*good.steps[:2], replace(good.steps[2], call="")))
    with pytest.raises(InputError, match="is not well-formed"):
        verify_table(hollow, library)
