r"""Finds the tabulars of a paper, each with its caption, label, marks, and the macros known where it stands."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from ogd_exact.latex.clean import ARROWS
from ogd_exact.latex.groups import Reader, Tokens, plain
from ogd_exact.latex.macros import Macros
from ogd_exact.latex.tokens import Token

TABULARS = {
    "tabular": 0,
    "tabular*": 1,
    "tabularx": 1,
    "tabulary": 1,
    "longtable": 0,
    "array": 0,
}  # widths before columns
NOT_READ = (
    "tblr", "longtblr", "talltblr", "tabu", "longtabu", "xltabular", "supertabular", "NiceTabular", "NiceTabular*",
    "NiceTabularX", "mpsupertabular", "xtabular",
)  # fmt: skip
MAX_SPLICED = 100_000
HEADS = ("endfirsthead", "endhead", "endfoot", "endlastfoot")


def has_effects(tokens: Tokens) -> bool:
    """Whether these show (...) to (...), as gadget tables do."""
    seen = [t for t in tokens if t.kind in ("char", "word") and not (t.is_char("$", "&") or t.is_word("left", "right"))]
    near = zip(seen, seen[1:], seen[2:], strict=False)
    return any(a.is_char(")") and b.is_word(*ARROWS) and c.is_char("(") for a, b, c in near)


@dataclass
class Found:
    """A tabular, as it stands in the paper."""

    place: Token
    preamble: list[Token]
    body: list[Token]
    macros: Macros
    mark: Token | None = None
    caption: list[Token] = field(default_factory=list)
    label: str = ""


@dataclass
class Environment:
    """An environment under way: the tabulars in it, and its own captions and labels, in order."""

    name: str
    place: Token
    tabulars: list[Found] = field(default_factory=list)
    captions: list[list[Token]] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)

    def close(self) -> None:
        """Gives captions and labels to the tabulars that have none yet; a second tabular may share the first's."""
        waiting = [found for found in self.tabulars if not found.label and not found.caption]
        for k, found in enumerate(waiting):
            if self.labels:
                found.label = self.labels[min(k, len(self.labels) - 1)]
            if self.captions:
                found.caption = self.captions[min(k, len(self.captions) - 1)]


class Finder:
    def __init__(self, tokens: list[Token]) -> None:
        self.reader, self.macros, self.spliced = Reader(tokens), Macros(), 0
        self.mark: Token | None = None

    def tabulars(self) -> Iterator[Found]:
        """All tabulars of the document, in order, once the environment that explains them has ended."""
        stack: list[Environment] = []
        while (token := self.reader.take()) is not None:
            if token.kind == "mark":
                self.unused()
                self.mark = token
            elif token.kind != "word" or self.macros.define(token, self.reader):
                continue
            elif token.is_word("begin"):
                name = plain(self.reader.group(token))
                if name in self.macros.environments:
                    self.begin_own(name, token)
                elif name in NOT_READ:
                    self.refuse_gadgets(name, token)
                elif name in TABULARS and stack:
                    stack[-1].tabulars.append(self.tabular(name, token))
                elif name in TABULARS:
                    yield self.tabular(name, token)
                elif name != "document":
                    stack.append(Environment(name, token))
            elif token.is_word("end"):
                name = plain(self.reader.group(token))
                if name in self.macros.environments:
                    self.splice(self.macros.environments[name][1])
                else:
                    yield from self.ended(name, stack)
            elif token.is_word("caption", "captionof") and stack:
                if token.is_word("captionof"):
                    self.reader.argument(token)
                self.reader.option()
                stack[-1].captions.append(self.explained(self.reader.group(token), stack[-1]))
            elif token.is_word("label") and stack:
                stack[-1].labels.append(plain(self.reader.group(token)))
            else:
                self.skip_hidden(token)
        if stack:
            raise stack[-1].place.error(f"\\begin{{{stack[-1].name}}} is never ended")
        self.unused()

    def begin_own(self, name: str, token: Token) -> None:
        """Puts what the paper defines as the beginning of an environment in its place."""
        self.splice(self.macros.called(token, self.macros.environments[name][0], self.reader))

    def refuse_gadgets(self, name: str, token: Token) -> None:
        """Passes over a table of a package that is not read, unless it is a gadget's."""
        inside = list[Token]()
        while (t := self.reader.take()) is not None:
            if t.is_word("end") and plain(Reader(self.reader.tokens[self.reader.position :]).group(t)) == name:
                break
            inside.append(t)
        if self.mark is not None or has_effects(self.macros.expanded(inside)):
            raise token.error(f"gadget tables are not read from {name}; type this one as tabular or longtable")
        self.reader.group(token)

    def splice(self, tokens: Tokens) -> None:
        self.spliced += len(tokens)
        if self.spliced > MAX_SPLICED:
            raise tokens[0].error(f"environments of the paper's own expand to more than {MAX_SPLICED} tokens")
        position = self.reader.position
        self.reader.tokens = [*tokens, *self.reader.tokens[position:]]
        self.reader.position = 0

    def explained(self, caption: list[Token], environment: Environment) -> list[Token]:
        r"""A caption without the \label that stands in it."""
        inside, kept = Reader(caption), list[Token]()
        while (token := inside.take()) is not None:
            if token.is_word("label"):
                environment.labels.append(plain(inside.group(token)))
            else:
                kept.append(token)
        return kept

    def ended(self, name: str, stack: list[Environment]) -> Iterator[Found]:
        """Closes environments up to this one; the outermost gives up its tabulars."""
        if not any(environment.name == name for environment in stack):
            return
        while stack:
            done = stack.pop()
            done.close()
            if stack:
                stack[-1].tabulars += done.tabulars
            else:
                yield from done.tabulars
            if done.name == name:
                return

    def tabular(self, name: str, token: Token) -> Found:
        if name == "longtable" or not TABULARS[name]:
            self.reader.option()
        for _ in range(TABULARS[name]):
            self.reader.argument(token)
            self.reader.option()
        preamble, body, depth = self.reader.group(token), list[Token](), 0
        while (t := self.reader.take()) is not None:
            if t.is_word("begin", "end"):
                start = self.reader.position
                inner = plain(self.reader.group(t))
                if inner in self.macros.environments and t.is_word("end"):
                    self.splice(self.macros.environments[inner][1])
                    continue
                if t.is_word("end") and inner == name and not depth:
                    mark, self.mark = self.mark, None
                    found = Found(token, preamble, body, self.macros.copy(), mark)
                    return self.long(found) if name == "longtable" else found
                depth += (t.is_word("begin") - t.is_word("end")) if inner == name else 0
                self.reader.position = start
            if t.kind == "mark":
                raise t.error("marks stand above a table, not in it")
            body.append(t)
        raise token.error(f"\\begin{{{name}}} is never ended")

    def long(self, found: Found) -> Found:
        """A longtable's own caption and label, and its rows without heads and feet repeated on each page."""
        environment = Environment("longtable", found.place)
        reader, parts = Reader(found.body), [list[Token]()]
        ends = list[str]()
        while (token := reader.take()) is not None:
            if token.is_word("caption"):
                if reader.at_char("*"):
                    reader.take()
                reader.option()
                environment.captions.append(self.explained(reader.group(token), environment))
            elif token.is_word("label"):
                environment.labels.append(plain(reader.group(token)))
            elif token.is_word(*HEADS):
                ends.append(token.text)
                parts.append([])
            else:
                parts[-1].append(token)
        head = "endfirsthead" if "endfirsthead" in ends else "endhead"
        first = parts[ends.index(head)] if head in ends else []
        found.body = first + parts[-1]
        environment.tabulars.append(found)
        environment.close()
        return found

    def skip_hidden(self, token: Token) -> None:
        r"""Skips the arguments of macros such as \newcommand{\nuke}[1]{}, which throw them away."""
        macro = self.macros.known.get(token.text)
        if macro is not None and macro.arguments and not any(t.is_char("#") for t in macro.body):
            for _ in range(macro.arguments):
                self.reader.argument(token)

    def unused(self) -> None:
        if self.mark is not None:
            raise self.mark.error("this mark has no table below it")
