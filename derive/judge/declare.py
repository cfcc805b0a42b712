r"""Declarations, by their shape and wherever they stand: `x \in \mathbb{R}^D`, `i = 1, \dots, N`, `f: A \to B`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.meaning.errors import Clash
from derive.meaning.here import Here
from derive.meaning.keys import Head, items, list_ends, name_key, named, numbered_key, spelled
from derive.meaning.scope import Condition, Declaration, Scope
from derive.meaning.usage import REALS, Usage

POSITIVE = frozenset({"+", "plus", "++", "> 0", ">0"})
SETS: dict[tuple[str, ...], str] = {
    ("0", "1"): "binary",
    ("-1", "1"): "sign",
    ("+1", "-1"): "sign",
}
"""Sets of two numbers by their members in order, and what is said of a name in them."""
MOST_AXES = 2
WHOLE = frozenset({"blackboard N", "blackboard Z", "bold N", "bold Z"})
"""The whole numbers; those that count may begin at 0."""
SYMMETRIC = frozenset({"blackboard S", "calligraphic S", "bold S", "S", "Sym"})
"""The spaces of symmetric matrices; what is positive in them is definite."""
OPEN = {"(": "<", "[": "<=", ")": "<", "]": "<="}


def declare(node: Node, scope: Scope, usage: Usage, where: str = "", *, of_labels: bool = False) -> bool:
    r"""Take in what a formula declares by its shape, `y = \pm 1` where words are `of_labels`; return if it does."""
    if isinstance(node, surface.Sequence):
        return _ranged(node, scope) or _function(node, scope, usage, where) or _listed(node, scope, usage, where)
    if isinstance(node, surface.Chain):
        either = _either_sign(node, scope, usage, where, of_labels=of_labels)
        return either or _between(node, scope, usage) or _member(node, scope, usage, where)
    return False


def _between(node: surface.Chain, scope: Scope, usage: Usage) -> bool:
    r"""Take in `1 \le i \le N` of an index."""
    if [sign.kind for sign in node.relations] != ["<=", "<="]:
        return False
    first, letter, last = node.members
    if not isinstance(letter, surface.Name) or not isinstance(first, surface.Number) or last is None:
        return False
    if not usage.is_index(letter):
        return False
    scope.ranges[name_key(letter)] = (first, last)
    return True


def _ranged(node: surface.Sequence, scope: Scope) -> bool:
    r"""Take in `i = 1, \dots, N`, also of several letters."""
    dotted = any(isinstance(each, surface.Dots) for each in node.items)
    if not dotted or len(node.items) < 3:  # noqa: PLR2004 -- first, dots, last
        return False
    first, last = node.items[0], node.items[-1]
    if not isinstance(first, surface.Chain):
        return False
    if [sign.kind for sign in first.relations] != ["="] or not isinstance(first.members[1], surface.Number):
        return False
    letters = [each for each in items(first.members[0]) if isinstance(each, surface.Name)]
    for letter in letters:
        scope.ranges[name_key(letter)] = (first.members[1], last)
    return bool(letters)


def _function(node: surface.Sequence, scope: Scope, usage: Usage, where: str) -> bool:
    r"""Take in `f: A \to B`."""
    if len(node.items) != 2 or node.separators != (":",) or not isinstance(node.items[1], surface.Chain):  # noqa: PLR2004 -- a name and a map
        return False
    if node.items[1].relations[0].kind not in {"to", "mapsto"} or named(node.items[0]) is None:
        return False
    key = key_of(node.items[0], scope, usage)
    if key is not None:
        scope.declarations[key] = Declaration(0, (), frozenset({"function"}), where)
    return key is not None


def _listed(node: surface.Sequence, scope: Scope, usage: Usage, where: str) -> bool:
    r"""Take in `x, y \in \mathbb{R}^D`, where the last item says it of all, and lists of whole declarations."""
    last = node.items[-1] if node.items else None
    if not isinstance(last, surface.Chain) or last.relations[0].kind != "in" or last.members[1] is None:
        return False
    heads = [each for each in node.items[:-1] if named(each) is not None]
    others = [each for each in node.items[:-1] if isinstance(each, surface.Chain)]
    found = [declare(each, scope, usage, where) for each in (*others, last)]
    found += [declared(each, last.members[1], scope, usage, where) for each in heads]
    if last.members[0] is not None:
        number_all((*node.items[:-1], last.members[0]), scope, usage)
    return any(found)


def number_all(listed: tuple[Node, ...], scope: Scope, usage: Usage) -> None:
    r"""Take in of a declared list such as `x_1, \dots, x_N` from where to where its members are numbered."""
    ends = list_ends(listed)
    if ends is None:
        return
    key = key_of(listed[0], scope, usage)
    known = None if key is None else scope.declarations.get(key)
    try:
        _ = Here(scope, usage, {}).ends(ends)
    except Clash:
        return
    if key is not None and known is not None and known.slots == 1:
        scope.declarations[key] = replace(known, listed=ends)


def number_list(node: Node, scope: Scope, usage: Usage) -> None:
    r"""Take in of `x_1, \dots, x_N`, or of pairs of such, how many there are; two lists of one family say nothing."""
    body = node.body if isinstance(node, surface.Bracket) else node
    if not isinstance(body, surface.Sequence) or set(body.separators) != {","}:
        return
    inner = [each.body for each in body.items if isinstance(each, surface.Bracket)]
    pairs = [each.items for each in inner if isinstance(each, surface.Sequence)]
    rows: list[tuple[Node, ...]] = [body.items]
    if len(pairs) > 1 and len(pairs[0]) == len(pairs[-1]):
        dots = [each for each in body.items if isinstance(each, surface.Dots)][:1]
        rows = [(one, *dots, other) for one, other in zip(pairs[0], pairs[-1], strict=True)]
    for row in rows:
        ends, base = list_ends(row), named(row[0])
        if ends is None or base is None:
            continue
        try:
            _ = Here(scope, usage, {}).ends(ends)
        except Clash:
            continue
        key, known = name_key(base), scope.list_of(name_key(base))
        is_other = known is not None and list(map(spelled, known)) != list(map(spelled, ends))
        scope.lists[key] = None if is_other else ends


def _either_sign(node: surface.Chain, scope: Scope, usage: Usage, where: str, *, of_labels: bool) -> bool:
    r"""Take in `y_i = \pm 1`; of a plain name, where words are `of_labels`: else it may be claimed of a number."""
    head, right = node.members[0], node.members[-1]
    if [sign.kind for sign in node.relations] != ["="] or named(head) is None or not _is_either_sign(right):
        return False
    letter = head.sub if isinstance(head, surface.Scripted) and head.sup is None else None
    is_family = isinstance(letter, surface.Name) and usage.is_index(letter)
    either = surface.Bracket(node.span, "{", "}", right)
    return (is_family or of_labels) and head is not None and declared(head, either, scope, usage, where)


def _member(node: surface.Chain, scope: Scope, usage: Usage, where: str) -> bool:
    if [sign.kind for sign in node.relations] != ["in"] or node.members[0] is None or node.members[1] is None:
        return False
    pairs = list(_of_tuple(node.members[0], node.members[1]))
    if pairs:
        each_is = [declared(head, space, scope, usage, where) for head, space in pairs]
        return all(each_is)
    found = [declared(head, node.members[1], scope, usage, where) for head in _heads(node.members[0])]
    number_all(tuple(_heads(node.members[0])), scope, usage)
    return bool(found) and all(found)


def _of_tuple(node: Node, space: Node) -> Iterator[tuple[Node, Node]]:
    r"""Yield what `(x_i, y_i) \in \mathbb{R}^D \times \mathbb{R}` and `(x, y) \in \mathbb{R}^2` say of each name."""
    body = node.body if isinstance(node, surface.Bracket) and node.left == "(" else None
    if not isinstance(body, surface.Sequence) or set(body.separators) != {","}:
        return
    base, power = named(space), space.sup if isinstance(space, surface.Scripted) else None
    if isinstance(space, surface.Factors) and set(space.signs) == {"", "times"} and len(space.parts) == len(body.items):
        yield from zip(body.items, space.parts, strict=True)
    elif base is not None and isinstance(power, surface.Number) and power.text == str(len(body.items)):
        yield from ((each, base) for each in body.items)


def _heads(node: Node) -> Iterator[Node]:
    if isinstance(node, surface.Sequence):
        yield from node.items
    else:
        yield node


@dataclass(frozen=True, slots=True)
class _Declared:
    """A name with what stands in its slots, the place where it is read, and where that stands."""

    name: Node
    head: Head
    here: Here
    where: str

    def take(self, shape: tuple[Node, ...], facts: Iterable[str], among: tuple[Node, Node] | None = None) -> bool:
        """Take in the axes of the name beyond its slots, and what holds of it.

        Numbered ones of several shapes, such as the `W_1` and `W_2` of two layers, are names of their own.
        """
        key, slots, known = self.head.key, self.head.slots, self.here.scope.declarations
        made = Declaration(len(slots), shape, frozenset(facts), self.where, among)
        known[key] = made
        if slots and all(isinstance(each, surface.Number) for each in slots):
            known[numbered_key(key, slots)] = replace(made, slots=0)
            if len({_said(each) for own, each in known.items() if own.partition("_")[0] == key and own != key}) > 1:
                del known[key]
        return True


def _said(declaration: Declaration) -> tuple[object, ...]:
    """Return what a declaration says, wherever it stands."""
    return (*map(spelled, declaration.shape), declaration.facts)


def declared(name: Node, space: Node, scope: Scope, usage: Usage, where: str = "") -> bool:
    """Take in that a name lies in a space or a set; return whether that is understood."""
    if isinstance(name, surface.Dots):
        return True
    here = Here(scope, usage, {})
    try:
        head = here.head(name)
    except Clash:
        return False
    if head.power is not None or not _lies_in(_Declared(name, head, here, where), space):
        return False
    known = scope.declarations.get(head.key)
    if known is not None and len(head.slots) == 1 and isinstance(head.slots[0], surface.Name):
        scope.declarations[head.key] = replace(known, letter=name_key(head.slots[0]))
    return True


def _lies_in(name: _Declared, space: Node) -> bool:
    """Take in where a name lies, by the shape of what is written; return whether that is understood."""
    base = named(space)
    key = "" if base is None else name_key(base)
    if key in REALS:
        return _in_space(name, space)
    if isinstance(space, surface.Bracket):
        return _in_set(name, space)
    if key in WHOLE:
        return _whole(name, space, key)
    if not isinstance(space, surface.Scripted):
        return False
    if isinstance(space.base, surface.Bracket):
        return _in_cube(name, space)
    in_simplex = base is not None and base.text == "Delta"
    return _in_simplex(name, space) if in_simplex else key in SYMMETRIC and _symmetric(name, space)


def _whole(name: _Declared, space: Node, base: str) -> bool:
    r"""Take in `n \in \mathbb{N}` and `k \in \mathbb{Z}_{\ge 0}`."""
    sup, sub = (space.sup, space.sub) if isinstance(space, surface.Scripted) else (None, None)
    if sup is not None and _plain(sup) != "+":
        return False
    sign = sub if sub is not None else sup
    if base.endswith("N"):
        return name.take((), {"whole", "nonnegative"})
    if sign is None:
        return name.take((), {"whole"})
    return name.take((), {"whole", "nonnegative" if _plain(sign) != ">0" else "positive"})


def _in_cube(name: _Declared, space: surface.Scripted) -> bool:
    r"""Take in `y \in \{0, 1\}^K` and `p \in [0, \infty)^N`."""
    body = getattr(space.base, "body", None)
    fact = _fact_of(body)
    bracket = getattr(space.base, "left", "")
    if bracket == "[" and [*map(_number, _listed_in(body))] == ["0", "infty"]:
        fact = "nonnegative"
    elif bracket not in {"{", "\\{"}:
        fact = None
    shape = shape_parts(space.sup)
    if fact is None or space.sub is not None or not shape or len(shape) > MOST_AXES:
        return False
    return name.take(shape, {fact})


def _in_simplex(name: _Declared, space: surface.Scripted) -> bool:
    r"""Take in `p \in \Delta_K` and `p \in \Delta^{K-1}`, of K entries; what `\Delta^K` has is not clear."""
    size = space.sub
    if space.sup is not None:
        sup = space.sup
        less = isinstance(sup, surface.Terms) and sup.signs[1:] == ("-",) and spelled(sup.parts[1]) == "1"
        size = sup.parts[0] if less and isinstance(sup, surface.Terms) and space.sub is None else None
    if size is None or named(size) is None:
        return False
    return name.take((size,), {"simplex"})


def _symmetric(name: _Declared, space: surface.Scripted) -> bool:
    r"""Take in `S \in \mathbb{S}^n_{++}` and `S \in \mathbb{S}_n^+`."""
    marks = [each for each in (space.sub, space.sup) if each is not None and _plain(each) in {"+", "++"} | POSITIVE]
    sizes = [each for each in (space.sub, space.sup) if each is not None and each not in marks]
    if len(sizes) != 1 or named(sizes[0]) is None:
        return False
    return name.take((sizes[0], sizes[0]), {"square", "symmetric"} | ({"definite"} if marks else set()))


def _in_space(name: _Declared, space: Node) -> bool:
    r"""Take in `x \in \mathbb{R}^D`, `A \in \mathbb{R}^{N \times D}` and `c \in \mathbb{R}_{> 0}`."""
    sup, sub = (space.sup, space.sub) if isinstance(space, surface.Scripted) else (None, None)
    facts = set[str]()
    if sub is not None:
        sign = {"+": "nonnegative", "++": "positive", "> 0": "positive", ">= 0": "nonnegative"}
        facts.add(sign.get(_plain(sub), "positive" if ">" in _plain(sub) else "nonnegative"))
    shape = shape_parts(sup)
    if shape is None or len(shape) > MOST_AXES:
        return False
    if sup is not None and _plain(sup) in POSITIVE:
        facts, shape = {"nonnegative" if _plain(sup) != "++" else "positive"}, ()
    try:
        ends = [name.here.end(each) for each in shape]
    except Clash:
        return False
    if len(shape) == MOST_AXES and spelled(shape[1]) == "1":
        shape, ends = shape[:1], ends[:1]
    if len(shape) == MOST_AXES and spelled(shape[0]) == "1":
        return False
    if len(ends) == MOST_AXES and ends[0] is ends[1]:
        facts.add("square")
    return name.take(tuple(shape), facts)


def _plain(node: Node) -> str:
    if isinstance(node, surface.Terms) and not node.parts:
        return "+"
    text = spelled(node)
    return "+" if "plus" in text or text == "+" else ">0" if ">" in text else text


def shape_parts(sup: Node | None) -> tuple[Node, ...] | None:
    """Return the sizes above the sign of a space, none of a number; None for what is no shape."""
    if sup is None:
        return ()
    if isinstance(sup, surface.Factors) and set(sup.signs) <= {"", "times"}:
        return sup.parts
    if isinstance(sup, surface.Sequence | surface.Hole):
        return None
    return (sup,)


def _in_set(name: _Declared, space: surface.Bracket) -> bool:
    r"""Take in `y \in \{0, 1\}` and `k \in \{1, \dots, K\}`."""
    listed = _listed_in(space.body)
    if any(isinstance(each, surface.Dots) for each in listed):
        return isinstance(listed[0], surface.Number) and _among(name, (listed[0], listed[-1]))
    if space.left in "([" and len(listed) == 2:  # noqa: PLR2004 -- an interval
        return _in_interval(name, space, *listed)
    fact = _fact_of(space.body)
    return fact is not None and space.left == "{" and name.take((), {fact})


def _among(name: _Declared, ends: tuple[Node, Node]) -> bool:
    """Take in from where to where an index runs, or labels."""
    key = name.head.key
    if isinstance(name.name, surface.Name) and key in name.here.usage.indices:
        name.here.scope.ranges[key] = ends
        return True
    return name.take((), {"labels"}, ends)


def _in_interval(name: _Declared, space: surface.Bracket, low: Node, high: Node) -> bool:
    r"""Take in `\lambda \in (0, \infty)` and `d \in [0, 1]`: the ends are conditions."""
    if not (_is_end(low) and _is_end(high)):
        return False
    fact = {"0[": "nonnegative", "0(": "positive"}.get(_number(low) + space.left)
    ends = ((low, OPEN[space.left], name.name, fact is None), (name.name, OPEN[space.right], high, True))
    for one, sign, other, needed in ends:
        if needed and not any("infty" in _number(each) for each in (one, other)):
            relation = surface.Chain(space.span, (one, other), (surface.Sign(space.span, sign),))
            name.here.scope.conditions.append(Condition(relation, name.where))
    return name.take((), {fact} if fact else ())


def _is_end(node: Node) -> bool:
    return all(
        isinstance(each, surface.Number | surface.Terms | surface.Fraction | surface.Factors)
        or (isinstance(each, surface.Name) and each.text in {"infty", "pi"})
        for each in surface.walk(node)
    )


def _fact_of(body: Node | None) -> str | None:
    r"""Return what is said of a name in a set of two numbers, listed or written as `\pm 1`; None for another set."""
    if _is_either_sign(body):
        return "sign"
    return SETS.get(tuple(sorted(map(_number, _listed_in(body)))))


def _listed_in(body: Node | None) -> tuple[Node, ...]:
    return body.items if isinstance(body, surface.Sequence) else ()


def _is_either_sign(node: Node | None) -> bool:
    r"""Return whether a tree is `\pm 1`."""
    return isinstance(node, surface.Terms) and node.signs in {("pm",), ("mp",)} and spelled(node.parts[0]) == "1"


def _number(node: Node) -> str:
    if isinstance(node, surface.Terms) and len(node.parts) == 1:
        sign = "-" if node.signs[0] == "-" else ""
        return f"{sign}{spelled(node.parts[0])}"
    return spelled(node)


def key_of(node: Node, scope: Scope, usage: Usage) -> str | None:
    """Return the key of a name, None for what is no name."""
    try:
        return Here(scope, usage, {}).head(node).key
    except Clash:
        return None


def parameter_of(node: Node, scope: Scope, usage: Usage) -> str | None:
    """Return the key of a name that may be a parameter: a bare one, or one with a prime, or a number such as `b_0`."""
    if isinstance(node, surface.Name):
        return key_of(node, scope, usage)
    if not isinstance(node, surface.Scripted) or named(node) is None or node.sup is not None:
        return None
    try:
        head = Here(scope, usage, {}).head(node)
    except Clash:
        return None
    if node.primes and not head.slots:
        return head.key
    numbers = [each.text for each in head.slots if isinstance(each, surface.Number)]
    return f"{head.key}_{','.join(numbers)}" if numbers and len(numbers) == len(head.slots) else None
