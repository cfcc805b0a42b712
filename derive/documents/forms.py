"""Forms of equations: which left sides can be defined, and which inequalities only bound a name."""

from __future__ import annotations

from derive.documents.readings import names_in
from derive.latex.read.alike import alike
from derive.latex.read.heads import head_of, key_of, label_of, shift_of
from derive.latex.read.table import Table
from derive.latex.read.tree import Bracket, Chain, Factors, Name, Node, Number, Sequence, Terms, Words, walk

Form = tuple[str, tuple[str, ...], tuple[str, ...] | None]


def definable(lhs: Node, table: Table, body: Node | None = None) -> Form | None:
    r"""Return what a left side defines: a name, its index parameters, its arguments; `None` if it defines nothing.

    >>> from derive.latex.read.parser import read
    >>> definable(read("f_k(x)"), Table())
    ('f', ('k',), ('x',))
    """
    if isinstance(lhs, Factors):
        return _function(lhs, table, body) if len(lhs.parts) == 2 and not any(lhs.signs) else None
    head = head_of(lhs)
    if head is None or head.sup is not None:
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
    function, bracket = lhs.parts
    if not isinstance(bracket, Bracket) or bracket.left not in {"(", "["} or bracket.body is None:
        return None
    form = definable(function, table, body)
    if form is None or form[2] is not None or form[0] in table.known or "'" in form[0]:
        return None
    items = bracket.body.items if isinstance(bracket.body, Sequence) else (bracket.body,)
    heads = [head_of(item) for item in items]
    if any(h is None or h.sup is not None or any(isinstance(a, Name) for a in h.atoms) for h in heads):
        return None
    if body is not None and any(h.atoms and h.key not in names_in(body) for h in heads if h is not None):
        return None  # an argument with a number that the body has not, as in P(C_1 | x), stands for itself
    names = tuple(
        h.key + "".join(f" {a.text}" for a in h.atoms if isinstance(a, Number)) for h in heads if h is not None
    )
    return None if len(set(names)) != len(names) else (form[0], form[1], names)


def mentions(body: Node, lhs: Node) -> bool:
    """Return whether a body uses the name that it would define, at the same index: `w_{t-1}` is another than `w_t`."""
    head = head_of(lhs.parts[0] if isinstance(lhs, Factors) else lhs)
    if head is None:
        return False
    for part in walk(body):
        other = head_of(part)
        if other is None or other.key != head.key or other.primes != head.primes:
            continue
        if isinstance(part, Name) and head.atoms:
            continue
        if not (len(other.atoms) == 1 and shift_of(other.atoms[0]) is not None):
            return True
    return False


def is_increment(lhs: Node, rhs: Node) -> bool:
    """Return whether an equation is an assignment, as `k = k + 1` is.

    >>> from derive.latex.read.parser import read
    >>> is_increment(read("k"), read("k + 1"))
    True
    """
    return head_of(lhs) is not None and isinstance(rhs, Terms) and any(alike(part, lhs) for part in rhs.parts)


def is_simple_bound(lhs: Node, relation: str, rhs: Node) -> bool:
    r"""Return whether a relation only bounds names by a number, as in `\lambda > 0`."""
    if relation not in {"<", ">", "<=", ">="} or not isinstance(rhs, Number):
        return False
    items = lhs.items if isinstance(lhs, Sequence) else (lhs,)
    heads = [head_of(item) for item in items]
    single = isinstance(lhs, Factors) and all(isinstance(p, Name) for p in lhs.parts) and not any(lhs.signs)
    return single or all(h is not None and h.sup is None for h in heads)


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
