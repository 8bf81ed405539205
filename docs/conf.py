"""The site: sphinx-build -W docs build/site. Nothing is fetched, neither to build it nor to look at it."""

import json
import os
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

from docutils import nodes
from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]

from myst_parser.parsers.sphinx_ import MystParser  # noqa: E402

import clock_pages  # noqa: E402
import lecture  # noqa: E402
import machines  # noqa: E402
import mathml  # noqa: E402
import ogd_exact as ogd  # noqa: E402
from ogd_exact.core.tables.limits import ExpressionError  # noqa: E402

project, author, copyright = "ogd-exact", "The ogd-exact team", "the ogd-exact team; MIT license"
release = version = ogd.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["conf.py", "joss/*", "playground/*", "tables/*"]
html_theme, html_title = "furo", "ogd-exact"
html_static_path, html_css_files, html_js_files = ["site"], ["site.css"], ["site.js"]
html_favicon = "site/favicon.svg"
html_copy_source = False
repository = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["urls"]["Repository"]
if "OWNER" not in repository:  # links to the source of each page
    html_theme_options = {"source_repository": repository, "source_branch": "main", "source_directory": "docs/"}
highlight_language = "none"
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
LIVE = {name: f"{name}:{size}" for name, (size, _) in machines.SHOWN.items()} | {
    "life": "life:6"
}  # a page can draw that
LIVE |= {"counter": "counter:3", "rule110": "rule110:8", "collatz": "collatz:5"}  # small enough to look at


POWER = r"(?<=[\w)|'])\^(-?\w+|\((?:[^()]|\([^()]*\))*\))"
INDEX = r"(?:(?<![A-Za-z_][A-Za-z])(?<=[A-Za-zα-ω])|(?<=\beta)|(?<=[|'’]))_(\w|\([^()]*\))(?!\w)"  # noqa: RUF001
RAISED, VERBATIM = re.compile(f"{POWER}|{INDEX}"), (nodes.literal, nodes.literal_block, nodes.raw, nodes.title)


class Notebook(MystParser):
    """A notebook as a page, with what its cells said when it was last run."""

    supported = ("notebook",)

    def parse(self, inputstring: str, document: nodes.document) -> None:
        super().parse(lecture.markdown(json.loads(inputstring)), document)


def as_a_list(app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Docstrings are a sentence, and below it names with what they mean, in two columns, or more sentences."""
    sentence, _, rest = "\n".join(lines).partition("\n\n")
    columns = re.match(r"\w+ {2,}", rest)
    width = columns.end() if columns else 0
    split = [(line[:width].strip(), re.sub(r"([*_`|\\])", r"\\\1", line[width:].strip())) for line in rest.split("\n")]
    more = [f"* ``{name}``: {text}" if name else "  " * bool(width) + text for name, text in split]
    lines[:] = [*sentence.split("\n"), "", *more, ""]


def typeset(app: Sphinx, tree: nodes.document, name: str) -> None:
    """Formulas as a paper has them on the pages that are made of them, and powers and names of pages on all."""
    for literal in list(tree.findall(nodes.literal)) if name in ("errata", "regions") else ():
        try:
            literal.replace_self(nodes.raw("", mathml.mathml(literal.astext()), format="html"))
        except ExpressionError:
            continue
    for text in list(tree.findall(nodes.Text)):
        if isinstance(text.parent.parent, nodes.reference) and text.endswith(".md"):
            text.parent.replace(text, nodes.Text(text.removesuffix(".md")))
        elif not isinstance(text.parent, VERBATIM) and name != "paper-map":  # which quotes what commands print
            text.parent.replace(text, raised(text))


def raised(text: str) -> list[nodes.Node]:
    """A text whose powers are written above the line, and indices below it."""
    parts, end = [], 0
    for found in RAISED.finditer(text):
        power, index = found.groups()
        small = (power or index).removeprefix("(").removesuffix(")") if found[0][1] == "(" else power or index
        node = nodes.superscript if power else nodes.subscript
        parts += [nodes.Text(text[end : found.start()]), node("", small.replace("-", "\N{MINUS SIGN}"))]
        end = found.end()
    return [*parts, nodes.Text(text[end:])]


def live_pages(app: Sphinx, problem: Exception | None) -> None:
    """The page of each machine on which one can watch it, beside the site."""
    if problem is None and app.builder.format == "html":
        folder = Path(app.outdir) / "explore"
        folder.mkdir(exist_ok=True)
        for name, circuit in LIVE.items():
            ogd.reduce(circuit).explore().save(folder / f"{name}.html")
        run = ogd.reduce(clock_pages.CIRCUIT, tables="any-order")
        for name, order in clock_pages.LIVE.items():
            run.explore(order=order).save(folder / f"{name}.html")


def setup(app: Sphinx) -> None:
    os.environ.setdefault("COLUMNS", "80")
    app.add_source_suffix(".ipynb", "notebook")
    app.add_source_parser(Notebook)
    app.add_lexer("mermaid", TextLexer)
    app.add_lexer("jsonl", TextLexer)
    app.connect("autodoc-process-docstring", as_a_list)
    app.connect("doctree-resolved", typeset)
    app.connect("build-finished", live_pages)
