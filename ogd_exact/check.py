"""python -m ogd_exact.check"""

from ogd_exact.commands.entry import module

module("check", __name__)
