r"""Expectations, variances and covariances, as sums over the outcomes of any finite probability space.

An identity that holds for every such space, whatever its size and its weights, is the one that is meant.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sympy import Indexed, IndexedBase, Sum, Symbol

from derive.facts import simplex
from derive.latex.read.axes import Axis
from derive.latex.read.heads import Head, names_in
from derive.latex.read.here import Here
from derive.latex.read.scene import Place
from derive.latex.read.tree import Bracket, Node, Sequence
from derive.latex.read.values import Value, lazy, mapped

OPERATORS = frozenset({"E", "Var", "Cov", "var", "cov"})
_NOISE = frozenset({"epsilon", "varepsilon"})


def is_operator(key: str) -> bool:
    """Return whether a name is one of an expectation, a variance or a covariance.

    >>> is_operator("blackboard E"), is_operator("f")
    (True, False)
    """
    return key.rsplit(" ", maxsplit=1)[-1] in OPERATORS


def expectation(head: Head, arguments: tuple[Node, ...], here: Here) -> Value | None:
    """Return what an operator such as E gives; `None` where it is none, or where it is not known what is random."""
    text = head.key.split(" ")[-1]
    bracket = here.call
    if text not in OPERATORS or bracket is None or head.sup is not None or _is_conditional(bracket):
        return None
    random = _random_in(head, arguments, here, sure=text == "E" and bracket.left == "(" and head.key == "E")
    if not random:
        return None
    here = replace(here, random=here.random | random)
    if text == "E":
        return _mean(arguments[0], here) if len(arguments) == 1 else None
    pair = arguments * 2 if len(arguments) == 1 else arguments
    return _covariance(pair[0], pair[1], here) if len(pair) == 2 else None


def _is_conditional(bracket: Bracket) -> bool:
    return isinstance(bracket.body, Sequence) and bool(set(bracket.body.separators) - {","})


def _random_in(head: Head, arguments: tuple[Node, ...], here: Here, *, sure: bool) -> frozenset[str]:
    """Return the names in the arguments that are random: those said to be, else those written like it."""
    table = here.table
    names = table.closed({name for argument in arguments for name in names_in(argument)})
    below = {name for atom in head.atoms for name in names_in(atom)}
    declared = frozenset(names & (table.random.keys() | below | here.random))
    for name in sorted(declared & table.random.keys()):
        if table.random[name]:
            here.scene.lose(f"the distribution of {name} is not used: {table.random[name]}")
    if declared or sure:
        return declared
    guessed = frozenset(n for n in names if _looks_random(n, here)) or frozenset(
        n for n in names if n.startswith("hat ") or n in _NOISE
    )
    if guessed:
        here.scene.lose(f"it is not said that {', '.join(sorted(guessed))} is random")
        here.scene.assume(f"{', '.join(sorted(guessed))} is random, as an expectation is taken")
    return guessed


def _looks_random(name: str, here: Here) -> bool:
    text = name.rsplit(" ", maxsplit=1)[-1]
    known = any(k.declared and k.rank == 2 for k in here.table.known.get(name, []))
    return len(text) == 1 and text.isupper() and not known and name not in here.table.sizes and text not in {"E", "I"}


def _outcome(here: Here) -> tuple[Here, Callable[[], Any]]:
    """Return the context of one outcome, and its index."""
    scene = here.scene
    if scene.space is None:
        axis = Axis()
        scene.space = (axis, IndexedBase(scene.fresh_name("Pr")))
        scene.assume("expectations are over the outcomes of any probability space", simplex(scene.space[1]))
        _ = scene.ends(axis)
    axis = scene.space[0]
    index = scene.fresh_index(axis, "o")
    return replace(here, outcome=Place(axis, index)), index


def _averaged(value: Any, index: Any, here: Here) -> Any:
    if here.scene.space is None:
        return value
    axis, weights = here.scene.space
    return Sum(weights[index] * value, (index, *here.scene.ends(axis)))


def _mean(body: Node, here: Here) -> Value:
    inner, index = _outcome(here)
    value = inner.read(body)
    return mapped(value, lambda entry: _averaged(entry, index(), here))


def _covariance(one: Node, other: Node, here: Here) -> Value | None:
    inner, index = _outcome(here)
    first, second = inner.read(one), inner.read(other)
    means = _mean(one, here), _mean(other, here)

    def entry(r: Any, c: Any) -> Any:
        """Return the entry at two places."""
        apart = first.at(r, None) - means[0].at(r, None), second.at(c, None) - means[1].at(c, None)
        return _averaged(apart[0] * apart[1], index(), here)

    if first.is_number and second.is_number:
        return lazy(lambda: entry(None, None))
    if first.cols is not None or second.cols is not None or first.rows is None or second.rows is None:
        return None
    return Value(first.rows, second.rows, entry)


def at_outcome(value: Value, key: str, here: Here) -> Value:
    """Return a name in an expectation at the outcome that is averaged over, if it is random."""
    place = here.outcome
    if place is None or key not in here.random:
        return value
    return mapped(value, lambda entry: _at(entry, place.get()))


def _at(entry: Any, outcome: Any) -> Any:
    if isinstance(entry, Indexed):
        return IndexedBase(f"{entry.base}_random")[(outcome, *entry.indices)]
    return IndexedBase(f"{entry}_random")[outcome] if isinstance(entry, Symbol) else entry
