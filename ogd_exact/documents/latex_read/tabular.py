"""A tabular of a paper, and the environments around it, which give it captions and labels."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.documents.latex_read.macros import Macro
from ogd_exact.documents.latex_read.token_reader import Tokens
from ogd_exact.documents.latex_read.tokens import Token
from ogd_exact.documents.latex_read.visible_tokens import ARROWS, SIZES, SPACES


@dataclass
class Tabular:
    """A tabular, as it stands in the paper."""

    place: Token
    name: str
    preamble: list[Token]
    body: list[Token]
    columns: dict[str, Macro]
    mark: Token | None
    caption: list[Token] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    problem: InputError | None = None  # that matters only if this is a gadget's table
    root: Path = Path()  # the file that was given

    @property
    def ignored(self) -> bool:
        return self.mark is not None and self.mark.text == "ignore"

    @property
    def label(self) -> str:
        return self.labels[0] if self.labels else ""


@dataclass
class Environment:
    """An environment under way: the tabulars in it, and its own captions and labels, in order."""

    name: str
    place: Token
    tabulars: list[Tabular] = field(default_factory=list)
    captions: list[list[Token]] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    problem: InputError | None = None  # of a caption

    def close(self) -> None:
        """Gives captions and labels to the tabulars that have none yet; a second tabular may share the first's."""
        waiting = [tabular for tabular in self.tabulars if not tabular.labels and not tabular.caption]
        for k, tabular in enumerate(waiting):
            tabular.problem = tabular.problem or self.problem
            alone = len(waiting) == 1 or len(self.labels) == 1
            tabular.labels = list(self.labels) if alone else self.labels[k : k + 1] or self.labels[-1:]
            if self.captions:
                tabular.caption = self.captions[min(k, len(self.captions) - 1)]


def mentions_gadgets(tokens: Tokens, name: str) -> bool:
    """Whether a table shows effects, or speaks of x, y and w; an array, which may be a matrix, only the former."""
    alone = {b.text for a, b, c in windows(tokens) if b.is_char(*"xyw") and not letter(a) and not letter(c)}
    return has_effects(tokens) or (name != "array" and alone == set("xyw"))


def windows(tokens: Tokens) -> Iterator[tuple[Token | None, Token, Token | None]]:
    """Each token, with those before and behind it."""
    return zip([None, *tokens], tokens, [*tokens[1:], None], strict=False)


def letter(token: Token | None) -> bool:
    return token is not None and token.kind == "char" and token.text.isalpha()


def has_effects(tokens: Tokens) -> bool:
    """Whether these show (...) to (...), as gadget tables do."""
    shown = [t for t in tokens if t.kind in ("char", "word") and not t.is_char(*"$&~{}")]
    seen = [t for t in shown if not t.is_word(*SIZES, *SPACES)]
    near = zip(seen, seen[1:], seen[2:], strict=False)
    effects = ((a.is_char(")") and c.is_char("("), b) for a, b, c in near)
    return any(apart and (b.is_word(*ARROWS) or b.is_char("\N{RIGHTWARDS ARROW}")) for apart, b in effects)
