"""What a notebook shows in place, and a file keeps: pages and pictures."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape

from ogd_exact.api.arguments import check_argument_types
from ogd_exact.text.files import write_file

SHOWN_PASSES = 100_000


@dataclass(frozen=True)
class Page:
    """A page of HTML that needs nothing else."""

    html: str = field(repr=False)
    height: int = 800  # in a notebook

    def __str__(self) -> str:
        return f"a page of HTML, {len(self.html)} letters; save(path) writes it, and a notebook shows it"

    def _repr_html_(self) -> str:
        # In a frame of its own, so that its style and scripts and those of the notebook do not meet; its links lead
        # to places in it, where they would else open the notebook once more.
        text = self.html.replace("<head>", '<head><base href="about:srcdoc">', 1)
        style = f"width: 100%; height: {self.height}px; border: 0"
        return f'<iframe srcdoc="{escape(text)}" style="{style}"></iframe>'

    @check_argument_types
    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file whole, or not at all."""
        write_file([self.html.encode("utf-8", "backslashreplace") + b"\n"], os.fspath(path))


@dataclass(frozen=True)
class Picture:
    """A picture; `bytes(picture)` is it as PNG, and a notebook shows it in place."""

    png: bytes = field(repr=False)
    drawn: Callable[[str], bytes] = field(repr=False)  # in another format

    @classmethod
    def by(cls, drawn: Callable[[str], bytes]) -> "Picture":
        return cls(drawn("png"), drawn)

    def __str__(self) -> str:
        return "a picture; save(path) writes it as .svg, .pdf or .png, and a notebook shows it"

    def __bytes__(self) -> bytes:
        return self.png

    def _repr_png_(self) -> bytes:
        return self.png

    @check_argument_types
    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file whole, or not at all: .svg, .pdf or .png, by the end of its name."""
        from ogd_exact.documents.explorer.picture import picture_format  # late: verify shows pages, and draws nothing

        kind = picture_format(os.fspath(path))
        write_file([self.png if kind == "png" else self.drawn(kind)], os.fspath(path))
