"""Binomial sums: the sum of r^k n! / (k! (n - k)!) for k = 0..n is (1 + r)^n; and those with a power of k."""

from __future__ import annotations

from derive.kernel.arithmetic import accumulate, add, scale, subtract
from derive.kernel.budget import MOMENTS
from derive.kernel.entries import entry
from derive.kernel.factorials import factorial
from derive.kernel.functions import symbolic_power
from derive.kernel.geometric import powers_with, with_factorial_sums
from derive.kernel.label import dim_of
from derive.kernel.limits import Undefined
from derive.kernel.nodes import Atom, Call, Coef, Factors, Index, Mono, Poly, Sum, freeze
from derive.kernel.places import ends
from derive.kernel.polynomials import multiply, normalise, power, without
from derive.kernel.powers import raise_to
from derive.kernel.ring import INDEX_VALUE, Ring
from derive.kernel.sums import open_sum, sum_over


def without_binomial_sums(ring: Ring, poly: Poly) -> Poly:
    """Return the polynomial with its binomial sums added up."""
    return with_factorial_sums(ring, poly, _summed)


def _summed(ring: Ring, form: Sum) -> Poly | None:
    """Return what a sum is, where one of its indices is that of a binomial sum."""
    bound, body = open_sum(ring, form)
    ((mono, coef), *more) = body.items()
    for index in bound if not more else ():
        try:
            value = _added_up(ring, index, dict(mono.factors))
        except Undefined:  # the empty power of 0
            continue
        if value is not None:
            return scale(sum_over(ring, [i for i in bound if i is not index], value), coef)
    return None


def _added_up(ring: Ring, index: Index, factors: Factors) -> Poly | None:
    """The sum of k^j r^k / (k! (n - k)!) is that of S(j, m) n (n - 1) ... (n - m + 1) r^m (1 + r)^(n - m) / n!.

    The S(j, m) are Stirling's numbers: k^j is the sum of S(j, m) k (k - 1) ... (k - m + 1) (Concrete 6.10, 5.12).
    """
    inside = {atom: exponent for atom, exponent in factors.items() if index in atom.free}
    low, last = ends(ring, dim_of(index))
    here = entry(ring, INDEX_VALUE, index)
    pair = [_factorial(ring, here), _factorial(ring, subtract(last, here))]
    if low or not dim_of(index).proper or any(inside.get(atom) != -1 for atom in pair):
        return None
    degree, powers = powers_with(ring, index, without(inside, *pair))
    if powers is None or degree < 0 or not ring.meter.within(MOMENTS, degree):
        return None
    ratio, total, falling = powers(ring.constant(1)), dict[Mono, Coef](), ring.constant(1)
    for count, number in enumerate(_stirling(degree)):
        left = subtract(last, ring.constant(count))
        if number:
            whole = symbolic_power(ring, add(ring.constant(1), ratio), left, whole=True)
            accumulate(total, multiply(ring, multiply(ring, falling, power(ring, ratio, count)), whole), number)
        falling = multiply(ring, falling, left)
    total = multiply(ring, total, raise_to(ring, factorial(ring, last), -1))
    return multiply(ring, total, normalise(ring, without(factors, *inside)))


def _factorial(ring: Ring, poly: Poly) -> Atom:
    return ring.atom(Call("factorial", (0,), (freeze(poly),)))


def _stirling(degree: int) -> list[int]:
    """Return S(degree, m) for m = 0..degree.

    >>> _stirling(3)
    [0, 1, 3, 1]
    """
    row = [1]
    for _ in range(degree):
        row = [m * (row[m] if m < len(row) else 0) + (row[m - 1] if m else 0) for m in range(len(row) + 1)]
    return row
