"""A page: the notation, what stands in its formulas, and by which name each thing is written on all of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from string import ascii_letters
from typing import Any

from derive.formula.notation import Notation, NotationClashError
from derive.formula.write.scope import Axis, Scope, free_names, scope_of

SIGMOIDS = ("sigma", "g", "sigmoid")
"""Names for the logistic function, for the case that the one that was asked for is taken."""
TABLE = ["example", "component"]
FRESH = "ijklmnpqrstuvabcdfgh"


@dataclass(frozen=True, slots=True)
class Page:
    """How to write whatever stands in a scope. Made by `page_for`."""

    notation: Notation
    scope: Scope
    labels: Mapping[str, str]
    roles: Mapping[Axis, str]
    index_labels: frozenset[str]
    bound: Mapping[str, str] = field(default_factory=dict[str, str])
    taken: frozenset[str] = frozenset()
    lower: frozenset[str] = frozenset()
    sigmoid: str = "sigma"
    hypothesis: str = ""
    small: bool = False
    vectors: bool = True

    def around(self, exprs: Iterable[Any]) -> Page:
        """Return the page for formulas that are read together: what is free in one is no sum's index in another."""
        free = {self.label(name) for expr in exprs for name in free_names(expr)}
        return replace(self, taken=self.taken | free)

    def label(self, name: str) -> str:
        """Return the name under which something is written here."""
        return self.bound.get(name) or self.labels.get(name, name)

    def tensor_label(self, name: str, rank: int) -> str:
        """Return the name of an indexed tensor; the entries and rows of a table may have the small letter."""
        label = self.label(name)
        return label.lower() if rank > 1 and name in self.lower else label

    def in_script(self) -> Page:
        """Return the page for what is set smaller: fractions are written with a slash there."""
        return self if self.small else replace(self, small=True)

    def in_indices(self) -> Page:
        """Return the page on which every sum is written with its indices."""
        return replace(self, vectors=False)

    def role(self, tensor: str, place: int) -> str:
        """Return what an axis of a tensor counts: examples, classes, components, or nothing known."""
        return self.roles.get((tensor, place), "")

    def binding(self, names: Iterable[str], free: Iterable[str]) -> Page:
        """Return the page inside of a sum: an index whose letter is in use around it or free in it gets another one."""
        used = {*self.taken, self.sigmoid, self.hypothesis, *(self.label(name) for name in free)}
        bound = dict(self.bound)
        for name in names:
            wanted = self.labels.get(name, name)
            bound[name] = _fresh(wanted, {*used, *self._everywhere()}) if wanted in used else wanted
            used.add(bound[name])
        return replace(self, bound=bound, taken=self.taken | {bound[name] for name in names})

    def _everywhere(self) -> set[str]:
        return {self.labels.get(name, name) for name in self.scope.names}


def page_for(exprs: Iterable[Any], notation: Notation = Notation()) -> Page:  # noqa: B008 -- it is frozen
    """Return the page on which some expressions and relations are written together.

    Raises `NotationClashError` where the notation gives two different things one name.

    >>> from sympy import symbols
    >>> page_for([symbols("w")], Notation(names={"w": "theta"})).label("w")
    'theta'
    """
    scope = scope_of(exprs)
    labels, roles = _labels(scope, notation), _roles(scope, notation)
    lower = frozenset(_lower(scope, notation, labels, roles))
    taken = {*labels.values(), *(labels[name].lower() for name in lower)}
    sigmoid = next((s for s in (notation.sigmoid, *SIGMOIDS) if s not in taken), notation.sigmoid)
    hypothesis = "" if notation.hypothesis in taken else notation.hypothesis
    letters = frozenset(labels.get(name, name) for name in scope.indices)
    return Page(notation, scope, labels, roles, letters, lower=lower, sigmoid=sigmoid, hypothesis=hypothesis)


def _labels(scope: Scope, notation: Notation) -> dict[str, str]:
    """Return the name of everything: as asked for, or as preferred where that does not clash."""
    known = scope.names | scope.functions
    asked = {name: notation.names[name] for name in known if name in notation.names}
    letters = scope.indices - scope.sizes()
    wished = {**notation.prefer, **{name: label for name, label in notation.indices.items() if name in letters}}
    labels = {name: asked.get(name) or wished.get(name, name) for name in sorted(known)}
    while clashing := [name for name in _doubles(labels) if name not in asked and labels[name] != name]:
        labels |= {name: name for name in clashing}
    _refuse_doubles(labels, asked)
    return labels


def _doubles(labels: Mapping[str, str]) -> list[str]:
    """Return the names that are written alike, by what is seen: `x_1` and `x1` are."""
    count = Counter(map(_seen, labels.values()))
    return [name for name, label in labels.items() if count[_seen(label)] > 1]


def _seen(label: str) -> str:
    return label.lstrip("_").replace("_", "").replace("{", "").replace("}", "")


def _refuse_doubles(labels: Mapping[str, str], asked: Mapping[str, str]) -> None:
    for name in asked:
        other = next((o for o in labels if o != name and _seen(labels[o]) == _seen(labels[name])), None)
        if other is not None:
            reason = f"{name} and {other} would both be written like this"
            way_out = f"give one of them another name under [names], or ask for {name} under [prefer]"
            raise NotationClashError(labels[name], reason=reason, way_out=way_out)


def _roles(scope: Scope, notation: Notation) -> dict[Axis, str]:
    # Of two sizes that may count examples, the one named first does: n counts components beside N.
    sizes = set(map(_stem, scope.sizes()))
    examples = next((name for name in notation.examples if name in sizes), "")
    found = {axis: _stem(scope.size_of(axis)) for axis in (*scope.axes, *scope.shapes)}
    counted = dict.fromkeys(notation.classes, "class") | ({examples: "example"} if examples else {})
    return {axis: counted.get(size, "component") for axis, size in found.items() if size}


def _stem(size: str) -> str:
    return size.partition("_")[0]


def _lower(scope: Scope, notation: Notation, labels: Mapping[str, str], roles: Mapping[Axis, str]) -> Iterable[str]:
    """Yield the tables of which rows and entries get the small letter, where that is free."""
    if notation.rows != "lower":
        return
    taken = set(map(_seen, labels.values()))
    for name, ranks in scope.ranks.items():
        label = labels[name]
        table = ranks == {2} and [roles.get((name, place)) for place in (0, 1)] == TABLE
        if table and label in ascii_letters and label.isupper() and label.lower() not in taken:
            yield name


def _fresh(wanted: str, used: set[str]) -> str:
    letters = (letter for letter in FRESH if letter not in used)
    return next(letters, None) or f"{wanted}prime"
