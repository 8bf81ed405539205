"""python -m ogd_exact.synthesize"""

from ogd_exact.commands.entry import module

module("synthesize", __name__)
