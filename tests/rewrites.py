"""Rewrites that change the form of an expression and never its value, and mutants that change a leaf."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from sympy import Add, Expr, Indexed, Integer, KroneckerDelta, Mul, Pow, Product, Sum, Symbol, exp, log

from derive import sigmoid, softplus
from tests.maker import FREE, LETTERS, SCALARS, TENSORS, bind, unevaluated


def rebuilt(expr: Expr, *args: Expr) -> Expr:
    """Return the same kind of expression over other arguments, as it is written."""
    return unevaluated(expr.func, *args) if isinstance(expr, Add | Mul | Pow) else expr.func(*args)


def rename(expr: Expr, old: Symbol, new: Symbol) -> Expr:
    """Return the expression with a free index renamed to one that occurs nowhere."""
    if expr == old:
        return new
    if isinstance(expr, Sum | Product):
        return _rename_under(expr, old, new)
    if not expr.args or old not in expr.free_symbols:
        return expr
    return rebuilt(expr, *(rename(arg, old, new) for arg in expr.args))


def _rename_under(expr: Expr, old: Symbol, new: Symbol) -> Expr:
    if any(variable == old for variable, *_ in expr.limits):
        return expr
    return expr.func(rename(expr.function, old, new), *expr.limits)


def outermost(expr: Sum | Product) -> tuple[Expr, Symbol, Expr]:
    """Return the body under the outermost limit, its index and its upper end."""
    index, _low, high = expr.limits[-1]
    inner = expr.limits[:-1]
    return (expr.func(expr.function, *inner) if inner else expr.function), index, high


@dataclass
class Rewriter:
    """Draws rewrites that change the form and never the value; new indices get names that occur nowhere else."""

    source: Random
    used: int = 0
    rules: tuple[Callable[[Rewriter, Expr], Iterator[Expr]], ...] = field(default=())

    def fresh(self) -> Symbol:
        """Return an index name that nothing else uses."""
        self.used += 1
        return Symbol(f"v{self.used}", integer=True)

    def rewrite(self, expr: Expr) -> Expr:
        """Return the expression after one random rewrite, somewhere in it."""
        if self.source.random() < 0.6 and isinstance(expr, Add | Mul | Pow | Sum | Product | exp | log | sigmoid):
            return self.deeper(expr)
        choices = [form for rule in self.rules or RULES for form in rule(self, expr)]
        return self.source.choice(choices) if choices else expr

    def deeper(self, expr: Expr) -> Expr:
        """Return the expression with one of its parts rewritten."""
        if isinstance(expr, Sum | Product):
            return expr.func(self.rewrite(expr.function), *expr.limits)
        args = list(expr.args)
        at = 0 if isinstance(expr, Pow) else self.source.randrange(len(args))
        args[at] = self.rewrite(args[at])
        return rebuilt(expr, *args)

    def times(self, expr: Expr, count: int) -> Expr:
        """Return the expression after several rewrites."""
        for _ in range(count):
            expr = self.rewrite(expr)
        return expr


def shuffle(rewriter: Rewriter, expr: Expr) -> Iterator[Expr]:
    """The order of terms and factors does not matter."""
    if isinstance(expr, Add | Mul):
        yield unevaluated(expr.func, *rewriter.source.sample(expr.args, len(expr.args)))


def distribute(rewriter: Rewriter, expr: Expr) -> Iterator[Expr]:
    """A factor goes into a sum, be it written with + or with a sigma."""
    if not isinstance(expr, Mul):
        return
    for at, factor in enumerate(expr.args):
        rest = expr.args[:at] + expr.args[at + 1 :]
        if isinstance(factor, Add):
            yield unevaluated(Add, *(unevaluated(Mul, term, *rest) for term in factor.args))
        if isinstance(factor, Sum):
            body, index, high = outermost(factor)
            new = rewriter.fresh()
            yield Sum(unevaluated(Mul, rename(body, index, new), *rest), (new, 1, high))


def alpha_rename(rewriter: Rewriter, expr: Expr) -> Iterator[Expr]:
    """The name of a bound index does not matter."""
    if isinstance(expr, Sum | Product):
        body, index, high = outermost(expr)
        new = rewriter.fresh()
        yield expr.func(rename(body, index, new), (new, 1, high))


def split_and_swap(_rewriter: Rewriter, expr: Expr) -> Iterator[Expr]:
    """A sum of sums splits; the order of two sums does not matter."""
    if not isinstance(expr, Sum):
        return
    if len(expr.limits) == 1 and isinstance(expr.function, Add):
        yield unevaluated(Add, *(Sum(term, *expr.limits) for term in expr.function.args))
    if len({variable for variable, *_ in expr.limits}) == len(expr.limits) > 1:
        yield Sum(expr.function, *reversed(expr.limits))


def merge(rewriter: Rewriter, expr: Expr) -> Iterator[Expr]:
    """Two sums over one range are one sum."""
    if not isinstance(expr, Add):
        return
    sums = [term for term in expr.args if isinstance(term, Sum)]
    for at, first in enumerate(sums):
        for second in sums[at + 1 :]:
            (left, index, high), (right, other, end) = outermost(first), outermost(second)
            if high == end:
                new = rewriter.fresh()
                both = Sum(unevaluated(Add, rename(left, index, new), rename(right, other, new)), (new, 1, high))
                rest = [term for term in expr.args if term is not first and term is not second]
                yield unevaluated(Add, both, *rest)


def square(_rewriter: Rewriter, expr: Expr) -> Iterator[Expr]:
    """A square is a product."""
    if isinstance(expr, Pow) and expr.args[1] == 2:
        yield unevaluated(Mul, expr.args[0], expr.args[0])


def functions(_rewriter: Rewriter, expr: Expr) -> Iterator[Expr]:
    """sigma(z) = 1 - sigma(-z) = e^z/(1 + e^z), and an exponential of a sum is a product."""
    if isinstance(expr, sigmoid):
        (argument,) = expr.args
        yield unevaluated(Add, Integer(1), unevaluated(Mul, Integer(-1), sigmoid(-argument)))
        yield unevaluated(Mul, exp(argument), Pow(unevaluated(Add, Integer(1), exp(argument)), -1))
    if isinstance(expr, exp) and isinstance(expr.args[0], Add):
        yield unevaluated(Mul, *(exp(term) for term in expr.args[0].args))


def insert_delta(rewriter: Rewriter, expr: Expr) -> Iterator[Expr]:
    """A free index is a sum over a delta."""
    free = sorted((index for index in expr.free_symbols if index in FREE), key=str)
    if free and isinstance(expr, Expr):
        index, new = rewriter.source.choice(free), rewriter.fresh()
        axis = next(axis for axis, letters in LETTERS.items() if index in letters)
        yield bind(unevaluated(Mul, KroneckerDelta(index, new), rename(expr, index, new)), new, axis)


def times_one(rewriter: Rewriter, expr: Expr) -> Iterator[Expr]:
    """A softmax sums to one, and (1 + e^a)/(1 + e^a) is one."""
    if rewriter.source.random() < 0.15:
        above, below = rewriter.fresh(), rewriter.fresh()
        whole = bind(exp(TENSORS["z"][below]), below, "K")
        yield unevaluated(Mul, expr, bind(exp(TENSORS["z"][above]) / whole, above, "K"))
        cleared = 1 + exp(SCALARS[0])
        yield unevaluated(Mul, unevaluated(Mul, expr, cleared), 1 / cleared)


def logarithms(_rewriter: Rewriter, expr: Expr) -> Iterator[Expr]:
    """The logarithm of a positive product, power or exponential."""
    if not isinstance(expr, log):
        return
    (argument,) = expr.args
    if isinstance(argument, Mul):
        yield unevaluated(Add, *(log(factor) for factor in argument.args))
    if isinstance(argument, Pow):
        yield unevaluated(Mul, argument.args[1], log(argument.args[0]))
    if isinstance(argument, Product):
        yield Sum(log(argument.function), *argument.limits)
    if isinstance(argument, exp):
        yield argument.args[0]
    if isinstance(argument, sigmoid):
        yield -softplus(-argument.args[0])


RULES = (shuffle, distribute, alpha_rename, split_and_swap, merge, square, functions, insert_delta, times_one)
LOG_RULES = (*RULES, logarithms)
SWAPS = {"x": "y", "y": "x", "w": "u", "u": "w"}


def strayed(entry: Indexed, source: Random) -> Expr:
    """Return the entry with one index exchanged for the free one of its axis, so perhaps itself."""
    at = source.randrange(len(entry.indices))
    free = LETTERS[str(entry.base.shape[at])][0]
    return entry.base[(*entry.indices[:at], free, *entry.indices[at + 1 :])]


def mutate(expr: Expr, source: Random) -> Expr:
    """Return the expression with one leaf altered."""
    if isinstance(expr, Indexed) and source.random() < 0.3:
        return strayed(expr, source)
    if isinstance(expr, Indexed):
        name = str(expr.base.label)
        return TENSORS[SWAPS[name]][expr.indices] if name in SWAPS else unevaluated(Mul, Integer(2), expr)
    if isinstance(expr, Sum | Product):
        return expr.func(mutate(expr.function, source), *expr.limits)
    if isinstance(expr, Add | Mul | exp | sigmoid | log | Pow):
        args = list(expr.args)
        at = 0 if isinstance(expr, Pow) else source.randrange(len(args))
        args[at] = mutate(args[at], source)
        return rebuilt(expr, *args)
    return unevaluated(Mul, Integer(2), expr) if isinstance(expr, KroneckerDelta | Symbol) else expr + 1
