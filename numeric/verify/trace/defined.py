"""Quantities under a name: their derivative is known by a rule, so that what is inside need not be written out.

An activation deep in a network is known by its slope in terms of itself, an inverse matrix by `dB = -B dA B`, and a
log-determinant by `tr(B dA)`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sympy import Indexed, Integer, Sum

from derive import Limits, differentiate
from derive.functions import BY_NAME, replaced
from derive.names import expression

if TYPE_CHECKING:
    from numeric.verify.trace.families import Family
    from numeric.verify.trace.session import Trace


@dataclass(frozen=True, slots=True)
class Defined:
    """A family under a name: what it is of, and its kind: an activation, "inverse" or "logdet"."""

    kind: str
    family: Family
    other: Any = None


@dataclass(slots=True)
class Total:
    """Derivatives by one variable through everything that is defined, each computed once."""

    trace: Trace
    variable: Any
    limits: Limits
    known: dict[Any, tuple[tuple[Any, ...], Any]] = field(default_factory=dict[Any, tuple[tuple[Any, ...], Any]])

    def of(self, expr: Any) -> Any:
        """Return the total derivative of an expression."""
        result = differentiate(expr, self.variable, limits=self.limits)
        for definition in self.trace.defined:
            base = definition.family.base
            if not any(entry.base == base for entry in expr.atoms(Indexed)):
                continue
            places = tuple(self.trace.fresh(size) for size in base.shape)
            outer = self.trace.refreshed(differentiate(expr, base[places], limits=self.limits))
            inner = self._entry(definition, places)
            if outer != 0 and inner != 0:
                result += Sum(outer * inner, *places)
        return result

    def _entry(self, definition: Defined, places: tuple[Any, ...]) -> Any:
        base = definition.family.base
        if base not in self.known:
            own = tuple(self.trace.fresh(size) for size in base.shape)
            self.known[base] = own, RULES.get(definition.kind, _activation)(self, definition, own)
        own, slope = self.known[base]
        return self.trace.refreshed(slope.xreplace(dict(zip(own, places, strict=True))))

    def inside(self, definition: Defined, places: tuple[Any, ...]) -> Any:
        """Return the total derivative of what a quantity is defined of."""
        return self.trace.refreshed(self.of(definition.family.at(places)))


def _activation(total: Total, definition: Defined, places: tuple[Any, ...]) -> Any:
    value = definition.family.base[places]
    inner = total.inside(definition, places if definition.family.indices else ())
    return slope_by_value(definition.kind, value) * inner


def slope_by_value(name: str, value: Any) -> Any:
    """Return the slope of an activation in terms of its own value.

    >>> slope_by_value("tanh", Integer(0))
    1
    """
    return expression(replaced(BY_NAME[name].derivative or 0, (name, "z"), "a"), a=value)


def _inverse(total: Total, definition: Defined, places: tuple[Any, ...]) -> Any:
    base = definition.family.base
    row, column = (total.trace.fresh(size) for size in base.shape)
    inner = total.inside(definition, (row, column))
    return -Sum(base[places[0], row] * inner * base[column, places[1]], row, column) if inner != 0 else Integer(0)


def _log_determinant(total: Total, definition: Defined, places: tuple[Any, ...]) -> Any:
    del places
    inverse = definition.other
    row, column = (total.trace.fresh(size) for size in inverse.shape)
    inner = total.inside(definition, (row, column))
    return Sum(inverse[column, row] * inner, row, column) if inner != 0 else Integer(0)


RULES: dict[str, Callable[[Total, Defined, tuple[Any, ...]], Any]] = {
    "inverse": _inverse,
    "logdet": _log_determinant,
}
