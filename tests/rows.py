"""What a row of the table of functions says, against numbers: each check takes a row and returns its complaints.

The values of a function are those of mpmath, or of SciPy, or else of the row's own definition; never of its derivative.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise, product
from typing import Any

import mpmath
import numpy as np
import scipy.special

from derive.functions import BY_NAME, Function, Leaf, Tree, applied, fold, replaced
from derive.shorthands import SHORTHANDS

DIGITS = 60
CLOSE = mpmath.mpf("1e-25")
TINY = mpmath.mpf("1e-50")
STEP = mpmath.mpf("1e-12")
NEAR = 0.15
"""How near to the end of its range a function must come between -9 and 9."""
SAMPLES = tuple(mpmath.mpf(n) / 7 for n in range(-63, 64, 3)) + tuple(mpmath.mpf(n) / 13 for n in range(-12, 13, 5))
Values = Callable[..., Any]


OWN: dict[str, Values] = {
    "Abs": mpmath.fabs,
    "ceiling": mpmath.ceil,
    "Max": max,
    "Min": min,
    "Heaviside": lambda x: (mpmath.sign(x) + 1) / 2,
    "sigmoid": lambda x: 1 / (1 + mpmath.exp(-x)),
    "softplus": lambda x: mpmath.log1p(mpmath.exp(x)),
}
"""What mpmath has not, or calls otherwise."""


def values_of(row: Function) -> Values:
    """Return a function as a program that shares nothing with the row's derivative."""
    known: Any = OWN.get(row.name) or getattr(mpmath, row.name, None)
    assert known or row.definition is not None, f"nobody knows {row.name}"
    return known or (lambda z: worth(row.definition or 0, {"z": z}))


def worth(tree: Tree, at: dict[str, Any]) -> Any:
    """Return what a tree is worth in many digits."""

    def leaf(value: Leaf) -> Any:
        """Return a name or a number."""
        if isinstance(value, str):
            return at[value] if value in at else getattr(mpmath, value)
        return mpmath.mpf(value.numerator) / value.denominator

    return fold(tree, leaf, lambda name, parts: applied(name, parts, _named))


def _named(name: str) -> Values:
    row = BY_NAME.get(name) or next(row for row in SHORTHANDS if row.name == name)
    return values_of(row)


def points(row: Function) -> Iterator[tuple[Any, ...]]:
    """Yield the samples where the row says that the function has a value."""
    special = [worth(argument, {}) for argument, _ in row.values]
    for given in product(*((*SAMPLES, *special, *(-x for x in special)) for _ in row.arguments)):
        at = dict(zip(row.arguments, given, strict=True))
        if all(HOLDS[kind](worth(tree, at)) for kind, tree in row.domain):
            yield given


HOLDS: dict[str, Callable[[Any], bool]] = {
    "positive": lambda value: value > CLOSE,
    "nonnegative": lambda value: value > -CLOSE,
    "nonzero": lambda value: abs(value) > CLOSE,
}


def _is_value(value: Any) -> bool:
    return mpmath.im(value) == 0 and bool(mpmath.isfinite(value))


def _at(row: Function, *given: Any) -> Any:
    """Return the value at a point, and None where there is none."""
    try:
        value = values_of(row)(*given)
    except (ValueError, ZeroDivisionError):
        return None
    return mpmath.re(value) if _is_value(value) else None


def _same(one: Any, other: Any) -> bool:
    return abs(one - other) <= CLOSE * (1 + abs(one))


def domain(row: Function) -> Iterator[str]:
    """Complain where a function has no value and the row says that it has, or the other way round."""
    inside = set(points(row))
    for given in product(*(SAMPLES for _ in row.arguments)):
        has = _at(row, *given) is not None
        if given in inside and not has and row.name not in {"gamma", "digamma", "factorial", "binomial"}:
            yield f"no value at {given}"
        # A cube root of a negative number is one for NumPy only: there is no power with that exponent.
        if given not in inside and has and row.name != "cbrt":
            yield f"a value at {given}"


def definition(row: Function) -> Iterator[str]:
    """Complain where the definition is worth something else."""
    for given in points(row) if row.definition is not None else ():
        at = dict(zip(row.arguments, given, strict=True))
        if not _same(_at(row, *given), worth(row.definition or 0, at)):
            yield f"the definition at {given}"


def derivative(row: Function) -> Iterator[str]:
    """Complain where the derivative is not what differences say."""
    kinks = [worth(kink, {}) for kink in row.kinks]
    for (x,) in points(row) if row.derivative is not None else ():
        values = [_at(row, x + sign * STEP) for sign in (1, -1)]
        if x not in kinks and None not in values:
            difference, slope = (values[0] - values[1]) / (2 * STEP), worth(row.derivative or 0, {"z": x})
            if abs(difference - slope) > 1e-15 * (1 + abs(slope)) ** 3:
                yield f"the derivative at {x}"


def kinks(row: Function) -> Iterator[str]:
    """Complain of a kink where both sides have one slope, and the same value."""
    for kink in row.kinks:
        x = worth(kink, {})
        left, here, right = (_at(row, x + n * STEP) for n in (-1, 0, 1))
        if abs((right - here) - (here - left)) < STEP / 10 and abs(right - left) < NEAR:
            yield f"no kink at {x}"


def within_range(row: Function) -> Iterator[str]:
    """Complain of a value outside of the range, of an end that is not reached, or is and should not be."""
    found = [value for given in points(row) if (value := _at(row, *given)) is not None]
    for end, sign, extreme in ((row.range.low, 1, min(found)), (row.range.high, -1, max(found))):
        gap = sign * (extreme - worth(end, {})) if end is not None else None
        if gap is not None and not (-TINY < gap < TINY if row.range.closed else TINY < gap < NEAR):
            yield f"the range ends at {extreme}"


def parity(row: Function) -> Iterator[str]:
    """Complain of what is said of the sign of the argument, and of what is not said."""
    found = [(_at(row, *given), _at(row, *(-x for x in given))) for given in points(row) if any(given)]
    both = [(one, other) for one, other in found if one is not None and other is not None]
    for name, sign in (("even", 1), ("odd", -1)):
        holds = len(both) > 2 and all(_same(one, sign * other) for one, other in both)
        if not row.several and holds != (row.parity == name):
            yield f"{name}: {holds}"


def monotone(row: Function) -> Iterator[str]:
    """Complain of what is said of the order of values, and of what is not said."""
    if row.several or row.name in {"gamma", "digamma", "factorial", "loggamma", "binomial"}:
        return
    ordered = [_at(row, *given) for given in sorted(set(points(row)))]
    for name, sign in (("increasing", 1), ("decreasing", -1)):
        holds = all(sign * (after - before) > 0 for before, after in pairwise(ordered))
        if holds != (row.monotone == name):
            yield f"{name}: {holds}"


def inverse(row: Function) -> Iterator[str]:
    """Complain where the inverse does not lead back."""
    for (x,) in points(row) if row.inverse is not None else ():
        back = worth(replaced(row.inverse or 0, "z", "value"), {"value": _at(row, x)})
        if abs(back - x) > 1e-15:
            yield f"the inverse at {x}"


def values(row: Function) -> Iterator[str]:
    """Complain of a special value."""
    yield from (f"at {a}" for a, value in row.values if not _same(_at(row, worth(a, {})), worth(value, {})))


def square(row: Function) -> Iterator[str]:
    """Complain where the square is another one."""
    for (x,) in points(row) if row.square is not None else ():
        if not _same(_at(row, x) ** 2, worth(row.square or 0, {"z": x})):
            yield f"the square at {x}"


def in_numpy(row: Function) -> Iterator[str]:
    """Complain of a function of NumPy or SciPy by that name with other values."""
    module, _, name = row.names.numpy.rpartition(".")
    if not name:
        return
    function: Any = getattr(scipy.special if module else np, name)
    for given in points(row):
        value = _at(row, *given)
        if value is not None and not np.isclose(function(*map(float, given)), float(value), atol=1e-12):
            yield f"NumPy at {given}"


def sources(row: Function) -> Iterator[str]:
    """Complain of a definition or a derivative that nobody vouches for."""
    if row.name in BY_NAME:
        stated = (row.definition if not row.kept else None, row.derivative)
        pairs = zip(stated, row.sources, strict=True)
        yield from ("no source" for tree, source in pairs if tree is not None and not source)


CHECKS: dict[str, Callable[[Function], Iterator[str]]] = {
    check.__name__: check
    for check in (
        *(domain, definition, derivative, kinks, within_range, parity, monotone, inverse, values, square),
        *(in_numpy, sources),
    )
}


def complaints(row: Function) -> dict[str, list[str]]:
    """Return what is wrong with a row, by what is said there; all else needs the domain."""
    found: dict[str, list[str]] = {}
    with mpmath.workdps(DIGITS):
        for name, check in CHECKS.items():
            found[name] = [] if found.get("domain") else list(check(row))[:3]
    return {name: said for name, said in found.items() if said}
