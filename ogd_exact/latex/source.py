r"""A paper's source as one stream of tokens: \input and \include followed, \iffalse left out."""

from collections.abc import Iterator
from pathlib import Path

from ogd_exact.kernel.errors import InputError
from ogd_exact.latex.groups import Reader
from ogd_exact.latex.tokens import Token, tokens_of

MAX_BYTES = 1 << 23  # of all files together
MAX_FILES = 200
MAX_DEPTH = 15
INPUTS = ("input", "include", "subfile")


class Source:
    def __init__(self, path: Path) -> None:
        self.root, self.bytes, self.files = path, 0, 0

    def tokens(self) -> list[Token]:
        return list(without_iffalse(self.of_file(self.root, None, ())))

    def of_file(self, path: Path, asked: Token | None, above: tuple[Path, ...]) -> Iterator[Token]:
        if path in above or len(above) > MAX_DEPTH:
            assert asked is not None
            raise asked.error(f"{path.name} is read again while it is being read; break the ring")
        text = self.text(path, asked)
        reader = Reader(list(tokens_of(text, path)))
        while (token := reader.take()) is not None:
            if token.is_word("endinput") or (token.is_word("end") and reader.follows("{document}")):
                return
            if token.is_word("newcommand", "renewcommand", "providecommand", "def", "let"):
                yield token  # the name that it defines, which may be \input itself, follows
                reader.space()
                if (name := reader.take()) is not None:
                    yield name
            elif token.is_word(*INPUTS):
                yield from self.included(reader, token, (*above, path))
            else:
                yield token

    def included(self, reader: Reader, token: Token, above: tuple[Path, ...]) -> Iterator[Token]:
        name = "".join(t.text for t in reader.file_name(token)).strip()
        if reader.skip_mark():
            return
        folder = self.root.parent
        tried = [folder / name] if Path(name).suffix == ".tex" else [folder / f"{name}.tex", folder / name]
        found = next((path for path in tried if path.is_file()), None)
        if found is None:
            remedy = "put it there, or end this line with the comment % ogd-exact: skip"
            raise token.error(f"\\{token.text}{{{name}}} is not a file beside {self.root.name}; {remedy}")
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
            return raw.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
        except UnicodeDecodeError:
            return raw.decode("latin-1").replace("\r\n", "\n")  # older papers; formulas are ASCII all the same


def without_iffalse(tokens: Iterator[Token]) -> Iterator[Token]:
    """Drops what stands between \\iffalse and its \\fi or \\else."""
    hidden = 0
    for token in tokens:
        if token.is_word("iffalse") or (hidden and token.kind == "word" and token.text.startswith("if")):
            hidden += 1
        elif hidden and (token.is_word("fi") or (hidden == 1 and token.is_word("else"))):
            hidden -= 1
        elif not hidden:
            yield token
