"""Edits of a name or a bracket: its power, a transpose, an inverse, its indices, its complement."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from derive.formula.read.tree import (
    Big,
    Bracket,
    Factors,
    Name,
    Node,
    Number,
    Scripted,
    Sequence,
    Span,
    Terms,
    rebuilt,
    walk,
)
from derive.formula.read.tree import Fraction as Quotient
from derive.judge.editing.compose import (
    bracketed,
    complement,
    inverse,
    is_inverse,
    is_one,
    is_turned,
    is_turned_inverse,
    number,
    over,
    placed,
    power,
    shifted,
    times,
    turned,
    without_sup,
)
from derive.judge.editing.rows import (
    CALL,
    NAMED,
    PAIR,
    PLACE,
    QUANTITY,
    ROOT,
    SQUARED,
    TERM,
    BroughtIn,
    Made,
    Row,
    has_transpose,
)
from derive.meaning.keys import name_key, spelled


def _complemented(node: Node, scope: BroughtIn) -> Iterator[Made]:
    base = _base(node)
    probable = isinstance(base, Name) and (base.text[:1].islower() or (base.text in {"P", "Pr"} and base is not node))
    if probable and not scope.is_plain(base):
        yield bracketed(complement(node)), node


def _exchanged_complements(node: Node, _: BroughtIn) -> Iterator[Made]:
    """Yield a side with p for each 1 - p, and 1 - p for each other p."""
    found = dict[str, Node]()
    for part in walk(node):
        if isinstance(part, Terms) and part.signs[1:] == ("-",) and is_one(part.parts[0]):
            found[spelled(part.parts[1])] = part.parts[1]
    for key, value in found.items():
        yield _exchanged(node, key), value


def _exchanged(node: Node, key: str) -> Node:
    if isinstance(node, Terms) and node.signs[1:] == ("-",) and is_one(node.parts[0]) and spelled(node.parts[1]) == key:
        return node.parts[1]
    if spelled(node) == key:
        return bracketed(complement(node))
    return rebuilt(node, lambda part: _exchanged(part, key))


def _times_complement(node: Node, scope: BroughtIn) -> Iterator[Made]:
    for other, *_ in _complemented(node, scope):
        yield times(node, other), other, node


def _base(node: Node) -> Node:
    while isinstance(node, Scripted | Factors):
        node = node.base if isinstance(node, Scripted) else node.parts[0]
    return node


def _lower_power(node: Scripted, _: BroughtIn) -> Iterator[Made]:
    if isinstance(node.sup, Number) and node.sup.text.isdigit() and int(node.sup.text) > 1:
        yield power(node, int(node.sup.text) - 1), without_sup(node)


def _higher_power(node: Scripted, _: BroughtIn) -> Iterator[Made]:
    if isinstance(node.sup, Number) and node.sup.text.isdigit() and int(node.sup.text) > 1:
        yield power(node, int(node.sup.text) + 1), without_sup(node)


def _squared(node: Node, scope: BroughtIn) -> Iterator[Made]:
    if not (isinstance(node, Scripted) and node.sup is not None) and not scope.is_plain(node):
        yield power(node, 2), node


def _gram(node: Scripted, scope: BroughtIn) -> Iterator[Made]:
    r"""Yield `X^\top X` for `X^2`: a square of a matrix is no product with its transpose."""
    if isinstance(node.sup, Number) and node.sup.text == "2" and has_transpose(node.base, scope):
        bare = without_sup(node)
        for both in (times(turned(bare, scope.top), bare), times(bare, turned(bare, scope.top))):
            yield both, node, both


def _shifted_power(node: Scripted, _: BroughtIn) -> Iterator[Made]:
    sup = node.sup
    lettered = isinstance(sup, Terms) or (isinstance(sup, Name) and len(sup.text) == 1 and sup.text.isalpha())
    for by in (-1, 1) if lettered and not is_turned(node) and not is_inverse(node) else ():
        moved = shifted(sup, by) if sup is not None else None
        if moved is not None:
            yield replace(node, sup=moved), without_sup(node)
    value = None if sup is None else _fraction(sup)
    if value is not None and value.denominator > 1:
        yield from ((replace(node, sup=_written(value + by, node.span)), without_sup(node)) for by in (-1, 1))


def _fraction(node: Node) -> Fraction | None:
    """Return the value of an exponent such as `1/2` or `-3/2`; None for any other."""
    if isinstance(node, Terms) and node.signs == ("-",):
        value = _fraction(node.parts[0])
        return None if value is None else -value
    parts: tuple[Node, ...] = ()
    if isinstance(node, Quotient):
        parts = (node.top, node.bottom)
    elif isinstance(node, Factors) and node.signs == ("", "/"):
        parts = node.parts
    numbers = [int(each.text) for each in parts if isinstance(each, Number) and each.text.isdigit()]
    return Fraction(*numbers) if len(numbers) == PAIR and numbers[1] else None


def _written(value: Fraction, span: Span) -> Node:
    size = abs(value)
    plain = Quotient(span, number(size.numerator, span), number(size.denominator, span))
    return Terms(span, ("-",), (plain,)) if value < 0 else plain


def _untransposed(node: Node, scope: BroughtIn) -> Iterator[Made]:
    if is_turned(node) or is_inverse(node) or is_turned_inverse(node):
        yield turned(node, scope.top), node


def _transposed(node: Node, scope: BroughtIn) -> Iterator[Made]:
    bare = not isinstance(node, Scripted) or node.sup is None
    if bare and has_transpose(_base(node) if isinstance(node, Scripted) else node, scope):
        yield turned(node, scope.top), node


def _whole_transposed(node: Node, scope: BroughtIn) -> Iterator[Made]:
    yield turned(node, scope.top), node


def _is_solid(node: Node) -> bool:
    """Return whether a tree is written as a matrix: in brackets, or by a capital."""
    base = _base(node)
    return isinstance(base, Bracket) or (isinstance(base, Name) and base.text[:1].isupper())


def _transposed_matrix(node: Node, scope: BroughtIn) -> Iterator[Made]:
    if _is_solid(node):
        yield from _transposed(node, scope)


def _uninverted(node: Scripted, _: BroughtIn) -> Iterator[Made]:
    if is_inverse(node):
        yield inverse(node), node


def _inverted(node: Node, scope: BroughtIn) -> Iterator[Made]:
    bare = not isinstance(node, Scripted) or node.sup is None
    if bare and _is_solid(node) and has_transpose(_base(node) if isinstance(node, Scripted) else node, scope):
        yield inverse(node), node


def _reciprocal(node: Name | Scripted, scope: BroughtIn) -> Iterator[Made]:
    powered = isinstance(node, Scripted) and isinstance(node.sup, Number)
    if powered or (isinstance(node, Name) and name_key(node) in {name_key(n) for n in (*scope.sizes, *scope.scalars)}):
        yield over(number(1, node.span), node), node


def _indices(node: Scripted) -> Iterator[tuple[Node, Callable[[Node], Node]]]:
    """Yield the indices of a name, below it or in round brackets above it, each with what puts another one there."""
    above = node.sup
    if isinstance(above, Bracket) and above.body is not None and above.left == "(":
        for atom, put in _atoms(above.body):
            yield atom, lambda new, put=put: replace(node, sup=replace(above, body=put(new)))
    if node.sub is not None:
        for atom, put in _atoms(node.sub):
            yield atom, lambda new, put=put: replace(node, sub=put(new))


def _atoms(sub: Node) -> Iterator[tuple[Node, Callable[[Node], Node]]]:
    if isinstance(sub, Sequence):
        for at, item in enumerate(sub.items):
            yield item, lambda new, at=at: replace(sub, items=(*sub.items[:at], new, *sub.items[at + 1 :]))
    elif isinstance(sub, Factors) and not any(sub.signs):
        for at, part in enumerate(sub.parts):
            yield part, lambda new, at=at: _as_list(sub, at, new)
    else:
        yield sub, lambda new: new


def _as_list(sub: Factors, at: int, new: Node) -> Node:
    """Return indices with another one among them; with commas where they would not be told apart without."""
    parts = (*sub.parts[:at], new, *sub.parts[at + 1 :])
    alone = isinstance(new, Name | Number)
    return replace(sub, parts=parts) if alone else Sequence(sub.span, parts, (",",) * (len(parts) - 1))


def _moved_indices(node: Scripted, scope: BroughtIn) -> Iterator[Made]:
    keys = {name_key(letter) for letter in scope.letters}
    for atom, put in _indices(node):
        letter = atom.parts[0] if isinstance(atom, Terms) else atom
        if isinstance(letter, Name) and name_key(letter) in keys:
            for by in (-1, 1):
                moved = shifted(atom, by)
                if moved is not None:
                    yield put(moved), node, put(moved)


def _numbered(node: Scripted, _: BroughtIn) -> Iterator[Made]:
    for atom, put in _indices(node):
        for by in (-1, 1) if isinstance(atom, Number) else ():
            moved = shifted(atom, by)
            if moved is not None:
                yield put(moved), node, put(moved)


def _other_letters(node: Scripted, scope: BroughtIn) -> Iterator[Made]:
    keys = {name_key(letter) for letter in scope.letters}
    for atom, put in _indices(node):
        for letter in scope.letters if isinstance(atom, Name) and name_key(atom) in keys else ():
            if name_key(letter) != name_key(atom):  # pyright: ignore[reportArgumentType] -- it is a name here
                yield put(placed(letter, atom.span)), node, atom, letter


def _other_size(node: Name | Scripted, scope: BroughtIn) -> Iterator[Made]:
    """Yield another size in the place of one, also below the sign of an identity matrix."""
    size = node if isinstance(node, Name) else node.sub
    if isinstance(size, Name) and name_key(size) in {name_key(each) for each in scope.sizes}:
        for other in scope.sizes:
            if name_key(other) != name_key(size):
                new = placed(other, size.span)
                yield new if isinstance(node, Name) else replace(node, sub=new), size, other


def _other_name(node: Name | Scripted, scope: BroughtIn) -> Iterator[Made]:
    """Yield another name with its indices in the place of one, below the same power."""
    bare, keys = spelled(without_sup(node)), {spelled(each) for each in scope.others}
    for other in scope.others if bare in keys else ():
        if spelled(other) != bare:
            new = placed(other, node.span)
            sup = node.sup if isinstance(node, Scripted) else None
            if sup is not None:
                new = replace(new, sup=sup) if isinstance(new, Scripted) else Scripted(node.span, new, None, sup)
            yield new, node, new


def _exchanged_indices(node: Scripted, _: BroughtIn) -> Iterator[Made]:
    sub = node.sub
    if isinstance(sub, Factors) and not any(sub.signs) and len(sub.parts) == PAIR:
        yield replace(node, sub=replace(sub, parts=sub.parts[::-1])), node
    if isinstance(sub, Sequence) and len(sub.items) == PAIR:
        yield replace(node, sub=replace(sub, items=sub.items[::-1])), node


NAMES: tuple[Row, ...] = (
    Row(0, "wrong power", "the power of {0} is one too high", Scripted, _lower_power, PLACE),
    Row(1, "wrong power", "the power of {0} is one too low", Scripted, _higher_power, PLACE),
    Row(1, "wrong power", "the power of {0} is one too high or too low", Scripted, _shifted_power, PLACE),
    Row(1, "transposed", "{0} is transposed, and should not be", Scripted, _untransposed, PLACE),
    Row(2, "wrong size", "{0} stands for {1}", Name | Scripted, _other_size, PLACE),
    Row(2, "transposed", "the transpose of {0} is missing", NAMED, _transposed_matrix, PLACE),
    Row(2, "transposed", "the whole is transposed", Terms | Factors | Big, _whole_transposed, ROOT),
    Row(2, "inverse", "the inverse in {0} is too many", Scripted, _uninverted, PLACE),
    Row(2, "wrong power", "a square of {0} is missing", NAMED, _squared, SQUARED),
    Row(2, "wrong power", "the square of the whole is missing", Factors, _squared, ROOT),
    Row(2, "1 - p for p", "{0} and 1 - {0} stand for one another", Factors | Terms | Big, _exchanged_complements, ROOT),
    Row(2, "wrong power", "{0} stands on the wrong side of the fraction", Name | Scripted, _reciprocal, PLACE),
    Row(2, "transposed", "{0} stands for {1}", Scripted, _gram, PLACE),
    Row(2, "wrong index", "{0} has a moved index: {1}", Scripted, _moved_indices, PLACE),
    Row(2, "transposed", "the indices of {0} are in the wrong order", Scripted, _exchanged_indices, PLACE),
    Row(3, "wrong index", "{0} has the index {1} for {2}", Scripted, _other_letters, PLACE),
    Row(3, "wrong index", "{0} has a moved index: {1}", Scripted, _numbered, PLACE),
    Row(3, "transposed", "the transpose of {0} is missing", NAMED, _transposed, PLACE),
    Row(4, "wrong name", "{0} stands for {1}", Name | Scripted, _other_name, PLACE),
    Row(4, "inverse", "the inverse of {0} is missing", NAMED, _inverted, PLACE),
    Row(4, "1 - p for p", "{0} stands for 1 - {0}", Name | Scripted, _complemented, QUANTITY),
    Row(4, "1 - p for p", "{0} stands for 1 - {0}", Factors, _complemented, CALL | TERM),
    Row(4, "missing factor", "the factor {0} is missing at {1}", Name | Scripted, _times_complement, QUANTITY),
    Row(4, "missing factor", "the factor {0} is missing at {1}", Factors, _times_complement, CALL | TERM),
)
