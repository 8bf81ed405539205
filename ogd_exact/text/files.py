"""Files written whole or not at all."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from shutil import rmtree

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.text.paths import exists, is_dir
from ogd_exact.text.wording import argument

LINES_AT_ONCE = 1 << 16  # bytes


def check_writable(output: str | None) -> None:
    """Refuses, before any work is done, a file that could not be written after it."""
    if output is None or output == "-":
        return
    if not output:
        raise InputError(f"{argument('path')} is empty; name a file")
    if Path(output).absolute().parts[1:2] == ("proc",) or output in ("/dev/stdout", "/dev/stderr", "/dev/fd/1"):
        raise InputError("is not a file that can be replaced; name another, or - for stdout", output)
    try:
        target = Path(output).resolve()
        replaceable = target.is_file() or not target.exists()
        writable = os.access(target.parent, os.W_OK | os.X_OK)
    except (ValueError, RuntimeError, OSError):  # a name with a NUL, or a ring of links
        raise InputError("is not a path; name another file", output) from None
    if not replaceable:
        raise InputError("is not a file that can be replaced; name another", output)
    if not writable:
        reason = "its folder does not allow it" if target.parent.is_dir() else "there is no such folder"
        raise InputError(f"cannot be written: {reason}; name another file", output)


def check_writable_in_new_folder(output: str) -> None:
    """Refuses what check_writable refuses, of a file whose folders are made once it is written."""
    path = Path(output)
    while path.parent != path and not exists(path.parent):
        path = path.parent
    check_writable(output if path.parent == path else str(path))


def check_folder(output: str) -> None:
    """Refuses a folder in which files, which have no names yet, could not be written."""
    if not output or (exists(output) and not is_dir(output)):
        raise InputError("is not a folder; name another", output or argument("output"))
    check_writable_in_new_folder(str(Path(output) / "file"))


def make_folder(folder: Path) -> None:
    """Makes a folder, with all that it lies in."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be made: {getattr(error, 'strerror', error)}; name another", str(folder)) from None


def check_new_folder(output: str) -> None:
    """Refuses a folder that is there already, unless it is empty, or that could not be made."""
    check_folder(output)
    if is_dir(output) and any(Path(output).iterdir()):
        raise InputError("is there already, and not empty; name a new folder", output)


def write_folder(files: Mapping[str, str], output: str) -> None:
    """Writes files, by their paths in a new folder, which appears only once it is complete."""
    check_new_folder(output)
    target = Path(output).resolve()
    temporary = target.parent / f"tmp{os.urandom(8).hex()}"
    try:
        for name, text in files.items():
            make_folder((temporary / name).parent)
            (temporary / name).write_text(text)
        temporary.replace(target)
    finally:
        rmtree(temporary, ignore_errors=True)


def write_file(pieces: Iterable[bytes], output: str) -> None:
    """Writes a file that appears only once it is complete; what was there before is replaced in one move."""
    check_writable(output)
    target = Path(output).resolve()
    temporary = target.parent / f"tmp{os.urandom(8).hex()}"
    try:
        with temporary.open("xb") as file:  # new, with the rights that any new file gets
            try:
                file.writelines(pieces)
                file.close()
                temporary.replace(target)
            except BaseException:
                temporary.unlink()
                raise
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", output) from None


class WholeLines:
    """A file that grows by whole lines, many at a time, whatever ends the process."""

    def __init__(self, path: str) -> None:
        self.path, self.pending, self.size, self.whole = path, list[bytes](), 0, 0
        try:
            self.file = Path(path).open("wb", buffering=0)  # noqa: SIM115 (close() closes it)
        except OSError as error:
            raise InputError(f"cannot be written: {error.strerror}", path) from None

    def write(self, line: str) -> None:
        self.pending.append(f"{line}\n".encode())
        self.size += len(self.pending[-1])
        if self.size >= LINES_AT_ONCE:
            self.flush()

    def flush(self) -> None:
        data = b"".join(self.pending)
        self.pending, self.size = [], 0
        done = 0
        try:
            while done < len(data):
                done += self.file.write(data[done:])
        except OSError as error:
            self.file.truncate(self.whole + data.rfind(b"\n", 0, done) + 1)
            raise InputError(f"cannot be written: {error.strerror}", self.path) from None
        self.whole += done

    def close(self) -> None:
        with self.file:
            self.flush()


def check_files(*read: tuple[str, str | None], **written: str | None) -> None:
    """Refuses files to read and to write of which two are the same, one has no name, or one cannot be written."""
    seen: dict[object, str] = {}
    not_stdout = [argument(name) for name in ("trace", "checkpoint", "certificate")]
    for option, text in (*read, *((argument(name), text) for name, text in written.items())):
        if text == "" or (text == "-" and option in not_stdout):
            raise InputError(f"{option} needs a file, not {text!r}")
        if text is None or text == "-":
            continue
        path = identity(text)
        if path in seen:
            raise InputError(f"{seen[path]} and {option} name the same file; name two", text)
        seen[path] = option
    for text in written.values():
        check_writable(text)


def identity(text: str) -> object:
    """A value that is equal for two names of the same file, be they links or other paths to it."""
    try:
        path = Path(text).resolve()
        found = path.stat() if path.exists() else None
    except (ValueError, RuntimeError, OSError):  # no path, as will be said when it is opened
        return text
    return (found.st_dev, found.st_ino) if found else path
