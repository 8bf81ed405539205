r"""A paper's source as one stream of tokens: \input and \include followed, \iffalse left out."""

from collections.abc import Iterator
from pathlib import Path

from ogd_exact.kernel.errors import InputError
from ogd_exact.latex.conditions import Conditions
from ogd_exact.latex.groups import Reader, plain
from ogd_exact.latex.tokens import Token, tokens_of

MAX_BYTES = 1 << 23  # of all files together
MAX_FILES = 200
MAX_DEPTH = 15
INPUTS = ("input", "include", "subfile", "subfileinclude", "@input")
FROM_FOLDER = ("import", "subimport", "inputfrom", "includefrom", "subinputfrom", "subincludefrom")
DEFINING = ("newcommand", "renewcommand", "providecommand", "def", "gdef", "edef", "xdef", "let")


class Source:
    def __init__(self, path: Path) -> None:
        self.root, self.bytes, self.files, self.conditions = path, 0, 0, Conditions()

    def tokens(self) -> list[Token]:
        return list(self.of_file(self.root, None, ()))

    def of_file(self, path: Path, asked: Token | None, above: tuple[Path, ...]) -> Iterator[Token]:
        if path in above or len(above) > MAX_DEPTH:
            assert asked is not None
            raise asked.error(f"{path.name} is read again while it is being read; break the ring")
        reader = Reader(list(self.conditions.kept(tokens_of(self.text(path, asked), path))))
        while (token := reader.take()) is not None:
            if token.is_word("endinput") or (token.is_word("end") and reader.follows("{document}")):
                return
            if token.is_word("string"):
                reader.take()
            elif token.is_word(*DEFINING):
                yield token  # what is defined, and by \\let its meaning, may be \\input itself
                for _ in range(3 if token.is_word("let") else 1):
                    reader.space()
                    if (name := reader.take()) is not None:
                        yield name
            elif token.is_word(*INPUTS, *FROM_FOLDER, "InputIfFileExists"):
                yield from self.included(reader, token, (*above, path))
            else:
                yield token

    def included(self, reader: Reader, token: Token, above: tuple[Path, ...]) -> Iterator[Token]:
        folder = self.root.parent
        if token.is_word(*FROM_FOLDER):
            folder /= plain(reader.group(token))
        name = "".join(t.text for t in reader.file_name(token)).strip()
        if reader.skip_mark(token):
            return
        tried = [folder / name] if Path(name).suffix == ".tex" else [folder / f"{name}.tex", folder / name]
        found = next((path for path in tried if path.is_file()), None)
        if found is None and not token.is_word("InputIfFileExists"):
            remedy = "put it there, or end this line with the comment % ogd-exact: skip"
            raise token.error(f"\\{token.text}{{{name}}} is not a file beside {self.root.name}; {remedy}")
        if found is not None:
            yield from self.of_file(found, token, above)

    def text(self, path: Path, asked: Token | None) -> str:
        try:
            if not path.is_file():
                raise InputError("is not a file that can be read", str(path))
            with path.open("rb") as file:
                raw = file.read(MAX_BYTES + 1)
        except (OSError, ValueError) as error:
            raise InputError(f"cannot be read: {getattr(error, 'strerror', error)}", str(path)) from None
        self.bytes, self.files = self.bytes + len(raw), self.files + 1
        if self.bytes > MAX_BYTES or self.files > MAX_FILES:
            raise InputError(f"more than {MAX_BYTES} bytes or {MAX_FILES} files of LaTeX; give a part", str(path))
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = raw.decode("latin-1")  # older papers; formulas are ASCII all the same
        return text.replace("\r\n", "\n").replace("\r", "\n")
