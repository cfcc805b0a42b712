"""Values that depend on signs: decision diagrams over atoms such as "the sign of z[n]", with expressions as leaves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from sympy import Expr, Rational

from numeric.verify.trace.errors import untraceable

MOST_LEAVES = 64


@dataclass(frozen=True, slots=True)
class Cases:
    """One value where the atom's quantity is negative, one where it is zero, one where it is positive."""

    atom: Any
    below: Entry
    at: Entry
    above: Entry

    def child(self, sign: int) -> Entry:
        """Return the value for a sign -1, 0 or 1."""
        return (self.below, self.at, self.above)[sign + 1]

    def replace(self, names: dict[Any, Any]) -> Entry:
        """Return the same cases with indices renamed."""
        return Cases(self.atom.xreplace(names), *(renamed(child, names) for child in (self.below, self.at, self.above)))


Entry: TypeAlias = "Cases | Expr"
Path: TypeAlias = tuple[tuple[Any, int], ...]


class Atoms(Protocol):
    """What is known of the atoms: their order, which signs exclude each other, and when two values are one."""

    def order(self, atom: Any) -> Any:
        """Return the place of an atom in every diagram."""
        ...

    def possible(self, path: Path) -> bool:
        """Return whether the signs on this path can occur together."""
        ...

    def same(self, one: Any, other: Any) -> bool:
        """Return whether two expressions are equal."""
        ...

    def same_at(self, atom: Any, one: Any, other: Any) -> bool:
        """Return whether two expressions are equal where an atom's quantity is zero."""
        ...

    def indicator(self, atom: Any) -> Any:
        """Return 1 or 0 as an expression: whether the atom's quantity is positive."""
        ...


def renamed(entry: Entry, names: dict[Any, Any]) -> Entry:
    """Return the entry with its indices renamed."""
    if not names:
        return entry
    return entry.replace(names) if isinstance(entry, Cases) else entry.xreplace(names)


def apply(atoms: Atoms, function: Callable[..., Entry], *entries: Entry, path: Path = ()) -> Entry:
    """Return a function of several entries, case by case; cases that cannot occur are dropped."""
    present = [entry.atom for entry in entries if isinstance(entry, Cases)]
    if not present:
        return _chosen(atoms, function(*entries), path)
    atom = min(present, key=atoms.order)
    if len(path) > MOST_LEAVES.bit_length():
        raise untraceable(atom, "too many cases")
    children: dict[int, Entry] = {}
    for sign in (-1, 0, 1):
        further = (*path, (atom, sign))
        if atoms.possible(further):
            inner = [e.child(sign) if isinstance(e, Cases) and e.atom == atom else e for e in entries]
            children[sign] = apply(atoms, function, *inner, path=further)
    return join(atoms, atom, children)


def _chosen(atoms: Atoms, entry: Entry, path: Path) -> Entry:
    """Return new cases, met under a path, without those that the path excludes and sorted into the order."""
    if not isinstance(entry, Cases) or not path:
        return entry
    known = dict(path)
    if entry.atom in known:
        return _chosen(atoms, entry.child(known[entry.atom]), path)
    left = {sign: entry.child(sign) for sign in (-1, 0, 1) if atoms.possible((*path, (entry.atom, sign)))}
    return join(atoms, entry.atom, {s: _chosen(atoms, e, (*path, (entry.atom, s))) for s, e in left.items()})


def join(atoms: Atoms, atom: Any, children: dict[int, Entry]) -> Entry:
    """Return cases, or the common value where all of them agree."""
    present = [children[sign] for sign in (1, -1) if sign in children]
    if not present:
        return children[0]
    if all(_equal(atoms, present[0], other) for other in present[1:]) and _meets(atoms, atom, present[0], children):
        return present[0]
    fallback = children.get(1, children.get(-1, present[0]))
    below, above = children.get(-1, fallback), children.get(1, fallback)
    return _sorted(atoms, Cases(atom, below, children.get(0, above), above))


def _meets(atoms: Atoms, atom: Any, beside: Entry, children: dict[int, Entry]) -> bool:
    """Return whether the value at zero is what the values beside it say there."""
    return 0 not in children or _equal_at(atoms, atom, children[0], beside)


def _equal_at(atoms: Atoms, atom: Any, at: Entry, beside: Entry) -> bool:
    """Return whether two entries are equal where an atom's quantity is zero."""
    if _equal(atoms, at, beside):
        return True
    one, other = (apply(atoms, lambda leaf: leaf, entry, path=((atom, 0),)) for entry in (at, beside))
    if isinstance(one, Cases) or isinstance(other, Cases):
        return _equal(atoms, one, other)
    return atoms.same_at(atom, one, other)


def _sorted(atoms: Atoms, cases: Cases) -> Entry:
    """Return the cases with the smallest atom on top, where a case brought in a smaller one."""
    inner = (cases.below, cases.at, cases.above)
    tops = [e.atom for e in inner if isinstance(e, Cases) and atoms.order(e.atom) < atoms.order(cases.atom)]
    if not tops:
        return cases
    low = min(tops, key=atoms.order)
    return join(
        atoms,
        low,
        {s: join(atoms, cases.atom, {t: _under(cases.child(t), low, s) for t in (-1, 0, 1)}) for s in (-1, 0, 1)},
    )


def _under(entry: Entry, atom: Any, sign: int) -> Entry:
    return entry.child(sign) if isinstance(entry, Cases) and entry.atom == atom else entry


def _equal(atoms: Atoms, one: Entry, other: Entry) -> bool:
    if one == other:
        return True
    if isinstance(one, Cases) or isinstance(other, Cases):
        return (
            isinstance(one, Cases)
            and isinstance(other, Cases)
            and one.atom == other.atom
            and all(_equal(atoms, one.child(s), other.child(s)) for s in (-1, 0, 1))
        )
    return atoms.same(one, other)


def leaves(entry: Entry) -> list[Any]:
    """Return the expressions of all cases."""
    if not isinstance(entry, Cases):
        return [entry]
    return [leaf for sign in (-1, 0, 1) for leaf in leaves(entry.child(sign))]


def close(atoms: Atoms, entry: Entry) -> Any:
    """Return the entry as one expression, with a 0-1 indicator for each atom.

    The value at zero is dropped: it must be one of its neighbours, or lie between them, as a subgradient does.
    Otherwise the entry cannot be traced.
    """
    if not isinstance(entry, Cases):
        return entry
    if not _between(atoms, entry):
        raise untraceable(entry.atom, "the value exactly at zero is not between the values beside it")
    below, above = close(atoms, entry.below), close(atoms, entry.above)
    on = atoms.indicator(entry.atom)
    return on * above + (1 - on) * below


def _between(atoms: Atoms, entry: Cases) -> bool:
    if any(_equal_at(atoms, entry.atom, entry.at, beside) for beside in (entry.above, entry.below)):
        return True
    half = apply(atoms, lambda a, b: (a + b) * Rational(1, 2), entry.below, entry.above)
    return _equal_at(atoms, entry.atom, entry.at, half)
