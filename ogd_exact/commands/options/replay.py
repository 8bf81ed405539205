"""The options of replay."""

from ogd_exact.commands.known import DTYPES, LIBRARIES
from ogd_exact.commands.options.circuit import add_options as add_shared_options
from ogd_exact.commands.options.circuit import add_order
from ogd_exact.commands.parser import Parser, add_output, count


def add_options(parser: Parser) -> None:
    parser.description = "Run a circuit by training in a real library."
    add_shared_options(
        parser,
        "%(prog)s counter:3 --model dense-relu --library torch",
        "0 every bit of every pass is right (--precision: measured; --noise: proved for ever); 1 a bit is wrong, or a "
        "check failed; 2 the input or the call is wrong, or a library is missing or cannot do the model; 3 undecided "
        "at --max-passes (--noise: proved for some passes only)",
    )
    how = parser.add_argument_group("how to run")
    how.add_argument("--library", choices=LIBRARIES, help="default: sklearn")
    how.add_argument("--dtype", choices=DTYPES, help="in what numbers it computes (default: its users' own)")
    how.add_argument("--precision", action="store_true", help="instead, ask how many bits of precision are enough")
    how.add_argument(
        "--noise",
        metavar="DELTA",
        help="instead, ask for how long noise of at most DELTA after every step does no harm",
    )
    how.add_argument(
        "--seed", type=count, metavar="N", help="with --noise, or --order shuffle: which random ones to try"
    )
    how.add_argument(
        "--max-passes", type=count, metavar="N", help="stop after N passes (no limit; with --precision or --noise, 4)"
    )
    add_order(how)
    output = add_output(parser, ("text", "json"))
    output.add_argument("--plot", metavar="FILE", help="with --precision: draw the error of a run in doubles")
