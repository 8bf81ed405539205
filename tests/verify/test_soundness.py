"""Tables that a careless verifier would call verified, or reject though they are right. Each was once such a case."""

from pathlib import Path
from typing import Any

import pytest

from ogd_exact.findings.verify import verify_table
from ogd_exact.kernel.errors import InputError
from ogd_exact.tables.folder import paper


def table(name: str, coordinates: str, cases: str, steps: str, rest: str = "", extra: str = "") -> str:
    head = f'gadget = "{name}"\nlabel = "tab:{name}"\ncoordinates = {coordinates}\n{extra}\ncases = {cases}\n'
    return f"{head}{steps}\n{rest}"


def example(x: str, y: str, after: str) -> str:
    return f'[[step]]\nx = {x}\ny = "{y}"\nafter = {after}\n'


def call(gadget: str, after: str, rest: str = "") -> str:
    return f'[[step]]\ncall = "{gadget}"\non = ["i1"]\n{rest}\nafter = {after}\n'


ONE = '["i1"]'
TOUCHY = table(
    "touchy",
    '["i1", "i2"]',
    '[["-1", "0"], ["1", "0"]]',
    example('["0", "3"]', "1", '[["-1", "3"], ["1", "3"]]') + example('["0", "-3"]', "1", '[["-1", "0"], ["1", "0"]]'),
    '[contract]\nbefore = { i1 = "bit", i2 = "unset" }\nuntouched = { i2 = "%s" }',
)
STAY = '[contract]\nbefore = { i1 = "0" }\nafter = { i1 = "1" }'
SET_ONE = example('["1"]', "1", '[["1"]]')
SIZED = 'rule = "hinge"\nmagnitudes = ["e"]\nregion = [{ bound = "e > 0" }]\n'
SECOND = table(
    "a", '["i1", "v"]', '[["-1", "1"], ["1", "1"]]', example('["0"]', "0", '[["-1", "1"], ["1", "1"]]'), "[contract]\n"
)
OF_V = 'before = { i1 = "bit", v = "1" }\n'
SYMBOL_A = 'rule = "hinge"\nsymbols = ["a"]\nregion = [{ bound = "a > 0" }]\n'

# name: (files, exit code, a part of what must be said)
CASES: dict[str, tuple[dict[str, str], int, str]] = {
    "v is not the last coordinate of a callee": (
        {
            "dense-relu-dense/b.toml": table("bump", '["v", "i1"]', '[["-1", "1"]]', example(ONE.replace("i1", "1"), "0", '[["1", "-1"]]')),
            "dense-relu-dense/c.toml": table("caller", '["i1", "v"]', '[["-1", "1"]]', call("bump", '[["1", "-1"]]')),
        },
        1,
        "bump may not be called with (v, i1) = (1, -1)",
    ),
    "a magnitude is returned of a coordinate without effect": (
        {
            "svm-reg/a.toml": table(
                "keep", '["i1", "i2"]', '[["-eps1", "0"], ["eps1", "0"]]',
                example('["0", "1"]', "1", '[["-eps1*alpha", "1"], ["eps1*alpha", "1"]]'),
                '[contract]\nbefore = { i1 = "bit", i2 = "unset" }\nmagnitudes = { i1 = "eps1" }\n'
                'after = { i2 = "1" }\nreturns = ["i1"]', 'returns = { i1 = "1" }',
            )
        },
        2,
        "say under after what i1 becomes",
    ),
    "a magnitude is returned that no row shows": (
        {
            "svm-reg/a.toml": table(
                "clear", ONE, '[["-eps1"], ["eps1"]]', call("reset", '[["0"], ["0"]]', 'magnitudes = { eps1 = "eps1" }'),
                '[contract]\nbefore = { i1 = "bit" }\nmagnitudes = { i1 = "eps1" }\nafter = { i1 = "unset" }\n'
                'returns = ["i1"]', 'returns = { i1 = "12345" }',
            )
        },
        1,
        "the last row show it",
    ),
    "untouched without parentheses": ({"svm/a.toml": TOUCHY % "not i1"}, 2, "write when it is never touched"),
    "untouched by a kind": ({"svm/a.toml": TOUCHY % "bit"}, 2, "write when it is never touched"),
    "untouched by an unset": ({"svm/a.toml": TOUCHY % "unset_if_false(i1)"}, 2, "write when it is never touched"),
    "untouched always": ({"svm/a.toml": TOUCHY % "true"}, 1, "[condition 6]"),
    "untouched if false": ({"svm/a.toml": TOUCHY % "not(i1)"}, 1, "[condition 6]"),
    "contracts of a derived model": (
        {"two/model.toml": 'derived_from = "svm"\nencoding = { true = "100" }', "svm/a.toml": table("a", ONE, '[["0"]]', SET_ONE)},
        2,
        "encoding comes from the model it is derived from",
    ),
    "scale without source": (
        {"m/model.toml": 'rule = "hinge"\nscale = { w = "7" }', "m/a.toml": table("a", ONE, '[["0"]]', SET_ONE)},
        2,
        "scale is for models with derived_from",
    ),
    "an encoding of a weight": (
        {"m/model.toml": 'rule = "hinge"\nencoding = { 1 = "7" }', "m/a.toml": table("a", ONE, '[["0"]]', SET_ONE)},
        2,
        "an encoding is of true, false, unset",
    ),
    "a fixed weight in a derived model": (
        {
            "svm-eta/a.toml": table(
                "a", ONE, '[["0"]]', example('["1/sqrt_eta"]', "1", '[["sqrt_eta"]]'), STAY
            )
        },
        1,
        "could be  1",  # and then x, too
    ),
    "two lines of a contract coincide": (
        {"svm/a.toml": table("a", ONE, '[["0"]]', SET_ONE, '[contract]\ncoordinates = ["i1"]\nentry = [["0"], ["0"]]\nfinal = [["1"], ["7"]]')},
        1,
        "two cases of the contract have the same weights",
    ),
    "a negative magnitude swaps true and false": (
        {"svm/a.toml": table("a", ONE, '[["-1"], ["1"]]', call("not", '[["1"], ["-1"]]'), '[contract]\nbefore = { i1 = "bit" }\nmagnitudes = { i1 = "-1" }\nafter = { i1 = "copy(i1)" }')},
        1,
        "magnitude of i1, -1, is not shown to be positive",
    ),
    "a quotient that cancels": (
        {"svm-reg/a.toml": table("a", ONE, '[["0"]]', example('["(alpha - 9/10)/(alpha - 9/10)"]', "1", '[["1"]]'))},
        1,
        "is not shown to be defined on the whole region",
    ),
    "a learning rate over a magnitude": (
        {"m/model.toml": 'rule = "hinge"\nmagnitudes = ["eps1"]\nlearning_rate = "eps1"', "m/a.toml": table("a", ONE, '[["0"]]', SET_ONE)},
        2,
        "model.toml:3:18: unknown symbol 'eps1'",
    ),
    "a learning rate that is not defined": (
        {"m/model.toml": SYMBOL_A + 'learning_rate = "1/(a - 1)"', "m/a.toml": table("a", ONE, '[["0"]]', example('["a - 1"]', "1", '[["1"]]'))},
        1,
        "1/(a - 1) is not shown to be defined",
    ),
    "a negative learning rate": (
        {"m/model.toml": 'rule = "hinge"\nlearning_rate = "-1"', "m/a.toml": table("a", ONE, '[["0"]]', example('["1"]', "1", '[["-1"]]'))},
        1,
        "a learning rate must be positive",
    ),
    "a magnitude that only y needs": (
        {
            "m/model.toml": 'rule = "dense-relu"\nmagnitudes = ["e2"]\nregion = [{ bound = "e2 > 0" }]',
            "m/t.toml": table("t", ONE, '[["1"]]', example('["-1"]', "1/e2", '[["1"]]')),
            "m/u.toml": table("u", ONE, '[["1"]]', call("t", '[["1"]]')),
        },
        1,
        "t needs e2",
    ),
    "two model files": (
        {"a/m/model.toml": 'rule = "hinge"', "b/m/model.toml": 'rule = "dense-relu"', "a/m/a.toml": table("a", ONE, '[["0"]]', SET_ONE)},
        2,
        "a second model.toml for m",
    ),
    "a repair that holds only at sample points": (
        {"m/model.toml": SYMBOL_A, "m/a.toml": table("a", ONE, '[["a"]]', example('["2/1000"]', "1", '[["a + 1/1000"]]'))},
        1,
        "every case holds at the points tried",
    ),
    "a witness that is merely too large a number": (
        {"m/model.toml": SYMBOL_A, "m/a.toml": table("a", ONE, '[["0"]]', example('["a^200"]', "1", '[["a^200"]]'), "", 'region = [{ bound = "a > 0", outside = { a = "-(10^40)^10" } }]')},
        1,
        "is not shown to be needed",
    ),
    "a witness without all symbols": (
        {"svm-reg/a.toml": table("a", ONE, '[["-eps1"], ["eps1"]]', call("reset", '[["0"], ["0"]]', 'magnitudes = { eps1 = "eps1" }'), "", 'region = [{ bound = "alpha > 0" }, { bound = "2*alpha^2 > 1" }, { bound = "eps1 > 0", outside = { eps1 = "0" } }]')},
        1,
        "is not shown to be needed",
    ),
    "a wrong row whose side is undecided": (
        {"m/model.toml": 'rule = "hinge"\nsymbols = ["a"]', "m/a.toml": table("a", ONE, '[["1"]]', example('["a^2 - 3*a + 5"]', "1", '[["2"]]'))},
        1,
        "[condition 1]",
    ),
    "a caller of an undecided table": (
        {
            "m/model.toml": 'rule = "hinge"\nsymbols = ["a"]',
            "m/t.toml": table("t", ONE, '[["1"]]', example('["a^2 - 3*a + 5"]', "1", '[["1"]]')),
            "m/u.toml": table("u", ONE, '[["1"]]', call("t", '[["1"]]')),
        },
        3,
        "undecided",
    ),
    "a gadget behind a model of one's own": (
        {"svm-eta/model.toml": 'rule = "hinge"', "svm-eta/a.toml": table("a", ONE, '[["-1"]]', call("not", '[["1"]]'))},
        1,
        "there is no table 'not' for svm-eta",
    ),
    "region bounds through a constant": (
        {"svm-reg/a.toml": table("a", ONE, '[["0"]]', example('["h"]', "1", '[["h"]]'), "", 'constants = { h = "2/eps1" }')},
        0,
        "all verified",
    ),
    "bounds with fractions, and a narrow region": (
        {"svm-reg/a.toml": table("a", ONE, '[["0"]]', example('["1"]', "1", '[["1"]]'), "", 'region = [{ bound = "alpha > 49/50" }, { bound = "alpha/2 < 99/200" }]')},
        0,
        "all verified",
    ),
    "a fixed weight before that uses a magnitude": (
        {"m/model.toml": SIZED, "m/a.toml": table("a", ONE, '[["e"]]', example('["2/e"]', "1", '[["e"]]'), '[contract]\nbefore = { i1 = "e" }')},
        2,
        "m/a.toml:12:17: a fixed weight is the same in every call, so it cannot use the magnitude e",
    ),
    "a fixed weight after that uses a magnitude": (
        {"m/model.toml": SIZED, "m/a.toml": table("a", ONE, '[["0"]]', example('["e"]', "1", '[["e"]]'), '[contract]\nbefore = { i1 = "unset" }\nafter = { i1 = "e" }')},
        2,
        "m/a.toml:13:16: a fixed weight is the same in every call",
    ),
    "an encoding that uses a magnitude": (
        {"m/model.toml": SIZED + 'encoding = { true = "e" }', "m/a.toml": table("a", ONE, '[["0"]]', SET_ONE)},
        2,
        "m/model.toml:4:21: a fixed weight is the same in every call",
    ),
    "a scale that uses a magnitude": (
        {"m/model.toml": SIZED.replace('rule = "hinge"', 'derived_from = "svm"') + 'scale = { w = "e" }'},
        2,
        "m/model.toml:4:15: a fixed weight is the same in every call",
    ),
    "an effect on v": ({"dense-relu-dense/a.toml": SECOND + OF_V + 'after = { v = "copy(i1)" }'}, 2, "a.toml:13:15: v holds a fixed weight"),
    "an effect of v": ({"dense-relu-dense/a.toml": SECOND + OF_V + 'after = { i1 = "copy(v)" }'}, 2, "a.toml:13:16: v holds a fixed weight"),
    "a condition of v": ({"dense-relu-dense/a.toml": SECOND + OF_V + 'untouched = { i1 = "copy(v)" }'}, 2, "a.toml:13:20: v holds a fixed weight"),
    "returns by a constant": (
        {"svm/a.toml": table("a", ONE, '[["0"]]', example('["half"]', "1", '[["1/2"]]'), '[contract]\nbefore = { i1 = "unset" }\nafter = { i1 = "1" }\nreturns = ["i1"]', 'constants = { half = "1/2" }\nreturns = { i1 = "half" }')},
        0,
        "all verified",
    ),
    "a decay that turns bits round": (
        {"m/model.toml": 'rule = "hinge"\nregularizer = "2"', "m/a.toml": table("a", ONE, '[["0"]]', SET_ONE)},
        1,
        "a bit that is not named must keep its sign",
    ),
    "a constant of the source that shadows a symbol": (
        {
            "m/model.toml": 'rule = "hinge"',
            "m/a.toml": table("a", ONE, '[["0"]]', SET_ONE, "", 'constants = { eta = "1" }'),
            "n/model.toml": 'derived_from = "m"\nsymbols = ["eta"]\nlearning_rate = "eta"\nregion = [{ bound = "eta > 0" }]',
        },
        2,
        "m/a.toml: the constant 'eta' is a symbol of n",
    ),
    "a contract that speaks of a magnitude of its own": (
        {
            "m/model.toml": SIZED,
            "m/a.toml": table("a", ONE, '[["0"]]', SET_ONE, '[contract]\nbefore = { i1 = "unset" }\nmagnitudes = { i1 = "e" }\nafter = { i1 = "1" }'),
            "m/b.toml": table("b", ONE, '[["0"]]', call("a", '[["1"]]')),
        },
        1,
        "a needs e",
    ),
    "symbols that are no list": ({"m/model.toml": 'rule = "hinge"\nsymbols = 5', "m/a.toml": table("a", ONE, '[["0"]]', SET_ONE)}, 2, "m/model.toml:2:11: expected a list"),
    "a bound that is twice a symbol": (
        {"m/model.toml": 'rule = "hinge"\nsymbols = ["a"]\nlearning_rate = "a^2"\nregion = [{ bound = "2*a > 0" }]', "m/a.toml": table("a", ONE, '[["0"]]', example('["1"]', "1", '[["a^2"]]'))},
        0,
        "all verified",
    ),
    "tables derived from the paper's": ({"svm-half/model.toml": 'derived_from = "svm"\nscale = { x = "2", w = "1/2" }\nlearning_rate = "1/4"'}, 0, "6 tables"),
    "wrong scaling": ({"svm-half/model.toml": 'derived_from = "svm"\nscale = { x = "2", w = "1/2" }\nlearning_rate = "1/2"'}, 1, "FAILED"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_each_gets_the_verdict_it_deserves(verify: Any, tmp_path: Path, name: str) -> None:
    files, code, message = CASES[name]
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    answer = verify("--tables", tmp_path)
    said = " ".join(f"{answer.out} {answer.err}".split())
    assert answer.code == code, said
    assert " ".join(message.split()) in said


def test_a_table_with_neither_example_nor_call_cannot_borrow_a_result() -> None:
    library = paper()
    good = library.tables["svm", "copy_if_true"]
    assert verify_table(good, library).verified
    from dataclasses import replace

    hollow = replace(good, steps=(*good.steps[:2], replace(good.steps[2], call="")))
    with pytest.raises(InputError, match="is not well-formed"):
        verify_table(hollow, library)
