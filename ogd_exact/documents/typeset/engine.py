"""Runs the author's engine on a copy of the paper, which writes every page that it ships out into its log.

TeX is a program of others: it gets a copy of the folder, no shell, no files outside it, and limits on time and size.
"""

import contextlib
import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.text.wording import argument

ENGINES = ("pdflatex", "xelatex", "lualatex")
AUTO = "auto"  # where there is one, and a whole document
TRACE = r"\tracingoutput=1 \showboxbreadth=\maxdimen \showboxdepth=\maxdimen \tracingonline=0 "
SETTINGS = {
    "max_print_line": "1000000", "error_line": "254", "half_error_line": "238", "shell_escape": "f",
    "openout_any": "p", "openin_any": "p", "SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1",
}  # fmt: skip
LEFT_OUT = ("*.log", "*.aux", "*.out", "*.toc", "*.synctex*", "*.fls", "texmf.cnf", ".*")
PROGRAM = re.compile(r"^%\s*!\s*TEX\s+(?:TS-)?program\s*=\s*(\w+)", re.IGNORECASE | re.MULTILINE)
FONT = re.compile(r"^[.|]+\\([A-Z0-9]+/[A-Za-z0-9/.()+-]+) ", re.MULTILINE)
SAID = "OGD-EXACT-FONT"
PAPER = (
    r"\ifdefined\pagewidth\else\let\pagewidth\pdfpagewidth\let\pageheight\pdfpageheight\fi"
    rf"\immediate\write-1{{{SAID} page = \the\pagewidth,\the\pageheight,\the\hoffset,\the\voffset}}"
)
GLYPHS = (  # XeTeX's log has the glyphs of OpenType fonts in formulas by number: which are those of ASCII?
    r"{\csname NAME\endcsname\ifnum\XeTeXfonttype\font>0 \count255=33 \loop"
    rf"\immediate\write-1{{{SAID} NAME:\the\numexpr\XeTeXcharglyph\count255\relax\space= \the\count255}}"
    r"\advance\count255 by1 \ifnum\count255<127 \repeat\fi}"
)
SIZES = re.compile(r"(-?[0-9]{1,5}\.[0-9]{1,5})pt")
ERROR = re.compile(r"^(?:! |(\S[^:\n]*):(\d+): )(.+)$", re.MULTILINE)
MAX_FOLDER, MAX_FILES, MAX_LOG = 200_000_000, 5000, 150_000_000
PASSES, SECONDS = 3, 60


@dataclass(frozen=True)
class Run:
    """What TeX said of a paper."""

    engine: str
    log: str
    fonts: dict[str, str]  # by the names that the log has for them, the TFM files and their sizes
    errors: list[tuple[str, int, str]]  # file, line and message
    paper: list[float] = field(default_factory=list)  # its width and height, and how far right and down pages stand


def engine_of(path: Path, asked: str, tables: bool = True) -> str:
    """The engine that was asked for, or that the source asks for.

    There is none for a part of a document without tables, nor with auto where it cannot be typeset.
    """
    text = contents(path).decode("latin-1")
    said = PROGRAM.search(text[:5000])
    chosen = asked.removeprefix(AUTO) or (said[1].lower() if said else "")
    if not chosen:
        chosen = "lualatex" if re.search(r"\\usepackage[^{}\n]*\{[^{}]*(fontspec|unicode-math)", text) else "pdflatex"
    whole, there = "\\documentclass" in text, shutil.which(chosen) is not None
    if (asked == AUTO and not (whole and there)) or not (whole or tables):
        return ""
    option = argument("typeset")
    if chosen not in ENGINES:
        raise InputError(f"{option} takes {', '.join(ENGINES)} or {AUTO}; {chosen[:40]!r} is none", str(path))
    if not whole:
        raise InputError(f"{option} needs a whole document, with \\documentclass; name the main file", str(path))
    if not there:
        raise InputError(f"{option} needs {chosen}, which is not installed; install TeX Live", str(path))
    return chosen


def typeset(path: Path, engine: str) -> Run:
    """Runs the engine on a copy until its aux file stands still, and gives back what the last log says."""
    with tempfile.TemporaryDirectory(prefix="ogd-exact-") as temporary:
        work = Path(temporary) / "paper"
        check_size(path.parent)
        shutil.copytree(path.parent, work, ignore=shutil.ignore_patterns(*LEFT_OUT), symlinks=True)
        log, aux = "", b""
        for k in range(PASSES):
            before = aux
            log = run_once(work, path, engine, log)
            aux = contents(work / f"{path.stem}.aux")
            if k and aux == before:
                break
    fonts = dict(re.findall(rf"^{SAID} (\S+) = (.+)$", log, re.MULTILINE))
    paper = [float(size) for size in SIZES.findall(fonts.get("page", ""))]
    if len(paper) != 4 and "Completed box" in log:
        raise InputError(f"what {engine} printed cannot be measured; end the paper by \\end{{document}}", str(path))
    errors = [(file, int(line or 0), text) for file, line, text in ERROR.findall(log)]
    return Run(engine, log, fonts, errors, paper)


def run_once(work: Path, path: Path, engine: str, last: str) -> str:
    """One run, which also says of the fonts that the last one used what files they are."""
    glyphs = GLYPHS if engine == "xelatex" else ""
    ask = "".join(
        rf"\ifcsname {name}\endcsname\immediate\write-1{{{SAID} {name} = "
        rf"\expandafter\fontname\csname {name}\endcsname}}{glyphs.replace('NAME', name)}\fi"
        for name in sorted(set(FONT.findall(last)))
    )
    hook = rf"\AtEndDocument{{{PAPER}{ask}}}"
    words = [engine, "-no-shell-escape", "-interaction=batchmode", "-file-line-error", f"-jobname={path.stem}"]
    words += ["-src-specials=cr,hbox,math,par"] if engine != "lualatex" else ["--nosocket"]
    words.append(rf"{TRACE}{hook}\input{{{path.name}}}")
    try:
        subprocess.run(
            words, cwd=work, env=os.environ | SETTINGS, stdin=subprocess.DEVNULL, capture_output=True,
            timeout=SECONDS, check=False, preexec_fn=limit_files,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise InputError(f"{engine} takes more than {SECONDS} seconds; typeset a part", str(path)) from None
    log = contents(work / f"{path.stem}.log")
    if len(log) > MAX_LOG:
        raise InputError(f"{engine} writes more than {MAX_LOG} bytes of log; typeset a part", str(path))
    return log.decode("utf-8" if engine != "pdflatex" else "latin-1", "replace")


def limit_files() -> None:
    """Ends TeX where it would write a file without end."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # late: there is none on Windows

        resource.setrlimit(resource.RLIMIT_FSIZE, (2 * MAX_LOG, 2 * MAX_LOG))


def check_size(folder: Path) -> None:
    size = count = 0
    for file in folder.rglob("*"):
        if not any(part.startswith(".") for part in file.relative_to(folder).parts):
            size, count = size + (file.lstat().st_size if file.is_file() else 0), count + 1
        if size > MAX_FOLDER or count > MAX_FILES:
            problem = f"the folder of a paper that is typeset has at most {MAX_FILES} files and {MAX_FOLDER} bytes"
            raise InputError(f"{problem}; put the paper into one of its own", str(folder))


def contents(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""
