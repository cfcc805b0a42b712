"""What a name means where it stands: a bound value, a definition, a declared symbol, or one to be inferred."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from sympy import IndexedBase, Integer, KroneckerDelta

from derive.latex.read.axes import Axis
from derive.latex.read.heads import Head, key_of, label_of, shift_of
from derive.latex.read.here import Here
from derive.latex.read.scene import Place, real
from derive.latex.read.table import Definition, Known
from derive.latex.read.tree import Name, Node, Number, Span
from derive.latex.read.trouble import NotReadError
from derive.latex.read.values import Value, lazy
from derive.names import size

_MOVED = re.compile(r"\^[+-]\d+$")


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


def resolve(head: Head, here: Here) -> Value:
    """Return what a name with its indices means. Raises `NotReadError` where its indices do not fit it."""
    here.spend(head.span)
    head, places = _placed(_as_declared(head, here), here)
    if head.key in here.values:
        return entry_of(here.values[head.key], head, places, here)
    labelled = _labelled(head, places, here)
    if labelled is not None:
        return labelled
    found = _defined(head, places, here) if head.key not in here.opaque else None
    if found is not None:
        return found
    for known in here.table.known.get(head.key, []):
        value = _from_known(known, head, places, here)
        if value is not None:
            return value
    return _kronecker(head, places, here) or _inferred(head, places, here)


def _kronecker(head: Head, places: tuple[Place | None, ...], here: Here) -> Value | None:
    r"""Return `\delta_{ij}` of two indices as Kronecker's delta, where nothing else is said of it."""
    letters = [p or any_letter(a, here) for p, a in zip(places, head.atoms, strict=True)]
    if head.key != "delta" or len(letters) != 2:
        return None
    first, second = letters
    if first is None or second is None:
        return None
    here.scene.assume("delta with two indices is Kronecker's delta")
    here.scene.trail.unify(first.axis, second.axis, head.span)
    return lazy(lambda: KroneckerDelta(first.get(), second.get()))


def _as_declared(head: Head, here: Here) -> Head:
    """`X_{ij}` may be an entry of a matrix that is declared in bold, and the other way round."""
    if _is_declared(head.key, here):
        return head
    *accents, text = head.key.split(" ")
    other = [a for a in accents if a != "bold"] if "bold" in accents else [*accents, "bold"]
    twin = " ".join([*other, text])
    if not _is_declared(twin, here):
        return head
    here.scene.assume(f"{head.key} and {twin} are the same")
    return replace(head, key=twin)


def _is_declared(key: str, here: Here) -> bool:
    known = any(known.declared for known in here.table.known.get(key, []))
    return known or key in here.values or bool(here.table.definitions.get(key))


def _placed(head: Head, here: Here) -> tuple[Head, tuple[Place | None, ...]]:
    """Find the places of the indices. A moved index makes another name of it: what ties the two is not known."""
    atoms = _digits_apart(head, here)
    shift = shift_of(atoms[0]) if len(atoms) == 1 else None
    if shift is not None and key_of(shift.letter) in {*here.places, *here.table.usage.letters, *here.table.ranges}:
        here.scene.lose(f"{head.key} is used at moved indices")
        known = here.table.known.get(head.key, [])
        key = f"{head.key}^{shift.by:+d}"
        for item in known:
            here.table.declare(replace(item, key=key))
        head, atoms = replace(head, key=key, atoms=(shift.letter,)), (shift.letter,)
    head = replace(head, atoms=atoms)
    return head, tuple(place_of(atom, here) for atom in atoms)


def _digits_apart(head: Head, here: Here) -> tuple[Node, ...]:
    """`W_{12}` is row 1, column 2 where W is known to have two indices."""
    only = head.atoms[0] if len(head.atoms) == 1 else None
    if not isinstance(only, Number) or len(only.text) != 2 or not only.text.isdigit():
        return head.atoms
    two = any(len(k.places) + k.rank == 2 for k in here.table.known.get(head.key, []))
    return tuple(Number(only.span, digit) for digit in only.text) if two else head.atoms


def _labels(head: Head, places: tuple[Place | None, ...]) -> tuple[str, ...]:
    """Return the atoms as labels, "*" for those that are places and no numbers."""
    pairs = zip(head.atoms, places, strict=True)
    return tuple("*" if place is not None and place.literal is None else _label(a, place) for a, place in pairs)


def _label(atom: Node, place: Place | None) -> str:
    return label_of(atom) if place is None or place.literal is None else place.literal


def _labelled(head: Head, places: tuple[Place | None, ...], here: Here) -> Value | None:
    """Return what was declared with these very labels."""
    labels = _labels(head, places)
    if all(label == "*" for label in labels):
        return None
    exact = [k for k in here.table.known.get(head.key, []) if _fits(k.pattern, labels) and set(k.pattern) != {"*"}]
    wanted = tuple(label if label == "*" else f"={label}" for label in labels)
    for definition in here.table.definitions.get(head.key, []) if head.key not in here.opaque else []:
        form = tuple(p if p.startswith("=") else "*" for p in definition.params)
        if form == wanted and definition.arguments is None:
            return _instance(definition, places, here)
    return symbol(exact[0], places, here, head.span) if exact else None


def _fits(pattern: tuple[str, ...], labels: tuple[str, ...]) -> bool:
    return len(pattern) == len(labels) and all(p in {"*", label} for p, label in zip(pattern, labels, strict=True))


def symbol(known: Known, places: tuple[Place | None, ...], here: Here, span: Span) -> Value:
    """Return the value of a known name at places: an entry of a tensor, or a symbol."""
    scene, name = here.scene, here.table.name(known.key, known.pattern)
    used = [p for p, label in zip(places, known.pattern, strict=True) if label == "*" and p is not None]
    for axis, place in zip(known.places, used, strict=True):
        scene.trail.unify(axis, place.axis, span)

    def entry(r: Any, c: Any) -> Any:
        """Return the entry at two places."""
        at = [p.get() for p in used] + [i for i in (r, c) if i is not None]
        return IndexedBase(name)[tuple(at)] if at else scalar(known, here)

    return Value(known.rows, known.cols, entry)


def scalar(known: Known, here: Here) -> Any:
    """Return the symbol for a number: a size where the name is one."""
    name = here.table.name(known.key, known.pattern)
    return size(name) if known.key in here.table.sizes and not known.pattern else real(name)


def _defined(head: Head, places: tuple[Place | None, ...], here: Here) -> Value | None:
    """Return the value by a definition; without its indices, it is a column or a matrix."""
    for definition in here.table.definitions.get(head.key, []):
        if len(definition.params) == len(head.atoms):
            bound = matched(definition, head.atoms, places, here)
            if bound is not None:
                return _instance(definition, bound, here)
        free = [p for p in definition.params if not p.startswith("=")]
        if not head.atoms and definition.arguments is None and 0 < len(free) == len(definition.params) <= 2:
            return _gathered(definition, here)
    for definition in here.table.definitions.get(head.key, []):
        letters = tuple(p or any_letter(a, here) for p, a in zip(places, head.atoms, strict=True))
        if not definition.params and definition.arguments is None and head.atoms and None not in letters:
            return entry_of(_instance(definition, (), here), head, letters, here)
    return None


def matched(
    definition: Definition, atoms: tuple[Node, ...], places: tuple[Place | None, ...], here: Here
) -> tuple[Place | None, ...] | None:
    """Return the places that the parameters of a definition take; `None` where its labels are others."""
    found: list[Place | None] = []
    for param, atom, place in zip(definition.params, atoms, places, strict=True):
        if param.startswith("="):
            if _label(atom, place) != param[1:]:
                return None
            found.append(place)
            continue
        found.append(place or any_letter(atom, here))
        if found[-1] is None:
            return None
    return tuple(found)


def _instance(definition: Definition, places: tuple[Place | None, ...], here: Here) -> Value:
    bound = {p: place for p, place in zip(definition.params, places, strict=True) if place is not None}
    return here.inside(bound, {}, definition.span).read(definition.body)


def _gathered(definition: Definition, here: Here) -> Value | None:
    """Return the column or matrix whose entries a definition gives."""
    cells: list[list[Any]] = [[None] for _ in definition.params]
    axes = [Axis(hint=here.table.hint(p)) for p in definition.params]
    places = tuple(Place(axis, _reader(cell)) for axis, cell in zip(axes, cells, strict=True))
    value = _instance(definition, places, here)
    if not value.is_number:
        return None

    def entry(r: Any, c: Any) -> Any:
        """Return the entry at two places."""
        held = [cell[0] for cell in cells]
        for cell, index in zip(cells, (r, c), strict=False):
            cell[0] = index
        result = value.at(None, None)
        for cell, before in zip(cells, held, strict=True):
            cell[0] = before
        return result

    return Value(axes[0], axes[1] if len(axes) > 1 else None, entry)


def _reader(cell: list[Any]) -> Any:
    return lambda: cell[0]


def entry_of(value: Value, head: Head, places: tuple[Place | None, ...], here: Here) -> Value:
    """Return an entry of a value that has as many axes as there are indices."""
    axes = [axis for axis in (value.rows, value.cols) if axis is not None]
    if not places:
        return value
    if len(places) != len(axes) or None in places:
        raise NotReadError(head.span, "it has not as many indices as this")
    for axis, place in zip(axes, places, strict=True):
        if place is not None:
            here.scene.trail.unify(axis, place.axis, head.span)

    def entry() -> Any:
        """Return the entry at two places."""
        at = [p.get() for p in places if p is not None]
        row = at.pop(0) if value.rows is not None else None
        return value.at(row, at.pop(0) if value.cols is not None else None)

    return lazy(entry)


def _from_known(known: Known, head: Head, places: tuple[Place | None, ...], here: Here) -> Value | None:
    """Return a declared name at its indices: as many as were declared, or as many more as its value has axes."""
    count = len(known.pattern)
    if set(known.pattern) - {"*"} or len(head.atoms) not in {count, count + known.rank}:
        return None
    atoms = tuple(p or any_letter(a, here) for p, a in zip(places, head.atoms, strict=True))
    if None in atoms or _is_outside(known, atoms):
        return None
    value = symbol(known, atoms[:count], here, head.span)
    return entry_of(value, replace(head, atoms=()), atoms[count:], here) if len(atoms) > count else value


def any_letter(atom: Node, here: Here) -> Place | None:
    """A single letter where an index must stand is one, though nothing binds it."""
    if isinstance(atom, Name) and len(atom.text) == 1 and not atom.accents:
        return here.scene.letter(key_of(atom), None)
    return None


def _is_outside(known: Known, places: tuple[Place | None, ...]) -> bool:
    """Return whether an index is 0 where the range begins at 1: that is another name."""
    axes = [*known.places, *(a for a in (known.rows, known.cols) if a is not None)]
    for axis, place in zip(axes, places, strict=False):
        ends = axis.known()
        if place is not None and place.literal == "0" and (ends is None or ends[0] == 1):
            return True
    return False


def _inferred(head: Head, places: tuple[Place | None, ...], here: Here) -> Value:
    """Take an undeclared name for what its use shows, and say so."""
    usage = here.table.usage
    use = (_MOVED.sub("", head.key), len(head.atoms))
    base = next((n for n in range(len(head.atoms)) if (use[0], n) in usage.vectors), None)
    indexed = usage.indexed.get(use, set())
    if base is not None and base < len(head.atoms) and indexed:
        return _entry_of_inferred(head, places, base, here)
    pattern = tuple(
        "*" if place is not None and (place.literal is None or n in indexed) else _label(atom, place)
        for n, (atom, place) in enumerate(zip(head.atoms, places, strict=True))
    )
    axes = tuple(Axis() for label in pattern if label == "*")
    rows, cols = _shape(head.key, use, here)
    known = Known(head.key, pattern, axes, rows, cols, declared=False)
    here.table.declare(known)
    return symbol(known, places, here, head.span)


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
    value = _from_known(known, head, places, here)
    if value is None:
        raise NotReadError(head.span, "its indices do not fit the way it is used elsewhere")
    return value
