"""What signs say of one another: which cannot occur together, and what is known at a label's own class."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING, Any

from sympy import Eq, Indexed, Integer, Rational

from derive import one_hot, prove
from derive.errors import DeriveError
from derive.limits import Limits
from numeric.verify.trace import signs
from numeric.verify.trace.cases import Path
from numeric.verify.trace.families import Family, arrangements, entry_of

if TYPE_CHECKING:
    from numeric.verify.trace.session import Trace

STEP = Limits(seconds=2.0)


def contradictory(trace: Trace, path: Path) -> bool:
    """Return whether the signs on a path cannot occur together."""
    quantities = [(trace.quantity(atom), sign) for atom, sign in path]
    strict = [trace.form(sign * expr) for expr, sign in quantities if sign]
    zero = [trace.form(expr) for expr, sign in quantities if not sign]
    known = [trace.form(p) for p in trace.positive] + _of_scalars(trace)
    latest = set(trace.form(quantities[-1][0])) - {Integer(1)}
    elsewhere = {m for f in (*(trace.form(q) for q, _ in quantities[:-1]), *known) for m in f}
    if not latest <= elsewhere:
        return False
    found = signs.contradictory([*strict, *known], zero)
    if found:
        _note_scalars(trace, latest)
    return found


def _of_scalars(trace: Trace) -> list[signs.Form]:
    """Return the signs that the hyper-parameters have in the example."""
    return [{symbol: Fraction(1 if value > 0 else -1)} for symbol, value in trace.numbers.items() if value]


def _note_scalars(trace: Trace, monomials: set[Any]) -> None:
    for symbol in monomials & trace.numbers.keys():
        trace.conditions[f"{symbol if trace.numbers[symbol] > 0 else -symbol} > 0"] = "as in the example"


def relations(trace: Trace) -> list[Any]:
    """Return what the atoms imply of one another, as equations between their indicators."""
    found: list[Any] = []
    for one, other in combinations(trace.atoms, 2):
        for arrangement in arrangements(other.indices, one.indices):
            first, second = entry_of(one.base, one.indices), entry_of(other.base, arrangement)
            for sign, against in product((1, -1), repeat=2):
                if not trace.possible(((first, sign), (second, against))):
                    factors = [a if s > 0 else 1 - a for a, s in ((first, sign), (second, against))]
                    found.append(Eq(factors[0] * factors[1], 0))
    return found + [fact for family in trace.atoms for base in trace.codes for fact in _at_label(trace, family, base)]


def _at_label(trace: Trace, family: Family, base: Any) -> Iterator[Any]:
    """Yield what a sign is known to be at the label's own class, as that of a margin is."""
    constant = trace.form(family.expr).get(Integer(1), Fraction(0))
    if not constant or base not in {entry.base for entry in family.expr.atoms(Indexed)}:
        return
    for places in permutations(family.indices, len(base.shape)):
        entry = base[places]
        same = [i.upper + 1 == size for i, size in zip(places, base.shape, strict=True)]
        known = Rational(constant.numerator, constant.denominator)
        if all(same) and _proves(entry * family.expr, entry * known, one_hot(base)):
            sign = entry_of(family.base, family.indices)
            yield Eq(entry * (1 - sign if constant > 0 else sign), 0)


def _proves(one: Any, other: Any, fact: Any) -> bool:
    try:
        return prove(one, other, assuming=[fact], recheck=False, limits=STEP).status == "proved"
    except DeriveError:
        return False
