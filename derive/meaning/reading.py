"""`read`: a formula in a scope becomes a value. Each kind of node has one small reader; here those of numbers."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from functools import singledispatch

from derive.expr import tree
from derive.expr.tree import Node as Expression
from derive.formula.read import tree as surface
from derive.meaning.axes import Place, unify
from derive.meaning.blocks import product as block_product
from derive.meaning.errors import Clash
from derive.meaning.here import Here, Tensor
from derive.meaning.keys import stem
from derive.meaning.values import Value, constant, divided, entrywise, kind, mapped, scalar, transposed

CONSTANTS = frozenset({"const", "constant", "constants"})
"""How authors write what they leave away."""
LEFT_AWAY = "what is left away is constant in the argument of the function"


@singledispatch
def read(node: object, here: Here) -> Value:
    """Return what a formula means. Raises `Clash` where this reading gives it no meaning, `Need` at an open choice."""
    raise Clash(f"{type(node).__name__.lower()} is not read here")


@read.register
def _hole(node: surface.Hole, here: Here) -> Value:
    raise Clash(f"{node.reason}: {node.text}" if node.text and node.text not in node.reason else node.reason)


@read.register
def _noted(node: surface.Noted, here: Here) -> Value:
    return read(node.body, here)


@read.register
def _words(node: surface.Words, here: Here) -> Value:
    r"""Return the constant that a definition leaves away, as in `L = ... + \text{const}`: a number of its own."""
    is_constant = node.text.strip(" .").lower() in CONSTANTS
    if not is_constant or not here.depth or any(isinstance(each, Place) for each in here.bound.values()):
        raise Clash("words are not read here")
    parameters = {
        key for own in here.expanding for each in here.scope.definitions_of(own) for key in each.parameters or ()
    }
    # `L(w) = ... + const` says of what the constant is free: of w. Of anything else nobody knows.
    is_said = bool(here.held) and {stem(key) for key in here.held} <= {stem(key) for key in parameters}
    if not is_said:
        raise Clash("what is left away as a constant may depend on it")
    here.record.read_as.add(LEFT_AWAY)
    name = f"const at {node.span.start}"
    _ = here.record.tensors.setdefault(name, Tensor((), about="a constant that is left away", is_opaque=True))
    return scalar(lambda: tree.Scalar(name))


@read.register
def _number(node: surface.Number, here: Here) -> Value:
    if not re.fullmatch(r"\d*\.?\d+", node.text):
        raise Clash(f"a number that is not read: {node.text}")
    return constant(Fraction(node.text))


def times(one: Value, other: Value, here: Here, *, dot: bool = False) -> Value:
    """Return the product of two values as matrices. Raises `Clash` where their shapes do not go together."""
    if one.blocks is not None or other.blocks is not None:
        return block_product(one, other, lambda a, b: times(a, b, here))
    if not one.rank or not other.rank:
        product = entrywise(one, other, tree.multiply)
        return replace(product, zero=one.zero or other.zero)
    if one.columns is not None and other.rows is not None:
        return _contracted(one, other, here)
    if one.columns is None and other.rows is None:
        return Value(one.rows, other.columns, lambda r, c: tree.multiply(one.at(r, None), other.at(None, c)))
    if dot and one.columns is None and other.columns is None:
        return _contracted(transposed(one), other, here)
    raise Clash(f"a {kind(one)} times a {kind(other)} is no product", shapes=True)


def _contracted(one: Value, other: Value, here: Here) -> Value:
    middle, start = one.columns, other.rows
    if middle is None or start is None:
        raise Clash("no axis to sum over")
    unify(middle, start)
    return Value(
        one.rows,
        other.columns,
        lambda r, c: here.total(middle, lambda k: tree.multiply(one.at(r, k), other.at(k, c))),
    )


@read.register
def _fraction(node: surface.Fraction, here: Here) -> Value:
    bottom = read(node.bottom, here)
    if bottom.rank:
        raise Clash(f"division by a {kind(bottom)}", shapes=True)
    top = read(node.top, here)
    return replace(mapped(top, lambda entry: divided(entry, bottom.number)), zero=top.zero)


@read.register
def _root(node: surface.Root, here: Here) -> Value:
    body = read(node.body, here)
    degree = tree.number(2) if node.degree is None else read(node.degree, here).number
    if body.rank:
        raise Clash(f"a root of a {kind(body)}", shapes=True)
    return scalar(lambda: root(body.number, degree))


def root(node: Expression, degree: Expression) -> Expression:
    """Return a root as a power."""
    exponent = (
        tree.number(Fraction(1, 1) / degree.value)
        if isinstance(degree, tree.Number) and degree.value
        else tree.reciprocal(degree)
    )
    return tree.Power(node, exponent)
