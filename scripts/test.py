"""Runs all checks and tests; sets up its own environment first.

python3 scripts/test.py          the tests, with a sample of the sweeps over spoiled tables and the like
python3 scripts/test.py --all    style, types, and the tests with every case of the sweeps
python3 scripts/test.py ...      pytest alone, with these arguments
"""

import os
import sys

from environment import ROOT, end, prepare, run


def main() -> int:
    # On a user's machine tests that need a heavy library are skipped, with --all fewer; in CI they must run.
    extras = "[ci]" if os.environ.get("CI") == "true" else "[full]" if sys.argv[1:] == ["--all"] else "[test]"
    python = prepare(extras)
    if sys.argv[1:] not in ([], ["--all"]):
        return run(python, "-m", "pytest", *sys.argv[1:], folder=ROOT)
    style = [["ruff", "check", "."], ["ruff", "format", "--check", "."], ["mypy"]] if sys.argv[1:] else []
    for check in (*style, ["pytest", "-n", "2", "--dist", "worksteal", *sys.argv[1:]]):
        if code := run(python, "-m", *check, folder=ROOT):
            return code
    return 0


if __name__ == "__main__":
    end(main)
