"""Files that collide, checkpoints whose fields do not fit, limits already passed, numbers beyond doubles."""

import json
from pathlib import Path
from typing import Any

import pytest
from simulate_command import simulate

from ogd_exact import reduce
from ogd_exact.command import run
from ogd_exact.simulate.checkpoint import digest

FORGED = [
    ("frame", "x"),
    ("steps", -5),
    ("steps", 1),
    ("weights", {}),
    ("weights", None),
    ("kept", "x"),
    ("distance", -3),
]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("kept") / "run.json"
    assert simulate("counter:4", "--max-passes", 5, "--checkpoint", path).code == 3 and path.exists()
    return path


@pytest.mark.parametrize(("key", "value"), FORGED)
def test_fields_that_do_not_fit_are_refused_though_the_digest_is_right(
    kept: Path, tmp_path: Path, key: str, value: Any
) -> None:
    data = json.loads(kept.read_text())
    data["body"][key] = value
    data["digest"] = digest(data["body"])
    (tmp_path / "forged.json").write_text(json.dumps(data))
    answer = simulate("counter:4", "--checkpoint", tmp_path / "forged.json")
    assert answer.code == 2 and "is not an undamaged checkpoint" in answer.err


def test_a_limit_that_was_passed_before_still_stops_the_run(kept: Path, tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text(kept.read_text())
    assert simulate("counter:4", "--max-steps", 1, "--checkpoint", tmp_path / "run.json").code == 3


@pytest.mark.parametrize("pair", [("--trace", "-o"), ("--trace", "--checkpoint"), ("--checkpoint", "-o")])
def test_two_options_for_one_file_are_refused(tmp_path: Path, pair: tuple[str, str]) -> None:
    answer = simulate("counter:1", pair[0], tmp_path / "f", pair[1], tmp_path / "f")
    assert answer.code == 2 and "name the same file" in answer.err and not (tmp_path / "f").exists()


def test_a_number_beyond_doubles_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call = ["counter:16", "--model", "svm-reg", "--format", "svmlight", "--lossy", "-o", str(tmp_path / "f")]
    assert run(reduce.main, call) == 2
    assert "is too large for a double" in capsys.readouterr().err and not (tmp_path / "f").exists()
