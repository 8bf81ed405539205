"""python -m ogd_exact.campaign"""

from ogd_exact.commands.entry import module

module("campaign", __name__)
