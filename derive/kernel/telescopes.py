"""Sums of j^d r^j (j + a)!... / (j + b)!... over j, told by those with a small d: the rest telescopes.

With h(j) for the term without its power of j, and h(j + 1) / h(j) = P(j) / Q(j), T(j) = Q(j - 1) u(j) h(j) has
T(j + 1) - T(j) = (P(j) u(j + 1) - Q(j - 1) u(j)) h(j). For u = j^m this begins with j^(m + d), d the larger of the
degrees of P and Q, so all powers of j from d on go; as in Gosper's algorithm (Petkovsek, Wilf, Zeilberger: A = B, 5).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from derive.kernel.arithmetic import accumulate, add, scale, subtract
from derive.kernel.budget import MOMENTS
from derive.kernel.entries import entry
from derive.kernel.factorials import exceeds, factorial
from derive.kernel.geometric import powers_with, with_factorial_sums
from derive.kernel.known import is_nonzero
from derive.kernel.label import dim_of
from derive.kernel.limits import Undefined
from derive.kernel.nodes import Atom, Call, Coef, Compound, Factors, Index, Mono, Poly, Sum, free_of, freeze
from derive.kernel.places import ends, is_open
from derive.kernel.polynomials import multiply, normalise, power, without
from derive.kernel.powers import raise_to
from derive.kernel.ring import INDEX_VALUE, Ring
from derive.kernel.sums import open_sum, sum_over


@dataclass(frozen=True, slots=True)
class _Term:
    """The term c j^degree r^j times powers of (j + a)!, pairs of a and the exponent; c is `around`, `beside` all but j.

    A term that is `moved` has a factor 1 / (j + a) that was taken into the only factorial, 1 / (j + a)!.
    """

    degree: int
    raised: Callable[[Poly], Poly]
    factorials: list[tuple[Poly, int]]
    beside: Poly
    around: Poly
    moved: bool

    def above(self, ring: Ring, at: Poly) -> Poly:
        """Return P(j), the numerator of the quotient of neighbours."""
        result = self.raised(ring.constant(1))
        for more, exponent in self.factorials:
            result = multiply(ring, result, power(ring, add(at, more, ring.constant(1)), max(exponent, 0)))
        return result

    def below(self, ring: Ring, at: Poly) -> Poly:
        """Return Q(j - 1), where Q is its denominator."""
        result = ring.constant(1)
        for more, exponent in self.factorials:
            result = multiply(ring, result, power(ring, add(at, more), max(-exponent, 0)))
        return result

    def value(self, ring: Ring, at: Poly) -> Poly:
        """Return Q(j - 1) h(j)."""
        result = multiply(ring, multiply(ring, self.around, self.raised(at)), self.below(ring, at))
        for more, exponent in self.factorials:
            result = multiply(ring, result, raise_to(ring, factorial(ring, add(at, more)), exponent))
        return result


def without_telescoping_sums(ring: Ring, poly: Poly) -> Poly:
    """Return the polynomial with sums of factorials told by those with small powers of their index."""
    return with_factorial_sums(ring, poly, _told)


def _told(ring: Ring, form: Sum) -> Poly | None:
    bound, body = open_sum(ring, form)
    if len(bound) != 1 or len(body) != 1:
        return None
    ((mono, coef),) = body.items()
    try:
        term = _term(ring, bound[0], dict(mono.factors))
        value = None if term is None else _reduced(ring, bound[0], term)
    except Undefined:  # the empty power of 0
        return None
    return None if value is None else scale(value, coef)


def _term(ring: Ring, index: Index, factors: Factors) -> _Term | None:
    """Return a product as such a term, all factorials in it defined from the first place on; None for another one."""
    here, (first, last) = entry(ring, INDEX_VALUE, index), ends(ring, dim_of(index))
    inside = {atom: exponent for atom, exponent in factors.items() if index in atom.free}
    rest, found, moved = dict(inside), list[tuple[Poly, int]](), False
    for atom, exponent in inside.items():
        more = _beyond(atom, here)
        if more is None or not isinstance(exponent, int):
            continue
        del rest[atom]
        if index in free_of(more) or not exceeds(ring, add(first, more), -1, whole=True):
            return None
        taken = _taken_in(ring, rest, (here, more, exponent)) if exponent < 0 else more
        moved, more = taken != more, taken
        found.append((more, exponent))
    degree, raised = powers_with(ring, index, rest)
    if (
        raised is None
        or not found
        or not dim_of(index).proper
        or is_open(ring, last)
        or not ring.meter.within(MOMENTS, degree)
    ):
        return None
    beside = normalise(ring, without(factors, *(atom for mono in here for atom, _ in mono.factors)))
    return _Term(degree, raised, found, beside, normalise(ring, without(factors, *inside)), moved and len(found) == 1)


def _beyond(atom: Atom, here: Poly) -> Poly | None:
    """Return a for the factorial of j + a."""
    form = atom.form
    return subtract(dict(form.arguments[0]), here) if isinstance(form, Call) and form.name == "factorial" else None


def _taken_in(ring: Ring, rest: Factors, factor: tuple[Poly, Poly, int]) -> Poly:
    """Return a + 1 where 1 / (j + a + 1) stands beside 1 / (j + a)!, and so on: both are one factorial."""
    here, more, exponent = factor
    beyond = add(more, ring.constant(1))
    whole = ring.atom(Compound(freeze(add(here, beyond))))
    taken = whole if rest.get(whole) == exponent else None
    if taken is None:
        return more
    del rest[taken]
    return _taken_in(ring, rest, (here, beyond, exponent))


def _reduced(ring: Ring, index: Index, term: _Term) -> Poly | None:
    """Return the sum of a term: what telescopes, and the sum of the rest; None where nothing does."""
    here, one = entry(ring, INDEX_VALUE, index), ring.constant(1)
    up, down = (sum(max(sign * e, 0) for _, e in term.factorials) for sign in (1, -1))
    if term.moved and term.degree == 0:
        return _moved_back(ring, index, term)
    degree, lead = max(up, down), term.raised(one) if up > down else ring.constant(-1)
    if up == down or term.degree < degree or not is_nonzero(ring, lead):
        return None
    (first, last), rest, total = ends(ring, dim_of(index)), power(ring, here, term.degree), dict[Mono, Coef]()
    last = add(last, one)
    begin, end = term.value(ring, first), term.value(ring, last)
    for number in range(term.degree - degree, -1, -1):
        leading = multiply(ring, _coefficient(ring, rest, here, number + degree), raise_to(ring, lead, -1))
        moved = multiply(ring, term.above(ring, here), power(ring, add(here, one), number))
        step = subtract(moved, multiply(ring, term.below(ring, here), power(ring, here, number)))
        accumulate(rest, multiply(ring, leading, step), -1)
        ended = subtract(
            multiply(ring, end, power(ring, last, number)), multiply(ring, begin, power(ring, first, number))
        )
        accumulate(total, multiply(ring, leading, ended))
    return add(total, sum_over(ring, [index], multiply(ring, rest, term.beside)))


def _moved_back(ring: Ring, index: Index, term: _Term) -> Poly | None:
    """The sum of g(j + 1) is that of g(j), and g at the place behind the last one, less g at the first."""
    here, one = entry(ring, INDEX_VALUE, index), ring.constant(1)
    first, last = ends(ring, dim_of(index))
    ((more, exponent),) = term.factorials
    if not is_nonzero(ring, term.raised(one)):
        return None

    def before(at: Poly) -> Poly:
        """Return g, which is the term one place before."""
        place = subtract(at, one)
        whole = raise_to(ring, factorial(ring, add(place, more)), exponent)
        return multiply(ring, multiply(ring, term.around, term.raised(place)), whole)

    return add(sum_over(ring, [index], before(here)), before(add(last, one)), scale(before(first), -1))


def _coefficient(ring: Ring, poly: Poly, here: Poly, degree: int) -> Poly:
    """Return what j^degree is multiplied by in a polynomial in j."""
    ((mono, _),) = here.items()
    atom = mono.factors[0][0]
    terms = [(dict(each.factors), coef) for each, coef in poly.items()]
    return {
        ring.mono([(a, e) for a, e in factors.items() if a is not atom]): coef
        for factors, coef in terms
        if factors.get(atom, 0) == degree
    }
