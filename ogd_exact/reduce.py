"""python -m ogd_exact.reduce"""

from ogd_exact.commands.entry import module

module("reduce", __name__)
