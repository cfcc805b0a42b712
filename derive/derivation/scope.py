"""What the lines of a chain speak of: names, definitions, the axes of sums, and what a derivative holds free."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sympy import (
    Basic,
    Derivative,
    Eq,
    Idx,
    Indexed,
    Integer,
    MatrixExpr,
    MatrixSymbol,
    Number,
    Product,
    Sum,
    Symbol,
    ZeroMatrix,
)
from sympy.core.relational import Equality

from derive.decide import prove
from derive.errors import BadFactError
from derive.facts import Assumption, Fact
from derive.limits import Limits
from derive.verdict import Verdict, issue

Axis = tuple[str, int]
Range = tuple[Any, Any]


def head(what: Any) -> str:
    """Return the name of a symbol, or of the tensor of an entry.

    >>> from sympy import IndexedBase
    >>> head(IndexedBase("w")[Symbol("j")])
    'w'
    """
    return str(getattr(what, "base", getattr(what, "parent", what)))


def names_in(*parts: Any) -> set[str]:
    """Return the names that stand free in some expressions, relations and facts."""
    whole = [each for part in parts for each in (part.tensors if isinstance(part, Fact) else (part,))]
    return {str(free) for part in whole if isinstance(part, Basic) for free in part.free_symbols}


def free_indices(expr: Basic) -> set[Symbol]:
    """Return the indices of entries that nothing gives a range: no sum, no `Idx`, and they are no size of it."""
    ends = {symbol for binder in expr.atoms(Sum, Product) for _, *ends in binder.limits for symbol in _symbols(*ends)}
    held = {index for entry in expr.atoms(Indexed) for index in entry.indices}
    bare = {symbol for index in held if not index.has(Idx) for symbol in _symbols(index)}
    return (bare & expr.free_symbols) - ends


def _symbols(*parts: Any) -> set[Any]:
    return {symbol for part in parts for symbol in part.free_symbols}


def as_definition(what: Any, value: Any) -> Equality:
    """Return the equation that says what a symbol, a family of entries or a matrix is, at all its indices.

    Raises `BadFactError` for one that says less or more: of one entry, by itself, or with an index that it lacks.

    >>> from sympy import IndexedBase, symbols
    >>> p, z, n = IndexedBase("p"), IndexedBase("z"), Symbol("n", integer=True)
    >>> as_definition(p[n], 2 * z[n])
    Eq(p[n], 2*z[n])
    """
    given = f"{what} := {value}"
    indices = tuple(getattr(what, "indices", ()))
    if not isinstance(what, Symbol | MatrixSymbol) and not indices:
        raise BadFactError(given, reason="this cannot be defined", way_out="define a symbol or an entry such as p[n]")
    if any(not isinstance(i, Symbol | Idx) for i in indices) or len(set(indices)) < len(indices):
        reason = "this says what some entries are, and leaves the others open"
        raise BadFactError(given, reason=reason, way_out="define all of them, at different indices, or assume it")
    if head(what) in names_in(value):
        raise BadFactError(given, reason="it is defined by itself", way_out="take another name, or assume the equation")
    loose = free_indices(value) - _symbols(*indices) if isinstance(value, Basic) else set()
    if loose:
        reason = f"the index {min(map(str, loose))} stands on the right only: it would hold for all its values"
        raise BadFactError(given, reason=reason, way_out="give both sides the same indices, or a number for it")
    return Eq(what, value, evaluate=False)


def axes_in(parts: Iterable[Any]) -> dict[Axis, set[Range]]:
    """Return over which ranges the axes of bases are summed whose shape is not declared.

    >>> from sympy import IndexedBase
    >>> w, d = IndexedBase("w"), Symbol("d", integer=True)
    >>> axes_in([Sum(w[d], (d, 1, 3))])
    {('w', 0): {(1, 3)}}
    """
    found: dict[Axis, set[Range]] = {}
    for part in parts:
        for binder in part.atoms(Sum, Product) if isinstance(part, Basic) else ():
            for index, *ends in binder.limits:
                for entry, axis, shift in _slots(binder.function, index):
                    if ends and _symbols(*ends) <= part.free_symbols:
                        found.setdefault((head(entry), axis), set()).add((ends[0] + shift, ends[-1] + shift))
    return found


def _slots(body: Any, index: Any) -> list[tuple[Any, int, Any]]:
    """Return the entries of bases without a shape where an index stands, the axis, and by how many places moved."""
    open_entries = [entry for entry in body.atoms(Indexed) if entry.base.shape is None]
    found = [(entry, axis, at - index) for entry in open_entries for axis, at in enumerate(entry.indices)]
    return [each for each in found if not each[2].free_symbols]


def variables(*parts: Any) -> set[str]:
    """Return the names by which the derivatives in some expressions are taken."""
    nodes = [node for part in parts if isinstance(part, Basic) for node in part.atoms(Derivative)]
    return {head(variable) for node in nodes for variable, _ in node.variable_count}


def decide(
    relation: str,
    sides: tuple[Any, Any],
    facts: Iterable[Assumption] = (),
    definitions: Iterable[Equality] = (),
    *,
    limits: Limits | None = None,
    recheck: bool = True,
    ranges: Mapping[Any, Any] | None = None,
) -> tuple[Verdict, tuple[str, ...]]:
    """Return the verdict on a line, and the names that it holds free though an equation ties them.

    A derivative is of its expression with the definitions put in, but not that of its own variable. What is assumed or
    proved holds at points, and is not used below it: a line that is not proved so is undecided.
    """
    facts = tuple(facts)
    reached = reach(names_in(*sides, *facts), definitions)
    relevant = [d for d in definitions if head(d.lhs) in reached]
    varied = variables(*sides, *facts, *relevant)
    known = [_at_points(fact) if varied else fact for fact in facts]
    equations: list[Any] = [fact for fact in facts if isinstance(fact, Equality)]
    tying = [fact for fact in equations if not fact.has(Derivative)]
    held = varied & (reach(names_in(*tying), relevant) | {head(d.lhs) for d in relevant})
    given: dict[str, Any] = {} if ranges is None else {"ranges": ranges}
    verdict = prove(*sides, (*relevant, *known), relation=relation, limits=limits, recheck=recheck, **given)
    if held and verdict.status != "proved":
        why = f"{', '.join(sorted(held))} is held free, and so it is {verdict.status}"
        way_out = "put the equation in after the derivative, in a line of its own"
        verdict = issue("undecided", "a variable is held free", reason=f"{why}; {way_out}")
    return verdict, tuple(sorted(held))


def _at_points(fact: Any) -> Any:
    """Return an equation as one that defines no name, because neither side can be read as one."""
    if not isinstance(fact, Equality) or all(isinstance(side, Number | Sum | Derivative) for side in fact.args):
        return fact
    left, right = fact.args
    zero = ZeroMatrix(*left.shape) if isinstance(left, MatrixExpr) else Integer(0)
    return Eq(left - right, zero, evaluate=False)


def reach(names: set[str], definitions: Iterable[Equality]) -> set[str]:
    """Return the names, and those of what they stand for."""
    found = set(names)
    for definition in reversed(tuple(definitions)):
        found |= names_in(definition.rhs) if head(definition.lhs) in found else set()
    return found
