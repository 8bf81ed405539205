r"""Comments above a table that speak to this project, such as % ogd-exact: model=svm gadget=reset."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.model import Model
from ogd_exact.core.tables.table import Table
from ogd_exact.documents.latex_read.header import ROLES
from ogd_exact.documents.latex_read.tabular import Tabular
from ogd_exact.documents.latex_read.tokens import Token
from ogd_exact.gadgets.reading.contract_text import read_text

WORD = re.compile(r"(model|gadget|continues|columns|aliases)=([A-Za-z0-9_:.,\\-]+)(?:\s+|$)")
CONTRACT = re.compile(r"contract=(.+)")
FORMS = "model=... gadget=..., with columns=, aliases= and last contract=; or continues=LABEL, ignore, or skip"
ALIASES = re.compile(r"\\?[A-Za-z0-9_-]+:[A-Za-z0-9_]+")


@dataclass(frozen=True)
class Mark:
    """What a mark says; nothing, where there is none."""

    place: Token | None = None
    said: Mapping[str, str] = field(default_factory=dict)

    @property
    def columns(self) -> list[str]:
        """What each column of the table holds, where the mark says it."""
        return self.said["columns"].split(",") if "columns" in self.said else []

    @property
    def aliases(self) -> dict[str, str]:
        pairs = [pair.split(":") for pair in self.said["aliases"].split(",")] if "aliases" in self.said else []
        return {name.lstrip("\\"): gadget for name, gadget in pairs}

    @property
    def names(self) -> bool:
        """Whether it says which gadget this is, or which table goes on here."""
        return bool(self.said.keys() & {"model", "gadget", "continues"})

    def contract(self, model: Model, gadget: str, promised: Contract | None) -> Contract | None:
        """The contract that it states, in the one line that synthesize takes."""
        if "contract" not in self.said or self.place is None:
            return None
        try:
            contract, free = read_text(self.said["contract"].strip('"'), model)
        except InputError as error:
            raise self.place.error(error.message) from None
        if free:
            raise self.place.error(f"the contract of a table says what becomes of {', '.join(sorted(free))}; not: any")
        if contract.gadget != gadget:
            raise self.place.error(f"the contract is of {contract.gadget}, the mark of {gadget}; name one gadget")
        if promised is not None:
            raise self.place.error(f"{model.name} {gadget} has a contract already; drop this one")
        return contract


def mark_of(tabular: Tabular) -> Mark:
    token = tabular.mark
    if token is None:
        return Mark()
    said, position = dict[str, str](), 0
    while position < len(token.text):
        word = WORD.match(token.text, position) or CONTRACT.match(token.text, position)
        if word is None:
            raise token.error(f"a mark is % ogd-exact: {FORMS}")
        key, value = word.groups() if word.re is WORD else ("contract", word[1])
        if key in said:
            raise token.error("a mark says each thing once")
        said[key], position = value, word.end()
    mark = Mark(token, said)
    strange = [role for role in mark.columns if role not in ROLES]
    if strange:
        raise token.error(f"columns are {', '.join(ROLES)}; {strange[0][:40]!r} is none")
    if not all(map(ALIASES.fullmatch, said["aliases"].split(",") if "aliases" in said else ())):
        raise token.error("aliases are pairs of a name in the table and a gadget, as in aliases=NOT:not,CP:copy")
    return mark


def check_mark(tabular: Tabular, mark: Mark, known: Table | None) -> None:
    """A mark names a model and a gadget (or continues a table), and says the same as a known label."""
    if mark.place is None or "continues" in mark.said:
        return
    if known is None and not {"model", "gadget"} <= mark.said.keys():
        raise mark.place.error("a mark names both, as in % ogd-exact: model=svm gadget=reset")
    if (
        known is not None
        and mark.names
        and (mark.said.get("model"), mark.said.get("gadget")) != (known.model, known.gadget)
    ):
        names = f"{known.model} {known.gadget}"
        raise mark.place.error(f"the mark and the label {tabular.label!r}, which is of {names}, disagree; change one")
