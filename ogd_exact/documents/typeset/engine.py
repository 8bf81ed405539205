"""Runs the author's engine on a copy of the paper, which writes every page that it ships out into its log.

TeX is a program of others: it gets a copy of the folder, no shell, no files outside it, and limits on time and size.
"""

import contextlib
import os
import re
import shutil
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.documents.typeset.boxes import SHIPPED
from ogd_exact.documents.typeset.paper import TRACE, Paper, hook, papers
from ogd_exact.text.wording import argument

ENGINES = ("pdflatex", "xelatex", "lualatex")
AUTO = "auto"  # where there is one, and a whole document
SETTINGS = {
    "max_print_line": "1000000", "error_line": "254", "half_error_line": "238", "shell_escape": "f",
    "openout_any": "p", "openin_any": "p",
}  # fmt: skip
REPORTS = (".log", ".pdf", ".fls", ".synctex", ".synctex.gz", ".synctex(busy)")  # which TeX does not read
PROGRAM = re.compile(r"^%\s*!\s*TEX\s+(?:TS-)?program\s*=\s*(\w+)", re.IGNORECASE | re.MULTILINE)
FONT = re.compile(r"^[.|]+\\([A-Z0-9]+/[A-Za-z0-9/.()+-]+) ", re.MULTILINE)
SAID = "OGD-EXACT-FONT"
GLYPHS = (  # XeTeX's log has the glyphs of OpenType fonts in formulas by number: which are those of ASCII?
    r"{\csname NAME\endcsname\ifnum\XeTeXfonttype\font>0 \count255=33 \loop"
    rf"\immediate\write-1{{{SAID} NAME:\the\numexpr\XeTeXcharglyph\count255\relax\space= \the\count255}}"
    r"\advance\count255 by1 \ifnum\count255<127 \repeat\fi}"
)
ERROR = re.compile(r"^(?:! |(\S[^:\n]*):(\d+): )(.+)$", re.MULTILINE)
MAX_FOLDER, MAX_FILES, MAX_LOG = 200_000_000, 5000, 150_000_000
PASSES, SECONDS = 6, 60


@dataclass(frozen=True)
class Run:
    """What TeX said of a paper."""

    engine: str
    log: str
    fonts: dict[str, str]  # by the names that the log has for them, the TFM files and their sizes
    errors: list[tuple[str, int, str]]  # file, line and message
    papers: list[Paper] = field(default_factory=list)  # of each page


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
    """Runs the engine on a copy until all that it writes stands still, and gives back what the last log says."""
    with tempfile.TemporaryDirectory(prefix="ogd-exact-") as temporary:
        work = Path(temporary) / "paper"
        check_size(path.parent)
        shutil.copytree(path.parent, work, ignore=left_out, symlinks=True)
        log, begun, state = "", time.time_ns(), {"": b""}
        for _ in range(PASSES):
            before = state
            log = run_once(work, path, engine, log)
            state = written(work, begun)
            if state == before:
                break
        else:
            raise InputError(f"what {engine} writes changes in run {PASSES} still; let it write the same", str(path))
    fonts = dict(re.findall(rf"^{SAID} (\S+) = (.+)$", log, re.MULTILINE))
    if "end" not in fonts and SHIPPED in log:
        raise InputError(f"what {engine} printed cannot be measured; end the paper by \\end{{document}}", str(path))
    errors = [(file, int(line or 0), text) for file, line, text in ERROR.findall(log)]
    return Run(engine, log, fonts, errors, papers(log, engine, str(path)))


def left_out(folder: str, names: list[str]) -> set[str]:
    """What TeX wrote of papers in this folder, settings of TeX and hidden files."""
    stems = {name.removesuffix(".tex") for name in names if name.endswith(".tex")}
    made = {f"{stem}{end}" for stem in stems for end in (".aux", ".out", ".toc", *REPORTS)}
    return {name for name in names if name in made or name == "texmf.cnf" or name.startswith(".")}


def written(work: Path, since: int) -> dict[str, bytes]:
    """What TeX wrote for the next run to read."""
    files = (file for file in work.rglob("*") if not file.name.endswith(REPORTS) and not file.is_symlink())
    return {str(file): file.read_bytes() for file in files if file.is_file() and file.stat().st_mtime_ns >= since}


def run_once(work: Path, path: Path, engine: str, last: str) -> str:
    """One run, which also says of the fonts that the last one used what files they are."""
    glyphs = GLYPHS if engine == "xelatex" else ""
    ask = "".join(
        rf"\ifcsname {name}\endcsname\immediate\write-1{{{SAID} {name} = "
        rf"\expandafter\fontname\csname {name}\endcsname}}{glyphs.replace('NAME', name)}\fi"
        for name in sorted(set(FONT.findall(last)))
    )
    end = rf"\AtEndDocument{{\immediate\write-1{{{SAID} end = .}}{ask}}}"
    words = [engine, "-no-shell-escape", "-interaction=batchmode", "-file-line-error", f"-jobname={path.stem}"]
    words += ["-src-specials=cr,hbox,math,par"] if engine != "lualatex" else ["--nosocket"]
    words.append(rf"{TRACE}{hook(engine)}{end}\input{{{path.name}}}")
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
