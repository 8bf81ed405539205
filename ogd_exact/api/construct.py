"""construct: from the loss of a model to a whole construction, by theorem; or why there cannot be one."""

import json
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from ogd_exact.api.arguments import check_argument_types
from ogd_exact.core.checker.verification import Verification
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.tables.limits import MAX_DIGITS
from ogd_exact.core.tables.reread import CONSTRUCTION_FILE
from ogd_exact.gadgets.construct.files import files
from ogd_exact.gadgets.construct.theorem import answer
from ogd_exact.gadgets.reading.folder import read_library
from ogd_exact.gadgets.reading.read import read_model
from ogd_exact.text.files import write_folder
from ogd_exact.text.text_table import text_table
from ogd_exact.text.wording import counted, wrapped
from ogd_exact.training.constructions.asked import asked_of
from ogd_exact.training.constructions.construction import read_construction
from ogd_exact.training.constructions.program import Program
from ogd_exact.training.constructions.proof import prove
from ogd_exact.training.constructions.request import Request

FORMAT = "ogd-exact-construct/1"
LONG = re.compile(rf"\d{{{MAX_DIGITS + 1}}}")
SAMPLE = "counter:2"  # whose reduction is proved with what was made


@dataclass(frozen=True)
class Constructed:
    """What the theorem makes of a model: verified files; or why it cannot compute, or what the theorem leaves open."""

    model: str
    verdict: str  # constructed, cannot, or open
    reason: str  # the case of the theorem, where there are files
    lift: tuple[int, ...] = ()  # along which each weight is held
    files: Mapping[str, str] = field(default_factory=dict)  # texts by paths below a folder of tables
    gadgets: Mapping[str, int] = field(default_factory=dict)  # how many examples each has
    examples: int = 0  # of a pass of the sample

    def text(self) -> str:
        if self.verdict != "constructed":
            return "\n".join(wrapped(f"{self.model}: {self.reason}"))
        lines = [f"{self.model}: {self.reason}"]
        if len(self.lift) > 1:
            lines.append(f"each weight is held on {len(self.lift)} coordinates, along {self.lift}")
        table = text_table(["gadget", "examples", "result"], [[*pair, "verified"] for pair in self.gadgets.items()])
        sample = f"{SAMPLE}: {counted(self.examples, 'example')} a pass, proved to simulate it"
        return "\n".join([*lines, "", table, "", sample])

    def to_json(self) -> str:
        data = {"format": FORMAT, "model": self.model, "verdict": self.verdict, "reason": self.reason}
        found = {"lift": list(self.lift), "gadgets": self.gadgets, "files": self.files}
        return json.dumps({**data, **found}, indent=2)

    __str__ = text
    __repr__ = text


@check_argument_types
def construct(model_file: str | os.PathLike[str]) -> Constructed:
    """A construction for the loss of a model.toml, verified as any other; or why there is none, or none is known.

    The files of what is found are texts, by their paths below a folder of tables.
    """
    path = Path(model_file)
    model = read_model(path, path.absolute().parent.name)
    found = answer(model)
    if found.kit is None:
        return Constructed(model.name, found.verdict, found.reason)
    made = files(model, tomllib.loads(path.read_text()), found.kit)
    if any(LONG.search(text) for text in made.values()):
        reason = f"{found.reason}, whose tables would have more than {MAX_DIGITS} digits in a number; shorten the loss"
        return Constructed(model.name, "open", reason)
    with TemporaryDirectory() as parent:
        folder = Path(parent) / "tables"
        write_folder(made, str(folder))
        gadgets, examples = verified(folder, model.name)
    return Constructed(model.name, found.verdict, found.reason, found.kit.lift, made, gadgets, examples)


def verified(folder: Path, model: str) -> tuple[dict[str, int], int]:
    """The examples of each gadget, and of a pass of the sample; raises InputError unless all of it is verified."""
    library = read_library(folder)
    check = Verification(library, [folder])
    for table in library.tables.values():
        if not check.verified(table):
            raise InputError(f"the table {table.gadget} that was made is not verified; please report it")
    built = read_construction(folder / model / CONSTRUCTION_FILE, library)
    asked = asked_of(Request(SAMPLE))
    proved = prove(Program(built, asked.netlist, asked.inputs), library, {})
    return {table.gadget: len(table.steps) for table in library.tables.values()}, proved.examples
