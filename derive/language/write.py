"""From the kernel back to SymPy: sums with readable index names, limits as they were given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import singledispatch
from itertools import chain, count
from typing import Any

import sympy
from sympy import (
    Add,
    Derivative,
    Dummy,
    Function,
    IndexedBase,
    Integer,
    KroneckerDelta,
    MatrixSymbol,
    Mul,
    Pow,
    Product,
    Rational,
    Subs,
    Sum,
    Symbol,
    exp,
)

from derive import kernel
from derive.errors import UnsupportedError
from derive.functions import BY_NAME
from derive.kernel import nodes
from derive.kernel.label import dim_of
from derive.kernel.ring import PI
from derive.language.session import Session
from derive.names import function as named

LETTERS = "ijklmnpqrstuvabcdefgh"


@dataclass(frozen=True, slots=True)
class Names:
    """How indices are written at one place of an expression; names in use are not given to another index."""

    session: Session
    taken: frozenset[str]
    own_names: bool = True
    given: dict[kernel.Index, Any] = field(default_factory=dict)

    def symbol(self, index: kernel.Index) -> Any:
        """Return the SymPy object for an index."""
        if index.value is not None:
            return Integer(index.value)
        if index.shift:
            moving = Integer(0) if index.base is None else self.symbol(index.base)
            return moving + self.session.written(dict(index.shift))
        found = self.given.get(index)
        return found if found is not None else self.session.free.get(index, Symbol(index.name, integer=True))

    def bind(self, bound: tuple[kernel.Index, ...], within: frozenset[kernel.Index]) -> Names:
        """Return names in which the bound indices have symbols of their own."""
        names = Names(self.session, self.taken, self.own_names, dict(self.given))
        for index in bound:
            names.given[index] = names.pick(index, within)
        return names

    def pick(self, index: kernel.Index, within: frozenset[kernel.Index]) -> Any:
        """Return the first readable symbol that is not in use: the author's own for this range, then letters."""
        used = {str(self.given[i]) for i in self.given} | {str(self.symbol(i)) for i in within if i.name[0] != "~"}
        used |= {str(s) for s in self.session.free.values()} | self.taken
        own = self.session.names.get(dim_of(index), []) if self.own_names else []
        return next(s for s in chain(own, _letters(self.session)) if str(s) not in used)


def _letters(session: Session) -> Iterator[Symbol]:
    for number in count():
        for letter in LETTERS:
            name = letter if not number else f"{letter}{number}"
            known: Any = session.seen.symbols.get(name)
            yield known if isinstance(known, Symbol) else Symbol(name, integer=True)


def write(poly: kernel.Poly, names: Names) -> Any:
    """Return a polynomial as a SymPy expression."""
    return Add(*(Mul(_number(coef), write_mono(mono, names)) for mono, coef in kernel.freeze(poly)))


def write_mono(mono: kernel.Mono, names: Names) -> Any:
    """Return a monomial as a SymPy expression, its exponentials joined to one, and |z|/z as the sign of z."""
    signs, factors = _signs(mono)
    powers = [Mul(_number(e), write_mono(a.form.power, names)) for a, e in factors if isinstance(a.form, nodes.Exp)]
    others = [Pow(write_form(a.form, names), _number(e)) for a, e in factors if not isinstance(a.form, nodes.Exp)]
    others += [sympy.sign(write(dict(terms), names)) for terms in signs]
    return Mul(*others, *([exp(Add(*powers))] if powers else []))


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


def _number(value: kernel.Coef) -> Rational:
    exact = Fraction(value)
    return Rational(exact.numerator, exact.denominator)


@singledispatch
def write_form(form: nodes.Form, names: Names) -> Any:
    """Return a form as a SymPy expression."""
    raise TypeError(type(form))


@write_form.register
def _entry(form: nodes.Entry, names: Names) -> Any:
    indices = [names.symbol(i) for i in form.indices]
    if form.tensor.name == kernel.INDEX_VALUE:
        return indices[0]
    if form.tensor.name == PI:
        return sympy.pi
    given: Any = names.session.objects.get(form.tensor.name, Symbol(form.tensor.name, real=True))
    if not indices:
        return given
    return given[tuple(indices)] if isinstance(given, IndexedBase | MatrixSymbol) else given


@write_form.register
def _delta(form: nodes.Delta, names: Names) -> Any:
    return KroneckerDelta(names.symbol(form.left), names.symbol(form.right))


@write_form.register
def _call(form: nodes.Call, names: Names) -> Any:
    arguments = [write(dict(a), names) for a in form.arguments]
    function: Any = named(form.name) if form.name in BY_NAME else Function(form.name)
    if len(arguments) not in function.nargs:  # somebody else's function of that name
        function = Function(form.name)
    if not any(form.orders):
        return function(*arguments)
    return _derivative(function, form.orders, arguments)


def _derivative(function: Any, orders: tuple[int, ...], arguments: list[Any]) -> Any:
    """Return a derivative at the arguments; only what varies gets a name, as SymPy takes names of one value for one."""
    varied = {n: Dummy(f"u_{n}", real=True) for n, order in enumerate(orders) if order}
    if len({orders[n] for n in varied}) > 1 and len({arguments[n] for n in varied}) < len(varied):
        reason = "SymPy has no way to write this derivative at equal arguments"
        raise UnsupportedError(function(*arguments), reason=reason, way_out="give the arguments different names")
    inner = function(*(varied.get(n, argument) for n, argument in enumerate(arguments)))
    steps = [(name, Integer(orders[n])) for n, name in varied.items()]
    return Subs(Derivative(inner, *steps), tuple(varied.values()), tuple(arguments[n] for n in varied))


@write_form.register
def _compound(form: nodes.Compound, names: Names) -> Any:
    return write(dict(form.terms), names)


@write_form.register
def _tower(form: nodes.Tower, names: Names) -> Any:
    return Pow(write(dict(form.base), names), write_mono(form.power, names))


@write_form.register
def _sum(form: nodes.Sum, names: Names) -> Any:
    return _binder(form, names, Sum)


@write_form.register
def _product(form: nodes.Product, names: Names) -> Any:
    return _binder(form, names, Product)


def _binder(form: nodes.Sum | nodes.Product, names: Names, kind: type[Sum | Product]) -> Any:
    inner = names.bind(form.bound, form.body.free)
    body = write_mono(form.body, inner)
    return kind(body, *((inner.symbol(i), *names.session.limits_of(dim_of(i))) for i in form.bound))


@write_form.register
def _prime(form: nodes.Prime, names: Names) -> Any:
    return Integer(form.number)


def names_for(poly: kernel.Poly, session: Session, *, own_names: bool = True) -> Names:
    """Return names to write a polynomial with: none that a tensor or scalar in it has."""
    tensors = frozenset(name.split("/")[0] for mono in poly for name in mono.tensors)
    return Names(session, tensors, own_names)


def normal_expression(poly: kernel.Poly, session: Session, *, own_names: bool = True) -> Any:
    """Return a polynomial as a SymPy expression, its free indices named as the author named them."""
    return write(poly, names_for(poly, session, own_names=own_names))
