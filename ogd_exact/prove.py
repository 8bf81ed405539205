"""python -m ogd_exact.prove"""

from ogd_exact.commands.entry import module

module("prove", __name__)
