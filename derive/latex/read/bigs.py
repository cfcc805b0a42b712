"""Sums, products and extrema over an index: what binds it, over which range, and how far the sign reaches."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sympy import Eq, IndexedBase, Integer, KroneckerDelta, Product, Sum

from derive.latex.read.applications import extremum
from derive.latex.read.axes import Axis, small
from derive.latex.read.entries import any_letter, place_of
from derive.latex.read.heads import Head, atoms_of, head_of, key_of, label_of
from derive.latex.read.here import Here
from derive.latex.read.resolve import resolve
from derive.latex.read.scene import Place
from derive.latex.read.sizes import last_of, range_of, size_of
from derive.latex.read.tree import Big, Chain, Factors, Name, Node, Scripted, Sequence, Terms, children, walk
from derive.latex.read.trouble import NotReadError
from derive.latex.read.values import Value, added, kind_of


def big(node: Big, here: Here) -> Value:
    """Return a sum or product over its index. Raises `NotReadError` for operators that are not read."""
    if node.head in {"max", "min"} and node.lower is None and node.body is not None:
        return extremum(node.head, node.body, here)
    if node.head not in {"sum", "prod"}:
        raise NotReadError(node.span, f"{node.head} with a scope is not read")
    if node.body is None:
        raise NotReadError(node.span, "there is nothing under this sign")
    lower = node.lower if node.lower is not None else _only_index(node.body, here)
    if lower is None:
        raise NotReadError(node.span, "nothing says what this sign runs over")
    listed = _listed(node, here)
    if listed is not None:
        return listed
    binders = _binders(lower, node.upper, here)
    inner = here
    for letter, place, _ in binders:
        inner = inner.binding(letter, place)
    weights = [weight for _, _, condition in binders for weight in condition]
    value = inner.read(node.body)
    if node.head == "prod" and not value.is_number:
        raise NotReadError(node.span, f"a product over {kind_of(value)}")
    return _closed(node.head, value, [place for _, place, _ in binders], weights, inner)


def _only_index(body: Node, here: Here) -> Node | None:
    r"""Return what a sign without an index runs over: the only index in its body that nothing binds."""
    heads = [head for head in map(head_of, walk(body)) if head is not None]
    atoms = {key_of(atom): atom for head in heads for atom in head.atoms if isinstance(atom, Name)}
    free = [a for key, a in atoms.items() if key not in here.places and here.table.hint(key) is not None]
    if len(free) != 1 or len(atoms.keys() - here.places.keys()) != 1:
        return None
    here.scene.assume(f"a sum without an index runs over {key_of(free[0])}")
    return free[0]


def _listed(node: Big, here: Here) -> Value | None:
    """Return a sum over a few numbers term by term, where the document gives values to single ones, as `x_1 = 2`."""
    lower, upper, body = node.lower, node.upper, node.body
    if not isinstance(lower, Chain) or [s.kind for s in lower.relations] != ["="] or node.head != "sum":
        return None
    letter, start = lower.members
    if not isinstance(letter, Name) or upper is None or body is None or start is None:
        return None
    ends = size_of(start, here.table), last_of(upper, here.table)
    count = small(ends)
    if count is None or not _has_single_values(body, key_of(letter), here):
        return None
    numbers = [Integer(int(ends[0]) + n) for n in range(count)]
    places = [Place(Axis(), lambda n=n: n, str(n)) for n in numbers]
    terms = [("+", here.binding(key_of(letter), place).read(body)) for place in places]
    return added(here.scene, terms, node.span)


def _has_single_values(body: Node, letter: str, here: Here) -> bool:
    heads = [head_of(part) for part in walk(body)]
    keys = {h.key for h in heads if h is not None and any(isinstance(a, Name) and key_of(a) == letter for a in h.atoms)}
    return any(p.startswith("=") for key in keys for d in here.table.definitions.get(key, []) for p in d.params)


def _closed(head: str, value: Value, places: list[Place], weights: list[Any], here: Here) -> Value:
    def entry(r: Any, c: Any) -> Any:
        """Return the entry at two places."""
        body = value.at(r, c)
        for weight in weights:
            body = weight() * body if head == "sum" else body ** weight()
        for place in reversed(places):
            body = _over(head, body, place, here)
        return body

    return Value(value.rows, value.cols, entry)


def _over(head: str, body: Any, place: Place, here: Here) -> Any:
    ends, index = here.scene.ends(place.axis), place.get()
    return (Sum if head == "sum" else Product)(body, (index, *ends))


Binder = tuple[str, Place, list[Any]]


def _binders(lower: Node, upper: Node | None, here: Here) -> list[Binder]:
    """Return what is bound: letters, their places, and the weights that restrict them."""
    items = lower.items if isinstance(lower, Sequence) else (lower,)
    if isinstance(lower, Chain) and isinstance(lower.members[0], Sequence):
        return [_chain(replace(lower, members=(m, *lower.members[1:])), upper, here) for m in lower.members[0].items]
    found: list[Binder] = []
    for number, item in enumerate(items):
        later = next((i for i in items[number + 1 :] if isinstance(i, Chain)), None)
        if isinstance(item, Chain):
            found.append(_chain(item, upper, here))
        elif later is not None:
            found.append(_chain(replace(later, members=(item, *later.members[1:])), upper, here))
        else:
            found.append(_bare(item, upper, here))
    return found


def _bare(item: Node, upper: Node | None, here: Here) -> Binder:
    r"""Bind the letters of `\sum_i`: over the range declared for it, or the one its use shows."""
    names = atoms_of(item)
    if len(names) != 1 or not isinstance(names[0], Name):
        raise NotReadError(item.span, "what this sign runs over is not understood")
    letter = key_of(names[0])
    axis = Axis(hint=here.table.hint(letter))
    if upper is not None:
        axis = Axis((Integer(1), size_of(upper, here.table)))
        here.scene.assume(f"where the range of {letter} begins is not written: it begins at 1")
    return letter, Place(axis, here.scene.fresh_index(axis, letter)), []


def _chain(item: Chain, upper: Node | None, here: Here) -> Binder:
    subject, sign, end = item.members[0], item.relations[0].kind, item.members[1]
    if not isinstance(subject, Name) or len(item.relations) != 1 or end is None:
        raise NotReadError(item.span, "what this sign runs over is not understood")
    letter = key_of(subject)
    if sign == "=" and upper is not None:
        axis = Axis((size_of(end, here.table), last_of(upper, here.table)))
        return letter, Place(axis, here.scene.fresh_index(axis, letter)), []
    if sign == "in" and upper is None:
        return _member(letter, end, here)
    if sign == "!=" and upper is None:
        return _except(letter, end, here)
    if sign == "=" and upper is None:
        ends = range_of(end, here.table)
        if ends is not None:
            axis = Axis(ends)
            return letter, Place(axis, here.scene.fresh_index(axis, letter)), []
    raise NotReadError(item.span, "what this sign runs over is not understood")


def _except(letter: str, other: Node, here: Here) -> Binder:
    r"""`\sum_{j \ne i}`: all j, with weight 0 where it is i."""
    left_out = place_of(other, here) or any_letter(other, here)
    if left_out is None:
        raise NotReadError(other.span, "what is left out is no index")
    axis = Axis(hint=here.table.hint(letter))
    place = Place(axis, here.scene.fresh_index(axis, letter))
    if left_out.literal is None:
        here.scene.trail.unify(axis, left_out.axis, other.span)
    return letter, place, [lambda: 1 - KroneckerDelta(place.get(), left_out.get())]


def _member(letter: str, members: Node, here: Here) -> Binder:
    r"""`\sum_{n \in C}`: all n, with a weight that is 1 for the members of C and 0 for the others."""
    ends = range_of(members, here.table)
    axis = Axis(ends, hint=here.table.hint(letter))
    place = Place(axis, here.scene.fresh_index(axis, letter))
    if ends is not None:
        return letter, place, []
    head = head_of(members)
    if head is None or head.sup is not None:
        raise NotReadError(members.span, "this set is not understood")
    indices = [place_of(atom, here) for atom in head.atoms]
    labels = tuple("" if p is not None else label_of(a) for p, a in zip(indices, head.atoms, strict=True))
    name = here.table.name(f"in {head.key}", tuple(label for label in labels if label))
    here.scene.assume(f"{name} is 1 for the members of the set {head.key} and 0 for the others")
    here.scene.sets.add(name)
    tensor = IndexedBase(name)
    _counted(head, indices, tensor, place, here)
    return letter, place, [lambda: tensor[(*(p.get() for p in indices if p is not None), place.get())]]


def _counted(head: Head, indices: list[Place | None], tensor: Any, place: Place, here: Here) -> None:
    """`N_k` is the number of members of `C_k` where n runs over 1..N: an inference, and said so."""
    hint = place.axis.known()
    key = str(hint[1]) if hint is not None else ""
    known = key in here.table.definitions and any(d.params for d in here.table.definitions[key])
    if not head.atoms or known or (key, len(head.atoms)) not in here.table.usage.counts:
        return
    number = resolve(Head(head.span, key, head.atoms), here)
    outer = [p.get() for p in indices if p is not None]
    index = here.scene.fresh_index(place.axis)()
    total = Sum(tensor[(*outer, index)], (index, *here.scene.ends(place.axis)))
    text = f"{key} with an index is the number of members of {head.key} with that index"
    here.scene.assume(f"{text}: {outer}", Eq(number.at(None, None), total))


def with_more(part: Node, sign: str, following: Node) -> Node | None:
    """Return a term that ends with a sum, reaching over the term behind it, if that uses the index of the sum."""
    last = part.parts[-1] if isinstance(part, Factors) else part
    if not isinstance(last, Big) or last.head != "sum" or last.body is None or last.lower is None:
        return None
    letters = _bound_letters(last.lower)
    if not letters or not _uses(following, letters) or not _uses(last.body, letters):
        return None
    body = last.body
    if isinstance(body, Terms):
        longer = replace(
            body, signs=(*body.signs, sign), parts=(*body.parts, following), span=body.span | following.span
        )
    else:
        longer = Terms(body.span | following.span, ("", sign), (body, following))
    reaching = replace(last, body=longer, span=last.span | following.span)
    if not isinstance(part, Factors):
        return reaching
    return replace(part, parts=(*part.parts[:-1], reaching), span=part.span | following.span)


def _bound_letters(lower: Node) -> set[str]:
    items = lower.items if isinstance(lower, Sequence) else (lower,)
    subjects = [item.members[0] if isinstance(item, Chain) else item for item in items]
    return {key_of(s) for s in subjects if isinstance(s, Name)}


def _uses(node: Node, letters: set[str]) -> bool:
    """Return whether a letter stands as an index in a tree, and no sum in the tree binds it."""
    if isinstance(node, Big) and node.lower is not None:
        letters = letters - _bound_letters(node.lower)
    if isinstance(node, Scripted):
        head = head_of(node)
        if head is not None and any(isinstance(a, Name) and key_of(a) in letters for a in head.atoms):
            return True
    return bool(letters) and any(_uses(child, letters) for child in children(node))
