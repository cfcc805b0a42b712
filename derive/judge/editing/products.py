"""Edits of sums, products and fractions: a sign, a factor or a term too many or too few, two in the wrong order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, islice

from derive.formula.read.tree import (
    Big,
    Bracket,
    Derivative,
    Factors,
    Fraction,
    Name,
    Node,
    Number,
    Scripted,
    Terms,
    rebuilt,
    walk,
)
from derive.judge.editing.compose import (
    NOWHERE,
    held,
    is_one,
    negative,
    number,
    over,
    placed,
    power,
    product,
    rooted,
    scaled,
    shifted,
    summed,
    times,
    turned,
    without_sup,
)
from derive.judge.editing.places import is_differential, neighbours, places, spliced, units
from derive.judge.editing.rows import (
    BELOW,
    INNER,
    ONE_TERM,
    PAIR,
    PLACE,
    ROOT,
    TERM,
    VALUE,
    BroughtIn,
    Made,
    Row,
    has_transpose,
    quantities,
)
from derive.meaning.keys import bound_by, name_key, named, names_in, spelled


def _negated(node: Node, _: BroughtIn) -> Iterator[Made]:
    yield (negative(node),)


def _argument_negated(node: Node, _: BroughtIn) -> Iterator[Made]:
    yield negative(node), node


def _doubled(node: Node, _: BroughtIn) -> Iterator[Made]:
    yield scaled(node, double=True), node


def _halved(node: Node, _: BroughtIn) -> Iterator[Made]:
    yield scaled(node, double=False), node


def _by(names: Callable[[BroughtIn], tuple[Node, ...]], *, below: bool) -> Callable[[Node, BroughtIn], Iterator[Made]]:
    """Return what multiplies by a name, or divides by it, unless the tree begins with the opposite."""

    def make(node: Node, scope: BroughtIn) -> Iterator[Made]:
        first = node.parts[0] if isinstance(node, Factors) else node
        for name in names(scope):
            factor = placed(name, node.span)
            there = first if below else first.bottom if isinstance(first, Fraction) else None
            if there is None or spelled(there) != spelled(name):
                yield times(over(number(1, node.span), factor) if below else factor, node), factor, node

    return make


def _sizes(scope: BroughtIn) -> tuple[Name, ...]:
    return scope.sizes


def _scalars(scope: BroughtIn) -> tuple[Name, ...]:
    return scope.scalars


def _by_entries(*, below: bool) -> Callable[[Node, BroughtIn], Iterator[Made]]:
    """Return what multiplies by a number with indices, or divides by it; what it would cancel is no factor missing."""
    make = _by(lambda scope: scope.entries, below=below)

    def apart(node: Node, scope: BroughtIn) -> Iterator[Made]:
        there = {spelled(without_sup(each)) for each in _multiplied(node)}
        yield from make(node, replace(scope, entries=tuple(e for e in scope.entries if spelled(e) not in there)))

    return apart


def _below_sum(node: Big, scope: BroughtIn) -> Iterator[Made]:
    """Yield a sum whose body has a factor more that moves with it, such as a label that is forgotten."""
    letters = bound_by(node)
    there = {spelled(without_sup(each)) for each in _multiplied(node)}
    if node.head == "sum" and node.body is not None:
        body = held(node.body)
        for entry in scope.entries:
            if letters & names_in(entry) and spelled(entry) not in there:
                yield replace(node, body=times(placed(entry, node.span), body)), entry, node


def _multiplied(node: Node) -> Iterator[Node]:
    """Yield what a tree is a product of, through sums over an index and fractions."""
    if isinstance(node, Factors):
        for part in node.parts:
            yield from _multiplied(part)
    elif isinstance(node, Fraction):
        yield from _multiplied(node.top)
        yield from _multiplied(node.bottom)
    elif isinstance(node, Big) and node.body is not None:
        yield from _multiplied(node.body)
    else:
        yield node


def _corrected(node: Node, scope: BroughtIn) -> Iterator[Made]:
    """Yield a side with the factor by which N and N - 1 differ below it."""
    for name in scope.sizes:
        size = placed(name, node.span)
        less = shifted(size, -1)
        for above, below in ((size, less), (less, size)):
            if above is not None and below is not None:
                yield times(over(above, below), node), over(above, below)


def _counted_less(node: Name | Scripted | Terms, scope: BroughtIn) -> Iterator[Made]:
    """Yield N - 1 for N, N for N - 1, and the number of pairs N (N - 1) for N^2."""
    sizes = {name_key(size) for size in scope.sizes}
    letter = node.parts[0] if isinstance(node, Terms) else without_sup(node)
    if not isinstance(letter, Name) or name_key(letter) not in sizes:
        return
    other = shifted(node, 1 if isinstance(node, Terms) else -1)
    if isinstance(node, Scripted) and isinstance(node.sup, Number) and node.sup.text == "2":
        less = shifted(letter, -1)
        other = times(letter, less) if less is not None else None
    if other is not None and (other is letter or not isinstance(node, Terms)):
        yield other, node, other


def _forgotten(node: Node, scope: BroughtIn) -> Iterator[Made]:
    """Yield a sum with a term of a scalar that it does not hold, alone or times a name or the identity: a penalty."""
    here = {spelled(part): part for part in quantities(node)}
    names = [each for each in (*scope.others, *here.values()) if has_transpose(each, scope)]
    names = [*{spelled(each): each for each in names}.values()][:MOST]
    terms = (node.signs, node.parts) if isinstance(node, Terms) else (("",), (node,))
    for scalar in (placed(each, node.span) for each in scope.scalars if spelled(each) not in here):
        alone = [scalar, over(number(1, node.span), scalar)]
        products = [times(scalar, placed(name, node.span)) for name in (*names, IDENTITY)]
        for term in (*alone, *products, *(times(number(2, node.span), each) for each in products)):
            for sign in ("+", "-"):
                yield summed((*terms[0], sign), (*terms[1], term), node.span), term


def _by_root(*, below: bool) -> Callable[[Node, BroughtIn], Iterator[Made]]:
    """Return what multiplies by the root of a scalar, or divides by it."""

    def make(node: Node, scope: BroughtIn) -> Iterator[Made]:
        for name in scope.scalars:
            factor = rooted(placed(name, node.span))
            yield times(over(number(1, node.span), factor) if below else factor, node), factor, node

    return make


def _signs(node: Terms, _: BroughtIn) -> Iterator[Made]:
    for at, (sign, part) in enumerate(zip(node.signs, node.parts, strict=True)):
        other = "+" if sign == "-" else "-"
        yield summed((*node.signs[:at], other, *node.signs[at + 1 :]), node.parts, node.span), part


def _exchanged_terms(node: Terms, _: BroughtIn) -> Iterator[Made]:
    if len(node.parts) == PAIR and node.signs[0] in {"", "+"} and node.signs[1] == "-":
        yield summed(("", "-"), node.parts[::-1], node.span), node


def _uncomplemented(node: Terms, _: BroughtIn) -> Iterator[Made]:
    if node.signs[1:] == ("-",) and is_one(node.parts[0]):
        yield node.parts[1], node.parts[1]


def _fewer_terms(node: Terms, _: BroughtIn) -> Iterator[Made]:
    """Yield a sum without one term; a derivative stays, which may have been read as zero for want of a definition."""
    kept = [any(isinstance(each, Derivative) for each in walk(part)) for part in node.parts]
    for at, part in enumerate(node.parts) if len(node.parts) > 1 else ():
        if kept[at]:
            continue
        signs, parts = node.signs[:at] + node.signs[at + 1 :], node.parts[:at] + node.parts[at + 1 :]
        yield summed(signs, parts, node.span), part


def _cross_term(node: Terms, scope: BroughtIn) -> Iterator[Made]:
    """Yield a sum of two squares with the term that the square of a sum has between them."""
    bases = [_squared_base(part) for part in node.parts]
    if len(bases) != PAIR or None in bases or node.signs[0]:
        return
    one, other = (base for base in bases if base is not None)
    if isinstance(one, Bracket) and isinstance(other, Bracket) and one.body is not None and other.body is not None:
        one, other = turned(held(one.body), scope.top), held(other.body)
    cross = times(number(2, node.span), held(one), held(other))
    for sign in "-+":
        longer = summed(("", sign, node.signs[1]), (node.parts[0], cross, node.parts[1]), node.span)
        yield longer, negative(cross) if sign == "-" else cross


def _squared_base(node: Node) -> Node | None:
    squared = isinstance(node, Scripted) and isinstance(node.sup, Number) and node.sup.text == "2"
    return without_sup(node) if squared else None


def _fewer_factors(node: Factors, _: BroughtIn) -> Iterator[Made]:
    for start, end in units(node):
        if not is_differential(node, start) and end - start < len(node.parts):
            yield _cut(node, start, end), product(node.signs[start:end], node.parts[start:end], node.span)
        if end > start + 1 and not is_differential(node, start):
            for at in (start, start + 1):
                yield _cut(node, at, at + 1), node.parts[at]


def _cut(node: Factors, start: int, end: int) -> Node:
    """Return a product without some factors; a one stays where it is divided by what follows."""
    if start == 0 and node.signs[end : end + 1] == ("/",):
        return spliced(node, start, end, number(1, node.span))
    return product(node.signs[:start] + node.signs[end:], node.parts[:start] + node.parts[end:], node.span)


def _one_for_name(node: Name, scope: BroughtIn) -> Iterator[Made]:
    if name_key(node) in {name_key(name) for name in (*scope.sizes, *scope.scalars)}:
        yield number(1, node.span), node


def _one_for_entry(node: Scripted, scope: BroughtIn) -> Iterator[Made]:
    if spelled(node) in {spelled(each) for each in scope.entries}:
        yield number(1, node.span), node


def _exchanged_factors(node: Factors, _: BroughtIn) -> Iterator[Made]:
    for start, middle, end in neighbours(node):
        one, other = node.parts[start:middle], node.parts[middle:end]
        if isinstance(one[0], Number | Fraction) or isinstance(other[0], Number | Fraction):
            continue
        parts = (*node.parts[:start], *other, *one, *node.parts[end:])
        yield replace(node, parts=parts), product(("", ""), one, node.span), product(("", ""), other, node.span)


def _turned_pair(node: Factors, scope: BroughtIn) -> Iterator[Made]:
    for start, middle, end in neighbours(node):
        one, other = node.parts[middle - 1], node.parts[end - 1]
        if has_transpose(one, scope) and has_transpose(other, scope):
            new = spliced(node, end - 1, end, turned(other, scope.top))
            if isinstance(new, Factors):
                both = node.parts[start:end]
                yield (
                    spliced(new, middle - 1, middle, turned(one, scope.top)),
                    product(("",) * len(both), both, node.span),
                )


def _turned_variable(node: Factors, scope: BroughtIn) -> Iterator[Made]:
    for start, end in units(node):
        if is_differential(node, start):
            part = node.parts[end - 1]
            yield spliced(node, end - 1, end, turned(part, scope.top)), part


def _symmetrised(node: Factors, scope: BroughtIn) -> Iterator[Made]:
    r"""Yield `A + A^\top` for `2 A`, which is the same for a symmetric matrix only."""
    for at, (one, other) in enumerate(zip(node.parts, node.parts[1:], strict=False)):
        if isinstance(one, Number) and one.text == "2" and isinstance(other, Name | Scripted):
            mirrored = turned(other, scope.top)
            yield spliced(node, at, at + 2, summed(("", "+"), (other, mirrored), other.span)), other, mirrored


def _inverted_quotient(node: Fraction, _: BroughtIn) -> Iterator[Made]:
    yield node.bottom if is_one(node.top) else replace(node, top=node.bottom, bottom=node.top), node


def _top_alone(node: Fraction, _: BroughtIn) -> Iterator[Made]:
    if not is_one(node.top):
        yield node.top, node.bottom


def _bottom_squared(node: Fraction, _: BroughtIn) -> Iterator[Made]:
    if isinstance(node.bottom, Name) or (isinstance(node.bottom, Scripted) and node.bottom.sup is None):
        yield replace(node, bottom=power(node.bottom, 2)), node.bottom


def _other_numbers(node: Number, _: BroughtIn) -> Iterator[Made]:
    if node.text.isdigit() and node.text != "0":
        value = int(node.text)
        doubled = (value // 2,) if value % 2 == 0 else ()
        for other in dict.fromkeys((value + 1, value - 1, 2 * value, *doubled)):
            if other > 0:
                yield number(other, node.span), node, number(other)


def _outer_product(node: Factors, scope: BroughtIn) -> Iterator[Made]:
    r"""Entries multiplied, where vectors are: `a \odot b \odot c` for `a b^\top c`, and `a \odot b` for `a b` alone."""
    for at, sign in enumerate(node.signs):
        if sign == "odot":
            other, behind = node.parts[at], node.parts[at + 1 :]
            plain = tuple("" if each in {at, at + 1} and was == "odot" else was for each, was in enumerate(node.signs))
            yield replace(node, signs=plain, parts=(*node.parts[:at], turned(other, scope.top), *behind)), other
            yield replace(node, signs=(*node.signs[:at], "", *node.signs[at + 1 :])), other


def _exchanged_parts(node: Node, scope: BroughtIn) -> Iterator[Made]:
    """Two brackets, or two names, that stand apart: each in the place of the other."""
    found = [each.node for each in places(node) if each.role not in {"root", "whole"}]
    parts = [each for each in found if isinstance(each, Bracket) or (named(each) and not scope.is_plain(each))]
    for one, other in islice(combinations(parts, 2), MOST_PAIRS):
        is_apart = one not in walk(other) and other not in walk(one)
        if isinstance(one, Bracket) == isinstance(other, Bracket) and is_apart and spelled(one) != spelled(other):
            yield _swapped(node, one, other), one, other


def _swapped(node: Node, one: Node, other: Node) -> Node:
    if node is one or node is other:
        return other if node is one else one
    return rebuilt(node, lambda part: _swapped(part, one, other))


MOST_PAIRS = 60
"""How many pairs are exchanged: each is read and decided."""
MOST = 4
"""How many names a forgotten scalar is tried with."""
IDENTITY = Name(NOWHERE, "I")
PRODUCTS: tuple[Row, ...] = (
    Row(0, "sign", "the sign of the whole side", VALUE, _negated, ROOT),
    Row(0, "factor 2", "a factor of 2 is missing", VALUE, _doubled, ROOT),
    Row(0, "factor 2", "there is a factor of 2 too many", VALUE, _halved, ROOT),
    Row(0, "sign", "the sign of {0}", Terms, _signs, PLACE),
    Row(0, "sign", "the terms of {0} stand in the wrong order", Terms, _exchanged_terms, PLACE),
    Row(0, "1 - p for p", "1 - {0} stands for {0}", Terms, _uncomplemented, PLACE),
    Row(0, "factor 2", "a factor of 2 at {0} is missing", VALUE, _doubled, ONE_TERM),
    Row(0, "factor 2", "a factor of 2 at {0} is too many", VALUE, _halved, ONE_TERM),
    Row(0, "wrong power", "{0} is upside down", Fraction, _inverted_quotient, PLACE),
    Row(1, "sign", "the sign of the argument {0}", VALUE, _argument_negated, INNER),
    Row(1, "lost 1/N", "the factor 1/{0} is missing", VALUE, _by(_sizes, below=True), ROOT),
    Row(
        1,
        "lost 1/N",
        "there is a factor 1/{0} too many, or a factor {0} is missing",
        VALUE,
        _by(_sizes, below=False),
        ROOT,
    ),
    Row(1, "missing factor", "the factor {0} is missing at {1}", VALUE, _by(_scalars, below=False), ROOT),
    Row(1, "missing factor", "the factor 1/{0} is missing at {1}", VALUE, _by(_scalars, below=True), ROOT),
    Row(1, "missing factor", "the factor {0} is missing at {1}", VALUE, _by_root(below=False), ROOT),
    Row(1, "missing factor", "the factor 1/{0} is missing at {1}", VALUE, _by_root(below=True), ROOT),
    Row(1, "extra factor", "the factor {0} is too many", Factors, _fewer_factors, PLACE),
    Row(2, "extra factor", "the factor {0} is too many", Name, _one_for_name, ONE_TERM),
    Row(2, "extra factor", "the factor {0} is too many", Scripted, _one_for_entry, ONE_TERM),
    Row(2, "missing factor", "the factor {0} is missing at {1}", VALUE, _by_entries(below=False), ROOT),
    Row(2, "missing factor", "the factor 1/{0} is missing at {1}", VALUE, _by_entries(below=True), ROOT),
    Row(2, "missing factor", "the factor {0} is missing at {1}", Big, _below_sum, TERM),
    Row(1, "wrong power", "a square of {0} is missing", Fraction, _bottom_squared, PLACE),
    Row(1, "wrong number", "the number {0} should be {1}", Number, _other_numbers, BELOW),
    Row(2, "n - 1 for n", "the factor {0} is missing", VALUE, _corrected, ROOT),
    Row(2, "n - 1 for n", "{0} stands for {1}", Name | Scripted | Terms, _counted_less, PLACE),
    Row(2, "extra term", "the term {0} is too many", Terms, _fewer_terms, PLACE),
    Row(2, "extra factor", "the division by {0} is too many", Fraction, _top_alone, PLACE),
    Row(2, "wrong order", "{0} and {1} are in the wrong order", Factors, _exchanged_factors, PLACE),
    Row(2, "transposed", "the transposes in {0} are exchanged", Factors, _turned_pair, PLACE),
    Row(2, "transposed", "{0} is transposed, or should be", Factors, _turned_variable, PLACE),
    Row(2, "entries multiplied", "the product with {0} is not taken entry by entry", Factors, _outer_product, PLACE),
    Row(3, "lost sum", "{1} is counted once, and not {0} times", VALUE, _by(_sizes, below=False), ONE_TERM),
    Row(3, "lost 1/N", "the factor 1/{0} is missing at {1}", VALUE, _by(_sizes, below=True), ONE_TERM),
    Row(3, "missing factor", "the factor {0} is missing at {1}", VALUE, _by(_scalars, below=False), ONE_TERM),
    Row(3, "missing factor", "the factor 1/{0} is missing at {1}", VALUE, _by(_scalars, below=True), ONE_TERM),
    Row(
        3,
        "not symmetric",
        "2 {0} stands for {0} + {1}: nothing says that it is symmetric",
        Factors,
        _symmetrised,
        PLACE,
    ),
    Row(4, "wrong order", "{0} and {1} are exchanged", VALUE, _exchanged_parts, ROOT),
    Row(4, "missing term", "the term {0} is missing", VALUE, _forgotten, ROOT),
    Row(3, "missing term", "the term {0} is missing", Terms, _cross_term, PLACE),
)
