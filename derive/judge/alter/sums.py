"""Alterations of what stands in sums: signs and factors of terms, what a sum sign reaches, logarithms taken apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations

from derive.judge.alter.edit import HALF, NOWHERE, ONE, TWO, Edit, Scope, bare, difference, over, times
from derive.judge.alter.products import factors_of
from derive.latex.read.heads import key_of
from derive.latex.read.tree import (
    Apply,
    Big,
    Bracket,
    Chain,
    Factors,
    Name,
    Node,
    Number,
    Sequence,
    Terms,
    rebuilt,
    walk,
)

Signed = list[tuple[str, Node]]


def of_terms(node: Terms, scope: Scope) -> Iterator[Edit]:
    """Yield a sum with one term altered, without one, or with terms put together."""
    terms: Signed = list(zip((sign or "+" for sign in node.signs), node.parts, strict=True))
    for place, (sign, term) in enumerate(terms):
        yield Edit(_at(node, terms, place, (_other(sign), term)), "sign", "the sign of {0}", (term,))
        for factor, says in ((TWO, "is missing"), (HALF, "is too many")):
            altered = _at(node, terms, place, (sign, times(factor, term)))
            yield Edit(altered, "factor 2", f"a factor of 2 at {{0}} {says}", (term,))
        if len(terms) > 1:
            rest = terms[:place] + terms[place + 1 :]
            yield Edit(difference(rest, node.span), "extra term", "the term {0} is too many", (term,))
    for size in scope.sizes:
        yield from _counted(node, terms, size)
    yield from _joined(node, terms)
    if len(terms) == 2 and _is_one(terms[0][1]) and terms[1][0] == "-":  # noqa: PLR2004 -- the two terms of 1 - p
        yield Edit(terms[1][1], "1 - p for p", "1 - {0} stands for {0}", (terms[1][1],))


def _other(sign: str) -> str:
    return "-" if sign == "+" else "+"


def _is_one(node: Node) -> bool:
    return isinstance(node, Number) and node.text == "1"


def _at(node: Terms, terms: Signed, place: int, term: tuple[str, Node]) -> Node:
    return difference([*terms[:place], term, *terms[place + 1 :]], node.span)


def _counted(node: Terms, terms: Signed, size: Node) -> Iterator[Edit]:
    """Yield a sum in which a constant is counted as often as it occurs, or an average is one."""
    says = "{0} is counted once, and not {1} times"
    for place, (sign, term) in enumerate(terms):
        yield Edit(_at(node, terms, place, (sign, times(size, term))), "lost sum", says, (term, size))
        averaged = _at(node, terms, place, (sign, over(term, size)))
        yield Edit(averaged, "lost 1/N", "the factor 1/{1} is missing at {0}", (term, size))
    constant = [not any(isinstance(part, Big) for part in walk(term)) for _, term in terms]
    if 1 < sum(constant) < len(terms):
        pairs = zip(terms, constant, strict=True)
        counted = [(sign, times(size, term)) if is_constant else (sign, term) for (sign, term), is_constant in pairs]
        says = "the terms without a sum are counted once, and not {0} times"
        yield Edit(difference(counted, node.span), "lost sum", says, (size,))


def _joined(node: Terms, terms: Signed) -> Iterator[Edit]:
    """Yield a sum in which two values of log or exp are replaced by the value at the sum of their arguments.

    They may stand behind the same factors, and under the same sums.
    """
    for name in ("log", "exp"):
        found = [(place, sign, core) for place, (sign, term) in enumerate(terms) if (core := _core(term, name))]
        for (first, sign, (around, one)), (second, other_sign, (beside, other)) in combinations(found, 2):
            if sign == other_sign and bare(around(ONE)) == bare(beside(ONE)):
                whole = Apply(NOWHERE, name, _sum_of(one, other), bracketed=True)
                rest = [term for place, term in enumerate(terms) if place not in {first, second}]
                says = f"the {name} of a sum is not the sum of the values of {name}"
                yield Edit(difference([*rest, (sign, around(whole))], node.span), f"{name} of a sum split", says)


def _core(term: Node, name: str) -> tuple[Callable[[Node], Node], Node] | None:
    """Return the argument of a function that ends a term, and how the term is put around another value."""
    if _is(term, name) and isinstance(term, Apply) and term.argument is not None:
        return (lambda new: new), term.argument
    if isinstance(term, Big) and term.body is not None:
        core, around_it = _core(term.body, name), partial(_under, term)
    elif isinstance(term, Factors):
        core, around_it = _core(term.parts[-1], name), partial(_behind, term)
    else:
        return None
    return None if core is None else (lambda new: around_it(core[0](new)), core[1])


def _under(term: Big, body: Node) -> Node:
    return replace(term, body=body)


def _behind(term: Factors, last: Node) -> Node:
    return replace(term, parts=(*term.parts[:-1], last))


def _is(node: Node, name: str) -> bool:
    return isinstance(node, Apply) and node.head in ({"log", "ln"} if name == "log" else {name})


def _sum_of(one: Node, other: Node) -> Node:
    return Bracket(NOWHERE, "(", "(", Terms(NOWHERE, ("", "+"), (one, other)))


def of_big(node: Big, scope: Scope) -> Iterator[Edit]:
    """Yield a sum without its sign, over another range, or with a logarithm on its other side."""
    if node.head != "sum" or node.body is None:
        return
    body = node.body
    for bound in _bound(node.lower):
        for letter in scope.letters:
            if letter.text != bound.text:
                fixed = _renamed(body, bound, letter)
                says = "{0} is summed over, where the fixed {1} is meant"
                yield Edit(fixed, "wrong index", says, (bound, letter))
    yield Edit(body, "extra sum", "the sum over {0} is too many", tuple(_bound(node.lower))[:1] or (ONE,))
    if _is(body, "log") and isinstance(body, Apply) and body.argument is not None:
        inside = Apply(node.span, "log", Bracket(NOWHERE, "(", "(", replace(node, body=body.argument)), bracketed=True)
        yield Edit(inside, "log of a sum split", "the log of a sum is not the sum of the logs")
    grown = Apply(NOWHERE, "exp", Bracket(NOWHERE, "(", "(", body), bracketed=True)
    whole = Apply(node.span, "log", Bracket(NOWHERE, "(", "(", replace(node, body=grown)), bracketed=True)
    yield Edit(whole, "log of a sum split", "the log of a sum of exponentials is not the sum of the exponents")
    if node.upper is not None:
        yield from _ranges(node, node.upper)
    if not isinstance(body, Factors):
        yield from (replace(edit, node=replace(node, body=edit.node)) for edit in factors_of(body, scope))


def _bound(lower: Node | None) -> Iterator[Name]:
    for item in lower.items if isinstance(lower, Sequence) else (lower,):
        first = item.members[0] if isinstance(item, Chain) else item
        if isinstance(first, Name):
            yield first


def _renamed(node: Node, bound: Name, letter: Name) -> Node:
    if isinstance(node, Name) and key_of(node) == key_of(bound):
        return letter
    return rebuilt(node, lambda part: _renamed(part, bound, letter))


def _ranges(node: Big, upper: Node) -> Iterator[Edit]:
    for sign in ("-", "+"):
        moved = Terms(upper.span, ("", sign), (upper, ONE))
        says = f"the sum ends one too {'late' if sign == '-' else 'early'}"
        yield Edit(replace(node, upper=moved), "wrong range", says)


def of_logarithm(node: Apply) -> Iterator[Edit]:
    """Yield the sum of the logs for the log of a sum."""
    argument = node.argument
    inside = argument.body if isinstance(argument, Bracket) else argument
    if _is(node, "log") and isinstance(inside, Big) and inside.body is not None and inside.head == "sum":
        each = Apply(node.span, "log", Bracket(NOWHERE, "(", "(", inside.body), bracketed=True)
        says = "the sum of the logs is not the log of the sum"
        yield Edit(replace(inside, body=each), "log of a sum split", says)
