"""One press of Ctrl-C ends a search, although z3 is at work: what it cut off is reported as nothing at all."""

import signal
import subprocess
import sys

from conftest import needs

PRESSED_ONCE = """
import os, signal, sys, threading

from ogd_exact.commands.entry import answer
from ogd_exact.gadgets.synthesis.solver import Solver

asked, pressed = Solver.satisfiable, []

def press():
    pressed.append(True)
    os.kill(os.getpid(), signal.SIGINT)

def pressed_if_it_takes_long(self, seconds):
    timer = threading.Timer(60 if pressed else 0.3, press)
    timer.daemon = True
    timer.start()
    try:
        return asked(self, seconds)
    finally:
        timer.cancel()

Solver.satisfiable = pressed_if_it_takes_long
sys.exit(answer("synthesize", sys.argv[1:]))
"""


def test_one_press_ends_a_search_while_z3_solves() -> None:
    needs("z3", "z3-solver")
    call = ["xor(a bit, b bit, c unset): c = xor(a, b)", "--steps", "4", "--limit", "20"]
    done = subprocess.run(
        [sys.executable, "-c", PRESSED_ONCE, *call],
        capture_output=True,
        text=True,
        timeout=300,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background jobs ignore it
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "ogd-exact: interrupted\n")
