r"""What a reader of the PDF sees of a cell: pdflatex typesets it, and the operators that draw its page are read.

Digits and signs are told from left to right; what is white or has no size is not seen, a drawn bar is `_`, something
dark on which text vanishes is `#`, and `?` stands before what overlaps the character left of it.
"""

import re
import subprocess
from pathlib import Path

from conftest import needs_program

PACKAGES = "xcolor,colortbl,booktabs,graphicx,etoolbox,dcolumn,array"
OPERATION = re.compile(
    rb"/(?P<font>F\d+) (?P<size>[\d.]+) Tf|(?P<td>-?[\d.]+) -?[\d.]+ Td|\[(?P<shown>(?:\\.|[^\]\\])*)\]TJ"
    rb"|(?P<gray>[\d.]+) g\b|(?P<rgb>[\d.]+ [\d.]+ [\d.]+) rg\b|(?P<cmyk>[\d.]+ [\d.]+ [\d.]+ [\d.]+) k\b"
    rb"|(?P<cm>-?[\d.]+ [-\d.]+ [-\d.]+ -?[\d.]+ -?[\d.]+) -?[\d.]+ cm"
    rb"|0 0 m (?P<line>[\d.]+) 0 l S"
    rb"|(?P<re>-?[\d.]+ -?[\d.]+ [\d.]+ [\d.]+) re f|(?P<start>BT)|(?P<q>\bq\b)|(?P<Q>\bQ\b)"
)
GLYPH = re.compile(rb"\\(?P<octal>\d{3})|\\(?P<escaped>.)|(?P<kern>-?\d+\.?\d*)(?=[(\]]|$)|(?P<plain>[^()])")


def compiled(folder: Path, before: str, cell: str) -> bytes:
    """The PDF of a page with nothing but this cell; pdflatex must be content with it."""
    needs_program("pdflatex", package="texlive-latex-base texlive-latex-recommended")
    text = (
        "\\pdfcompresslevel=0 \\pdfobjcompresslevel=0 \\documentclass{article}\\pagestyle{empty}\n"
        f"\\usepackage{{{PACKAGES}}}\n{before}\n\\begin{{document}}\n"
        f"\\begin{{tabular}}{{c}}\n{cell} \\\\\n\\end{{tabular}}\n\\end{{document}}\n"
    )
    (folder / "cell.tex").write_text(text)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "cell.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=120)
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-800:]
    return (folder / "cell.pdf").read_bytes()


def seen(pdf: bytes) -> str:
    fonts = {m[1]: name_of_font(pdf, m[2]) for m in re.finditer(rb"/(F\d+) (\d+) 0 R", pdf)}
    stream = next((m[1] for m in re.finditer(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL) if b" Tf" in m[1]), b"")
    drawn: list[tuple[float, float, str]] = []  # from, to, what
    x, origin, scale, size, font, white, dark = 0.0, 0.0, 1.0, 10.0, b"", False, False
    saved: list[tuple[float, float]] = []
    for m in OPERATION.finditer(stream):
        if m["q"]:
            saved.append((origin, scale))
        elif m["Q"] and saved:
            origin, scale = saved.pop()
        elif m["cm"]:
            a, _, _, d, e = map(float, m["cm"].split())
            origin, scale = origin + scale * e, scale * min(a, d)
        elif m["start"]:
            x = 0.0
        elif m["font"]:
            font, size = fonts[m["font"]], float(m["size"])
        elif m["td"]:
            x += float(m["td"])
        elif m["gray"] or m["rgb"]:
            white = min(map(float, (m["gray"] or m["rgb"]).split())) > 0.9
        elif m["cmyk"]:
            white = max(map(float, m["cmyk"].split())) < 0.1
        elif m["line"]:
            drawn += [] if white else [(origin, origin + float(m["line"]), "_")]
        elif m["re"]:
            left, _, width, height = map(float, m["re"].split())
            bar = "" if white or min(width, height) < 0.3 else "#" if min(width, height) > 5 else "_"
            dark = dark or bar == "#"
            drawn += [(origin + left, origin + left + width, "_")] if bar == "_" else []
        elif m["shown"] is not None:
            at = origin + scale * x
            for glyph in GLYPH.finditer(m["shown"]):
                if glyph["kern"] and not within(m["shown"], glyph.start()):
                    at -= float(glyph["kern"]) * size / 1000
                    continue
                for text in glyph["kern"].decode() if glyph["kern"] else character(glyph, font):
                    width = (0.778 if text in "+-" else 0.5) * size * scale
                    drawn += [] if white or width < 1 else [(at, at + width, text)]
                    at += width
    return ("#" if dark else "") + in_order(drawn)


def in_order(drawn: list[tuple[float, float, str]]) -> str:
    text, end = "", float("-inf")
    for left, right, what in sorted(drawn):
        text += ("?" if left < end - 1.5 else "") + what
        end = max(end, right)
    return text


def within(shown: bytes, position: int) -> bool:
    """Whether this place of a TJ operand is inside of parentheses, thus text."""
    return shown.count(b"(", 0, position) > shown.count(b")", 0, position)


def character(glyph: re.Match[bytes], font: bytes) -> str:
    code = int(glyph["octal"], 8) if glyph["octal"] else ord(glyph["escaped"] or glyph["plain"])
    return "-" if b"CMSY" in font and code == 0 else chr(code)


def name_of_font(pdf: bytes, number: bytes) -> bytes:
    found = re.search(rb"\n" + number + rb" 0 obj\s*<<.*?/BaseFont /([\w+-]+)", pdf, re.DOTALL)
    return found[1] if found else b""
