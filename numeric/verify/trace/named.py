"""Quantities that go by a name: maxima, activations, inverse matrices. The same quantity has the same name."""

from __future__ import annotations

from typing import Any

from sympy import Idx, Indexed, Integer, Sum, Symbol

from derive import differentiate, inverse_pair, one_hot, prove, symmetric, tensor
from derive.errors import DeriveError
from numeric.verify.trace.cases import Entry, apply, close
from numeric.verify.trace.defined import Defined
from numeric.verify.trace.families import Family, arrangements, bound_in, entry_of, tensor_over
from numeric.verify.trace.session import STEP, Trace


def activation(trace: Trace, kind: str, expr: Any) -> Any:
    """Return an activation of a quantity under a name of its own: the same for the same quantity."""
    expr = trace.normal(expr)
    if expr.is_number:
        expr += Integer(0)
    indices = tuple(sorted((s for s in expr.atoms(Idx) if s not in bound_in(expr)), key=str))
    known = _defined(trace, kind, expr, indices)
    if known is None:
        base = tensor_over(f"{kind}_{len(trace.defined)}", indices)
        trace.defined.append(Defined(kind, Family(indices, expr, base)))
        return entry_of(base, indices)
    return entry_of(known[0].family.base, known[1])


def _defined(trace: Trace, kind: str, expr: Any, indices: tuple[Any, ...]) -> tuple[Defined, tuple[Any, ...]] | None:
    for definition in trace.defined:
        if definition.kind == kind:
            for arrangement in arrangements(definition.family.indices, indices):
                if trace.same(definition.family.at(arrangement), expr):
                    return definition, arrangement
    return None


def inverse(trace: Trace, expr: Any, row: Any, column: Any) -> tuple[Any, bool]:
    """Return the tensor that stands for the inverse of a matrix with these entries, and whether to transpose it."""
    expr = trace.normal(expr)
    known = [d.family for d in trace.defined if d.kind == "inverse" and d.family.indices[0].upper == row.upper]
    for family in known:
        for flipped, places in ((False, (row, column)), (True, (column, row))):
            if trace.same(family.at(places), expr):
                return family.base, flipped
    base = tensor(f"inverse_{len(trace.defined)}", row.upper + 1, column.upper + 1)
    trace.defined.append(Defined("inverse", Family((row, column), expr, base)))
    if trace.same(expr.xreplace({row: column, column: row}), expr):
        trace.facts[symmetric(base)] = ""
    if isinstance(expr, Indexed) and expr.indices == (row, column):
        trace.facts[inverse_pair(expr.base, base)] = ""
    trace.conditions[f"the matrix with the entries {trace.plain(expr)} has an inverse"] = "linear algebra"
    return base, False


def log_determinant(trace: Trace, expr: Any, row: Any, column: Any) -> Any:
    """Return the tensor whose only entry stands for the log-determinant of a matrix with these entries."""
    matrix, _ = inverse(trace, expr, row, column)
    for definition in trace.defined:
        if definition.kind == "logdet" and definition.other == matrix:
            return definition.family.base
    base = tensor(f"logdet_{len(trace.defined)}", 1)
    trace.defined.append(Defined("logdet", Family((row, column), trace.normal(expr), base), matrix))
    trace.conditions["the determinants are positive"] = "linear algebra"
    return base


def maximum(trace: Trace, expr: Any, over: tuple[Any, ...]) -> Any:
    """Return the symbol of a maximum over indices: whatever it is called with again has the same one."""
    number, free = _largest(trace, expr, over)
    return entry_of(tensor_over(f"max_{number}", free), free)


def top(trace: Trace, parts: tuple[Any, ...]) -> Any:
    """Return the symbol of the largest of a few expressions."""
    for symbol, known in trace.tops.items():
        if len(known) == len(parts) and all(trace.same(a, b) for a, b in zip(known, parts, strict=True)):
            return symbol
    symbol = Symbol(f"top_{len(trace.tops)}", real=True)
    trace.tops[symbol] = parts
    return symbol


def place(trace: Trace, expr: Any, over: tuple[Any, ...], at: tuple[Any, ...]) -> Any:
    """Return 1 or 0: whether the maximum over indices is at this place."""
    number, free = _largest(trace, expr, over)
    return codes(trace, number)[(*free, *at)]


def codes(trace: Trace, number: int) -> Any:
    """Return the one-hot tensor of the place of a maximum."""
    family, count = trace.maxima[number], trace.bound[number]
    sizes = [i.upper + 1 for i in (*family.indices[count:], *family.indices[:count])]
    base = tensor(f"largest_{number}", *sizes)
    trace.facts[one_hot(base)] = ""
    trace.conditions["the largest entry is a single one"] = "kinks are left out"
    return base


def without_maxima(trace: Trace, expr: Any, facts: tuple[Any, ...]) -> Any:
    """Return an expression without opaque maxima.

    One that the expression does not depend on, such as a common shift of all logits, is put to zero. Any other is
    written as the entry at its place.
    """
    for number, family in enumerate(trace.maxima):
        base = tensor_over(f"max_{number}", family.indices[trace.bound[number] :])
        entries = [entry for entry in expr.atoms(Indexed) if entry.base == base]
        if not entries:
            continue
        free = family.indices[trace.bound[number] :]
        if _is_shift(trace, expr, entry_of(base, tuple(trace.fresh(i.upper + 1) for i in free)), facts):
            expr = expr.xreplace(dict.fromkeys(entries, Integer(0)))
        else:
            expr = expr.xreplace({entry: _at_its_place(trace, number, entry) for entry in entries})
    for symbol in reversed([s for s in trace.tops if expr.has(s)]):
        value = Integer(0) if _is_shift(trace, expr, symbol, facts) else _largest_part(trace, trace.tops[symbol])
        expr = expr.xreplace({symbol: value})
    return expr


def _is_shift(trace: Trace, expr: Any, place: Any, facts: tuple[Any, ...]) -> bool:
    try:
        slope = differentiate(expr, place, limits=STEP)
        shift = prove(slope, 0, assuming=facts, recheck=False, limits=STEP).status == "proved"
    except DeriveError:
        return False
    if shift:
        trace.conditions["a common shift of all logits changes nothing"] = ""
    return shift


def _largest_part(trace: Trace, parts: tuple[Any, ...]) -> Any:
    """Return the largest of a few expressions by the signs of their differences."""
    result: Entry = parts[0]
    for part in parts[1:]:
        result = apply(trace, lambda a, b: trace.choose(a - b, b, b, a), result, part)
    return close(trace, result)


def _at_its_place(trace: Trace, number: int, found: Any) -> Any:
    family, count = trace.maxima[number], trace.bound[number]
    over = tuple(trace.fresh(i.upper + 1) for i in family.indices[:count])
    outer = found.indices if family.indices[count:] else ()
    inner = codes(trace, number)[(*outer, *over)] * family.at((*over, *outer))
    return Sum(trace.refreshed(inner), *over)


def _largest(trace: Trace, expr: Any, over: tuple[Any, ...]) -> tuple[int, tuple[Any, ...]]:
    """Return the number of the family of a maximum, known or new, and its free indices in the family's order."""
    expr = trace.normal(expr)
    free = tuple(sorted((s for s in expr.atoms(Idx) if s not in bound_in(expr) and s not in over), key=str))
    for number, family in enumerate(trace.maxima):
        count = trace.bound[number]
        for inner in arrangements(family.indices[:count], over):
            for outer in arrangements(family.indices[count:], free):
                if trace.same(family.at((*inner, *outer)), expr):
                    return number, outer
    trace.maxima.append(Family((*over, *free), expr, None))
    trace.bound.append(len(over))
    return len(trace.maxima) - 1, free
