"""Changes to the trusted code are noticed by the tests, or listed with the reason why nobody could notice them."""

import ast
from pathlib import Path

import code_mutants
import mutate_code
from conftest import in_full, typed

SAMPLE = '''
def small(a: int, b: int) -> bool:
    """A docstring is left alone."""
    assert a is not None
    if a < 1:
        raise ValueError(f"{a} is below {1 + 1}")
    return not b and min(a, b) in range(2, 7)
'''


def test_changes_are_those_that_matter(tmp_path: Path) -> None:
    (tmp_path / "small.py").write_text(SAMPLE)
    made = [(mutant.before, mutant.after) for mutant, _ in code_mutants.mutants(tmp_path, "small.py")]
    whole = "not b and min(a, b) in range(2, 7)"
    assert sorted(made) == sorted([
        ("a < 1", "True"), ("a < 1", "a <= 1"), ("a < 1", "a < 2"), ("a < 1", "a < 0"),
        ("raise ValueError(f'{a} is below {1 + 1}')", "pass"),
        (f"return {whole}", "return True"), (f"return {whole}", "return False"),
        (whole, "not b or min(a, b) in range(2, 7)"), (whole, "not b"), (whole, "min(a, b) in range(2, 7)"),
        ("not b", "b"), ("min(a, b) in range(2, 7)", "min(a, b) not in range(2, 7)"),
        ("min(a, b)", "max(a, b)"), ("min(a, b)", "min(b, a)"),
        *(("range(2, 7)", f"range({a}, {b})") for a, b in ((3, 7), (1, 7), (2, 8), (2, 6))),
    ])  # fmt: skip


def test_each_change_is_made_alone(tmp_path: Path) -> None:
    (tmp_path / "small.py").write_text(SAMPLE)
    plain = ast.unparse(ast.parse(SAMPLE))
    texts = [ast.unparse(tree) for _, tree in code_mutants.mutants(tmp_path, "small.py")]
    assert plain not in texts and len({*texts}) == len(texts)


def test_every_change_that_is_listed_can_be_made_and_has_its_reason() -> None:
    listed = mutate_code.equivalent()
    assert {mutant.file for mutant in listed} <= {*mutate_code.files()}
    made = {mutant for file in {m.file for m in listed} for mutant, _ in code_mutants.mutants(mutate_code.ROOT, file)}
    assert not listed.keys() - made
    assert all(why.endswith(".") and " " in why for why in listed.values())


def test_every_folder_with_tests_of_its_own_has_files_that_are_changed() -> None:
    """A folder that has moved would leave its files to the tests of others, which notice less."""
    assert all(any(file.startswith(folder) for file in mutate_code.files()) for folder in mutate_code.TESTS)


@in_full
def test_a_sample_of_changes_is_noticed(tmp_path: Path) -> None:
    only = ("--file", "core/kernel/certificate", "--every", "6")
    answer = typed("scripts/mutate_code.py", *only, "--noticed", tmp_path / "noticed.jsonl")
    assert answer.code == 0, answer.out


@in_full
def test_a_change_that_no_test_notices_is_said() -> None:
    """Unchanged code stands for a change without effect; a test that must fail, for one that is noticed."""
    script = (
        "import ast, sys; sys.path.insert(0, 'scripts'); import mutate_code as m; m.warm_up()\n"
        "file = 'ogd_exact/core/kernel/certificate.py'; tree = ast.parse((m.ROOT / file).read_text())\n"
        "assert m.passes(['tests/kernel/test_certificate.py'], m.Patience(), file, tree)\n"
        "tree.body.append(ast.parse('raise ImportError').body[0])\n"
        "assert not m.passes(['tests/kernel/test_certificate.py'], m.Patience(), file, tree)\n"
    )
    answer = typed("-c", script)
    assert answer.code == 0, answer.err
