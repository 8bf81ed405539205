r"""Conditionals whose outcome is known, such as \iffalse and those of \newif: what TeX never sees is left out."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ogd_exact.latex.tokens import Token

PRIMITIVE = (
    "if", "ifcat", "ifnum", "ifdim", "ifodd", "ifvmode", "ifhmode", "ifmmode", "ifinner", "ifvoid", "ifhbox", "ifvbox",
    "ifx", "ifeof", "ifcase", "ifdefined", "ifcsname", "iffontchar", "ifpdf", "ifPDFTeX", "ifxetex", "ifXeTeX",
    "ifluatex", "ifLuaTeX", "ifpdftex",
)  # fmt: skip


@dataclass
class Conditions:
    known: dict[str, bool] = field(default_factory=lambda: {"iftrue": True, "iffalse": False})

    def kept(self, tokens: Iterator[Token]) -> Iterator[Token]:
        """The tokens that TeX reads; between conditions that are not known, marked as doubtful, all of them."""
        stack: list[tuple[Token, bool | None]] = []  # open conditionals, and whether what follows is read
        before: list[Token] = []
        for token in tokens:
            hidden = any(shown is False for _, shown in stack)
            last = before[-1] if before else None
            named = last is not None and last.is_word("newif", "let", "def", "newcommand", "string")
            named = named or (len(before) > 1 and before[-2].is_word("let"))
            if token.kind == "word":
                before = [*before[-2:], token]
            elif token.kind == "char" and not token.is_char("="):
                before = []
            if named and not hidden:
                self.learn(before)
                yield token
            elif token.kind == "word" and (token.text in self.known or token.text in PRIMITIVE):
                shown = self.known.get(token.text)
                stack.append((token, shown))
                if not hidden and shown is None:
                    yield replace(token, text="if?")
            elif token.is_word("else") and stack:
                opened, shown = stack.pop()
                stack.append((opened, None if shown is None else not shown))
            elif token.is_word("fi") and stack:
                _, shown = stack.pop()
                if not hidden and shown is None:
                    yield replace(token, text="fi?")
            elif not hidden:
                self.switch(token)
                yield token
        for opened, shown in stack:
            if shown is not None:
                raise opened.error(f"\\{opened.text} is never closed by \\fi")

    def learn(self, words: list[Token]) -> None:
        r"""\newif\ifdraft, or \let\ifdraft\iftrue."""
        if len(words) >= 2 and words[-2].is_word("newif"):
            self.known[words[-1].text] = False
        if len(words) >= 3 and words[-3].is_word("let") and words[-1].text in self.known:
            self.known[words[-2].text] = self.known[words[-1].text]

    def switch(self, token: Token) -> None:
        for end, value in (("true", True), ("false", False)):
            name = f"if{token.text.removesuffix(end)}"
            if token.kind == "word" and token.text.endswith(end) and name in self.known and name != "if":
                self.known[name] = value
