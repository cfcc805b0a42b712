r"""Functions that are written with their argument, as `\log x` and `\tanh'(a)`."""

from __future__ import annotations

from dataclasses import replace

from derive.expr import tree
from derive.expr.tree import Node as Expression
from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.meaning.axes import Axis, Place
from derive.meaning.errors import Clash
from derive.meaning.functions import KNOWN, applied, call_of
from derive.meaning.here import Here
from derive.meaning.keys import free_names, name_key, spelled
from derive.meaning.opaque import opaque
from derive.meaning.powers import power
from derive.meaning.products import is_call, listed, slope_of
from derive.meaning.reading import read
from derive.meaning.values import Value, divided, mapped, scalar

ROWWISE = frozenset({"softmax", "logsoftmax"})
"""Functions that are taken of each row of a matrix."""
ROWS = frozenset({"row", "rows", "rowwise", "row-wise"})
"""Words below such a function that say so."""


@read.register
def _apply(node: surface.Apply, here: Here) -> Value:
    if node.argument is None:
        raise Clash("a function without its argument")
    if node.primes:
        return _slope(node, here)
    narrowed = _narrowed(node, here)
    if narrowed is not None:
        return read(narrowed, here)
    if node.head == "binomial":
        return _binomial(node, here)
    known = KNOWN.get(node.head)
    if known is None:
        return opaque(node, f"{node.head} is not read", here)
    value = _argument(node, node.argument, here)
    if node.sub is not None:
        return _to_base(node, node.sub, value, here)
    result = applied(known, value, here)
    if node.sup is None:
        return result
    if isinstance(node.sup, surface.Terms):
        return opaque(node, "an inverse function", here)
    return power(result, node.sup, node, here)


def _argument(node: surface.Apply, argument: Node, here: Here) -> Value:
    if isinstance(argument, surface.Bracket) and isinstance(argument.body, surface.Sequence):
        return listed(argument, here)
    return _members(node, here) or read(argument, here)


def _slope(node: surface.Apply, here: Here) -> Value:
    r"""Return `\tanh'(a)`: the derivative of a known function of one number, at its argument."""
    known = KNOWN.get(node.head)
    plain = node.sub is None and node.sup is None and node.primes <= 2
    if known is None or not known.call or not plain or node.argument is None:
        raise Clash("a derivative of a function that is not read")
    return slope_of(lambda at: call_of(known.call, at), read(node.argument, here), node.primes, here)


def _members(node: surface.Apply, here: Here) -> Value | None:
    r"""Return the argument of `\operatorname{diag}(v_i^2)`, which is a general member, as the column of all."""
    if node.head != "diag" or node.argument is None:
        return None
    free = {name_key(each) for each in free_names(node.argument) if here.is_index(each)} - here.bound.keys()
    if len(free) != 1:
        return None
    (letter,) = free
    axis, name = Axis(hint=letter), here.fresh(letter)
    member = read(node.argument, here.binding({letter: Place(tree.Index(name), axis)}))
    if member.rank:
        return None
    here.record.read_as.add("diag is given by its general member")

    def at(row: Expression | None, _column: Expression | None) -> Expression:
        """Return the member at a place."""
        return tree.replace(member.number, {tree.Index(name): row or tree.ONE})

    return Value(axis, None, at)


def _to_base(node: surface.Apply, sub: Node, value: Value, here: Here) -> Value:
    if spelled(sub).rpartition(" ")[2] in ROWS and node.head in ROWWISE:  # as it is read without the word
        return read(replace(node, sub=None), here)
    if node.head != "log" or node.sup is not None:
        return opaque(node, "a subscript on a function", here, rank=value.rank or None)
    base = read(sub, here)
    return mapped(value, lambda entry: divided(tree.Call("log", (entry,)), tree.Call("log", (base.number,))))


def _binomial(node: surface.Apply, here: Here) -> Value:
    listed = node.argument.items if isinstance(node.argument, surface.Sequence) else ()
    above, below = (read(each, here) for each in listed)
    return scalar(lambda: tree.Call("binomial", (above.number, below.number)))


def _narrowed(node: surface.Apply, here: Here) -> Node | None:
    """Return `log x y` with the function taken of the first factor only, where that is chosen; both are read."""
    argument = node.argument
    if node.bracketed or not isinstance(argument, surface.Factors) or len(argument.parts) < 2 or node.sup is not None:
        return None
    first, second = argument.parts[0], argument.parts[1]
    name = first.base if isinstance(first, surface.Scripted) else first
    takes = (
        isinstance(name, surface.Name) and isinstance(second, surface.Bracket) and is_call(first, name, second, here)
    )
    cut = (2 if takes else 1) + isinstance(first, surface.Number)
    if cut >= len(argument.parts) or here.choose(("scope", node.span.start), [(True, 0.0), (False, 0.0)]):
        return None
    inner = first if cut == 1 else surface.Factors(node.span, argument.signs[:cut], argument.parts[:cut])
    head = surface.Apply(node.span, node.head, inner, node.sub, node.sup, node.primes)
    return surface.Factors(node.span, ("", *argument.signs[cut:]), (head, *argument.parts[cut:]))
