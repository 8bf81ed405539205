"""python -m ogd_exact.annealed"""

from ogd_exact.commands.entry import module

module("annealed", __name__)
