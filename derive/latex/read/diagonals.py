r"""Diagonal matrices: `\operatorname{diag}(p_1, \dots, p_n)`, of a column, and the diagonal of a matrix."""

from __future__ import annotations

from typing import Any

from sympy import Integer, KroneckerDelta

from derive.latex.read.axes import Axis
from derive.latex.read.dots import common
from derive.latex.read.heads import head_of, key_of
from derive.latex.read.here import Here
from derive.latex.read.scene import Place
from derive.latex.read.sizes import size_of
from derive.latex.read.tree import Bracket, Dots, Name, Node, Sequence, walk
from derive.latex.read.trouble import NotReadError
from derive.latex.read.values import Value


def diagonal(argument: Node, here: Here) -> Value:
    """Return the diagonal matrix of a list or a column, and the column on the diagonal of a matrix."""
    body = argument.body if isinstance(argument, Bracket) and argument.body is not None else argument
    if isinstance(body, Sequence):
        return _of_list(body, here)
    value = here.read(body)
    if value.is_number:
        return _of_entry(body, here)
    if value.rows is not None and value.cols is not None:
        here.scene.trail.unify(value.rows, value.cols, argument.span)
        return Value(value.rows, None, lambda r, c: value.at(r, r))
    if value.rows is None:
        raise NotReadError(argument.span, "the diagonal matrix of a row")
    return Value(value.rows, value.rows, lambda r, c: KroneckerDelta(r, c) * value.at(r, None))


def _of_list(body: Sequence, here: Here) -> Value:
    if not any(isinstance(item, Dots) for item in body.items):
        values = [here.read(item) for item in body.items]
        axis = Axis((Integer(1), Integer(len(values))))
        return Value(axis, axis, lambda r, c: KroneckerDelta(r, c) * _chosen(values, r))
    template, ends = common(body.items[0], body.items[-1])
    if template is None or ends is None:
        raise NotReadError(body.span, "the entries around an ellipsis show no pattern")
    axis = Axis((size_of(ends[0], here.table), size_of(ends[1], here.table)))
    return _template(template, "ellipsis", axis, here)


def _chosen(values: list[Value], index: Any) -> Any:
    if isinstance(index, Integer):
        return values[int(index) - 1].at(None, None)
    return sum((KroneckerDelta(index, n) * v.at(None, None) for n, v in enumerate(values, 1)), Integer(0))


def _of_entry(body: Node, here: Here) -> Value:
    r"""`\operatorname{diag}(p_i (1 - p_i))` has these entries for every i."""
    heads = [head_of(part) for part in walk(body)]
    atoms = {key_of(a) for h in heads if h is not None for a in h.atoms if isinstance(a, Name)}
    letters = sorted(key for key in atoms if here.table.is_letter(key) and key not in here.places)
    if len(letters) != 1:
        raise NotReadError(body.span, "the diagonal matrix of a number")
    return _template(body, letters[0], Axis(hint=here.table.hint(letters[0])), here)


def _template(template: Node, letter: str, axis: Axis, here: Here) -> Value:
    cell: list[Any] = [None]
    value = here.binding(letter, Place(axis, lambda: cell[0])).read(template)
    if not value.is_number:
        raise NotReadError(template.span, "a diagonal of what are no numbers")

    def entry(r: Any, c: Any) -> Any:
        """Return the entry at two places."""
        held, cell[0] = cell[0], r
        found = KroneckerDelta(r, c) * value.at(None, None)
        cell[0] = held
        return found

    return Value(axis, axis, entry)
