"""What all exact numbers beyond the rationals share."""

from typing import Any

from ogd_exact.core.kernel.numbers import rational, sign


class FieldElement:
    """A number with its own +, *, -x, inverse and sign; the other operations and the order follow from these."""

    __slots__ = ()

    def inverse(self) -> Any:
        raise NotImplementedError

    def sign(self) -> int:
        raise NotImplementedError

    def __add__(self, other: Any) -> Any:
        raise NotImplementedError

    def __mul__(self, other: Any) -> Any:
        raise NotImplementedError

    def __neg__(self) -> Any:
        raise NotImplementedError

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __truediv__(self, other: Any) -> Any:
        return self * (other.inverse() if isinstance(other, FieldElement) else rational(1) / other)

    def __rtruediv__(self, other: Any) -> Any:
        return self.inverse() * other

    def __pow__(self, exponent: int) -> Any:
        if exponent < 0:
            return rational(1) / self**-exponent
        result: Any = rational(1)
        for _ in range(exponent):
            result = result * self
        return result

    def side(self, other: Any) -> int:
        """The sign of the difference; the kernel mostly asks for that from 0."""
        return self.sign() if type(other) is int and not other else sign_of(self - other)

    def __gt__(self, other: Any) -> bool:
        return self.side(other) > 0

    def __lt__(self, other: Any) -> bool:
        return self.side(other) < 0


def sign_of(value: Any) -> int:
    return value.sign() if isinstance(value, FieldElement) else sign(value)
