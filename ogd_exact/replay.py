"""python -m ogd_exact.replay"""

from ogd_exact.commands.entry import module

module("replay", __name__)
