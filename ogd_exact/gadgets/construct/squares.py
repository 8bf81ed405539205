"""Sums of squares: along which vector a weight is held, so that a rate becomes a square."""

from fractions import Fraction
from math import isqrt

MOST_BITS = 400  # of a number that is factored
TRIED = 10**5  # as factors; what is left may have a square in it, and does no harm
SEARCHED = 10**11  # up to here squares are tried one by one, which takes less time than to import sympy


def square_root(number: Fraction) -> Fraction | None:
    """The rational root, if there is one."""
    roots = isqrt(number.numerator), isqrt(number.denominator)
    return Fraction(*roots) if (roots[0] ** 2, roots[1] ** 2) == number.as_integer_ratio() else None


def lift(number: Fraction) -> tuple[int, ...] | None:
    """The fewest whole numbers, at most four, for which the number times their sum of squares is a square."""
    if square_root(number) is not None:
        return (1,)
    free = number.numerator * number.denominator
    if free.bit_length() > MOST_BITS:
        return None
    for d in range(2, min(TRIED, isqrt(free) + 1)):
        while free % (d * d) == 0:
            free //= d * d
    if free > SEARCHED:
        from sympy.solvers.diophantine.diophantine import sum_of_four_squares  # late: few rates are so long

        return tuple(sorted(filter(None, sum_of_four_squares(free))))
    return next(tuple(sorted(found)) for count in (2, 3, 4) if (found := squares(free, count)))


def squares(number: int, count: int) -> tuple[int, ...] | None:
    """So many squares above 0 that add up to the number, the largest as large as can be."""
    if count == 1:
        return (isqrt(number),) if number and isqrt(number) ** 2 == number else None
    odd = number
    while count == 3 and odd and odd % 4 == 0:
        odd //= 4
    if count == 3 and odd % 8 == 7:  # Legendre: it is no sum of three squares
        return None
    return next(
        ((k, *found) for k in range(isqrt(number), 0, -1) if (found := squares(number - k * k, count - 1))), None
    )
