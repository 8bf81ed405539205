"""python -m ogd_exact.latex: writes tables as LaTeX, or checks that what was written is current."""

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from ogd_exact.commands.shell import FAILED, HOLDS, Parser, write_pieces
from ogd_exact.kernel.errors import InputError

EPILOG = "exit codes: 0 written, or current; 1 something is not current; 2 the input or the call is wrong"


def parser() -> Parser:
    result = Parser(prog="python -m ogd_exact.latex", description="Write tables as LaTeX (booktabs).", epilog=EPILOG)
    action = result.add_mutually_exclusive_group(required=True)
    action.add_argument("--output-dir", metavar="DIR", help="write all files there, all.tex to look at them")
    action.add_argument("--check", metavar="DIR", help="say which files there are not what would be written")
    result.add_argument("--tables", metavar="DIR", help="your own tables: DIR/MODEL/*.toml")
    result.add_argument("--model", action="append", default=[], help="only this model (repeatable)")
    result.add_argument("--gadget", action="append", default=[], help="only this gadget (repeatable)")
    result.add_argument("--printed", action="store_true", help="the paper exactly as printed, misprints included")
    result.add_argument("--marks", choices=("footnote", "colour", "none"), default="footnote", help="of corrections")
    return result


def main(arguments: Sequence[str]) -> int:
    options = parser().parse_args(arguments)
    folder = options.check if options.output_dir is None else options.output_dir
    for name, text in (("the folder", folder), ("--tables", options.tables)):
        if text == "":
            raise InputError(f"{name} is empty; name one")
    if Path(folder).exists() and not Path(folder).is_dir():
        raise InputError("is not a folder; name another", folder)
    files = wanted(options)
    return write_all(files, Path(folder)) if options.check is None else check_all(files, Path(folder))


def wanted(options: Namespace) -> dict[str, str]:
    """The files that the options ask for."""
    # Imported late, so that --help and wrong calls answer at once.
    from ogd_exact.latex.write.pages import pages
    from ogd_exact.tables.folder import folder_of, paper, read_library

    own = folder_of(options.tables) if options.tables else None
    library = read_library(own, options.printed, behind=paper()) if own else paper(options.printed)
    return pages(library, options.model, options.gadget, options.marks)


def write_all(files: dict[str, str], folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        write_pieces(iter([text.encode()]), str(folder / name))
    print(f"wrote {len(files)} files to {folder}: \\input the preamble, then what you need")
    print("to look at all of them, run pdflatex all.tex there, three times")
    return HOLDS


def check_all(files: dict[str, str], folder: Path) -> int:
    problems = stale(files, folder)
    print("\n".join(problems) or f"{folder}: all {len(files)} files are current")
    return FAILED if problems else HOLDS


def stale(files: dict[str, str], folder: Path) -> list[str]:
    """A line for each file that is missing, not what it should be, or left over."""
    from ogd_exact.latex.write.pages import SIGNATURE

    present = [name for name in files if (folder / name).is_file()]
    missing = [f"{folder / name} is missing" for name in files if name not in present]
    changed = [f"{folder / name} is stale" for name in present if (folder / name).read_bytes() != files[name].encode()]
    others = [path for path in sorted(folder.glob("*.tex")) if path.name not in files and path.is_file()]
    ours = [path for path in others if path.read_bytes().endswith(SIGNATURE.encode())]
    left = [f"{path} is not one that these options write" for path in ours]
    return missing + changed + left
