"""Powers: an exponent goes to a name that has none yet; everything else is put in brackets first."""

from __future__ import annotations

from derive.formula.tree import Fence, Node, Number, Row, Script, row
from derive.formula.write.pieces import Level, Piece


def raised(base: Piece, exponent: Node) -> Piece:
    """Return a power of a piece; brackets stand round what has an exponent already, or is no single sign."""
    squared = base.node
    if isinstance(squared, Script) and _is_squared_norm(squared) and isinstance(exponent, Number):
        return Piece(Script(squared.base, sup=Number(str(2 * int(exponent.text)))), Level.POWER)
    node = base.inside(Level.ATOM, last=False)
    if isinstance(node, Script) and node.sup is None:
        return Piece(Script(node.base, node.sub, exponent), Level.POWER)
    if isinstance(node, Row) and isinstance(node.parts[-1], Fence):
        return Piece(row(*node.parts[:-1], Script(node.parts[-1], sup=exponent)), Level.POWER)
    return Piece(Script(node, sup=exponent), Level.POWER)


def _is_squared_norm(node: Script) -> bool:
    return isinstance(node.base, Fence) and node.base.left in {"|", "||"} and node.sup == Number("2")
