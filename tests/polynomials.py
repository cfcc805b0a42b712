"""Words for polynomials of the kernel, so that a test of it reads like mathematics."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from derive import kernel
from derive.kernel import Dim, Index, Limits, Poly, Ring, freeze

Coef = int | Fraction


class Number:
    """A polynomial of a ring, with the signs of arithmetic; `==` asks for one normal form."""

    def __init__(self, ring: Ring, poly: Poly) -> None:
        """Take both."""
        self.ring, self.poly = ring, poly

    def _read(self, other: Number | Coef) -> Poly:
        return other.poly if isinstance(other, Number) else self.ring.constant(other)

    def __add__(self, other: Number | Coef) -> Number:
        """Add."""
        return Number(self.ring, kernel.add(self.poly, self._read(other)))

    def __radd__(self, other: Coef) -> Number:
        """Add to a number."""
        return Number(self.ring, kernel.add(self._read(other), self.poly))

    def __sub__(self, other: Number | Coef) -> Number:
        """Subtract."""
        return Number(self.ring, kernel.subtract(self.poly, self._read(other)))

    def __rsub__(self, other: Coef) -> Number:
        """Subtract from a number."""
        return Number(self.ring, kernel.subtract(self._read(other), self.poly))

    def __neg__(self) -> Number:
        """Change the sign."""
        return Number(self.ring, kernel.scale(self.poly, -1))

    def __mul__(self, other: Number | Coef) -> Number:
        """Multiply."""
        if isinstance(other, Number):
            return Number(self.ring, kernel.multiply(self.ring, self.poly, other.poly))
        return Number(self.ring, kernel.scale(self.poly, other))

    __rmul__ = __mul__

    def __truediv__(self, other: Number | Coef) -> Number:
        """Divide."""
        return self * (other**-1 if isinstance(other, Number) else Fraction(1) / other)

    def __rtruediv__(self, other: Coef) -> Number:
        """Divide a number by this."""
        return self**-1 * other

    def __pow__(self, exponent: Number | Coef) -> Number:
        """Return a power; a symbolic exponent is taken to be an integer."""
        if isinstance(exponent, Number):
            return Number(self.ring, kernel.symbolic_power(self.ring, self.poly, exponent.poly, whole=True))
        return Number(self.ring, kernel.raise_to(self.ring, self.poly, exponent))

    def __abs__(self) -> Number:
        """Return the absolute value."""
        return Number(self.ring, kernel.call(self.ring, "Abs", (self.poly,)))

    def __eq__(self, other: object) -> bool:
        """Return whether both are the same polynomial."""
        return isinstance(other, Number | int | Fraction) and self.poly == self._read(other)

    def __hash__(self) -> int:
        """Return a hash that fits."""
        return hash(frozenset(self.poly.items()))

    def __repr__(self) -> str:
        """Show the terms as the kernel spells them."""
        return " + ".join(f"{coef} {mono.spelling}" for mono, coef in self.poly.items()) or "0"

    def holds(self, tensor: str) -> bool:
        """Return whether a tensor occurs."""
        return any(tensor in mono.tensors for mono in self.poly)

    def again(self) -> Number:
        """Return the same, built anew: what was assumed meanwhile is used."""
        return Number(self.ring, kernel.rebuild(self.ring, self.poly))

    def zero(self) -> str | None:
        """Return how this is shown to be zero."""
        return kernel.vanishes(self.ring, self.poly)

    def slope(self, name: str, *indices: Index) -> Number:
        """Return the derivative by an entry."""
        return Number(self.ring, kernel.differentiate(self.ring, self.poly, (name, indices)))


Bodies = Callable[..., Number]


class World:
    """A ring with indices over 1..N and 1..D, and words for what is built in it.

    Tables are made when the tests are collected, long before they run: hence the seconds.
    """

    def __init__(self, **traits: str) -> None:
        """Give the tensors named their traits."""
        given = {"N": "positive integer", "D": "positive integer"} | traits
        known = {name: frozenset(words.split()) for name, words in given.items()}
        self.ring = Ring(limits=Limits(seconds=86_400), traits=known)
        self.one, self.N, self.D = self.number(1), self("N"), self("D")
        self.full, self.wide = self.range("1..N", 1, self.N), self.range("1..D", 1, self.D)
        self.short = self.range("1..N - 1", 1, self.N - 1, nonempty=False)
        self.i, self.j, self.k = (self.ring.index(name, self.full) for name in "ijk")
        self.d, self.e = (self.ring.index(name, self.wide) for name in "de")

    def range(self, name: str, lower: Number | int, count: Number | int, *, nonempty: bool = True) -> Dim:
        """Return a range by its least element and its length."""
        ends = [end if isinstance(end, Number) else self.number(end) for end in (lower, count)]
        return Dim(name, *(freeze(end.poly) for end in ends), nonempty=nonempty)

    def __call__(self, name: str, *indices: Index) -> Number:
        """Return an entry."""
        return Number(self.ring, kernel.entry(self.ring, name, *indices))

    def number(self, value: Coef) -> Number:
        """Return a constant."""
        return Number(self.ring, self.ring.constant(value))

    def at(self, value: int) -> Index:
        """Return the index that is one integer."""
        return self.ring.literal(value)

    def delta(self, left: Index, right: Index) -> Number:
        """Return a Kronecker delta."""
        return Number(self.ring, kernel.delta(self.ring, left, right))

    def exp(self, power: Number) -> Number:
        """Return an exponential."""
        return Number(self.ring, kernel.exponential(self.ring, power.poly))

    def log(self, argument: Number) -> Number:
        """Return a logarithm."""
        return Number(self.ring, kernel.logarithm(self.ring, argument.poly))

    def call(self, name: str, *arguments: Number, orders: tuple[int, ...] = ()) -> Number:
        """Return a function, differentiated so many times in each argument."""
        polys = tuple(argument.poly for argument in arguments)
        return Number(self.ring, kernel.call(self.ring, name, polys, *([orders] if orders else [])))

    def fresh(self, *dims: Dim) -> list[Index]:
        """Return new indices."""
        return [self.ring.fresh(dim) for dim in dims]

    def total(self, body: Number, *indices: Index) -> Number:
        """Return the sum of a body over some of its indices."""
        return Number(self.ring, kernel.sum_over(self.ring, indices, body.poly))

    def sum(self, body: Bodies, *dims: Dim) -> Number:
        """Return the sum of a body over fresh indices."""
        bound = self.fresh(*dims or (self.full,))
        return self.total(body(*bound), *bound)

    def product(self, body: Bodies, *dims: Dim) -> Number:
        """Return the product of a body over fresh indices."""
        bound = self.fresh(*dims or (self.full,))
        return Number(self.ring, kernel.product_over(self.ring, bound, body(*bound).poly))

    def determinant(self, body: Bodies, dim: Dim | None = None) -> Number:
        """Return the determinant of the matrix with these entries."""
        row, column = self.fresh(*(dim or self.full,) * 2)
        return Number(self.ring, kernel.determinant(self.ring, row, column, body(row, column).poly))

    def inverse(self, body: Bodies, left: Index, right: Index) -> Number:
        """Return an entry of the inverse of the matrix with these entries."""
        row, column = self.fresh(self.full, self.full)
        return Number(self.ring, kernel.inverse_entry(self.ring, (left, right), row, column, body(row, column).poly))

    def assume(self, left: Number, right: Number | Coef) -> bool:
        """Assume an equation, and return whether it can be used."""
        return kernel.assume_zero(self.ring, (left - right).poly, "given")
