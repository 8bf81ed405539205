"""Malformed training sets, contracts and claims: one line with the place and the reason, and exit code 2."""

import time
from pathlib import Path

import pytest
from barrier_command import barrier

HEAD = '{"format": "ogd-exact/1", "model": "quadratic", "parameters": {"eta": "1"}, "dimension": 2, "examples": 1}\n'
LINE = '{"x": {"0": "1"}, "y": "1"}\n'
TRAINING: dict[str, tuple[str | bytes, str, str]] = {
    "empty": ("", "1:1", "is not JSON: Expecting value; write an object to a line"),
    "no object": ("7\n", "1", "expected an object, such as {"),
    "array": ("[]", "1", "expected an object"),
    "float": (HEAD + '{"x": {"0": 0.5}, "y": "1"}', "2", "0.5 is a number without quotes; write a text, such as"),
    "not a number": (HEAD + '{"x": {"0": NaN}, "y": "1"}', "2", "NaN is a number without quotes"),
    "infinite": (HEAD + '{"x": {"0": -Infinity}, "y": "1"}', "2", "-Infinity is a number without quotes"),
    "bare long number": (HEAD + '{"x": {"0": ' + "1" * 1_000_000 + '}, "y": "1"}', "2", "1 is a number without quotes"),
    "nothing": (HEAD + '{"x": {"0": null}, "y": "1"}', "2", "'0': a number is a text"),
    "list": (HEAD + '{"x": [], "y": "1"}', "2", "expected an object"),
    "decimal": (HEAD + '{"x": {"0": "0.5"}, "y": "1"}', "2", "'0': '0.5' is not a rational number"),
    "bare number": (HEAD + '{"x": {"0": 1}, "y": "1"}', "2", "'0': a number is a text"),
    "zero division": (HEAD + '{"x": {"0": "1/0"}, "y": "1"}', "2", "'0': '1/0' divides by zero"),
    "index": (HEAD + '{"x": {"2": "1"}, "y": "1"}', "2", "'2' is not an index from 0 to 1"),
    "padded index": (HEAD + '{"x": {"01": "1"}, "y": "1"}', "2", "'01' is not an index"),
    "other digits": (HEAD + '{"x": {"\u0661": "1"}, "y": "1"}', "2", "is not an index"),
    "pair": (HEAD + '{"A": {"0": "1"}}', "2", "'0' is not a pair of indices"),
    "triple": (HEAD + '{"A": {"0,1,1": "1"}}', "2", "is not a pair"),
    "twice": (HEAD + '{"x": {"0": "1", "0": "2"}, "y": "1"}', "2", "a second '0'; keep one"),
    "twice, once escaped": (HEAD + '{"x": {"0": "1", "\\u0030": "2"}, "y": "1"}', "2", "a second '0'; keep one"),
    "unknown key": (HEAD + '{"x": {}, "y": "1", "z": "1"}', "2", "unknown key 'z'; the keys here are x, y, weight"),
    "mixed": (HEAD + '{"A": {}, "y": "1"}', "2", "unknown key 'y'; the keys here are A, b, c"),
    "no label": (HEAD + '{"x": {"0": "1"}}', "2", 'the key "y" is missing'),
    "weight": (HEAD + '{"x": {}, "y": "1", "weight": "-1"}', "2", "a weight is above 0"),
    "constant": (HEAD + '{"c": "x"}', "2", "'c': 'x' is not a rational number"),
    "x is no object": (HEAD + '{"x": "1", "y": "1"}', "2", "expected an object"),
    "open": (HEAD + '{"x": {"0": "1"}, "y": "1"', "2:27", "Expecting ',' delimiter"),
    "no comma": (HEAD + '{"x": {} "y": "1"}', "2:10", "Expecting ',' delimiter"),
    "no colon": (HEAD + '{"x" {}}', "2:6", "Expecting ':' delimiter"),
    "open text": (HEAD + '{"x: 1}', "2:2", "Unterminated string"),
    "escape": (HEAD + '{"\\x": {}}', "2:3", "Invalid \\escape"),
    "two objects": (HEAD + LINE.strip() + LINE, "2:28", "Extra data; write an object to a line"),
    "deep": (HEAD + '{"x": {"0": {"0": {"0": {}}}}, "y": "1"}', "2", "'0': a number is a text"),
    "too deep": (HEAD + '{"x":' * 500_000, "2", "is nested too deep"),
    "blank line": (HEAD + "\n" + LINE, "2:1", "Expecting value"),
    "too few": (HEAD.replace(": 1}", ": 2}") + LINE, "1", "says 2 examples, and there are 1"),
    "too many": (HEAD + LINE + LINE, "1", "says 1 examples, and there are 2"),
    "no examples": (HEAD.replace(": 1}", ": 0}"), "1", '"examples" is a whole number from 1 to 10000'),
    "another format": (HEAD.replace("exact/1", "exact/2") + LINE, "1", '"format": "ogd-exact/1" alone'),
    "another model": (HEAD.replace("quadratic", "svm") + LINE, "1", '"model": "quadratic" alone'),
    "no rate": (HEAD.replace('"eta": "1"', "") + LINE, "1", 'the key "eta" is missing'),
    "negative rate": (HEAD.replace('"eta": "1"', '"eta": "-1"') + LINE, "1", "is above 0"),
    "dimension": (HEAD.replace('n": 2', 'n": 101') + LINE, "1", '"dimension" is a whole number from 1 to 100'),
    "quoted dimension": (HEAD.replace('n": 2', 'n": "2"') + LINE, "1", "without quotes"),
    "true dimension": (HEAD.replace('n": 2', 'n": true') + LINE, "1", '"dimension" is a whole number'),
    "initial": (HEAD.replace('"dim', '"initial": {"5": "1"}, "dim') + LINE, "1", "'5' is not an index"),
    "control character": (HEAD + '{"x": {"\x1b[2J": "1"}, "y": "1"}', "2:9", "Invalid control character"),
    "escaped control character": (HEAD + '{"x": {"\\u001b[2J": "1"}, "y": "1"}', "2", r"'\x1b[2J' is not an index"),
    "half a character": (HEAD + '{"x": {"\\ud800": "1"}, "y": "1"}', "2", r"'\ud800' is not an index"),
    "long number": (HEAD + '{"x": {"0": "' + "1" * 100_001 + '"}, "y": "1"}', "2", "at most 100000 digits"),
    "latin-1": (HEAD.encode() + b'{"x": {}, "y": "\xff"}', "2", "is not UTF-8"),
    "large": (b"x" * ((1 << 23) + 1), "", "is larger than 8388608 bytes"),
    "braces": ("{" * 1_000_000, "1:2", "Expecting property name enclosed in double quotes"),
    "much": (HEAD.replace(" 2", "99").replace(" 1}", " 600}") + LINE * 600, "1", "600 matrices of 100 rows"),
}  # fmt: skip


@pytest.mark.parametrize("name", TRAINING)
def test_each_malformed_training_set_is_refused_for_its_own_reason(tmp_path: Path, name: str) -> None:
    content, place, reason = TRAINING[name]
    path = tmp_path / "train.jsonl"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    started = time.process_time()
    answer = barrier("weights", path, "--steps", "5")
    assert answer.code == 2 and answer.out == "", answer
    assert answer.err.startswith(f"ogd-exact: {path}:{place + ':' if place else ''} ") and reason in answer.err, answer
    assert answer.err[:-1].isprintable() and time.process_time() - started < 10


CONTRACTS = {
    "no contract": ('gadget = "a"\n', "1:1", "the key 'contract' is missing"),
    "unknown key": ("[contracts]\n", "1:1", "unknown key 'contracts'"),
    "star before": ('[contract]\nbefore = { i1 = "*" }\n', "2:18", "expected a number or a symbol"),
    "effect": ('[contract]\nbefore = { i1 = "bit" }\nafter = { i1 = "nott(i1)" }\n', "3:17", "unknown effect 'nott'"),
    "weight": ('[contract]\nbefore = { i1 = "bit" }\nafter = { i1 = "1.5" }\n', "3:18", "write fractions"),
    "width": (
        '[contract]\ncoordinates = ["a"]\nentry = [["1", "2"]]\nfinal = [["1", "2"]]\n',
        "1:1",
        "needs 1 weights",
    ),
    "wide": (
        "[contract]\nbefore = { " + ", ".join(f'i{k} = "unset"' for k in range(13)) + " }\n",
        "1:1",
        "at most 12 coordinates",
    ),
    "many cases": (
        "[contract]\nbefore = { " + ", ".join(f'i{k} = "bit"' for k in range(9)) + " }\n",
        "2:10",
        "512 cases; at most 300",
    ),
    "name": ('gadget = "\\u001b[2J"\n[contract]\nbefore = { i1 = "bit" }\n', "2:1", "is not a name here"),
    "coordinate": ('[contract]\nbefore = { "i 1" = "bit" }\n', "1:1", "'i 1' is not a name here"),
    "no toml": ("[contract\n", "1:10", "is not valid TOML"),
}


@pytest.mark.parametrize("name", CONTRACTS)
def test_each_malformed_contract_is_refused_for_its_own_reason(tmp_path: Path, name: str) -> None:
    content, place, reason = CONTRACTS[name]
    path = tmp_path / "contract.toml"
    path.write_text(content)
    answer = barrier("--contract", path)
    assert answer.code == 2 and answer.out == "" and answer.err.count("\n") == 1
    assert answer.err.startswith(f"ogd-exact: {path}:{place}: ") and reason in answer.err, answer


CALLS = {
    ("--model", "quadratic"): "there is no model 'quadratic' here; there is dense-relu",
    ("--gadget", "teleport"): "there is no gadget 'teleport' here",
    ("--gadget", "copy", "--contract", "a.toml"): "give one",
    ("--true", "0.5"): "--true 0.5: unexpected character '.'",
    ("--true", "-1"): "true and false are the same weight",
    ("--contract", "nowhere.toml"): "nowhere.toml: cannot be read: No such file",
    ("weights", "nowhere.jsonl", "--steps", "1"): "nowhere.jsonl: cannot be read",
    ("weights", "example:0x4", "--steps", "1"): "D from 1 to 100",
    ("weights", "example:100x9999", "--steps", "1"): "are too many",
    ("weights", "example:big", "--steps", "1"): "is not example:DxT",
    ("weights", "example:2x2"): "required: --steps",
    ("check", "nowhere.json"): "nowhere.json: cannot be read: No such file",
    ("check",): "required: file",
    ("--format", "xml"): "invalid choice",
}


@pytest.mark.parametrize("arguments", CALLS, ids=" ".join)
def test_wrong_calls_are_refused(arguments: tuple[str, ...]) -> None:
    answer = barrier(*arguments)
    assert answer.code == 2 and answer.out == "" and answer.err.count("\n") == 1
    assert CALLS[arguments] in answer.err


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"{", "1:2: is not JSON"),
        (b"\xff\xfe\x00", "is not JSON"),
        (b"[" * 100_000, "is not JSON"),
        (b"{}", "holds no claims"),
        (b'{"format": "ogd-exact-barrier/1", "claims": []}', "holds no claims"),
        (b"[1]", "holds no claims"),
        (b"x" * ((1 << 24) + 1), "is larger than"),
    ],
)
def test_files_without_claims_are_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "claims.json"
    path.write_bytes(content)
    answer = barrier("check", path)
    assert answer.code == 2 and answer.out == "" and reason in answer.err and answer.err.count("\n") == 1
