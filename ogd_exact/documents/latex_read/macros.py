r"""The macros that a paper defines (\newcommand, \def, \let, \DeclareMathOperator), and their expansion."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ogd_exact.documents.latex_read.conditionals import UNKNOWN
from ogd_exact.documents.latex_read.token_reader import TokenReader, Tokens, plain
from ogd_exact.documents.latex_read.tokens import Token
from ogd_exact.documents.latex_read.visible_tokens import is_understood

NEW = ("newcommand", "renewcommand", "providecommand", "DeclareRobustCommand")
DOCUMENT = ("NewDocumentCommand", "RenewDocumentCommand", "ProvideDocumentCommand", "DeclareDocumentCommand")
ENVIRONMENTS = ("newenvironment", "renewenvironment")
DOCUMENT_ENVIRONMENTS = ("NewDocumentEnvironment", "RenewDocumentEnvironment", "DeclareDocumentEnvironment")
MAX_EXPANDED = 100_000  # tokens of one table
MAX_NESTING = 50


@dataclass(frozen=True)
class Macro:
    arguments: int
    body: tuple[Token, ...]
    default: tuple[Token, ...] | None = None  # of the first argument, where it is optional
    final: bool = False  # whether the body is what LaTeX itself had for it, by \let


DOUBTFUL = Macro(0, (), ())


@dataclass
class Macros:
    known: dict[str, Macro] = field(default_factory=dict)
    environments: dict[str, tuple[Macro, tuple[Token, ...]]] = field(default_factory=dict)  # beginning and end
    columns: dict[str, Macro] = field(default_factory=dict)  # by newcolumntype
    doubtful: bool = False  # whether definitions stand under a condition that is not evaluated
    groups: list[dict[str, Macro | None]] = field(default_factory=list)  # what names meant before, by open groups

    def put(self, name: str, macro: Macro, everywhere: bool = False) -> None:
        """Keeps a macro up to the end of the group, or everywhere; as not known, under an undecided condition."""
        for group in self.groups if everywhere else self.groups[-1:]:
            group.pop(name, None) if everywhere else group.setdefault(name, self.known.get(name))
        self.known[name] = DOUBTFUL if self.doubtful else macro

    def nest(self, by: int) -> None:
        """Opens a group, or closes one and forgets what was defined in it."""
        if by > 0:
            self.groups.append({})
        elif by < 0 and self.groups:
            for name, macro in self.groups.pop().items():
                if macro is None:
                    self.known.pop(name, None)
                else:
                    self.known[name] = macro

    def define(self, token: Token, reader: TokenReader) -> bool:
        """Reads a definition that begins with this token, if it is one."""
        if token.is_word(*NEW):
            self.new(token, reader)
        elif token.is_word("def", "edef", "gdef", "xdef"):
            self.primitive(token, reader)
        elif token.is_word("let"):
            self.alias(reader)
        elif token.is_word(*DOCUMENT):
            command = reader.argument(token)
            kinds = plain(reader.argument(token)).replace(" ", "")
            body = tuple(reader.argument(token))
            if command and command[-1].kind == "word":  # with other kinds of arguments it stays unknown
                self.put(command[-1].text, Macro(len(kinds), body) if set(kinds) <= {"m"} else DOUBTFUL)
        elif token.is_word(*ENVIRONMENTS):
            starred(reader)
            name = plain(reader.group(token))
            opening = self.arguments(token, reader)
            self.environments[name] = (replace(opening, body=tuple(reader.group(token))), tuple(reader.group(token)))
        elif token.is_word(*DOCUMENT_ENVIRONMENTS):
            name = plain(reader.group(token))
            kinds = plain(reader.group(token)).replace(" ", "")
            opening = Macro(len(kinds), tuple(reader.group(token))) if set(kinds) <= {"m"} else DOUBTFUL
            self.environments[name] = (opening, tuple(reader.group(token)))
        elif token.is_word("newcolumntype"):
            name = plain(reader.group(token))
            kind = self.arguments(token, reader)
            body = tuple(reader.group(token))
            self.columns[name] = DOUBTFUL if self.doubtful else replace(kind, body=body)
        elif token.is_word("DeclareMathOperator"):
            starred(reader)
            operator_name = reader.argument(token)
            operator = replace(token, text="operatorname")
            group = [replace(token, kind="char", text=c) for c in "{}"]
            body = (operator, group[0], *reader.argument(token), group[1])
            if operator_name and operator_name[-1].kind == "word":
                self.put(operator_name[-1].text, Macro(0, body))
        else:
            return False
        return True

    def new(self, token: Token, reader: TokenReader) -> None:
        starred(reader)
        name = [t for t in reader.argument(token) if t.kind == "word"]
        macro = self.arguments(token, reader)
        body = reader.argument(token)
        if len(name) != 1:
            raise token.error(f"\\{token.text} defines one command")
        there = name[0].text in self.known or is_understood(name[0].text)
        if not (there and token.is_word("providecommand")):
            self.put(name[0].text, replace(macro, body=tuple(body)))

    def arguments(self, token: Token, reader: TokenReader) -> Macro:
        """[n][default], as yet without a body."""
        count = plain(reader.option() or []) or "0"
        default = reader.option()
        if count not in "0123456789":
            raise token.error(f"\\{token.text} takes 0 to 9 arguments")
        return Macro(int(count), (), None if default is None else tuple(default))

    def primitive(self, token: Token, reader: TokenReader) -> None:
        reader.space()
        name, pattern = reader.take(), []
        while not reader.at_char("{") and (t := reader.take()) is not None:
            pattern.append(t)
        body = tuple(reader.group(token))
        text = "".join("\\" if t.kind == "word" else t.text for t in pattern)
        if name is not None and name.kind == "word":  # delimited arguments are not understood
            plain_arguments = text == "".join(f"#{k + 1}" for k in range(len(text) // 2))
            late = token.is_word("edef", "xdef") and any(t.kind == "word" for t in body)
            macro = Macro(len(text) // 2, body) if plain_arguments and not late else DOUBTFUL
            self.put(name.text, macro, token.is_word("gdef", "xdef"))

    def alias(self, reader: TokenReader) -> None:
        reader.space()
        name = reader.take()
        reader.space()
        if reader.at_char("="):
            reader.take()
            reader.space()
        meaning = reader.take()
        if name is not None and meaning is not None and name.kind == "word":
            known = self.known.get(meaning.text) if meaning.kind == "word" else None
            self.put(name.text, known or Macro(0, (meaning,), final=True))

    def expanded(self, tokens: Tokens) -> list[Token]:
        """The tokens with all macros replaced; what comes from a body takes the place of the call."""
        self.count = 0
        return list(self.expand(tokens, 0))

    def expand(self, tokens: Tokens, depth: int) -> Iterator[Token]:
        reader = TokenReader(tokens)
        while (token := reader.take()) is not None:
            self.count += 1
            if self.count > MAX_EXPANDED or depth > MAX_NESTING:
                raise token.error(f"macros expand to more than {MAX_EXPANDED} tokens, or {MAX_NESTING} deep")
            macro = self.known.get(token.text) if token.kind == "word" else None
            if macro is None:
                yield token
            elif macro.final:
                yield replace(token, kind=macro.body[0].kind, text=macro.body[0].text)
            else:
                yield from self.expand(self.called(token, macro, reader), depth + 1)

    def called(self, token: Token, macro: Macro, reader: TokenReader) -> list[Token]:
        arguments: list[list[Token]] = []
        if macro is DOUBTFUL or any(t.is_word(*UNKNOWN) for t in macro.body):
            raise token.error(f"\\{token.text} is defined in a way that is not understood; define it by \\newcommand")
        if macro.default is not None:
            given = reader.option()
            arguments.append(list(macro.default) if given is None else given)
        while len(arguments) < macro.arguments:
            arguments.append(reader.argument(token))
        result: list[Token] = []
        body = TokenReader(macro.body)
        while (part := body.take()) is not None:
            following = body.peek()
            if part.is_char("#") and following is not None and following.text.isdecimal():
                body.take()
                if not 1 <= int(following.text) <= len(arguments):
                    raise token.error(f"\\{token.text} uses #{following.text}, which it does not take")
                result += arguments[int(following.text) - 1]
                if len(result) > MAX_EXPANDED:
                    raise token.error(f"macros expand to more than {MAX_EXPANDED} tokens, or {MAX_NESTING} deep")
            else:
                result.append(replace(part, path=token.path, line=token.line, column=token.column))
        return result


def starred(reader: TokenReader) -> None:
    reader.space()
    if reader.at_char("*"):
        reader.take()
