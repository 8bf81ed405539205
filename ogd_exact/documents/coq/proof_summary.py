"""What was proved, on which axioms, as a table."""

from collections.abc import Mapping, Sequence

from ogd_exact.documents.coq.coqc import Compiled
from ogd_exact.text.text_table import text_table
from ogd_exact.text.wording import counted

HEADERS = ("model", "theorem", "lines", "axioms", "seconds")


def proof_summary(done: Sequence[Compiled], models: Mapping[str, str], folder: str) -> str:
    """A line for each theorem whose axioms a file asks for; models has the model of each file that is about one."""
    accepted = {file.file: file for file in done if file.accepted}
    rows, shown = list[tuple[str, ...]](), set[str]()
    in_order = [name for name in dict.fromkeys((*models, *accepted)) if name in accepted]
    for file in map(accepted.__getitem__, in_order):
        for theorem, axioms in file.assumptions.items():
            of_theory, _, name = theorem.rpartition(".")
            source = accepted[f"theory/{of_theory}.v"] if of_theory else file
            first = source.file not in shown
            size = (str(len(source.text.splitlines())), f"{source.seconds:.1f}") if first else ("", "")
            model = (models.get(file.file) or "all") if first else ""
            rows.append((model, name, size[0], "\n".join(axioms) or "none", size[1]))
            shown.add(source.file)
    lines, seconds = sum(len(file.text.splitlines()) for file in done), sum(file.seconds for file in done)
    refused = len(done) - len(accepted)
    verdict = "all proved." if not refused else f"{counted(refused, 'file is', 'files are')} refused."
    whole = f"{counted(len(done), 'file')} in {folder}, {lines:,} lines, {seconds:.0f} s of coqc: {verdict}"
    return text_table(HEADERS, rows, right=(2, 4)) + f"\n\n{whole}"
