"""What a name means where it stands: a bound value, a definition, a declared symbol, or one to be inferred."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from derive.latex.read.axes import Axis
from derive.latex.read.entries import any_letter, entry_of, from_known, label_at, place_of, symbol, with_letters
from derive.latex.read.expectations import at_outcome
from derive.latex.read.heads import Head, shift_of
from derive.latex.read.here import Here
from derive.latex.read.infer import inferred, kronecker
from derive.latex.read.scene import Place
from derive.latex.read.table import Definition
from derive.latex.read.tree import Node, Number
from derive.latex.read.values import Value


def resolve(head: Head, here: Here) -> Value:
    """Return what a name with its indices means. Raises `NotReadError` where its indices do not fit it."""
    here.spend(head.span)
    head, places = _placed(_as_declared(head, here), here)
    if head.key in here.values:
        return entry_of(here.values[head.key], head, places, here)
    labelled = _labelled(head, places, here)
    if labelled is not None:
        return at_outcome(labelled, head.key, here)
    found = _defined(head, places, here) if head.key not in here.opaque else None
    if found is not None:
        return found
    for known in here.table.known.get(head.key, []):
        value = from_known(known, head, places, here)
        if value is not None:
            return at_outcome(value, head.key, here)
    return kronecker(head, places, here) or at_outcome(inferred(head, places, here), head.key, here)


def _as_declared(head: Head, here: Here) -> Head:
    """`X_{ij}` may be an entry of a matrix that is declared in bold, and the other way round."""
    if _is_declared(head.key, here):
        return head
    *accents, text = head.key.split(" ")
    if len(head.atoms) == 2 and not accents and text.islower() and len(text) == 1:
        return _entry_of_capital(head, text.upper(), here)
    other = [a for a in accents if a != "bold"] if "bold" in accents else [*accents, "bold"]
    twin = " ".join([*other, text])
    if not _is_declared(twin, here) or _stands_apart(head, twin, here):
        return head
    here.scene.assume(f"{head.key} and {twin} are the same")
    return replace(head, key=twin)


def _stands_apart(head: Head, twin: str, here: Here) -> bool:
    """Return whether y and a bold y are two names: where they cannot be read as one."""
    if head.atoms or not any(known.rank for known in here.table.known.get(twin, [])):
        return False
    question, answers = f"{head.key} beside {twin}", ("the same", "a number of its own")
    return here.scene.fall_back(question, answers) != answers[0]


def _entry_of_capital(head: Head, capital: str, here: Here) -> Head:
    """`x_{ij}` is an entry of the matrix X, where nothing else is said of x."""
    if not any(known.declared and known.rank == 2 for known in here.table.known.get(capital, [])):
        return head
    here.scene.assume(f"{head.key} with two indices is an entry of {capital}")
    return replace(head, key=capital)


def _is_declared(key: str, here: Here) -> bool:
    known = any(known.declared for known in here.table.known.get(key, []))
    return known or key in here.values or bool(here.table.definitions.get(key))


def _placed(head: Head, here: Here) -> tuple[Head, tuple[Place | None, ...]]:
    """Find the places of the indices. What is said of a name that is used at moved indices may not be all."""
    atoms = _digits_apart(head, here)
    moved = head.key in here.table.usage.moved
    places = tuple(_moved(atom, head, here) if moved else place_of(atom, here) for atom in atoms)
    return replace(head, atoms=atoms), places


def _moved(atom: Node, head: Head, here: Here) -> Place | None:
    """Return the place of an index that may be moved by a number; it runs over a range of its own."""
    shift = shift_of(atom)
    place = place_of(atom if shift is None else shift.letter, here)
    if shift is None:
        apart = place is not None and place.axis.known() is not None
        return Place(Axis(), place.get, place.literal) if place is not None and apart else place
    place = place or any_letter(shift.letter, here)
    here.scene.lose(f"{head.key} is used at moved indices")
    return None if place is None else Place(Axis(), lambda: place.get() + shift.by)


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
    return tuple("*" if place is not None and place.literal is None else label_at(a, place) for a, place in pairs)


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


def _defined(head: Head, places: tuple[Place | None, ...], here: Here) -> Value | None:
    """Return the value by a definition; without its indices, it is a column or a matrix."""
    for definition in here.table.definitions.get(head.key, []):
        if len(definition.params) == len(head.atoms):
            bound = matched(definition, head.atoms, places, here)
            if bound is not None:
                from_earlier(definition, here)
                return _instance(definition, bound, here)
        free = [p for p in definition.params if not p.startswith("=")]
        bare = not head.atoms and head.key not in here.table.sizes
        if bare and definition.arguments is None and 0 < len(free) == len(definition.params) <= 2:
            return _gathered(definition, here)
    for definition in here.table.definitions.get(head.key, []):
        letters = with_letters(head, places, here)
        bare = not definition.params and definition.arguments is None
        if bare and head.atoms and None not in letters and not _is_total(head, here):
            return entry_of(_instance(definition, (), here), head, letters, here)
    return None


def from_earlier(definition: Definition, here: Here) -> None:
    """Say where a definition of an earlier section is used; where several sections have one, none is known."""
    if definition.section in here.table.open:
        return
    if definition.key in here.table.several:
        here.scene.lose(f"several sections define {definition.key}, and which of them is meant is not said")
    here.scene.assume(f"an earlier section says what {definition.key} is")


def _is_total(head: Head, here: Here) -> bool:
    """Return whether a name was declared with as many indices: then the one without them is another, as their sum."""
    return any(k.declared and len(k.pattern) == len(head.atoms) for k in here.table.known.get(head.key, []))


def matched(
    definition: Definition, atoms: tuple[Node, ...], places: tuple[Place | None, ...], here: Here
) -> tuple[Place | None, ...] | None:
    """Return the places that the parameters of a definition take; `None` where its labels are others."""
    found: list[Place | None] = []
    for param, atom, place in zip(definition.params, atoms, places, strict=True):
        if param.startswith("="):
            if label_at(atom, place) != param[1:]:
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
