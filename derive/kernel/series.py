"""Infinite sums over m >= 0: those of m^k r^m for |r| < 1, and those of m^k r^m / m! for any r.

Each follows from the ones of lower degree when m + 1 is put for m, with (m + 1)^k by the binomial theorem.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from derive.kernel.arithmetic import accumulate, scale, subtract
from derive.kernel.functions import absolute, exponential
from derive.kernel.geometric import powers_with
from derive.kernel.known import settled_sign, sign_of
from derive.kernel.nodes import Atom, Call, Coef, Entry, Exp, Factors, Index, Poly
from derive.kernel.polynomials import multiply, normalise, one_atom, without
from derive.kernel.powers import raise_to
from derive.kernel.ring import INDEX_VALUE, Ring
from derive.kernel.signs import NONNEGATIVE, POSITIVE, UNKNOWN


@dataclass(frozen=True, slots=True)
class PowerSeries:
    """The sum of `rest` m^`degree` `ratio`^m for m = 0, 1, ...; with `factorial`, of that over m!."""

    rest: Poly
    degree: int
    ratio: Poly
    factorial: bool

    def total(self, ring: Ring) -> Poly:
        """Return its value; that of a geometric series where |ratio| < 1 (Concrete 7.2, DLMF 4.2.19)."""
        return multiply(ring, self.rest, (_exponential if self.factorial else _geometric)(ring, self))


def power_series(ring: Ring, index: Index, body: Poly) -> list[PowerSeries] | None:
    """Return what the sum of a polynomial over index >= 0 consists of; None where a term is of another kind."""
    found = [_power_series(ring, index, {mono: coef}) for mono, coef in body.items()]
    known = [each for each in found if each is not None]
    return known if len(known) == len(found) else None


def _power_series(ring: Ring, index: Index, term: Poly) -> PowerSeries | None:
    ((mono, coef),) = term.items()
    inside = {atom: exponent for atom, exponent in mono.factors if index in atom.free}
    rest = scale(normalise(ring, without(dict(mono.factors), *inside)), coef)
    below = _factorial(ring, index, inside)
    degree, raised = powers_with(ring, index, without(inside, *below))
    return None if raised is None else PowerSeries(rest, degree, raised(ring.constant(1)), bool(below))


def _factorial(ring: Ring, index: Index, factors: Factors) -> list[Atom]:
    """Return the factor 1 / m! as an atom, nothing where there is none."""
    value = ((ring.mono([(ring.atom(Entry(ring.tensor(INDEX_VALUE), (index,))), 1)]), 1),)
    atom = ring.atom(Call("factorial", (0,), (value,)))
    return [atom] if factors.get(atom) == -1 else []


def _geometric(ring: Ring, series: PowerSeries) -> Poly:
    """G_0 = 1 / (1 - r), and (1 - r) G_k = r times the sum of C(k, j) G_j for j < k."""
    over = raise_to(ring, subtract(ring.constant(1), series.ratio), -1)
    sums, gain = [over], multiply(ring, series.ratio, over)
    for degree in range(1, series.degree + 1):
        sums.append(_mixed(ring, gain, [comb(degree, lower) for lower in range(degree)], sums))
    return sums[-1]


def _exponential(ring: Ring, series: PowerSeries) -> Poly:
    """E_0 = exp(r), and E_k = r times the sum of C(k - 1, j) E_j for j < k: for m / m! = 1 / (m - 1)!."""
    sums = [exponential(ring, series.ratio)]
    for degree in range(1, series.degree + 1):
        sums.append(_mixed(ring, series.ratio, [comb(degree - 1, lower) for lower in range(degree)], sums))
    return sums[-1]


def _mixed(ring: Ring, factor: Poly, weights: list[int], sums: list[Poly]) -> Poly:
    total: Poly = {}
    for weight, each in zip(weights, sums, strict=True):
        ring.meter.step()
        accumulate(total, each, weight)
    return multiply(ring, factor, total)


def gaps_to_one(ring: Ring, ratio: Poly) -> tuple[Poly, Poly]:
    """Return 1 - r and 1 + r, which are both positive where |r| < 1."""
    return subtract(ring.constant(1), ratio), subtract(ring.constant(1), scale(ratio, -1))


def is_within_one(ring: Ring, ratio: Poly) -> bool:
    """Return whether |ratio| < 1 is known."""
    return _room(ring, ratio) == POSITIVE


def _room(ring: Ring, ratio: Poly) -> int:
    """Return what is known of the sign of 1 - |r|: of itself, or as none of its factors is larger than 1."""
    below = settled_sign(ring, subtract(ring.constant(1), absolute(ring, ratio)))
    known = max(below, min(settled_sign(ring, gap) for gap in gaps_to_one(ring, ratio)))
    if known == POSITIVE or len(ratio) != 1:
        return known
    ((mono, coef),) = ratio.items()
    rooms = [POSITIVE if abs(coef) < 1 else NONNEGATIVE if abs(coef) == 1 else UNKNOWN]
    rooms += [_room_of_factor(ring, ratio, atom, exponent) for atom, exponent in mono.factors]
    return max(rooms) if UNKNOWN not in rooms else known


def _room_of_factor(ring: Ring, ratio: Poly, atom: Atom, exponent: Coef) -> int:
    """Return that of a power: of exp(c) by the sign of c, of 1 / b by how far |b| is above 1."""
    if isinstance(atom.form, Exp):
        return sign_of(ring, {atom.form.power: -exponent})
    base = one_atom(ring, atom)
    if exponent < 0:
        return settled_sign(ring, subtract(absolute(ring, base), ring.constant(1)))
    return _room(ring, base) if base != ratio else UNKNOWN
