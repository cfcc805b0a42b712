"""Pseudo-code from the source of a function that runs: its statements line by line, its expressions as formulas."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from textwrap import dedent
from typing import Any

from derive.errors import DeriveError
from derive.formula.signs import GREEK
from derive.formula.tree import Fence, Fraction, Letter, Node, Number, Row, Script, Sign, Word, joined, row
from derive.formula.write.pieces import Level, Piece, fenced, raised
from derive.notes.model import Algorithm, PseudoLine

DESCENT, LIKELIHOOD = "numeric.algorithms.descent", "numeric.algorithms.likelihood"
PERCEPTRON = "numeric.algorithms.perceptron.perceptron"
ALGORITHMS = {
    "lms": ("numeric.algorithms.lms.lms",),
    "gradient-descent": (f"{DESCENT}.batch_descent", f"{DESCENT}.sequential_descent"),
    "perceptron-gradient": (PERCEPTRON,),
    "perceptron-update": (PERCEPTRON,),
    "perceptron-bound": (PERCEPTRON,),
    "logistic-gradient": (f"{LIKELIHOOD}.gradient_ascent",),
    "logistic-hessian": (f"{LIKELIHOOD}.newton",),
    "softmax-gradient": (f"{LIKELIHOOD}.gradient_ascent",),
    "softmax-hessian": (f"{LIKELIHOOD}.newton",),
}
"""The algorithms that follow from each derivation. Of others no loop is plain enough to be read as pseudo-code."""
SIGNS: dict[type[ast.AST], str] = {
    **dict(zip((ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE), ("=", "!=", "<", "<=", ">", ">="), strict=True)),
    **dict(zip((ast.And, ast.Or, ast.In, ast.Not, ast.USub), ("and", "or", "in", "not", "negative"), strict=True)),
}
IN_ORDER = {inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD}


class PseudoCodeError(DeriveError):
    """A function holds what cannot be written as pseudo-code."""


def algorithms_of(derivation: str) -> tuple[Algorithm, ...]:
    """Return the algorithms that follow from a derivation, as pseudo-code.

    >>> [algorithm.name for algorithm in algorithms_of("lms")]
    ['numeric.algorithms.lms.lms']
    """
    found = (name.rpartition(".") for name in ALGORITHMS.get(derivation, ()))
    return tuple(algorithm_of(getattr(import_module(module), name)) for module, _, name in found)


def algorithm_of(function: Callable[..., Any]) -> Algorithm:
    """Return the pseudo-code of a function. Raises `PseudoCodeError` for one that says more than pseudo-code can.

    >>> from numeric.algorithms.likelihood import gradient_ascent
    >>> found = algorithm_of(gradient_ascent)
    >>> found.name, found.lines[1].before, found.lines[1].after
    ('numeric.algorithms.likelihood.gradient_ascent', 'while', 'do')
    """
    name = f"{function.__module__}.{function.__qualname__}"
    if {parameter.kind for parameter in inspect.signature(function).parameters.values()} - IN_ORDER:
        raise _refusal(name, "parameters that are given by name, or as a list, would be left out")
    (written,) = ast.parse(dedent(inspect.getsource(function))).body
    return Algorithm(name, tuple(_lines(written, 0)))


def _refusal(what: str, reason: str) -> PseudoCodeError:
    return PseudoCodeError(what, reason=reason, way_out="let it call a plain loop, and take that")


def _unknown(node: ast.AST) -> PseudoCodeError:
    return _refusal(ast.unparse(node), "pseudo-code has no words for it")


def _lines(node: ast.stmt, depth: int) -> Iterator[PseudoLine]:
    """Yield the lines of a statement, with those of the statements in it."""
    match node:
        case ast.FunctionDef(name=name, args=args, body=[ast.Expr(ast.Constant()), *body] | body):
            yield from _block(
                "function", _call(name_node(name), [name_node(a.arg) for a in args.args]).node, body, depth
            )
        case ast.Assign(targets=[target], value=value):
            yield PseudoLine(depth, "", row(_node(target), Sign("assign"), _node(value)))
        case ast.AugAssign(target=target, op=op, value=value):
            moved = _node(ast.BinOp(target, op, value))
            yield PseudoLine(depth, "", row(_node(target), Sign("assign"), moved))
        case ast.While(test=test, body=body, orelse=[]):
            yield from _block("while", _node(test), body, depth, "do")
        case ast.For(target=target, iter=over, body=body, orelse=[]):
            yield from _block("for", row(_node(target), Sign("in"), _node(over)), body, depth, "do")
        case ast.If(test=test, body=body, orelse=other):
            yield from _block("if", _node(test), body, depth, "then", other)
        case ast.Return(value=value):
            yield PseudoLine(depth, "return", None if value is None else _node(value))
        case _:
            raise _unknown(node)


def _block(  # noqa: PLR0917 -- a block is its words, its head and its two bodies
    word: str, head: Node, body: Sequence[ast.stmt], depth: int, then: str = "", other: Sequence[ast.stmt] = ()
) -> Iterator[PseudoLine]:
    yield PseudoLine(depth, word, head, then)
    yield from (line for inner in body for line in _lines(inner, depth + 1))
    if other:
        yield PseudoLine(depth, "else")
        yield from (line for inner in other for line in _lines(inner, depth + 1))
    yield PseudoLine(depth, f"end {word}")


def name_node(name: str) -> Node:
    r"""Return a name of the program as it stands in a formula.

    >>> name_node("goes_on")
    Word(text='goes_on', operator=False)
    """
    return Letter(name) if len(name) == 1 or name in GREEK else Word(name)


def _node(node: ast.expr) -> Node:
    return _piece(node).node


def _piece(node: ast.expr) -> Piece:
    """Return an expression as a piece. Raises `PseudoCodeError` for one that has no form as a formula."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            found = Piece(name_node(name))
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            found = Piece(Number(str(number)))
        case ast.Tuple(elts=parts):
            found = Piece(fenced(joined(list(map(_node, parts)), ",")))
        case ast.Subscript(value=base, slice=index):
            found = Piece(Script(_node(base), _node(index)))
        case ast.Call(func=head, args=arguments, keywords=[]):
            found = _call(_node(head), list(map(_node, arguments)))
        case ast.BinOp():
            found = _binary(node)
        case ast.UnaryOp(op=ast.USub() | ast.Not() as op, operand=operand):
            found = Piece(row(Sign(SIGNS[type(op)]), _piece(operand).inside(Level.POWER)), Level.PRODUCT)
        case ast.Compare(left=left, ops=ops, comparators=sides):
            signed = [row(_sign(op), _sum(side)) for op, side in zip(ops, sides, strict=True)]
            found = Piece(row(_sum(left), *signed), Level.RELATION)
        case ast.BoolOp(op=op, values=values):
            parts = [fenced(_node(part)) if isinstance(part, ast.BoolOp) else _node(part) for part in values]
            found = Piece(joined(parts, SIGNS[type(op)]), Level.RELATION)
        case _:
            raise _unknown(node)
    return found


def _sign(op: ast.cmpop) -> Node:
    if type(op) not in SIGNS:
        raise _unknown(op)
    return Sign(SIGNS[type(op)])


def _sum(node: ast.expr) -> Node:
    return _piece(node).inside(Level.SUM)


def _call(name: Node, arguments: list[Node]) -> Piece:
    if name == Word("abs") and len(arguments) == 1:
        return Piece(fenced(arguments[0], "|"))
    return Piece(row(name, Sign("apply"), fenced(joined(arguments, ",") if arguments else Row(()))))


def _binary(node: ast.BinOp) -> Piece:
    left, right = _piece(node.left), _piece(node.right)
    match node.op:
        case ast.Add():
            found = Piece(row(left.inside(Level.SUM), Sign("+"), right.inside(Level.SUM)), Level.SUM)
        case ast.Sub():
            found = Piece(row(left.inside(Level.SUM), Sign("-"), right.inside(Level.PRODUCT)), Level.SUM)
        case ast.Mult() | ast.MatMult():
            before, behind = left.inside(Level.PRODUCT), right.inside(Level.PRODUCT)
            dot = [Sign("cdot")] if _needs_dot(node, before, behind) else []
            found = Piece(row(before, *dot, behind), Level.PRODUCT)
        case ast.Div():
            found = Piece(Fraction(left.node, right.node), Level.PRODUCT)
        case ast.Pow():
            found = raised(left, right.node)
        case _:
            raise _unknown(node)
    return found


def _needs_dot(node: ast.BinOp, before: Node, behind: Node) -> bool:
    """Return whether a dot stands between two factors: before a number, and beside a word or a call."""
    last, first = (part.parts[at] if isinstance(part, Row) else part for part, at in ((before, -1), (behind, 0)))
    if isinstance(first, Number) or isinstance(node.left, ast.Call):
        return True
    called = isinstance(node.right, ast.Call) or first == Sign("negative")
    words = any(isinstance(part.base if isinstance(part, Script) else part, Word) for part in (last, first))
    return not isinstance(last, Fence | Number) and (called or words)
