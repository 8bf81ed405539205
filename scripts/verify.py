"""Verifies all tables; sets up its own environment first. Arguments go to python -m ogd_exact.verify."""

import sys

from environment import end, prepare, run

if __name__ == "__main__":
    end(lambda: run(prepare(), "-m", "ogd_exact.verify", *sys.argv[1:]))
