"""Measures engines, assembling and commands, in one run on one machine, as ratios.

python3 scripts/benchmark.py [--quick] [--only finding] [--json FILE] [--write-docs] [--plots]

Sets up its own environment first, unless it is run by one that has the project in it.
"""

import importlib.util
import sys

from environment import prepare, run

if __name__ == "__main__":
    if importlib.util.find_spec("ogd_exact") is None or importlib.util.find_spec("sympy") is None:
        sys.exit(run(prepare("[benchmark]"), *sys.argv))
    from benchmarks.run import main

    main()
