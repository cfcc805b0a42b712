"""What everybody knows by its name: pi and e, the identity, the column of zeros, the column of ones."""

from __future__ import annotations

from typing import Any

from sympy import E, Integer, KroneckerDelta, oo, pi

from derive.latex.read.axes import Axis
from derive.latex.read.heads import Head, key_of, label_of
from derive.latex.read.here import Here
from derive.latex.read.sizes import size_of
from derive.latex.read.tree import Name, Node
from derive.latex.read.trouble import NotReadError
from derive.latex.read.values import Value, number

ONES = frozenset({"bold 1", "blackboard 1"})
IDENTITIES = frozenset({"I", "bold I"})
CONSTANTS: dict[str, Any] = {"pi": pi, "e": E, "infty": oo}


def well_known(node: Name, here: Here, *, said: bool) -> Value | None:
    """Return what a bare name stands for where the document says nothing of it; ones are ones, whatever it says."""
    key = key_of(node)
    if key in ONES and key not in here.values and not here.table.definitions.get(key):
        return _ones(Head(node.span, key), here)
    if not said and key in CONSTANTS:
        return number(CONSTANTS[key])
    if not said and key in IDENTITIES:
        return _identity()
    if not said and key in {"bold 0", "vec 0"}:
        return Value(Axis(), None, lambda r, c: Integer(0))
    return None


def sized(head: Head, here: Here) -> Value | None:
    r"""Return the identity or the ones of a size that is written, as in `I_N` and `\mathbf{1}_N`."""
    return _ones(head, here) if head.key in ONES else _sized_identity(head, here)


def _identity() -> Value:
    axis = Axis()
    return Value(axis, axis, KroneckerDelta)


def _sized_identity(head: Head, here: Here) -> Value | None:
    """Return the identity for `I_N` and `I_2`, where nothing else is said of I."""
    atoms = head.atoms[:1] if len(set(map(label_of, head.atoms))) == 1 else ()
    said = head.key in here.table.known or head.key in here.table.definitions or head.key in here.values
    if head.key not in IDENTITIES or said or not atoms:
        return None
    try:
        count = size_of(atoms[0], here.table) if not _is_index(atoms[0], here) else None
    except NotReadError:
        return None
    axis = Axis((Integer(1), count))
    return None if count is None else Value(axis, axis, KroneckerDelta)


def _ones(head: Head, here: Here) -> Value:
    r"""Return `\mathbf{1}` and `\mathbf{1}_n`: the column of ones, of the size that is written or declared."""
    if any(_is_index(atom, here) for atom in head.atoms):
        return number(Integer(1))
    sizes = [size_of(atom, here.table) for atom in head.atoms[:1]]
    declared = next((k.rows for k in here.table.known.get(head.key, []) if k.declared and k.rank == 1), None)
    axis = Axis((Integer(1), sizes[0])) if sizes and sizes[0] is not None else declared or Axis()
    return Value(axis, None, lambda r, c: Integer(1))


def _is_index(atom: Node, here: Here) -> bool:
    return isinstance(atom, Name) and (key_of(atom) in here.places or here.table.is_letter(key_of(atom)))
