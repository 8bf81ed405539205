"""python -m ogd_exact.simulate"""

from ogd_exact.commands.entry import module

module("simulate", __name__)
