"""python -m ogd_exact.atlas"""

from ogd_exact.commands.entry import module

module("atlas", __name__)
