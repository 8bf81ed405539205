"""python -m ogd_exact.explore"""

from ogd_exact.commands.entry import module

module("explore", __name__)
