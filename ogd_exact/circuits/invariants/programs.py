"""Other people's programs, run on files of ours in a folder that is gone afterwards, within a time."""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

ABC = ("berkeley-abc", "abc", "yosys-abc")
CADICAL = ("cadical",)
LATE = 1.0  # seconds more than a program was told to take, after which it is stopped


class NoProof(Exception):
    """No invariant, or no proof of one, was found; the message says why."""


def installed(names: Sequence[str]) -> str:
    """The first of these programs that is there."""
    for name in names:
        if shutil.which(name):
            return name
    packages = f"{ABC[0]} {CADICAL[0]}"
    raise NoProof(f"{names[0]} is missing (install what is needed with: apt-get install {packages})")


def run(command: Sequence[str], folder: Path, seconds: float) -> subprocess.CompletedProcess[bytes]:
    """Runs a program; one that takes longer, or cannot be started, has found nothing."""
    try:
        return subprocess.run(
            command, cwd=folder, capture_output=True, stdin=subprocess.DEVNULL, timeout=seconds + LATE
        )
    except subprocess.TimeoutExpired:
        raise NoProof(f"{command[0]} found nothing in {seconds:.0f} s") from None
    except OSError as error:
        raise NoProof(f"{command[0]} cannot be run: {error.strerror}") from None
