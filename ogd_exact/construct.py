"""python -m ogd_exact.construct"""

from ogd_exact.commands.entry import module

module("construct", __name__)
