"""Names that are known, at their indices: entries of tensors, columns, and matrices."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sympy import IndexedBase, Integer

from derive.latex.read.axes import Axis
from derive.latex.read.heads import Head, key_of, label_of
from derive.latex.read.here import Here
from derive.latex.read.scene import Place, real
from derive.latex.read.table import Known
from derive.latex.read.tree import Name, Node, Number, Span
from derive.latex.read.trouble import NotReadError
from derive.latex.read.values import Value, lazy
from derive.names import size


def place_of(atom: Node, here: Here) -> Place | None:
    """Return the place that an index atom stands for; `None` for a label."""
    if isinstance(atom, Number) and atom.text.isdigit():
        return Place(Axis(), lambda: Integer(int(atom.text)), atom.text)
    if not isinstance(atom, Name):
        return None
    key = key_of(atom)
    if key in here.places:
        return here.places[key]
    if here.table.is_letter(key):
        return here.scene.letter(key, here.table.hint(key))
    if key in here.table.sizes:
        return Place(Axis(), lambda: size(here.table.name(key)))
    return None


def any_letter(atom: Node, here: Here) -> Place | None:
    """A single letter where an index must stand is one, though nothing binds it."""
    if isinstance(atom, Name) and len(atom.text) == 1 and not atom.accents:
        return here.scene.letter(key_of(atom), None)
    return None


def with_letters(head: Head, places: tuple[Place | None, ...], here: Here) -> tuple[Place | None, ...]:
    """Return the places of the indices of a name, each where nothing is bound as that of any letter, if it is one."""
    return tuple(place or any_letter(atom, here) for place, atom in zip(places, head.atoms, strict=True))


def label_at(atom: Node, place: Place | None) -> str:
    """Return an index atom as a label: what it is bound to, if that is a number, else as it is written."""
    return label_of(atom) if place is None or place.literal is None else place.literal


def symbol(known: Known, places: tuple[Place | None, ...], here: Here, span: Span) -> Value:
    """Return the value of a known name at places: an entry of a tensor, or a symbol."""
    scene, name = here.scene, here.table.name(known.key, known.pattern)
    used = [p for p, label in zip(places, known.pattern, strict=True) if label == "*" and p is not None]
    for axis, place in zip(known.places, used, strict=True):
        scene.trail.reach(axis, place.axis, span)

    def entry(r: Any, c: Any) -> Any:
        """Return the entry at two places."""
        at = [p.get() for p in used] + [i for i in (r, c) if i is not None]
        return IndexedBase(name)[tuple(at)] if at else scalar(known, here)

    return Value(known.rows, known.cols, entry)


def scalar(known: Known, here: Here) -> Any:
    """Return the symbol for a number: a size where the name is one."""
    name = here.table.name(known.key, known.pattern)
    return size(name) if known.key in here.table.sizes and not known.pattern else real(name)


def entry_of(value: Value, head: Head, places: tuple[Place | None, ...], here: Here) -> Value:
    """Return an entry of a value that has as many axes as there are indices."""
    axes = [axis for axis in (value.rows, value.cols) if axis is not None]
    if not places:
        return value
    if len(places) != len(axes) or None in places:
        raise NotReadError(head.span, f"it has {len(places)} indices, where {len(axes)} are known")
    for axis, place in zip(axes, places, strict=True):
        if place is not None:
            here.scene.trail.reach(axis, place.axis, head.span)

    def entry() -> Any:
        """Return the entry at two places."""
        at = [p.get() for p in places if p is not None]
        row = at.pop(0) if value.rows is not None else None
        return value.at(row, at.pop(0) if value.cols is not None else None)

    return lazy(entry)


def from_known(known: Known, head: Head, places: tuple[Place | None, ...], here: Here) -> Value | None:
    """Return a declared name at its indices: as many as were declared, or as many more as its value has axes."""
    count = len(known.pattern)
    if not head.atoms and not known.rank and known.declared and 0 < count <= 2 and set(known.pattern) == {"*"}:
        answers = ("the column of its entries", "a number of its own")
        if here.scene.fall_back(f"{known.key} without indices", answers) == answers[0]:
            return _column_of_entries(known, here)
        here.scene.lose(f"nothing is said of {known.key} without an index")
        return None
    if set(known.pattern) - {"*"} or len(head.atoms) not in {count, count + known.rank}:
        return None
    atoms = with_letters(head, places, here)
    if len(head.atoms) > count and _is_one_of_several(known, head, atoms[count:], here):
        return None
    if None in atoms or (known.key not in here.table.usage.moved and _is_outside(known, atoms)):
        return None
    value = symbol(known, atoms[:count], here, head.span)
    return entry_of(value, replace(head, atoms=()), atoms[count:], here) if len(atoms) > count else value


def _is_one_of_several(known: Known, head: Head, places: tuple[Place | None, ...], here: Here) -> bool:
    """Return whether `x_i` is one of several x, and no entry of the x that is declared: its i runs further."""
    axes = [axis for axis in (known.rows, known.cols) if axis is not None]
    if _is_iterate(known, head, here):
        return True
    ends = [(axis.known(), place.axis.known()) for axis, place in zip(axes, places, strict=True) if place is not None]
    other = [mine for whole, mine in ends if whole is not None and mine is not None and mine != whole]
    if not other or len(axes) > 1 or not getattr(other[0][1], "is_Atom", True):
        return False
    answers = ("an entry", "one of several")
    return here.scene.fall_back(f"{head.key} with an index", answers) != answers[0]


def _is_iterate(known: Known, head: Head, here: Here) -> bool:
    """Return whether `w_t` is the t-th of the columns w, as `w_{t+1}` is the next, and no entry of one."""
    letters = [key_of(atom) for atom in head.atoms if isinstance(atom, Name)]
    moved = known.key in here.table.usage.moved and not known.pattern
    return moved and len(letters) == 1 and here.table.hint(letters[0]) is None and letters[0] not in here.places


def _column_of_entries(known: Known, here: Here) -> Value:
    """Return numbers that were declared with an index as the column, or the matrix, of all of them."""
    here.scene.assume(f"{known.key} without indices is the column or matrix of its entries")
    tensor = IndexedBase(here.table.name(known.key, known.pattern))
    rows, cols = (*known.places, None)[:2]
    return Value(rows, cols, lambda r, c: tensor[tuple(i for i in (r, c) if i is not None)])


def _is_outside(known: Known, places: tuple[Place | None, ...]) -> bool:
    """Return whether an index is 0 where the range begins at 1: that is another name."""
    axes = [*known.places, *(a for a in (known.rows, known.cols) if a is not None)]
    for axis, place in zip(axes, places, strict=False):
        ends = axis.known()
        if place is not None and place.literal == "0" and (ends is None or ends[0] == 1):
            return True
    return False
