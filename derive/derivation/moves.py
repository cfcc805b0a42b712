"""Moves of a derivation that are made of several links: take logs, replace a score by an increasing function of it."""

from __future__ import annotations

from typing import Any

from sympy import Gt, Le, log

from derive.derivation.chain import Chain
from derive.expr.from_sympy import as_expression


def take_logs(chain: Chain, rhs: Any, reason: str) -> None:
    """Go on with the logarithm of the current expression, and claim that it is `rhs`.

    The condition that there is a logarithm stands in the verdict where it does not hold of itself.

    >>> from sympy import IndexedBase, Product, Sum, exp, symbols
    >>> n, N = symbols("n N", integer=True, positive=True)
    >>> z = IndexedBase("z")
    >>> chain = Chain("product", "The log of a product of exponentials")
    >>> chain.start(Product(exp(z[n]), (n, 1, N)), "a likelihood")
    >>> take_logs(chain, Sum(z[n], (n, 1, N)), "the log of a product")
    >>> print(chain.done().result.lhs)
    log(Product(exp(z[n]), (n, 1, N)))
    """
    chain.start(log(as_expression(chain.current)), "the logarithm, which increases and so keeps the arg max")
    chain.equals(rhs, reason)


def same_order(chain: Chain, old: tuple[Any, Any], new: tuple[Any, Any], reason: str) -> None:
    """Claim that two new scores are in the order of the old ones, whatever that is: the arg max stays where it was.

    The old and the new scores are each given at two points that stand for any two.

    >>> from sympy import Symbol, exp
    >>> a, b = Symbol("a", real=True), Symbol("b", real=True)
    >>> chain = Chain("monotone", "An exponential keeps the arg max")
    >>> same_order(chain, (a, b), (3 * a, 3 * b), "three times as much")
    >>> [step.status for step in chain.steps]
    ['proved', 'proved']
    """
    chain.claim(*new, reason, relation=">", using=Gt(*old))
    chain.claim(*new, f"{reason}, also where the first is not larger", relation="<=", using=Le(*old))
