"""The options of barrier weights."""

from ogd_exact.commands.parser import Parser, add_output, count_between


def add_options(parser: Parser) -> None:
    parser.description = "The weights of OGD on quadratic examples after any number of steps, by matrix powers."
    parser.epilog = """example: %(prog)s example:8x20 --steps 53

exit codes: 0 computed, and checked; 1 a check failed; 2 the input or the call is wrong"""
    parser.add_argument("training", help="a file of JSON lines, or example:DxT or example:DxT:SEED")
    expected = "a number of steps up to 10^100, such as 53 or 10^18 (a base up to 10)"
    steps = count_between(0, 10**100, expected)
    parser.add_argument("--steps", type=steps, required=True, metavar="N", help="how many steps, such as 53 or 10^18")
    how = parser.add_argument_group("in which numbers").add_mutually_exclusive_group()
    how.add_argument("--exact", action="store_true", help="as rationals (the default)")
    how.add_argument("--modulo", type=count_between(2, 2**64 - 1), metavar="P", help="modulo a prime below 2^64")
    how.add_argument(
        "--primes", type=count_between(1, 2000), metavar="K", help="modulo K primes at once, exactly if they suffice"
    )
    how.add_argument("--balls", type=count_between(2, 100_000), metavar="BITS", help="as intervals, of so many bits")
    add_output(parser, ("text", "json"))
