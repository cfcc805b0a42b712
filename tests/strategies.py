"""Hypothesis strategies: random expressions over tensors, second forms of them, and mutants.

All is drawn from a `random.Random`, so that Hypothesis, which records and shrinks it, and a seeded run by hand share
one generator.
"""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st
from sympy import Expr

from tests.evaluator import World
from tests.fields import Residue
from tests.maker import KINDS, Maker
from tests.rewrites import LOG_RULES, Rewriter, mutate


def worlds(*, number: type = Residue, small: int = 2, large: int = 3, seed: int = 0) -> tuple[World, ...]:
    """Return worlds of different sizes in which the facts hold."""
    sizes = ({"N": large, "D": small, "K": large}, {"N": small, "D": large, "K": small})
    return tuple(World(each, seed + at, number, KINDS) for at, each in enumerate(sizes))


def randoms() -> st.SearchStrategy[Random]:
    """Return sources of randomness that Hypothesis records and shrinks."""
    return st.randoms(use_true_random=False)


def expressions(depth: int = 3, without: tuple[str, ...] = ()) -> st.SearchStrategy[Expr]:
    """Return random expressions in which the ranges of all free indices are known."""
    return randoms().map(lambda source: Maker(source, without).anchored(depth))


@st.composite
def rewritten(draw: st.DrawFn, depth: int = 3, steps: int = 6) -> tuple[Expr, Expr]:
    """Return an expression and a second form of it, either of them first."""
    source = draw(randoms())
    expr = Maker(source).anchored(depth)
    other = Rewriter(source).times(expr, source.randint(2, steps))
    return (expr, other) if source.random() < 0.5 else (other, expr)


@st.composite
def mutated(draw: st.DrawFn, depth: int = 3) -> tuple[Expr, Expr]:
    """Return an expression and one that differs in a leaf."""
    source = draw(randoms())
    expr = Maker(source).anchored(depth)
    return expr, mutate(expr, source)


@st.composite
def tied(draw: st.DrawFn) -> tuple[Expr, Expr]:
    """Return a sum full of near-symmetries, and a second form of it."""
    source = draw(randoms())
    expr = Maker(source).tied()
    return expr, Rewriter(source).times(expr, 4)


@st.composite
def logarithmic(draw: st.DrawFn) -> tuple[Expr, Expr]:
    """Return a sum of logarithms, and a second form of it."""
    source = draw(randoms())
    expr = Maker(source).logarithmic()
    return expr, Rewriter(source, rules=LOG_RULES).times(expr, 5)
