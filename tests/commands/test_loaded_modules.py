"""verify loads the floors that decide tables, and none of those that stand above or beside them."""

import json
from collections.abc import Sequence

import pytest

from conftest import typed

ABSENT = ("circuits", "training", "robustness", "limits", "documents", "libraries", "campaign", "gadgets.synthesis",
          "api.any_order", "api.run", "api.simulate")  # fmt: skip
SHOWN = "print(json.dumps(sorted(name for name in sys.modules if name.startswith('ogd_exact.'))))"
IMPORTED = f"import json, sys; import ogd_exact.commands.verify; {SHOWN}"
CALLED = f"import json, sys; import ogd_exact; ogd_exact.verify('svm', 'not').to_json(); {SHOWN}"
PAGE = "import json, sys; import ogd_exact; ogd_exact.verify('svm', 'not').page(); " + SHOWN


def loaded(code: str) -> list[str]:
    answer = typed("-c", code)
    assert answer.code == 0, answer.err
    found: list[str] = json.loads(answer.out)
    return found


def within(floor: str, modules: Sequence[str]) -> list[str]:
    return [name for name in modules if f"{name}.".startswith(f"ogd_exact.{floor}.")]


@pytest.mark.parametrize("code", [IMPORTED, CALLED])
def test_verify_loads_no_circuit_no_run_and_no_document(code: str) -> None:
    modules = loaded(code)
    assert within("core.checker", modules) and within("gadgets.findings", modules)
    assert {floor: within(floor, modules) for floor in ABSENT} == {floor: [] for floor in ABSENT}


def test_a_page_of_verify_loads_documents_without_the_explorer() -> None:
    modules = loaded(PAGE)
    assert within("documents.html", modules)
    assert not within("documents.explorer", modules) and not within("training", modules)
