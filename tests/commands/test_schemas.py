"""All JSON says which format it has, and is what the schema of that format says, with no key that it does not."""

import copy
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import schemas
from conftest import ROOT, called, needs, sampled
from ogd_exact.gadgets.reading.folder import SHIPPED

SCHEMAS = {path.stem: json.loads(path.read_text()) for path in schemas.FOLDER.glob("*.json")}
DESIGN = "docs/gallery/lock.blif"
COMMANDS = [  # a schema, and what writes such JSON
    ("verify", "verify --model svm-reg"),
    ("verify", "verify --printed --model svm-reg --gadget set_false_if_unset"),
    ("verify", "verify docs/tables/svm-not.tex"),
    ("gradients", "verify --gradients"),
    ("simulate", "simulate counter:2"),
    ("simulate", "simulate counter:2 --no-simulate"),
    ("simulate", "simulate lfsr:3 --target 000"),
    ("simulate", "simulate counter:3 --max-passes 2"),
    ("simulate", "simulate counter:2 --audit 1 --seed 2"),
    ("simulate", "simulate counter:2 --at-step 7"),
    ("simulate", "simulate counter:2 --question norm"),
    ("simulate", "check tests/invariant/rule110.cert"),
    ("simulate", f"simulate {DESIGN} --search 1"),
    ("simulate", "simulate docs/gallery/mutex.aig --stimulus docs/gallery/mutex.wit --max-passes 2"),
    ("simulate-set", "simulate docs/training-sets/three.csv --model svm"),
    ("simulate-set", "simulate docs/training-sets/three.csv --model svm-reg --max-passes 9 --order reverse"),
    ("simulate-set", "simulate docs/training-sets/three.csv --model svm --question norm --norm-bound 9"),
    ("annealed", "annealed counter:2 --schedule 1/t"),
    ("replay", "replay counter:2 --library sklearn"),
    ("replay", "replay counter:2 --model dense-relu-dense --library torch"),
    ("precision", "replay --precision counter:1 --model svm"),
    ("precision", "replay --precision counter:1 --model dense-relu-dense"),
    ("barrier", "barrier"),
    ("barrier", "barrier --model svm-reg"),
    ("weights", "barrier weights example:3x4 --steps 10"),
    ("weights", "barrier weights example:3x4 --steps 10 --modulo 101"),
    ("weights", "barrier weights example:3x4 --steps 10 --balls 53"),
    ("verify", "verify --tables any-order --model svm"),
    ("simulate-slots", "simulate counter:1 --tables any-order"),
    ("simulate-slots", "simulate counter:1 --tables any-order --no-simulate"),
    ("simulate-slots", "simulate counter:1 --tables any-order --order adversary"),
    ("replay-set", "replay docs/training-sets/three.csv --model svm --eta 1/2 --library sklearn"),
    ("replay-set", "replay docs/training-sets/three.csv --model svm --eta 1/3 --library sklearn"),
    ("replay-slots", "replay counter:1 --tables any-order --library sklearn"),
    ("replay-slots", "replay counter:1 --tables any-order --library sklearn --eta 1/3"),
    ("verify-logistic", "verify --model logistic"),
    ("simulate-logistic", "simulate counter:1 --model logistic"),
    ("simulate-logistic", "simulate counter:1 --model logistic --no-simulate"),
    ("replay-logistic", "replay counter:1 --model logistic --library sklearn"),
    ("noise", "replay counter:2 --tables refresh --model dense-relu-refresh --noise 1/4000"),
    ("noise", "replay counter:2 --noise 1/4000"),
    ("stable-contracts", "barrier stable"),
    ("synthesis-report", "synthesize --contract copy --steps 2"),
    ("synthesis-report", "synthesize --contract copy --steps 3"),
    ("atlas", "atlas"),
    ("barrier-rule", "barrier rule squared-error"),
    ("construct", "construct --model-file tests/losses/huber/model.toml"),
    ("construct", "construct --model-file tests/losses/least-squares-box/model.toml"),
    ("formula", "barrier sat example:3x5"),
    ("formula", "barrier sat example:3x5 --replay sklearn"),
]
BELOW = {"training", "certificates", "stable", "campaign-report", "verify-sets"}  # the last in test_compact


def strict(schema: Any) -> Any:
    """The schema, where an object has no keys but those that are named."""
    if isinstance(schema, list):
        return [strict(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    more = {"additionalProperties": False} if "properties" in schema and schema.get("type") == "object" else {}
    return {key: strict(item) for key, item in schema.items()} | more


def complaints(name: str, data: Any) -> list[str]:
    validator = needs("jsonschema", "jsonschema").Draft202012Validator(strict(SCHEMAS[name]))
    return [error.message for error in validator.iter_errors(data)]


def answered(command: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    for option, module, package in (
        (" sklearn", "sklearn", "scikit-learn"),
        ("--library torch", "torch", "torch"),
        ("--balls", "flint", "python-flint"),
        ("synthesize", "z3", "z3-solver"),
    ):
        if option in command:
            needs(module, package)
    monkeypatch.chdir(ROOT)
    return json.loads(called(*command.split(), "--format", "json").out)


@pytest.mark.parametrize(("name", "command"), sampled(COMMANDS, 3, lambda row: row[:1]))
def test_json_is_what_its_schema_says(name: str, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = answered(command, monkeypatch)
    assert next(iter(data)) == "format" and data["format"] == SCHEMAS[name]["properties"]["format"]["const"]
    assert complaints(name, data) == []


def spoiled(data: Any) -> Iterator[Any]:
    """With a key less, with a key more, and with every value in turn of another type."""
    for key in data:
        yield {other: value for other, value in data.items() if other != key}
        yield {**data, key: {"no": {"such": 0}}}
    yield {**data, "more": 1}


def test_schemas_refuse_what_is_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    data = answered("verify --printed --model svm-reg --gadget set_false_if_unset", monkeypatch)
    table = data["tables"][0]
    wrong = [*spoiled(data), *({**data, "tables": [spoilt]} for spoilt in spoiled(table))]
    wrong += [
        {**data, "tables": [{**table, "findings": [spoilt]}]}
        for finding in table["findings"]
        for spoilt in spoiled(finding)
    ]
    assert len(wrong) > 60 and all(complaints("verify", spoilt) for spoilt in wrong)
    again = copy.deepcopy(data)
    again["format"] = "ogd-exact-verify/2"
    assert complaints("verify", again)


def test_schemas_are_what_the_script_writes() -> None:
    """But for those of slots, which are written by hand."""
    by_hand = {path.name for path in schemas.FOLDER.glob("*-slots.json")}
    assert {path.name for path in schemas.FOLDER.glob("*.json")} == {*schemas.files()} | by_hand
    for name, text in schemas.files().items():
        assert (schemas.FOLDER / name).read_text() == text, "run scripts/schemas.py"


def test_schemas_are_schemas() -> None:
    meta = needs("jsonschema", "jsonschema").Draft202012Validator
    for name, schema in SCHEMAS.items():
        meta.check_schema(schema)
        assert schema["$id"] == f"urn:ogd-exact:{name}:1"
    assert set(SCHEMAS) == {name for name, _ in COMMANDS} | BELOW


@pytest.mark.parametrize(
    "command",
    [
        "reduce counter:2 --model svm-reg",
        "reduce counter:2 --model svm-reg --symbolic",
        "reduce counter:2 --question norm",
        "reduce counter:1 --tables any-order",
        "reduce counter:1 --model svm-nesterov",
        "annealed counter:1 --schedule 1/t --training",
    ],
)
def test_training_sets_and_certificates_have_schemas_too(command: str, tmp_path: Path) -> None:
    path = tmp_path / "train.jsonl"
    answer = called(*command.split(), *([path] if "annealed" in command else ["-o", path]))
    assert answer.code == 0, answer.err
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert "format" in lines[0] and not [line for line in lines[:50] if complaints("training", line)]
    assert complaints("training", {**lines[1], "z": 1}) and complaints("training", {"x": {}})


def test_certificates_have_a_schema(tmp_path: Path) -> None:
    path = tmp_path / "proofs.json"
    assert called("verify", "--model", "svm-reg", "--gadget", "reset", "--certificates", path).code == 0
    data = json.loads(path.read_text())
    assert data["certificates"] and complaints("certificates", data) == []
    assert complaints("certificates", {**data, "certificates": [{}]})


def test_wrong_tables_of_slots_are_reported_by_the_schema_too(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SHIPPED / "any-order", tmp_path / "mine"))
    path = folder / "svm" / "copy.toml"
    path.write_text(path.read_text().replace('["1", "-1"]', '["1", "1"]', 1))
    data = json.loads(called("verify", "--tables", folder, "--model", "svm", "--format", "json").out)
    assert any(table["findings"] for table in data["tables"]) and complaints("verify", data) == []


@pytest.mark.parametrize("eta", ["1/9", "9"])
@pytest.mark.parametrize("batch", [[], ["--batch", "sum"]])
def test_stable_and_other_steps_have_a_schema(eta: str, batch: list[str], tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("1,0,1\n1,1,-1\n")
    data = json.loads(called("barrier", "stable", tmp_path / "t.csv", "--eta", eta, *batch, "--format", "json").out)
    assert data["stable"] is (eta == "1/9") and complaints("stable", data) == []


def test_reports_of_campaigns_have_a_schema(tmp_path: Path) -> None:
    needs("distributed", "distributed")
    plan = tmp_path / "plan.toml"
    works = '[[circuits]]\nseeds = [1, 2]\nmodels = ["svm"]\nengines = ["circuit"]\n'
    plan.write_text(f'format = "ogd-exact-plan/1"\n{works}')
    answer = called("campaign", plan, "--results", tmp_path / "results.jsonl", "--format", "json")
    data = json.loads(answer.out)
    assert answer.code == 0 and data["works"][0]["done"] and complaints("campaign-report", data) == []


def test_every_format_is_on_the_page_and_every_schema_in_its_table() -> None:
    page = (ROOT / "docs" / "formats.md").read_text()
    code = "".join(path.read_text() for path in (ROOT / "ogd_exact").rglob("*.py"))
    named = {*re.findall(r'"(ogd-exact(?:-[a-z-]+)?/1)"', code)}
    assert len(named) > 20 and [name for name in named if f"`{name}`" not in page] == []
    rows = re.findall(r"^\| (`ogd-exact.*?) \|.*\| `(.*?)\.json` \|$", page, re.M)
    assert {schema for _, schema in rows} == {*SCHEMAS}
    for formats, schema in rows:
        assert all(f'"{name}"' in json.dumps(SCHEMAS[schema]) for name in re.findall(r"`(.*?)`", formats))
