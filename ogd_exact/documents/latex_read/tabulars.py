r"""Finds the tabulars of a paper, each with its caption, labels and mark, its macros expanded."""

import contextlib
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.documents.latex_read.columns import CHANGING, RULES
from ogd_exact.documents.latex_read.conditionals import UNKNOWN
from ogd_exact.documents.latex_read.macros import Macro, Macros
from ogd_exact.documents.latex_read.source import INPUTS, Source, up_to_ends
from ogd_exact.documents.latex_read.tabular import Environment, Tabular
from ogd_exact.documents.latex_read.token_reader import TokenReader, Tokens, plain
from ogd_exact.documents.latex_read.tokens import Token
from ogd_exact.documents.latex_read.visible_tokens import is_understood
from ogd_exact.text.paths import real

TABULARS = {
    "tabular": 0,
    "tabular*": 1,
    "tabularx": 1,
    "tabulary": 1,
    "longtable": 0,
    "array": 0,
}  # widths before columns
PLACED = {name for name in TABULARS if name != "array"}  # tables that another one may place
NOT_READ = (
    "tblr", "longtblr", "talltblr", "tabu", "longtabu", "xltabular", "supertabular", "NiceTabular", "NiceTabular*",
    "NiceTabularX", "mpsupertabular", "xtabular", "longtable*", "tabbing",
)  # fmt: skip
MAX_SPLICED = 200_000
MAX_NESTED = 20


class TabularFinder:
    def __init__(self, source: Source) -> None:
        self.source, self.reader, self.spliced = source, TokenReader(source.tokens()), 0
        self.macros = Macros()
        self.define_beside()
        self.mark: Token | None = None
        self.stack: list[Environment] = []
        self.open: Counter[str] = Counter()
        self.labels: dict[str, Token] = {}  # all that were seen, with their places
        self.problems: list[InputError] = []  # besides those of tabulars
        self.read: set[Path] = set()  # files of which something was read, not only defined
        self.conditions = 0  # open ones whose outcome is not known
        self.rounding: Token | None = None  # where siunitx is told to change numbers

    def define_beside(self) -> None:
        """Takes the macros of packages that lie beside the paper; what LaTeX has itself means what it means there."""
        for tokens in self.source.beside():
            reader = TokenReader(tokens)
            while (token := reader.take()) is not None:
                start = reader.position
                try:
                    self.macros.define(token, reader)
                except InputError:  # another form of definition: the name stays unknown
                    reader.position = start
        self.macros.known = {n: m for n, m in self.macros.known.items() if n not in RULES and not is_understood(n)}

    def tabulars(self) -> Iterator[Tabular]:
        """All tabulars of the document, in order, once the environment that explains them has ended."""
        while (token := self.reader.take()) is not None:
            self.read.add(token.path)
            if token.kind == "problem":  # a file that is not there: what follows is read all the same
                self.problems.append(token.error(token.text))
            elif token.kind == "mark":
                self.unused()
                self.mark = token
            elif token.kind == "word":
                yield from self.command(token)
            elif token.is_char("{", "}"):
                self.macros.nest(1 if token.is_char("{") else -1)
        if self.stack:
            raise self.stack[-1].place.error(f"\\begin{{{self.stack[-1].name}}} is never ended")
        self.unused()

    def command(self, token: Token) -> Iterator[Tabular]:
        if token.is_word(*UNKNOWN):
            self.conditions += 1 if token.is_word(UNKNOWN[0]) else -1
            self.macros.doubtful = self.conditions > 0
        elif self.macros.define(token, self.reader):
            return
        elif token.is_word(*INPUTS):  # by a macro that was called
            self.splice(list(up_to_ends(self.source.included(self.reader, token, (self.source.root,)))), token)
        elif token.is_word("sisetup") or (token.is_word("usepackage") and self.reader.at_char("[")):
            self.set_up(token)
        elif token.is_word("begin"):
            name = self.reader.name(token)
            self.macros.nest(name != "document")
            yield from self.begin(name, token)
        elif token.is_word("end"):
            self.macros.nest(-1)
            yield from self.end(self.reader.name(token))
        elif token.is_word("begingroup", "bgroup", "endgroup", "egroup"):
            self.macros.nest(1 if token.is_word("begingroup", "bgroup") else -1)
        elif token.is_word("tabular", "halign", "ctable"):
            if self.mark is not None or self.stack:
                self.problems.append(
                    token.error(f"tables by \\{token.text} are not read; type this one as \\begin{{tabular}}")
                )
        elif token.is_word("caption", "captionof") and self.stack:
            self.stack[-1].captions.append(self.caption(token, self.reader, self.stack[-1]))
        elif token.is_word("label"):
            name = self.label(token, self.reader)
            if self.stack:
                self.stack[-1].labels.append(name)
        elif (macro := self.macros.known.get(token.text)) is not None:
            self.call(token, macro)

    def set_up(self, token: Token) -> None:
        """Notes that siunitx rounds, where its options say so."""
        options = plain(self.reader.option() or self.reader.group(token))
        package = "siunitx" if token.is_word("sisetup") else plain(self.reader.group(token))
        if "siunitx" in package and CHANGING.search(options):
            self.rounding = token

    def begin(self, name: str, token: Token) -> Iterator[Tabular]:
        own = self.macros.environments.get(name)
        if own is not None:
            self.splice(self.macros.called(token, own[0], self.reader), token)
        elif name in NOT_READ or name in TABULARS:
            tabular = self.foreign(name, token) if name in NOT_READ else self.tabular(name, token)
            if tabular is None:
                self.opened(name, token)  # a table that only places others
            elif self.stack:
                self.stack[-1].tabulars.append(tabular)
            else:
                yield tabular
        elif name != "document":
            self.opened(name, token)

    def opened(self, name: str, token: Token) -> None:
        self.stack.append(Environment(name, token))
        self.open[name] += 1

    def end(self, name: str) -> Iterator[Tabular]:
        """Closes environments up to this one; the outermost gives up its tabulars."""
        if name in self.macros.environments:
            self.splice(self.macros.environments[name][1], None)
            return
        while self.open[name]:
            done = self.stack.pop()
            self.open[done.name] -= 1
            if self.mark is not None and done.place.line > self.mark.line and done.place.path == self.mark.path:
                self.unused()
            done.close()
            if self.stack:
                self.stack[-1].tabulars += done.tabulars
            else:
                yield from done.tabulars
            if done.name == name:
                return

    def call(self, token: Token, macro: Macro) -> None:
        """Sees into macros that hold tables, and takes the arguments of those that throw them away."""
        if any(self.matters(macro.body, k) for k in range(len(macro.body))):
            self.read |= {part.path for part in macro.body}
            self.splice(self.macros.called(token, macro, self.reader), token)
        elif macro.arguments and not any(t.is_char("#") for t in macro.body):
            self.macros.called(token, macro, self.reader)

    def matters(self, body: Tokens, k: int) -> bool:
        """Whether this token of a macro's body has to do with tables or their labels."""
        if body[k].is_word("begin", "end"):
            name = "".join(t.text for t in body[k + 2 : k + 20]).split("}")[0]
            return "tab" in name or name in NOT_READ or name in self.macros.environments
        return body[k].kind == "mark" or body[k].is_word("label", "caption", *INPUTS)

    def splice(self, tokens: Tokens, token: Token | None) -> None:
        """Puts tokens in the place of what stood for them."""
        self.spliced += len(tokens)
        if self.spliced > MAX_SPLICED and (token or tokens):
            raise (token or tokens[0]).error(f"macros with tables expand to more than {MAX_SPLICED} tokens")
        self.reader.tokens = [*tokens, *self.reader.tokens[self.reader.position :]]
        self.reader.position = 0

    def foreign(self, name: str, token: Token) -> Tabular:
        """A table of a package that is not read; a gadget's is a problem."""
        inside = self.up_to_end(name, token)
        self.macros.nest(-1)
        labels = re.findall(r"label=\{?([^},]+)", "".join(t.text for t in inside if t.kind == "char"))
        self.labels |= {label: token for label in labels if label not in self.labels}
        with contextlib.suppress(InputError):  # what cannot be expanded is looked at as it is
            inside = self.macros.expanded(inside)
        mark, self.mark = self.mark, None
        problem = token.error(f"gadget tables are not read from {name}; type this one as tabular or longtable")
        root = real(self.source.root)
        return Tabular(token, name, [], inside, {}, mark, labels=labels, problem=problem, root=root)

    def up_to_end(self, name: str, token: Token) -> list[Token]:
        """What an environment holds; the reader stands behind it."""
        inside, depth = list[Token](), 0
        while (t := self.reader.take()) is not None:
            if t.is_word("begin", "end"):
                start = self.reader.position
                inner = self.reader.name(t)
                if t.is_word("end") and inner in self.macros.environments:
                    self.splice(self.macros.environments[inner][1], t)
                    continue
                if t.is_word("end") and inner == name and not depth:
                    return inside
                depth += (t.is_word("begin") - t.is_word("end")) if inner == name else 0
                self.reader.position = start
            macro = self.macros.known.get(t.text) if t.kind == "word" else None
            if macro is not None and any(b.is_word("end") for b in macro.body):
                self.splice(self.macros.called(t, macro, self.reader), t)
                continue
            inside.append(t)
        raise token.error(f"\\begin{{{name}}} is never ended")

    def tabular(self, name: str, token: Token) -> Tabular | None:
        """The tabular that begins here; None if it holds others, which are then found in turn."""
        if not TABULARS[name]:
            self.reader.option()
        for _ in range(TABULARS[name]):
            self.reader.argument(token)
            self.reader.option()
        preamble, start = self.reader.group(token), self.reader.position
        self.macros.nest(-1)
        tokens = self.reader.tokens
        body = self.up_to_end(name, token)
        nested = (k for k, t in enumerate(body) if t.is_word("begin"))
        if any(TokenReader(body[k + 1 : k + 61]).name(body[k]) in PLACED for k in nested):
            if sum(self.open[name] for name in TABULARS) > MAX_NESTED:
                raise token.error(f"tables nest at most {MAX_NESTED} deep")
            self.reader.tokens, self.reader.position = tokens, start
            self.macros.nest(1)
            return None
        mark, self.mark = self.mark, None
        inside = next((t for t in body if t.kind in ("mark", "problem")), None)
        tabular = Tabular(token, name, preamble, body, dict(self.macros.columns), mark, root=real(self.source.root))
        environment = Environment(name, token)
        try:
            if inside is not None:
                raise inside.error("marks stand above a table, not in it" if inside.kind == "mark" else inside.text)
            tabular.preamble = self.macros.expanded(preamble)
            tabular.body = self.macros.expanded(self.without_captions(body, environment))
            if self.rounding and (any(t.is_char("S") for t in tabular.preamble) or any(t.is_word("num") for t in body)):
                raise self.rounding.error("siunitx may change the numbers of gadget tables; drop options that round")
        except InputError as problem:
            tabular.problem = problem
        environment.tabulars.append(tabular)
        environment.close()
        return tabular

    def without_captions(self, tokens: list[Token], environment: Environment) -> list[Token]:
        """The rows of a longtable, or a caption, without captions and labels, which are the environment's."""
        reader, kept = TokenReader(tokens), list[Token]()
        while (token := reader.take()) is not None:
            if token.is_word("caption"):
                environment.captions.append(self.caption(token, reader, environment))
            elif token.is_word("label"):
                environment.labels.append(self.label(token, reader))
            else:
                kept.append(token)
        return kept

    def label(self, token: Token, reader: TokenReader) -> str:
        name = plain(reader.group(token))
        self.labels.setdefault(name, token)
        return name

    def caption(self, token: Token, reader: TokenReader, environment: Environment) -> list[Token]:
        r"""A caption, its macros expanded, without the \label that may stand in it."""
        if token.is_word("captionof"):
            reader.argument(token)
        if reader.at_char("*"):
            reader.take()
        reader.option()
        tokens = reader.group(token)
        try:
            tokens = self.macros.expanded(tokens)
        except InputError as problem:
            environment.problem = problem
        return self.without_captions(tokens, environment)

    def unused(self) -> None:
        if self.mark is not None:
            self.problems.append(self.mark.error("this mark has no table below it"))
        self.mark = None
