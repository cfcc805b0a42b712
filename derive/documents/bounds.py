"""What inline relations say of names: that they are positive, between two numbers, different or equal indices."""

from __future__ import annotations

from dataclasses import replace

from derive.documents.forms import is_simple_bound
from derive.documents.impositions import begin_case, impose
from derive.documents.parts import Formula
from derive.documents.progress import Progress, say, text_of
from derive.documents.readings import RELATIONS
from derive.documents.sets import declare_member, members, note_kinds
from derive.latex.read.heads import head_of, key_of, names_in
from derive.latex.read.table import Constraint, Known, Origin
from derive.latex.read.tree import Big, Bracket, Chain, Name, Node, Number, Sequence, Sign, walk

TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_KINDS = {
    ("0", ">"): "positive",
    ("0", ">="): "nonnegative",
    ("1", "<"): "below one",
    ("1", "<="): "at most one",
}


def take_bound(progress: Progress, tree: Chain, part: Formula) -> bool:
    r"""Take in `\lambda > 0`, `0 < p_k < 1`; return whether this is what was said, and no claim."""
    bounds = bounds_of(tree)
    if not bounds or (progress.mode == "claim" and names_in(bounds[0].members[0] or tree) <= progress.seen):
        return False
    for bound in bounds:
        lhs, rhs = bound.members
        if lhs is not None and isinstance(rhs, Number):
            _bound(progress, lhs, bound.relations[0], rhs, part)
            progress.subjects = (lhs,)
    return True


def bounds_of(tree: Chain) -> tuple[Chain, ...]:
    r"""Return a relation that only bounds names by numbers as relations of the names to one number each.

    >>> from derive.latex.read.parser import read
    >>> len(bounds_of(read("0 < p < 1"))), bounds_of(read("x < y"))
    (2, ())
    """
    found: list[Chain] = []
    for lhs, sign, rhs in zip(tree.members, tree.relations, tree.members[1:], strict=False):
        turned = isinstance(lhs, Number) and sign.kind in TURNED and len(tree.relations) > 1
        one, other = (rhs, lhs) if turned else (lhs, rhs)
        kind = TURNED[sign.kind] if turned else sign.kind
        if one is None or other is None or not is_simple_bound(one, kind, other):
            return ()
        found.append(Chain(tree.span, (one, other), (replace(sign, kind=kind),)))
    return tuple(found)


def is_bounded(progress: Progress, tree: Chain) -> bool:
    r"""Return whether a display says from where names are, and claims nothing: `f(v) = \log v, \quad v > 0`.

    So it is for the variables of functions, and for names that nothing was said of, such as the `\lambda` of a penalty.
    """
    bounded = [bound.members[0] for bound in bounds_of(tree)]
    if bounded and all(member is not None and is_unexplained(progress, member) for member in bounded):
        return True
    names = {name for member in bounded if member is not None for name in names_in(member)}
    varied = {name for known in progress.table.definitions.values() for d in known for name in d.arguments or ()}
    return bool(names) and names <= varied and not names & progress.table.definitions.keys()


def is_unexplained(progress: Progress, lhs: Node) -> bool:
    """Return whether a name was used before anything was said of it."""
    head = head_of(lhs)
    if head is None or progress.table.definitions.get(head.key):
        return False
    return not any(known.declared for known in progress.table.known.get(head.key, []))


def is_normalised(progress: Progress, lhs: Node, rhs: Node) -> bool:
    r"""Return whether `\sum_k \pi_k = 1` is said of names that nothing was said of: it can only be a condition."""
    heads = [head_of(part) for part in walk(lhs)] if isinstance(lhs, Big) and isinstance(rhs, Number) else []
    summed = [head for head in heads if head is not None and head.atoms]
    keys = {head.key for head in summed}
    if len(keys) != 1 or not isinstance(lhs, Big) or lhs.head != "sum" or lhs.body is None or not head_of(lhs.body):
        return False
    known = progress.table.known.get(summed[0].key, [])
    said = any(summed[0].key in constraint.names for constraint in progress.table.constraints)
    return not said and not progress.table.definitions.get(summed[0].key) and not any(k.rank for k in known)


def _bound(progress: Progress, lhs: Node, sign: Sign, rhs: Number, part: Formula) -> None:
    text = text_of(part, lhs.span | rhs.span)
    origin = Origin(lhs.span | rhs.span, part.source, text)
    kind = _KINDS.get((rhs.text, sign.kind))
    for head, _ in members(lhs, progress.table):
        if head.key in progress.table.sizes:
            continue
        if not progress.table.known.get(head.key):
            _ = declare_member(lhs, Name(lhs.span, "R", "blackboard"), progress.table, origin)
        for known in _spoken_of(progress, head.key, len(head.atoms)):
            note_kinds(() if kind is None else (kind,), known, progress.table, origin)
    if kind is None:
        impose(progress, Chain(lhs.span | rhs.span, (lhs, rhs), (sign,)), part)
    say(progress, text, part.source, lhs.span | rhs.span)


def _spoken_of(progress: Progress, key: str, atoms: int) -> list[Known]:
    """Return what is known of a name with so many indices, else what is known of it at all."""
    known = progress.table.known.get(key, [])
    return [k for k in known if len(k.pattern) == atoms] or known[:1]


def take_indices(progress: Progress, tree: Chain, part: Formula) -> bool:
    r"""Take in `i \ne j` and `i = j` of two indices; return whether this is what was said."""
    lhs, sign, rhs = tree.members[0], tree.relations[0], tree.members[1]
    if len(tree.relations) != 1 or not (isinstance(lhs, Name) and isinstance(rhs, Name)):
        return False
    letters = all(_is_index(progress, name) for name in (lhs, rhs))
    if sign.kind != "!=" and not (sign.kind == "=" and letters):
        return False
    begin_case(progress)
    text = text_of(part, tree.span)
    constraint = Constraint(lhs, sign.kind, rhs, Origin(tree.span, part.source, text))
    progress.table.constraints.append(constraint)
    progress.cases.append(constraint)
    say(progress, text, part.source, tree.span)
    return True


def _is_index(progress: Progress, name: Name) -> bool:
    key, table = key_of(name), progress.table
    return len(name.text) == 1 and key not in table.sizes and (table.is_letter(key) or key in table.usage.subscripts)


def conditions_beside(guards: tuple[Node, ...], part: Formula) -> tuple[list[Constraint], list[Node]]:
    """Return the conditions written beside a statement, such as "for 0 < p < 1", and those not understood."""
    found: list[Constraint] = []
    odd: list[Node] = []
    for guard in guards:
        bare = guard.body if isinstance(guard, Bracket) and guard.body is not None else guard
        relations = list(_related(bare, part)) if isinstance(bare, Chain) else []
        found += relations
        if not relations:
            odd.append(bare)
    return found, odd


def _related(tree: Chain, part: Formula) -> list[Constraint]:
    if any(s.kind not in {*RELATIONS, "!="} for s in tree.relations):
        return []
    origin = Origin(tree.span, part.source, text_of(part, tree.span))
    found: list[Constraint] = []
    for lhs, sign, rhs in zip(tree.members, tree.relations, tree.members[1:], strict=False):
        if lhs is None or rhs is None:
            return []
        items = lhs.items if isinstance(lhs, Sequence) else (lhs,)
        found += [Constraint(item, sign.kind, rhs, origin) for item in items]
    return found
