"""Statements: relations as steps hold them, facts about whole tensors, side conditions."""

from __future__ import annotations

from typing import Any

from sympy import Basic, Symbol

from derive.facts import Fact
from derive.formula.tree import Big, Fence, Letter, Node, Number, Sign, row
from derive.formula.write.names import bold_name, plain, transpose_sign
from derive.formula.write.page import Page
from derive.formula.write.pieces import node_of, piece, raised
from derive.formula.write.scope import name_of

ONE, ZERO = Number("1"), Number("0")
SETS = {"sign": row(Sign("negative"), ONE, Sign(","), Sign("positive"), ONE), "binary": row(ZERO, Sign(","), ONE)}
BOUNDS = {"positive": ">", "nonnegative": ">="}
LETTERS = "ijkl"


def statement(what: Any, page: Page) -> Node | None:
    """Return a fact or a relation as a formula; None for what is only words."""
    if isinstance(what, Fact):
        return fact_node(what, page)
    return node_of(what, page) if isinstance(what, Basic) else None


def fact_node(fact: Fact, page: Page) -> Node:
    r"""Return a fact about tensors as a formula about their entries.

    >>> from derive.formula.as_latex import as_latex
    >>> from derive.formula.write.page import page_for
    >>> from derive.facts import sign
    >>> from sympy import IndexedBase, Symbol
    >>> y = IndexedBase("y")
    >>> as_latex(fact_node(sign(y), page_for([y[Symbol("n")]])))
    'y_n \\in \\lbrace -1, +1 \\rbrace'
    """
    tensor = fact.tensors[0]
    entry = node_of(_entry(tensor, page), page)
    if fact.kind in SETS:
        return row(entry, Sign("in"), Fence("{", SETS[fact.kind], "}"))
    if fact.kind in BOUNDS:
        return row(entry, Sign(BOUNDS[fact.kind]), ZERO)
    if fact.kind == "symmetric":
        whole = _whole(tensor, page)
        return row(raised(piece(tensor, page), transpose_sign(page)).node, Sign("="), whole)
    if fact.kind == "inverse pair":
        inverse = raised(piece(tensor, page), row(Sign("negative"), ONE)).node
        return row(_whole(fact.tensors[1], page), Sign("="), inverse)
    values = (
        row(entry, Sign(">="), ZERO)
        if fact.kind == "simplex"
        else row(entry, Sign("in"), Fence("{", SETS["binary"], "}"))
    )
    return row(values, Sign(","), Sign("quad"), _total(tensor, entry, page), Sign("="), ONE)


def _whole(tensor: Any, page: Page) -> Node:
    return plain(bold_name(page.label(name_of(tensor)), page))


def _total(tensor: Any, entry: Node, page: Page) -> Node:
    places = _places(tensor, page)
    last = node_of(Symbol(places[-1]), page) if places else Letter("k")
    return row(Big("sum", last), entry)


def _entry(tensor: Any, page: Page) -> Any:
    """Return an entry of a tensor with the indices that the page uses; the tensor itself if it is a number."""
    places = _places(tensor, page)
    if not places:
        return tensor
    return tensor[tuple(Symbol(name) for name in places)]


def _places(tensor: Any, page: Page) -> list[str]:
    if isinstance(tensor, Symbol):
        return []
    name = name_of(tensor)
    rank = max(page.scope.ranks.get(name, {len(getattr(tensor, "shape", None) or ())}), default=0)
    used: list[str] = []
    for place in range(rank):
        known = [letter for letter in page.scope.entries.get((name, place), ()) if letter not in used]
        used.append((known or [letter for letter in LETTERS if letter not in used])[0])
    return used
