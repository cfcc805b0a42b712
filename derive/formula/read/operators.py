"""Functions that are known by a command or a word, and operators with limits: their arguments and scopes."""

from __future__ import annotations

from functools import partial

from derive.formula.read import tree
from derive.formula.read.cursor import Cursor
from derive.formula.read.fences import opens_bar
from derive.formula.read.scripts import argument
from derive.formula.read.tree import Node, Span
from derive.formula.signs import BARS, BIGS, FUNCTIONS, LEFT_FENCES, PLUS, words_of

OPERATOR_WORDS: dict[str, str] = {
    **{name: name for name in FUNCTIONS - {"vec", "arg"}},
    **{name: name for name in ("argmax", "argmin", "max", "min", "sup", "inf")},
}
"""Words that are operators or functions in an upright font too."""

_NAMED_ALIKE = {"ln": "log", "tr": "trace", "Tr": "trace", "sgn": "sign", "lg": "lg"}


def operator_word(cursor: Cursor, name: tree.Name) -> Node:
    r"""Return `\operatorname{argmax}` or `\mathrm{tr}` as what it means."""
    word = OPERATOR_WORDS[name.text]
    return big(cursor, word, name.span) if word in BIGS else applied(cursor, word, name.span)


def scripts(cursor: Cursor) -> tuple[Node | None, Node | None, int, Span]:
    """Return what is below and above an operator, its primes, and where that ends."""
    sub, sup, primes, end = None, None, 0, cursor.here()
    while (token := cursor.token) is not None and token.kind in {"sub", "sup", "prime"}:
        end = token.span
        if token.kind == "prime":
            _ = cursor.take()
            primes += 1
            continue
        script = argument(cursor, skip=1)
        repeated = (sub if token.kind == "sub" else sup) is not None
        end = cursor.tokens[cursor.at - 1].span
        script = tree.Hole(end, "two scripts of one kind on one operator") if repeated else script
        sub, sup = (script, sup) if token.kind == "sub" else (sub, script)
    return sub, sup, primes, end


def applied(cursor: Cursor, head: str, span: Span) -> Node:
    """Return a function with its argument: what is in brackets behind it, or else the next factor."""
    sub, sup, primes, end = scripts(cursor)
    span = span | end if sub is not None or sup is not None or primes else span
    head = _NAMED_ALIKE.get(head, head)
    token = cursor.token
    if token is None or not _starts_argument(cursor):
        return tree.Apply(span, head, None, sub, sup, primes)
    bracketed = token.is_in(LEFT_FENCES) or token.kind == "open" or token.text in {"left", *BARS}
    body = cursor.deeper(cursor.grammar.read_atom if bracketed else _next_factor)
    return tree.Apply(span | body.span, head, body, sub, sup, primes, bracketed)


def _starts_argument(cursor: Cursor) -> bool:
    token = cursor.token
    if token is None or token.kind in {"close", "align", "row", "end", "sup", "sub", "words"}:
        return False
    return opens_bar(cursor) if token.text in BARS else token.text not in _NO_ARGUMENT


_NO_ARGUMENT = words_of(
    "+ - = < > , ; . ) ] ! : / * right cdot times odot oslash circ mid le ge leq geq neq approx rbrace in propto "
    "sim equiv to }"
)


def _next_factor(cursor: Cursor) -> Node:
    """Return the next factor; a name directly before a bracket takes it along, as in `log p(x)`."""
    body = cursor.grammar.read_factor(cursor)
    while _may_apply(body) and _bracket_follows(cursor):
        bracket = cursor.grammar.read_factor(cursor)
        body = tree.Factors(body.span | bracket.span, ("", ""), (body, bracket))
    return body


def _may_apply(node: Node) -> bool:
    return isinstance(node, tree.Name) or (isinstance(node, tree.Scripted) and isinstance(node.base, tree.Name))


def _bracket_follows(cursor: Cursor) -> bool:
    token, following = cursor.token, cursor.ahead()
    if token is None:
        return False
    left = token.text == "left" and token.kind == "command" and following is not None and following.text in {"(", "["}
    return left or (token.kind == "sign" and token.text in {"(", "["})


def big(cursor: Cursor, head: str, span: Span, *, lower: Node | None = None) -> Node:
    """Return an operator with its limits and what it is taken over: the product that follows."""
    sub, sup, primes, end = scripts(cursor)
    span = span | end if sub is not None or sup is not None or primes else span
    if primes:
        return tree.Hole(span, "a prime on an operator", head)
    if not (_starts_argument(cursor) or cursor.sees_one_of(PLUS)):
        return tree.Big(span, head, lower or sub, sup, None)
    body = cursor.deeper(_scope)
    return tree.Big(span | body.span, head, lower or sub, sup, body)


def _scope(cursor: Cursor) -> Node:
    if cursor.sees_one_of(PLUS):
        sign = cursor.take()
        body = cursor.grammar.read_factors(cursor)
        return tree.Terms(sign.span | body.span, (PLUS[sign.text],), (body,))
    return cursor.grammar.read_factors(cursor)


def scope_of_derivative(cursor: Cursor, *, narrow: bool, by: Node | None = None) -> Node | None:
    r"""Return what a derivative sign stands before: a bracket, an operator or an application, else the product.

    It takes the product too where that begins with a transposed bracket. `narrow` is for the gradient, which takes a
    name alone: `\nabla f x` is the gradient times x, but of a product that begins with a name that has something above
    it, or with the one `by` which is differentiated.
    """
    token = cursor.token
    if token is None or not _starts_argument(cursor):
        return None
    start = cursor.at
    body = cursor.deeper(_next_factor)
    begins = isinstance(body, tree.Number | tree.Fraction) or _begins_product(body, by, narrow=narrow)
    if begins or not (narrow or _is_closed(body)):
        cursor.at = start
        body = cursor.deeper(partial(cursor.grammar.read_factors, juxtaposed=True))
    return body


def _begins_product(body: Node, by: Node | None, *, narrow: bool) -> bool:
    """Return whether a derivative is of more than a first factor: of `x^T A x`, or of `x y` by x."""
    base = body.base if isinstance(body, tree.Scripted) else body
    if isinstance(body, tree.Scripted) and isinstance(base, tree.Bracket):
        is_transposed = isinstance(body.sup, tree.Name) and body.sup.text in {"T", "top", "intercal"}
        return is_transposed and (by is not None or not narrow)
    return (
        by is not None
        and isinstance(base, tree.Name)
        and ((isinstance(body, tree.Scripted) and body.sup is not None) or base == by or _same(base, by))
    )


def _same(one: Node, other: Node | None) -> bool:
    return (
        isinstance(one, tree.Name) and isinstance(other, tree.Name) and (one.text, one.font) == (other.text, other.font)
    )


def _is_closed(node: Node) -> bool:
    base = node.base if isinstance(node, tree.Scripted) else node
    return isinstance(base, tree.Bracket | tree.Apply | tree.Big | tree.Factors)
