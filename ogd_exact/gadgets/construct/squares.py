"""Sums of squares: along which vector a weight is held, so that a rate becomes a square."""

from fractions import Fraction
from math import isqrt, prod

MOST_BITS = 400  # of a number that is factored
TRIED = 10**5  # as factors; what is left may have a square in it, and does no harm


def square_root(number: Fraction) -> Fraction | None:
    """The rational root, if there is one."""
    roots = isqrt(number.numerator), isqrt(number.denominator)
    return Fraction(*roots) if (roots[0] ** 2, roots[1] ** 2) == number.as_integer_ratio() else None


def lift(number: Fraction) -> tuple[int, ...] | None:
    """The fewest whole numbers, at most four, for which the number times their sum of squares is a square."""
    if square_root(number) is not None:
        return (1,)
    product = number.numerator * number.denominator
    if product.bit_length() > MOST_BITS:
        return None
    from sympy import factorint  # late: most rates are squares, or are not asked for
    from sympy.solvers.diophantine.diophantine import sum_of_four_squares, sum_of_squares

    free = prod(prime for prime, power in factorint(product, limit=TRIED).items() if power % 2)
    for count in (2, 3):
        if found := next(sum_of_squares(free, count), None):
            return tuple(sorted(found))
    return tuple(sorted(sum_of_four_squares(free)))
