"""Asks cvc5 about the SMT-LIB text on standard input, in a process that can be ended: it may exceed its time limit."""

import sys


def main(milliseconds: str) -> None:
    import cvc5

    solver = cvc5.Solver()
    solver.setOption("tlimit-per", milliseconds)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, sys.stdin.read(), "pattern")
    symbols, answer = parser.getSymbolManager(), ""
    while not (command := parser.nextCommand()).isNull():
        answer = command.invoke(solver, symbols) or answer
    print(answer.strip())


if __name__ == "__main__":
    main(sys.argv[1])
