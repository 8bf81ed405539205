"""python -m ogd_exact.latex: writes tables as LaTeX, or checks that what was written is current."""

from argparse import Namespace
from pathlib import Path

from ogd_exact.commands.shell import FAILED, HOLDS
from ogd_exact.documents.latex_write.pages import SIGNATURE, pages
from ogd_exact.gadgets.reading.folder import folder_of, library_in
from ogd_exact.text.files import check_folder, make_folder, write_file
from ogd_exact.text.paths import exists, is_dir


def main(options: Namespace) -> int:
    folder = options.check if options.output_dir is None else options.output_dir
    if options.check is None or (exists(folder) and not is_dir(folder)):
        check_folder(folder)
    library = library_in(folder_of(options.tables, *options.model), options.printed)
    files = pages(library, options.model, options.gadget, options.marks)
    if options.check is not None:
        problems = stale(files, Path(folder))
        print("\n".join(problems) or f"{Path(folder)}: all {len(files)} files are current")
        return FAILED if problems else HOLDS
    make_folder(Path(folder))
    for name, text in files.items():
        write_file([text.encode()], str(Path(folder) / name))
    print(f"wrote {len(files)} files to {Path(folder)}: \\input the preamble, then what you need")
    print("to look at all of them, run pdflatex all.tex there, three times")
    return HOLDS


def stale(files: dict[str, str], folder: Path) -> list[str]:
    """A line for each file that is missing, not what it should be, or left over."""
    present = [name for name in files if (folder / name).is_file()]
    missing = [f"{folder / name} is missing" for name in files if name not in present]
    changed = [f"{folder / name} is stale" for name in present if (folder / name).read_bytes() != files[name].encode()]
    others = [path for path in sorted(folder.glob("*.tex")) if path.name not in files and path.is_file()]
    ours = [path for path in others if path.read_bytes().endswith(SIGNATURE.encode())]
    left = [f"{path} is not one that these options write" for path in ours]
    return missing + changed + left
