"""python -m ogd_exact.barrier"""

from ogd_exact.commands.entry import module

module("barrier", __name__)
