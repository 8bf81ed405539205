"""A coqc that compiles a file once: the same file above the same files is answered by what coqc said of it before.

Most tests of proofs compile the theory, each in a folder of its own. This stands on PATH as coqc, calls the real one
where it must, and keeps what that wrote and said. Nothing is taken from a run of the tests before this one.
"""

import fcntl
import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

FOLDERS = {"OGD": "theory", "OGDModels": "models"}
REQUIRED = re.compile(rf"\b({'|'.join(FOLDERS)})\.(\w+)")


def above(file: Path, seen: dict[str, bytes]) -> dict[str, bytes]:
    """The file and all that it names, each with its text."""
    if str(file) not in seen and file.is_file():
        seen[str(file)] = file.read_bytes()
        for library, name in REQUIRED.findall(seen[str(file)].decode()):
            above(Path(FOLDERS[library], f"{name}.v"), seen)
    return seen


def answered(real: str, kept: Path, words: list[str]) -> tuple[int, str, str]:
    file = Path(words[-1])
    key = hashlib.sha256(json.dumps([words, sorted((n, t.hex()) for n, t in above(file, {}).items())]).encode())
    place = kept / key.hexdigest()
    place.mkdir(parents=True, exist_ok=True)
    with (place / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another process may be compiling it right now
        if not (place / "said").is_file():
            done = subprocess.run([real, *words], capture_output=True, text=True)
            for suffix in (".vo", ".vok", ".vos"):
                if file.with_suffix(suffix).is_file():
                    shutil.copy(file.with_suffix(suffix), place / f"compiled{suffix}")
            (place / "said").write_text(json.dumps([done.returncode, done.stdout, done.stderr]))
    for compiled in place.glob("compiled.*"):
        shutil.copy(compiled, file.with_suffix(compiled.suffix))
    code, out, err = json.loads((place / "said").read_text())
    return code, out, err


if __name__ == "__main__":
    code, out, err = answered(sys.argv[1], Path(sys.argv[2]), sys.argv[3:])
    sys.stdout.write(out)
    sys.stderr.write(err)
    sys.exit(code)
