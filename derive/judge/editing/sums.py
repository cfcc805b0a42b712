"""Edits of sum signs and functions: what a sign runs over and reaches, a function too many, too few, or another one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from derive.formula.read.tree import (
    Apply,
    Big,
    Bracket,
    Chain,
    Factors,
    Name,
    Node,
    Number,
    Root,
    Scripted,
    Sequence,
    Terms,
    rebuilt,
    walk,
)
from derive.judge.editing.compose import (
    applied,
    bared,
    bracketed,
    held,
    number,
    placed,
    rooted,
    shifted,
    summed,
    times,
    without_sup,
)
from derive.judge.editing.rows import (
    APPLIED,
    CALL,
    PAIR,
    PLACE,
    ROOT,
    SOLID,
    TERM,
    TERMED,
    VALUE,
    WHOLE,
    BroughtIn,
    Made,
    Row,
)
from derive.meaning.keys import name_key, spelled


def _totalled(node: Node, scope: BroughtIn) -> Iterator[Made]:
    """Yield the sum over a letter of a tree; also where another letter stands in its place."""
    here = _free_in(node)
    for letter in scope.letters:
        own = placed(letter, node.span)
        if name_key(letter) in here:
            yield Big(node.span, "sum", own, None, held(node)), own, node
            continue
        for other in scope.letters:
            if name_key(other) in here:
                moved = renamed(node, other, letter)
                if moved is not None:
                    yield Big(node.span, "sum", own, None, held(moved)), own, node


def _free_in(node: Node) -> set[str]:
    """Return the letters of a tree that no sum in it binds."""
    names = {name_key(part) for part in walk(node) if isinstance(part, Name)}
    return names - {name_key(each) for part in walk(node) if isinstance(part, Big) for each in _bound(part.lower)}


def renamed(node: Node, old: Name, new: Name) -> Node | None:
    """Return a tree with one letter in the place of another where it is free; None where a sum would capture it."""
    bound = [each for part in walk(node) if isinstance(part, Big) for each in _bound(part.lower)]
    if any(name_key(each) in {name_key(old), name_key(new)} for each in bound):
        return None
    return _renamed(node, old, new)


def _renamed(node: Node, old: Name, new: Name) -> Node:
    if isinstance(node, Name):
        return placed(new, node.span) if name_key(node) == name_key(old) else node
    return rebuilt(node, lambda part: _renamed(part, old, new))


def _bound(lower: Node | None) -> Iterator[Name]:
    for item in lower.items if isinstance(lower, Sequence) else (lower,):
        first = item.members[0] if isinstance(item, Chain) else item
        if isinstance(first, Name):
            yield first


PAIRS = {
    one: other
    for pair in (("sin", "cos"), ("sinh", "cosh"), ("tan", "tanh"), ("max", "min"), ("argmax", "argmin"))
    for one, other in (pair, pair[::-1])
} | {"sup": "inf", "inf": "sup"}
"""Functions that are taken for one another."""


def _power_of_sum(node: Big, _: BroughtIn) -> Iterator[Made]:
    r"""A sum of powers for the power of the sum: `\sum_k a_k^2` for `(\sum_k a_k)^2`."""
    body = bared(node.body) if node.body is not None else None
    if node.head == "sum" and isinstance(body, Scripted) and isinstance(body.sup, Number):
        whole = Bracket(node.span, "(", "(", replace(node, body=held(bared(without_sup(body)))))
        yield Scripted(node.span, whole, None, body.sup), node


def _sum_of_powers(node: Scripted, _: BroughtIn) -> Iterator[Made]:
    """The power of a sum for the sum of powers."""
    inside = bared(node.base)
    if isinstance(node.sup, Number) and isinstance(inside, Big) and inside.head == "sum" and inside.body is not None:
        yield replace(inside, body=Scripted(node.span, bracketed(inside.body), None, node.sup)), node
    elif isinstance(node.sup, Number) and isinstance(inside, Terms) and len(inside.parts) > 1:
        powers = (Scripted(each.span, bracketed(each), None, node.sup) for each in inside.parts)
        yield replace(inside, parts=tuple(powers)), node


def _other_function(node: Apply | Big, _: BroughtIn) -> Iterator[Made]:
    if node.head in PAIRS:
        other = replace(node, head=PAIRS[node.head])
        yield other, node, other


def _without_function(node: Apply, _: BroughtIn) -> Iterator[Made]:
    if node.argument is not None and node.head in {"log", "exp", "sqrt", "trace"} and node.sup is None:
        yield node.argument, node


def _without_root(node: Root, _: BroughtIn) -> Iterator[Made]:
    yield node.body, node


def _with_function(head: str) -> Callable[[Node, BroughtIn], Iterator[Made]]:
    def make(node: Node, scope: BroughtIn) -> Iterator[Made]:
        if not scope.is_plain(node):
            yield applied(head, node), node

    return make


def _with_root(node: Node, scope: BroughtIn) -> Iterator[Made]:
    if not scope.is_plain(node):
        yield rooted(node), node


def _with_one(node: Apply, _: BroughtIn) -> Iterator[Made]:
    """Yield a logarithm with the 1 that the derivative of `p log p` has beside it."""
    if node.head in {"log", "ln"}:
        yield bracketed(Terms(node.span, ("", "+"), (node, Number(node.span, "1")))), Number(node.span, "1"), node


def _other_base(node: Apply, _: BroughtIn) -> Iterator[Made]:
    if node.head in {"log", "ln", "lg"} and node.sub is None:
        yield replace(node, head="log", sub=number(2, node.span)), node
    elif node.head == "log" and node.sub is not None:
        yield replace(node, sub=None), node


def _weighted(node: Node, _: BroughtIn) -> Iterator[Made]:
    """Yield a side with a factor under a sum that stands elsewhere in it with another index: a weight forgotten."""
    sums = [part for part in walk(node) if isinstance(part, Big) and part.head == "sum" and part.body is not None]
    entries = {spelled(part): part for part in walk(node) if isinstance(part, Scripted) and isinstance(part.sub, Name)}
    for total in sums:
        for bound in _bound(total.lower) if not isinstance(total.lower, Sequence) else ():
            inner = {spelled(part) for part in walk(total.body)}
            factors = {spelled(new): new for new in (replace(e, sub=placed(bound, e.span)) for e in entries.values())}
            for factor in (factors[key] for key in factors if key not in inner):
                weight = placed(without_sup(factor), total.span)
                yield _put(node, total, replace(total, body=times(weight, total.body or weight))), weight, total


def _put(node: Node, old: Node, new: Node) -> Node:
    return new if node is old else rebuilt(node, lambda part: _put(part, old, new))


def _unsummed(node: Big, _: BroughtIn) -> Iterator[Made]:
    if node.head in {"sum", "prod"} and node.body is not None:
        yield bared(node.body), next(_bound(node.lower), node)


def _summed_over(node: Big, scope: BroughtIn) -> Iterator[Made]:
    for bound in _bound(node.lower) if node.head in {"sum", "prod"} and not isinstance(node.lower, Sequence) else ():
        free = _free_in(node.body) if node.body is not None else set[str]()
        for letter in scope.letters:
            if name_key(letter) != name_key(bound) and name_key(letter) in free and node.lower is not None:
                yield replace(node, lower=_renamed(node.lower, bound, letter)), bound, letter


def _picked(node: Big, scope: BroughtIn) -> Iterator[Made]:
    for bound in _bound(node.lower) if node.head == "sum" and node.body is not None else ():
        for letter in scope.letters:
            body = renamed(node.body, bound, letter) if node.body is not None else None
            if name_key(letter) != name_key(bound) and body is not None:
                yield bared(body), bound, letter


def _other_range(node: Big, _: BroughtIn) -> Iterator[Made]:
    if node.head not in {"sum", "prod"}:
        return
    for by in (-1, 1):
        upper = shifted(node.upper, by) if node.upper is not None else None
        if upper is not None:
            yield replace(node, upper=upper), upper
        first = node.lower.members[-1] if isinstance(node.lower, Chain) else None
        moved = shifted(first, by) if first is not None else None
        if moved is not None and isinstance(node.lower, Chain):
            yield replace(node, lower=replace(node.lower, members=(*node.lower.members[:-1], moved))), moved


def _log_of_sum(node: Big, _: BroughtIn) -> Iterator[Made]:
    """Yield the log of a sum for a sum of logs, and that of the exponentials for the sum of the exponents."""
    if node.head != "sum" or node.body is None:
        return
    inside = _argument(node.body, "log")
    if inside is not None:
        yield applied("log", replace(node, body=held(inside))), node
    yield applied("log", replace(node, body=applied("exp", node.body))), node


def _sum_of_logs(node: Apply, _: BroughtIn) -> Iterator[Made]:
    inside = _argument(node, "log")
    if isinstance(inside, Big) and inside.head == "sum" and inside.body is not None:
        power = _argument(inside.body, "exp")
        yield replace(inside, body=applied("log", inside.body) if power is None else held(power)), node


def _log_joined(node: Terms, _: BroughtIn) -> Iterator[Made]:
    """Yield the log of a sum for two logs, the exponential of a sum for two exponentials."""
    for head in ("log", "exp") if len(node.parts) == PAIR and not node.signs[0] else ():
        inside = [each for each in (_argument(part, head) for part in node.parts) if each is not None]
        if len(inside) == PAIR:
            yield applied(head, summed(("", node.signs[1]), inside, node.span)), node


def _argument(node: Node, head: str) -> Node | None:
    """Return the argument of a function, where a tree is its value."""
    if (
        not isinstance(node, Apply)
        or node.argument is None
        or node.head not in ({"log", "ln"} if head == "log" else {head})
    ):
        return None
    return bared(node.argument)


def _turned_relation(node: Chain, _: BroughtIn) -> Iterator[Made]:
    other = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "!=", "!=": "="}
    if len(node.relations) == 1 and node.relations[0].kind in other:
        sign = node.relations[0]
        yield replace(node, relations=(replace(sign, kind=other[sign.kind]),)), node


SUMS: tuple[Row, ...] = (
    Row(2, "wrong index", "it is summed over {0}, and should be over {1}", Big, _summed_over, PLACE),
    Row(2, "wrong range", "the sum begins or ends one too early or too late", Big, _other_range, PLACE),
    Row(2, "wrong function", "{0} stands for {1}", Apply | Big, _other_function, PLACE),
    Row(3, "missing factor", "the factor {0} is missing under the sum {1}", VALUE, _weighted, ROOT),
    Row(3, "extra sum", "the sum over {0} is too many", Big, _unsummed, PLACE),
    Row(3, "wrong index", "{0} is summed over, where the fixed {1} is meant", Big, _picked, PLACE),
    Row(3, "lost sum", "the sum over {0} is missing at {1}", VALUE, _totalled, TERM),
    Row(3, "extra function", "the function in {0} is too many", Apply, _without_function, PLACE),
    Row(3, "extra function", "the root in {0} is too many", Root, _without_root, PLACE),
    Row(2, "power of a sum split", "{0} stands for the power of the sum", Big, _power_of_sum, PLACE),
    Row(
        3,
        "power of a sum split",
        "the power of the sum {0} stands for a sum of powers",
        Scripted,
        _sum_of_powers,
        PLACE,
    ),
    Row(3, "log of a sum split", "the log of a sum is not the sum of the logs", Big, _log_of_sum, PLACE),
    Row(3, "log of a sum split", "the sum of the logs is not the log of the sum", Apply, _sum_of_logs, PLACE),
    Row(3, "log of a sum split", "log and exp of a sum are not taken term by term", Terms, _log_joined, PLACE),
    Row(3, "wrong relation", "the relation in {0} is turned", Chain, _turned_relation, PLACE),
    Row(4, "missing function", "the log of {0} is missing", SOLID, _with_function("log"), APPLIED),
    Row(4, "missing function", "the log of {0} is missing", Terms | Factors, _with_function("log"), CALL | TERM),
    Row(4, "missing function", "the exponential of {0} is missing", TERMED, _with_function("exp"), WHOLE),
    Row(4, "missing function", "the root of {0} is missing", TERMED, _with_root, TERM),
    Row(3, "missing term", "the term {0} is missing beside {1}", Apply, _with_one, PLACE),
    Row(4, "base of a log", "{0} has another base", Apply, _other_base, PLACE),
)
