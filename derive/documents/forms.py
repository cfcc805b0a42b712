"""Forms of equations: which left sides can be defined, and which inequalities only bound a name."""

from __future__ import annotations

import string
from dataclasses import replace

from derive.documents.sets import word_of
from derive.latex.read.alike import alike
from derive.latex.read.expectations import is_operator
from derive.latex.read.heads import Head, head_of, key_of, label_of, names_in, shift_of
from derive.latex.read.probabilities import (
    call_of,
    calls_in,
    indexed,
    is_measure,
    is_of_numbers,
    literal_key,
    opposite,
    speaks_of_calls,
    without_calls,
)
from derive.latex.read.table import Table
from derive.latex.read.tree import (
    Apply,
    Big,
    Bracket,
    Chain,
    Derivative,
    Dots,
    Factors,
    Name,
    Node,
    Number,
    Root,
    Scripted,
    Sequence,
    Terms,
    Words,
    walk,
)

Form = tuple[str, tuple[str, ...], tuple[str, ...] | None]


def definable(lhs: Node, table: Table, body: Node | None = None) -> Form | None:
    r"""Return what a left side defines: a name, its index parameters, its arguments; `None` if it defines nothing.

    >>> from derive.latex.read.parser import read
    >>> definable(read("f_k(x)"), Table())
    ('f', ('k',), ('x',))
    """
    if isinstance(lhs, Factors):
        return _function(lhs, table, body) or _event(lhs, table, body)
    head = head_of(lhs)
    if head is None or head.sup is not None or (body is not None and is_recurrence(lhs, body)):
        return None
    params = tuple(_parameter(atom, table, body) for atom in head.atoms)
    letters = [p for p in params if p is not None and not p.startswith("=")]
    if None in params or len(set(letters)) != len(letters):
        return None
    return head.key + "'" * head.primes, tuple(p for p in params if p is not None), None


def _parameter(atom: Node, table: Table, body: Node | None) -> str | None:
    """Return a letter that is an index, or "=" and a label: a number, a word, a letter that the body has not."""
    if isinstance(atom, Name):
        key = key_of(atom)
        indexed = table.is_letter(key) or (len(atom.text) == 1 and (body is None or _has_index(body, key)))
        return key if indexed else f"={key}"
    return f"={label_of(atom)}" if isinstance(atom, Number | Words) else None


def _has_index(body: Node, key: str) -> bool:
    heads = [head_of(part) for part in walk(body)]
    return any(isinstance(a, Name) and key_of(a) == key for h in heads if h is not None for a in h.atoms)


def _function(lhs: Factors, table: Table, body: Node | None) -> Form | None:
    call = _call(lhs)
    form = definable(call[0], table, body) if call is not None else None
    if call is None or form is None or form[2] is not None or form[0] in table.known or "'" in form[0]:
        return None
    if is_operator(form[0]) and form[0] != "E":
        return None
    heads = [head_of(item) for item in call[1]]
    named = [h for h in heads if h is not None and _is_argument(h)]
    if len(named) != len(heads) or (body is not None and (_names_none(named, body) or is_event(lhs, body))):
        return None
    names = tuple(_argument(h) for h in named)
    return None if len(set(names)) != len(names) else (form[0], form[1], names)


def _is_argument(head: Head) -> bool:
    """Return whether a function may have this argument: a name, perhaps with a number below or a power above."""
    power = head.sup is None or (isinstance(head.sup, Number) and head.sup.text.isdigit() and not head.atoms)
    return power and not any(isinstance(atom, Name) for atom in head.atoms)


def _argument(head: Head) -> str:
    power = f"^{head.sup.text}" if isinstance(head.sup, Number) else ""
    return head.key + power + "".join(f" {a.text}" for a in head.atoms if isinstance(a, Number))


def _call(lhs: Factors) -> tuple[Node, tuple[Node, ...]] | None:
    if len(lhs.parts) != 2 or any(lhs.signs):
        return None
    function, bracket = lhs.parts
    if not isinstance(bracket, Bracket) or bracket.left not in {"(", "["} or bracket.body is None:
        return None
    return function, bracket.body.items if isinstance(bracket.body, Sequence) else (bracket.body,)


def _names_none(arguments: list[Head], body: Node) -> bool:
    """An argument with a number that the body has not, as in P(C_1 | x), stands for itself."""
    return any(h.atoms and h.key not in names_in(body) for h in arguments)


def is_event(lhs: Factors, body: Node) -> bool:
    """Return whether `P(D) = 0.01` is said of this very event: its name is not used in what it is equal to."""
    call = call_of(lhs)
    if call is None or not is_measure(call[0]) or call[1].body is None:
        return False
    return not (names_in(call[1].body) & names_in(without_calls(body)))


def _event(lhs: Factors, table: Table, body: Node | None) -> Form | None:
    r"""Return `P(A \mid B)` as a name of its own, where what it is equal to is known."""
    call = call_of(lhs)
    if call is None or not is_measure(call[0]) or is_of_numbers(call[1]) or call[0].primes:
        return None
    known = frozenset(table.definitions)
    defined = any(d.arguments is not None for d in table.definitions.get(call[0].key, []))
    other = opposite(call[1].body) if call[1].body is not None else None
    if other is not None and literal_key(call[0], replace(call[1], body=other)) in known:
        return None
    if body is None or defined or speaks_of_calls(body, known, frozenset({*table.ranges, *table.usage.letters})):
        return None
    return literal_key(*call), (), None


def logarithm_of_event(lhs: Node, body: Node) -> tuple[Node, Node] | None:
    r"""Return `\log p(D) = S` or `\log L = S` as what it says of p(D) or L, that it is `\exp S`; else `None`."""
    if not isinstance(lhs, Apply) or lhs.head != "log" or lhs.sub is not None or lhs.sup is not None:
        return None
    inside = lhs.argument.body if isinstance(lhs.argument, Bracket) else lhs.argument
    call = call_of(inside) if inside is not None else None
    head = call[0] if call is not None else head_of(inside) if inside is not None else None
    if inside is None or head is None or (call is None and not head.key.split(" ")[-1][:1].isupper()):
        return None
    return inside, Apply(body.span, "exp", Bracket(body.span, "(", "(", body), bracketed=True)


def by_diagonal(lhs: Node, body: Node) -> tuple[Node, Node] | None:
    r"""Return `R_{nn} = r_n` of a diagonal matrix as what it says of all entries; `None` for another left side.

    >>> from derive.latex.read.parser import read
    >>> by_diagonal(read("R_{n}"), read("r_n")) is None
    True
    """
    head = head_of(lhs)
    letters = head.atoms if head is not None else ()
    if len(letters) != 2 or not isinstance(lhs, Scripted) or not all(isinstance(a, Name) for a in letters):
        return None
    if written(letters[0]) != written(letters[1]):
        return None
    taken = {written(part) for part in walk(body)} | {written(letters[0])}
    other = next(
        n for n in (Name(letters[1].span, letter) for letter in string.ascii_letters) if written(n) not in taken
    )
    below = Sequence(lhs.span, (letters[0], other), (",",))
    delta = Scripted(lhs.span, Name(lhs.span, "delta"), below)
    return replace(lhs, sub=below), Factors(body.span, ("", ""), (Bracket(body.span, "(", "(", body), delta))


def root_of_square(lhs: Node, body: Node) -> tuple[Node, Node] | None:
    r"""Return `s^2 = v` as what it says of s, that it is `\sqrt v`; `None` for another left side.

    >>> from derive.latex.read.parser import read
    >>> root_of_square(read("s^2"), read("v"))[0].text, root_of_square(read("s"), read("v"))
    ('s', None)
    """
    if not isinstance(lhs, Scripted) or not isinstance(lhs.sup, Number) or lhs.sup.text != "2" or lhs.primes:
        return None
    if not isinstance(lhs.base, Name):
        return None
    return (lhs.base if lhs.sub is None else replace(lhs, sup=None)), Root(body.span, body)


def mentions(body: Node, lhs: Node) -> bool:
    """Return whether a body uses the name that it would define, at the same index: `w_{t-1}` is another than `w_t`."""
    head, call = head_of(lhs.parts[0] if isinstance(lhs, Factors) else lhs), call_of(lhs)
    if head is None or is_total(lhs, body):
        return False
    if call is not None and is_measure(head) and isinstance(lhs, Factors) and _function(lhs, Table(), body) is None:
        return any(literal_key(*c) == literal_key(*call) for c in calls_in(body))
    for part in _used(body):
        other = head_of(part)
        if other is None or other.key != head.key or other.primes != head.primes:
            continue
        if isinstance(part, Name) and head.atoms:
            continue
        if not (len(other.atoms) == 1 and shift_of(other.atoms[0]) is not None):
            return True
    return False


def _used(body: Node) -> list[Node]:
    """Return the parts of a body; what stands below a norm says which one it is, and is no name that is used."""
    norms = [n for n in walk(body) if isinstance(n, Scripted) and isinstance(n.base, Bracket) and n.base.left == "||"]
    kinds = {id(norm.sub) for norm in norms}
    return [part for part in walk(body) if id(part) not in kinds]


def is_total(lhs: Node, body: Node) -> bool:
    r"""Return whether a bare name is the sum of what has the same name with an index, as in `n = \sum_k n_k`.

    >>> from derive.latex.read.parser import read
    >>> is_total(read("n"), read(r"\sum_k n_k")), is_total(read("n"), read("n_k"))
    (True, False)
    """
    if not isinstance(lhs, Name) or not isinstance(body, Big) or body.head != "sum":
        return False
    heads = [head_of(part) for part in walk(body)]
    return any(h is not None and h.key == key_of(lhs) and h.atoms for h in heads)


def is_increment(lhs: Node, rhs: Node) -> bool:
    """Return whether an equation is an assignment, as `k = k + 1` is.

    >>> from derive.latex.read.parser import read
    >>> is_increment(read("k"), read("k + 1"))
    True
    """
    return head_of(lhs) is not None and isinstance(rhs, Terms) and any(alike(part, lhs) for part in rhs.parts)


def is_derivative(node: Node | None) -> bool:
    """Return whether a side is a derivative as a whole, with a sign for it or with primes.

    >>> from derive.latex.read.parser import read
    >>> is_derivative(read("f'(x)")), is_derivative(read("f(x)"))
    (True, False)
    """
    call = call_of(node) if node is not None else None
    return isinstance(node, Derivative) or (call is not None and call[0].primes > 0)


def is_recurrence(lhs: Node, rhs: Node) -> bool:
    """Return whether an equation gives the next value of a name from the one before, as `w_{t+1} = w_t + x_t` does.

    >>> from derive.latex.read.parser import read
    >>> is_recurrence(read("w_{t+1}"), read("w_t + x_t")), is_recurrence(read("w_t"), read("x_t"))
    (True, False)
    """
    head = head_of(lhs)
    if head is None or len(head.atoms) != 1 or head.sup is not None:
        return False
    others = [h for h in map(head_of, walk(rhs)) if h is not None and h.key == head.key and len(h.atoms) == 1]
    moved = [h for h in others if (shift_of(h.atoms[0]) is None) != (shift_of(head.atoms[0]) is None)]
    return bool(moved)


def is_simple_bound(lhs: Node, relation: str, rhs: Node) -> bool:
    r"""Return whether a relation only bounds names by a number, as in `\lambda > 0`."""
    if relation not in {"<", ">", "<=", ">="} or not isinstance(rhs, Number):
        return False
    items = [item for item in lhs.items if not isinstance(item, Dots)] if isinstance(lhs, Sequence) else [lhs]
    heads = [head_of(item) or named_call(item) for item in items]
    single = [word_of(item) is not None or _is_run(item) for item in items]
    return all(one or (h is not None and h.sup is None) for one, h in zip(single, heads, strict=True))


def _is_run(item: Node) -> bool:
    return isinstance(item, Factors) and all(isinstance(p, Name) for p in item.parts) and not any(item.signs)


def named_call(node: Node) -> Head | None:
    """Return `q(z)` as a name with an index; `None` for anything else."""
    call = call_of(node)
    return indexed(*call) if call is not None else None


def written(node: Node) -> str:
    """Return a tree as text that does not depend on where it stands."""
    return "".join(f"{type(n).__name__[0]}{getattr(n, 'text', '')}" for n in walk(node))


def label_key(form: Form) -> str:
    """Return what a form is known by: its name and its labels."""
    return f"{form[0]} {' '.join(form[1])}"


def used_names(tree: Node) -> set[str]:
    """Return the names in a tree, those with labels as a whole too."""
    found = names_in(tree)
    for part in walk(tree):
        head = head_of(part)
        if head is not None and head.atoms:
            found.add(f"{head.key} {' '.join('=' + label_of(atom) for atom in head.atoms)}")
    found |= {literal_key(*call) for call in calls_in(tree) if is_measure(call[0])}
    return found


def range_letters(tree: Node) -> list[str]:
    """Return the letters that a range binds."""
    first = tree.items[0] if isinstance(tree, Sequence) and tree.items else tree
    if isinstance(tree, Bracket) and tree.body is not None:
        return range_letters(tree.body)
    if not isinstance(first, Chain) or first.relations[0].kind != "=":
        return []
    subject = first.members[0]
    return [key_of(s) for s in (subject.items if isinstance(subject, Sequence) else (subject,)) if isinstance(s, Name)]
