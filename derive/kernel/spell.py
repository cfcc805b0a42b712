"""Spelling: a node as a string under given names for its indices. Equal strings order and group; they never prove."""

from __future__ import annotations

from collections.abc import Mapping
from functools import singledispatch

from derive.kernel.limits import Meter
from derive.kernel.nodes import (
    Atom,
    Before,
    Call,
    Coef,
    Compound,
    Delta,
    Determinant,
    Entry,
    Exp,
    Form,
    Index,
    InverseEntry,
    Mono,
    Prime,
    Terms,
    Tower,
)

Names = Mapping[Index, str]


def spell_atom(atom: Atom, names: Names, meter: Meter) -> str:
    """Return the spelling of an atom, its free indices named by `names` where they are in it."""
    return atom.spelling if atom.free.isdisjoint(names) else spell_form(atom.form, names, meter)


def spell_factors(factors: tuple[tuple[Atom, Coef], ...], names: Names, meter: Meter) -> str:
    """Return the spelling of a product, independent of the order of its factors."""
    return "*".join(sorted(spell_power(atom, exponent, names, meter) for atom, exponent in factors))


def spell_power(atom: Atom, exponent: Coef, names: Names, meter: Meter) -> str:
    """Return the spelling of an atom to a power."""
    text = spell_atom(atom, names, meter)
    return text if exponent == 1 else f"{text}^{exponent}"


def spell_mono(mono: Mono, names: Names, meter: Meter) -> str:
    """Return the spelling of a monomial."""
    return mono.spelling if mono.free.isdisjoint(names) else spell_factors(mono.factors, names, meter)


def spell_terms(terms: Terms, names: Names, meter: Meter, *, sign: int = 1) -> str:
    """Return the spelling of `sign` times a polynomial, independent of the order of its terms."""
    return "+".join(sorted(f"{sign * coef}*{spell_mono(mono, names, meter)}" for mono, coef in terms))


def spell_shift(shift: Terms, *, sign: int = 1) -> str:
    """Return what is added to an index, as it is written behind its name: ` - 1`, ` + N`; nothing for no terms."""
    text = ""
    for mono, coef in sorted(shift, key=lambda term: (not term[0].spelling, term[0].spelling)):
        size = abs(coef)
        shown = f"{size}*{mono.spelling}" if size != 1 and mono.spelling else mono.spelling or str(size)
        text += f" {'+' if sign * coef > 0 else '-'} {shown}"
    return text


def _name(index: Index, names: Names) -> str:
    if (index.base or index).parts:
        return _linear(index, names, 1)
    if index.base is None:
        return names.get(index, index.name)
    return names.get(index.base, index.base.name) + index.name.removeprefix(index.base.name)


def _linear(index: Index, names: Names, sign: int) -> str:
    terms = sorted(f"{sign * factor:+}*{names.get(part, part.name)}" for part, factor in index.terms)
    return "".join(terms) + spell_shift(index.shift, sign=sign)


def _shown(place: Index, sign: int) -> str:
    return str(sign * place.value) if place.value is not None else spell_shift(place.shift, sign=sign)


@singledispatch
def spell_form(form: Form, names: Names, meter: Meter) -> str:
    """Return the spelling of a form; binders register theirs where they are labelled."""
    raise TypeError(type(form))


@spell_form.register
def _entry(form: Entry, names: Names, meter: Meter) -> str:
    if not form.indices:
        return form.tensor.name
    shown = [_name(index, names) for index in form.indices]
    if "symmetric" in form.tensor.traits:
        shown[-2:] = sorted(shown[-2:])
    return f"{form.tensor.name}[{','.join(shown)}]"


@spell_form.register
def _delta(form: Delta, names: Names, meter: Meter) -> str:
    if form.right.parts:
        # L = 0 and -L = 0 are one delta, and which of them it is, names may have decided.
        signs = ((_linear(form.right, names, s), _shown(form.left, s)) for s in (1, -1))
        return f"d({','.join(min(signs))})"
    if form.right.base is None:
        return f"d({','.join(sorted((_name(form.left, names), _name(form.right, names))))})"
    # i = j - 1 and j = i + 1 are one delta: its spelling must not depend on which of the names comes first.
    moved = _name(form.left, names) + spell_shift(form.right.shift, sign=-1)
    ways = (_name(form.left, names), _name(form.right, names)), (_name(form.right.base, names), moved)
    return f"d({min(map(','.join, ways))})"


@spell_form.register
def _before(form: Before, names: Names, meter: Meter) -> str:
    return f"o({_name(form.left, names)},{_name(form.right, names)})"


@spell_form.register
def _exp(form: Exp, names: Names, meter: Meter) -> str:
    return f"exp({spell_mono(form.power, names, meter)})"


@spell_form.register
def _call(form: Call, names: Names, meter: Meter) -> str:
    order = "".join(map(str, form.orders)) if any(form.orders) else ""
    return f"{form.name}{order}({';'.join(spell_terms(a, names, meter) for a in form.arguments)})"


@spell_form.register
def _compound(form: Compound, names: Names, meter: Meter) -> str:
    # A swap of indices may turn P into -P, whose sign then lives in the coefficient: both must spell alike.
    return f"({min(spell_terms(form.terms, names, meter, sign=s) for s in (1, -1))})"


@spell_form.register
def _tower(form: Tower, names: Names, meter: Meter) -> str:
    return f"({spell_terms(form.base, names, meter)})^({spell_mono(form.power, names, meter)})"


@spell_form.register
def _prime(form: Prime, names: Names, meter: Meter) -> str:
    return str(form.number)


def _matrix(bound: tuple[Index, ...], terms: Terms, names: Names, meter: Meter) -> str:
    return f"{{{','.join(i.name for i in bound)}}}({spell_terms(terms, names, meter)})"


@spell_form.register
def _determinant(form: Determinant, names: Names, meter: Meter) -> str:
    return f"det{_matrix(form.bound, form.terms, names, meter)}"


@spell_form.register
def _inverse(form: InverseEntry, names: Names, meter: Meter) -> str:
    shown = [_name(form.row, names), _name(form.column, names)]
    place = ",".join(sorted(shown) if form.symmetric else shown)
    return f"inv{_matrix(form.bound, form.terms, names, meter)}[{place}]"
