r"""Differentials: `dL = \operatorname{tr}(G^\top dX)` compares what both sides change by, where `X` changes anyhow.

The names that change freely are those whose differential stands on the right, or else on the left. `dX` is a name of
the shape of `X`; the differential of anything else is the sum of its derivatives by the entries of these, each times
the change. As the changes are free, a relation of differentials is one of derivatives, and nothing is small.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from derive.expr import tree
from derive.expr.tree import Node as Expression
from derive.formula.read import tree as surface
from derive.formula.read.commands import accented
from derive.formula.read.tree import Node
from derive.meaning.chain import changing, is_differential, may_hold, same_name
from derive.meaning.derivatives import body_seen, derivative, holding, is_hidden, key_of, slope_of, variable_of
from derive.meaning.differentials import rebuilt
from derive.meaning.errors import Clash
from derive.meaning.held import graph
from derive.meaning.here import Here, Tensor
from derive.meaning.keys import is_fixed, is_transposed, named, spelled, stem, untransposed
from derive.meaning.opaque import opaque
from derive.meaning.reading import read
from derive.meaning.values import Value, transposed
from derive.meaning.written import is_matrix_letter


def with_differentials(node: Node) -> Node:
    r"""Return a tree in which `dX` and `d(A X)` are differentials; below an integral they say over what it is.

    >>> from derive.formula.read.parser import read
    >>> from derive.meaning.keys import spelled
    >>> spelled(with_differentials(read(r"2 x\, dx")))
    'Factors[(,,) (2,x,Derivative[d () x None])]'
    """
    if isinstance(node, surface.Big) and node.head == "int":
        return node
    node = rebuilt(node, with_differentials)
    if not isinstance(node, surface.Factors):
        return node
    signs, parts = list(node.signs), list(node.parts)
    at = 0
    while at + 1 < len(parts):
        if _is_sign(parts[at]) and not signs[at + 1] and not _is_power(parts[at + 1]):
            many = 2 if at + 2 < len(parts) and not signs[at + 2] and _is_call(*parts[at + 1 : at + 3]) else 1
            inner = parts[at + 1 : at + 1 + many]
            span = inner[0].span | inner[-1].span
            body = inner[0] if many == 1 else surface.Factors(span, ("", ""), tuple(inner))
            parts[at : at + 1 + many] = [surface.Derivative(parts[at].span | span, "d", (), body, None)]
            signs[at : at + 1 + many] = [signs[at]]
        at += 1
    return parts[0] if len(parts) == 1 else replace(node, signs=tuple(signs), parts=tuple(parts))


def with_slope_names(node: Node) -> Node:
    r"""Return a tree in which `dX` is a name of its own, as it is where it stands for the slope of a loss by `X`.

    >>> from derive.formula.read.parser import read
    >>> from derive.meaning.keys import spelled
    >>> spelled(with_slope_names(read(r"X\, dW_i")))
    'Factors[(,) (X,Scripted[d W i None 0])]'
    """

    def named_so(part: Node) -> Node:
        """Return a part with its differentials as names."""
        inner = rebuilt(part, named_so)
        body = inner.body if isinstance(inner, surface.Derivative) and is_differential(inner) else None
        return inner if body is None or named(body) is None else accented(body, "d", inner.span) or inner

    return named_so(with_differentials(node))


def slope_mark(left: Node | None, right: Node | None) -> str:
    r"""Return the accent of a name that is the slope of something by the name without it; nothing for another one.

    >>> from derive.formula.read.parser import read
    >>> slope_mark(read(r"\bar x"), read(r"\frac{\partial L}{\partial x}"))
    'bar'
    """
    base, by = named(left), right.by[0] if isinstance(right, surface.Derivative) and len(right.by) == 1 else None
    if left is None or base is None or not base.accents or by is None or named(by) is None:
        return ""
    bare = replace(base, accents=base.accents[1:])
    without = bare if left is base else replace(left, base=bare)
    return base.accents[0] if spelled(without) == spelled(by) else ""


def _is_sign(node: Node) -> bool:
    return isinstance(node, surface.Name) and node.text == "d" and not node.accents and node.font in {"", "roman"}


def _is_power(node: Node) -> bool:
    """Return whether a name stands with a number above it: `dx^2` may be the change of a square, or a squared one."""
    return isinstance(node, surface.Scripted) and named(node) is not None and isinstance(node.sup, surface.Number)


def _is_call(head: Node, bracket: Node) -> bool:
    """Return whether brackets behind a name are its argument, as in `d f(x)`; those of a power are no argument."""
    return named(head) is not None and isinstance(bracket, surface.Bracket) and bracket.left == "("


@read.register
def _derivative(node: surface.Derivative, here: Here) -> Value:
    if here.any_slopes:
        return opaque(node, "a slope may be anything", here)
    if is_differential(node) and node.body is not None:
        return differential(node.body, here)
    return derivative(node, here)


def differential(body: Node, here: Here) -> Value:
    """Return what a formula changes by. Raises `Clash` where no name is seen to change."""
    seen_to_change = {key_of(each, here): _whole(each, here) for each in changing(here.formulas)}
    # What is computed from another name that changes does not change freely.
    bases = {
        key: each
        for key, each in seen_to_change.items()
        if not any(other != key and graph(here).depends(key, other) for other in seen_to_change)
    }
    keys = frozenset(bases)
    if not bases:
        raise Clash("a differential of what, by what?")
    here.record.varied |= keys
    inside = holding(keys, here)
    variables = [variable_of(each, inside) for each in bases.values()]
    free = [change(each.value, here) for each in variables]
    if named(body) is not None and key_of(body, here) in keys:
        own = change(variable_of(body, inside).value, here)
        return transposed(own) if is_transposed(body) else own
    value, seen = body_seen(body, keys, inside)
    if not any(may_hold(seen.names, same_name(key), graph(inside)) for key in keys) and not is_hidden(seen, keys, here):
        raise Clash("a differential by what does not stand in it")
    _all_constant(seen.names - keys, keys, inside)
    slopes = [slope_of(value, body, each, seen, inside) for each in variables]

    def at(row: Place, column: Place) -> Expression:
        """Return the change of an entry: that with each of the names that change, added up."""
        with_each = zip(variables, free, slopes, strict=True)
        return tree.add(*(_along(each.value, of, partial(slope, row, column), inside) for each, of, slope in with_each))

    return Value(value.rows, value.columns, at)


def _all_constant(others: frozenset[str], keys: frozenset[str], here: Here) -> None:
    """Make sure that what stands beside the names that change is constant. Raises `Clash` where it may change, too.

    An argument of the function may, as may what is differentiated by elsewhere, what is computed from the same as a
    name that changes, and a small letter of which nothing is said.
    """
    paths, usage = graph(here), here.usage
    arguments = {key for each in here.record.used for key in each.parameters or ()} - keys
    below = frozenset(each for key in keys for each in paths.below(key)) - keys
    for each in sorted(others):
        is_free = each in arguments or each in usage.varied or each in usage.calls
        is_free = is_free or bool({each, *paths.below(each)} & below)
        declared = here.scope.declaration(each) is not None or any(here.scope.definitions_of(each))
        if is_free or not (declared or is_matrix_letter(each) or each in usage.sizes):
            raise Clash(f"{stem(each)} may change, too")
    if arguments:
        raise Clash(f"{stem(min(arguments))} may change, too")


def _whole(node: Node, here: Here) -> Node:
    """Return the name of which an entry changes, as `w` for `dw_i`: all entries do. Raises `Clash` for a family."""
    bare = untransposed(node)
    head, base = here.head(bare), named(bare)
    if base is None or not head.slots:
        return node
    if all(is_fixed(each, here.usage.sizes) for each in head.slots):
        if here.usage.slots_of(head.key) or here.scope.declaration(head.key) is not None:
            raise Clash("a differential of one entry")
        return node
    if here.scope.declaration(head.key) is None and (head.key, 0) not in here.usage.levels:
        raise Clash("a differential of a member of a family")
    return base


Place = Expression | None


def _along(by: Value, free: Value, slope: Callable[[Expression], Expression], here: Here) -> Expression:
    """Return what the changes of all entries of a name do: the slope by each of them, times its change."""

    def term(row: Place, column: Place) -> Expression:
        """Return what the change of one entry does."""
        entry = by.at(row, column)
        if not isinstance(entry, tree.Entry | tree.Scalar):
            raise Clash("a differential of what is no name")
        return tree.multiply(slope(entry), free.at(row, column))

    def over_columns(row: Place) -> Expression:
        """Return what the changes of one row do."""
        return term(row, None) if by.columns is None else here.total(by.columns, lambda column: term(row, column))

    return over_columns(None) if by.rows is None else here.total(by.rows, over_columns)


def change(value: Value, here: Here) -> Value:
    """Return the free change of a name: an entry of its own for each of its entries."""
    first = value.at(None if value.rows is None else tree.ONE, None if value.columns is None else tree.ONE)
    if not isinstance(first, tree.Entry | tree.Scalar):
        raise Clash("a differential of what is no name")
    name = f"d{first.name}~"
    known = here.record.tensors[first.name]
    _ = here.record.tensors.setdefault(name, Tensor(known.axes, about=f"the change of {first.name}"))

    def at(row: Place, column: Place) -> Expression:
        """Return the change of an entry."""
        entry = value.at(row, column)
        return tree.Entry(name, entry.indices) if isinstance(entry, tree.Entry) else tree.Scalar(name)

    return Value(value.rows, value.columns, at)
