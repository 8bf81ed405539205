"""Taking tokens one by one: spaces, braced groups, arguments and options."""

from collections.abc import Sequence

from ogd_exact.documents.latex_read.tokens import Token

Tokens = Sequence[Token]


class TokenReader:
    def __init__(self, tokens: Tokens, last: Token | None = None) -> None:
        self.tokens, self.position = tokens, 0
        self.last = tokens[-1] if tokens else last

    def peek(self) -> Token | None:
        return self.tokens[self.position] if self.position < len(self.tokens) else None

    def take(self) -> Token | None:
        token = self.peek()
        self.position += token is not None
        return token

    def space(self) -> None:
        while (token := self.peek()) is not None and token.kind in ("space", "par"):
            self.position += 1

    def at_char(self, *chars: str) -> bool:
        token = self.peek()
        return token is not None and token.is_char(*chars)

    def follows(self, text: str) -> bool:
        """Whether exactly these characters come next."""
        ahead = self.tokens[self.position : self.position + len(text)]
        return [t.text for t in ahead if t.kind == "char"] == list(text)

    def group(self, owner: Token) -> list[Token]:
        """What a braced group holds; owner is the token that needs it."""
        self.space()
        if not self.at_char("{"):
            raise owner.error(f"\\{owner.text} needs {{...}} here" if owner.kind == "word" else "expected {...}")
        opened = self.take()
        assert opened is not None
        found, depth = list[Token](), 1
        while (token := self.take()) is not None:
            depth += token.is_char("{") - token.is_char("}")
            if not depth:
                return found
            found.append(token)
        raise opened.error("this { is never closed")

    def name(self, owner: Token) -> str:
        """The name of an environment, in braces."""
        ahead = self.tokens[self.position : self.position + 60]
        end = next((k for k, t in enumerate(ahead) if t.is_char("}")), None)
        start = next((k for k, t in enumerate(ahead) if t.kind != "space"), 0)
        if end is None or not ahead[start].is_char("{"):
            raise owner.error(f"\\{owner.text} needs the name of an environment in braces")
        self.position += end + 1
        return plain(ahead[start + 1 : end])

    def argument(self, owner: Token) -> list[Token]:
        """A group, or a single token, as TeX takes an argument."""
        self.space()
        token = self.peek()
        if token is None or token.is_char("}", "&", "$"):
            raise owner.error(f"\\{owner.text} lacks an argument")
        if token.is_char("{"):
            return self.group(owner)
        self.position += 1
        return [token]

    def option(self) -> list[Token] | None:
        """What [...] holds, if it comes next."""
        start = self.position
        self.space()
        opened = self.peek()
        if opened is None or not opened.is_char("["):
            self.position = start
            return None
        self.position += 1
        found, depth = list[Token](), 0
        while (token := self.take()) is not None:
            if token.is_char("]") and depth == 0:
                return found
            depth += token.is_char("{") - token.is_char("}")
            found.append(token)
        raise opened.error("this [ is never closed")

    def file_name(self, owner: Token) -> list[Token]:
        """The argument of an input command: braced, or up to the next space."""
        if self.at_char("{"):
            return self.group(owner)
        found = []
        while (token := self.peek()) is not None and token.kind == "char":
            found.append(token)
            self.position += 1
        return found

    def skip_mark(self, owner: Token) -> bool:
        """Whether a comment on this line says that the command is to be skipped."""
        start = self.position
        while (token := self.peek()) is not None and token.kind == "space":
            self.position += 1
        token = self.peek()
        if token is not None and token.kind == "mark" and token.text == "skip" and token.line == owner.line:
            self.position += 1
            return True
        self.position = start
        return False


def plain(tokens: Tokens) -> str:
    """The characters of tokens as one text, for names and labels."""
    return "".join(t.text if t.kind != "word" else ("_" if t.text == "_" else f"\\{t.text}") for t in tokens).strip()
