"""The options of prove."""

from ogd_exact.commands.parser import Parser, option, seconds


def add_options(parser: Parser) -> None:
    parser.describe(
        "Write the tables and constructions as Coq, with their proofs, and let coqc check them.",
        "--model svm-reg -o out",
        "0 proved; 1 coqc refuses a row, a contract or a construction; "
        "2 the input or the call is wrong; 3 no proof was found, or there is no coqc",
    )
    what = parser.add_argument_group("what to prove")
    option(what, "--model MODEL ...", "only this model (repeatable)")
    option(what, "--tables DIR", "your own: DIR/MODEL/*.toml, construction.toml included; or any-order")
    how = parser.add_argument_group("how")
    how.add_argument("--output", "-o", metavar="DIR", default="proofs", help="write the files there (proofs)")
    option(how, "--limit S", "stop coqc after S seconds (1800)", seconds, default=1800)
