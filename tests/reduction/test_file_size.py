"""The size of a training set is known before it is written, within a quarter."""

from pathlib import Path

import pytest

import ogd_exact as ogd
from conftest import called
from ogd_exact.commands import reduce
from ogd_exact.training.constructions.file_size import jsonl_size
from ogd_exact.training.constructions.formats import jsonl


@pytest.mark.parametrize(("circuit", "decay"), [("counter:3", "1/4"), ("rule110:4", "1/100"), ("lfsr:6", "1/7")])
def test_near_the_size_that_is_written(circuit: str, decay: str) -> None:
    reduction = ogd.reduce(circuit, model="svm-reg", parameters={"lambda": decay}).reduction
    written = sum(map(len, jsonl(reduction, False)))
    assert abs(jsonl_size(reduction) - written) < written / 4


def test_large_files_are_told_of_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    call = ("reduce", "counter:2", "--model", "svm-reg", "-o", tmp_path / "train.jsonl")
    assert called(*call).err == f"wrote {tmp_path / 'train.jsonl'}\n"
    monkeypatch.setattr(reduce, "LARGE", 10)
    assert called(*call).err.startswith("ogd-exact: about 0 MB will be written; --symbolic writes the same numbers")
    assert called(*call, "--symbolic").err == f"wrote {tmp_path / 'train.jsonl'}\n"
