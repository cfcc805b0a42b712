"""From the kernel's normal form back to the tree."""

from __future__ import annotations

from fractions import Fraction
from functools import singledispatch
from typing import TypeAlias

from derive import kernel
from derive.expr import tree
from derive.expr.tree import Node
from derive.kernel import nodes
from derive.kernel.counted import bound_by
from derive.kernel.label import dim_of
from derive.kernel.ring import PI
from derive.normal.session import LABELS, Session, size_node

Names: TypeAlias = "dict[kernel.Index, Node]"
"""The nodes for which indices stand: those of binders around, and the statement's own."""


def node_of(poly: kernel.Poly, session: Session, names: Names | None = None) -> Node:
    """Return a polynomial as a node; `names` gives the nodes for further indices."""
    own: Names = {index: tree.Index(name) for index, name in session.free.items()}
    return _poly(poly, session, {**own, **(names or {})})


def _poly(poly: kernel.Poly, session: Session, names: Names) -> Node:
    terms = [tree.multiply(tree.number(coef), mono_node(mono, session, names)) for mono, coef in kernel.freeze(poly)]
    return tree.add(*terms) if terms else tree.ZERO


def mono_node(mono: kernel.Mono, session: Session, names: Names) -> Node:
    """Return a monomial as a node, its exponentials joined to one, and |z|/z as the sign of z."""
    signs, factors = _signs(mono)
    powers = [
        tree.multiply(tree.number(e), mono_node(a.form.power, session, names))
        for a, e in factors
        if isinstance(a.form, nodes.Exp)
    ]
    others = [_power(_form(a.form, session, names), e) for a, e in factors if not isinstance(a.form, nodes.Exp)]
    others += [tree.Call("sign", (_poly(dict(terms), session, names),)) for terms in signs]
    return tree.multiply(*others, *([tree.Call("exp", (tree.add(*powers),))] if powers else []))


def _power(base: Node, exponent: kernel.Coef) -> Node:
    return base if exponent == 1 else tree.Power(base, tree.number(exponent))


def _signs(mono: kernel.Mono) -> tuple[list[nodes.Terms], list[tuple[nodes.Atom, kernel.Coef]]]:
    """Return the arguments of the signs in a monomial, |z| over z each, and the other factors."""
    below = {
        atom.form.terms if isinstance(atom.form, nodes.Compound) else atom: atom
        for atom, exponent in mono.factors
        if exponent == -1
    }
    found: list[nodes.Terms] = []
    used: set[nodes.Atom] = set()
    for atom, exponent in mono.factors:
        if isinstance(atom.form, nodes.Call) and atom.form.name == "Abs" and exponent == 1:
            partner = below.get(_alone(atom.form.arguments[0]))
            if partner is not None:
                found.append(atom.form.arguments[0])
                used |= {atom, partner}
    return found, [factor for factor in mono.factors if factor[0] not in used]


def _alone(terms: nodes.Terms) -> nodes.Atom | nodes.Terms:
    """Return the one atom that terms consist of, or the terms."""
    ((mono, coef), *more) = terms
    alone = not more and coef == 1 and len(mono.factors) == 1 and mono.factors[0][1] == 1
    return mono.factors[0][0] if alone else terms


def place_node(index: kernel.Index, session: Session, names: Names) -> Node:
    """Return what stands at an index position."""
    if index.value is not None:
        return tree.number(index.value)
    if index.parts:
        terms = ((factor, place_node(part, session, names)) for part, factor in index.parts)
        return tree.add(*(tree.multiply(tree.number(factor), node) for factor, node in terms))
    if index.shift:
        moving = tree.ZERO if index.base is None else place_node(index.base, session, names)
        return tree.add(moving, size_node(dict(index.shift)))
    return names[index] if index in names else tree.Index(index.name)


@singledispatch
def _form(form: nodes.Form, session: Session, names: Names) -> Node:
    raise TypeError(type(form))


@_form.register
def _entry(form: nodes.Entry, session: Session, names: Names) -> Node:
    indices = tuple(place_node(i, session, names) for i in form.indices)
    name = form.tensor.name.rstrip("^")
    if name == kernel.INDEX_VALUE:
        return indices[0]
    if name.startswith(LABELS):
        *lead, value = indices
        return tree.Delta(tree.Entry(_labels(form), tuple(lead)), value)
    if name == PI or name.startswith("#"):
        return tree.Constant(name[1:])
    return tree.Entry(name.rpartition("/")[0], indices) if indices else tree.Scalar(name)


@_form.register
def _delta(form: nodes.Delta, session: Session, names: Names) -> Node:
    return tree.Delta(place_node(form.left, session, names), place_node(form.right, session, names))


@_form.register
def _before(form: nodes.Before, session: Session, names: Names) -> Node:
    """As (s + s^2) / 2 for the sign s of the difference: SymPy takes a Piecewise out of sums that bind its names."""
    left, right = (place_node(index, session, names) for index in (form.left, form.right))
    sign = tree.Call("sign", (tree.subtract(right, left),))
    return tree.multiply(tree.number(Fraction(1, 2)), tree.add(sign, tree.Power(sign, tree.number(2))))


@_form.register
def _call(form: nodes.Call, session: Session, names: Names) -> Node:
    arguments = [_poly(dict(a), session, names) for a in form.arguments]
    if not any(form.orders):
        return tree.Call(form.name, tuple(arguments))
    return _derivative(form.name, form.orders, arguments)


def _derivative(function: str, orders: tuple[int, ...], arguments: list[Node]) -> Node:
    """Return the derivative of an unknown function at its arguments; only what varies gets a name."""
    varied = {n: tree.Index(f"^{n}") for n, order in enumerate(orders) if order}
    inner = tree.Call(function, tuple(varied.get(n, argument) for n, argument in enumerate(arguments)))
    body: Node = tree.Derivative(inner, tuple((name, orders[n]) for n, name in varied.items()))
    for n, name in reversed(varied.items()):
        body = tree.bind(tree.At, name.name, arguments[n], body=body)
    return body


@_form.register
def _compound(form: nodes.Compound, session: Session, names: Names) -> Node:
    return _poly(dict(form.terms), session, names)


@_form.register
def _tower(form: nodes.Tower, session: Session, names: Names) -> Node:
    return tree.Power(_poly(dict(form.base), session, names), mono_node(form.power, session, names))


@_form.register(nodes.Sum)
@_form.register(nodes.Product)
def _binder(form: nodes.Sum | nodes.Product, session: Session, names: Names) -> Node:
    kind = tree.Sum if isinstance(form, nodes.Sum) else tree.Product
    own: Names = {index: tree.Index(f"^{index.name}") for index in form.bound}
    form, chosen = _with_values(form, session, {**names, **own})
    inside = {**names, **own, **chosen}
    inner, ends = _ranges(form, session, inside)
    body = mono_node(inner, session, inside)
    for index in form.bound:
        body = tree.bind(kind, f"^{index.name}", *ends[index], body=body)
    return body


def _with_values(
    form: nodes.Sum | nodes.Product, session: Session, names: Names
) -> tuple[nodes.Sum | nodes.Product, Names]:
    """Return a sum of `[y[n] = k] f(k)` over k as f with y[n] for k, and what stands for k so."""
    chosen: Names = {}
    for atom, exponent in form.body.factors if isinstance(form, nodes.Sum) else ():
        each = atom.form
        last = session.ring.chosen(each, form.bound) if exponent == 1 else None
        if isinstance(each, nodes.Entry) and last is not None and each.tensor.name.startswith(LABELS):
            inner = {**names, **chosen}
            value = tree.Entry(_labels(each), tuple(place_node(i, session, inner) for i in each.indices[:-1]))
            if names[last].names.isdisjoint(value.names):
                chosen = {k: tree.replace(node, {names[last]: value}) for k, node in chosen.items()} | {last: value}
                rest = session.ring.mono(factor for factor in form.body.factors if factor[0] is not atom)
                form = nodes.Sum(tuple(i for i in form.bound if i is not last), rest)
    return form, chosen


def _labels(form: nodes.Entry) -> str:
    return form.tensor.name.removeprefix(LABELS).rpartition("/")[0]


def _ranges(
    form: nodes.Sum | nodes.Product, session: Session, names: Names
) -> tuple[kernel.Mono, dict[kernel.Index, tuple[Node, Node]]]:
    """Return what is summed up and the ranges, each ending at an index further out where the order says so.

    Only where that index does not leave the range: else the order stays a factor.
    """
    ring, ends, used = session.ring, dict[kernel.Index, tuple[Node, Node]](), list[nodes.Atom]()
    for place, index in enumerate(form.bound):
        first, last = session.ends_of(dim_of(index))
        inner, taken = form.bound[:place], set[int]()
        for atom in (each for each, _ in form.body.factors if isinstance(form, nodes.Sum) and each not in used):
            found = bound_by(ring, atom, index)
            apart = found is not None and all(part not in inner for part, _ in found[0].terms)
            if found is not None and apart and found[1] not in taken:
                used.append(atom)
                taken.add(found[1])
                end = place_node(found[0], session, names)
                first, last = (first, end) if found[1] > 0 else (end, last)
        ends[index] = first, last
    return ring.mono([factor for factor in form.body.factors if factor[0] not in used]), ends


@_form.register
def _prime(form: nodes.Prime, session: Session, names: Names) -> Node:
    return tree.number(form.number)


@_form.register(nodes.Determinant)
@_form.register(nodes.InverseEntry)
def _matrix(form: nodes.Determinant | nodes.InverseEntry, session: Session, names: Names) -> Node:
    row, column = (f"^{index.name}" for index in form.bound)
    own: Names = {index: tree.Index(f"^{index.name}") for index in form.bound}
    body = _poly(dict(form.terms), session, {**names, **own})
    _, last = session.ends_of(dim_of(form.bound[0]))
    at = None
    if isinstance(form, nodes.InverseEntry):
        at = place_node(form.row, session, names), place_node(form.column, session, names)
    return tree.bind_matrix(row, column, tree.add(last, tree.ONE), body, at)
