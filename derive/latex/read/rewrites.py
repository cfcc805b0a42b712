"""A definition used backwards: where its body stands in other definitions, its name may stand."""

from __future__ import annotations

from dataclasses import replace

from derive.latex.read.alike import alike
from derive.latex.read.heads import key_of
from derive.latex.read.table import Definition, Table
from derive.latex.read.tree import Factors, Name, Node, Scripted, Sequence, rebuilt


def with_name(table: Table, definition: Definition) -> Table:
    """Return a table in which other definitions use the name of one, wherever its body is written in them."""
    *accents, text = definition.key.split(" ")
    font = "bold" if "bold" in accents else ""
    base = Name(definition.span, text, font, tuple(a for a in accents if a != "bold"))
    if key_of(base) != definition.key or any(not param.isalpha() for param in definition.params):
        return table
    letters = tuple(Name(definition.span, param) for param in definition.params)
    below = letters[0] if len(letters) == 1 else Sequence(definition.span, letters, (",",) * (len(letters) - 1))
    name = Scripted(definition.span, base, below) if letters else base
    rewritten = {
        key: [d if d is definition else replace(d, body=_replaced(d.body, definition.body, name)) for d in known]
        for key, known in table.definitions.items()
    }
    return replace(table, definitions=rewritten)


def _replaced(node: Node, body: Node, name: Name | Scripted) -> Node:
    if alike(node, body):
        return replace(name, span=node.span)
    inner = rebuilt(node, lambda child: _replaced(child, body, name))
    return _within(inner, body, name) if isinstance(inner, Factors) and isinstance(body, Factors) else inner


def _within(node: Factors, body: Factors, name: Name | Scripted) -> Node:
    """Replace a run of factors that is the whole body."""
    count = len(body.parts)
    for at in range(len(node.parts) - count + 1):
        run, signs = node.parts[at : at + count], node.signs[at + 1 : at + count]
        if alike(run, body.parts) and signs == body.signs[1:]:
            parts = (*node.parts[:at], replace(name, span=run[0].span | run[-1].span), *node.parts[at + count :])
            return replace(node, parts=parts, signs=(*node.signs[: at + 1], *node.signs[at + count :]))
    return node
