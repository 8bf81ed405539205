"""python -m ogd_exact.verify"""

from ogd_exact.commands.entry import module

module("verify", __name__)
