"""ogd.simulate: what the command says, and nothing printed."""

import json
from pathlib import Path

import pytest

import ogd_exact as ogd
from conftest import called


def test_the_verdict_is_that_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    told: list[tuple[int, int | None]] = []
    run = ogd.reduce("counter:3")
    verdict = ogd.simulate(run, progress=lambda *numbers: told.append(numbers))
    # A counter of three bits is all true in frame 2^3 - 1, in its eighth pass.
    assert (verdict.verdict, verdict.frame, verdict.passes, verdict.period) == ("accepted", 7, 8, None)
    assert 7 * len(run) < verdict.steps <= 8 * len(run) and verdict.confirmed is True
    assert told and told[-1] == (7 * len(run), None) and capsys.readouterr() == ("", "")
    assert f"{verdict}\n" == f"{verdict.explain()}\n" == called("simulate", "counter:3").out
    assert repr(verdict).startswith("Verdict(verdict='accepted', frame=7, ")
    assert json.loads(verdict.to_json()) == json.loads(called("simulate", "counter:3", "--format", "json").out)


def test_never_and_undecided() -> None:
    never = ogd.simulate(ogd.reduce("counter:2", target="11", parameters={}), max_passes=1)
    assert (never.verdict, never.passes, never.frame) == ("undecided", 1, None)
    # x -> 3x + 1 or x/2 from 27 modulo 4, that is from 3: 3 does not fit, becomes 0 and stays there.
    stays = ogd.simulate("collatz:2")
    assert (stays.verdict, stays.frame, stays.period) == ("never", None, 1)
    audited = ogd.simulate("counter:2", engine="gadget", audit=2)
    assert audited.engine == "gadget" and json.loads(audited.to_json())["audited"] == 2


def test_words_about_engines_are_notes(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("ogd_exact.training.runs.engines.native.available", lambda: False)
    verdict = ogd.simulate("counter:2", engine="native")
    assert verdict.engine == "circuit" and verdict.verdict == "accepted" and capsys.readouterr() == ("", "")
    assert len(verdict.notes) == 1 and "the native engine needs numba" in verdict.notes[0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"max_passes": 0}, "max_passes: expected a whole number, at least 1, not 0"),
        ({"max_steps": -1}, "max_steps: expected a whole number, at least 1, not -1"),
        ({"max_steps": 1.5}, "max_steps must be int | None, not float"),
        ({"engine": "steam"}, "there is no engine 'steam'; there is auto, kernel, gadget, native, circuit, invariant"),
    ],
)
def test_wrong_orders_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(ogd.InputError) as refused:
        ogd.simulate("counter:1", **options)  # type: ignore[arg-type]
    assert str(refused.value) == message


def test_questions_have_known_names() -> None:
    with pytest.raises(ogd.InputError, match="there is no question 'why'; there is first-coordinate, fixed-point"):
        ogd.reduce("counter:1", question="why")


def test_a_run_is_kept_shown_and_told_of_as_by_the_command(tmp_path: Path) -> None:
    run, kept, steps = ogd.reduce("counter:2"), tmp_path / "kept", list[int]()
    assert ogd.simulate(run, checkpoint=kept, max_passes=2, engine="kernel").passes == 2 and kept.exists()
    assert called("simulate", "counter:2", "--checkpoint", kept, "--confirm").code == 0
    verdict = ogd.simulate(run, trace=lambda moment: steps.append(moment.number))
    assert steps == list(range(1, verdict.steps + 1))
    told: list[str] = []
    assert ogd.simulate(run, engine="native", trace=lambda moment: None, tell=told.append).notes == tuple(told)
    audits = [json.loads(ogd.simulate(run, audit=1, seed=seed).to_json())["seed"] for seed in (5, 5)]
    assert audits == [5, 5]
    with pytest.raises(ogd.InputError, match="checkpoint is not for examples in any order"):
        ogd.simulate(ogd.reduce("counter:1", tables="any-order"), checkpoint=kept)
