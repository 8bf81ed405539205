r"""A paper's source as one stream of tokens: \input and \include followed, \iffalse left out."""

import contextlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.documents.latex_read.conditionals import UNKNOWN, Conditions
from ogd_exact.documents.latex_read.token_reader import TokenReader, plain
from ogd_exact.documents.latex_read.tokens import Token, tokens_of
from ogd_exact.text.paths import contents, is_file, real

MAX_BYTES = 1 << 23  # of all files together
MAX_FILES = 200
MAX_DEPTH = 15
INPUTS = ("input", "include", "subfile", "subfileinclude", "@input")
FROM_FOLDER = ("import", "subimport", "inputfrom", "includefrom", "subinputfrom", "subincludefrom")
PACKAGES = {"usepackage": "sty", "RequirePackage": "sty", "documentclass": "cls", "LoadClass": "cls"}
DEFINING = ("newcommand", "renewcommand", "providecommand", "def", "gdef", "edef", "xdef", "let")


class Source:
    def __init__(self, path: Path) -> None:
        self.root, self.bytes, self.files = path, 0, list[Path]()
        self.packages: list[Path] = []  # and classes that lie beside the paper

    def tokens(self) -> list[Token]:
        """All that TeX reads, or may read, in order."""
        return self.kept(self.root)

    def kept(self, path: Path) -> list[Token]:
        return list(up_to_ends(Conditions().kept(list(self.of_file(path, ())))))

    def beside(self) -> Iterator[list[Token]]:
        """The tokens of packages and classes that lie beside the paper, as far as they can be read."""
        for path in self.packages:  # each may name more of them
            with contextlib.suppress(InputError):
                yield self.kept(path)

    def reached(self) -> set[Path]:
        """The file, and those that it includes; what is wrong with any of them is said once they are read."""
        with contextlib.suppress(InputError):
            for _ in self.of_file(self.root, ()):
                pass
        return {real(path) for path in (self.root, *self.files)}

    def of_file(self, path: Path, above: tuple[Path, ...]) -> Iterator[Token]:
        """The tokens of a file, with those of the files it includes in their places."""
        reader = TokenReader(list(tokens_of(self.text(path), path)))
        while (token := reader.take()) is not None:
            if token.is_word("string"):
                reader.take()
            elif token.is_word(*DEFINING):
                yield token  # what is defined, and by let its meaning, may be an input command itself
                for _ in range(3 if token.is_word("let") else 1):
                    reader.space()
                    if (name := reader.take()) is not None:
                        yield name
            elif token.kind == "word" and token.text in PACKAGES:
                yield token
                start = reader.position
                reader.option()
                names = plain(reader.group(token)).split(",") if reader.at_char("{") else []
                yield from reader.tokens[start : reader.position]
                found = [self.root.parent / f"{name.strip()}.{PACKAGES[token.text]}" for name in names]
                self.packages += [p for p in found if p not in self.packages and is_file(p)]
            elif token.is_word(*INPUTS, *FROM_FOLDER, "InputIfFileExists"):
                yield from self.included(reader, token, (*above, path))
            else:
                yield token
        yield Token("end", "", path, 0, 0)

    def included(self, reader: TokenReader, token: Token, above: tuple[Path, ...]) -> Iterator[Token]:
        """What an input command brings in; if it cannot, a token that says so where TeX would read it."""
        folder = self.root.parent
        start = reader.position
        if token.is_word(*FROM_FOLDER):
            folder /= plain(reader.group(token))
        name = "".join(t.text for t in reader.file_name(token)).strip()
        if "#" in name:  # in the body of a macro: known when it is called
            reader.position = start
            yield token
            return
        if reader.skip_mark(token):
            return
        tried = [folder / name] if Path(name).suffix == ".tex" else [folder / f"{name}.tex", folder / name]
        found = next((path for path in tried if is_file(path)), None)
        if found is None and not token.is_word("InputIfFileExists"):
            remedy = "put it there, or end this line with the comment % ogd-exact: skip"
            problem = f"\\{token.text}{{{name}}} is not a file beside {self.root.name}; {remedy}"
            yield replace(token, kind="problem", text=problem)
        elif found is not None and (found in above or len(above) > MAX_DEPTH):
            problem = f"{found.name} is read again while it is being read; break the ring"
            yield replace(token, kind="problem", text=problem)
        elif found is not None:
            yield from self.of_file(found, above)

    def text(self, path: Path) -> str:
        raw = contents(path, MAX_BYTES, "name a LaTeX file", "give a part")
        self.bytes += len(raw)
        self.files.append(path)
        if self.bytes > MAX_BYTES or len(self.files) > MAX_FILES:
            raise InputError(f"more than {MAX_BYTES} bytes or {MAX_FILES} files of LaTeX; give a part", str(path))
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = raw.decode("latin-1")  # older papers; formulas are ASCII all the same
        return text.replace("\r\n", "\n").replace("\r", "\n")


def up_to_ends(tokens: Iterator[Token]) -> Iterator[Token]:
    r"""Obeys \endinput and \end{document}, unless they stand under a condition that is not decided."""
    reader, doubt = TokenReader(list(tokens)), 0
    while (token := reader.take()) is not None:
        doubt += token.is_word(UNKNOWN[0]) - token.is_word(UNKNOWN[1])
        if token.is_word("end") and reader.follows("{document}") and not doubt:
            return
        if token.is_word("endinput") and not doubt:
            while (skipped := reader.take()) is not None and (skipped.kind != "end" or skipped.path != token.path):
                pass
        elif token.kind != "end":
            yield token
