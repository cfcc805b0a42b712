"""By cases: |p| is p or -p, p is above, below or at 0, a largest argument is one of them. What holds in each, holds."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import singledispatch

from derive.kernel.arithmetic import scale, subtract
from derive.kernel.budget import CASES
from derive.kernel.known import is_nonzero
from derive.kernel.maps import built_anew
from derive.kernel.nodes import Call, Compound, Entry, Exp, Form, Mono, Poly, Terms, Tower, free_of, freeze, quotient
from derive.kernel.polynomials import Mapping, build, transform
from derive.kernel.ring import INDEX_VALUE, Ring
from derive.kernel.signs import NONNEGATIVE, POSITIVE, sign_of_terms

Case = tuple[tuple[str, Poly], ...]
"""What holds in a case: a polynomial is `>=`, `>` or `==` 0."""


def vanishes_by_cases(
    ring: Ring, poly: Poly, shows: Callable[[Ring, Poly], bool], supposed: tuple[Case, ...] = ()
) -> bool:
    """Return whether the polynomial is zero in every case for some function in it, `shows` deciding each.

    Its free indices stand for one value each, whatever holds for the others. What was `supposed` so far is told by
    cases after it: |a| > 1 cannot be where a lies between -1 and 1.
    """
    parts = (poly, *(each for case in supposed for _, each in case))
    cases = next((each for part in parts for each in _splits(ring, part)), None)
    if cases is None or not ring.meter.within(CASES, len(supposed) + 1):
        return False
    return all(_vanishes_in(ring, poly, (*supposed, case), shows) for case in cases)


def has_cases(ring: Ring, poly: Poly) -> bool:
    """Return whether some function in it that no binder surrounds has cases, and is not yet decided."""
    return next(_splits(ring, poly), None) is not None


def _vanishes_in(ring: Ring, poly: Poly, supposed: tuple[Case, ...], shows: Callable[[Ring, Poly], bool]) -> bool:
    zeros = [each for case in supposed for sign, each in case if sign == "=="]
    with _supposing(ring, poly, supposed[-1]):
        for sign, each in supposed[-1]:
            poly = _where_zero(ring, poly, each) if sign == "==" else poly
        if _is_impossible(ring) or any(is_nonzero(ring, built_anew(ring, each)) for each in zeros):
            return True
        image = built_anew(ring, poly)
        return not image or shows(ring, image) or vanishes_by_cases(ring, image, shows, supposed)


def _where_zero(ring: Ring, poly: Poly, zero: Poly) -> Poly:
    """Return a polynomial where another one is 0: an entry that this determines is put in, else only its sign.

    What is known of the sign of the entry is known of its value.
    """
    for mono, coef in zero.items():
        form = mono.factors[0][0].form if len(mono.factors) == 1 and mono.factors[0][1] == 1 else None
        rest = {other: c for other, c in zero.items() if other is not mono}
        if isinstance(form, Entry) and form.tensor.name != INDEX_VALUE and not _holds(rest, form):
            value, known = scale(rest, quotient(-1, coef)), sign_of_terms(ring, freeze({mono: 1}))
            ring.positive += [(freeze(value), known == POSITIVE)] if known and value else []
            return with_entry(ring, poly, form, value)
    sign = ring.atom(Call("sign", (0,), (freeze(zero),)))
    return {mono: coef for mono, coef in poly.items() if all(atom is not sign for atom, _ in mono.factors)}


def with_entry(ring: Ring, poly: Poly, form: Entry, value: Poly) -> Poly:
    """Return a polynomial with a value in the place of one entry."""

    def entry(each: Entry) -> Poly:
        """Return the value of the entry, and other entries as they are."""
        return value if each == form else build(each, ring)

    return transform(ring, poly, Mapping(touches=lambda _: True, index=lambda index: index, entry=entry))


def _holds(poly: Poly, form: Entry) -> bool:
    return any(form.tensor.name in mono.tensors for mono in poly)


def _is_impossible(ring: Ring) -> bool:
    """Return whether what is supposed to be at least zero is known to be less: a case that does not occur.

    What is supposed is known as it reads in this case, too: |a| - b > 0 is a - b > 0 where a > 0.
    """
    known = (freeze(built_anew(ring, dict(terms))) for terms in list(ring.nonzero))
    ring.nonzero += [each for each in dict.fromkeys(known) if each not in ring.nonzero]
    supposed = [(freeze(built_anew(ring, dict(terms))), strict) for terms, strict in ring.positive]
    ring.positive += [each for each in supposed if each[0] and each not in ring.positive]
    return any(sign_of_terms(ring, freeze(scale(dict(each), -1))) == POSITIVE for each, _ in supposed)


@contextmanager
def _supposing(ring: Ring, poly: Poly, case: Case) -> Generator[None]:
    """Assume for a moment what holds in a case, for the free indices as they are and for no others."""
    known, own, nonzero = list(ring.positive), set(ring.own), list(ring.nonzero)
    ring.positive += [(freeze(each), sign == ">") for sign, each in case if sign != "=="]
    ring.own |= free_of(poly)
    try:
        yield
    finally:
        ring.positive[:], ring.own, ring.nonzero[:] = known, own, nonzero


def _splits(ring: Ring, poly: Poly) -> Iterator[list[Case]]:
    """Yield the cases for each absolute value and extremum that no binder surrounds and that is not yet decided."""
    for call in dict.fromkeys(_calls(poly)):
        if not any(call.orders) and call.name in KINKS:
            cases = KINKS[call.name]([dict(argument) for argument in call.arguments])
            decided = any(all(_is_so(ring, *each) for each in case) for case in cases)
            if not decided:
                yield cases


def _is_so(ring: Ring, sign: str, poly: Poly) -> bool:
    known = sign_of_terms(ring, freeze(poly))
    return known == POSITIVE or (sign == ">=" and known >= NONNEGATIVE)


def _sides(arguments: list[Poly]) -> list[Case]:
    return [((">=", arguments[0]),), ((">=", scale(arguments[0], -1)),)]


def _three(arguments: list[Poly]) -> list[Case]:
    return [((">", arguments[0]),), ((">", scale(arguments[0], -1)),), (("==", arguments[0]),)]


def _largest(arguments: list[Poly], sign: int = 1) -> list[Case]:
    return [
        tuple((">=", scale(subtract(one, other), sign)) for other in arguments if other is not one) for one in arguments
    ]


KINKS: dict[str, Callable[[list[Poly]], list[Case]]] = {
    "Abs": _sides,
    "sign": _three,
    "Max": _largest,
    "Min": lambda arguments: _largest(arguments, -1),
}
"""The cases for each function, of which one always holds."""


def _calls(poly: Poly) -> Iterator[Call]:
    for mono in poly:
        for atom, _ in mono.factors:
            yield from calls_in(atom.form)


@singledispatch
def calls_in(form: Form) -> Iterator[Call]:
    """Yield the functions in a form, the outer ones first; what stands under a binder has no one value."""
    yield from ()


def _of_terms(*polys: Terms) -> Iterator[Call]:
    for terms in polys:
        yield from _calls(dict(terms))


def _of_mono(mono: Mono) -> Iterator[Call]:
    return _calls({mono: 1})


@calls_in.register
def _call(form: Call) -> Iterator[Call]:
    yield form
    yield from _of_terms(*form.arguments)


@calls_in.register
def _exp(form: Exp) -> Iterator[Call]:
    return _of_mono(form.power)


@calls_in.register
def _compound(form: Compound) -> Iterator[Call]:
    return _of_terms(form.terms)


@calls_in.register
def _tower(form: Tower) -> Iterator[Call]:
    yield from _of_terms(form.base)
    yield from _of_mono(form.power)
