r"""What the codes of fonts print, as LaTeX, and how large that is, from their TFM files."""

import re
import struct
import subprocess
from functools import cache
from pathlib import Path

UNKNOWN = "\\glyph "  # what no formula can hold
WORDS = """
alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi omega
varepsilon vartheta varpi varrho varsigma varphi
Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega
alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho varsigma sigma tau upsilon
varphi chi psi omega
"""  # in the order of the fonts
GREEK, CAPITALS, UNICODE_GREEK = (WORDS.split()[start:end] for start, end in ((0, 29), (29, 40), (40, None)))
ASCII = {code: chr(code) for code in range(0x21, 0x7F)}
LETTERS = {code: char for code, char in ASCII.items() if char.isalpha()}
CAPITAL_CODES = {code: f"\\{name} " for code, name in enumerate(CAPITALS)}
FORMS = {0xFB00 + k: text for k, text in enumerate(("ff", "fi", "fl", "ffi", "ffl"))}
LIGATURES = {text: code for code, text in FORMS.items()}
NOT_IN_OT1 = dict.fromkeys((60, 62, 92, 95, 124, 125, 126), UNKNOWN)
OML = LETTERS | CAPITAL_CODES | {11 + k: f"\\{name} " for k, name in enumerate(GREEK)}
OML |= {0x3A: ".", 0x3B: ",", 0x3D: "/", 0x3C: "<", 0x3E: ">"}
OMS = {
    0x00: "-", 0x01: "\\cdot ", 0x02: "\\times ", 0x03: "\\ast ", 0x06: "\\pm ", 0x07: "\\mp ", 0x21: "\\to ",
    0x29: "\\Rightarrow ", 0x30: "'", 0x37: "\\mapstochar ", 0x66: "\\{", 0x67: "\\}", 0x6A: "|", 0x70: "\\surd ",
    0x79: "\\dagger ", 0x7A: "\\ddagger ",
}  # fmt: skip
OMX = dict.fromkeys((0, 16, 18, 32), "(") | dict.fromkeys((1, 17, 19, 33), ")")
OMX |= dict.fromkeys(range(112, 117), "\\surd ")
LMS = OMS | {157: "/", 185: "(", 186: ")", 207: "+"}  # of newtx and newpx, as is LMX
OT1 = ASCII | CAPITAL_CODES | NOT_IN_OT1 | {0x7B: "-"} | FORMS  # where fonts have ligatures, TeX tells
T1 = ASCII | {0x15: "-", 0x7F: "-"} | FORMS
TS1 = {0x3D: "-", 0xB1: "\\pm ", 0xD6: "\\times "}
UNICODE = {
    0x2212: "-", 0x2013: "-", 0x2192: "\\to ", 0x22C5: "\\cdot ", 0xD7: "\\times ", 0xB1: "\\pm ", 0x2032: "'",
    0x2217: "\\ast ", 0x21D2: "\\Rightarrow ", 0x2044: "/", 0x2215: "/", 0x221A: "\\surd ", 0x210E: "h",
    0x1D716: "\\epsilon ", 0x3F5: "\\epsilon ", 0x1D719: "\\phi ", 0x3D5: "\\phi ",
}  # fmt: skip
UNICODE |= {base + k: f"\\{name} " for base in (0x3B1, 0x1D6FC) for k, name in enumerate(UNICODE_GREEK)}
UNICODE |= {0x1D434 + k: chr(0x41 + k) for k in range(26)} | {0x1D44E + k: chr(0x61 + k) for k in range(26)}
UNICODE |= {0x1D7CE + k: str(k) for k in range(10)} | FORMS
ENCODINGS = {"OML": OML, "OMS": OMS, "OMX": OMX, "OT1": OT1, "T1": T1, "TS1": TS1, "LMS": LMS, "TU": ASCII | UNICODE}
ESCAPED = {char: f"\\{char}" for char in "_&%#$"} | dict.fromkeys('{}\\~^"', UNKNOWN)
METRICS = re.compile(r'"?([^" ]+)"?(?: at ([0-9.]+)pt)?')
UNIT = float(1 << 20)  # of TFM files

Size = tuple[float, float, float]  # width, height and depth


def encoding(font: str) -> str:
    """Such as OML, of OML/cmm/m/it/10."""
    return font.split("/")[0].replace("LMX", "OMX")


def point_size(font: str) -> float:
    size = re.match(r"[0-9.]*[0-9]", font.split("/")[-1])  # such as 10++, of a font in several encodings
    return float(size[0]) if size else 10.0


@cache
def printed(font: str, code: int) -> str:
    """What a glyph stands for, as LaTeX."""
    known = ENCODINGS.get(encoding(font), {})
    old_digits = encoding(font) in ("OT1", "OML") and "/mit/" in font
    text = "" if old_digits else known.get(code, "")
    return ESCAPED.get(text, text) if text else UNKNOWN


@cache
def metrics(name: str) -> tuple[float, dict[int, Size]] | None:
    """The design size of a font, and the sizes of its characters in design sizes."""
    found = subprocess.run(["kpsewhich", "--", f"{name}.tfm"], capture_output=True, text=True, check=False)
    if not found.stdout.strip():
        return None
    data = Path(found.stdout.strip()).read_bytes()
    total, header, first, last, widths, heights, depths = struct.unpack(">7H", data[:14])
    words = struct.unpack(f">{total}i", data[: total * 4])
    start = 6 + header
    table = start + last - first + 1
    sizes = {}
    for k in range(last - first + 1):
        wide, tall = data[(start + k) * 4], data[(start + k) * 4 + 1]
        parts = (table + wide, table + widths + (tall >> 4), table + widths + heights + (tall & 15))
        if wide:
            sizes[first + k] = (words[parts[0]] / UNIT, words[parts[1]] / UNIT, words[parts[2]] / UNIT)
    return words[7] / UNIT, sizes


def size_of(font: str, code: int, files: dict[str, str]) -> Size | None:
    """The size of a glyph in points, if its font has a TFM file."""
    file = METRICS.fullmatch(files.get(font, "").strip())
    known = metrics(file[1]) if file else None
    if file is None or known is None or code not in known[1]:
        return None
    scale = float(file[2] or known[0])
    width, height, depth = known[1][code]
    return width * scale, height * scale, depth * scale
