"""The options of prove."""

from ogd_exact.commands.parser import Parser, seconds


def add_options(parser: Parser) -> None:
    parser.description = "Write the tables and constructions as Coq, with their proofs, and let coqc check them."
    parser.epilog = """example: %(prog)s --model svm-reg -o out

exit codes: 0 proved; 1 coqc refuses a row, a contract or a construction;
2 the input or the call is wrong; 3 no proof was found, or there is no coqc"""
    what = parser.add_argument_group("what to prove")
    what.add_argument("--model", action="append", default=[], help="only this model (repeatable)")
    what.add_argument(
        "--tables", metavar="DIR", help="your own: DIR/MODEL/*.toml, construction.toml included; or any-order"
    )
    how = parser.add_argument_group("how")
    how.add_argument("--output", "-o", metavar="DIR", default="proofs", help="write the files there (proofs)")
    how.add_argument("--limit", type=seconds, default=1800, metavar="S", help="stop coqc after S seconds (1800)")
