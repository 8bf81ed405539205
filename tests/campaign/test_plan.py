"""Plans: what is wrong with one is a line that names the place; and the tasks that a right one makes.

Each file of malformed/ begins with a line: line:column | a part of the message.
"""

from pathlib import Path

import pytest
from campaigns import CIRCUITS, HEAD, plan_file

from conftest import called
from ogd_exact.campaign.plan import read_plan
from ogd_exact.campaign.task import stamp_of
from ogd_exact.core.kernel.errors import InputError

FILES = sorted((Path(__file__).parent / "malformed").glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_malformed_plan_is_refused_for_its_own_reason(tmp_path: Path, path: Path) -> None:
    place, reason = (part.strip() for part in path.read_text().split("\n")[0].removeprefix("#").split("|"))
    answer = called("campaign", path, "--results", tmp_path / "r.jsonl")
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1) and answer.err[:-1].isprintable()
    assert answer.err.startswith(f"ogd-exact: {path}:{place}") and reason in answer.err, answer.err
    assert not (tmp_path / "r.jsonl").exists()


def test_what_is_no_plan_file(tmp_path: Path) -> None:
    (tmp_path / "large.toml").write_text("#" * 9000 + "\n" * 300_000)
    for path in (tmp_path, tmp_path / "none.toml", tmp_path / "large.toml", "/dev/zero"):
        answer = called("campaign", path, "--results", tmp_path / "r.jsonl")
        assert answer.code == 2 and answer.err.count("\n") == 1, answer


def test_every_task_is_there_once_however_often_it_is_asked_for(tmp_path: Path) -> None:
    text = CIRCUITS + CIRCUITS.removeprefix(HEAD) + CIRCUITS.removeprefix(HEAD).replace("[1, 12]", "[11, 14]")
    tasks = [(number, task) for number, task in read_plan(plan_file(tmp_path, text)).tasks()]
    assert [number for number, _ in tasks] == [0] * 6 + [2]  # of the third, seeds 11 and 12 are known
    assert len({task.key for _, task in tasks}) == 7
    seeds = [seed for _, task in tasks for seed in range(task.asked["seeds"][0], task.asked["seeds"][1] + 1)]
    assert seeds == [*range(1, 15)]


def test_the_number_of_tasks_is_what_was_said(tmp_path: Path) -> None:
    text = HEAD + '[[circuits]]\nseeds = [5, 27]\nmodels = ["svm", "dense-relu"]\nbatch = 4\n'
    text += '[[search]]\ncontract = "f(a bit, b unset, c unset): b = copy(a)"\nsteps = 2\nnonzeros = 1\n'
    plan = read_plan(plan_file(tmp_path, text))
    tasks = [number for number, _ in plan.tasks()]
    assert [work.number for work in plan.works] == [tasks.count(number) for number in range(2)]
    assert [work.number for work in plan.works] == [12, 9]  # three choices of a coordinate in each of two steps


def keys(plan: str) -> list[str]:
    return [task.key for _, task in read_plan(plan).tasks()]


def test_keys_change_with_the_tables_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    model = tmp_path / "mine" / "svm"
    model.mkdir(parents=True)
    table = 'gadget = "flip"\nlabel = "tab:flip"\ncoordinates = ["a"]\ncases = [["-1"]]\n[[step]]\nx = ["3"]\ny = "1"\n'
    (model / "flip.toml").write_text(table + 'after = [["2"]]\n')
    plan = plan_file(tmp_path, HEAD + '[[search]]\ntables = "mine"\ncontract = "not"\nsteps = 1\n')
    before = keys(plan)
    assert before and keys(plan) == before and not {*before} & {*keys(plan_file(tmp_path, CIRCUITS, "other.toml"))}
    (model / "flip.toml").write_text(table + 'after = [["1 + 1"]]\n')
    assert not {*before} & {*keys(plan)}
    (model / "flip.toml").write_text(table + 'after = [["2"]]\n')
    assert keys(plan) == before
    (model / "flip.toml").rename(model / "other.toml")
    assert not {*before} & {*keys(plan)}


def test_a_folder_that_is_called_paper_is_not_the_papers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who writes a paper may well have one; its tables are those of a plan that names it."""
    plan = plan_file(tmp_path, CIRCUITS + '[[search]]\ncontract = "not"\nsteps = 1\n')
    before = keys(plan)
    (tmp_path / "paper").mkdir()
    monkeypatch.chdir(tmp_path)
    assert keys(plan) == before
    with pytest.raises(InputError, match="have no construction"):
        read_plan(plan_file(tmp_path, CIRCUITS + 'tables = "paper"\n'))


def test_the_stamp_tells_shipped_sets_apart() -> None:
    stamps = [stamp_of(name) for name in ("paper", "compact", "norm")]
    assert len({*stamps}) == 3 and len({stamp.rpartition(" ")[0] for stamp in stamps}) == 1


def test_an_engine_that_cannot_run_a_model_is_refused(tmp_path: Path) -> None:
    text = HEAD + '[[circuits]]\nseeds = [1, 2]\nmodels = ["svm", "dense-relu-dense"]\nengines = ["kernel", "native"]\n'
    with pytest.raises(InputError, match=r":5:22: native cannot run dense-relu-dense here: .*; drop one of them$"):
        read_plan(plan_file(tmp_path, text))
    assert read_plan(plan_file(tmp_path, text.replace('"svm", "dense-relu-dense"', '"svm"')))


def test_each_model_takes_the_numbers_that_it_leaves_open(tmp_path: Path) -> None:
    text = HEAD + '[[circuits]]\nseeds = [1, 2]\ntables = "rules"\nset = { mu = "1/2" }\n'
    plan = read_plan(plan_file(tmp_path, text))
    given = {task.asked["model"]: task.asked["set"] for _, task in plan.tasks()}
    assert given == {"perceptron": {}, "svm-eta-reg": {}, "svm-nesterov": {}, "svm-nesterov-mu": {"mu": "1/2"}}
    assert "svm-nesterov-mu (rules), mu = 1/2, engines" in plan.works[0].title
