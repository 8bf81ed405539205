"""python -m ogd_exact.latex"""

from ogd_exact.commands.entry import module

module("latex", __name__)
