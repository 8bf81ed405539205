"""The results of a campaign: a line of JSON for each answer, whole, on the disk before it counts."""

import fcntl
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

from ogd_exact.campaign.task import FORMAT, VERDICTS, key_of, sum_of
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.text.wording import argument

MAX_LINE = 1 << 22
MOST_SECONDS = 10**9


def another() -> str:
    return f"name another with {argument('results')}"


class Results:
    """A file that one campaign at a time appends to. What was not written to the end is dropped when it is opened."""

    def __init__(self, path: str) -> None:
        self.path = path
        try:
            self.file = Path(path).open("ab+", buffering=0)  # noqa: SIM115 (closed by __exit__)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise InputError(f"cannot be written: {reason}; {another()}", path) from None
        try:
            if not Path(path).is_file():
                raise InputError(f"is not a file that can grow; {another()}", path)
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self.dropped = self.drop_half_a_line()
        except BaseException as error:
            self.file.close()
            if isinstance(error, BlockingIOError):
                busy = f"another campaign is writing there; wait for it, or {another()}"
                raise InputError(busy, path) from None
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def drop_half_a_line(self) -> int:
        """Drops what stands behind the last whole line of a file of ours, and says how many bytes that were."""
        begin = json.dumps({"format": FORMAT})[:-1].encode()
        self.file.seek(0)
        ours = begin.startswith(self.file.read(len(begin)))
        size = self.file.seek(0, os.SEEK_END)
        start = self.file.seek(max(0, size - MAX_LINE))
        whole = start + self.file.read().rfind(b"\n") + 1
        if size and not (ours and (start == 0 or whole > start)):
            raise InputError(f"holds no results of a campaign; move the file away, or {another()}", self.path, 1)
        self.file.truncate(whole)
        return size - whole

    def lines(self) -> Iterator[dict[str, Any]]:
        """All answers, in order; raises InputError for a line that is none, or that was changed."""
        with Path(self.path).open("rb") as file:
            for number, raw in enumerate(iter(lambda: file.readline(MAX_LINE + 1), b""), 1):
                yield self.checked(raw, number)

    def checked(self, raw: bytes, number: int) -> dict[str, Any]:
        try:
            line = json.loads(raw)
            if line["format"] != FORMAT:
                raise ValueError(f"another format than {FORMAT}")
            if line.pop("sha256") != sum_of(line):
                raise ValueError("it was changed after it was written")
            if line["verdict"] not in VERDICTS or key_of(line["kind"], line["task"], line["stamp"]) != line["key"]:
                raise ValueError("its key is not that of its task")
            if not all(type(count) is int and count >= 0 for count in line["counts"].values()):
                raise ValueError("counts that are none")
            if type(line["seconds"]) not in (int, float) or not 0 <= line["seconds"] < MOST_SECONDS:
                raise ValueError("a time that is none")
            if not all(isinstance(text, str) for key in ("said", "shown") for text in line.get(key, ())):
                raise ValueError("what is said is no text")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            problem = f"is no line of results ({str(error)[:80]})"
            raise InputError(f"{problem}; move the file away, or {another()}", self.path, number) from None
        return dict(line)

    def append(self, line: dict[str, Any]) -> None:
        """Writes all of a line, or nothing; with a sum of it, so that nobody makes of an answer another by hand."""
        data = json.dumps({**line, "sha256": sum_of(line)}).encode() + b"\n"
        size = self.file.seek(0, os.SEEK_END)
        try:
            done = 0
            while done < len(data):
                done += self.file.write(data[done:])
            os.fsync(self.file.fileno())
        except OSError as error:
            self.file.truncate(size)
            remedy = "what is there is kept; make room, and run the same again"
            raise InputError(f"cannot be written: {error.strerror}; {remedy}", self.path) from None
