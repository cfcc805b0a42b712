"""Names that are not declared: what their use shows of them, as an assumption that is listed."""

from __future__ import annotations

import re
from dataclasses import replace

from sympy import KroneckerDelta

from derive.latex.read.axes import Axis
from derive.latex.read.entries import any_letter, from_known, label_at, symbol, with_letters
from derive.latex.read.heads import Head, head_of
from derive.latex.read.here import Here
from derive.latex.read.scene import Place
from derive.latex.read.signs import ACCENTS
from derive.latex.read.table import Known
from derive.latex.read.tree import Node
from derive.latex.read.trouble import NotReadError
from derive.latex.read.values import Value, lazy

_MOVED = re.compile(r"\^[+-]\d+$")


def inferred(head: Head, places: tuple[Place | None, ...], here: Here) -> Value:
    """Take an undeclared name for what its use shows, and say so."""
    usage = here.table.usage
    use = (_MOVED.sub("", head.key), len(head.atoms))
    base = None if use in usage.vectors else next((n for n in range(use[1]) if (use[0], n) in usage.vectors), None)
    indexed = usage.indexed.get(use, set())
    # A letter where elsewhere a sum binds one is an index too: `a_k` beside the sum of a_j over j.
    places = tuple(p or (any_letter(head.atoms[n], here) if n in indexed else None) for n, p in enumerate(places))
    if base is not None and base < len(head.atoms) and indexed:
        return _entry_of_inferred(head, places, base, here)
    pattern = tuple(
        "*" if place is not None and (place.literal is None or n in indexed) else label_at(atom, place)
        for n, (atom, place) in enumerate(zip(head.atoms, places, strict=True))
    )
    known = _like_its_base(head, pattern, here) or _like_the_others(head, pattern, here)
    if known is None:
        axes = tuple(Axis() for label in pattern if label == "*")
        rows, cols = _shape(head.key, use, here)
        known = Known(head.key, pattern, axes, rows, cols, declared=False)
    here.table.declare(known)
    return symbol(known, places, here, head.span)


def _like_its_base(head: Head, pattern: tuple[str, ...], here: Here) -> Known | None:
    r"""`x^*`, `\hat x` and `x'` have the shape of x, where that is known."""
    base = head.key.rstrip("'").split("^")[0].split(" ")
    key = " ".join(word for word in base if word not in ACCENTS.values())
    if key == head.key:
        return None
    for known in here.table.known.get(key, []):
        if known.pattern == pattern and known.rank:
            here.scene.assume(f"{head.key} has the shape of {key}")
            return replace(known, key=head.key, declared=False)
    return None


def _like_the_others(head: Head, pattern: tuple[str, ...], here: Here) -> Known | None:
    """Each `w_t` has the shape of w, where w is declared and the `w_{t+1}` that follows is used."""
    if head.key not in here.table.usage.moved or len(pattern) != 1:
        return None
    for known in here.table.known.get(head.key, []):
        if not known.pattern and known.rank:
            here.scene.assume(f"each {head.key} with an index has the shape of {head.key}")
            places = tuple(Axis() for label in pattern if label == "*")
            return replace(known, pattern=pattern, places=places, declared=False)
    return None


def _shape(key: str, use: tuple[str, int], here: Here) -> tuple[Axis | None, Axis | None]:
    """Guess a shape: what is transposed or bold is a column, or a matrix where it is a capital."""
    text = key.rsplit(" ", maxsplit=1)[-1].split("^", maxsplit=1)[0]
    bold, capital = "bold" in key.split(" "), text[:1].isupper() and text != "1"
    if use in here.table.usage.squares:
        axis = Axis()
        return axis, axis
    if use not in here.table.usage.vectors and not bold:
        return None, None
    here.scene.assume(f"{key} is a {'matrix' if capital else 'column'}, by its use")
    return Axis(), Axis() if capital else None


def _entry_of_inferred(head: Head, places: tuple[Place | None, ...], base: int, here: Here) -> Value:
    rows, cols = _shape(head.key, (head.key, base), here)
    known = Known(head.key, ("*",) * base, tuple(Axis() for _ in range(base)), rows, cols, declared=False)
    here.table.declare(known)
    value = from_known(known, head, places, here)
    if value is None:
        raise NotReadError(head.span, "its indices do not fit the way it is used elsewhere")
    return value


def kronecker(head: Head, places: tuple[Place | None, ...], here: Here) -> Value | None:
    r"""Return `\delta_{ij}` of two indices as Kronecker's delta, where nothing else is said of it."""
    letters = with_letters(head, places, here)
    if head.key != "delta" or len(letters) != 2:
        return None
    first, second = letters
    if first is None or second is None:
        return None
    here.scene.assume("delta with two indices is Kronecker's delta")
    here.scene.trail.unify(first.axis, second.axis, head.span)
    return lazy(lambda: KroneckerDelta(first.get(), second.get()))


def reshaped(node: Node, shape: Value, here: Here) -> Value | None:
    """Return an undeclared name again, now with the shape that its neighbours show; `None` for any other node."""
    head = head_of(node)
    if head is None or head.sup is not None or head.key in here.values:
        return None
    for known in here.table.known.get(head.key, []):
        if not known.declared and not known.rank and len(known.pattern) == len(head.atoms):
            rows, cols = Axis() if shape.rows is not None else None, Axis() if shape.cols is not None else None
            here.table.declare(replace(known, rows=rows, cols=cols))
            here.scene.assume(f"{head.key} has the shape of what it is added to or compared with")
            return here.read(node)
    return None
