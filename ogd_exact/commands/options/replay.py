"""The options of replay."""

from ogd_exact.commands.known import DTYPES, LIBRARIES
from ogd_exact.commands.options.circuit import CIRCUIT, FILES, add_given, add_order
from ogd_exact.commands.options.circuit import add_options as add_shared_options
from ogd_exact.commands.parser import Parser, add_output, count, option, seconds


def add_options(parser: Parser) -> None:
    parser.description = "Run a circuit, or a training set of your own, by training in a real library."
    add_shared_options(
        parser,
        "%(prog)s counter:3 --model dense-relu --library torch",
        "0 every bit of every pass is right (a training set of your own: every weight is equal; --precision: measured; "
        "--noise: proved for ever); 1 a bit is wrong (a weight not equal), a training set ends on a kink, or a check "
        "failed; 2 the input or the call is wrong, or a library is missing or cannot do the model; 3 undecided "
        "at --max-passes or --limit (--noise: proved for some passes only)",
        f"{CIRCUIT}; {FILES}",
    )
    add_given(parser)
    how = parser.add_argument_group("how to run")
    option(how, "--library", "default: sklearn", choices=LIBRARIES)
    option(how, "--dtype", "the numbers that the library computes in (default: what it uses by itself)", choices=DTYPES)
    option(how, "--precision", "instead, ask how many bits of precision are enough")
    option(how, "--noise DELTA", "instead, ask for how long noise of at most DELTA after every step does no harm")
    option(how, "--seed N", "with --noise, or --order shuffle: which random ones to try", count)
    option(how, "--max-passes N", "stop after N passes (no limit; with --precision or --noise, 4)", count)
    option(how, "--limit S", "seconds for a training set of your own (default: 60)", seconds)
    add_order(how)
    output = add_output(parser, ("text", "json"))
    option(output, "--plot FILE", "with --precision: draw the error of a run in doubles")
