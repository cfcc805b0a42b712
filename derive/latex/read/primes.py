"""Functions of the document at their arguments, and their derivatives that are written with primes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sympy import Dummy, Subs, Symbol

from derive.latex.read.applications import ENTRYWISE, called
from derive.latex.read.heads import Head, head_of, key_of
from derive.latex.read.here import Here
from derive.latex.read.slopes import differentiated
from derive.latex.read.tree import Apply, Bracket, Derivative, Name, Node, Sequence, Span
from derive.latex.read.trouble import NotReadError
from derive.latex.read.values import Value, mapped, number


def application(function: Node, bracket: Bracket, here: Here) -> Value:
    """Return a function of its arguments."""
    head = head_of(function)
    if head is None or bracket.body is None:
        raise NotReadError(function.span, "this is no function")
    arguments = bracket.body.items if isinstance(bracket.body, Sequence) else (bracket.body,)
    if head.primes:
        return _derived(head, arguments, here)
    return called(head, arguments, replace(here, call=bracket))


def derived_command(node: Apply, here: Here) -> Value:
    r"""Return a function that is known by its command, with primes, as in `\tanh'(a)`."""
    function = ENTRYWISE.get(node.head)
    if function is None or node.argument is None or node.sub is not None or node.sup is not None:
        raise NotReadError(node.span, f"the derivative of {node.head} is not read")
    return _function(function, node.primes, here.read(node.argument), node.span, here)


def _derived(head: Head, arguments: tuple[Node, ...], here: Here) -> Value:
    """Return a derivative that is written with primes, at an argument."""
    if len(arguments) != 1:
        raise NotReadError(head.span, "a prime on a function of several arguments")
    point = here.read(arguments[0])
    variable = Dummy(real=True)
    name = Name(Span(0, 0), here.scene.fresh_name("prime"))
    inner = replace(here, values={**here.values, key_of(name): number(variable)})
    before = len(here.scene.lost)
    value = called(replace(head, primes=0), (name,), inner)
    if not value.is_number or len(here.scene.lost) > before:
        raise NotReadError(head.span, f"nothing defines {head.key}, so its derivative is not known")
    return _function(lambda x: value.at(None, None).xreplace({variable: x}), head.primes, point, head.span, here)


def _function(function: Any, times: int, point: Value, span: Span, here: Here) -> Value:
    node = Derivative(span, "d", (), None)

    def at(entry: Any) -> Any:
        """Return the derivative at one entry."""
        symbol = Symbol(here.scene.fresh_name("t"), real=True)
        expr = function(symbol)
        for _ in range(times):
            expr = differentiated(expr, symbol, node, here)
        return Subs(expr, symbol, entry)

    return mapped(point, at)
